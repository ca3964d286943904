//! One model's leaf abilities.

use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{Leaf, ModelsData};
use super::draw::{bar, figure};
use super::questions::Questions;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::{body, draw_bar, draw_head};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::list::{List, Row};
use crate::tui::widgets::wrap::cut;

/// The list of leaf abilities; its first row is all questions.
pub(super) struct Abilities {
    data: Arc<ModelsData>,
    model: usize,
    leaves: Vec<Leaf>,
    list: List,
}

impl Abilities {
    /// The abilities of a model.
    pub fn new(data: Arc<ModelsData>, model: usize) -> Self {
        let leaves = data.leaves(model);
        Abilities { data, model, list: List::new(leaves.len()), leaves }
    }

    fn open_marked(&self) -> Outcome {
        let Some(leaf) = self.leaves.get(self.list.marked()) else { return Outcome::Stay };
        let data = Arc::clone(&self.data);
        Outcome::Open(Box::new(Questions::new(
            data,
            self.model,
            &leaf.name,
            leaf.questions.clone(),
        )))
    }

    fn line(&self, row: Row, theme: &Theme) -> Line<'static> {
        let (leaf, width) = (&self.leaves[row.index], self.list.width());
        let style = row.style(theme.text, theme);
        let longest = self.leaves.iter().map(|leaf| leaf.name.width()).max().unwrap_or(0);
        let bar_cells = width.saturating_sub(longest + 34).clamp(4, 40);
        let name_cells = longest.min(width.saturating_sub(bar_cells + 31));
        let name = cut(&leaf.name, name_cells);
        let space = " ".repeat(name_cells - name.width() + 1);
        let l2 = cut(&leaf.l2, 4);
        let mut spans = vec![
            row.sign(theme),
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
        self.list.commands(&[Action::Back, Action::Palette, Action::Help])
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked();
        }
        self.list.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, _: &mut Session) -> Outcome {
        if self.list.click(at) { self.open_marked() } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        self.list.lay_out(self.leaves.len(), body(area));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let model = &self.data.models()[self.model].model;
        draw_head("models", Some(model), Some(&self.data.describe()), canvas, session);
        self.list.draw(canvas.buffer, |row| self.line(row, &session.theme));
        draw_bar(self, canvas, session);
    }
}
