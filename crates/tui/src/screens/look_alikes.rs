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
use crate::widgets::chrome::draw_frame;
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::wrap::{draw_lines, styled_lines};
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

/// Draws one side: the picture with the text below it.
fn draw_side(side: &Sighting, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
    let theme = &session.theme;
    draw_frame(&side.names, area, theme.border, theme, canvas.buffer);
    let inner = lines_of(area);
    let mut lines = styled_lines(&side.text, usize::from(inner.width), theme.text);
    let most = match side.picture {
        Some(_) => usize::from(inner.height / 3),
        None => usize::from(inner.height),
    };
    lines.truncate(most);
    let height = lines.len() as u16;
    let below = Rect { y: inner.bottom() - height, height, ..inner };
    draw_lines(&lines, below, canvas.buffer);
    if let Some(hash) = side.picture {
        let room = Rect { height: inner.height - height, ..inner };
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
                draw_side(&pair.here, Rect { width, ..area }, canvas, session);
                draw_side(&pair.there, right, canvas, session);
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
