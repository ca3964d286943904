//! `assay score`: the score of a prediction file, now, without a database.

mod document;
mod lines;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use self::document::{Document, tables};
use super::{Output, warn};
use crate::extract::RuleSet;
use crate::formats::predictions::Compat;
use crate::keyword::Keyword;
use crate::report::print;
use crate::score::{Missing, Strategy};
use crate::scoring::{FileInput, FileOptions};

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// VLMEvalKit's prediction file: xlsx, tsv, csv or json, recognised by its content
    file: PathBuf,
    /// The data set, where answers, choices or abilities are not in the file
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    rules: RuleSet,
    /// How passes make a score; without it, circular where the file has circular passes and else
    /// first-pass
    #[arg(long, value_enum)]
    strategy: Option<Strategy>,
    /// How questions that lack passes are treated
    #[arg(long, value_enum, default_value_t)]
    missing: Missing,
    /// Read cells as another program does
    #[arg(long, value_enum, default_value_t)]
    compat: Compat,
    /// One JSON line a row: its index, its label, and the step of the rules that found it
    #[arg(long, conflicts_with = "groups")]
    rows: bool,
    /// One JSON line a question: right or not, what decided, and its passes
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    output: Output,
}

impl Score {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Score { file, rules, strategy, missing, .. } = self;
        let mut input = FileInput::read(&file, self.dataset.as_deref(), self.compat)?;
        let scoring = input.scoring(FileOptions { rules, strategy, missing })?;
        let mut out = BufWriter::new(io::stdout().lock());
        if self.rows {
            lines::write_rows(&scoring, &mut out)?;
        } else if self.groups {
            lines::write_questions(&scoring, &mut out)?;
        } else {
            let document = Document::new(&file, scoring.score(), rules, missing);
            for warning in &document.warnings {
                warn(warning);
            }
            let form = self.output.form;
            print(&mut out, form, &document, &tables(&document, form))?;
        }
        Ok(out.flush()?)
    }
}
