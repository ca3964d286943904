//! The difference that a fix makes, shown before it is saved.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::messages::text;
use crate::screens::Canvas;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::wrap::{draw_lines, styled_lines, wrapped};
use assay_core::benchmark::{QuestionText, TextChange};
use assay_store::AskAgain;

/// The popup with the difference, shown before it is saved.
pub(super) struct Difference {
    pub(super) changes: Vec<TextChange>,
    /// All words after the fix.
    pub(super) text: QuestionText,
    pub(super) to_ask_again: Vec<AskAgain>,
    pub(super) scroll: usize,
}

impl Difference {
    pub(super) fn draw(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let lines = self.lines(usize::from(inner.width), theme);
        let last = lines.len().saturating_sub(usize::from(inner.height));
        draw_lines(&lines[self.scroll.min(last)..], inner, canvas.buffer);
    }

    pub(super) fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for change in &self.changes {
            lines.push(Line::styled(terms::field(&change.field).to_owned(), theme.heading));
            let sides =
                [("- ", &change.before, theme.disagree), ("+ ", &change.after, theme.agree)];
            for (sign, words, tone) in sides {
                let Some(words) = words else { continue };
                let pieces = wrapped(words, width.saturating_sub(2));
                let line = |piece| Line::from(Span::styled(format!("{sign}{piece}"), tone));
                lines.extend(pieces.into_iter().map(line));
            }
        }
        lines.push(Line::default());
        let stale = terms::stale(&self.to_ask_again);
        let stays = || text!("fix-predictions-stay").to_owned();
        lines.extend(styled_lines(&stale.unwrap_or_else(stays), width, theme.warning));
        lines
    }
}
