//! The last labels that the annotator gave, the newest first: what the last keys did.

use ratatui::text::Line;
use uuid::Uuid;

use super::describe;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::theme::Theme;
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{HandExtraction, HandLabel};
use assay_core::extract::own_words;
use assay_core::figures::table::{Meaning, Piece, Table};
use assay_store::{BlindText, Result, Store};
use assay_workflow::queue::ExtractDesk;

/// The longest list.
const MOST: usize = 40;
/// Characters of a text that are shown of its end, or of what was marked.
const EXCERPT: usize = 160;

/// The labels in force, the newest first.
#[derive(Default)]
pub(super) struct LastLabels(Vec<LastLabel>);

/// A label with what it was given to.
struct LastLabel {
    row: Uuid,
    label: String,
    /// The words of the choice.
    choice: String,
    excerpt: [Piece; 2],
    stem: String,
}

impl LastLabels {
    /// Reads those that were given since; a text that cannot be read is left out.
    pub fn refresh(&mut self, desk: &ExtractDesk, store: &Store) {
        let history = desk.history();
        let given = history.rows().iter().rev().filter_map(|row| match &row.act {
            Act::Extract(label) if !history.is_taken_back(row.id) => Some((row, label)),
            _ => None,
        });
        let mut known = std::mem::take(&mut self.0);
        let mut label = |row: Uuid, item: &str, given: &HandExtraction| -> Option<LastLabel> {
            match known.iter().position(|label| label.row == row) {
                Some(at) => Some(known.swap_remove(at)),
                None => LastLabel::load(row, item, given, desk, store).ok().flatten(),
            }
        };
        let labels =
            given.take(MOST).filter_map(|(row, given)| label(row.id, &row.item, given)).collect();
        self.0 = labels;
    }

    /// At most `rows` of them in lines of `width` cells.
    pub fn lines(&self, width: usize, rows: usize, theme: &Theme) -> Vec<Line<'static>> {
        if self.0.is_empty() {
            return styled_lines(text!("extract-no-labels"), width, theme.dim);
        }
        let shown = &self.0[..self.0.len().min(rows)];
        let table = Table::over(shown)
            .text("", |label| (Meaning::Key, &label.label))
            .most(20)
            .text("", |label| &label.choice)
            .most(width / 4)
            .least(4)
            .text("", |label| label.excerpt.to_vec())
            .least(12)
            .filling()
            .text("", |label| (Meaning::Dim, &label.stem))
            .most(width / 3)
            .least(8)
            .rank(1);
        table_lines(&table.table(), width, theme)
    }
}

impl LastLabel {
    /// `None` if the text is not in the sample any more.
    fn load(
        row: Uuid,
        item: &str,
        given: &HandExtraction,
        desk: &ExtractDesk,
        store: &Store,
    ) -> Result<Option<Self>> {
        let Some(position) = desk.position_of(item) else { return Ok(None) };
        let text = desk.load(store, position)?;
        let texts = MarkedTexts::as_shown(&text.stem, &text.choices, &text.pictures);
        let choice = match given.label {
            HandLabel::Choice(label) => texts
                .shown_choices()
                .find(|(shown, _)| *shown == label)
                .map_or_else(String::new, |(_, words)| words.into_owned()),
            _ => String::new(),
        };
        Ok(Some(LastLabel {
            row,
            label: describe(given.label),
            choice,
            excerpt: excerpt(&text, given.evidence),
            stem: texts.stem.readable().into_owned(),
        }))
    }
}

/// The words that were marked, or the end of the text, where most answers are.
fn excerpt(text: &BlindText, marked: Option<(usize, usize)>) -> [Piece; 2] {
    if let Some(marked) = marked.and_then(|(start, end)| text.text.get(start..end)) {
        let words = marked.chars().take(EXCERPT).collect();
        return [(Meaning::Dim, String::new()), (Meaning::Matched, words)];
    }
    let from = own_words(&text.text).map_or(0, |own| own.start);
    let own = text.text[from..].trim();
    let from = own.char_indices().rev().nth(EXCERPT - 1).map_or(0, |(at, _)| at);
    let sign = if from > 0 { "…" } else { "" };
    [(Meaning::Dim, sign.to_owned()), (Meaning::Plain, own[from..].to_owned())]
}
