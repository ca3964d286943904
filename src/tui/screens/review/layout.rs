//! Where things stand on the review screen: pure geometry.

use ratatui::layout::Rect;

use crate::tui::widgets::cells::{cells, share};
use crate::tui::widgets::scroll_hint::MARGIN;

/// The parts of the review screen. Empty parts have no height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The action bar.
    pub bar: Rect,
}

/// The frame of a wide screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Around the picture.
    pub picture: Rect,
    /// Around the card.
    pub card: Rect,
}

/// From this width on picture and question stand side by side.
const WIDE: u16 = 100;
const NARROWEST_CARD: u16 = 40;

impl Layout {
    /// Below the picture of a narrow screen there is room for where the question comes from, which
    /// gives the picture another row.
    pub fn caption_tells_origin(&self) -> bool {
        self.frame.is_none() && !self.caption.is_empty()
    }
}

/// Lays the screen out. `lines_at(width, has_no_origin)` returns how many lines the card has at a width,
/// with or without the one of split and source.
pub fn lay_out(area: Rect, has_picture: bool, lines_at: impl Fn(u16, bool) -> usize) -> Layout {
    if area.width < 60 || area.height < 20 {
        return compact(area, has_picture, lines_at);
    }
    let title = row(area, 0);
    let bar = row(area, area.height - 1);
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    if area.width >= WIDE {
        wide(title, body, bar, has_picture, lines_at)
    } else {
        narrow(title, body, bar, has_picture, lines_at)
    }
}

fn row(area: Rect, row: u16) -> Rect {
    Rect { y: area.y + row.min(area.height.saturating_sub(1)), height: 1, ..area }
}

/// Side by side; the card is as narrow as its text allows, so that the picture is large.
fn wide(
    title: Rect,
    body: Rect,
    bar: Rect,
    has_picture: bool,
    lines_at: impl Fn(u16, bool) -> usize,
) -> Layout {
    let rows = usize::from(body.height - 2);
    let widest = if has_picture { body.width / 2 } else { body.width };
    let fits = |&width: &u16| lines_at(width - 2 - 1 - MARGIN, false) <= rows;
    let card_width = match has_picture {
        true => (NARROWEST_CARD..=widest).step_by(3).find(fits).unwrap_or(widest),
        false => widest,
    };
    let picture_frame = Rect { width: body.width - card_width, ..body };
    let card_frame = Rect { x: picture_frame.right(), width: card_width, ..body };
    Layout {
        title,
        picture: inside(picture_frame, 1),
        caption: Rect { y: body.bottom() - 1, height: 1, ..picture_frame },
        card: card_inside(card_frame),
        frame: Some(Frame { picture: picture_frame, card: card_frame }),
        bar,
    }
}

fn inside(frame: Rect, margin: u16) -> Rect {
    Rect {
        x: frame.x + margin.min(frame.width),
        y: frame.y + 1,
        width: frame.width.saturating_sub(2 * margin),
        height: frame.height.saturating_sub(2),
    }
}

/// A column of distance on the left, the margin on the right.
fn card_inside(frame: Rect) -> Rect {
    let inner = inside(frame, 1);
    let width = inner.width.saturating_sub(1 + MARGIN);
    Rect { x: inner.x + 1, width, ..inner }
}

/// The picture above, the question below, no frames: every row counts.
fn narrow(
    title: Rect,
    body: Rect,
    bar: Rect,
    has_picture: bool,
    lines_at: impl Fn(u16, bool) -> usize,
) -> Layout {
    let card_width = body.width - 1 - MARGIN;
    let most = if has_picture { share(body.height, 3, 5) } else { body.height };
    let card_height = cells(lines_at(card_width, has_picture)).min(most).max(1);
    let caption_height = u16::from(has_picture);
    let picture_height = body.height - card_height - caption_height;
    let picture = Rect { height: picture_height, ..body };
    let caption = Rect { y: picture.bottom(), height: caption_height, ..body };
    let card = Rect { x: body.x + 1, y: caption.bottom(), width: card_width, height: card_height };
    Layout { title, picture, caption, card, frame: None, bar }
}

/// No title, no caption; the picture gets what the question leaves, at least a third.
fn compact(area: Rect, has_picture: bool, lines_at: impl Fn(u16, bool) -> usize) -> Layout {
    let bar = row(area, area.height.saturating_sub(1));
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let card_width = body.width.saturating_sub(1 + MARGIN);
    let most = if has_picture { share(body.height, 2, 3) } else { body.height };
    let card_height = cells(lines_at(card_width, false)).min(most).max(1);
    let picture = Rect { height: body.height - card_height, ..body };
    let card = Rect { x: body.x + 1, y: picture.bottom(), width: card_width, height: card_height };
    let nothing = Rect { height: 0, ..area };
    Layout { title: nothing, picture, caption: nothing, card, frame: None, bar }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_question_leaves_the_picture_two_thirds_of_a_wide_screen() {
        let layout = lay_out(Rect::new(0, 0, 120, 40), true, |_, _| 10);
        assert_eq!((layout.picture.width, layout.picture.height), (78, 36));
    }

    #[test]
    fn on_80x24_a_short_question_leaves_the_picture_most_rows() {
        let layout = lay_out(Rect::new(0, 0, 80, 24), true, |_, _| 8);
        assert_eq!((layout.picture.width, layout.picture.height), (80, 13));
    }

    #[test]
    fn a_question_without_picture_has_the_screen_for_itself() {
        for (width, height) in [(120, 40), (80, 24), (50, 15)] {
            let layout = lay_out(Rect::new(0, 0, width, height), false, |_, _| 500);
            assert_eq!(u32::from(layout.picture.width) * u32::from(layout.picture.height), 0);
        }
    }

    proptest! {
        #[test]
        fn nothing_overlaps_or_leaves_the_screen(
            width in 40u16..300, height in 12u16..120, lines in 0usize..200, has_picture: bool,
        ) {
            let area = Rect::new(0, 0, width, height);
            let layout = lay_out(area, has_picture, |_, _| lines);
            let parts = [layout.title, layout.picture, layout.card, layout.bar];
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
