//! Wins, ties and losses of each pair of models, as `votes tally` prints them, and of each model, with its win rates in
//! five measures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::{grouped, mean_by_question};
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
    let groups = grouped(values.flat_map(|(key, question, value)| {
        let level = level_of.and_then(|level_of| level_of(question));
        [Some(((None, key), value)), level.map(|level| ((Some(level), key), value))]
            .into_iter()
            .flatten()
    }));
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

/// Wins and losses of one model against all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Outcomes with a verdict.
    pub n: usize,
    pub wins: usize,
    pub losses: usize,
    pub ties: usize,
    /// Outcomes without one.
    pub undecided: usize,
    pub win_rates: WinRates,
}

/// Win rates; the tie rule is in the name. Only the graded one has an error, by question, and Wilson's interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WinRates {
    /// The mean graded preference, over questions.
    pub graded: Statistic,
    /// Wins over all outcomes: a tie is not a win.
    pub wins: Statistic,
    /// Wins and half of the ties.
    pub ties_half: Statistic,
    /// Wins over wins and losses.
    pub without_ties: Statistic,
    /// The mean over opponents of wins and half of the ties, whatever the number of outcomes.
    pub over_opponents: Statistic,
}

/// The records of the models that occur, by their number.
pub(super) fn records(outcomes: &[Outcome]) -> BTreeMap<u32, Record> {
    let sides = outcomes.iter().flat_map(|own| [(own.a, *own), (own.b, own.turned())]);
    grouped(sides)
        .into_iter()
        .map(|(model, outcomes)| (model, Record::compute(&outcomes)))
        .collect()
}

impl Record {
    /// The record of the model `a` of all these outcomes.
    fn compute(outcomes: &[Outcome]) -> Record {
        const NONE: &str = "no outcome has a verdict";
        let mut opponents: BTreeMap<u32, [usize; 3]> = BTreeMap::new();
        for outcome in outcomes {
            let Some(verdict) = outcome.verdict() else { continue };
            opponents.entry(outcome.b).or_default()[verdict as usize] += 1;
        }
        let sum = |of: usize| opponents.values().map(|counts| counts[of]).sum::<usize>();
        let [wins, ties, losses] = [0, 1, 2].map(sum);
        let n = wins + ties + losses;
        let rate = |won: f64, of: usize, because: &str| match of {
            0 => Statistic::undefined(because, 0),
            _ => Statistic::new(won / of as f64, of),
        };
        let half = |wins: usize, ties: usize| wins as f64 + ties as f64 / 2.0;
        let of_opponents = opponents
            .values()
            .map(|&[wins, ties, losses]| half(wins, ties) / (wins + ties + losses) as f64);
        let decided =
            outcomes.iter().filter_map(|own| Some(((own.question, own.turn), own.preference()?)));
        Record {
            n,
            wins,
            losses,
            ties,
            undecided: outcomes.len() - n,
            win_rates: WinRates {
                graded: mean_by_question(decided, NONE).within_0_and_1(),
                wins: rate(wins as f64, n, NONE),
                ties_half: rate(half(wins, ties), n, NONE),
                without_ties: rate(wins as f64, wins + losses, "no outcome is a win or a loss"),
                over_opponents: rate(of_opponents.sum(), opponents.len(), NONE),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::votes;
    use super::super::{Rule, outcomes};
    use super::*;

    fn close(found: &Statistic, expected: f64) {
        assert!((found.value().unwrap() - expected).abs() < 1e-15, "{found:?}");
    }

    #[test]
    fn five_measures_differ_where_ties_and_opponents_do() {
        let votes = votes(&[
            "q1 a b j 1",
            "q2 a b j =",
            "q3 a b j 2",
            "q4 a b j null",
            "q1 a c j 1",
            "q2 b c j =",
        ]);
        let records = records(&outcomes(&votes.judgments, Rule::Single));
        let a = &records[&0];
        assert_eq!((a.n, a.wins, a.losses, a.ties, a.undecided), (4, 2, 1, 1, 1));
        let rates = &a.win_rates;
        close(&rates.wins, 0.5);
        close(&rates.ties_half, 0.625);
        close(&rates.without_ties, 2.0 / 3.0);
        close(&rates.over_opponents, 0.75);
        // By question: (1 + 1)/2, 0.5, 0.
        close(&rates.graded, 0.5);
        assert_eq!(rates.graded.n(), 3);
        let only_ties = &records[&2].win_rates.without_ties;
        assert_eq!(only_ties.value(), Some(0.0));
    }
}
