//! How far each judge can be trusted: agreement with people, position, flips, and how stable its ranking is.

use std::collections::{BTreeMap, BTreeSet};

use assay_core::statistics::Plan;
use assay_core::votes::{
    Agreement, Among, AnswerScore, Equal, Flips, JudgeKind, Judgment, Method, People, PositionBias,
    Rule, Stability, Transitivity, Undecided, Votes, agreement, between_snapshots, flips,
    leaderboard, outcomes, position_bias, tally, transitivity,
};
use serde::Serialize;

use super::{Cost, LoadedVotes};

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
    /// The model and the system fingerprint as the server names them; `None` if that is not known, or if there are
    /// several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
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
    /// `None` if no request has a known cost.
    pub cost: Option<Cost>,
    /// Where several snapshots judged, how often two of them say the same of the same answers in the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_winner: Option<Equal>,
    /// Where several snapshots judged, a row for each of them.
    #[serde(rename = "by_snapshot", skip_serializing_if = "Vec::is_empty")]
    pub snapshots: Vec<JudgeTrust>,
}

impl Trust {
    /// Computes the rows of the judges that are loaded. `people` are judges by name.
    pub fn compute(loaded: &LoadedVotes, people: &[String], rule: Rule, plan: Plan) -> Trust {
        let all: Vec<u32> = people.iter().filter_map(|name| loaded.judge(name)).collect();
        let people = People { all: &all, settling: &loaded.settling };
        let votes = &loaded.votes;
        let of_people = votes.of_judges(&all);
        let row = |judge: u32, snapshot: Option<u16>, own: &[Judgment]| {
            let others: Vec<u32> = all.iter().copied().filter(|&person| person != judge).collect();
            let of_others = of_people.iter().filter(|vote| vote.judge != judge);
            let compared: Vec<Judgment> = own.iter().chain(of_others).copied().collect();
            let others = People { all: &others, ..people };
            let outcomes = outcomes(own, rule);
            let Votes { models, styles, .. } = votes;
            let board = leaderboard(&outcomes, models, styles, Method::BradleyTerry, &[], plan);
            let is_its = |of: &&AnswerScore| {
                of.judge == judge && snapshot.is_none_or(|number| number == of.snapshot)
            };
            let scores: Vec<&AnswerScore> = votes.scores.iter().filter(is_its).collect();
            let reasons = own.iter().filter_map(|vote| vote.reading.preference().err());
            let reasons = reasons.chain(scores.iter().filter_map(|of| of.score.err()));
            JudgeTrust {
                judge: votes.judges.name(judge).to_owned(),
                snapshot: snapshot.map(|number| votes.snapshot(number).to_owned()),
                kind: loaded.kinds.get(judge as usize).copied().unwrap_or(JudgeKind::Model),
                votes: own.len() + scores.len(),
                undecided: reasons.fold(BTreeMap::new(), |mut counts, because| {
                    *counts.entry(because).or_default() += 1;
                    counts
                }),
                agreement: (!others.all.is_empty())
                    .then(|| agreement(&compared, judge, others, rule, plan)),
                position: position_bias(own),
                flips: flips(own),
                stability: board.stability,
                transitivity: transitivity(&tally(&outcomes, models, None)),
                cost: None,
                same_winner: None,
                snapshots: Vec::new(),
            }
        };
        let judge = |judge: u32| {
            let own = votes.of_judges(&[judge]);
            let snapshots: BTreeSet<u16> = own.iter().map(|vote| vote.snapshot).collect();
            let mut snapshots: Vec<u16> =
                snapshots.into_iter().filter(|&number| number > 0).collect();
            snapshots.sort_by_key(|&number| votes.snapshot(number));
            let mut of_all = row(judge, None, &own);
            of_all.cost = loaded.costs.get(&judge).copied();
            match snapshots[..] {
                [] => {}
                [only] => of_all.snapshot = Some(votes.snapshot(only).to_owned()),
                _ => {
                    of_all.same_winner = Some(between_snapshots(&own));
                    of_all.snapshots = snapshots
                        .iter()
                        .map(|&snapshot| {
                            let own = own.iter().filter(|vote| vote.snapshot == snapshot);
                            row(judge, Some(snapshot), &own.copied().collect::<Vec<_>>())
                        })
                        .collect();
                }
            }
            of_all
        };
        // No judge has this number.
        let among = agreement(&votes.judgments, u32::MAX, people, rule, plan).among;
        Trust {
            judges: (0..).take(votes.judges.count()).map(judge).collect(),
            people: (all.len() > 1).then_some(among),
        }
    }
}
