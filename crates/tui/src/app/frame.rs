//! Frames: scheduling and drawing.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Text;
use ratatui::widgets::Widget;

use super::App;
use super::key_line::KeyLine;
use crate::messages::{speak, text};
use crate::probe::ProbeResult;
use crate::screens::Canvas;

/// Below this size a question does not fit.
const SMALLEST: (u16, u16) = (40, 12);

impl App {
    /// Whether an item is due to be painted that was not on screen before. Until then no further
    /// key may be handled.
    pub fn has_new_item(&self) -> bool {
        self.item() != self.shown_item
    }

    /// The number of the item on screen. A popup belongs to the item below it, so that what is typed
    /// into it at once is not dropped.
    pub(super) fn item(&self) -> u64 {
        self.layers[self.lowest_visible()].item()
    }

    /// Whether a part of the last frame is still loading.
    pub fn is_loading(&self) -> bool {
        self.pictures.is_loading() || self.top().is_waiting()
    }

    /// Asks for a frame in which every picture is sent again.
    pub fn repaint(&mut self) {
        self.pictures.repaint();
        self.needs_drawing = true;
    }

    /// Sets the size of a cell in screen pixels for painting pictures; `None` if it is not known.
    pub fn follow_cells(&mut self, cell: Option<(u16, u16)>) {
        self.pictures.resized(cell);
        self.session.surface = self.pictures.service.surface();
        self.session.settings.terminal.surface.cell = self.session.surface.cell;
    }

    /// Sets another way of painting pictures, and the reason for it.
    pub fn follow_terminal(&mut self, found: ProbeResult) {
        self.session.settings.terminal = found.capabilities;
        // A theme from a file that no longer exists stays unchanged.
        let _ = self.session.follow_settings();
        self.pictures.service.set_surface(self.session.surface);
        self.session.terminal = found.terminal;
    }

    /// Prepares a frame.
    pub fn prepare(&mut self, area: Rect) {
        speak(self.session.settings.language());
        if is_too_small(area) {
            return;
        }
        let bottom = self.lowest_visible();
        for layer in &mut self.layers[bottom..] {
            layer.prepare(area, &self.session);
        }
    }

    /// Draws the whole screen.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        speak(self.session.settings.language());
        if let Some(size) = self.too_large {
            let size = text!("too-large-size", width = size.width, height = size.height);
            let lines = [text!("too-large"), size.as_str(), text!("too-large-what-to-do")];
            Text::from_iter(lines).render(area, buffer);
        } else if is_too_small(area) {
            let lines =
                [text!("too-small-picture"), text!("too-small-question"), text!("too-small-size")];
            Text::from_iter(lines).render(area, buffer);
        } else {
            let bottom = self.lowest_visible();
            let mut canvas = Canvas { buffer, pictures: &mut self.pictures, area };
            for layer in &self.layers[bottom..] {
                if layer.dims_below() {
                    canvas.pictures.put_in_characters(canvas.buffer);
                    self.session.theme.dim_backdrop(canvas.buffer);
                }
                layer.draw(&mut canvas, &self.session);
            }
        }
        self.session.theme.paint_ground(buffer);
        self.pictures.finish(buffer);
        self.key_line = KeyLine::of_frame(buffer);
        self.wide_characters.refresh(buffer, self.session.theme.ground());
    }

    /// Called when a frame has been shown at `now`.
    pub fn painted(&mut self, now: Instant) {
        self.needs_drawing = false;
        if self.has_new_item() {
            self.shown_item = self.item();
            self.painted_at = now;
        }
        self.with_top(|top, session| top.painted(session));
    }
}

fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}
