//! `assay import labels`: labels that an external judge read from predictions.

use std::path::PathBuf;

use clap::Args;

use super::{InputFiles, OnBenchmark, Output, Shared, default_name, named};
use crate::benchmark::Input;
use crate::import::labels::LabelImport;
use crate::report::documents::import::labels;

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

impl ImportLabels {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let files = InputFiles::new(vec![self.file])?;
        let (mut store, benchmark) = self.on.open(shared)?;
        let import = LabelImport {
            extractor: self.extractor,
            model: self.model,
            input: self.input,
            replace: self.replace,
        };
        let imported = import.run(&mut store, &benchmark, &files.paths[0]);
        self.output.print(&labels(&files.name_in_error(imported)?))
    }
}
