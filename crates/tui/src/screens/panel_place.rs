//! The area of a panel of the review: the screen computes one that covers neither the stem nor the
//! choices, and the panel above it draws there.

use std::cell::Cell;
use std::rc::Rc;

use ratatui::layout::Rect;

/// A panel with the reasons in two columns: its size with the border.
pub const TWO_COLUMNS: (u16, u16) = (74, 9);
/// A panel with the reasons in one column.
pub const ONE_COLUMN: (u16, u16) = (40, 14);

/// The rows that the panel wants at a width.
pub fn rows_wanted(width: u16) -> u16 {
    if width >= TWO_COLUMNS.0 { TWO_COLUMNS.1 } else { ONE_COLUMN.1 }
}

/// The area for a panel. The screen keeps one handle and gives the panel another, which the panel drops
/// when it is closed.
#[derive(Clone, Debug, Default)]
pub struct PanelPlace(Rc<Cell<Rect>>);

impl PanelPlace {
    /// Whether a panel holds a handle.
    pub fn is_taken(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    /// Gives the panel an area.
    pub fn assign(&self, area: Rect) {
        self.0.set(area);
    }

    /// The panel's area.
    pub fn area(&self) -> Rect {
        self.0.get()
    }

    /// The lowest rows of it, for a panel that needs no more.
    pub fn lowest(&self, rows: u16) -> Rect {
        let room = self.area();
        let height = room.height.min(rows);
        Rect { y: room.bottom() - height, height, ..room }
    }
}
