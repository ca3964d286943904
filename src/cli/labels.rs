//! `assay import labels`: labels that an external judge read from predictions, from a list of labels
//! or from the log that VLMEvalKit wrote when it asked the judge (`result_file`).

mod result_file;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use super::names::OnBenchmark;
use super::standard_input::Spooled;
use anyhow::{Context as _, bail};
use clap::Args;

use self::result_file::Judged;
use super::value_names::{default_name, named};
use super::{Output, Shared, warn};
use crate::benchmark::{Input, Pass, PredictionName};
use crate::evaluation::current_runs;
use crate::extract::{Answer, BuiltIn};
use crate::formats::labels::{JudgeLabel, read_labels};
use crate::keyword::Keyword;
use crate::report::documents::labels::{ImportedLabels, ResultFileCounts};
use crate::store::{Benchmark, QuestionId, Run, Store, StoredExtraction};

#[derive(Debug, Args)]
pub(crate) struct ImportLabels {
    /// CSV with question, model, pass, label, JSON lines with these fields, or VLMEvalKit's _result
    /// file as xlsx, tsv or JSON
    file: PathBuf,
    /// The judge's name; without it, the file's column `extractor`
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Whose predictions a _result file is about
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// What that model was given
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    #[command(flatten)]
    on: OnBenchmark,
    /// Let these take the place of other labels that the same judge gave to the same texts
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    output: Output,
}

/// A run of one model, and what one judge read from it.
type Batch = (Run, String, Vec<StoredExtraction>);

/// What was read, the number of labels in the file, and what else is in a `_result` file.
type Read = (Vec<Batch>, usize, Option<ResultFileCounts>);

impl ImportLabels {
    pub(crate) fn run(mut self, shared: &Shared) -> anyhow::Result<()> {
        let spooled = Spooled::from_argument(&self.file)?;
        if let Some(spooled) = &spooled {
            spooled.path().clone_into(&mut self.file);
        }
        Spooled::name_in_error(spooled.as_ref(), self.import(shared))
    }

    fn import(&self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let place = || self.file.display().to_string();
        let (batches, labels, result_file) =
            match result_file::is_one(&self.file).with_context(place)? {
                true => self.judged(&store, &benchmark)?,
                false => self.listed(&store, &benchmark)?,
            };
        let changed = changed(&store, &batches)?;
        if changed > 0 && !self.replace {
            bail!(
                "{}: {changed} labels differ from those that the same judge has here already; --replace \
                 lets these take their place",
                self.file.display()
            );
        }
        store.keep_all_extractions(&batches)?;
        let mut extractors: BTreeMap<String, usize> = BTreeMap::new();
        for (_, extractor, kept) in batches {
            *extractors.entry(extractor).or_default() += kept.len();
        }
        let warnings = result_file.as_ref().map(ResultFileCounts::warnings).unwrap_or_default();
        for warning in &warnings {
            warn(warning);
        }
        let benchmark = benchmark.name;
        let document =
            ImportedLabels { benchmark, extractors, labels, changed, result_file, warnings };
        self.output.print(&document)
    }

    /// The labels of a list.
    fn listed(&self, store: &Store, benchmark: &Benchmark) -> anyhow::Result<Read> {
        if self.model.is_some() {
            bail!("--model is for _result files; a list of labels has its own column model");
        }
        let place = || self.file.display().to_string();
        let file = File::open(&self.file).with_context(place)?;
        let labels = read_labels(BufReader::new(file)).with_context(place)?;
        let batches = self.checked(store, benchmark, &labels).with_context(place)?;
        Ok((batches, labels.len(), None))
    }

    /// The labels of a `_result` file.
    fn judged(&self, store: &Store, benchmark: &Benchmark) -> anyhow::Result<Read> {
        let judge = self.extractor.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (Some(judge), Some(model)) = (judge, self.model.as_deref()) else {
            bail!("a _result file names neither model nor judge: give --model and --extractor");
        };
        not_built_in(judge)?;
        let judged = Judged { model, input: self.input };
        let (run, kept, counts) = result_file::read(&self.file, store, benchmark, &judged)?;
        if kept.is_empty() {
            let whys = counts.silent.iter().map(|(why, rows)| format!("{rows} rows: {why}"));
            let mut whys: Vec<String> = whys.collect();
            if counts.by_rules > 0 {
                whys.push(format!("{} predictions: the rules read them", counts.by_rules));
            }
            bail!(
                "{} has no label of a judge ({}); nothing was imported",
                self.file.display(),
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
    ) -> anyhow::Result<Vec<Batch>> {
        let runs = current_runs(store, benchmark, None)?;
        let mut batches: BTreeMap<(String, Input, String), Batch> = BTreeMap::new();
        let mut seen: HashSet<(&PredictionName, &str)> = HashSet::new();
        for label in labels {
            let line = label.line;
            let name = &label.prediction;
            let extractor = self.name_of(label)?;
            let text = store.shown_text(benchmark, name, None)?;
            let Some(text) = text else {
                bail!("line {line}: {} has no prediction {name}", benchmark.name);
            };
            let answer = label.answer;
            if let Answer::Label(letter) = answer
                && text.order.original_of(letter).is_none()
            {
                bail!("line {line}: {name} was shown without a choice {letter}");
            }
            if !seen.insert((name, extractor)) {
                bail!("line {line}: {extractor} has two labels for {name}; keep one of the two");
            }
            let key = (name.model.clone(), name.input, extractor.to_owned());
            let run = runs.iter().find(|run| run.model == name.model && run.input == name.input);
            let Some(run) = run else { bail!("line {line}: no run of {}", name.model) };
            let (question_id, pass) = (text.question_id, name.pass);
            batches
                .entry(key)
                .or_insert_with(|| (run.clone(), extractor.to_owned(), Vec::new()))
                .2
                .push(StoredExtraction { question_id, pass, answer, evidence: None });
        }
        Ok(batches.into_values().collect())
    }

    fn name_of<'a>(&'a self, label: &'a JudgeLabel) -> anyhow::Result<&'a str> {
        let name = self.extractor.as_deref().or(label.extractor.as_deref());
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
            bail!("line {}: who read this label? Name the judge with --extractor", label.line);
        };
        not_built_in(name)?;
        Ok(name)
    }
}

/// The number of labels that differ from those stored for the same texts.
fn changed(store: &Store, batches: &[Batch]) -> anyhow::Result<usize> {
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

fn not_built_in(name: &str) -> anyhow::Result<()> {
    if BuiltIn::from_name(name).is_ok() {
        bail!("{name} is a built-in extractor; give the judge another name");
    }
    Ok(())
}
