//! What an import of questions did: `assay import questions`.

use serde::Serialize;

use super::Document;
use crate::describe::UnknownName;
use crate::formats::BadRow;
use crate::report::{Form, Table};
use crate::store::{ImportOutcome, ReferencedShare};

/// What an import of questions did.
#[derive(Debug, Default, Serialize)]
pub struct ImportedQuestions {
    pub benchmark: String,
    /// The formats that the files were recognised as, or named.
    #[serde(rename = "format", serialize_with = "joined")]
    pub formats: Vec<&'static str>,
    /// Questions in the files.
    pub questions: usize,
    /// Rows of the files.
    pub rows: usize,
    /// Pictures, each counted once.
    pub images: usize,
    /// How the database stores them.
    pub pictures: PicturesKept,
    /// The taxonomy that this import gave the benchmark; `None` if it has one already, or if its
    /// categories do not belong to one.
    pub taxonomy: Option<String>,
    /// Whether the checklist that a file carries became the benchmark's.
    pub checklist: bool,
    /// Categories that this taxonomy does not have; the questions keep them.
    pub unknown_categories: Vec<UnknownName>,
    /// The number of new, changed and unchanged questions in the database.
    #[serde(flatten)]
    pub outcome: ImportOutcome,
    /// Fields that are not part of the format; they are stored and exported again.
    pub extra_fields: Vec<String>,
    /// Rows that were left out.
    pub skipped: Vec<SkippedInFile>,
    /// Ambiguities of the files, in sentences.
    pub warnings: Vec<String>,
}

/// How the database stores pictures.
#[derive(Debug, Default, Serialize)]
pub struct PicturesKept {
    /// Pictures of which it has the bytes.
    pub copied: usize,
    /// Pictures that are referenced and not copied.
    pub referenced: ReferencedShare,
    pub reason: String,
}

impl PicturesKept {
    fn describe(&self) -> String {
        let ReferencedShare { pictures, bytes } = self.referenced;
        let reason = &self.reason;
        let size = format!("{:.1} MB", bytes as f64 / 1e6);
        match (self.copied, pictures) {
            (0, 0) => String::new(),
            (_, 0) => format!("copied ({reason})"),
            (0, _) => format!("referenced: {size} ({reason})"),
            (copied, _) => format!("{pictures} referenced: {size} ({reason}); {copied} copied"),
        }
    }
}

fn joined<S: serde::Serializer>(names: &[&'static str], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&names.join(", "))
}

/// A row that was left out, with its file.
#[derive(Debug, Serialize)]
pub struct SkippedInFile {
    pub file: String,
    /// The row, and why.
    #[serde(flatten)]
    pub row: BadRow,
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
    Table::over([document])
        .text("benchmark", |document| &document.benchmark)
        .text("format", |document| document.formats.join(", "))
        .number("questions", |document| document.questions)
        .number("rows", |document| document.rows)
        .number("pictures", |document| document.images)
        .text("kept", |document| document.pictures.describe())
        .number("new", |document| document.outcome.new)
        .number("changed", |document| document.outcome.changed)
        .number("unchanged", |document| document.outcome.unchanged)
        .number("not in the file", |document| document.outcome.absent)
        .number("rows skipped", |document| document.skipped.len())
        .text("taxonomy", |document| document.taxonomy.as_ref())
        .text("extra fields", |document| document.extra_fields.join(", "))
        .table()
}

fn skipped_rows(rows: &[SkippedInFile]) -> Table {
    Table::over(rows)
        .text("file", |skipped| &skipped.file)
        .number("row", |skipped| skipped.row.row)
        .number("line", |skipped| skipped.row.line)
        .text("index", |skipped| skipped.row.index.as_ref())
        .text("why it was skipped", |skipped| &skipped.row.reason)
        .table()
}
