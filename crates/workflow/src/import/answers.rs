//! Answers of a model to open questions, into its run. The same answers again are the same run.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::judged::{Files, Taken};
use super::{Result, refuse};
use assay_formats::error::shown_names;
use assay_formats::votes::{AnswerRow, read_answers};
use assay_store::{Store, StoreError};

/// Which files of answers are whose.
#[derive(Clone, Debug, Default)]
pub struct AnswerImport {
    /// Files, or folders of files with an answer each.
    pub files: Vec<PathBuf>,
    pub model: String,
    /// Without it, the benchmark that has the questions, else a new one that is called as the first file.
    pub benchmark: Option<String>,
}

/// What an import of answers did.
#[derive(Debug, Serialize)]
pub struct ImportedAnswers {
    pub model: String,
    /// Answers of the files to questions of the benchmark.
    pub answers: usize,
    /// Those that the model did not have.
    pub new: usize,
    /// Those that the model had with another text, which its old run keeps.
    pub changed: usize,
    #[serde(flatten)]
    pub taken: Taken,
}

impl AnswerImport {
    /// Imports into the database at `path`, which `open` opens or makes: everything or nothing.
    ///
    /// # Errors
    /// If a file cannot be read, a question is answered twice, or no answer fits the benchmark.
    pub fn run(
        self,
        path: &Path,
        open: impl FnOnce() -> Result<Store, StoreError>,
    ) -> Result<ImportedAnswers> {
        let AnswerImport { files: paths, model, benchmark } = self;
        if model.trim().is_empty() {
            refuse!("the model needs a name; the one given with --model is empty");
        }
        let read =
            |path: &Path| read_answers(path).map(|file| (file.rows, file.skipped, file.warnings));
        let mut files =
            Files::read(&with_files_of_folders(&paths)?, |row: &AnswerRow| &row.question, read)?;
        keep_own(&mut files.rows, &model)?;
        let into = (benchmark.as_ref(), &*paths, "answers");
        let (taken, (answers, kept)) =
            files.import(path, open, into, |importer, rows, sources, _| {
                let mut answers = BTreeMap::new();
                for &(AnswerRow { question, turn, answer, .. }, id) in rows {
                    let earlier = answers.insert((id, *turn), answer.as_str());
                    if earlier.is_some_and(|other| other != answer) {
                        let key = &question.key;
                        refuse!(
                            "question {key} has two different answers in the files; leave one out"
                        );
                    }
                }
                Ok((answers.len(), importer.keep_answers(&model, sources, &answers)?))
            })?;
        Ok(ImportedAnswers { model, answers, new: kept.new, changed: kept.changed, taken })
    }
}

/// The files, and those in the folders among them, by their names.
fn with_files_of_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = path.read_dir()?.map(|entry| Ok(entry?.path()));
            let mut inside = entries.collect::<io::Result<Vec<PathBuf>>>()?;
            inside.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
            inside.sort_unstable();
            files.append(&mut inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Leaves the answers of this model, where files name several.
fn keep_own(rows: &mut Vec<AnswerRow>, model: &str) -> Result<()> {
    let models: BTreeSet<&str> = rows.iter().filter_map(|row| row.model.as_deref()).collect();
    if models.len() < 2 {
        return Ok(());
    }
    if !models.contains(model) {
        let there: Vec<String> = models.into_iter().map(str::to_owned).collect();
        refuse!("the files have answers of {}; name one of them with --model", shown_names(&there));
    }
    rows.retain(|row| row.model.as_deref() == Some(model));
    Ok(())
}
