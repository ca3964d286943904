//! A list whose rows are found by typing: a field, and below it what fits, the best first.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::find::Query;
use super::line_input::LineInput;
use super::list::List;
use super::table::TableLayout;
use super::wrap::draw_line;
use crate::theme::Theme;
use assay_core::figures::table::Table;

/// What was typed, and which entries fit.
#[derive(Default)]
pub struct FindList {
    pub input: LineInput,
    pub query: Query,
    /// The positions of the entries that fit, the best first.
    matching: Vec<usize>,
    pub list: List,
}

impl FindList {
    /// Lists these entries, the first one marked.
    pub fn show(&mut self, (query, matching): (Query, Vec<usize>)) {
        (self.query, self.matching) = (query, matching);
        self.list.set_len(self.matching.len());
        self.list.mark(0);
    }

    /// How many entries fit.
    pub fn count(&self) -> usize {
        self.matching.len()
    }

    /// The entry in a row.
    pub fn entry(&self, row: usize) -> Option<usize> {
        self.matching.get(row).copied()
    }

    /// The marked entry.
    pub fn marked(&self) -> Option<usize> {
        self.entry(self.list.marked())
    }

    /// The entries in the visible rows.
    pub fn visible(&self) -> &[usize] {
        &self.matching[self.list.visible()]
    }

    /// Draws the entries that fit as the rows of a table, or why there are none.
    pub fn draw_rows(
        &self,
        table: &Table,
        gap: usize,
        nothing: &str,
        theme: &Theme,
        buffer: &mut Buffer,
    ) {
        if self.list.is_empty() {
            self.list.draw_empty(nothing, theme, buffer);
        }
        let layout = TableLayout::new(table, self.list.width().saturating_sub(2), gap);
        self.list.draw_table((table, &layout), self.list.visible().start, None, theme, buffer);
    }

    /// Draws the field.
    pub fn draw_field(&self, prompt: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) {
        let field = [
            Span::styled(format!("{prompt} "), theme.key),
            Span::styled(self.input.text().to_owned(), theme.text),
            Span::styled("▏", theme.focus),
        ];
        draw_line(&Line::from(field.to_vec()), Rect { height: 1, ..area }, buffer);
    }
}
