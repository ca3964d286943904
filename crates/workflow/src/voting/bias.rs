//! What judges prefer whatever the answers say: a place, longer answers and forms, their own answers.

use std::cell::LazyCell;
use std::collections::{BTreeMap, HashSet};

use assay_core::keyword::Keyword as _;
use assay_core::statistics::Plan;
use assay_core::votes::{
    Feature, FeaturePreference, Judgment, Method, Outcome, PositionBias, Rule, SelfPreference,
    Standing, Votes, feature_preference, leaderboard, outcomes, position_bias, self_preference,
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
    /// What each of them is worth in ranks.
    pub worth: Vec<Worth>,
}

/// The win rate of a judge's own answers.
#[derive(Debug, Serialize)]
pub struct OwnAnswers {
    pub judge: String,
    pub preference: SelfPreference,
}

/// How many ranks a preference moves the models.
#[derive(Debug, Serialize)]
pub struct Worth {
    /// `place`, the name of a feature, or `own answers of` a judge.
    pub preference: String,
    pub models: usize,
    pub mean: f64,
    /// The furthest move, and the model that makes it; `None` if none moves.
    pub most: usize,
    pub model: Option<String>,
}

/// The ranks of models by number.
type Ranks = BTreeMap<u32, usize>;

impl Worth {
    /// Compares the ranks with a preference and without it; `None` if no model has both.
    fn of(preference: String, votes: &Votes, with: &Ranks, without: &Ranks) -> Option<Worth> {
        let moves = with.iter().filter_map(|(model, rank)| {
            Some((rank.abs_diff(*without.get(model)?), std::cmp::Reverse(*model)))
        });
        let moves: Vec<_> = moves.collect();
        let &(most, std::cmp::Reverse(model)) = moves.iter().max()?;
        let mean = moves.iter().map(|(rank, _)| rank).sum::<usize>() as f64 / moves.len() as f64;
        let model = (most > 0).then(|| votes.models.name(model).to_owned());
        Some(Worth { preference, models: moves.len(), mean, most, model })
    }
}

impl Bias {
    /// Computes them. `gaps` are the bounds between the groups of the differences in characters.
    pub fn compute(loaded: &LoadedVotes, gaps: &[u32]) -> Bias {
        let votes = &loaded.votes;
        let preference = |feature| {
            let bounds = if feature == Feature::Length { gaps } else { &MARKS };
            feature_preference(&votes.judgments, &votes.styles, feature, bounds)
        };
        let all = outcomes(&votes.judgments, Rule::Single);
        let has_answers = |model: u32| all.iter().any(|of| [of.a, of.b].contains(&model));
        let judges = votes.judges.in_order().iter().zip(0..);
        let own = judges.filter_map(|(name, judge)| Some((name, judge, votes.models.find(name)?)));
        let own: Vec<(&String, u32, u32)> = own.filter(|of| has_answers(of.2)).collect();
        let ranks = |outcomes: &[Outcome], method, features: &[Feature]| {
            let plan = Plan { resamples: 0, seed: 0 };
            let board = leaderboard(outcomes, &votes.models, &votes.styles, method, features, plan);
            let rank = |own: &Standing| Some((votes.models.find(&own.model)?, own.rank?));
            board.models.iter().filter_map(rank).collect::<Ranks>()
        };
        let raw = LazyCell::new(|| ranks(&all, Method::BradleyTerry, &[]));
        let [first, second] = ranks_by_place(&votes.judgments);
        let mut worth = vec![Worth::of("place".to_owned(), votes, &first, &second)];
        let features: Vec<FeaturePreference> = Feature::all().map(preference).collect();
        for FeaturePreference { feature, .. } in features.iter().filter(|of| of.n > 0) {
            let controlled = ranks(&all, Method::StyleControlled, &[*feature]);
            worth.push(Worth::of(feature.name().to_owned(), votes, &raw, &controlled));
        }
        for &(name, judge, _) in &own {
            let (by_itself, by_others): (Vec<Outcome>, Vec<Outcome>) =
                all.iter().partition(|outcome| outcome.judge == judge);
            let [with, without] =
                [by_itself, by_others].map(|of| ranks(&of, Method::BradleyTerry, &[]));
            worth.push(Worth::of(format!("own answers of {name}"), votes, &with, &without));
        }
        let of_own = |(name, judge, model): (&String, u32, u32)| OwnAnswers {
            judge: name.clone(),
            preference: self_preference(&all, judge, model),
        };
        Bias {
            position: position_bias(&votes.judgments),
            features,
            self_preference: own.into_iter().map(of_own).collect(),
            worth: worth.into_iter().flatten().collect(),
        }
    }
}

/// The rank that each model would have by its win rate if it were always shown first, and if second, among the
/// others as they are.
fn ranks_by_place(judgments: &[Judgment]) -> [Ranks; 2] {
    // Preferences for a model and their number: where it was shown first, and second.
    let mut places: BTreeMap<u32, [(f64, f64); 2]> = BTreeMap::new();
    for vote in judgments.iter().filter(|vote| vote.has_order) {
        let Ok(preference) = vote.reading.preference() else { continue };
        for (place, model, won) in [(0, vote.first, preference), (1, vote.second, 1.0 - preference)]
        {
            let (sum, count) = &mut places.entry(model).or_default()[place];
            (*sum, *count) = (*sum + won, *count + 1.0);
        }
    }
    let overall: BTreeMap<u32, f64> = places
        .iter()
        .map(|(&model, [first, second])| (model, (first.0 + second.0) / (first.1 + second.1)))
        .collect();
    [0, 1].map(|place| {
        let with_place = places.iter().filter(|(_, of)| of[place].1 > 0.0);
        let rank = |(&model, of): (&u32, &[(f64, f64); 2])| {
            let rate = of[place].0 / of[place].1;
            let better = overall.iter().filter(|&(&other, &of)| other != model && of > rate);
            (model, 1 + better.count())
        };
        with_place.map(rank).collect()
    })
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
