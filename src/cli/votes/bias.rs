//! `assay votes bias`: what judges prefer whatever the answers say.

use std::collections::HashSet;

use clap::Args;
use serde_json::{Map, Value, json};

use super::Chosen;
use crate::cli::{Output, Shared};
use crate::keyword::Keyword;
use crate::report::votes::{Part, tables};
use crate::votes::{
    Feature, Rule, SelfPreference, feature_preference, outcomes, position_bias, self_preference,
};
use crate::voting::LoadedVotes;

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
        let mut opened = self.chosen.open(shared)?;
        if has_one_order(&opened.loaded) {
            opened.head.warnings.push(ONE_ORDER.to_owned());
        }
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
            let of_own = self_preferences(loaded);
            let named =
                of_own.iter().map(|(judge, of)| json!({ "judge": judge, "preference": of }));
            fields.insert("self_preference".to_owned(), named.collect());
            let mut tables = tables::bias(&position, &features);
            tables.extend((!of_own.is_empty()).then(|| tables::self_preference(&of_own)));
            Ok(Part::new(judge, &Value::Object(fields), tables)?)
        })?;
        self.output.print(&opened.head(by_judge).printout(parts))
    }
}

/// What is said where places and models cannot be told apart.
const ONE_ORDER: &str = "each two models were shown in one order alone: a preference for a place cannot be told \
     from one for a model";

fn has_one_order(loaded: &LoadedVotes) -> bool {
    let votes = loaded.votes.judgments.iter().filter(|vote| vote.has_order);
    let orders: HashSet<(u32, u32)> = votes.map(|vote| (vote.first, vote.second)).collect();
    !orders.is_empty() && !orders.iter().any(|&(first, second)| orders.contains(&(second, first)))
}

/// The judges that are models with answers of their own, compared with the other judges on these answers.
fn self_preferences(loaded: &LoadedVotes) -> Vec<(String, SelfPreference)> {
    let votes = &loaded.votes;
    let judges = votes.judges.in_order().iter().zip(0..);
    let own: Vec<(&String, u32, u32)> =
        judges.filter_map(|(name, judge)| Some((name, judge, votes.models.find(name)?))).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let all = outcomes(&votes.judgments, Rule::Single);
    let preference = |(name, judge, model): (&String, u32, u32)| {
        (name.clone(), self_preference(&all, judge, model))
    };
    own.into_iter().map(preference).collect()
}
