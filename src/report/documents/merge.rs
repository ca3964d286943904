//! Decisions of other copies that were united: `assay merge`.

use serde::Serialize;

use super::Document;
use crate::report::table::{number, text};
use crate::report::{Form, Table};
use crate::store::{MergeProblem, MergedRows, StoreError};

/// Decisions of other copies that were united.
#[derive(Debug, Default, Serialize)]
pub struct Merged {
    files: Vec<MergedFile>,
    /// Rows that were not there before.
    new: usize,
    /// Rows that were there already and say the same.
    known: usize,
    /// Rows that were not taken.
    problems: usize,
    /// What a reader must know, one sentence each.
    warnings: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct MergedFile {
    file: String,
    rows: usize,
    new: usize,
    known: usize,
    problems: Vec<MergeProblem>,
    /// Items that one person decided in two copies; the later decision counts.
    decided_in_two_copies: Vec<String>,
    /// Why nothing could be read of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
}

impl Merged {
    /// Adds a file of which nothing could be read.
    pub fn add_unreadable(&mut self, file: String, why: &StoreError) {
        let why = why.to_string();
        self.warnings.push(format!("nothing was taken of a file. {why}"));
        self.files.push(MergedFile { file, unreadable: Some(why), ..MergedFile::default() });
    }

    /// Whether nothing could be read of a file.
    pub fn has_unreadable(&self) -> bool {
        self.files.iter().any(|file| file.unreadable.is_some())
    }

    /// Adds what became of a file's rows.
    pub fn add(&mut self, file: String, rows: usize, merged: MergedRows) {
        let MergedRows { new, known, problems, decided_in_two_copies } = merged;
        self.new += new;
        self.known += known;
        self.problems += problems.len();
        let shown = problems.iter().take(5);
        self.warnings.extend(shown.map(|problem| {
            format!("{file}: {} on {}: {}", problem.annotator, problem.item, problem.problem)
        }));
        if problems.len() > 5 {
            self.warnings.push(format!("{file}: {} more rows were not taken", problems.len() - 5));
        }
        let twice: Vec<String> = decided_in_two_copies
            .into_iter()
            .map(|(annotator, queue, item)| format!("{annotator} on {item} ({queue})"))
            .collect();
        if let Some(first) = twice.first() {
            self.warnings.push(format!(
                "{file}: {} items were decided by one person in two copies, for instance {first}; the \
                 later decision counts",
                twice.len()
            ));
        }
        let decided_in_two_copies = twice;
        self.files.push(MergedFile {
            file,
            rows,
            new,
            known,
            problems,
            decided_in_two_copies,
            unreadable: None,
        });
    }
}

impl Document for Merged {
    fn tables(&self, _: Form) -> Vec<Table> {
        let columns = [
            text("file", |file: &&MergedFile| file.file.clone()),
            number("rows", |file| file.rows.to_string()),
            number("new", |file| file.new.to_string()),
            number("there already", |file| file.known.to_string()),
            number("not taken", |file| file.problems.len().to_string()),
        ];
        vec![Table::from_rows(&self.files, &columns)]
    }

    fn warnings(&self) -> Vec<&str> {
        self.warnings.iter().map(String::as_str).collect()
    }
}
