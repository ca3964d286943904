//! One row of the table: its texts, checked alone, before it is compared with other rows.

use super::columns::{Columns, NO_DELIMITER};
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::Fault;
use crate::error::{RowProblem, shown};
use crate::open_quote::{Suspicion, swallowed_rows};
use crate::questions::read_answer;
use crate::records::Record;
use crate::warning::Warnings;
use assay_core::benchmark::{Choice, Extra, ImageHash, Label};

/// The longest index, in bytes.
const MAX_INDEX_BYTES: usize = 256;
/// A text of more lines than this may come from a quote that is not closed.
const MANY_LINES: usize = 200;

/// A row that passed the checks that need no other row.
#[derive(Debug)]
pub(super) struct SourceRow {
    /// The row's number, from 1.
    pub row: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    pub index: String,
    /// The index of the question that it is a pass of, from the column `g_index`.
    pub group: Option<String>,
    pub stem: String,
    pub hint: Option<String>,
    pub choices: Vec<Choice>,
    pub answer: Option<Label>,
    pub category: Option<String>,
    pub l2_category: Option<String>,
    pub split: Option<String>,
    pub source: Option<String>,
    pub comment: Option<String>,
    /// Its own pictures, or once they are known those of the row it points at.
    pub pictures: Vec<ImageHash>,
    /// The index of the row whose pictures it shares.
    pub points_at: Option<String>,
    /// The missing picture files.
    pub missing: Vec<String>,
    /// The cells of columns that the layout does not have.
    pub extra: Extra,
    /// Why it may be several rows.
    pub suspicion: Option<Suspicion>,
}

impl SourceRow {
    /// The labels of its choices.
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        self.choices.iter().map(|choice| choice.label)
    }
}

/// Whether the record has the shape of a row: as many cells as there are columns, and no cell that
/// swallowed other rows. If only the other rows can decide, the suspicion is returned.
pub(super) fn check_shape(
    record: &Record<'_>,
    columns: &Columns,
) -> Result<Option<Suspicion>, Fault> {
    if columns.delimiter == NO_DELIMITER {
        return Ok(None);
    }
    let is_picture = |column| columns.holds_pictures(column);
    let suspicion = swallowed_rows(record, columns.shape(), is_picture);
    let (found, expected) = (record.len(), columns.count());
    match suspicion {
        Some(suspicion) if found != expected => Err(suspicion.into_fault()),
        None if found != expected => Err(RowProblem::CellCount { found, expected }.into()),
        suspicion => Ok(suspicion.filter(|suspicion| suspicion.is_cut)),
    }
}

/// The cells of one row.
pub(super) struct Cells<'a> {
    pub record: &'a Record<'a>,
    pub columns: &'a Columns,
    pub row: usize,
}

impl Cells<'_> {
    /// The row's index: one line, not too long.
    pub fn index(&self) -> Result<String, Fault> {
        let column = self.columns.index;
        let index = self.text(column)?.unwrap_or_default();
        let index = index.trim();
        if index.is_empty() {
            return Err(Fault::in_column(column, RowProblem::NoIndex));
        }
        if index.len() > MAX_INDEX_BYTES || index.contains(['\n', '\r', '\t']) {
            return Err(Fault::in_column(column, RowProblem::BadIndex { found: shown(index) }));
        }
        Ok(index.to_owned())
    }

    /// The row without its pictures.
    pub fn source_row(&self, index: String, warnings: &mut Warnings) -> Result<SourceRow, Fault> {
        let columns = self.columns;
        let stem = self.text(columns.question)?.filter(|stem| !stem.trim().is_empty());
        let stem =
            stem.ok_or_else(|| Fault::in_column(columns.question, RowProblem::NoQuestion))?;
        let choices = self.choices()?;
        let row = SourceRow {
            row: self.row,
            line: self.record.line,
            group: self.optional(columns.group_index)?.map(|group| group.trim().to_owned()),
            hint: self.optional(columns.hint)?,
            answer: self.answer(&choices, warnings)?,
            category: self.optional(columns.category)?,
            l2_category: self.optional(columns.l2_category)?,
            split: self.optional(columns.split)?,
            source: self.optional(columns.source)?,
            comment: self.optional(columns.comment)?,
            pictures: Vec::new(),
            missing: Vec::new(),
            extra: self.extra(warnings)?,
            points_at: None,
            suspicion: None,
            index,
            stem,
            choices,
        };
        note_unusual_texts(&row, warnings);
        Ok(row)
    }

    /// The cells of other columns. One that is longer than a text may be is reported and not kept.
    fn extra(&self, warnings: &mut Warnings) -> Result<Extra, Fault> {
        let mut extra = Extra::new();
        for (name, column) in &self.columns.extra {
            if self.record.cell(*column).len() > MAX_TEXT_BYTES {
                let sentence = "a cell of a column that the layout does not have is longer than 1 MB; it \
                                was not kept";
                warnings.note_row(sentence, self.row);
            } else if let Some(text) = self.text(*column)? {
                extra.insert(name.clone(), text.into());
            }
        }
        Ok(extra)
    }

    /// The choices: every non-empty cell of a choice column.
    fn choices(&self) -> Result<Vec<Choice>, Fault> {
        let mut choices = Vec::new();
        for &(label, column) in &self.columns.choices {
            if let Some(text) = self.text(column)? {
                choices.push(Choice { label, text });
            }
        }
        Ok(choices)
    }

    fn answer(&self, choices: &[Choice], warnings: &mut Warnings) -> Result<Option<Label>, Fault> {
        let Some(column) = self.columns.answer else { return Ok(None) };
        let Some(found) = self.text(column)? else { return Ok(None) };
        read_answer(&found, choices, self.row, warnings)
            .map_err(|problem| Fault::in_column(column, problem))
    }

    fn optional(&self, column: Option<usize>) -> Result<Option<String>, Fault> {
        column.map_or(Ok(None), |column| self.text(column))
    }

    /// The text of a cell as it is, including line breaks; `None` for an empty one. No word counts
    /// as a missing value.
    fn text(&self, column: usize) -> Result<Option<String>, Fault> {
        let cell = self.record.cell(column);
        if cell.len() > MAX_TEXT_BYTES {
            return Err(Fault::in_column(column, RowProblem::TextTooLong));
        }
        let text = self.utf8(column)?;
        Ok(match text {
            "" => None,
            text => Some(text.to_owned()),
        })
    }

    fn utf8(&self, column: usize) -> Result<&str, Fault> {
        let cell = self.record.cell(column);
        std::str::from_utf8(cell).map_err(|error| {
            let position = error.valid_up_to();
            let before = (0..column).map(|earlier| self.record.cell(earlier));
            let breaks = before
                .chain([&cell[..position]])
                .map(|bytes| bytes.split(|&byte| byte == b'\n').count() as u64 - 1);
            let problem = RowProblem::NotUtf8 {
                byte: cell[position],
                line: self.record.line + breaks.sum::<u64>(),
                position: position + 1,
            };
            Fault::in_column(column, problem)
        })
    }
}

/// Notes what exports of old VLMEvalKit versions often contain by mistake.
fn note_unusual_texts(row: &SourceRow, warnings: &mut Warnings) {
    if row.hint.as_deref() == Some("nan") {
        let sentence = "the hint reads “nan”; it was kept, empty the cell if it means no hint";
        warnings.note_row(sentence, row.row);
    }
    if row.choices.is_empty() {
        warnings.note_row("there are no choices: an open question", row.row);
    }
    let texts: [Option<&str>; 2] = [Some(&row.stem), row.hint.as_deref()];
    let choices = row.choices.iter().map(|choice| choice.text.as_str());
    if texts.into_iter().flatten().chain(choices).any(has_many_lines) {
        warnings.note_row("a text has more than 200 lines; is a quote left open?", row.row);
    }
}

fn has_many_lines(text: &str) -> bool {
    text.bytes().filter(|&byte| byte == b'\n').count() > MANY_LINES
}

/// Whether two passes of a question show the same text: spaces around it do not count.
pub(super) fn same_text(one: &str, other: &str) -> bool {
    one.trim() == other.trim()
}
