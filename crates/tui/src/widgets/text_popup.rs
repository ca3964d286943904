//! A popup with a text that scrolls, as high as the text if there is space.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;

use super::cells::cells;
use super::chrome::{draw_box, popup_area};
use super::scroll::TextWindow;
use crate::theme::Theme;

/// The text as it is laid out.
#[derive(Default)]
pub struct TextPopup {
    pub window: TextWindow,
    lines: Vec<Line<'static>>,
    area: Rect,
}

impl TextPopup {
    /// Lays a text out that `text` makes for lines of a width, in a popup of at most `widest` cells
    /// that leaves the last rows of the screen free.
    pub fn lay_out(
        &mut self,
        widest: u16,
        screen: Rect,
        text: impl FnOnce(usize) -> Vec<Line<'static>>,
    ) {
        let width = screen.width.saturating_sub(2).min(widest);
        self.lines = text(usize::from(width.saturating_sub(4)));
        let height = cells(self.lines.len()).saturating_add(2);
        let size = (width, height.min(screen.height.saturating_sub(2)));
        self.area = popup_area(size, screen);
        self.window.fit(self.lines.len(), self.area.height.saturating_sub(2));
    }

    /// Draws the popup and the visible lines.
    pub fn draw(&self, title: &str, theme: &Theme, buffer: &mut Buffer) {
        let inner = draw_box(title, self.area, theme, buffer);
        let text = inner.inner(Margin::new(1, 0));
        self.window.draw(&self.lines, text, buffer);
        self.window.hint().draw(text, None, theme, buffer);
    }
}
