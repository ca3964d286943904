//! `assay export submission`: the file that MMBench's evaluation server takes.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::cli::{OnBenchmark, Shared, WrongUsage, print_message, warn};
use crate::export::submission;
use crate::formats::written_rows::RowForm;

#[derive(Debug, Args)]
pub(crate) struct Submission {
    /// The model
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The file, FILE.xlsx
    #[arg(short = 'f', long, value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    on: OnBenchmark,
    /// Only questions of this split
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Write the file although predictions are missing: their cells are empty
    #[arg(long)]
    incomplete: bool,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

impl Submission {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        if ending.and_then(RowForm::from_ending) != Some(RowForm::Xlsx) {
            bail!(WrongUsage("the server takes a spreadsheet: --file FILE.xlsx".into()));
        }
        let (store, benchmark) = self.on.open(shared)?;
        let (model, split, file) = (&self.model, self.split.as_deref(), &self.file);
        let (overwrites, incomplete) = (self.force, self.incomplete);
        let submission = submission::Submission { model, split, file, overwrites, incomplete };
        let rows = submission.write(&store, &benchmark, &mut warn)?;
        print_message(&format!("{rows} rows written to {}", self.file.display()));
        Ok(())
    }
}
