//! Labels that an external judge read from predictions, from a list of labels or from the log that
//! VLMEvalKit wrote when it asked the judge ([`result_file`](super::result_file)).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Serialize;

use super::result_file::{self, ResultFileCounts};
use super::{InPlace, Result, refuse};
use crate::evaluation::current_runs;
use assay_core::benchmark::{Input, Pass, PredictionName};
use assay_core::extract::{Answer, BuiltIn};
use assay_core::keyword::Keyword;
use assay_formats::labels::{JudgeLabel, read_labels};
use assay_store::{Benchmark, QuestionId, Run, Store, StoredExtraction};

/// Whose labels are in the file, and about which predictions.
#[derive(Clone, Debug)]
pub struct LabelImport {
    /// The judge's name; without it, the file's column `extractor`.
    pub extractor: Option<String>,
    /// The model whose predictions a `_result` file is about.
    pub model: Option<String>,
    /// What that model was given.
    pub input: Input,
    /// Whether these replace other labels that the same judge gave to the same texts.
    pub replace: bool,
}

/// What an import of a judge's labels did.
#[derive(Debug, Serialize)]
pub struct ImportedLabels {
    pub benchmark: String,
    /// How many labels each judge gave.
    pub extractors: BTreeMap<String, usize>,
    /// Labels in the file.
    pub labels: usize,
    /// Labels that replaced another.
    pub changed: usize,
    /// The contents of a `_result` file other than the labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_file: Option<ResultFileCounts>,
    /// Warnings about the labels.
    pub warnings: Vec<String>,
}

/// A run of one model, and what one judge read from it.
type Batch = (Run, String, Vec<StoredExtraction>);

/// What was read, the number of labels in the file, and what else is in a `_result` file.
type Read = (Vec<Batch>, usize, Option<ResultFileCounts>);

impl LabelImport {
    /// Reads the labels of a file and keeps them.
    ///
    /// # Errors
    /// If the file cannot be read, or a label does not belong to a prediction; nothing is imported then.
    pub fn run(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        file: &Path,
    ) -> Result<ImportedLabels> {
        let place = || file.display().to_string();
        let (batches, labels, result_file) = match result_file::is_one(file).in_place(place)? {
            true => self.judged(store, benchmark, file)?,
            false => self.listed(store, benchmark, file)?,
        };
        let changed = changed(store, &batches)?;
        if changed > 0 && !self.replace {
            refuse!(
                "{}: {changed} labels differ from those that the same judge has here already; --replace \
                 lets these take their place",
                file.display()
            );
        }
        store.keep_all_extractions(&batches)?;
        let mut extractors: BTreeMap<String, usize> = BTreeMap::new();
        for (_, extractor, kept) in batches {
            *extractors.entry(extractor).or_default() += kept.len();
        }
        let warnings = result_file.as_ref().map(ResultFileCounts::warnings).unwrap_or_default();
        let benchmark = benchmark.name.clone();
        Ok(ImportedLabels { benchmark, extractors, labels, changed, result_file, warnings })
    }

    /// The labels of a list.
    fn listed(&self, store: &Store, benchmark: &Benchmark, file: &Path) -> Result<Read> {
        if self.model.is_some() {
            refuse!("--model is for _result files; a list of labels has its own column model");
        }
        let place = || file.display().to_string();
        let open = File::open(file).in_place(place)?;
        let labels = read_labels(BufReader::new(open)).in_place(place)?;
        let batches = self.checked(store, benchmark, &labels).in_place(place)?;
        Ok((batches, labels.len(), None))
    }

    /// The labels of a `_result` file.
    fn judged(&self, store: &Store, benchmark: &Benchmark, file: &Path) -> Result<Read> {
        let judge = self.extractor.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (Some(judge), Some(model)) = (judge, self.model.as_deref()) else {
            refuse!("a _result file names neither model nor judge: give --model and --extractor");
        };
        not_built_in(judge)?;
        let (run, kept, counts) = result_file::read(file, store, benchmark, model, self.input)?;
        if kept.is_empty() {
            let whys = counts.silent.iter().map(|(why, rows)| format!("{rows} rows: {why}"));
            let mut whys: Vec<String> = whys.collect();
            if counts.by_rules > 0 {
                whys.push(format!("{} predictions: the rules read them", counts.by_rules));
            }
            refuse!(
                "{} has no label of a judge ({}); nothing was imported",
                file.display(),
                whys.join("; ")
            );
        }
        Ok((vec![(run, judge.to_owned(), kept)], counts.labels, Some(counts)))
    }

    /// Every label with its run, or the first fault with its line: an import is complete or not
    /// done.
    fn checked(
        &self,
        store: &Store,
        benchmark: &Benchmark,
        labels: &[JudgeLabel],
    ) -> Result<Vec<Batch>> {
        let runs = current_runs(store, benchmark, None)?;
        let mut batches: BTreeMap<(usize, &str), Vec<StoredExtraction>> = BTreeMap::new();
        let mut seen: HashSet<(&PredictionName, &str)> = HashSet::new();
        for label in labels {
            let line = label.line;
            let name = &label.prediction;
            let extractor = self.name_of(label)?;
            let text = store.shown_text(benchmark, name, None)?;
            let Some(text) = text else {
                refuse!("line {line}: {} has no prediction {name}", benchmark.name);
            };
            let answer = label.answer;
            if let Answer::Label(letter) = answer
                && text.order.original_of(letter).is_none()
            {
                refuse!("line {line}: {name} was shown without a choice {letter}");
            }
            if !seen.insert((name, extractor)) {
                refuse!("line {line}: {extractor} has two labels for {name}; keep one of the two");
            }
            let is_its_run = |run: &Run| run.model == name.model && run.input == name.input;
            let run = runs.iter().position(is_its_run);
            let Some(run) = run else { refuse!("line {line}: no run of {}", name.model) };
            let (question_id, pass) = (text.question_id, name.pass);
            let read = StoredExtraction { question_id, pass, answer, evidence: None };
            batches.entry((run, extractor)).or_default().push(read);
        }
        let batch = |((run, extractor), read): ((usize, &str), _)| {
            (runs[run].clone(), extractor.to_owned(), read)
        };
        Ok(batches.into_iter().map(batch).collect())
    }

    fn name_of<'a>(&'a self, label: &'a JudgeLabel) -> Result<&'a str> {
        let name = self.extractor.as_deref().or(label.extractor.as_deref());
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
            refuse!("line {}: who read this label? Name the judge with --extractor", label.line);
        };
        not_built_in(name)?;
        Ok(name)
    }
}

/// The number of labels that differ from those stored for the same texts.
fn changed(store: &Store, batches: &[Batch]) -> Result<usize> {
    let mut changed = 0;
    for (run, extractor, labels) in batches {
        let kept = store.extractions(run, extractor)?;
        let kept: HashMap<(QuestionId, Pass), Answer> =
            kept.iter().map(|known| ((known.question_id, known.pass), known.answer)).collect();
        let differs = |label: &&StoredExtraction| {
            let known = kept.get(&(label.question_id, label.pass));
            known.is_some_and(|known| *known != label.answer)
        };
        changed += labels.iter().filter(differs).count();
    }
    Ok(changed)
}

fn not_built_in(name: &str) -> Result<()> {
    if BuiltIn::from_name(name).is_ok() {
        refuse!("{name} is a built-in extractor; give the judge another name");
    }
    Ok(())
}
