//! One model's leaf abilities.

use std::sync::Arc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{Leaf, ModelsData};
use super::questions::Questions;
use super::share::{bar, figure};
use crate::tui::messages::text;
use crate::tui::screens::list_chrome::draw_head;
use crate::tui::screens::list_screen::{ListScreen, Listing};
use crate::tui::screens::{Canvas, Outcome};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::list::{List, Row};
use crate::tui::widgets::wrap::cut;

/// The list of leaf abilities; its first row is all questions.
pub(super) struct Abilities {
    data: Arc<ModelsData>,
    model: usize,
    leaves: Vec<Leaf>,
}

impl Abilities {
    /// The screen of a model's abilities.
    pub fn screen(data: Arc<ModelsData>, model: usize, session: &Session) -> ListScreen<Self> {
        let leaves = data.leaves(model);
        ListScreen::new(Abilities { data, model, leaves }, session)
    }

    fn line(&self, row: Row, width: usize, theme: &Theme) -> Line<'static> {
        let leaf = &self.leaves[row.index];
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
        let count = format!(
            "  {}",
            text!("progress-of", decided = leaf.share.correct, total = leaf.share.counted)
        );
        spans.push(Span::styled(count, theme.dim));
        Line::from(spans)
    }
}

impl Listing for Abilities {
    fn len(&self, _: &Session) -> usize {
        self.leaves.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let (data, leaf) = (Arc::clone(&self.data), &self.leaves[row]);
        let questions = leaf.questions.clone();
        Outcome::Open(Box::new(Questions::screen(data, self.model, &leaf.name, questions, session)))
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let model = &self.data.models()[self.model].model;
        draw_head(text!("models-what"), Some(model), Some(&self.data.describe()), canvas, session);
        list.draw(canvas.buffer, |row| self.line(row, list.width(), &session.theme));
    }
}
