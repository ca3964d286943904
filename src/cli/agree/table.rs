//! `assay agree table`: every statistic of a table of ratings.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::{ArgGroup, Args};

use crate::agreement::{Against, Categories, DawidSkeneSummary, Overview, RatingTable};
use crate::cli::Output;
use crate::formats::ratings::{Layout, Ratings, read_ratings};
use crate::report::agreement::ratings;
use crate::statistics::Plan;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a separate flag
#[command(group = ArgGroup::new("columns").multiple(true).args(["item", "rater", "label"]))]
pub(crate) struct AgreeTable {
    /// Ratings as CSV with the columns item, rater, label; `-` reads standard input
    file: PathBuf,
    /// The file has one row per item and one column per rater; its first column names the item
    #[arg(long, conflicts_with = "columns")]
    wide: bool,
    /// Name of the column with the item
    #[arg(long, value_name = "COLUMN", default_value = "item")]
    item: String,
    /// Name of the column with the rater
    #[arg(long, value_name = "COLUMN", default_value = "rater")]
    rater: String,
    /// Name of the column with the label
    #[arg(long, value_name = "COLUMN", default_value = "label")]
    label: String,
    /// All categories in their order, used or not; without it those that occur
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', allow_hyphen_values = true)]
    categories: Vec<String>,
    /// The categories are ordered: adds weighted kappas, AC2, ordinal and interval alpha
    #[arg(long)]
    ordered: bool,
    /// Take this rater as right: adds accuracy, precision, recall and F1 of every other
    #[arg(long, value_name = "RATER")]
    reference: Option<String>,
    /// Compare every two raters against the reference: McNemar's test and a paired bootstrap
    #[arg(long, requires = "reference")]
    compare: bool,
    /// Resamples of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    resamples: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Fit Dawid and Skene's model: the likely true labels and the accuracy of each rater
    #[arg(long)]
    dawid_skene: bool,
    /// Show the confusion matrices in the other forms too (JSON always has them)
    #[arg(long)]
    confusion: bool,
    #[command(flatten)]
    output: Output,
}

impl AgreeTable {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let categories = self.declared_categories()?;
        let declared = categories != Categories::Observed;
        let Ratings { table, warnings } =
            read_ratings(super::open(&self.file)?, &self.layout(), categories)
                .with_context(|| self.file.display().to_string())?;

        let mut overview = Overview::compute(&table, self.ordered);
        overview.warnings.splice(0..0, warnings);
        if self.ordered && !declared && table.numbers().is_none() {
            overview.warnings.push(
                "the order of the categories is that of their names; set it with --categories"
                    .to_owned(),
            );
        }
        let against = self.against(&table)?;
        let dawid_skene = self.dawid_skene.then(|| DawidSkeneSummary::compute(&table));
        let (dawid_skene, form) = (dawid_skene.as_ref(), self.output.form);
        let document = ratings(&overview, against.as_ref(), dawid_skene, self.confusion, form);
        super::print(&self.output, &document, &overview.warnings)
    }

    fn layout(&self) -> Layout {
        if self.wide {
            return Layout::Wide;
        }
        let [item, rater, label] = [&self.item, &self.rater, &self.label].map(Clone::clone);
        Layout::Long { item, rater, label }
    }

    fn declared_categories(&self) -> anyhow::Result<Categories> {
        let names: Vec<String> = self.categories.iter().map(|c| c.trim().to_owned()).collect();
        let has_empty = names.iter().any(String::is_empty);
        ensure!(!has_empty, "--categories has an empty name; an empty label is a missing rating");
        Ok(if names.is_empty() { Categories::Observed } else { Categories::Declared(names) })
    }

    fn against(&self, table: &RatingTable) -> anyhow::Result<Option<Against>> {
        let Some(reference) = &self.reference else { return Ok(None) };
        let position = table.raters.iter().position(|rater| rater == reference);
        let position = position.with_context(|| {
            let raters = table.raters.join(", ");
            format!("no rater \"{reference}\" in {} (there are {raters})", self.file.display())
        })? as u32;
        let plan = Plan { resamples: self.resamples as usize, seed: self.seed };
        Ok(Some(Against::compute(table, position, self.compare.then_some(plan))))
    }
}
