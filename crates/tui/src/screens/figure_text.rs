//! A screen of figures in lines, which are computed in the background and scroll together, in one frame or in two
//! beside each other.

use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::background::Figures;
use super::list_chrome::{Head, draw_bar};
use super::list_layout::{lines_of, region};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::chrome::{draw_frame, draw_on_lower_edge};
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::scroll_hint::ScrollHint;
use crate::widgets::wrap::{draw_lines, styled_lines};

/// Figures that are shown in lines.
pub(super) trait FigureText: Send + Sync + 'static {
    /// The action that opens the screen.
    const OPENED_BY: Action;

    /// The action that opens the screen where the work on what is shown is done.
    const LEADS_TO: Action;

    /// What is shown.
    fn what() -> &'static str;

    /// The title of a single frame.
    fn title() -> &'static str {
        Self::what()
    }

    /// What is said while it is computed.
    fn computing() -> &'static str;

    /// What it is computed from.
    fn basis(&self) -> String;

    /// The frames on a screen of this size, with their titles.
    fn frames(area: Rect) -> Vec<(Rect, &'static str)> {
        vec![(region(area), Self::title())]
    }

    /// The lines of each of the frames, which have room for this size.
    fn lines(&self, frames: usize, room: Size, session: &Session) -> Vec<Vec<Line<'static>>>;
}

/// The screen of such figures.
pub(super) struct FigureScreen<T: FigureText> {
    figures: Figures<T>,
    /// The lines of each frame.
    parts: Vec<Vec<Line<'static>>>,
    laid_out_for: Rect,
    window: TextWindow,
}

impl<T: FigureText> FigureScreen<T> {
    /// The screen of figures that are being computed.
    pub fn new(figures: Figures<T>) -> Self {
        let (laid_out_for, window) = (Rect::default(), TextWindow::default());
        FigureScreen { figures, parts: Vec::new(), laid_out_for, window }
    }

    /// Draws the visible lines of a frame, and that there are more.
    fn draw_part(
        &self,
        lines: &[Line<'_>],
        frame: Rect,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        let (text, theme) = (lines_of(frame), &session.theme);
        self.window.draw(lines, text, canvas.buffer);
        let top = self.window.top();
        let hint = ScrollHint::new(top, text.height, lines.len());
        hint.draw(text, None, theme, canvas.buffer);
        let left = lines.len().saturating_sub(top + usize::from(text.height));
        if left > 0 {
            let words = text!("list-more-lines", count: left);
            draw_on_lower_edge(&words, frame, theme.dim, canvas.buffer);
        }
    }
}

impl<T: FigureText> Screen for FigureScreen<T> {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Back, T::LEADS_TO, Action::Palette, Action::Help];
        others.into_iter().chain(TEXT_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(T::OPENED_BY)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        self.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.figures.collect();
        let frames = T::frames(area);
        let room = lines_of(frames[0].0).as_size();
        if let Some(figures) = self.figures.ready().filter(|_| self.laid_out_for != area) {
            self.parts = figures.lines(frames.len(), room, session);
            self.laid_out_for = area;
        }
        let longest = self.parts.iter().map(Vec::len).max().unwrap_or(0);
        self.window.fit(longest, room.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let basis = self.figures.ready().map(|figures| figures.basis()).unwrap_or_default();
        Head::new(T::what(), None, basis, session).draw(canvas, session);
        let frames = T::frames(canvas.area);
        for (frame, title) in &frames {
            draw_frame(title, *frame, theme.border, theme, canvas.buffer);
        }
        match self.figures.notice(T::computing()) {
            Some(words) => {
                let text = lines_of(frames[0].0);
                let words = styled_lines(&words, usize::from(text.width), theme.dim);
                draw_lines(&words, text, canvas.buffer);
            }
            None => {
                for ((frame, _), lines) in frames.iter().zip(&self.parts) {
                    self.draw_part(lines, *frame, canvas, session);
                }
            }
        }
        draw_bar(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.figures.is_running()
    }
}
