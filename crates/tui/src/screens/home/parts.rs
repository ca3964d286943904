//! The areas of the home screen, one below the other: the figure, the next questions, what waits beside the
//! people, the last decisions, the menu.

use ratatui::layout::Rect;

use super::digits;
use crate::screens::thumbnails::LOWEST_STRIP;

/// What there is to show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Rows of the columns, frame included.
    pub columns: u16,
    /// Rows of the menu.
    pub menu: u16,
    /// Whether questions come next.
    pub has_next: bool,
    /// Whether questions were decided.
    pub has_last: bool,
}

/// The areas; one that is left out is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub figure: Rect,
    pub next: Rect,
    pub columns: Rect,
    pub last: Rect,
    pub menu: Rect,
}

/// Rows of the figure: its digits with a row below them, and one above the large ones.
const SMALL_FIGURE: u16 = digits::SMALL + 1;
const LARGE_FIGURE: u16 = digits::LARGE + 2;
/// Rows that the columns keep before there are thumbnails.
const LEAST_COLUMNS: u16 = 8;

impl Parts {
    /// The areas between the title and the keys.
    pub fn new(area: Rect, wanted: Wanted) -> Self {
        let all = area.height.saturating_sub(2);
        let menu = wanted.menu.min(all / 2);
        let body = all - menu;
        // Without digits a line and a bar.
        let figure = match body {
            0..10 => body.min(2),
            10..18 => SMALL_FIGURE,
            // Thumbnails are worth more than large digits, where nothing else has to go.
            _ if wanted.has_next
                && body - LARGE_FIGURE < wanted.columns + LOWEST_STRIP
                && body - SMALL_FIGURE >= wanted.columns + LOWEST_STRIP =>
            {
                SMALL_FIGURE
            }
            _ => LARGE_FIGURE,
        };
        let rest = body - figure;
        let reserved = wanted.columns.min(LEAST_COLUMNS);
        let fits = |strips: &u16| rest.saturating_sub(reserved) >= strips * LOWEST_STRIP;
        let strips = u16::from(wanted.has_next) + u16::from(wanted.has_last);
        let strips = (0..=strips).rev().find(fits).unwrap_or(0);
        let columns = match strips {
            0 => rest,
            strips => wanted.columns.clamp(reserved, rest - strips * LOWEST_STRIP),
        };
        let of_strips = rest - columns;
        let next = match (wanted.has_next, strips) {
            (false, _) | (_, 0) => 0,
            (true, 1) => of_strips,
            (true, _) => of_strips.div_ceil(2),
        };
        let mut y = area.y + area.height.min(1);
        let mut take = |height: u16| {
            let part = Rect { y, height, ..area };
            y += height;
            part
        };
        let [figure, next, columns, last, menu] =
            [figure, next, columns, of_strips - next, menu].map(&mut take);
        Parts { figure, next, columns, last, menu }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights((width, height): (u16, u16), wanted: Wanted) -> [u16; 5] {
        let parts = Parts::new(Rect::new(0, 0, width, height), wanted);
        let Parts { figure, next, columns, last, menu } = parts;
        [figure, next, columns, last, menu].map(|part| part.height)
    }

    const TEAM: Wanted = Wanted { columns: 11, menu: 1, has_next: true, has_last: true };

    #[test]
    fn a_small_screen_has_the_figure_what_waits_and_the_menu() {
        assert_eq!(heights((80, 24), Wanted { menu: 2, ..TEAM }), [7, 0, 13, 0, 2]);
        assert_eq!(heights((60, 16), Wanted { menu: 3, ..TEAM }), [4, 0, 7, 0, 3]);
        assert_eq!(heights((40, 12), Wanted { menu: 4, ..TEAM }), [2, 0, 4, 0, 4]);
    }

    #[test]
    fn small_digits_make_room_for_thumbnails_where_little_waits() {
        let alone = Wanted { columns: 8, has_last: false, ..TEAM };
        assert_eq!(heights((80, 24), alone), [4, 9, 8, 0, 1]);
        assert_eq!(heights((80, 24), Wanted { columns: 10, ..alone }), [7, 0, 14, 0, 1]);
    }

    #[test]
    fn a_large_screen_is_filled_with_thumbnails() {
        assert_eq!(heights((120, 40), TEAM), [7, 10, 11, 9, 1]);
        assert_eq!(heights((200, 60), TEAM), [7, 20, 11, 19, 1]);
        let fresh = Wanted { has_last: false, ..TEAM };
        assert_eq!(heights((120, 40), fresh), [7, 19, 11, 0, 1]);
        let done = Wanted { has_next: false, ..TEAM };
        assert_eq!(heights((120, 40), done), [7, 0, 11, 19, 1]);
    }

    #[test]
    fn the_parts_fill_the_screen_between_title_and_keys_at_any_size() {
        for (height, columns) in (0..70).flat_map(|height| (0..40).map(move |rows| (height, rows)))
        {
            for (has_next, has_last) in [(false, false), (false, true), (true, false), (true, true)]
            {
                let wanted = Wanted { columns, menu: 2, has_next, has_last };
                let all: u16 = heights((80, height), wanted).iter().sum();
                assert_eq!(all, height.saturating_sub(2), "{wanted:?}");
            }
        }
    }
}
