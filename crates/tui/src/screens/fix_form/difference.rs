//! The difference that a fix makes, shown before it is saved.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::messages::text;
use crate::screens::Canvas;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::wrap::wrapped;
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
        let from = self.scroll.min(last);
        for (row, line) in (0..inner.height).zip(&lines[from..]) {
            line.render(Rect { y: inner.y + row, height: 1, ..inner }, canvas.buffer);
        }
    }

    pub(super) fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for change in &self.changes {
            lines.push(Line::styled(terms::field(&change.field).to_owned(), theme.heading));
            let sides =
                [("- ", &change.before, theme.disagree), ("+ ", &change.after, theme.agree)];
            for (sign, words, tone) in sides {
                let Some(words) = words else { continue };
                for piece in wrapped(words, width.saturating_sub(2)) {
                    let spans = vec![Span::styled(sign, tone), Span::styled(piece, tone)];
                    lines.push(Line::from(spans));
                }
            }
        }
        lines.push(Line::default());
        let stale = terms::stale(&self.to_ask_again);
        let stays = || text!("fix-predictions-stay").to_owned();
        let pieces = wrapped(&stale.unwrap_or_else(stays), width).into_iter();
        lines.extend(pieces.map(|piece| Line::styled(piece, theme.warning)));
        lines
    }
}
