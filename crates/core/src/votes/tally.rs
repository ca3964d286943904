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
    /// The mean preference for `a`, over questions with a verdict.
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
        let rate_of = |turned: bool| {
            let preferences = outcomes.iter().filter_map(|outcome| {
                let preference = outcome.preference()?;
                let own = if turned { 1.0 - preference } else { preference };
                Some(((outcome.question, outcome.turn), own))
            });
            mean_by_question(preferences, "no question has a verdict")
        };
        let mut tally = PairTally {
            level,
            a,
            b,
            n: outcomes.len(),
            a_wins: 0,
            b_wins: 0,
            ties: 0,
            undecided: BTreeMap::new(),
            unpaired: 0,
            a_win_rate: rate_of(false),
            b_win_rate: rate_of(true),
        };
        for outcome in outcomes {
            match outcome.state {
                State::Unpaired => tally.unpaired += 1,
                State::Undecided(because) => *tally.undecided.entry(because).or_default() += 1,
                State::Decided(preference) => match Verdict::from_preference(preference) {
                    Verdict::First => tally.a_wins += 1,
                    Verdict::Tie => tally.ties += 1,
                    Verdict::Second => tally.b_wins += 1,
                },
            }
        }
        tally
    }
}
