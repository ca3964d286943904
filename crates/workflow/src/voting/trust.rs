//! How far each judge can be trusted: agreement with people, position, flips, and how stable its ranking is.

use std::collections::BTreeMap;

use assay_core::statistics::Plan;
use assay_core::votes::{
    Agreement, Among, Flips, JudgeCount, JudgeKind, Method, PositionBias, Rule, Stability,
    Transitivity, Undecided, agreement, flips, leaderboard, outcomes, position_bias, tally,
    transitivity,
};
use assay_store::{Benchmark, Result, Store};
use serde::Serialize;

use super::LoadedVotes;

/// One row for each judge, so that a lead can choose.
#[derive(Debug, Serialize)]
pub struct Trust {
    pub judges: Vec<JudgeTrust>,
    /// The ceiling for any judge: every pair of people's votes on one item; `None` without two people.
    pub people: Option<Among>,
}

/// What is known of one judge.
#[derive(Debug, Serialize)]
pub struct JudgeTrust {
    pub judge: String,
    pub kind: JudgeKind,
    pub votes: usize,
    /// Votes without a verdict, by reason.
    pub undecided: BTreeMap<Undecided, usize>,
    /// With people, itself left out; `None` if there are none.
    pub agreement: Option<Agreement>,
    pub position: PositionBias,
    pub flips: Flips,
    /// Of the ranking by its votes alone, over resampled questions.
    pub stability: Stability,
    pub transitivity: Transitivity,
    /// See [`Trust::add_costs`]; `None` if no request has a known cost.
    pub cost: Option<Cost>,
}

/// What requests cost whose endpoint has a price.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cost {
    pub total: f64,
    /// Judgments with a known cost.
    pub votes: usize,
}

impl Trust {
    /// Computes the rows of the judges that are loaded. `people` are judges by name.
    pub fn compute(loaded: &LoadedVotes, people: &[String], rule: Rule, plan: Plan) -> Trust {
        let people: Vec<u32> = people.iter().filter_map(|name| loaded.judge(name)).collect();
        let votes = &loaded.votes;
        let against = |judge: u32| {
            let others: Vec<u32> =
                people.iter().copied().filter(|&person| person != judge).collect();
            let compared = || agreement(&votes.judgments, judge, &others, rule, plan);
            (!others.is_empty()).then(compared)
        };
        let row = |(count, judge): (JudgeCount, u32)| {
            let JudgeCount { judge: name, votes: number, undecided } = count;
            let own = votes.of_judges(&[judge]);
            let own_outcomes = outcomes(&own, rule);
            let board = leaderboard(
                &own_outcomes,
                &votes.models,
                &votes.styles,
                Method::BradleyTerry,
                &[],
                plan,
            );
            JudgeTrust {
                judge: name,
                kind: loaded.kinds.get(judge as usize).copied().unwrap_or(JudgeKind::Model),
                votes: number,
                undecided,
                agreement: against(judge),
                position: position_bias(&own),
                flips: flips(&own),
                stability: board.stability,
                transitivity: transitivity(&tally(&own_outcomes, &votes.models, None)),
                cost: None,
            }
        };
        let judges = votes.judge_counts().into_iter().zip(0..).map(row).collect();
        // No judge has this number.
        let all_people = agreement(&votes.judgments, u32::MAX, &people, rule, plan).among;
        Trust { judges, people: (people.len() > 1).then_some(all_people) }
    }

    /// Adds what the judges' requests cost.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn add_costs(&mut self, store: &Store, benchmark: &Benchmark) -> Result<()> {
        let costs = store.judging_costs(benchmark)?;
        for row in &mut self.judges {
            row.cost = costs.get(&row.judge).map(|&(total, votes)| Cost { total, votes });
        }
        Ok(())
    }
}

impl Cost {
    pub fn per_vote(self) -> f64 {
        self.total / self.votes as f64
    }
}
