//! The file that MMBench's evaluation server takes.
//!
//! The server takes one spreadsheet with a row for each CircularEval pass of the test set, without
//! reference answers. Rows that a model did not answer would raise its score there, since VLMEvalKit does not
//! ask for passes that are absent: so none may be absent.

use std::collections::HashSet;
use std::path::Path;

use crate::evaluation::{PredictionsByQuestion, RunsError, runs_of_models};
use assay_core::benchmark::{Input, Label, Pass, Prediction, Question};
use assay_core::score::RequiredPasses;
use assay_formats::new_file::{NewFile, NewFileError};
use assay_formats::predictions::{Compat, PredictionError, read_table};
use assay_formats::vlmevalkit::write::rows::{FileRow, Unnumbered, circular_rows};
use assay_formats::vlmevalkit::write::{Column, columns};
use assay_formats::written_rows::{
    Cell, LARGEST_SHEET_NUMBER, LONGEST_SHEET_CELL, RowForm, RowWriter, WriteError,
};
use assay_store::{Benchmark, Run, Store, StoreError, StoredQuestion};

/// The maximum number of rows without a prediction that a message names.
const NAMED_GAPS: usize = 200;

/// What is submitted, and where it is written.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// The model.
    pub model: &'a str,
    /// The split of the questions; `None` for all.
    pub split: Option<&'a str>,
    /// The spreadsheet.
    pub file: &'a Path,
    /// Whether a file that is there is overwritten.
    pub overwrites: bool,
    /// Whether the file is written although predictions are missing.
    pub incomplete: bool,
}

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// The database; its error stays the source, by which a command names the file.
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Runs(#[from] RunsError),
    #[error(transparent)]
    Unnumbered(#[from] Unnumbered),
    #[error(transparent)]
    NewFile(#[from] NewFileError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Unreadable(#[from] PredictionError),
    #[error("{benchmark} has no predictions of {model}")]
    NoRun { benchmark: String, model: String },
    #[error("no question is of split {split}")]
    NoSplit { split: String },
    #[error("the server expects whole numbers as indices, but there is {index}")]
    Index { index: String },
    #[error(
        "{gaps}. --incomplete writes the file with empty cells for them; --split takes one split"
    )]
    Gaps { gaps: String },
    #[error("the spreadsheet does not read back as it was written; nothing was kept")]
    OtherContent,
}

/// A row that the server asks for, and what the model wrote.
struct Answered<'a> {
    question: &'a Question,
    row: FileRow,
    /// `None` if there is no prediction, or a note that the request failed.
    text: Option<&'a str>,
}

impl Submission<'_> {
    /// Writes the file; returns its number of rows. `warn` is given what is unusual about them.
    ///
    /// # Errors
    /// If rows have no prediction or no number, or the file cannot be written; no part of it remains then.
    pub fn write(
        &self,
        store: &Store,
        benchmark: &Benchmark,
        warn: &mut dyn FnMut(&str),
    ) -> Result<usize, SubmissionError> {
        let models = [self.model.to_owned()];
        let runs = runs_of_models(store, benchmark, &models, Some(Input::Image))?;
        let Some(run) = runs.first() else {
            let (benchmark, model) = (benchmark.name.clone(), self.model.to_owned());
            return Err(SubmissionError::NoRun { benchmark, model });
        };
        let stored = store.whole_questions(benchmark)?;
        let by_question = PredictionsByQuestion::load(store, benchmark, run, &stored)?;
        by_question.outdated_warning(run).as_deref().into_iter().for_each(&mut *warn);
        let rows = self.rows(&stored, &by_question)?;
        if let Some(gaps) = self.gaps(&rows, run) {
            if !self.incomplete {
                return Err(SubmissionError::Gaps { gaps });
            }
            warn(&gaps);
        }
        guessed_rows(&rows).as_deref().into_iter().for_each(&mut *warn);
        let cut = self.write_rows(&rows)?;
        if !cut.is_empty() {
            warn(&format!(
                "the predictions of rows {} were cut: a cell of a spreadsheet holds {LONGEST_SHEET_CELL} \
                 characters",
                cut.join(", ")
            ));
        }
        Ok(rows.len())
    }

    fn rows<'a>(
        &self,
        stored: &'a [StoredQuestion],
        by_question: &'a PredictionsByQuestion,
    ) -> Result<Vec<Answered<'a>>, SubmissionError> {
        let is_meant = |at: &usize| {
            self.split.is_none() || stored[*at].question.split.as_deref() == self.split
        };
        let positions: Vec<usize> = (0..stored.len()).filter(is_meant).collect();
        if positions.is_empty() {
            return Err(SubmissionError::NoSplit { split: self.split.unwrap_or_default().into() });
        }
        let questions: Vec<&Question> = positions.iter().map(|&at| &stored[at].question).collect();
        let rows = circular_rows(&questions)?.rows;
        let answered = rows.into_iter().map(|mut row| {
            let question = questions[row.question];
            let predictions = by_question.question(positions[row.question]);
            let prediction = prediction_for(&row, question, predictions);
            if let Some(prediction) = prediction {
                row.order = prediction.order.clone();
            }
            // The server knows a row by the index in its own file.
            if let Some(known) = question.passes.iter().find(|known| known.pass == row.pass) {
                row.index.clone_from(&known.index);
            }
            let text = prediction.filter(|prediction| !prediction.failed());
            Answered { question, row, text: text.map(|prediction| prediction.text.as_str()) }
        });
        let answered: Vec<Answered<'_>> = answered.collect();
        let is_number = |row: &&Answered<'_>| match Cell::index(&row.row.index) {
            Cell::Number(number) => number <= LARGEST_SHEET_NUMBER,
            _ => false,
        };
        if let Some(word) = answered.iter().find(|row| !is_number(row)) {
            return Err(SubmissionError::Index { index: word.row.index.clone() });
        }
        Ok(answered)
    }

    /// A description of the rows without a prediction; `None` if there are none.
    fn gaps(&self, rows: &[Answered<'_>], run: &Run) -> Option<String> {
        let gaps = rows.iter().filter(|row| row.text.is_none());
        let describe = |row: &Answered<'_>| {
            format!("{} (question {}, pass {})", row.row.index, row.question.key, row.row.pass)
        };
        let named: Vec<String> = gaps.clone().take(NAMED_GAPS).map(describe).collect();
        let count = gaps.clone().count();
        let more = match count - named.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let answered = rows.iter().filter(|row| row.text.is_some());
        let begun: HashSet<&str> = answered.map(|row| row.question.key.as_str()).collect();
        let spared = gaps.filter(|row| begun.contains(row.question.key.as_str())).count();
        let cause = match spared {
            1.. if run.settings.is_some() => format!(
                ". {spared} of them are other passes of questions that {} answered: `assay infer` spares the \
                 passes after a wrong one, and asks them when it is run again with --all-passes",
                self.model
            ),
            _ => String::new(),
        };
        (count > 0).then(|| {
            format!(
                "{count} of {} rows have no prediction of {}: {}{more}{cause}",
                rows.len(),
                self.model,
                named.join(", ")
            )
        })
    }

    /// Writes the file and returns the indices of rows with a prediction that was too long.
    fn write_rows(&self, rows: &[Answered<'_>]) -> Result<Vec<String>, SubmissionError> {
        let columns = server_columns(rows);
        let names = columns.iter().map(|column| column.name().into_owned());
        let names = names.chain([Column::Prediction.name().into_owned()]).collect();
        let mut file = NewFile::create(self.file, self.overwrites)?;
        let mut out = RowWriter::new(RowForm::Xlsx, names, &mut file)?;
        let mut cut = Vec::new();
        for Answered { question, row, text } in rows {
            let text = text.unwrap_or_default();
            let fitting = fitting(text);
            if fitting.len() < text.len() {
                cut.push(row.index.clone());
            }
            let cells = columns.iter().map(|column| column.cell(question, row));
            let prediction = if fitting.is_empty() { Cell::Missing } else { Cell::text(fitting) };
            let cells: Vec<Cell<'_>> = cells.chain([prediction]).collect();
            out.row(&cells)?;
        }
        out.finish()?;
        read_back(file.temporary(), rows)?;
        file.publish()?;
        Ok(cut)
    }
}

/// The server knows rows by its own file. Where ours was not circular, their numbers are VLMEvalKit's usual ones.
fn guessed_rows(rows: &[Answered<'_>]) -> Option<String> {
    let is_guessed = |row: &&Answered<'_>| {
        row.row.pass != Pass::FIRST && row.question.passes.iter().all(|p| p.pass != row.row.pass)
    };
    let guessed = rows.iter().filter(is_guessed).count();
    (guessed > 0).then(|| {
        format!(
            "{guessed} rows are passes that the benchmark's own file does not have: they are numbered as \
             VLMEvalKit does, with the choices in the order that the model saw"
        )
    })
}

/// The prediction that belongs in a row. Where the benchmark's file shows the pass, the order of the choices
/// decides: the server knows the row by that file. Elsewhere the number of the pass does.
fn prediction_for<'a>(
    row: &FileRow,
    question: &Question,
    predictions: &'a [Prediction],
) -> Option<&'a Prediction> {
    let passes = RequiredPasses::from_source(&question.passes, &question.choices, question.answer);
    let belongs = |prediction: &&Prediction| match passes {
        RequiredPasses::Listed(_) => prediction.order == row.order,
        RequiredPasses::Rotated(_) | RequiredPasses::Single(_) => prediction.pass == row.pass,
    };
    predictions.iter().find(belongs)
}

/// The columns that the server requires. It looks for A to D even if no question has that many
/// choices.
fn server_columns(rows: &[Answered<'_>]) -> Vec<Column> {
    let questions: Vec<&Question> = rows.iter().map(|row| row.question).collect();
    let known = columns(&questions, &[]);
    let is_sent = |column: &Column| {
        let kept_back = [Column::Answer, Column::Image, Column::Comment, Column::GroupIndex];
        !kept_back.contains(column) && !matches!(column, Column::Choice(_) | Column::Extra(_))
    };
    let is_shown = |(at, column): &(usize, Column)| *at < 4 || known.contains(column);
    let choices = Label::all().map(Column::Choice).enumerate().filter(is_shown);
    let choices: Vec<Column> = choices.map(|(_, column)| column).collect();
    let is_before =
        |column: &Column| matches!(column, Column::Index | Column::Question | Column::Hint);
    let (before, after): (Vec<Column>, Vec<Column>) =
        known.into_iter().filter(is_sent).partition(is_before);
    before.into_iter().chain(choices).chain(after).collect()
}

/// The longest start of a text that fits a cell.
fn fitting(text: &str) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > LONGEST_SHEET_CELL
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// A submission is sent once, so it is read again before it gets its name.
fn read_back(path: &Path, rows: &[Answered<'_>]) -> Result<(), SubmissionError> {
    let table = read_table(path, Compat::None)?;
    let is_same = |(at, row): (usize, &Answered<'_>)| {
        table.row_index(at) == row.row.index
            && table.prediction(at) == fitting(row.text.unwrap_or_default())
    };
    if table.rows() != rows.len() || !rows.iter().enumerate().all(is_same) {
        return Err(SubmissionError::OtherContent);
    }
    Ok(())
}
