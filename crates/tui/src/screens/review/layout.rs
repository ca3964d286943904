//! What is where on the review screen: pure geometry.
//!
//! Of several arrangements the one is taken that shows the whole text and the largest picture; where
//! the text does not fit anyway, the one that shows most of both.

use ratatui::layout::{Margin, Rect};

use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::is_compact;
use crate::widgets::scroll_hint::MARGIN;

/// The parts of the review screen. Empty parts have no height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The title line.
    pub title: Rect,
    /// The picture, without its frame.
    pub picture: Rect,
    /// The line that describes the picture.
    pub caption: Rect,
    /// The question card, without its frame.
    pub card: Rect,
    /// The frame around picture and card, on wide screens.
    pub frame: Option<Frame>,
}

/// The frame of a wide screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Around the picture.
    pub picture: Rect,
    /// Around the card.
    pub card: Rect,
}

/// What a text needs at a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextNeeds {
    /// How many lines it has.
    pub lines: usize,
    /// How many columns of code are beyond the width.
    pub overhang: usize,
}

/// From this width on picture and question are side by side in frames.
const WIDE: u16 = 100;
/// The narrowest card with and without a frame.
const NARROWEST_CARD: (u16, u16) = (40, 32);
/// The fewest rows of a picture above the text.
const FEWEST_PICTURE_ROWS: u16 = 5;
/// A picture that is shown smaller than this, compared with the largest that the screen could show, is
/// too high a price for having the whole text in sight.
const SMALLEST_PICTURE: f64 = 0.25;

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
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let (narrowest, side): (u16, fn(Rect, u16) -> Layout) = match area.width >= WIDE {
        true => (NARROWEST_CARD.0, framed),
        false => (NARROWEST_CARD.1, unframed),
    };
    let widest = share(area.width, 3, 5);
    let mut candidates: Vec<Layout> =
        (narrowest..=widest).step_by(4).map(|card_width| side(area, card_width)).collect();
    if area.width < WIDE {
        candidates.push(stacked(area, text));
    }
    let largest = scale_in(body).max(f64::MIN_POSITIVE);
    let worth = |layout: &Layout| worth(layout, scale_in(layout.picture) / largest, text);
    // Of equal ones the last, which has the wider card.
    let best = candidates.iter().max_by(|one, other| worth(one).total_cmp(&worth(other)));
    best.copied().unwrap_or_else(|| stacked(area, text))
}

/// How good an arrangement is in which the pictures have so much of their largest scale: above 1 where the
/// whole text is visible beside pictures that are large enough.
fn worth(layout: &Layout, picture: f64, text: &dyn Fn(u16) -> TextNeeds) -> f64 {
    let TextNeeds { lines, overhang } = text(layout.card.width);
    let rows = f64::from(layout.card.height);
    let text = (rows / lines.max(1) as f64).min(1.0) * if overhang > 0 { 0.8 } else { 1.0 };
    match text >= 1.0 && picture >= SMALLEST_PICTURE {
        true => 1.0 + picture,
        false => text * text * picture,
    }
}

fn row(area: Rect, row: u16) -> Rect {
    Rect { y: area.y + row.min(area.height.saturating_sub(1)), height: 1, ..area }
}

/// The parts between the title in the first and the action bar in the last row.
fn parts(area: Rect, picture: Rect, caption: Rect, card: Rect) -> Layout {
    Layout { title: row(area, 0), picture, caption, card, frame: None }
}

/// Side by side, in frames.
fn framed(area: Rect, card_width: u16) -> Layout {
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let picture_frame = Rect { width: body.width - card_width, ..body };
    let card_frame = Rect { x: picture_frame.right(), width: card_width, ..body };
    let caption = Rect { y: body.bottom() - 1, height: 1, ..picture_frame };
    let frame = Some(Frame { picture: picture_frame, card: card_frame });
    let [picture, inner] = [picture_frame, card_frame].map(|frame| frame.inner(Margin::new(1, 1)));
    // A column of distance on the left, the margin on the right.
    let card = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1 + MARGIN), ..inner };
    Layout { frame, ..parts(area, picture, caption, card) }
}

/// Side by side without frames; the line that describes the picture is below both.
fn unframed(area: Rect, card_width: u16) -> Layout {
    let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
    let picture = Rect { width: body.width - card_width, ..body };
    let card =
        Rect { x: picture.right() + 1, width: card_width.saturating_sub(1 + MARGIN), ..body };
    parts(area, picture, row(area, area.height - 2), card)
}

/// The picture above, the question below, no frames: every row counts.
fn stacked(area: Rect, text: &dyn Fn(u16) -> TextNeeds) -> Layout {
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let card_width = body.width - 1 - MARGIN;
    let most = body.height - 1 - FEWEST_PICTURE_ROWS;
    let card_height = cells(text(card_width).lines).min(most).max(1);
    let picture = Rect { height: body.height - card_height - 1, ..body };
    let caption = Rect { y: picture.bottom(), height: 1, ..body };
    let card = Rect { x: body.x + 1, y: caption.bottom(), width: card_width, height: card_height };
    parts(area, picture, caption, card)
}

/// No title, no caption; the picture gets what the question leaves, at least a third.
fn compact(area: Rect, text: &dyn Fn(u16) -> TextNeeds) -> Layout {
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let card_width = body.width.saturating_sub(1 + MARGIN);
    let most = share(body.height, 2, 3);
    let card_height = cells(text(card_width).lines).min(most).max(1);
    let picture = Rect { height: body.height - card_height, ..body };
    let card = Rect { x: body.x + 1, y: picture.bottom(), width: card_width, height: card_height };
    let nothing = Rect { height: 0, ..area };
    Layout { title: nothing, ..parts(area, picture, nothing, card) }
}

/// A question without a picture has the screen for itself.
fn text_alone(area: Rect, is_compact: bool) -> Layout {
    let nothing = Rect { height: 0, ..area };
    let (title, caption, above, below) = match is_compact {
        true => (nothing, nothing, 0, 1),
        false => (row(area, 0), row(area, area.height - 2), 1, 2),
    };
    let card = Rect {
        x: area.x + 1,
        y: area.y + above,
        width: area.width.saturating_sub(1 + MARGIN),
        height: area.height.saturating_sub(above + below),
    };
    let picture = Rect { height: 0, ..card };
    Layout { title, ..parts(area, picture, caption, card) }
}

impl Layout {
    /// The text column within its frame: the card with its margins.
    pub fn within_column(&self) -> Rect {
        let card = self.card;
        Rect { x: card.x.saturating_sub(1), width: card.width + 1 + MARGIN, ..card }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{ColourDepth, Surface, scale_in};
    use proptest::prelude::*;

    fn with_picture(
        area: Rect,
        natural: Option<(u32, u32)>,
        text: &dyn Fn(u16) -> TextNeeds,
    ) -> Layout {
        let surface = Surface::for_cells(ColourDepth::True);
        let scale = natural.map(|natural| move |area| scale_in(area, natural, &surface));
        let pictures = scale.as_ref().map(|scale| scale as &dyn Fn(Rect) -> f64);
        lay_out(area, pictures, text)
    }

    fn laid_out((width, height): (u16, u16), natural: (u32, u32), lines: usize) -> Layout {
        let text = move |_| TextNeeds { lines, overhang: 0 };
        with_picture(Rect::new(0, 0, width, height), Some(natural), &text)
    }

    #[test]
    fn a_short_question_leaves_the_picture_two_thirds_of_a_wide_screen() {
        let layout = laid_out((120, 40), (1600, 1200), 10);
        assert_eq!((layout.picture.width, layout.picture.height), (78, 36));
    }

    #[test]
    fn on_80x24_a_photograph_is_beside_its_question_and_a_panorama_above_it() {
        let photograph = laid_out((80, 24), (640, 480), 8);
        assert_eq!((photograph.picture.width, photograph.picture.height), (48, 21));
        let panorama = laid_out((80, 24), (2000, 400), 8);
        assert_eq!((panorama.picture.width, panorama.picture.height), (80, 13));
    }

    #[test]
    fn a_high_picture_leaves_its_columns_to_the_text() {
        let layout = laid_out((120, 40), (300, 1200), 10);
        assert_eq!(layout.card.width, 72 - 5);
    }

    #[test]
    fn a_text_that_fits_only_in_a_wider_card_gets_one() {
        let text = |width: u16| TextNeeds { lines: usize::from(1000 / width), overhang: 0 };
        let layout = with_picture(Rect::new(0, 0, 80, 24), Some((640, 480)), &text);
        assert!(text(layout.card.width).lines <= usize::from(layout.card.height), "{layout:?}");
    }

    #[test]
    fn a_question_without_picture_has_the_screen_for_itself() {
        let text = |_| TextNeeds { lines: 500, overhang: 0 };
        for (width, height) in [(120, 40), (80, 24), (50, 15)] {
            let layout = with_picture(Rect::new(0, 0, width, height), None, &text);
            assert_eq!(u32::from(layout.picture.width) * u32::from(layout.picture.height), 0);
            assert!(layout.card.height >= height - 3);
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
