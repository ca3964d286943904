//! What judges prefer whatever the answers say: a place, longer answers and forms, their own answers.

use std::collections::HashSet;

use assay_core::keyword::Keyword as _;
use assay_core::votes::{
    Feature, FeaturePreference, Judgment, PositionBias, Rule, SelfPreference, feature_preference,
    outcomes, self_preference,
};
use serde::Serialize;

use super::LoadedVotes;

/// The bounds between the groups of the differences in marks of a form.
const MARKS: [u32; 3] = [1, 2, 5];

/// The preferences of all judges that are loaded, together.
#[derive(Debug)]
pub struct Bias {
    pub position: PositionBias,
    pub features: Vec<FeaturePreference>,
    /// Of each judge that is a model with answers of its own.
    pub self_preference: Vec<OwnAnswers>,
}

/// The win rate of a judge's own answers.
#[derive(Debug, Serialize)]
pub struct OwnAnswers {
    pub judge: String,
    pub preference: SelfPreference,
}

impl Bias {
    /// Computes them. `gaps` are the bounds between the groups of the differences in characters.
    pub fn compute(loaded: &LoadedVotes, gaps: &[u32]) -> Bias {
        let votes = &loaded.votes;
        let preference = |feature| {
            let bounds = if feature == Feature::Length { gaps } else { &MARKS };
            feature_preference(&votes.judgments, &votes.styles, feature, bounds)
        };
        let judges = votes.judges.in_order().iter().zip(0..);
        let own = judges.filter_map(|(name, judge)| Some((name, judge, votes.models.find(name)?)));
        let own: Vec<(&String, u32, u32)> = own.collect();
        let all =
            if own.is_empty() { Vec::new() } else { outcomes(&votes.judgments, Rule::Single) };
        let of_own = |(name, judge, model): (&String, u32, u32)| OwnAnswers {
            judge: name.clone(),
            preference: self_preference(&all, judge, model),
        };
        Bias {
            position: position_bias(&votes.judgments),
            features: Feature::all().map(preference).collect(),
            self_preference: own.into_iter().map(of_own).collect(),
        }
    }
}

impl LoadedVotes {
    /// Whether each two models were shown in one order alone, so that places and models cannot be told apart.
    pub fn has_one_order(&self) -> bool {
        let votes = self.votes.judgments.iter().filter(|vote| vote.has_order);
        let orders: HashSet<(u32, u32)> = votes.map(|vote| (vote.first, vote.second)).collect();
        let has_other = |&(first, second): &(u32, u32)| orders.contains(&(second, first));
        !orders.is_empty() && !orders.iter().any(has_other)
    }
}
