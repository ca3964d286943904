//! `assay agree extraction`: every extractor against the people who read the same texts.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::agreement::extraction::{Reference, extraction_agreement};
use crate::cli::{PrintOn, Shared};
use crate::figures::alignment;
use crate::outcomes::gather_readings;
use crate::report::extraction as documents;
use crate::statistics::Plan;

#[derive(Debug, Args)]
pub(crate) struct AgreeExtraction {
    #[command(flatten)]
    on: PrintOn,
    /// Only the texts of this sample; without it, all that were read
    #[arg(long, value_name = "NAME")]
    sample: Option<String>,
    /// Whose reading counts as right: human-majority, or a person's name
    #[arg(long, value_name = "WHO", default_value = "human-majority")]
    reference: String,
    /// Wanted width of the 95 % interval of an alignment rate, for the note on numbers
    #[arg(long, value_name = "WIDTH", default_value_t = 0.05)]
    width: f64,
    /// Resamples of the bootstrap
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    resamples: u32,
    /// Seed of the bootstrap
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Draw the alignment rates with their intervals into this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl AgreeExtraction {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let sample = self.sample.as_deref();
        let sample = sample.map(|name| store.the_sample(&benchmark, Some(name))).transpose()?;
        let gathered = gather_readings(&store, &benchmark, sample.as_ref())?;
        if gathered.readings.texts.is_empty() {
            anyhow::bail!(
                "no text of {} has been read yet; draw a sample with `assay extract sample`, then \
                 read it with `assay annotate extract`",
                benchmark.name
            );
        }
        let reference = match self.reference.as_str() {
            "human-majority" => Reference::HumanMajority,
            name => Reference::Person(name.to_owned()),
        };
        let people = gathered.readings.people();
        if let Reference::Person(name) = &reference
            && !people.contains(name.as_str())
        {
            let there: Vec<&str> = people.into_iter().collect();
            anyhow::bail!(
                "{name} read none of these texts; --reference takes human-majority, or one of {}",
                there.join(", ")
            );
        }
        let plan = Plan { resamples: self.resamples as usize, seed: self.seed };
        let agreement = extraction_agreement(&gathered.readings, &reference, plan, self.width)?;
        let mut remarks: Vec<String> = store.notice(&benchmark)?.into_iter().collect();
        if gathered.without_text > 0 {
            let left_out = gathered.without_text;
            remarks.push(format!("{left_out} labels are of texts that are not in this database"));
        }
        match gathered.not_independent {
            0 => {}
            1 => remarks.push(
                "1 label was read by a person who had seen what others read: left out".to_owned(),
            ),
            n => remarks.push(format!(
                "{n} labels were read by people who had seen what others read: left out"
            )),
        }
        if let Some(path) = &self.svg {
            std::fs::write(path, alignment::svg(&agreement))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let sample = sample.map(|sample| sample.name);
        let (name, sample, form) = (&benchmark.name, sample.as_deref(), self.on.form());
        let (document, warnings) =
            documents::extraction_agreement(name, sample, &agreement, remarks, form);
        super::print(&self.on.output, &document, &warnings)
    }
}
