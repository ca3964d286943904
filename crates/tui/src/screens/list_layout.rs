//! Where the parts of a list screen are: the list in its frame, and in a frame beside or below it what
//! belongs to the marked row.

use ratatui::layout::{Margin, Rect};

use crate::widgets::cells::cells;

/// From this width of the screen on a detail may be beside the list.
pub(super) const WIDE: u16 = 100;
/// The rows of the edges of a frame.
const EDGES: u16 = 2;

/// Where the detail of the marked row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    Nowhere,
    /// In this many columns right of the list.
    Beside(u16),
    /// Below the list, in this many rows at least, with its frame.
    Below(u16),
}

impl Detail {
    /// The columns that the list leaves to it.
    pub fn columns(self) -> u16 {
        match self {
            Detail::Beside(columns) => columns,
            Detail::Nowhere | Detail::Below(_) => 0,
        }
    }
}

/// What must fit into the list's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub rows: usize,
    /// The row of the heads of columns.
    pub heads: u16,
    /// Rows of the table below the list, such as sums.
    pub beyond: u16,
    pub legend: u16,
}

/// The frames, and the rows within that of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ListParts {
    pub list: Rect,
    pub detail: Rect,
    pub rows: Rect,
    pub legend: Rect,
}

/// The screen without the title, the basis and the keys.
pub(super) fn region(area: Rect) -> Rect {
    Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area }
}

/// Whether a text on the whole screen has space for a frame; lists always have one.
pub(super) fn has_frame(area: Rect) -> bool {
    area.width >= 60 && area.height >= 20
}

impl ListParts {
    pub fn new(region: Rect, wanted: Wanted, detail: Detail) -> Self {
        let around = EDGES + wanted.heads + wanted.beyond + wanted.legend;
        let (list, detail) = match detail {
            Detail::Nowhere => (region, Rect::default()),
            Detail::Beside(columns) => {
                let width = region.width.saturating_sub(columns);
                let beside = Rect { x: region.x + width, width: region.width - width, ..region };
                (Rect { width, ..region }, beside)
            }
            Detail::Below(least) => {
                let room = region.height.saturating_sub(least).max(region.height / 2);
                let height = cells(wanted.rows).saturating_add(around).min(room);
                let y = region.y + height;
                let below = Rect { y, height: region.height - height, ..region };
                (Rect { height, ..region }, below)
            }
        };
        let height = list.height.saturating_sub(around);
        let rows = columns_of(list);
        let rows = Rect { y: list.y + 1 + wanted.heads, height, ..rows };
        let legend = Rect { y: rows.bottom() + wanted.beyond, height: wanted.legend, ..rows };
        // The sign of the marked row has two columns.
        let legend = Rect { x: legend.x + 2, width: legend.width.saturating_sub(2), ..legend };
        ListParts { list, detail, rows, legend: legend.intersection(list) }
    }
}

/// The columns of the rows in the frame of a list, whose edge has the arrows of scrolling.
pub(super) fn columns_of(frame: Rect) -> Rect {
    Rect { x: frame.x + 1, width: frame.width.saturating_sub(2), ..frame }
}

/// Where the lines in the frame of a detail are.
pub(super) fn lines_of(frame: Rect) -> Rect {
    frame.inner(Margin::new(2, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(detail: Detail) -> ListParts {
        let wanted = Wanted { rows: 9, heads: 1, beyond: 1, legend: 1 };
        ListParts::new(region(Rect::new(0, 0, 120, 40)), wanted, detail)
    }

    #[test]
    fn a_list_alone_fills_the_screen_and_one_with_a_detail_below_has_the_rows_that_it_needs() {
        assert_eq!(parts(Detail::Nowhere).list, Rect::new(0, 2, 120, 37));
        let below = parts(Detail::Below(6));
        assert_eq!((below.rows, below.list.bottom()), (Rect::new(1, 4, 118, 9), 16));
        assert_eq!(below.detail, Rect::new(0, 16, 120, 23));
        assert_eq!(below.legend.y, below.rows.bottom() + 1);
    }

    #[test]
    fn a_detail_has_its_least_rows_unless_they_are_more_than_half() {
        let below = |rows, least| {
            let wanted = Wanted { rows, heads: 1, beyond: 0, legend: 0 };
            ListParts::new(Rect::new(0, 2, 80, 20), wanted, Detail::Below(least)).detail.height
        };
        assert_eq!((below(100, 8), below(100, 15)), (8, 10));
    }

    #[test]
    fn nothing_is_outside_of_its_frame_at_any_height() {
        for height in 0..30 {
            for detail in [Detail::Nowhere, Detail::Beside(40), Detail::Below(7)] {
                let wanted = Wanted { rows: 12, heads: 1, beyond: 1, legend: 2 };
                let region = region(Rect::new(0, 0, 100, height));
                let parts = ListParts::new(region, wanted, detail);
                assert_eq!(parts.legend.intersection(parts.list), parts.legend);
                for part in [parts.list, parts.detail] {
                    assert!(part.is_empty() || part.intersection(region) == part, "{height}");
                }
            }
        }
    }
}
