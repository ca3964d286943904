//! What the open benchmark shares with something else, pair by pair, both sides beside each other. `assay
//! describe --against OTHER --look` finds the pairs and opens this.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::list_chrome::{Head, draw_bar};
use super::list_layout::{lines_of, region};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::{text, words_of};
use crate::picture::View;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_frame, draw_on_lower_edge};
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::wrap::{draw_lines, styled_lines, wrapped};
use assay_core::figures::percent;
use assay_workflow::certification::against::{LookAlike, LookAlikes, Sighting};

/// The pairs, one at a time.
pub struct LookAlikesScreen {
    found: Option<Arc<LookAlikes>>,
    at: usize,
    /// What scrolls are the pairs.
    window: TextWindow,
}

impl LookAlikesScreen {
    /// The pairs that the session was started with.
    pub fn new(session: &Session) -> Self {
        let found = session.look_alikes.clone();
        let mut window = TextWindow::default();
        window.fit(found.as_ref().map_or(0, |found| found.pairs.len()), 1);
        LookAlikesScreen { found, at: 0, window }
    }

    fn pair(&self) -> Option<&LookAlike> {
        self.found.as_ref()?.pairs.get(self.at)
    }
}

/// What makes them alike, in words.
fn basis(pair: &LookAlike) -> String {
    let kind = words_of("look-alikes-kind", pair.kind);
    match pair.bits {
        Some(bits) => {
            let correlation = format!("{:.3}", pair.likeness);
            text!("look-alikes-picture", kind, bits, correlation)
        }
        None => text!("look-alikes-text", kind, shared = percent(pair.likeness)),
    }
}

/// The rows of a side's words below its picture: a third of the frame at most.
fn rows_of_words(side: &Sighting, inner: Rect) -> u16 {
    let rows = wrapped(&side.text, usize::from(inner.width)).len();
    match side.picture {
        _ if side.text.is_empty() => 0,
        Some(_) => cells(rows).min(inner.height / 3),
        None => cells(rows).min(inner.height),
    }
}

/// Draws one side: the picture above, and in `rows` rows below it the words.
fn draw_side(side: &Sighting, area: Rect, rows: u16, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    draw_frame(&side.names, area, theme.border, theme, canvas.buffer);
    let inner = lines_of(area);
    let lines = styled_lines(&side.text, usize::from(inner.width), theme.text);
    let rows = if side.picture.is_some() { rows.min(inner.height) } else { inner.height };
    let below = Rect { y: inner.bottom() - rows, height: rows, ..inner };
    draw_lines(&lines, below, canvas.buffer);
    let left = lines.len().saturating_sub(usize::from(rows));
    if left > 0 && !side.text.is_empty() {
        let words = text!("list-more-lines", count: left);
        draw_on_lower_edge(&words, area, theme.dim, canvas.buffer);
    }
    if let Some(hash) = side.picture {
        let room = Rect { height: inner.height - rows, ..inner };
        canvas.pictures.show(canvas.buffer, room, hash, View::default(), theme.dim.into());
    }
}

impl Screen for LookAlikesScreen {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Back, Action::Palette, Action::Help];
        others.into_iter().chain(TEXT_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenLookAlikes)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        let last = self.window.lines().saturating_sub(1);
        self.at = self.window.moved(self.at, action).min(last);
        Outcome::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let count = self.found.as_ref().map_or(0, |found| found.pairs.len());
        let other = self.found.as_ref().map(|found| found.other.as_str()).unwrap_or_default();
        let part = (count > 0)
            .then(|| text!("look-alikes-position", at = self.at + 1, count = count, other));
        let words = self.pair().map(basis).unwrap_or_default();
        Head::new(text!("look-alikes-what"), part.as_deref(), words, session).draw(canvas, session);
        let area = region(canvas.area);
        match self.pair() {
            Some(pair) => {
                let width = area.width / 2;
                let right = Rect { x: area.x + width, width: area.width - width, ..area };
                let left = Rect { width, ..area };
                // The pictures are of one height, to be compared.
                let rows = rows_of_words(&pair.here, lines_of(left))
                    .max(rows_of_words(&pair.there, lines_of(right)));
                draw_side(&pair.here, left, rows, canvas, session);
                draw_side(&pair.there, right, rows, canvas, session);
            }
            None => {
                draw_frame("", area, theme.border, theme, canvas.buffer);
                let inner = lines_of(area);
                let words = match &self.found {
                    Some(found) => text!("look-alikes-nothing", other = found.other.as_str()),
                    None => text!("look-alikes-none").to_owned(),
                };
                let lines = styled_lines(&words, usize::from(inner.width), theme.dim);
                draw_lines(&lines, inner, canvas.buffer);
            }
        }
        draw_bar(self, canvas, session);
    }
}
