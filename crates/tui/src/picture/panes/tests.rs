//! Tests of panes frame by frame: loading, drawn, covered and removed pictures.

use super::*;
use crate::picture::mode::ColourDepth;
use crate::picture::tests::{PATIENCE, png};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::widgets::{Clear, Paragraph, Widget};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

const PANE: Rect = Rect { x: 2, y: 1, width: 20, height: 8 };

struct Screen {
    terminal: Terminal<TestBackend>,
    panes: PicturePanes,
    woken: Receiver<()>,
    picture: ImageHash,
}

impl Screen {
    fn new(surface: Surface, bytes: Vec<u8>) -> Self {
        let (send, woken) = channel();
        let picture = ImageHash::compute(&bytes);
        let load = Arc::new(move |_| Ok(bytes.clone()));
        let wake = Arc::new(move || {
            let _ = send.send(());
        });
        let service = PictureService::start(surface, load, wake).unwrap();
        let terminal = Terminal::new(TestBackend::new(30, 11)).unwrap();
        Screen { terminal, panes: PicturePanes::new(service), woken, picture }
    }

    fn draw(&mut self, pane: Rect, view: View, popup: Option<Rect>) -> Option<(u32, u32)> {
        let mut shown = None;
        self.terminal
            .draw(|frame| {
                let buffer = frame.buffer_mut();
                shown = self.panes.show(buffer, pane, self.picture, view, Style::default());
                if let Some(popup) = popup {
                    Clear.render(popup, buffer);
                    Paragraph::new("popup").render(popup, buffer);
                }
                self.panes.finish(buffer);
            })
            .unwrap();
        shown
    }

    /// Draws again at each wake until the picture is there or broken. A wake may be an older one: a
    /// picture that becomes ready during a frame wakes the screen once more.
    fn draw_when_ready(&mut self, pane: Rect, view: View) -> Option<(u32, u32)> {
        loop {
            self.woken.recv_timeout(PATIENCE).expect("the picture gets ready");
            let shown = self.draw(pane, view, None);
            if !self.panes.is_loading() {
                return shown;
            }
        }
    }

    fn text(&self) -> String {
        let cells = &self.terminal.backend().buffer().content;
        cells.iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    fn cells(&self) -> Buffer {
        self.terminal.backend().buffer().clone()
    }
}

fn quadrants() -> Surface {
    Surface::for_cells(ColourDepth::True)
}

#[test]
fn a_picture_is_announced_and_then_shown() {
    let mut screen = Screen::new(quadrants(), png(60, 40));
    assert_eq!(screen.draw(PANE, View::default(), None), None);
    assert!(screen.text().contains("loading the picture"));
    let shown = screen.draw_when_ready(PANE, View::default());
    assert_eq!(shown, Some((60, 40)));
    assert!(!screen.text().contains("loading"));
    let painted = |position: &ratatui::layout::Position| {
        screen.cells()[*position].bg != ratatui::style::Color::Reset
    };
    assert!(PANE.positions().any(|position| painted(&position)));
    assert!(screen.cells().area.positions().filter(painted).all(|at| PANE.contains(at)));
}

#[test]
fn a_neighbour_that_gets_ready_while_the_frame_is_drawn_wakes_the_screen() {
    let mut screen = Screen::new(quadrants(), png(60, 40));
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 11));
    let hash = screen.picture;
    let shown = screen.panes.show(&mut buffer, PANE, hash, View::default(), Style::default());
    assert_eq!(shown, None);
    let request = Request { hash, area: PANE.as_size(), view: View::default() };
    screen.panes.service.want(&[], &[request]);
    while matches!(screen.panes.service.state(&request), PictureState::Loading { .. }) {
        std::thread::yield_now();
    }
    assert!(screen.woken.try_recv().is_err(), "nobody knows that it is on screen");
    screen.panes.finish(&mut buffer);
    screen.woken.recv_timeout(PATIENCE).unwrap();
}

#[test]
fn a_broken_picture_says_why() {
    let mut screen = Screen::new(quadrants(), b"GIF89a".to_vec());
    screen.draw(PANE, View::default(), None);
    assert_eq!(screen.draw_when_ready(PANE, View::default()), None);
    let text = screen.text();
    assert!(text.contains("✗ the picture is") && text.contains("too early"), "{text}");
}

#[test]
fn a_popup_over_a_picture_leaves_nothing_behind() {
    let mut screen = Screen::new(quadrants(), png(60, 40));
    screen.draw(PANE, View::default(), None);
    screen.draw_when_ready(PANE, View::default());
    let whole = screen.cells();
    screen.draw(PANE, View::default(), Some(Rect::new(5, 3, 10, 3)));
    assert!(screen.text().contains("popup"));
    screen.draw(PANE, View::default(), None);
    assert_eq!(screen.cells(), whole);
}

#[test]
fn a_smaller_pane_shows_the_old_cells_clipped_until_the_new_ones_come() {
    let mut screen = Screen::new(quadrants(), png(60, 40));
    screen.draw(PANE, View::default(), None);
    screen.draw_when_ready(PANE, View::default());
    let smaller = Rect { width: 18, height: 7, ..PANE };
    assert_eq!(screen.draw(smaller, View::default(), None), None);
    assert!(!screen.text().contains("loading"));
    let shown = screen.draw_when_ready(smaller, View::default());
    assert!(shown.is_some());
}

#[test]
fn a_tile_does_not_show_the_corner_of_a_large_painting() {
    let mut screen = Screen::new(quadrants(), png(60, 40));
    screen.draw(PANE, View::default(), None);
    screen.draw_when_ready(PANE, View::default());
    let tile = Rect { width: 10, height: 4, ..PANE };
    assert_eq!(screen.draw(tile, View::default(), None), None);
    assert!(screen.text().contains("loading"), "{}", screen.text());
    let shown = screen.draw_when_ready(tile, View::default());
    assert!(shown.is_some());
}

#[test]
fn zooming_asks_for_more_detail_of_what_is_on_screen() {
    let mut screen = Screen::new(quadrants(), png(600, 400));
    screen.draw(PANE, View::default(), None);
    screen.draw_when_ready(PANE, View::default());
    let whole = screen.cells();
    let closer = screen.panes.view_after(screen.picture, View::default(), Look::Closer);
    assert!(!closer.is_whole());
    screen.draw(PANE, closer, None);
    let shown = screen.draw_when_ready(PANE, closer);
    assert!(shown.is_some());
    assert_ne!(screen.cells(), whole);
}

#[test]
fn kitty_is_sent_a_neighbour_before_it_is_shown() {
    let surface = Surface { mode: PictureMode::Kitty, ..quadrants() };
    let mut screen = Screen::new(surface, png(60, 40));
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 11));
    screen.panes.prepare(&buffer, PANE, screen.picture);
    screen.panes.finish(&mut buffer);
    screen.woken.recv_timeout(PATIENCE).expect("it is ready to be sent");
    let sent = screen.panes.sent_ahead().unwrap();
    assert!(sent.starts_with("\x1b_G"), "{sent}");
    assert_eq!(screen.panes.sent_ahead(), None);
    let shown = screen.draw(PANE, View::default(), None);
    assert!(shown.is_some());
    assert!(!screen.text().contains("\x1b_G"));
}

#[test]
fn sixel_keeps_off_the_last_line() {
    let surface = Surface { mode: PictureMode::Sixel, ..quadrants() };
    let mut screen = Screen::new(surface, png(60, 400));
    let screen_wide = Rect::new(0, 0, 30, 11);
    screen.draw(screen_wide, View::default(), None);
    let shown = screen.draw_when_ready(screen_wide, View::default());
    assert!(shown.is_some());
    let sent = screen.text();
    assert!(sent.contains("\x1bP"), "the pixels are in the frame");
    assert!(sent.contains("\x1b[10A") && !sent.contains("\x1b[11A"), "ten rows of eleven");
}
