//! `assay import predictions`: what a model answered, linked to the questions of a benchmark.

use std::path::PathBuf;

use clap::Args;

use super::{InputFiles, Output, Shared, default_name, named, print_message};
use crate::benchmark::Input;
use crate::formats::predictions::Mapped;
use crate::import::predictions::PredictionImport;
use crate::import::run_files::{PredictionFormat, RunFiles};
use crate::linking::Duplicates;
use crate::report::documents::import::predictions;
use crate::score::RankBy;

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
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let input = InputFiles::new(self.files)?;
        let files = RunFiles {
            paths: &input.paths,
            format: self.format,
            columns: &self.map,
            duplicates: self.duplicates,
            rank_by: self.rank_by,
        };
        let import = PredictionImport {
            model: self.model,
            input: self.input,
            replace: self.replace,
            dry_run: self.dry_run,
        };
        let say = |text: &str| print_message(&input.name_in_text(text));
        let imported = import.run(&mut store, &benchmark, &files, say);
        self.output.print(&predictions(&input.name_in_error(imported)?))
    }
}
