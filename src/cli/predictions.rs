//! `assay import predictions`: what a model answered, linked to the questions of a benchmark.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::standard_input::Spooled;
use super::value_names::{default_name, named};
use super::{Output, Shared, print_message, warn};
use crate::benchmark::Input;
use crate::evaluation::import_run;
use crate::formats::predictions::Mapped;
use crate::linking::{Duplicates, LinkedRun, PredictionFormat, RunFiles};
use crate::report::documents::imported_predictions::ImportedPredictions;
use crate::score::RankBy;
use crate::store::{Benchmark, Kept, NewRun, Store};

#[derive(Debug, Args)]
pub(crate) struct ImportPredictions {
    /// Files that together are one run of the model; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The model's name
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// What the model was given: the question with its pictures, or the text alone
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// The layout of the files
    #[arg(long, value_parser = named::<PredictionFormat>(), default_value = default_name::<PredictionFormat>())]
    format: PredictionFormat,
    /// Let these count instead of the predictions that the model has; the old ones are kept
    #[arg(long)]
    replace: bool,
    /// What a column is: index, prediction, pass, g_index, answer, or a choice A to Z; a value inside the
    /// objects of JSON is named by its path, such as seed_all.question_id
    #[arg(long, value_name = "COLUMN=FIELD")]
    map: Vec<Mapped>,
    /// Which of two rows of the same pass counts where they differ; without it, such rows are an error
    #[arg(long, value_parser = named::<Duplicates>(), value_name = "WHICH")]
    duplicates: Option<Duplicates>,
    /// What is compared where rows have log-likelihoods or losses of the choices
    #[arg(long, value_parser = named::<RankBy>(), default_value = default_name::<RankBy>())]
    rank_by: RankBy,
    /// Read and check everything, write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

impl ImportPredictions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if self.model.trim().is_empty() {
            bail!("the model needs a name; the one given with --model is empty");
        }
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let (paths, spooled) = Spooled::from_arguments(&self.files)?;
        let spooled = spooled.as_ref();
        let files = RunFiles {
            paths: &paths,
            format: self.format,
            columns: &self.map,
            duplicates: self.duplicates,
            rank_by: self.rank_by,
        };
        let say = |text: &str| print_message(&Spooled::name_in_text(spooled, text));
        let run = files.link(&store, &benchmark, say).map_err(Into::into);
        let run = Spooled::name_in_error(spooled, run)?;
        if run.index_is_doc_id {
            warn(
                "doc_id counts the documents of a task; it was taken for the index of the benchmark",
            );
        }
        let document = self.keep(&mut store, &benchmark, run)?;
        self.output.print_with_warnings(&document, &document.warnings)
    }

    fn keep(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        LinkedRun { questions, source, linked, .. }: LinkedRun,
    ) -> anyhow::Result<ImportedPredictions> {
        let mut document = ImportedPredictions {
            benchmark: benchmark.name.clone(),
            model: self.model.clone(),
            input: self.input,
            read: linked.rows,
            rows: linked.predictions.len(),
            questions: linked.questions,
            questions_without: questions.len().saturating_sub(linked.questions),
            passes: linked.passes,
            new: false,
            replaced: None,
            failed: linked.predictions.iter().filter(|new| new.prediction.failed()).count(),
            unknown: linked.unknown,
            dry_run: self.dry_run,
            warnings: linked.warnings,
        };
        if self.dry_run {
            return Ok(document);
        }
        let run = NewRun {
            model: self.model.clone(),
            input: self.input,
            source,
            predictions: linked.predictions,
            samples: linked.samples,
        };
        match import_run(store, benchmark, &questions, run, self.replace)? {
            Kept::New(_) => document.new = true,
            Kept::AsBefore(_) => {}
            Kept::Replaced { old, .. } => {
                document.new = true;
                document.replaced = Some(old.created);
            }
        }
        Ok(document)
    }
}
