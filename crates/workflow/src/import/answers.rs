//! Answers of a model to open questions, into its run. The same answers again are the same run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::questions::name_of;
use super::run_files::source_file;
use super::votes::{benchmark_with, new_questions};
use super::{ImportError, InPlace, Result, into_database, refuse};
use assay_core::names::Names;
use assay_formats::answers::{ModelAnswer, read_answers};
use assay_formats::error::shown_names;
use assay_formats::votes::VoteQuestion;
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
        let (mut answers, mut sources) = (Vec::new(), Vec::new());
        for file in &self.files {
            answers.extend(read_answers(file)?);
            sources.push(source_file(file)?);
        }
        let mut questions: BTreeMap<&str, Arc<VoteQuestion>> = BTreeMap::new();
        let mut order = Names::default();
        for ModelAnswer { key, question, .. } in &answers {
            order.code(key);
            questions.entry(key).or_insert_with(|| {
                let (key, text) = (key.clone(), question.clone());
                Arc::new(VoteQuestion { key, text, category: None, level: None })
            });
        }
        let questions: Vec<Arc<VoteQuestion>> =
            order.in_order().iter().map(|key| questions[key.as_str()].clone()).collect();
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
                self.keep(importer, &answers, &sources)
            })
        });
        imported.in_place(|| "nothing was imported".to_owned())
    }

    fn keep(
        &self,
        importer: &Importer<'_>,
        answers: &[ModelAnswer],
        sources: &[SourceFile],
    ) -> Result<ImportedAnswers, ImportError> {
        let ids = importer.question_ids()?;
        let (mut kept, mut unknown) = (BTreeMap::new(), Vec::new());
        for ModelAnswer { key, turn, text, .. } in answers {
            let Some(&id) = ids.get(key) else {
                unknown.push(key.clone());
                continue;
            };
            if kept.insert((id, *turn), text.as_str()).is_some_and(|other| other != text) {
                refuse!("question {key} has two different answers in the files; leave one out");
            }
        }
        let benchmark = importer.benchmark().name.clone();
        if kept.is_empty() {
            refuse!("{benchmark} has none of the questions ({})", shown_names(&unknown));
        }
        let found = importer.keep_answers(&self.model, sources, &kept)?;
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
            warnings: warning.into_iter().collect(),
        })
    }
}
