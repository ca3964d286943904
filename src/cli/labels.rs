//! `assay import labels`: what a judge outside read from predictions, to be measured against people:
//! from a list of labels, or from what VLMEvalKit noted when it asked the judge (`result_file`).

mod result_file;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;

use self::result_file::{Judged, Told};
use super::{Output, Shared, warn};
use crate::benchmark::{Input, Pass, PredictionName};
use crate::extract::{Answer, BuiltIn};
use crate::formats::labels::{JudgeLabel, read_labels};
use crate::report::{Align, Table, print};
use crate::scoring::current_runs;
use crate::store::{Benchmark, Run, Store, StoredExtraction};

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
    #[arg(long, value_enum, default_value_t)]
    input: Input,
    /// Which benchmark, where there are several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// Let these take the place of other labels that the same judge gave to the same texts
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    output: Output,
}

/// What an import did.
#[derive(Serialize)]
struct Document {
    benchmark: String,
    extractors: BTreeMap<String, usize>,
    labels: usize,
    /// Labels that took the place of another.
    changed: usize,
    /// What a `_result` file told beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    result_file: Option<Told>,
    warnings: Vec<String>,
}

/// A run of one model, and what one judge read from it.
type Batch = (Run, String, Vec<StoredExtraction>);

impl ImportLabels {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let place = || self.file.display().to_string();
        if result_file::is_one(&self.file).with_context(place)? {
            return self.run_result_file(&mut store, benchmark);
        }
        if self.model.is_some() {
            bail!("--model is for _result files; a list of labels has its own column model");
        }
        let file = File::open(&self.file).with_context(place)?;
        let labels = read_labels(BufReader::new(file)).with_context(place)?;
        let batches = self.checked(&store, &benchmark, &labels).with_context(place)?;
        let mut extractors: BTreeMap<String, usize> = BTreeMap::new();
        for (_, extractor, kept) in &batches {
            *extractors.entry(extractor.clone()).or_default() += kept.len();
        }
        let changed = self.changed(&store, &batches)?;
        store.keep_all_extractions(&batches)?;
        let document = Document {
            benchmark: benchmark.name,
            extractors,
            labels: labels.len(),
            changed,
            result_file: None,
            warnings: Vec::new(),
        };
        print(&mut io::stdout().lock(), self.output.form, &document, &[table(&document)])?;
        Ok(())
    }

    /// How many labels differ from those that the same judge has here, which needs `--replace`.
    fn changed(&self, store: &Store, batches: &[Batch]) -> anyhow::Result<usize> {
        let changed = changed(store, batches)?;
        if changed > 0 && !self.replace {
            bail!(
                "{}: {changed} labels differ from those that the same judge has here already; --replace \
                 lets these take their place",
                self.file.display()
            );
        }
        Ok(changed)
    }

    fn run_result_file(&self, store: &mut Store, benchmark: Benchmark) -> anyhow::Result<()> {
        let judge = self.extractor.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let (Some(judge), Some(model)) = (judge, self.model.as_deref()) else {
            bail!("a _result file names neither model nor judge: give --model and --extractor");
        };
        not_built_in(judge)?;
        let judged = Judged { model, input: self.input };
        let (run, kept, told) = result_file::read(&self.file, store, &benchmark, &judged)?;
        if kept.is_empty() {
            let whys = told.silent.iter().map(|(why, rows)| format!("{rows} rows: {why}"));
            let mut whys: Vec<String> = whys.collect();
            if told.by_rules > 0 {
                whys.push(format!("{} predictions: the rules read them", told.by_rules));
            }
            bail!(
                "{} tells no label of a judge ({}); nothing was imported",
                self.file.display(),
                whys.join("; ")
            );
        }
        let batch = (run, judge.to_owned(), kept);
        let changed = self.changed(store, std::slice::from_ref(&batch))?;
        store.keep_all_extractions(std::slice::from_ref(&batch))?;
        let kept = batch.2;
        let warnings = warnings(&told);
        let document = Document {
            benchmark: benchmark.name,
            extractors: BTreeMap::from([(judge.to_owned(), kept.len())]),
            labels: told.labels,
            changed,
            result_file: Some(told),
            warnings,
        };
        document.warnings.iter().for_each(|warning| warn(warning));
        print(&mut io::stdout().lock(), self.output.form, &document, &[table(&document)])?;
        Ok(())
    }

    /// Every label with its run, or the first fault with its line: nothing is half imported.
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

/// How many labels are other ones than those that are kept for the same texts.
fn changed(store: &Store, batches: &[Batch]) -> anyhow::Result<usize> {
    let mut changed = 0;
    for (run, extractor, labels) in batches {
        let kept = store.extractions(run, extractor)?;
        let kept: HashMap<(i64, Pass), Answer> =
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
    if name.parse::<BuiltIn>().is_ok() {
        bail!("{name} is built in and reads for itself; give the judge another name");
    }
    Ok(())
}

/// What a reader of the labels must know.
fn warnings(told: &Told) -> Vec<String> {
    let counted = [
        (told.random_draws, "labels were drawn at random by the kit: kept as nothing read"),
        (
            told.maybe_random,
            "labels are of right answers whose log has no reply: it does not say which of them were \
             drawn at random",
        ),
        (told.by_rules, "predictions were read by the kit's rules: the judge was not asked"),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    let counted = counted.map(|(count, words)| format!("{count} {words}"));
    let silent = told.silent.iter();
    counted
        .chain(silent.map(|(why, rows)| format!("{rows} rows tell no (further) label: {why}")))
        .collect()
}

fn table(document: &Document) -> Table {
    let mut table = Table::new([("extractor", Align::Left), ("labels", Align::Right)]);
    for (extractor, labels) in &document.extractors {
        table.row([extractor.clone(), labels.to_string()]);
    }
    table
}
