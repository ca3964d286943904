//! The questions of one ability as one model answered them.

use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::board::{Board, sign};
use super::passes::Passes;
use crate::score::Judgement;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::{draw_bar, draw_head};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::theme::{Theme, Tone};
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};
use crate::tui::widgets::wrap::cut;

/// The list of questions.
pub(super) struct Questions {
    board: Arc<Board>,
    model: usize,
    ability: String,
    /// Positions on the board.
    listed: Vec<usize>,
    window: ListWindow,
    list: Rect,
}

impl Questions {
    /// These questions of a model.
    pub fn new(board: Arc<Board>, model: usize, ability: &str, listed: Vec<usize>) -> Self {
        Questions {
            board,
            model,
            ability: ability.to_owned(),
            listed,
            window: ListWindow::default(),
            list: Rect::default(),
        }
    }

    fn open_marked(&self, session: &mut Session) -> Outcome {
        let board = Arc::clone(&self.board);
        let questions = self.listed.clone();
        Passes::open(board, self.model, questions, self.window.marked(), session)
            .map_or(Outcome::Stay, |passes| Outcome::Open(Box::new(passes)))
    }

    fn judgement(&self, question: usize) -> Option<Judgement> {
        self.board.models()[self.model].judgements[question]
    }

    fn line(&self, question: usize, is_marked: bool, session: &Session) -> Line<'static> {
        let theme = &session.theme;
        let style: Style = if is_marked { theme.selected.into() } else { theme.text.into() };
        let judgement = self.judgement(question);
        let key = self.board.compared().questions()[question].key.as_str();
        let desk = session.review();
        let stem = desk.position_of(key).map_or("", |at| desk.items()[at].stem.as_str());
        let decided = judgement.map_or("not asked".into(), |one| one.decided_by.to_string());
        let width = usize::from(self.list.width);
        let decided = cut(&decided, (width / 3).min(24));
        let key = cut(key, 10);
        let room = width.saturating_sub(2 + 2 + key.width().max(5) + 2 + decided.width() + 2);
        let stem = cut(stem, room);
        let before = " ".repeat(5_usize.saturating_sub(key.width()) + 1);
        let after = " ".repeat(room - stem.width() + 1);
        Line::from(vec![
            Span::styled(if is_marked { "▸ " } else { "  " }, theme.key),
            Span::styled(format!("{} ", sign(judgement)), tone(judgement, theme)),
            Span::styled(format!("{key}{before}"), theme.key),
            Span::styled(format!("{stem}{after}"), style),
            Span::styled(decided, theme.dim),
        ])
    }
}

/// The colour beside the sign.
pub(super) fn tone(judgement: Option<Judgement>, theme: &Theme) -> Tone {
    match sign(judgement) {
        "✓" => theme.agree,
        "✗" => theme.disagree,
        _ => theme.warning,
    }
}

impl Screen for Questions {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Confirm, Action::Back, Action::Palette, Action::Help];
        others.into_iter().chain(LIST_MOVES).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked(session);
        }
        self.window.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.window.click(self.list, at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.list = Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area };
        self.window.fit(self.listed.len(), self.list.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let model = format!("{} · {}", self.board.models()[self.model].model, self.ability);
        draw_head("models", Some(&model), Some(&self.board.told()), canvas, session);
        for (row, place) in (0..self.list.height).zip(self.window.in_sight()) {
            let line = self.line(self.listed[place], place == self.window.marked(), session);
            line.render(Rect { y: self.list.y + row, height: 1, ..self.list }, canvas.buffer);
        }
        draw_bar(self, canvas, session);
    }
}
