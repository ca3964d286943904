//! One model's leaf abilities.

use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::board::{Board, Leaf};
use super::draw::{bar, figure};
use super::questions::Questions;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::{draw_bar, draw_head};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};
use crate::tui::widgets::wrap::cut;

/// The list of leaf abilities; its first row stands for all questions.
pub(super) struct Abilities {
    board: Arc<Board>,
    model: usize,
    leaves: Vec<Leaf>,
    window: ListWindow,
    list: Rect,
}

impl Abilities {
    /// The abilities of a model of the board.
    pub fn new(board: Arc<Board>, model: usize) -> Self {
        let leaves = board.leaves(model);
        let (window, list) = (ListWindow::default(), Rect::default());
        Abilities { board, model, leaves, window, list }
    }

    fn open_marked(&self) -> Outcome {
        let Some(leaf) = self.leaves.get(self.window.marked()) else { return Outcome::Stay };
        let board = Arc::clone(&self.board);
        Outcome::Open(Box::new(Questions::new(
            board,
            self.model,
            &leaf.name,
            leaf.questions.clone(),
        )))
    }

    fn line(&self, leaf: &Leaf, is_marked: bool, width: usize, theme: &Theme) -> Line<'static> {
        let style: Style = if is_marked { theme.selected.into() } else { theme.text.into() };
        let longest = self.leaves.iter().map(|leaf| leaf.name.width()).max().unwrap_or(0);
        let bar_cells = width.saturating_sub(longest + 34).clamp(4, 40);
        let name_cells = longest.min(width.saturating_sub(bar_cells + 31));
        let name = cut(&leaf.name, name_cells);
        let space = " ".repeat(name_cells - name.width() + 1);
        let l2 = cut(&leaf.l2, 4);
        let mut spans = vec![
            Span::styled(if is_marked { "▸ " } else { "  " }, theme.key),
            Span::styled(format!("{l2}{} ", " ".repeat(4 - l2.width())), theme.dim),
            Span::styled(format!("{name}{space}"), style),
            Span::styled(format!("{} ", figure(leaf.share)), style),
        ];
        spans.extend(bar(leaf.share, bar_cells, theme));
        let count = format!("  {} of {}", leaf.share.correct, leaf.share.counted);
        spans.push(Span::styled(count, theme.dim));
        Line::from(spans)
    }
}

impl Screen for Abilities {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Confirm, Action::Back, Action::Palette, Action::Help];
        others.into_iter().chain(LIST_MOVES).collect()
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked();
        }
        self.window.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, _: &mut Session) -> Outcome {
        if self.window.click(self.list, at) { self.open_marked() } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.list = Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area };
        self.window.fit(self.leaves.len(), self.list.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let model = &self.board.models()[self.model].model;
        draw_head("models", Some(model), Some(&self.board.told()), canvas, session);
        for (row, place) in (0..self.list.height).zip(self.window.in_sight()) {
            let is_marked = place == self.window.marked();
            let width = usize::from(self.list.width);
            let line = self.line(&self.leaves[place], is_marked, width, &session.theme);
            line.render(Rect { y: self.list.y + row, height: 1, ..self.list }, canvas.buffer);
        }
        draw_bar(self, canvas, session);
    }
}
