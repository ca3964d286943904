//! `assay import`: questions and decisions into the database.

use std::path::PathBuf;

use clap::Args;

use super::decisions::ImportDecisions;
use super::labels::ImportLabels;
use super::predictions::ImportPredictions;
use super::progress::progress_bar;
use super::value_names::{OrAuto, named_or_auto};
use super::{Output, Shared, commands, guideline, named};
use crate::formats::ReadOptions;
use crate::formats::questions::QuestionFormat;
use crate::import::pictures::Pictures;
use crate::import::questions::QuestionImport;
use crate::report::documents::import::questions;

commands! {
    pub(crate) enum Import {
        /// Questions with their pictures, from the files of other programs or from our own JSON lines
        Questions(ImportQuestions),
        /// The guideline that reviewers read, in Markdown
        Guideline(guideline::ImportGuideline),
        /// What a model answered, from VLMEvalKit's files or any table or JSON lines
        Predictions(ImportPredictions),
        /// What a judge outside read from predictions: long CSV, JSON lines, VLMEvalKit's _result files
        Labels(ImportLabels),
        /// Rows of history as `assay export decisions` writes them
        Decisions(ImportDecisions),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportQuestions {
    /// Files that together are one benchmark, or the folder of its Parquet files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the benchmark is called; without it, as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// The layout of the files
    #[arg(long, default_value = "auto")]
    #[arg(value_parser = named_or_auto::<QuestionFormat>("Recognized by the content of each file"))]
    format: OrAuto<QuestionFormat>,
    /// The folder that holds the picture files; no path leads out of it. Without it, a table's are not
    /// read, and those of other formats are looked for beside the file that names them
    #[arg(long, value_name = "DIR")]
    image_root: Option<PathBuf>,
    /// The tree of abilities: mmbench, mllm-bench, mmt-bench, seed-bench-2, or a file of one's own in
    /// TOML. Without it, the one that has most of the categories
    #[arg(long, value_name = "NAME|FILE")]
    taxonomy: Option<String>,
    /// Read questions whose picture files are not there, and mark them by the extra field
    /// missing_pictures, instead of listing the files and importing nothing
    #[arg(long)]
    allow_missing_pictures: bool,
    /// What the database keeps of pictures in files and in Parquet; without it, copies of up to 1 GB, and
    /// references to more. Pictures within a text are copied
    #[arg(long, value_parser = named::<Pictures>())]
    pictures: Option<Pictures>,
    /// Leave bad rows out and list them, instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    #[command(flatten)]
    output: Output,
}

impl ImportQuestions {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let import = QuestionImport {
            files: self.files,
            benchmark: self.benchmark,
            format: self.format,
            taxonomy: self.taxonomy,
            pictures: self.pictures,
            options: ReadOptions {
                image_root: self.image_root,
                skip_bad: self.skip_bad,
                allow_missing_pictures: self.allow_missing_pictures,
            },
        };
        let bar = progress_bar("{bar:30} {bytes} of {total_bytes}  {eta}");
        let progress = &mut |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        };
        let imported = import.run(&shared.db, || shared.open_or_create(), progress);
        bar.finish_and_clear();
        self.output.print(&questions(&imported?))
    }
}
