//! Where question and answers are on the vote screen: pure geometry.

use ratatui::layout::Rect;

use crate::screens::review::layout::{Layout, TextNeeds, best_of, fewest};
use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::is_compact;
use crate::widgets::scroll_hint::MARGIN;

/// From this width on a question with a picture has a column of its own, left of the answers.
const COLUMN_FROM: u16 = 76;
/// The narrowest and the widest column of a question.
const COLUMN: (u16, u16) = (28, 64);
/// Rows for a verdict and a note, which a question that was voted on has below it.
const BELOW_QUESTION: u16 = 2;
/// How much larger a picture is in a band that takes rows from the answers.
const MUCH_LARGER: f64 = 1.2;

/// The question with its picture in a column left of the answers, or in a band above them where that shows the
/// picture much larger, there is no picture, or the screen is narrow.
pub fn lay_out(
    area: Rect,
    pictures: Option<&dyn Fn(Rect) -> f64>,
    text: &dyn Fn(u16) -> TextNeeds,
) -> Layout {
    let top = u16::from(!is_compact(area));
    let body = Rect { y: area.y + top, height: area.height.saturating_sub(top + 1), ..area };
    let lines = |width| cells(text(width).lines);
    let band = band(body, pictures, &lines);
    let best = match pictures.filter(|_| area.width >= COLUMN_FROM) {
        Some(scale_in) => {
            let column = column(body, scale_in, &lines);
            let of_column = MUCH_LARGER * scale_in(column.picture);
            best_of([(scale_in(band.picture), band), (of_column, column)]).1
        }
        None => band,
    };
    Layout { title: Rect { height: top, ..area }, ..best }
}

/// The picture above the question, left of the answers.
fn column(body: Rect, scale_in: &dyn Fn(Rect) -> f64, lines: &dyn Fn(u16) -> u16) -> Layout {
    let width = share(body.width, 1, 3).clamp(COLUMN.0, COLUMN.1);
    let rows = lines(inner(width)).min(body.height / 2).max(1);
    let of_rows = |height| Rect { width, height, ..body };
    let tall = smallest(scale_in, body.height.saturating_sub(rows), of_rows);
    let picture = smallest(scale_in, width, |width| Rect { width, ..tall });
    let height = body.bottom() - picture.bottom();
    let card = Rect { x: body.x + 1, y: picture.bottom(), width: inner(width), height };
    let beside = Rect { x: body.x + width, width: body.width - width, ..body };
    Layout { picture, card, beside, ..Layout::default() }
}

/// The question above the answers, right of its picture.
fn band(body: Rect, pictures: Option<&dyn Fn(Rect) -> f64>, lines: &dyn Fn(u16) -> u16) -> Layout {
    let most = share(body.height, 2, 5).max(1);
    let of_columns = |width| Rect { width, height: most, ..body };
    let picture = match pictures {
        Some(scale_in) => {
            let wide = smallest(scale_in, share(body.width, 3, 5), of_columns);
            smallest(scale_in, most, |height| Rect { height, ..wide })
        }
        None => Rect { width: 0, height: 0, ..body },
    };
    let width = inner(body.width - picture.width);
    let rows = lines(width).saturating_add(BELOW_QUESTION).max(picture.height).clamp(1, most);
    let card = Rect { x: picture.right() + 1, width, height: rows, ..body };
    let beside = Rect { y: card.bottom(), height: body.height.saturating_sub(rows), ..body };
    Layout { picture, card, beside, ..Layout::default() }
}

/// The columns of a text in a part of the screen.
fn inner(width: u16) -> u16 {
    width.saturating_sub(1 + MARGIN).max(1)
}

/// The smallest area in which pictures are as large as in that of the most cells.
fn smallest(scale_in: &dyn Fn(Rect) -> f64, most: u16, area: impl Fn(u16) -> Rect) -> Rect {
    area(fewest(1..=most, |cells| scale_in(area(cells))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{ColourDepth, Surface, scale_in};
    use crate::screens::panel_place::PanelPlace;
    use proptest::prelude::*;

    fn laid_out(area: Rect, natural: Option<(u32, u32)>, lines: usize) -> Layout {
        let surface = Surface::for_cells(ColourDepth::True);
        let scale = natural.map(|natural| move |area| scale_in(area, natural, &surface));
        let pictures = scale.as_ref().map(|scale| scale as &dyn Fn(Rect) -> f64);
        lay_out(area, pictures, &|_| TextNeeds { lines, overhang: 0 })
    }

    #[test]
    fn a_picture_is_as_low_as_its_shape_and_the_question_is_below_it() {
        let layout = laid_out(Rect::new(0, 0, 120, 40), Some((640, 480)), 3);
        assert_eq!((layout.picture.width, layout.picture.height), (40, 15));
        assert_eq!((layout.card.y, layout.beside.width), (16, 80));
    }

    #[test]
    fn a_wide_picture_is_above_the_answers() {
        let layout = laid_out(Rect::new(0, 0, 120, 40), Some((900, 300)), 3);
        assert_eq!((layout.beside.x, layout.beside.width), (0, 120));
        assert!(layout.picture.width > 60 && layout.card.x > layout.picture.right());
    }

    #[test]
    fn a_question_without_a_picture_leaves_the_answers_the_whole_width() {
        let layout = laid_out(Rect::new(0, 0, 80, 24), None, 2);
        assert_eq!((layout.beside.width, layout.beside.height), (80, 18));
    }

    proptest! {
        #[test]
        fn nothing_overlaps_or_leaves_the_screen(
            width in 40u16..300, height in 12u16..120, lines in 0usize..200,
            natural in prop::option::of((1u32..3000, 1u32..3000)), has_panel: bool,
        ) {
            let area = Rect::new(0, 0, width, height);
            let mut layout = laid_out(area, natural, lines);
            let mut parts = vec![Rect::new(0, height - 1, width, 1)];
            if has_panel {
                let place = PanelPlace::default();
                place.want(false, |_| 9);
                layout.beside = place.take_lower(layout.beside);
                parts.push(place.area());
            }
            parts.extend([layout.title, layout.picture, layout.card, layout.beside]);
            for (at, part) in parts.iter().enumerate() {
                prop_assert_eq!(part.intersection(area), *part);
                for other in &parts[at + 1..] {
                    prop_assert!(part.intersection(*other).area() == 0, "{:?}", layout);
                }
            }
            prop_assert!(layout.card.height > 0 && layout.beside.height >= 2, "{:?}", layout);
        }
    }
}
