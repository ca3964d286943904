//! Answers of a model to open questions, into its run. The same answers again are the same run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::judged::{Files, each_once, into_benchmark};
use super::questions::SkippedInFile;
use super::{Result, refuse};
use assay_formats::error::shown_names;
use assay_formats::votes::{AnswerRow, read_answers};
use assay_store::{Importer, Store, StoreError};

/// Which files of answers are whose.
#[derive(Clone, Debug, Default)]
pub struct AnswerImport {
    pub files: Vec<PathBuf>,
    pub model: String,
    /// Without it, the benchmark that has the questions, else a new one that is called as the first file.
    pub benchmark: Option<String>,
}

/// What an import of answers did.
#[derive(Debug, Default, Serialize)]
pub struct ImportedAnswers {
    pub benchmark: String,
    pub model: String,
    /// Answers of the files to questions of the benchmark.
    pub answers: usize,
    /// Those that the model did not have.
    pub new: usize,
    /// Those that the model had with another text, which its old run keeps.
    pub changed: usize,
    /// Answers to questions that the benchmark does not have.
    pub of_unknown_questions: usize,
    pub skipped: Vec<SkippedInFile>,
    pub warnings: Vec<String>,
}

impl AnswerImport {
    /// Imports into the database at `path`, which `open` opens or makes: everything or nothing.
    ///
    /// # Errors
    /// If a file cannot be read, a question is answered twice, or no answer fits the benchmark.
    pub fn run(
        &self,
        path: &Path,
        open: impl FnOnce() -> Result<Store, StoreError>,
    ) -> Result<ImportedAnswers> {
        if self.model.trim().is_empty() {
            refuse!("the model needs a name; the one given with --model is empty");
        }
        let mut files = Files::read(&self.files, |path| {
            let file = read_answers(path)?;
            Ok((file.rows, file.skipped, file.warnings))
        })?;
        self.keep_own(&mut files.rows)?;
        let questions = each_once(files.rows.iter().map(|row| &row.question));
        let named = (self.benchmark.as_ref(), &*self.files);
        let keep = |importer: &Importer<'_>| self.keep(importer, &files);
        let imported = into_benchmark(path, open, named, &questions, keep)?;
        Ok(ImportedAnswers { skipped: files.skipped, ..imported })
    }

    /// Leaves the answers of this model, where files name several.
    fn keep_own(&self, rows: &mut Vec<AnswerRow>) -> Result<()> {
        let models: BTreeSet<&str> = rows.iter().filter_map(|row| row.model.as_deref()).collect();
        if models.len() < 2 {
            return Ok(());
        }
        if !models.contains(self.model.as_str()) {
            let there: Vec<String> = models.into_iter().map(str::to_owned).collect();
            refuse!(
                "the files have answers of {}; name one of them with --model",
                shown_names(&there)
            );
        }
        rows.retain(|row| row.model.as_deref() == Some(self.model.as_str()));
        Ok(())
    }

    fn keep(&self, importer: &Importer<'_>, files: &Files<AnswerRow>) -> Result<ImportedAnswers> {
        let ids = importer.question_ids()?;
        let (mut kept, mut unknown) = (BTreeMap::new(), Vec::new());
        for AnswerRow { question, turn, answer, .. } in &files.rows {
            let key = &question.key;
            let Some(&id) = ids.get(key) else {
                unknown.push(key.clone());
                continue;
            };
            if kept.insert((id, *turn), answer.as_str()).is_some_and(|other| other != answer) {
                refuse!("question {key} has two different answers in the files; leave one out");
            }
        }
        let benchmark = importer.benchmark().name.clone();
        if kept.is_empty() {
            refuse!("{benchmark} has none of the questions ({})", shown_names(&unknown));
        }
        let found = importer.keep_answers(&self.model, &files.sources, &kept)?;
        let warning = (!unknown.is_empty()).then(|| {
            let (count, named) = (unknown.len(), shown_names(&unknown));
            format!(
                "{count} answers to questions that {benchmark} does not have are left out: {named}"
            )
        });
        Ok(ImportedAnswers {
            benchmark,
            model: self.model.clone(),
            answers: kept.len(),
            new: found.new,
            changed: found.changed,
            of_unknown_questions: unknown.len(),
            skipped: Vec::new(),
            warnings: files.warnings.iter().cloned().chain(warning).collect(),
        })
    }
}
