//! The questions of one ability as one model answered them.

use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{ModelsData, sign};
use super::draw::tone;
use super::passes::Passes;
use crate::score::Judgement;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::{body, draw_bar, draw_head};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::widgets::list::{List, Row};
use crate::tui::widgets::wrap::cut;

/// The list of questions.
pub(super) struct Questions {
    data: Arc<ModelsData>,
    model: usize,
    ability: String,
    /// Positions in the data.
    listed: Vec<usize>,
    list: List,
}

impl Questions {
    /// These questions of a model.
    pub fn new(data: Arc<ModelsData>, model: usize, ability: &str, listed: Vec<usize>) -> Self {
        Questions {
            data,
            model,
            ability: ability.to_owned(),
            list: List::new(listed.len()),
            listed,
        }
    }

    fn open_marked(&self, session: &mut Session) -> Outcome {
        let data = Arc::clone(&self.data);
        let questions = self.listed.clone();
        Passes::open(data, self.model, questions, self.list.marked(), session)
            .map_or(Outcome::Stay, |passes| Outcome::Open(Box::new(passes)))
    }

    fn judgement(&self, question: usize) -> Option<Judgement> {
        self.data.models()[self.model].judgements[question]
    }

    fn line(&self, row: Row, session: &Session) -> Line<'static> {
        let theme = &session.theme;
        let question = self.listed[row.index];
        let style = row.style(theme.text, theme);
        let judgement = self.judgement(question);
        let key = self.data.compared().questions()[question].key.as_str();
        let desk = session.review();
        let stem = desk.position_of(key).map_or("", |at| desk.items()[at].stem.as_str());
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let width = self.list.width();
        let decided = cut(&decided, (width / 3).min(24));
        let key = cut(key, 10);
        let room = width.saturating_sub(2 + 2 + key.width().max(5) + 2 + decided.width() + 2);
        let stem = cut(stem, room);
        let before = " ".repeat(5_usize.saturating_sub(key.width()) + 1);
        let after = " ".repeat(room - stem.width() + 1);
        Line::from(vec![
            row.sign(theme),
            Span::styled(format!("{} ", sign(judgement)), tone(judgement, theme)),
            Span::styled(format!("{key}{before}"), theme.key),
            Span::styled(format!("{stem}{after}"), style),
            Span::styled(decided, theme.dim),
        ])
    }
}

impl Screen for Questions {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.list.commands(&[Action::Back, Action::Palette, Action::Help])
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked(session);
        }
        self.list.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.click(at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.list.lay_out(self.listed.len(), body(area));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let model = format!("{} · {}", self.data.models()[self.model].model, self.ability);
        draw_head("models", Some(&model), Some(&self.data.describe()), canvas, session);
        self.list.draw(canvas.buffer, |row| self.line(row, session));
        draw_bar(self, canvas, session);
    }
}
