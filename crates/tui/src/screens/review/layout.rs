//! What is where on the review screen: pure geometry.
//!
//! The picture decides: of several arrangements, with the text beside it or below it, the one is taken
//! that shows the whole text and the most pixels. Lines that a text only has because its column is narrow
//! cost a little of that; where the text does not fit anyway, the arrangement is taken that shows most of both.

use std::ops::RangeInclusive;

use ratatui::layout::{Margin, Rect, Size};

use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::is_compact;
use crate::widgets::scroll_hint::MARGIN;

/// The parts of the review screen. Empty parts have no height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The title line.
    pub title: Rect,
    /// The place of the pictures, in the middle of which they are with their frames.
    pub picture: Rect,
    /// The question card, without its frame.
    pub card: Rect,
    /// The frame around the card, unless the screen is small.
    pub frame: Option<Rect>,
    /// What a queue shows beside a question, if it does.
    pub beside: Rect,
}

/// What a text needs at a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNeeds {
    /// How many lines it has, at the stage at which it has most.
    pub lines: usize,
    /// How many columns of code are beyond the width.
    pub overhang: usize,
}

/// Lays a screen out, for pictures that are so large in an area, and a text that needs so much at a width.
pub type LayOut = fn(Rect, Option<&dyn Fn(Rect) -> f64>, &dyn Fn(u16) -> TextNeeds) -> Layout;

/// From this size on the text has a frame.
const FRAMED: Size = Size { width: 80, height: 24 };
/// The columns of the narrowest text column, frame included. Where there are few rows, a panel needs more.
const NARROWEST: u16 = 24;
const NARROWEST_WHERE_LOW: u16 = 28;
/// A screen with fewer rows is low.
const LOW: u16 = 32;
/// The columns of the widest text column beside a picture that would be larger without it, unless a longer
/// text is not whole otherwise.
const WIDEST: u16 = 44;
/// The rows of the lowest place for pictures above the text.
const FEWEST_PICTURE_ROWS: u16 = 7;
/// A picture that is shown with fewer pixels than this share of the most that the screen could show is
/// too high a price for having the whole text in sight.
const SMALLEST_PICTURE: f64 = 0.06;
/// The lines, more than in a wide column, for which a text is worth a picture of a third of the pixels.
const MANY_LINES: f64 = 16.0;
/// What is left of it if the text is below: it is in the same place wherever it can be.
const PRICE_OF_BELOW: f64 = 0.9;

/// Lays the screen out, for pictures that are so large in an area, in screen pixels for each of theirs, and a
/// text that needs so much at a width; `pictures` is `None` if there are none.
pub fn lay_out(
    area: Rect,
    pictures: Option<&dyn Fn(Rect) -> f64>,
    text: &dyn Fn(u16) -> TextNeeds,
) -> Layout {
    let Some(scale_in) = pictures else { return text_alone(area, is_compact(area)) };
    if is_compact(area) {
        return compact(area, text);
    }
    let narrowest = if area.height < LOW { NARROWEST_WHERE_LOW } else { NARROWEST };
    let largest = scale_in(body(area)).max(f64::MIN_POSITIVE);
    let fewest_lines = text(beside(area, WIDEST).card.width).lines;
    let rated = |layout: Layout, price: f64| {
        let needs = text(layout.card.width);
        let lines = needs.lines.saturating_sub(fewest_lines) as f64 / MANY_LINES;
        let scale = scale_in(layout.picture) / largest;
        (worth(&layout, scale * scale * price * (-lines * lines).exp(), needs), layout)
    };
    let below = std::iter::once_with(|| rated(below(area, scale_in, text), PRICE_OF_BELOW));
    let at = |width: u16| rated(beside(area, width), 1.0);
    let mut best = best_of(below.chain((narrowest..=WIDEST).step_by(4).map(at)));
    let width = best.1.column().width;
    let near = narrowest.max(width.saturating_sub(3))..=WIDEST.min(width + 3);
    best = best_of(std::iter::once(best).chain(near.map(at)));
    if best.0 < 1.0 {
        let widths = (WIDEST..=share(area.width, 3, 5)).skip(4).step_by(4);
        best = best_of(std::iter::once(best).chain(widths.map(at)));
    }
    widened(best.1, area, scale_in)
}

/// The same with a text column that begins where the pictures end, if it is beside them. Pictures that are
/// very narrow have a quarter of the screen, in which there is room for what is said of them.
fn widened(layout: Layout, area: Rect, scale_in: &dyn Fn(Rect) -> f64) -> Layout {
    if layout.card.y >= layout.picture.bottom() {
        return layout;
    }
    let needed =
        fewest(1..=layout.picture.width, |width| scale_in(Rect { width, ..layout.picture }));
    let least = share(area.width, 1, 4).min(layout.picture.width);
    beside(area, area.width - needed.max(least))
}

/// The smallest length at which pictures are as large as at the largest one.
pub fn fewest(lengths: RangeInclusive<u16>, scale: impl Fn(u16) -> f64) -> u16 {
    let most = *lengths.end();
    let largest = scale(most) * (1.0 - f64::EPSILON);
    let lengths: Vec<u16> = lengths.collect();
    let needed = lengths.partition_point(|&length| scale(length) < largest);
    lengths.get(needed).copied().unwrap_or(most)
}

/// The best of rated arrangements, of equal ones the last. Every screen that may have pictures beside a text or
/// below it decides by this.
pub fn best_of<T: Default>(rated: impl IntoIterator<Item = (f64, T)>) -> (f64, T) {
    let best = rated.into_iter().max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.unwrap_or_default()
}

/// How good an arrangement is in which the pictures have this share of the most pixels, less the price:
/// above 1 where the whole text is visible beside pictures that are large enough.
fn worth(layout: &Layout, pixels: f64, TextNeeds { lines, overhang }: TextNeeds) -> f64 {
    let rows = f64::from(layout.card.height);
    let text = (rows / lines.max(1) as f64).min(1.0) * if overhang > 0 { 0.8 } else { 1.0 };
    match text >= 1.0 && pixels >= SMALLEST_PICTURE {
        true => 1.0 + pixels,
        false => text * text * pixels.sqrt(),
    }
}

fn row(area: Rect, row: u16) -> Rect {
    Rect { y: area.y + row.min(area.height.saturating_sub(1)), height: 1, ..area }
}

/// What is between the title in the first and the action bar in the last row.
fn body(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area }
}

fn is_framed(area: Rect) -> bool {
    area.width >= FRAMED.width && area.height >= FRAMED.height
}

/// The picture and the text in their places, the text within a frame where the screen has frames.
fn parts(area: Rect, picture: Rect, column: Rect) -> Layout {
    let frame = is_framed(area).then_some(column);
    let card = card_in(column, frame.is_some());
    Layout { title: row(area, 0), picture, card, frame, ..Layout::default() }
}

/// The card within its column: a column of distance on the left, the margin on the right, which a frame
/// is part of.
fn card_in(column: Rect, is_framed: bool) -> Rect {
    let (inner, margin) = match is_framed {
        true => (column.inner(Margin::new(1, 1)), MARGIN - 1),
        false => (column, MARGIN),
    };
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(1 + margin), ..inner }
}

/// Text of this many columns beside the picture.
fn beside(area: Rect, columns: u16) -> Layout {
    let body = body(area);
    let picture = Rect { width: body.width.saturating_sub(columns), ..body };
    let column = Rect { x: picture.right(), width: body.width - picture.width, ..body };
    parts(area, picture, column)
}

/// The text below the picture. It has the rows that the picture does not need.
fn below(area: Rect, scale_in: &dyn Fn(Rect) -> f64, text: &dyn Fn(u16) -> TextNeeds) -> Layout {
    let body = body(area);
    let of_text = parts(area, body, body).card;
    let around = body.height - of_text.height;
    let most = body.height - FEWEST_PICTURE_ROWS;
    let wanted = cells(text(of_text.width).lines).saturating_add(around).min(most);
    let height = fewest(FEWEST_PICTURE_ROWS..=body.height - wanted, |height| {
        scale_in(Rect { height, ..body })
    });
    let picture = Rect { height, ..body };
    let column = Rect { y: picture.bottom(), height: body.height - height, ..body };
    parts(area, picture, column)
}

/// No title; the picture gets what the question leaves, at least a third.
fn compact(area: Rect, text: &dyn Fn(u16) -> TextNeeds) -> Layout {
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let width = body.width.saturating_sub(1 + MARGIN);
    let height = cells(text(width).lines).min(share(body.height, 2, 3)).max(1);
    let picture = Rect { height: body.height - height, ..body };
    let column = Rect { y: picture.bottom(), height, ..body };
    Layout { title: Rect { height: 0, ..area }, ..parts(area, picture, column) }
}

/// A question without a picture has the screen for itself.
fn text_alone(area: Rect, is_compact: bool) -> Layout {
    let nothing = Rect { height: 0, ..area };
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    match is_compact {
        true => Layout { title: nothing, ..parts(area, nothing, body) },
        false => parts(area, nothing, self::body(area)),
    }
}

impl Layout {
    /// The text column with its frame.
    #[must_use]
    pub fn column(&self) -> Rect {
        let of_card = Rect {
            x: self.card.x.saturating_sub(1),
            width: self.card.width + 1 + MARGIN,
            ..self.card
        };
        self.frame.unwrap_or(of_card)
    }

    /// The text column within its frame.
    #[must_use]
    pub fn inside(&self) -> Rect {
        self.frame.map_or_else(|| self.column(), |frame| frame.inner(Margin::new(1, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{ColourDepth, Surface, Tile, scale_in};
    use proptest::prelude::*;

    fn surface() -> Surface {
        Surface { cell: (9, 18), ..Surface::for_cells(ColourDepth::True) }
    }

    fn with_picture(
        area: Rect,
        natural: Option<(u32, u32)>,
        text: &dyn Fn(u16) -> TextNeeds,
    ) -> Layout {
        let scale = natural.map(|natural| {
            move |area| {
                scale_in(Tile::hugging(area, natural, &surface()).picture, natural, &surface())
            }
        });
        let pictures = scale.as_ref().map(|scale| scale as &dyn Fn(Rect) -> f64);
        lay_out(area, pictures, text)
    }

    /// A text of this many cells in lines, and a few lines that never break.
    fn text_of(cells: usize, short: usize) -> impl Fn(u16) -> TextNeeds {
        move |width| TextNeeds { lines: cells.div_ceil(usize::from(width)) + short, overhang: 0 }
    }

    fn laid_out((width, height): (u16, u16), natural: (u32, u32), cells: usize) -> Layout {
        with_picture(Rect::new(0, 0, width, height), Some(natural), &text_of(cells, 7))
    }

    /// The pixels of the screen that a picture covers.
    fn drawn(layout: Layout, natural: (u32, u32)) -> f64 {
        let tile = Tile::hugging(layout.picture, natural, &surface());
        let scale = scale_in(tile.picture, natural, &surface());
        f64::from(natural.0) * f64::from(natural.1) * scale * scale
    }

    #[test]
    fn a_landscape_picture_has_at_least_1_4_times_the_pixels_that_it_had_in_two_thirds_of_the_screen()
     {
        let layout = laid_out((120, 40), (800, 600), 17);
        let before = 702.0 * 526.5;
        assert!(drawn(layout, (800, 600)) >= 1.4 * before, "{layout:?}");
    }

    #[test]
    fn on_80x24_a_photograph_is_beside_its_question_and_a_panorama_above_it() {
        let photograph = laid_out((80, 24), (640, 480), 40);
        assert!(photograph.card.x > photograph.picture.right(), "{photograph:?}");
        assert!(drawn(photograph, (640, 480)) >= 432.0 * 324.0, "{photograph:?}");
        let panorama = laid_out((80, 24), (2000, 400), 40);
        assert!(panorama.card.y > panorama.picture.bottom(), "{panorama:?}");
        let rows = Tile::hugging(panorama.picture, (2000, 400), &surface()).frame.height;
        assert_eq!(panorama.picture.height, rows, "the text has every row that it does not need");
    }

    #[test]
    fn a_high_picture_leaves_its_columns_to_the_text() {
        let layout = laid_out((120, 40), (300, 1200), 200);
        assert_eq!((layout.picture.width, layout.column().width), (30, 90), "a quarter at least");
        let layout = laid_out((120, 40), (600, 800), 200);
        let frame = Tile::hugging(layout.picture, (600, 800), &surface()).frame;
        assert_eq!((frame.x, frame.right()), (0, layout.column().x), "{layout:?}");
        assert_eq!(frame.height, 38);
    }

    #[test]
    fn a_longer_text_has_a_wider_column_beside_a_picture_that_could_use_it() {
        let width = |cells| laid_out((120, 40), (800, 600), cells).column().width;
        assert_eq!(width(15), NARROWEST);
        assert!(width(400) > NARROWEST && width(400) <= WIDEST, "{}", width(400));
        assert!(width(3_000) > WIDEST, "{}", width(3_000));
    }

    #[test]
    fn a_text_that_fits_only_in_a_wider_card_gets_one() {
        let text = text_of(900, 0);
        let layout = with_picture(Rect::new(0, 0, 80, 24), Some((640, 480)), &text);
        assert!(text(layout.card.width).lines <= usize::from(layout.card.height), "{layout:?}");
    }

    #[test]
    fn a_question_without_picture_has_the_screen_for_itself() {
        let text = |_| TextNeeds { lines: 500, overhang: 0 };
        for (width, height) in [(120, 40), (80, 24), (50, 15)] {
            let layout = with_picture(Rect::new(0, 0, width, height), None, &text);
            assert_eq!(u32::from(layout.picture.width) * u32::from(layout.picture.height), 0);
            assert!(layout.card.height >= height - 4);
        }
    }

    proptest! {
        #[test]
        fn nothing_overlaps_or_leaves_the_screen(
            width in 40u16..300, height in 12u16..120, lines in 0usize..200,
            natural in prop::option::of((1u32..3000, 1u32..3000)),
        ) {
            let area = Rect::new(0, 0, width, height);
            let text = move |_| TextNeeds { lines, overhang: 0 };
            let layout = with_picture(area, natural, &text);
            let bar = row(area, height - 1);
            let parts = [layout.title, layout.picture, layout.card, bar];
            for (at, part) in parts.iter().enumerate() {
                prop_assert_eq!(part.intersection(area), *part);
                for other in &parts[at + 1..] {
                    prop_assert!(part.intersection(*other).area() == 0, "{:?}", layout);
                }
            }
            prop_assert!(layout.card.height > 0);
        }
    }
}
