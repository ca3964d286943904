//! `assay export predictions`: the answers of a model in the layout of VLMEvalKit's prediction
//! files, and each sample if it was asked several times.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::target::Target;
use crate::benchmark::{Input, Pass, Prediction, Question};
use crate::cli::{OnBenchmark, Shared, WrongUsage, default_name, named, warn};
use crate::evaluation::{PredictionsByQuestion, runs_of_models};
use crate::formats::mllm_bench::write_answers;
use crate::formats::vlmevalkit::write::rows::answered_rows;
use crate::formats::vlmevalkit::write::{Column, columns};
use crate::formats::written_rows::Cell;
use crate::infer::{Sampled, samples_of_run};
use crate::keyword::Keyword;
use crate::store::{Benchmark, Run, StoredQuestion};

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
            if self.samples || self.likelihoods {
                let parts = samples_of_run(&store, &benchmark, run, &questions)?;
                write_parts(&target, run, &questions, parts, self.likelihoods)?;
                continue;
            }
            let found = PredictionsByQuestion::load(&store, &benchmark, run, &questions)?;
            found.outdated_warning(run).as_deref().into_iter().for_each(warn);
            match self.layout {
                Some(Layout::MllmBench) => write_list(&target, run, &questions, &found.by_pass())?,
                None => write_table(&target, &questions, &found.by_pass())?,
            }
        }
        Ok(())
    }
}

const SAMPLE_COLUMNS: [&str; 7] =
    ["index", "pass", "sample", "choice_order", "status", "label", "prediction"];

const LIKELIHOOD_COLUMNS: [&str; 6] =
    ["index", "pass", "choice", "log_probability", "tokens", "mean"];

/// VLMEvalKit's table.
fn write_table(
    target: &Target,
    questions: &[StoredQuestion],
    predictions: &[(usize, &Prediction)],
) -> anyhow::Result<()> {
    let questions: Vec<&Question> = questions.iter().map(|stored| &stored.question).collect();
    let answered = answered_rows(&questions, predictions.iter().copied());
    let mut columns = columns(&questions, &answered.rows);
    columns.retain(|column| *column != Column::Image);
    columns.extend(answered.needs_pass.then_some(Column::Pass));
    let names = columns.iter().map(|column| column.name().into_owned());
    let names = names.chain([Column::Prediction.name().into_owned()]).collect();
    target.write(names, |out| {
        for (row, (at, prediction)) in answered.rows.iter().zip(predictions) {
            let cells = columns.iter().map(|column| column.cell(questions[*at], row));
            let cells: Vec<Cell<'_>> = cells.chain([Cell::text(&prediction.text)]).collect();
            out.row(&cells)?;
        }
        Ok(())
    })
}

/// MLLM-Bench's list, which has one answer for each question.
fn write_list(
    target: &Target,
    run: &Run,
    questions: &[StoredQuestion],
    predictions: &[(usize, &Prediction)],
) -> anyhow::Result<()> {
    let later = predictions.iter().find(|(_, prediction)| prediction.pass != Pass::FIRST);
    if let Some(&(at, _)) = later {
        bail!(
            "question {} was asked in several passes, but MLLM-Bench's layout has one answer for each \
             question; leave --layout out",
            questions[at].question.key
        );
    }
    let answers = predictions.iter();
    let answers = answers.map(|&(at, answer)| (&questions[at].question, answer.text.as_str()));
    target.write_text(|out| Ok(write_answers(&run.model, answers, out)?))?;
    target.report(predictions.len(), "answers");
    Ok(())
}

/// A row for each sample, or for each choice with its likelihood, by question, pass and number.
fn write_parts(
    target: &Target,
    Run { model, input, .. }: &Run,
    questions: &[StoredQuestion],
    mut parts: Vec<Sampled>,
    likelihoods: bool,
) -> anyhow::Result<()> {
    parts.retain(|sampled| sampled.part.part.likelihood.is_some() == likelihoods);
    let columns: &[&str] = match (likelihoods, parts.is_empty()) {
        (true, true) => bail!("{model} has no likelihoods of choices (input {input})"),
        (false, true) => {
            bail!("{model} has no samples: it was asked each pass once (input {input})")
        }
        (true, false) => &LIKELIHOOD_COLUMNS,
        (false, false) => &SAMPLE_COLUMNS,
    };
    target.write(columns.iter().map(|&name| name.to_owned()).collect(), |out| {
        for Sampled { position, label, part } in &parts {
            let key = Cell::index(questions[*position].question.key.as_str());
            let (pass, text) = (Cell::Number(part.pass.0.into()), Cell::text(&part.part.text));
            match part.part.likelihood {
                None => {
                    let number = Cell::Number(part.part.number.into());
                    let (order, status) = (words(&part.order), part.part.status.name());
                    let label = label.letter().map_or(Cell::Missing, |letter| words(&letter));
                    out.row(&[key, pass, number, order, Cell::text(status), label, text])?;
                }
                Some(likelihood) => {
                    let (sum, tokens) = (likelihood.log_probability, likelihood.tokens);
                    let mean = sum / f64::from(tokens);
                    let tokens = Cell::Number(tokens.into());
                    out.row(&[key, pass, text, words(&sum), tokens, words(&mean)])?;
                }
            }
        }
        Ok(())
    })
}

/// A cell with a value as it is displayed.
fn words<'a>(value: &impl ToString) -> Cell<'a> {
    Cell::Text(value.to_string().into())
}

/// The file name as VLMEvalKit writes it. The name of a model may contain any characters.
fn file_stem(run: &Run, benchmark: &Benchmark) -> String {
    let name = format!("{}_{}", run.model, benchmark.name);
    let harmless = |c: char| if c.is_control() || "/\\:".contains(c) { '_' } else { c };
    let name: String = name.chars().map(harmless).collect();
    if let Some(rest) = name.strip_prefix('.') { format!("_{rest}") } else { name }
}
