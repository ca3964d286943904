//! `assay export submission`: the file that MMBench's evaluation server takes.
//!
//! The server takes one spreadsheet with a row for each CircularEval pass of the test set, without
//! reference answers. Rows that a model did not answer would raise its score there, since VLMEvalKit does not
//! ask for passes that are absent: so none may be absent.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::predictions::WholeRun;
use crate::benchmark::{Input, Label, Pass, Prediction, Question};
use crate::cli::names::OnBenchmark;
use crate::cli::{Shared, WrongUsage, print_message, warn};
use crate::evaluation::{PredictionsByQuestion, runs_of_models};
use crate::formats::new_file::NewFile;
use crate::formats::predictions::{Compat, read_table};
use crate::formats::vlmevalkit::write::rows::{FileRow, circular_rows};
use crate::formats::vlmevalkit::write::{Column, columns};
use crate::formats::written_rows::{
    Cell, LARGEST_SHEET_NUMBER, LONGEST_SHEET_CELL, RowForm, RowWriter,
};
use crate::score::RequiredPasses;
use crate::store::{Run, StoredQuestion};

/// The maximum number of rows without a prediction that a message names.
const NAMED_GAPS: usize = 200;

#[derive(Debug, Args)]
pub(crate) struct Submission {
    /// The model
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The file, FILE.xlsx
    #[arg(short = 'f', long, value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    on: OnBenchmark,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Write the file although predictions are missing: their cells are empty
    #[arg(long)]
    incomplete: bool,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// A row that the server asks for, and what the model wrote.
struct Answered<'a> {
    question: &'a Question,
    row: FileRow,
    /// `None` if there is no prediction, or a note that the request failed.
    text: Option<&'a str>,
}

impl Submission {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        if ending.and_then(RowForm::from_ending) != Some(RowForm::Xlsx) {
            bail!(WrongUsage("the server takes a spreadsheet: --file FILE.xlsx".into()));
        }
        let (store, benchmark) = self.on.open(shared)?;
        let runs = runs_of_models(
            &store,
            &benchmark,
            std::slice::from_ref(&self.model),
            Some(Input::Image),
        )?;
        let Some(run) = runs.first() else {
            bail!("{} has no predictions of {}", benchmark.name, self.model)
        };
        let stored = store.whole_questions(&benchmark)?;
        let whole = WholeRun { store: &store, benchmark: &benchmark, run, questions: &stored };
        let by_question = whole.predictions()?;
        let rows = self.rows(&stored, &by_question)?;
        self.refuse_gaps(&rows, run)?;
        warn_of_guessed_rows(&rows);
        let cut = self.write(&rows)?;
        if !cut.is_empty() {
            warn(&format!(
                "the predictions of rows {} were cut: a cell of a spreadsheet holds {LONGEST_SHEET_CELL} \
                 characters",
                cut.join(", ")
            ));
        }
        print_message(&format!("{} rows written to {}", rows.len(), self.file.display()));
        Ok(())
    }

    fn rows<'a>(
        &self,
        stored: &'a [StoredQuestion],
        by_question: &'a PredictionsByQuestion,
    ) -> anyhow::Result<Vec<Answered<'a>>> {
        let is_meant =
            |at: &usize| self.split.is_none() || stored[*at].question.split == self.split;
        let positions: Vec<usize> = (0..stored.len()).filter(is_meant).collect();
        if positions.is_empty() {
            bail!("no question is of split {}", self.split.as_deref().unwrap_or_default());
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
            bail!("the server expects whole numbers as indices, but there is {}", word.row.index);
        }
        Ok(answered)
    }

    fn refuse_gaps(&self, rows: &[Answered<'_>], run: &Run) -> anyhow::Result<()> {
        let gaps: Vec<String> = rows
            .iter()
            .filter(|row| row.text.is_none())
            .map(|row| {
                format!("{} (question {}, pass {})", row.row.index, row.question.key, row.row.pass)
            })
            .collect();
        if gaps.is_empty() {
            return Ok(());
        }
        let more = match gaps.len().saturating_sub(NAMED_GAPS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let begun: HashSet<&str> = rows
            .iter()
            .filter(|row| row.text.is_some())
            .map(|row| row.question.key.as_str())
            .collect();
        let is_spared =
            |row: &&Answered<'_>| row.text.is_none() && begun.contains(row.question.key.as_str());
        let cause = match rows.iter().filter(is_spared).count() {
            spared if spared > 0 && run.settings.is_some() => {
                format!(
                    ". {spared} of them are other passes of questions that {} answered: `assay infer` spares the \
                 passes after a wrong one, and asks them when it is run again with --all-passes",
                    self.model
                )
            }
            _ => String::new(),
        };
        let message = format!(
            "{} of {} rows have no prediction of {}: {}{more}{cause}",
            gaps.len(),
            rows.len(),
            self.model,
            gaps[..gaps.len().min(NAMED_GAPS)].join(", ")
        );
        if !self.incomplete {
            bail!(
                "{message}. --incomplete writes the file with empty cells for them; --split takes one split"
            );
        }
        warn(&message);
        Ok(())
    }

    /// Writes the file and returns the indices of rows with a prediction that was too long.
    fn write(&self, rows: &[Answered<'_>]) -> anyhow::Result<Vec<String>> {
        let columns = server_columns(rows);
        let names = columns.iter().map(|column| column.name().into_owned());
        let names = names.chain([Column::Prediction.name().into_owned()]).collect();
        let mut file = NewFile::create(&self.file, self.force)?;
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
fn warn_of_guessed_rows(rows: &[Answered<'_>]) {
    let is_guessed = |row: &&Answered<'_>| {
        row.row.pass != Pass::FIRST && row.question.passes.iter().all(|p| p.pass != row.row.pass)
    };
    let guessed = rows.iter().filter(is_guessed).count();
    if guessed > 0 {
        warn(&format!(
            "{guessed} rows are passes that the benchmark's own file does not have: they are numbered as \
             VLMEvalKit does, with the choices in the order that the model saw"
        ));
    }
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
    let choices = Label::all()
        .map(Column::Choice)
        .enumerate()
        .filter(|(at, column)| *at < 4 || known.contains(column))
        .map(|(_, column)| column)
        .collect::<Vec<_>>();
    let (before, after): (Vec<Column>, Vec<Column>) = known
        .into_iter()
        .filter(is_sent)
        .partition(|column| matches!(column, Column::Index | Column::Question | Column::Hint));
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
fn read_back(path: &Path, rows: &[Answered<'_>]) -> anyhow::Result<()> {
    let table = read_table(path, Compat::None)?;
    let is_same = |(at, row): (usize, &Answered<'_>)| {
        table.row_index(at) == row.row.index
            && table.prediction(at) == fitting(row.text.unwrap_or_default())
    };
    if table.rows() != rows.len() || !rows.iter().enumerate().all(is_same) {
        bail!("the spreadsheet does not read back as it was written; nothing was kept");
    }
    Ok(())
}
