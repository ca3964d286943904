//! What an import of questions did: `assay import questions`.

use serde::Serialize;

use super::Document;
use crate::formats::SkippedRow;
use crate::report::{Align, Form, Table};
use crate::store::ImportOutcome;

/// What an import of questions did.
#[derive(Debug, Default, Serialize)]
pub struct ImportedQuestions {
    /// The benchmark's name.
    pub benchmark: String,
    /// Questions in the files.
    pub questions: usize,
    /// Rows of the files.
    pub rows: usize,
    /// Pictures, each counted once.
    pub images: usize,
    /// What became of the questions in the database.
    #[serde(flatten)]
    pub outcome: ImportOutcome,
    /// Rows that were left out.
    pub skipped: Vec<SkippedInFile>,
    /// What the files left open, in sentences.
    pub warnings: Vec<String>,
}

/// A row that was left out, with its file.
#[derive(Debug, Serialize)]
pub struct SkippedInFile {
    /// The file.
    pub file: String,
    /// The row, and why.
    #[serde(flatten)]
    pub row: SkippedRow,
}

impl Document for ImportedQuestions {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut tables = vec![summary(self)];
        if !self.skipped.is_empty() {
            tables.push(skipped_rows(&self.skipped));
        }
        tables
    }
}

fn summary(document: &ImportedQuestions) -> Table {
    let mut summary = Table::new([
        ("benchmark", Align::Left),
        ("questions", Align::Right),
        ("rows", Align::Right),
        ("pictures", Align::Right),
        ("new", Align::Right),
        ("changed", Align::Right),
        ("unchanged", Align::Right),
        ("not in the file", Align::Right),
        ("rows skipped", Align::Right),
    ]);
    let outcome = &document.outcome;
    let counts = [
        document.questions,
        document.rows,
        document.images,
        outcome.new,
        outcome.changed,
        outcome.unchanged,
        outcome.absent,
        document.skipped.len(),
    ];
    let name = std::iter::once(document.benchmark.clone());
    summary.row(name.chain(counts.iter().map(ToString::to_string)));
    summary
}

fn skipped_rows(rows: &[SkippedInFile]) -> Table {
    let mut skipped = Table::new([
        ("file", Align::Left),
        ("row", Align::Right),
        ("line", Align::Right),
        ("index", Align::Left),
        ("why it was skipped", Align::Left),
    ]);
    for SkippedInFile { file, row } in rows {
        skipped.row([
            file.clone(),
            row.row.to_string(),
            row.line.to_string(),
            row.index.clone().unwrap_or_default(),
            row.reason.clone(),
        ]);
    }
    skipped
}
