//! `assay export predictions`: the answers of a model in the layout of VLMEvalKit's prediction
//! files, and each sample if it was asked several times.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::target::Target;
use crate::benchmark::{Input, Pass, Question};
use crate::cli::names::OnBenchmark;
use crate::cli::value_names::{default_name, named};
use crate::cli::{Shared, WrongUsage, print_message, warn};
use crate::evaluation::{PredictionsByQuestion, runs_of_models};
use crate::formats::mllm_bench::answers::write_answers;
use crate::formats::vlmevalkit::write::rows::answered_rows;
use crate::formats::vlmevalkit::write::{Column, columns};
use crate::formats::written_rows::Cell;
use crate::infer::{Sampled, samples_of_run};
use crate::keyword::Keyword;
use crate::store::{Benchmark, Run, Store, StoredQuestion};

#[derive(Debug, Args)]
pub(crate) struct Predictions {
    /// The model; several only with --dir
    #[arg(long = "model", value_name = "NAME", value_delimiter = ',')]
    models: Vec<String>,
    /// What it was given
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    #[command(flatten)]
    on: OnBenchmark,
    /// A folder for a file of each model, MODEL_BENCHMARK.tsv; all models if none is named
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    dir: Option<PathBuf>,
    /// Each sample of each pass with the label that the rules assay read, instead of the prediction that
    /// their majority made
    #[arg(long)]
    samples: bool,
    /// The log-probability of each choice and its tokens, of a model that was asked with --scoring
    /// likelihood
    #[arg(long, conflicts_with = "samples")]
    likelihoods: bool,
    /// As another program has them, instead of a table
    #[arg(long, value_enum, conflicts_with_all = ["samples", "likelihoods", "dir", "format"])]
    layout: Option<Layout>,
    #[command(flatten)]
    target: Target,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Layout {
    /// MLLM-Bench's list of answers in JSON, one for each question
    MllmBench,
}

impl Predictions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if self.dir.is_none() && self.layout.is_none() {
            self.target.form()?;
        }
        let (store, benchmark) = self.on.open(shared)?;
        let runs = runs_of_models(&store, &benchmark, &self.models, Some(self.input))?;
        if let ([_, _, ..], None) = (runs.as_slice(), &self.dir) {
            let names: Vec<&str> = runs.iter().map(|run| run.model.as_str()).collect();
            bail!(WrongUsage(format!(
                "a file holds the predictions of one model; name one with --model, or a folder for all with \
                 --dir: {}",
                names.join(", ")
            )));
        }
        let questions = store.whole_questions(&benchmark)?;
        if let Some(folder) = &self.dir {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        for run in &runs {
            let target = match &self.dir {
                Some(folder) => self.target.in_folder(folder, &file_stem(run, &benchmark)),
                None => self.target.clone(),
            };
            let whole =
                WholeRun { store: &store, benchmark: &benchmark, run, questions: &questions };
            match (self.layout, self.samples, self.likelihoods) {
                (Some(Layout::MllmBench), ..) => whole.write_list(&target)?,
                (None, false, false) => whole.write_table(&target)?,
                (None, true, _) => whole.write_samples(&target)?,
                (None, _, true) => whole.write_likelihoods(&target)?,
            }
        }
        Ok(())
    }
}

const SAMPLE_COLUMNS: [&str; 7] =
    ["index", "pass", "sample", "choice_order", "status", "label", "prediction"];

const LIKELIHOOD_COLUMNS: [&str; 6] =
    ["index", "pass", "choice", "log_probability", "tokens", "mean"];

/// One run with the questions that it answered.
pub(super) struct WholeRun<'a> {
    pub store: &'a Store,
    pub benchmark: &'a Benchmark,
    pub run: &'a Run,
    pub questions: &'a [StoredQuestion],
}

impl WholeRun<'_> {
    /// The model's predictions. Reports those that do not belong to the current revisions of the
    /// questions.
    pub fn predictions(&self) -> anyhow::Result<PredictionsByQuestion> {
        let WholeRun { store, benchmark, run, questions } = *self;
        let found = PredictionsByQuestion::load(store, benchmark, run, questions)?;
        if found.outdated() > 0 {
            warn(&format!(
                "{}: {} predictions were made on an earlier revision of their question, which reads \
                 differently: they are left out",
                run.model,
                found.outdated()
            ));
        }
        Ok(found)
    }

    /// VLMEvalKit's table.
    fn write_table(&self, target: &Target) -> anyhow::Result<()> {
        let by_question = self.predictions()?;
        let questions: Vec<&Question> =
            self.questions.iter().map(|stored| &stored.question).collect();
        let predictions = by_question.by_pass();
        let answered = answered_rows(&questions, predictions.iter().copied());
        let mut columns = columns(&questions, &answered.rows);
        columns.retain(|column| *column != Column::Image);
        columns.extend(answered.needs_pass.then_some(Column::Pass));
        let names = columns.iter().map(|column| column.name().into_owned());
        let names = names.chain([Column::Prediction.name().into_owned()]).collect();
        target.write(names, |out| {
            for (row, (at, prediction)) in answered.rows.iter().zip(&predictions) {
                let cells = columns.iter().map(|column| column.cell(questions[*at], row));
                let cells: Vec<Cell<'_>> = cells.chain([Cell::text(&prediction.text)]).collect();
                out.row(&cells)?;
            }
            Ok(())
        })
    }

    /// MLLM-Bench's list, which has one answer for each question.
    fn write_list(&self, target: &Target) -> anyhow::Result<()> {
        let by_question = self.predictions()?;
        let predictions = by_question.by_pass();
        let mut answers = Vec::with_capacity(predictions.len());
        for (at, prediction) in predictions {
            let question = &self.questions[at].question;
            if prediction.pass != Pass::FIRST {
                bail!(
                    "question {} was asked in several passes, but MLLM-Bench's layout has one answer for each \
                 question; leave --layout out",
                    question.key
                );
            }
            answers.push((question, prediction.text.as_str()));
        }
        let count = answers.len();
        target.write_text(|out| Ok(write_answers(&self.run.model, answers, out)?))?;
        if let Some(file) = target.file() {
            print_message(&format!("{count} answers written to {}", file.display()));
        }
        Ok(())
    }

    /// A row for each sample, by question, pass and number.
    fn write_samples(&self, target: &Target) -> anyhow::Result<()> {
        let WholeRun { store, benchmark, run, questions } = *self;
        let mut samples = samples_of_run(store, benchmark, run, questions)?;
        samples.retain(|sample| sample.part.part.likelihood.is_none());
        if samples.is_empty() {
            bail!(
                "{} has no samples: it was asked each pass once (input {})",
                run.model,
                run.input
            );
        }
        target.write(SAMPLE_COLUMNS.map(str::to_owned).to_vec(), |out| {
            for Sampled { position, label, part } in &samples {
                let label = label.letter().map(String::from);
                let order = part.order.to_string();
                out.row(&[
                    Cell::index(questions[*position].question.key.as_str()),
                    Cell::Number(part.pass.0.into()),
                    Cell::Number(part.part.number.into()),
                    Cell::text(&order),
                    Cell::text(part.part.status.name()),
                    Cell::optional(label.as_deref()),
                    Cell::text(&part.part.text),
                ])?;
            }
            Ok(())
        })
    }

    /// A row for each choice, by question, pass and number.
    fn write_likelihoods(&self, target: &Target) -> anyhow::Result<()> {
        let WholeRun { store, benchmark, run, questions } = *self;
        let choices = samples_of_run(store, benchmark, run, questions)?;
        let choices: Vec<_> = choices
            .iter()
            .filter_map(|choice| Some((choice, choice.part.part.likelihood?)))
            .collect();
        if choices.is_empty() {
            bail!("{} has no likelihoods of choices (input {})", run.model, run.input);
        }
        target.write(LIKELIHOOD_COLUMNS.map(str::to_owned).to_vec(), |out| {
            for (Sampled { position, part, .. }, likelihood) in &choices {
                let sum = likelihood.log_probability.to_string();
                let mean = (likelihood.log_probability / f64::from(likelihood.tokens)).to_string();
                out.row(&[
                    Cell::index(questions[*position].question.key.as_str()),
                    Cell::Number(part.pass.0.into()),
                    Cell::text(&part.part.text),
                    Cell::text(&sum),
                    Cell::Number(likelihood.tokens.into()),
                    Cell::text(&mean),
                ])?;
            }
            Ok(())
        })
    }
}

/// The file name as VLMEvalKit writes it. The name of a model may contain any characters.
fn file_stem(run: &Run, benchmark: &Benchmark) -> String {
    let name = format!("{}_{}", run.model, benchmark.name);
    let harmless = |c: char| if c.is_control() || "/\\:".contains(c) { '_' } else { c };
    let name: String = name.chars().map(harmless).collect();
    match name.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => name,
    }
}
