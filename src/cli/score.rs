//! `assay score`: the score of a prediction file, now, without a database.

mod document;
mod grouping;
mod oddities;
mod passes;
mod scored;
mod traps;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use self::document::{Document, tables};
use self::grouping::{Grouping, Reading, known_rows};
use self::scored::Scored;
use super::{Output, warn};
use crate::extract::RuleSet;
use crate::formats::predictions::{Compat, read_table};
use crate::keyword::Keyword;
use crate::report::print;
use crate::score::{Missing, Strategy};

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// VLMEvalKit's prediction file: xlsx, tsv, csv or json, told by its content
    file: PathBuf,
    /// The data set, where answers, choices or abilities are not in the file
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// The rules that read labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    rules: RuleSet,
    /// How passes make a score; without it, circular where the file has circular passes and else
    /// first-pass
    #[arg(long, value_enum)]
    strategy: Option<Strategy>,
    /// What becomes of questions that lack passes
    #[arg(long, value_enum, default_value_t)]
    missing: Missing,
    /// Read cells as another program does
    #[arg(long, value_enum, default_value_t)]
    compat: Compat,
    /// One JSON line a row: its index, the label read, and the step that read it
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
        let mut predictions = read_table(&self.file, self.compat)?;
        let file = self.file.display();
        if !predictions.has_predictions() {
            bail!("{file}: there is no column \"prediction\"; is this the data set itself?");
        }
        if predictions.rows() == 0 {
            bail!("{file}: there is no row below the names of the columns");
        }
        let dataset =
            self.dataset.as_ref().map(|path| read_table(path, self.compat)).transpose()?;
        if let Some(dataset) = dataset.as_ref().filter(|_| self.rules == RuleSet::VlmevalkitEarly) {
            predictions = known_rows(predictions, dataset);
        }
        let reading = Reading { rules: self.rules, strategy: self.strategy, missing: self.missing };
        let grouping = Grouping::of(&predictions, dataset.as_ref(), reading)
            .map_err(|problem| anyhow::anyhow!("{file}: {problem}"))?;
        let strategy = self.strategy.unwrap_or_else(|| grouping.natural_strategy());
        let scored = Scored::of(&predictions, &grouping, self.rules);
        let mut out = BufWriter::new(io::stdout().lock());
        if self.rows {
            scored.write_rows(&mut out)?;
        } else if self.groups {
            scored.write_groups(strategy, self.missing, &mut out)?;
        } else {
            let document = Document::of(&self.file, &scored, (self.rules, strategy, self.missing));
            for warning in &document.warnings {
                warn(warning);
            }
            let form = self.output.form;
            print(&mut out, form, &document, &tables(&document, form))?;
        }
        Ok(out.flush()?)
    }
}
