//! The pixel layer: pictures of real pixels, which the terminal shows and ratatui does not track.
//!
//! ratatui sends a cell when it changed. That is not enough for pixels. Pixels drawn once (sixel,
//! iTerm2) are destroyed by any text written over them: when a popup closes, the cells under it are
//! unchanged for ratatui, and a ghost would stay. Pixels kept by the terminal (kitty) must be
//! handed over exactly once, also if a popup covers the picture's first cell at that time. So this
//! layer looks at the finished frame: which cells of each picture are free, which were covered and
//! are free again; and it adds the payload to one cell of the frame where needed.
//!
//! Order of a frame: [`place`](PixelLayer::place) every picture, draw everything else (popups clear
//! their cells first), then [`finish`](PixelLayer::finish). Behind a popup that dims what is below it, the
//! pictures are in [characters](PixelLayer::put_in_characters): pixels cannot be dimmed.

use std::num::NonZeroU16;
use std::sync::Arc;

use ratatui::buffer::{Buffer, Cell, CellDiffOption, CellWidth};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;

use super::ansi;
use super::painted::Painted;
use super::payload::{ONE_COLUMN, PLACEHOLDER, Payload};
use super::protocol;
use super::terminal_cache::TerminalCache;

/// The pictures of one frame, and those that the previous frame left on the screen.
#[derive(Debug, Default)]
pub struct PixelLayer {
    now: Vec<Placed>,
    before: Vec<Placed>,
    screen: Rect,
    handed_over: TerminalCache,
    /// Handed over before the screen was cleared: to be deleted unless they are handed over again.
    left_behind: Vec<u32>,
    everything_again: bool,
    odd_frame: bool,
}

#[derive(Debug)]
struct Placed {
    place: Rect,
    picture: Arc<Painted>,
    /// Cells of the place, row by row, that nothing else was drawn over.
    free: Vec<bool>,
}

impl PixelLayer {
    /// Draws a picture's cells into the area, clipped. Pixels that are drawn once cannot be
    /// clipped: then, and only then, nothing is drawn and the result is false.
    pub fn place(&mut self, buffer: &mut Buffer, area: Rect, picture: &Arc<Painted>) -> bool {
        let place = picture.place_in(area);
        let seen = place.intersection(area).intersection(buffer.area);
        let once = matches!(picture.payload, Payload::DrawnOnce(_));
        if seen.is_empty() || once && (seen != place || scrolls_the_screen(place, buffer)) {
            return seen.is_empty();
        }
        for position in seen.positions() {
            let from = Position::new(position.x - place.x, position.y - place.y);
            // The ground is visible where the picture leaves a part of a cell free.
            let ground = buffer[position].bg;
            buffer[position] = picture.cells[from].clone();
            if buffer[position].bg == Color::Reset {
                buffer[position].bg = ground;
            }
        }
        if picture.payload != Payload::None {
            self.now.push(Placed { place: seen, picture: Arc::clone(picture), free: Vec::new() });
        }
        true
    }

    /// Replaces the pixels that are placed so far by characters.
    pub fn put_in_characters(&mut self, buffer: &mut Buffer) {
        for Placed { place, picture, .. } in self.now.drain(..) {
            for position in place.positions() {
                if is_picture(&buffer[position]) {
                    let from = Position::new(position.x - place.x, position.y - place.y);
                    let characters = picture.in_characters.as_ref();
                    let cell = characters.and_then(|cells| cells.cell(from));
                    buffer[position] = cell.cloned().unwrap_or_default();
                }
            }
        }
    }

    /// Adds the pixel data for the terminal to the finished frame. Call it once per frame, after
    /// everything was drawn.
    pub fn finish(&mut self, buffer: &mut Buffer) {
        if self.screen != buffer.area {
            // The terminal was resized, which clears it.
            self.screen = buffer.area;
            self.repaint();
        }
        if std::mem::take(&mut self.everything_again) {
            self.before.clear();
            self.left_behind.extend(self.handed_over.take_all());
        }
        self.odd_frame = !self.odd_frame;
        let mut now = std::mem::take(&mut self.now);
        for placed in &mut now {
            placed.free =
                placed.place.positions().map(|position| is_picture(&buffer[position])).collect();
            match &placed.picture.payload {
                Payload::None => {}
                Payload::Kept { id, transmission } => {
                    if !self.handed_over.contains(*id)
                        && let Some(position) = placed.first_free()
                    {
                        prefix(&mut buffer[position], transmission);
                        self.handed_over.add(*id);
                        self.left_behind.retain(|left| left != id);
                    }
                }
                Payload::DrawnOnce(data) => {
                    if !placed.is_shown_since(&self.before) {
                        self.draw_again(buffer, placed, data);
                    }
                }
            }
        }
        self.before = now;
    }

    /// Sends every picture again with the next frame: after the screen was cleared or used by
    /// another program (suspended, full-screen picture).
    pub fn repaint(&mut self) {
        self.everything_again = true;
    }

    /// The sequence that hands a picture over before it is shown; `None` if that is not possible or
    /// was done.
    ///
    /// A picture takes milliseconds to send, which is not noticeable between two frames. Old ones
    /// that are not on screen are deleted to make room.
    pub fn hand_over(&mut self, picture: &Painted, through_tmux: bool) -> Option<String> {
        let Payload::Kept { id, transmission } = &picture.payload else { return None };
        if self.everything_again || !self.handed_over.add(*id) {
            return None;
        }
        let shown = |other: u32| self.before.iter().any(|placed| placed.is_kept_as(other));
        let surplus = self.handed_over.drop_surplus(|other| other == *id || shown(other));
        let left_behind = self.left_behind.drain(..).filter(|left| left != id);
        Some(protocol::delete(surplus.into_iter().chain(left_behind), through_tmux) + transmission)
    }

    /// The data to send at the end, so that no picture stays in the terminal's memory.
    pub fn farewell(&mut self, through_tmux: bool) -> String {
        let left_behind = self.left_behind.drain(..);
        protocol::delete(self.handed_over.take_all().into_iter().chain(left_behind), through_tmux)
    }

    fn draw_again(&self, buffer: &mut Buffer, placed: &Placed, data: &str) {
        let corner = Position::new(placed.place.x, placed.place.y);
        for (position, free) in placed.place.positions().zip(&placed.free) {
            // The pixels go over the popup too; its cells follow after them.
            if !free && position != corner {
                buffer[position].set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
        // Equal symbols in two frames would not be sent twice: the two ways of writing "no
        // attributes" make them differ.
        let plain = if self.odd_frame { "\x1b[m" } else { "\x1b[0m" };
        // The cells are emptied in the colour of their ground: it is visible where the last row and
        // column are not filled.
        let ground = buffer[placed.first_free().unwrap_or(corner)].bg;
        let plain = format!("{plain}{}", ansi::ground(ground));
        let cell = &mut buffer[corner];
        if is_picture(cell) {
            // The cursor moves on as ratatui believes it does, without writing over the pixels.
            cell.set_symbol(&format!("\x1b7{plain}{data}\x1b8\x1b[C")).set_diff_option(ONE_COLUMN);
        } else {
            prefix(cell, &format!("\x1b7{plain}{data}\x1b8"));
        }
    }
}

impl Placed {
    /// Whether the terminal already shows the free cells of this picture in this place.
    fn is_shown_since(&self, before: &[Placed]) -> bool {
        before.iter().any(|old| {
            old.place == self.place
                && Arc::ptr_eq(&old.picture, &self.picture)
                && old.free.iter().zip(&self.free).all(|(was_free, is_free)| *was_free || !is_free)
        })
    }

    fn is_kept_as(&self, number: u32) -> bool {
        matches!(self.picture.payload, Payload::Kept { id, .. } if id == number)
    }

    fn first_free(&self) -> Option<Position> {
        self.place.positions().zip(&self.free).find_map(|(position, free)| free.then_some(position))
    }
}

/// A cell of a picture that nothing was drawn over. Popups clear their cells, which resets the
/// option.
fn is_picture(cell: &Cell) -> bool {
    cell.diff_option == CellDiffOption::Skip
        || cell.diff_option == ONE_COLUMN && cell.symbol().contains(PLACEHOLDER)
}

fn prefix(cell: &mut Cell, sequence: &str) {
    let width = NonZeroU16::new(cell.cell_width()).unwrap_or(NonZeroU16::MIN);
    let symbol = format!("{sequence}{}", cell.symbol());
    cell.set_symbol(&symbol).set_diff_option(CellDiffOption::ForcedWidth(width));
}

/// A sixel picture that reaches the last line makes the terminal scroll.
fn scrolls_the_screen(place: Rect, buffer: &Buffer) -> bool {
    place.bottom() >= buffer.area.bottom()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Size;
    use ratatui::style::Style;
    use ratatui::widgets::{Clear, Paragraph, Widget};

    const SCREEN: Rect = Rect { x: 0, y: 0, width: 20, height: 8 };
    const PANE: Rect = Rect { x: 2, y: 1, width: 10, height: 5 };
    const POPUP: Rect = Rect { x: 5, y: 2, width: 6, height: 2 };

    fn picture(payload: Payload) -> Arc<Painted> {
        let mut cells = Buffer::empty(Rect::new(0, 0, 10, 5));
        for cell in &mut cells.content {
            match payload {
                Payload::DrawnOnce(_) => cell.set_diff_option(CellDiffOption::Skip),
                _ => cell.set_char(PLACEHOLDER).set_diff_option(ONE_COLUMN),
            };
        }
        Arc::new(Painted {
            cells,
            offset: (0, 0),
            area: Size::new(10, 5),
            payload,
            natural: (10, 5),
            in_characters: Some(Buffer::with_lines(["▀▀▀▀▀▀▀▀▀▀"; 5])),
        })
    }

    fn sixel() -> Arc<Painted> {
        picture(Payload::DrawnOnce("<pixels>".into()))
    }

    fn kitty() -> Arc<Painted> {
        picture(Payload::Kept { id: 9, transmission: "<transmit>".into() })
    }

    /// A terminal as ratatui uses it: it gets the differences from the previous frame.
    struct Sent {
        layer: PixelLayer,
        before: Buffer,
    }

    impl Sent {
        fn new() -> Self {
            Sent { layer: PixelLayer::default(), before: Buffer::empty(SCREEN) }
        }

        fn frame(&mut self, picture: &Arc<Painted>, popups: &[Rect]) -> String {
            let mut buffer = Buffer::empty(SCREEN);
            self.layer.place(&mut buffer, PANE, picture);
            for &popup in popups {
                Clear.render(popup, &mut buffer);
                Paragraph::new("popup\npopup").render(popup, &mut buffer);
            }
            self.layer.finish(&mut buffer);
            let sent = self.before.diff(&buffer).iter().map(|(.., cell)| cell.symbol()).collect();
            self.before = buffer;
            sent
        }
    }

    #[test]
    fn a_sixel_picture_is_sent_once_while_nothing_changes() {
        let (mut terminal, picture) = (Sent::new(), sixel());
        assert!(terminal.frame(&picture, &[]).contains("<pixels>"));
        assert_eq!(terminal.frame(&picture, &[]), "");
        assert_eq!(terminal.frame(&picture, &[]), "");
    }

    #[test]
    fn the_cells_of_a_sixel_picture_are_emptied_in_the_colour_around_it() {
        let mut buffer = Buffer::empty(SCREEN);
        buffer.set_style(PANE, Style::new().bg(Color::Rgb(7, 8, 9)));
        Clear.render(POPUP, &mut buffer);
        let mut layer = PixelLayer::default();
        layer.place(&mut buffer, PANE, &sixel());
        layer.finish(&mut buffer);
        let sent: String = buffer.content.iter().map(Cell::symbol).collect();
        let (ground, pixels) = (sent.find("\x1b[48;2;7;8;9m"), sent.find("<pixels>"));
        assert!(ground.is_some() && ground < pixels, "{sent:?}");
        assert!(sent.contains("\x1b8"), "the colours of the screen come back");
    }

    #[test]
    fn a_popup_over_a_sixel_picture_leaves_no_ghost() {
        let (mut terminal, picture) = (Sent::new(), sixel());
        terminal.frame(&picture, &[]);
        let opened = terminal.frame(&picture, &[POPUP]);
        assert!(opened.contains("popup") && !opened.contains("<pixels>"));
        assert!(!terminal.frame(&picture, &[POPUP]).contains("popup"));
        assert!(terminal.frame(&picture, &[]).contains("<pixels>"));
        assert_eq!(terminal.frame(&picture, &[]), "");
    }

    #[test]
    fn behind_a_popup_that_dims_it_a_picture_is_in_characters_and_its_pixels_come_back() {
        for picture in [sixel(), kitty()] {
            let mut terminal = Sent::new();
            let pixels = terminal.frame(&picture, &[]);
            let mut buffer = Buffer::empty(SCREEN);
            terminal.layer.place(&mut buffer, PANE, &picture);
            terminal.layer.put_in_characters(&mut buffer);
            Clear.render(POPUP, &mut buffer);
            terminal.layer.finish(&mut buffer);
            let seen =
                |area: Rect| area.positions().map(|at| buffer[at].symbol()).collect::<String>();
            assert_eq!(seen(PANE).matches('▀').count(), 50 - 12, "all but the popup");
            assert!(!seen(SCREEN).contains(['<', PLACEHOLDER]));
            terminal.before = buffer;
            let again = terminal.frame(&picture, &[]);
            assert!(again.contains("<pixels>") || again.contains(PLACEHOLDER), "{again}");
            assert!(again.len() <= pixels.len(), "what kitty keeps is not sent again");
        }
    }

    #[test]
    fn of_two_popups_the_one_that_stays_is_drawn_again_over_the_pixels() {
        let (mut terminal, picture) = (Sent::new(), sixel());
        let other = Rect { x: 3, y: 4, width: 5, height: 1 };
        terminal.frame(&picture, &[POPUP, other]);
        terminal.frame(&picture, &[POPUP, other]);
        let sent = terminal.frame(&picture, &[POPUP]);
        let (pixels, popup) = (sent.find("<pixels>"), sent.find("popup"));
        assert!(pixels.is_some() && pixels < popup, "{sent}");
    }

    #[test]
    fn a_sixel_picture_that_comes_under_a_popup_is_drawn_beneath_it() {
        let (mut terminal, picture) = (Sent::new(), sixel());
        let corner = Rect { x: 0, y: 0, width: 8, height: 3 };
        let sent = terminal.frame(&picture, &[corner]);
        let before_corner = sent.find("<pixels>").unwrap();
        assert!(sent.rfind("pup").unwrap() > before_corner, "{sent}");
        assert!(terminal.frame(&picture, &[]).contains("<pixels>"));
    }

    #[test]
    fn after_a_repaint_or_a_resize_everything_is_sent_again() {
        for picture in [sixel(), kitty()] {
            let once = matches!(picture.payload, Payload::DrawnOnce(_));
            let sign = if once { "<pixels>" } else { "<transmit>" };
            let mut terminal = Sent::new();
            terminal.frame(&picture, &[]);
            for _ in 0..2 {
                // As after `Terminal::clear`, without which no repaint is requested.
                terminal.layer.repaint();
                terminal.before = Buffer::empty(SCREEN);
                assert!(terminal.frame(&picture, &[]).contains(sign), "{sign}");
            }
            terminal.layer.screen = Rect::default();
            terminal.before = Buffer::empty(SCREEN);
            assert!(terminal.frame(&picture, &[]).contains(sign), "{sign}");
        }
    }

    #[test]
    fn a_kitty_picture_is_handed_over_once_even_if_its_corner_is_covered() {
        let (mut terminal, picture) = (Sent::new(), kitty());
        let corner = Rect { x: 2, y: 1, width: 4, height: 2 };
        let sent = terminal.frame(&picture, &[corner]);
        assert_eq!(sent.matches("<transmit>").count(), 1);
        assert!(!terminal.frame(&picture, &[]).contains("<transmit>"));

        let mut terminal = Sent::new();
        assert!(!terminal.frame(&picture, &[PANE]).contains("<transmit>"), "wholly covered");
        assert!(terminal.frame(&picture, &[]).contains("<transmit>"));
        assert_eq!(terminal.layer.farewell(false), protocol::delete([9], false));
    }

    #[test]
    fn a_kitty_picture_that_was_handed_over_before_it_is_shown_is_not_sent_again() {
        let (mut terminal, picture) = (Sent::new(), kitty());
        terminal.frame(&sixel(), &[]);
        let ahead = terminal.layer.hand_over(&picture, false);
        assert_eq!(ahead.as_deref(), Some("<transmit>"));
        assert_eq!(terminal.layer.hand_over(&picture, false), None);
        let shown = terminal.frame(&picture, &[]);
        assert!(shown.contains(PLACEHOLDER) && !shown.contains("<transmit>"));
        terminal.layer.repaint();
        assert_eq!(terminal.layer.hand_over(&picture, false), None, "the screen is to be cleared");
    }

    #[test]
    fn what_was_handed_over_before_a_resize_is_deleted_unless_it_is_used_again() {
        let (mut terminal, shown) = (Sent::new(), kitty());
        terminal.frame(&shown, &[]);
        let id = |id| picture(Payload::Kept { id, transmission: "<next>".into() });
        terminal.layer.hand_over(&id(10), false);
        terminal.layer.repaint();
        terminal.before = Buffer::empty(SCREEN);
        terminal.frame(&shown, &[]);
        let sent = terminal.layer.hand_over(&id(11), false).unwrap();
        assert_eq!(sent, protocol::delete([10], false) + "<next>");
        assert_eq!(terminal.layer.farewell(false), protocol::delete([9, 11], false));
    }

    #[test]
    fn handing_over_many_pictures_deletes_old_ones_but_not_the_one_on_screen() {
        let (mut terminal, shown) = (Sent::new(), kitty());
        terminal.frame(&shown, &[]);
        let mut deleted = String::new();
        for id in 100..200 {
            let next = picture(Payload::Kept { id, transmission: "<next>".into() });
            deleted += &terminal.layer.hand_over(&next, false).unwrap();
        }
        assert!(deleted.contains("i=100,") && deleted.contains("i=180,"));
        assert!(!deleted.contains("i=199,") && !deleted.contains("i=9,"), "{deleted}");
    }

    #[test]
    fn pixels_are_never_drawn_where_they_would_scroll_or_stick_out() {
        let mut layer = PixelLayer::default();
        let mut buffer = Buffer::empty(SCREEN);
        let narrow = Rect { width: 6, ..PANE };
        assert!(!layer.place(&mut buffer, narrow, &sixel()));
        assert!(!layer.place(&mut buffer, Rect { y: 3, ..PANE }, &sixel()));
        assert!(layer.place(&mut buffer, narrow, &kitty()), "placeholders can be clipped");
        assert_eq!(buffer[(8, 2)].symbol(), " ");
    }
}
