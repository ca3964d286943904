//! Wins, ties and losses of each pair of models, as `votes tally` prints them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::mean_by_question;
use super::{Outcome, State, Undecided, Verdict};
use crate::names::Names;
use crate::statistics::Statistic;

/// Two models and how they compare.
#[derive(Clone, Debug, Serialize)]
pub struct PairTally {
    /// The level of the questions; only if levels were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    pub a: String,
    pub b: String,
    /// Outcomes, with or without a verdict: questions (of one turn), if one judge saw each once.
    pub n: usize,
    pub a_wins: usize,
    pub b_wins: usize,
    pub ties: usize,
    /// Outcomes without a verdict, by reason.
    pub undecided: BTreeMap<Undecided, usize>,
    /// Outcomes that miss one of the two orders.
    pub unpaired: usize,
    /// The mean preference for `a`, over questions with a verdict, with Wilson's interval.
    pub a_win_rate: Statistic,
    pub b_win_rate: Statistic,
}

/// The level of a question by its number.
pub type LevelOf<'a> = &'a dyn Fn(u32) -> Option<String>;

/// Counts outcomes by pair: over all questions, and with `level_of` for each level as well. The
/// pairs of a level are in order of their models.
pub fn tally(outcomes: &[Outcome], models: &Names, level_of: Option<LevelOf>) -> Vec<PairTally> {
    let keyed = outcomes.iter().map(|outcome| ((outcome.a, outcome.b), outcome.question, *outcome));
    let pair = |(level, (a, b), outcomes): (Option<String>, (u32, u32), Vec<Outcome>)| {
        PairTally::compute(level, [a, b].map(|model| models.name(model).to_owned()), &outcomes)
    };
    by_level(keyed, level_of).into_iter().map(pair).collect()
}

/// Values by their key, over all questions under the level "overall" and then level by level. Without
/// `level_of` there are no levels. Each value comes with its key and its question.
pub(super) fn by_level<K: Ord + Copy, T: Copy>(
    values: impl Iterator<Item = (K, u32, T)>,
    level_of: Option<LevelOf>,
) -> Vec<(Option<String>, K, Vec<T>)> {
    let mut groups: BTreeMap<(Option<String>, K), Vec<T>> = BTreeMap::new();
    for (key, question, value) in values {
        groups.entry((None, key)).or_default().push(value);
        if let Some(level) = level_of.and_then(|level_of| level_of(question)) {
            groups.entry((Some(level), key)).or_default().push(value);
        }
    }
    let overall = |level: Option<String>| level.or_else(|| level_of.map(|_| "overall".to_owned()));
    groups.into_iter().map(|((level, key), values)| (overall(level), key, values)).collect()
}

impl PairTally {
    fn compute(level: Option<String>, [a, b]: [String; 2], outcomes: &[Outcome]) -> Self {
        let (mut decided, mut undecided, mut unpaired) = ([0; 3], BTreeMap::new(), 0);
        for outcome in outcomes {
            match outcome.state {
                State::Unpaired => unpaired += 1,
                State::Undecided(because) => *undecided.entry(because).or_default() += 1,
                State::Decided(preference) => {
                    decided[Verdict::from_preference(preference) as usize] += 1;
                }
            }
        }
        let [a_wins, ties, b_wins] = decided;
        let rate = |side: fn(f64) -> f64| {
            let rates = outcomes
                .iter()
                .filter_map(|own| Some(((own.question, own.turn), side(own.preference()?))));
            mean_by_question(rates, "no question has a verdict").within_0_and_1()
        };
        let (a_win_rate, b_win_rate) = (rate(|for_a| for_a), rate(|for_a| 1.0 - for_a));
        let n = outcomes.len();
        PairTally {
            level,
            a,
            b,
            n,
            a_wins,
            b_wins,
            ties,
            undecided,
            unpaired,
            a_win_rate,
            b_win_rate,
        }
    }
}
