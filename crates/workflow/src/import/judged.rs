//! The parts shared by imports of votes and of answers: their files, and the benchmark that gets them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::questions::SkippedInFile;
use super::run_files::source_file;
use super::{InPlace, Result, into_database, refuse};
use assay_core::benchmark::{Question, QuestionKey};
use assay_formats::error::{BadRow, FormatError};
use assay_formats::votes::VoteQuestion;
use assay_store::{Importer, SourceFile, Store, StoreError};

/// The rows of all files.
#[derive(Debug)]
pub(super) struct Files<R> {
    pub sources: Vec<SourceFile>,
    pub rows: Vec<R>,
    pub skipped: Vec<SkippedInFile>,
    pub warnings: Vec<String>,
}

/// The rows of a file, those that were left out, and its warnings.
type Read<R> = (Vec<R>, Vec<BadRow>, Vec<String>);

impl<R> Files<R> {
    pub fn read(
        paths: &[PathBuf],
        mut read: impl FnMut(&Path) -> Result<Read<R>, FormatError>,
    ) -> Result<Files<R>> {
        let (sources, rows, skipped, warnings) = Default::default();
        let mut files = Files { sources, rows, skipped, warnings };
        for path in paths {
            let (rows, skipped, warnings) = read(path)?;
            let source = source_file(path)?;
            let named = |row| SkippedInFile { file: source.file.clone(), row };
            files.skipped.extend(skipped.into_iter().map(named));
            files.rows.extend(rows);
            files.warnings.extend(warnings);
            files.sources.push(source);
        }
        Ok(files)
    }
}

/// The questions of rows, each once.
pub(super) fn each_once<'r>(
    questions: impl Iterator<Item = &'r Arc<VoteQuestion>>,
) -> Vec<Arc<VoteQuestion>> {
    let mut seen: HashSet<&str> = HashSet::new();
    questions.filter(|question| seen.insert(&question.key)).cloned().collect()
}

/// The name of a benchmark that is called as the first file. Names of models, and so of their files, have dots.
pub(super) fn named_after(files: &[PathBuf]) -> String {
    let stem = files.first().and_then(|file| file.file_stem());
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

/// Imports into the benchmark that is named, or else the one that has the questions, or else a new one that is called
/// as the first file. A benchmark without questions gets these. Everything is kept or nothing.
pub(super) fn into_benchmark<T>(
    path: &Path,
    open: impl FnOnce() -> Result<Store, StoreError>,
    (named, files): (Option<&String>, &[PathBuf]),
    questions: &[Arc<VoteQuestion>],
    keep: impl FnOnce(&Importer<'_>) -> Result<T>,
) -> Result<T> {
    let imported = into_database(path, open, |store| {
        let benchmark = match named {
            Some(name) => name.clone(),
            None => benchmark_with(store, questions)?.unwrap_or_else(|| named_after(files)),
        };
        store.import(&benchmark, None, |importer| {
            if importer.question_ids()?.is_empty() {
                importer.keep_questions(&new_questions(questions)?)?;
            }
            keep(importer)
        })
    });
    imported.in_place(|| "nothing was imported".to_owned())
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
