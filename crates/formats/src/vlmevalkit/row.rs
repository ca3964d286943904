//! One row of the table: its texts, checked alone, before it is compared with other rows.

use serde_json::Value;

use super::columns::{Cells, Columns};
use super::pictures;
use crate::MAX_TEXT_BYTES;
use crate::bad_rows::{BadRows, Refusal};
use crate::error::{FormatError, NO_QUESTION, RowPosition, text_too_long};
use crate::image_cell::is_missing_to_pandas;
use crate::nan_choices::NAN;
use crate::open_quote::{Suspicion, swallowed_rows};
use crate::questions::intake::Intake;
use crate::questions::layout::{question_key, read_answer};
use crate::short_answer::{self, SHORT_ANSWER};
use assay_core::benchmark::{
    Choice, Extra, Label, Question, QuestionKey, QuestionKind, ShortAnswer,
};

/// A text of more lines than this may come from a quote that is not closed.
const MANY_LINES: usize = 200;

/// A row that passed the checks that need no other row.
#[derive(Debug)]
pub(super) struct SourceRow {
    pub position: RowPosition,
    /// The index of the question that it is a pass of, from the column `g_index`.
    pub group: Option<String>,
    /// What the row shows; the key is its index. The pictures are its own, or once they are known those
    /// of the row it points at.
    pub question: Question,
    /// The index of the row whose pictures it shares.
    pub points_at: Option<String>,
    /// The missing picture files.
    pub missing: Vec<String>,
    /// Why it may be several rows.
    pub suspicion: Option<Suspicion>,
}

impl SourceRow {
    pub fn index(&self) -> &str {
        self.question.key.as_str()
    }

    /// Refuses the row.
    pub fn refuse(&self, refusal: Refusal, bad: &mut BadRows) -> Result<(), FormatError> {
        bad.refuse(self.position, Some(self.index().to_owned()), refusal)
    }
}

impl Cells<'_> {
    /// Whether the record has the shape of a row: as many cells as there are columns, and no cell that
    /// swallowed other rows. If only the other rows can decide, the suspicion is returned.
    pub fn check_shape(&self) -> Result<Option<Suspicion>, Refusal> {
        let Some(shape) = self.columns.shape() else { return Ok(None) };
        let is_picture = |column| self.columns.holds_pictures(column);
        let suspicion = swallowed_rows(self.record, shape, is_picture);
        let (found, expected) = (self.record.len(), self.columns.names.len());
        match suspicion {
            Some(suspicion) if found != expected => Err(suspicion.refusal(self.columns)),
            None if found != expected => Err(format!(
                "the row has {found} cells, but the first line names {expected} columns; quote cells that \
                 hold tabs or line breaks, and close every quote"
            )
            .into()),
            suspicion => Ok(suspicion.filter(|suspicion| suspicion.is_cut)),
        }
    }

    /// The row's index: one line, not too long.
    pub fn index(&self) -> Result<QuestionKey, Refusal> {
        let column = self.columns.index;
        question_key(&self.text(column)?.unwrap_or_default())
            .map_err(|problem| self.columns.refusal(column, problem))
    }

    /// The row with its pictures, those in its cells or `given` ones.
    pub fn source_row(
        &self,
        index: QuestionKey,
        given: &[&[u8]],
        intake: &mut Intake<'_>,
    ) -> Result<SourceRow, Refusal> {
        let column = self.columns.question;
        let stem = self.text(column)?.filter(|stem| !stem.trim().is_empty());
        let stem = stem.ok_or_else(|| self.columns.refusal(column, NO_QUESTION))?;
        let mut question = Question::new(index, stem, self.choices()?);
        let group = self.named("g_index")?.map(|group| group.trim().to_owned());
        question.hint = self.named("hint")?;
        question.short = self.short_answer(&question.choices)?;
        if question.short.is_none() {
            question.answer = self.answer(&question.choices, intake)?;
        }
        question.category = self.named("category")?;
        question.l2_category = self.named("l2-category")?;
        question.split = self.named("split")?;
        question.source = self.named("source")?;
        question.comment = self.named("comment")?;
        question.extra = self.extra(intake)?;
        if question.choices.is_empty() && question.short.is_none() {
            let words = self.named("answer")?.filter(|words| !is_missing_to_pandas(words.trim()));
            question.extra.extend(words.map(|words| ("answer".to_owned(), words.into())));
        }
        note_unusual_texts(&question, intake);
        let (pictures, points_at) = match given {
            [] => pictures::take(self, intake)?,
            _ => (pictures::take_given(self, given, intake)?, None),
        };
        question.pictures = pictures;
        let (position, missing) = (intake.row, std::mem::take(&mut intake.missing));
        Ok(SourceRow { position, group, question, points_at, missing, suspicion: None })
    }

    /// The cells of other columns. One that is longer than a text may be is reported and not kept.
    fn extra(&self, intake: &mut Intake<'_>) -> Result<Extra, Refusal> {
        let mut extra = Extra::new();
        for (name, column) in &self.columns.extra {
            if self.record.cell(*column).len() > MAX_TEXT_BYTES {
                let sentence = "a cell of a column that the layout does not have is longer than 1 MB; it \
                                was not kept";
                intake.note(sentence);
            } else if let Some(text) = self.text(*column)? {
                extra.insert(name.clone(), text.into());
            }
        }
        Ok(extra)
    }

    /// The choices: every non-empty cell of a choice column.
    fn choices(&self) -> Result<Vec<Choice>, Refusal> {
        let choice = |&(label, column): &(Label, usize)| {
            Ok(self.text(column)?.map(|text| Choice { label, text }))
        };
        self.columns.choices.iter().map(choice).filter_map(Result::transpose).collect()
    }

    fn answer(
        &self,
        choices: &[Choice],
        intake: &mut Intake<'_>,
    ) -> Result<Option<Label>, Refusal> {
        let Some(column) = self.columns.position("answer") else { return Ok(None) };
        let Some(found) = self.text(column)? else { return Ok(None) };
        read_answer(&found, choices, intake)
            .map_err(|problem| self.columns.refusal(column, problem))
    }

    /// What short answers are compared with: a JSON object.
    fn short_answer(&self, choices: &[Choice]) -> Result<Option<ShortAnswer>, Refusal> {
        let Some(text) = self.named(SHORT_ANSWER)? else { return Ok(None) };
        let found = serde_json::from_str(&text).unwrap_or(Value::String(text));
        short_answer::read(&found, choices).map(Some)
    }

    fn named(&self, name: &str) -> Result<Option<String>, Refusal> {
        self.columns.position(name).map_or(Ok(None), |column| self.text(column))
    }

    /// The text of a cell as it is, including line breaks; `None` for an empty one. No word counts
    /// as a missing value.
    fn text(&self, column: usize) -> Result<Option<String>, Refusal> {
        if self.record.cell(column).len() > MAX_TEXT_BYTES {
            return Err(self.columns.refusal(column, text_too_long()));
        }
        let cell = self.record.cell(column);
        let text = std::str::from_utf8(cell).map_err(|error| {
            let position = error.valid_up_to();
            let before = (0..column).map(|earlier| self.record.cell(earlier));
            let breaks = before
                .chain([&cell[..position]])
                .map(|bytes| bytes.split(|&byte| byte == b'\n').count() as u64 - 1);
            let problem = format!(
                "byte {:#04X} on line {} is not UTF-8 (at byte {} of the cell); save the file as UTF-8",
                cell[position],
                self.record.line + breaks.sum::<u64>(),
                position + 1
            );
            self.columns.refusal(column, problem)
        })?;
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }
}

/// Keeps the rows that pass a check, which may change them; the others are refused.
pub(super) fn keep_good(
    rows: &mut Vec<SourceRow>,
    bad: &mut BadRows,
    mut check: impl FnMut(&mut SourceRow) -> Result<(), Refusal>,
) -> Result<(), FormatError> {
    for mut row in std::mem::take(rows) {
        match check(&mut row) {
            Ok(()) => rows.push(row),
            Err(refusal) => row.refuse(refusal, bad)?,
        }
    }
    Ok(())
}

impl Suspicion {
    /// The problem of the cell, if the suspicion is not refuted.
    pub(super) fn refusal(&self, columns: &Columns) -> Refusal {
        columns.refusal(self.column, self.problem())
    }
}

/// Notes what exports of old VLMEvalKit versions often contain by mistake.
fn note_unusual_texts(question: &Question, intake: &mut Intake<'_>) {
    if question.hint.as_deref() == Some(NAN) {
        intake.note("the hint reads “nan”; it was kept, empty the cell if it means no hint");
    }
    if question.kind() == QuestionKind::Open {
        intake.note("there are no choices: an open question");
    }
    let has_many_lines = |text: &str| text.matches('\n').count() > MANY_LINES;
    let choices = question.choices.iter().map(|choice| choice.text.as_str());
    if choices.chain(question.hint.as_deref()).chain([&*question.stem]).any(has_many_lines) {
        intake.note("a text has more than 200 lines; is a quote left open?");
    }
}

/// Whether two passes of a question show the same text: spaces around it do not count.
pub(super) fn same_text(one: &str, other: &str) -> bool {
    one.trim() == other.trim()
}
