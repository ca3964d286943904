//! `assay votes bias`: what judges prefer whatever the answers say.

use clap::Args;
use serde_json::{Map, Value, json};

use super::Chosen;
use crate::cli::{Output, Shared};
use crate::keyword::Keyword;
use crate::report::votes::{Part, tables};
use crate::votes::{Feature, feature_preference, position_bias};

#[derive(Debug, Args)]
pub(crate) struct Bias {
    #[command(flatten)]
    chosen: Chosen,
    /// The bounds between the groups of the differences in length, in characters
    #[arg(long, value_name = "N,N,..", value_delimiter = ',', default_values_t = [100, 200, 500, 1_000])]
    gaps: Vec<u32>,
    /// Part the tables
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["judge"]))]
    by: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Bias {
    pub(super) fn run(mut self, shared: &Shared) -> anyhow::Result<()> {
        self.gaps.sort_unstable();
        self.gaps.dedup();
        let opened = self.chosen.open(shared)?;
        let by_judge = self.by.is_some();
        let parts = opened.parts(by_judge, |judge, loaded| {
            let votes = &loaded.votes;
            let position = position_bias(&votes.judgments);
            let preference = |feature| {
                let edges: &[u32] =
                    if feature == Feature::Length { &self.gaps } else { &[1, 2, 5] };
                feature_preference(&votes.judgments, &votes.styles, feature, edges)
            };
            let features: Vec<_> = Feature::all().map(preference).collect();
            let mut fields = Map::from_iter([("position".to_owned(), json!(position))]);
            for feature in &features {
                fields.insert(feature.feature.name().to_owned(), serde_json::to_value(feature)?);
            }
            Ok(Part::new(judge, &Value::Object(fields), tables::bias(&position, &features))?)
        })?;
        self.output.print(&opened.head(by_judge).printout(parts))
    }
}
