//! The panes in which screens show their pictures, one value for the whole frame.
//!
//! While a frame is drawn, each pane [shows](PicturePanes::show) its picture; the shown pictures
//! are the requested ones, so that the size on screen and the size requested are always the same.
//! After everything else is drawn, popups included, [`finish`](PicturePanes::finish) passes the
//! requests on and completes the real pixels.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::Style;

use crate::messages::text;
use assay_core::benchmark::ImageHash;

use super::fit::{Look, View};
use super::mode::{PictureMode, Surface};
use super::notice;
use super::pixel_layer::PixelLayer;
use super::requests::{PictureState, Request};
use super::service::PictureService;

/// The pictures on the screen.
pub struct PicturePanes {
    /// The service, to change the painter or to ask about a picture.
    pub service: PictureService,
    layer: PixelLayer,
    /// The frame that is being drawn.
    frame: Frame,
    /// The last finished frame.
    last: Frame,
    prefetches: bool,
}

/// The pictures of one frame.
#[derive(Default)]
struct Frame {
    /// Those on the screen, with their places.
    shown: Vec<(Request, Rect)>,
    /// Those that may be shown next.
    neighbours: Vec<Request>,
    /// Those on the screen that were not ready when the frame was drawn.
    awaited: Vec<Request>,
}

impl PicturePanes {
    /// No picture yet.
    pub fn new(service: PictureService) -> Self {
        PicturePanes {
            service,
            layer: PixelLayer::default(),
            frame: Frame::default(),
            last: Frame::default(),
            prefetches: true,
        }
    }

    /// The same panes without preparing what is not on screen: to measure the effect of preparing.
    #[must_use]
    pub fn without_prefetch(self) -> Self {
        PicturePanes { prefetches: false, ..self }
    }

    /// Draws a picture into the area, or a notice in this style while it is loading or if it is
    /// broken. Returns width and height of the whole picture in pixels, if it is drawn in this view.
    pub fn show(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        hash: ImageHash,
        view: View,
        notices: Style,
    ) -> Option<(u32, u32)> {
        let area = self.room(buffer, area);
        let request = Request { hash, area: area.as_size(), view };
        if area.is_empty() {
            return None;
        }
        self.frame.shown.push((request, area));
        match self.service.state(&request) {
            PictureState::Ready(painted) => {
                self.layer.place(buffer, area, &painted);
                return Some(painted.natural);
            }
            PictureState::Loading { meanwhile } => {
                self.frame.awaited.push(request);
                // A corner of a larger painting would look like another picture.
                let placed = meanwhile.is_some_and(|painted| {
                    painted.shows_most_in(area) && self.layer.place(buffer, area, &painted)
                });
                if !placed {
                    notice::draw(buffer, area, text!("picture-loading"), notices);
                }
            }
            PictureState::Broken(reason) => {
                notice::draw(buffer, area, &format!("✗ {reason}"), notices);
            }
        }
        None
    }

    /// Prepares a picture that may be shown in this area soon.
    pub fn prepare(&mut self, buffer: &Buffer, area: Rect, hash: ImageHash) {
        if !self.prefetches {
            return;
        }
        let area = self.room(buffer, area).as_size();
        self.frame.neighbours.push(Request { hash, area, view: View::default() });
    }

    /// Shows the pictures that are drawn so far in characters, which can be dimmed.
    pub fn put_in_characters(&mut self, buffer: &mut Buffer) {
        self.layer.put_in_characters(buffer);
    }

    /// Completes the frame. Call it after everything was drawn, popups included.
    pub fn finish(&mut self, buffer: &mut Buffer) {
        self.last = std::mem::take(&mut self.frame);
        let on_screen: Vec<Request> = self.last.shown.iter().map(|(shown, _)| *shown).collect();
        self.service.want(&on_screen, &self.last.neighbours);
        self.layer.finish(buffer);
        // A neighbour that became ready while this frame was drawn did not wake the event loop: the
        // worker did not count it as on screen yet.
        let is_ready = |request: &Request| {
            !matches!(self.service.state(request), PictureState::Loading { .. })
        };
        if self.last.awaited.iter().any(is_ready) {
            self.service.wake();
        }
    }

    /// The data to send while the program is idle: one picture that may be shown next, to a
    /// terminal that keeps pictures.
    pub fn sent_ahead(&mut self) -> Option<String> {
        let surface = self.service.surface();
        if surface.mode != PictureMode::Kitty {
            return None;
        }
        self.last.neighbours.iter().find_map(|request| match self.service.state(request) {
            PictureState::Ready(painted) => self.layer.hand_over(&painted, surface.through_tmux),
            _ => None,
        })
    }

    /// The view of a picture after one look at it; unchanged if it was not on screen.
    pub fn view_after(&self, hash: ImageHash, view: View, look: Look) -> View {
        match self.last.shown.iter().find(|(request, _)| request.hash == hash) {
            Some((shown, _)) => self.service.view_after(&Request { view, ..*shown }, look),
            None => view,
        }
    }

    /// The look at a place on the screen, where the only picture of the last frame is.
    pub fn place_at(&self, at: Position) -> Option<Look> {
        let [(_, area)] = self.last.shown[..] else { return None };
        let part = |at: u16, start: u16, length: u16| {
            ((u32::from(at - start) * 2 + 1) * 5_000 / u32::from(length)) as u16
        };
        area.contains(at)
            .then(|| Look::Place(part(at.x, area.x, area.width), part(at.y, area.y, area.height)))
    }

    /// The look after a hand has moved the only picture of the last frame from one place to another;
    /// `None` if it was not grabbed there.
    pub fn dragged(&self, from: Position, to: Position) -> Option<Look> {
        let [(_, area)] = self.last.shown[..] else { return None };
        let moved = |from: u16, to: u16, length: u16| {
            let by = (i32::from(to) - i32::from(from)) * 10_000 / i32::from(length);
            by.clamp(-10_000, 10_000) as i16
        };
        area.contains(from)
            .then(|| Look::Drag(moved(from.x, to.x, area.width), moved(from.y, to.y, area.height)))
    }

    /// Whether a picture of the last finished frame is still being prepared.
    pub fn is_loading(&self) -> bool {
        !self.last.awaited.is_empty()
    }

    /// Sends every picture again with the next frame: after the screen was cleared, after a
    /// suspension, after another program or viuer used it. A resize is detected without this.
    pub fn repaint(&mut self) {
        self.layer.repaint();
    }

    /// Takes note of the size of a cell after a resize, which may have been one of the font.
    pub fn resized(&mut self, cell: Option<(u16, u16)>) {
        let surface = self.service.surface();
        if let Some(cell) =
            cell.filter(|cell| surface.mode.has_real_pixels() && *cell != surface.cell)
        {
            self.service.set_surface(Surface { cell, ..surface });
            self.repaint();
        }
    }

    /// The data to write to the terminal at the end, so that it does not keep our pictures.
    pub fn farewell(&mut self) -> String {
        self.layer.farewell(self.service.surface().through_tmux)
    }

    /// Pixels that are drawn at the cursor must not reach the last line: the terminal would scroll.
    fn room(&self, buffer: &Buffer, area: Rect) -> Rect {
        let mut room = area.intersection(buffer.area);
        if self.service.surface().mode.draws_once() && room.bottom() == buffer.area.bottom() {
            room.height = room.height.saturating_sub(1);
        }
        if room.is_empty() { Rect::from((room.as_position(), Size::ZERO)) } else { room }
    }
}
