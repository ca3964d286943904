//! The parts shared by imports of votes and of answers: their files, and the benchmark that gets them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::questions::SkippedInFile;
use super::run_files::source_file;
use super::{InPlace, Result, into_database, refuse};
use assay_core::benchmark::{Question, QuestionKey};
use assay_formats::error::{BadRow, FormatError, shown_names};
use assay_formats::votes::VoteQuestion;
use assay_store::{Importer, QuestionId, SourceFile, Store, StoreError};

/// The rows of all files, and the question of each.
pub(super) struct Files<R> {
    pub sources: Vec<SourceFile>,
    pub rows: Vec<R>,
    pub taken: Taken,
    question: fn(&R) -> &Arc<VoteQuestion>,
}

/// Which benchmark took what from the files.
#[derive(Debug, Default, Serialize)]
pub struct Taken {
    pub benchmark: String,
    /// Rows on questions that the benchmark does not have.
    pub of_unknown_questions: usize,
    pub skipped: Vec<SkippedInFile>,
    pub warnings: Vec<String>,
}

/// The rows on questions of the benchmark, with the rows of these.
pub(super) type Known<'r, R> = Vec<(&'r R, QuestionId)>;

/// The rows of a file, those that were left out, and its warnings.
type Read<R> = (Vec<R>, Vec<BadRow>, Vec<String>);

impl<R> Files<R> {
    pub fn read(
        paths: &[PathBuf],
        question: fn(&R) -> &Arc<VoteQuestion>,
        read: impl Fn(&Path) -> Result<Read<R>, FormatError>,
    ) -> Result<Files<R>> {
        let (sources, rows, taken) = Default::default();
        let mut files = Files { sources, rows, taken, question };
        for path in paths {
            let (rows, skipped, warnings) = read(path)?;
            let source = source_file(path)?;
            let named = |row| SkippedInFile { file: source.file.clone(), row };
            files.taken.skipped.extend(skipped.into_iter().map(named));
            files.taken.warnings.extend(warnings);
            files.rows.extend(rows);
            files.sources.push(source);
        }
        Ok(files)
    }

    /// Imports into the benchmark that is named, or else the one that has the questions, or else a new one that is
    /// called as the first file. A benchmark without questions gets these. Everything is kept or nothing. `what` the
    /// rows are is for messages.
    pub fn import<T>(
        mut self,
        path: &Path,
        open: impl FnOnce() -> Result<Store, StoreError>,
        (named, paths, what): (Option<&String>, &[PathBuf], &str),
        keep: impl FnOnce(&Importer<'_>, &Known<'_, R>, &[SourceFile], &mut Vec<String>) -> Result<T>,
    ) -> Result<(Taken, T)> {
        let questions = self.questions();
        let imported = into_database(path, open, |store| {
            let benchmark = match named {
                Some(name) => name.clone(),
                None => benchmark_with(store, &questions)?.unwrap_or_else(|| named_after(paths)),
            };
            store.import(&benchmark, None, |importer| {
                if importer.question_ids()?.is_empty() {
                    importer.keep_questions(&new_questions(&questions)?)?;
                }
                let mut taken = std::mem::take(&mut self.taken);
                taken.benchmark.clone_from(&importer.benchmark().name);
                let rows = self.known(importer, &questions, &mut taken, what)?;
                let kept = keep(importer, &rows, &self.sources, &mut taken.warnings)?;
                Ok((taken, kept))
            })
        });
        imported.in_place(|| "nothing was imported".to_owned())
    }

    /// The questions of the rows, each once.
    fn questions(&self) -> Vec<Arc<VoteQuestion>> {
        let mut seen: HashSet<&str> = HashSet::new();
        let questions = self.rows.iter().map(self.question);
        questions.filter(|question| seen.insert(&question.key)).cloned().collect()
    }

    /// The rows on questions of the benchmark; the others are counted.
    fn known(
        &self,
        importer: &Importer<'_>,
        questions: &[Arc<VoteQuestion>],
        taken: &mut Taken,
        what: &str,
    ) -> Result<Known<'_, R>> {
        let ids = importer.question_ids()?;
        let id = |row: &R| ids.get(&(self.question)(row).key).copied();
        let known: Known<'_, R> =
            self.rows.iter().filter_map(|row| Some((row, id(row)?))).collect();
        taken.of_unknown_questions = self.rows.len() - known.len();
        let (name, rows) = (&taken.benchmark, taken.of_unknown_questions);
        let unknown = questions.iter().map(|question| question.key.clone());
        let unknown: Vec<String> = unknown.filter(|key| !ids.contains_key(key)).collect();
        let (questions, named) = (unknown.len(), shown_names(&unknown));
        if known.is_empty() {
            refuse!(
                "{name} has none of the {questions} questions of the {what} ({named}); name another benchmark \
                 with --benchmark, a new name makes one"
            );
        }
        if rows > 0 {
            taken.warnings.push(format!(
                "{rows} {what} are on {questions} questions that {name} does not have, and are left out: {named}"
            ));
        }
        Ok(known)
    }
}

/// The name of a benchmark that is called as the first file. Names of models, and so of their files, have dots.
pub(super) fn named_after(files: &[PathBuf]) -> String {
    let stem = files.first().and_then(|file| file.file_stem());
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

/// The only benchmark of open questions that has more than half of these, and none of them with another text.
fn benchmark_with(store: &Store, questions: &[Arc<VoteQuestion>]) -> Result<Option<String>> {
    let mut fitting = Vec::new();
    for benchmark in store.benchmarks()? {
        let stems = store.question_stems(&benchmark)?;
        let open = store.question_sheets(&benchmark)?.into_iter();
        let open = open.filter(|sheet| sheet.choices.is_empty());
        let known: HashMap<String, &String> =
            open.filter_map(|sheet| Some((sheet.key.to_string(), stems.get(&sheet.id)?))).collect();
        let found = questions.iter().filter_map(|question| {
            let stem = known.get(&question.key)?;
            Some(question.text.as_ref().is_none_or(|text| text == *stem))
        });
        let found: Vec<bool> = found.collect();
        if 2 * found.len() > questions.len() && found.iter().all(|&same| same) {
            fitting.push(benchmark.name);
        }
    }
    Ok(if fitting.len() == 1 { fitting.pop() } else { None })
}

/// The questions of a benchmark that is new.
fn new_questions(questions: &[Arc<VoteQuestion>]) -> Result<Vec<Question>> {
    let question = |question: &Arc<VoteQuestion>| {
        let VoteQuestion { key, text, category, level } = &**question;
        let Some(name) = QuestionKey::new(key.clone()) else {
            refuse!("a question of the files has no key");
        };
        let stem = text.as_ref().unwrap_or(key);
        let (category, l2_category) = (category.clone(), level.clone());
        Ok(Question { category, l2_category, ..Question::new(name, stem, Vec::new()) })
    };
    questions.iter().map(question).collect()
}
