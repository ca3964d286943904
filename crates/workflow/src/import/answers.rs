//! Answers of a model to open questions, into its run. The same answers again are the same run.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::questions::{SkippedInFile, name_of};
use super::run_files::source_file;
use super::votes::{benchmark_with, new_questions};
use super::{ImportError, InPlace, Result, into_database, refuse};
use assay_formats::error::shown_names;
use assay_formats::votes::{AnswerRow, VoteQuestion, read_answers};
use assay_store::{Importer, SourceFile, Store, StoreError};

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

/// The rows of all files.
#[derive(Default)]
struct Read {
    sources: Vec<SourceFile>,
    rows: Vec<AnswerRow>,
    skipped: Vec<SkippedInFile>,
    warnings: Vec<String>,
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
        let mut read = Read::default();
        for path in &self.files {
            let file = read_answers(path)?;
            let source = source_file(path)?;
            let skipped = file.skipped.into_iter();
            read.skipped
                .extend(skipped.map(|row| SkippedInFile { file: source.file.clone(), row }));
            read.warnings.extend(file.warnings);
            read.rows.extend(file.rows);
            read.sources.push(source);
        }
        self.keep_own(&mut read.rows)?;
        let mut seen: HashSet<&str> = HashSet::new();
        let questions = read.rows.iter().map(|row| &row.question);
        let questions = questions.filter(|question| seen.insert(&question.key));
        let questions: Vec<Arc<VoteQuestion>> = questions.cloned().collect();
        let named_after = || self.files.first().map(|file| name_of(file)).unwrap_or_default();
        let imported = into_database(path, open, |store| {
            let benchmark = match &self.benchmark {
                Some(name) => name.clone(),
                None => benchmark_with(store, &questions)?.unwrap_or_else(named_after),
            };
            store.import(&benchmark, None, |importer| {
                if importer.question_ids()?.is_empty() {
                    importer.keep_questions(&new_questions(&questions)?)?;
                }
                self.keep(importer, &read)
            })
        });
        let imported = imported.in_place(|| "nothing was imported".to_owned())?;
        Ok(ImportedAnswers { skipped: read.skipped, ..imported })
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

    fn keep(&self, importer: &Importer<'_>, read: &Read) -> Result<ImportedAnswers, ImportError> {
        let ids = importer.question_ids()?;
        let (mut kept, mut unknown) = (BTreeMap::new(), Vec::new());
        for AnswerRow { question, turn, answer, .. } in &read.rows {
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
        let found = importer.keep_answers(&self.model, &read.sources, &kept)?;
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
            warnings: read.warnings.iter().cloned().chain(warning).collect(),
        })
    }
}
