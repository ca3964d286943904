//! What each model won and lost, and its win rates in five measures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mean::mean_by_question;
use super::{Outcome, Verdict};
use crate::statistics::Statistic;

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

/// Win rates; the tie rule is in the name. Only the graded one has an error, by question.
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
    let mut of_model: BTreeMap<u32, Vec<Own>> = BTreeMap::new();
    for outcome in outcomes {
        let preference = outcome.preference();
        let question = (outcome.question, outcome.turn);
        let own = |opponent, preference| Own { question, opponent, preference };
        of_model.entry(outcome.a).or_default().push(own(outcome.b, preference));
        let turned = preference.map(|preference| 1.0 - preference);
        of_model.entry(outcome.b).or_default().push(own(outcome.a, turned));
    }
    of_model.into_iter().map(|(model, outcomes)| (model, Record::compute(&outcomes))).collect()
}

/// An outcome as one of its two models sees it.
struct Own {
    question: (u32, u16),
    opponent: u32,
    preference: Option<f64>,
}

impl Record {
    fn compute(outcomes: &[Own]) -> Record {
        const NONE: &str = "no outcome has a verdict";
        let mut opponents: BTreeMap<u32, [usize; 3]> = BTreeMap::new();
        for own in outcomes {
            let Some(preference) = own.preference else { continue };
            let place = match Verdict::from_preference(preference) {
                Verdict::First => 0,
                Verdict::Second => 1,
                Verdict::Tie => 2,
            };
            opponents.entry(own.opponent).or_default()[place] += 1;
        }
        let sum = |place: usize| opponents.values().map(|counts| counts[place]).sum::<usize>();
        let (wins, losses, ties) = (sum(0), sum(1), sum(2));
        let n = wins + losses + ties;
        let rate = |won: f64, of: usize, because: &str| match of {
            0 => Statistic::undefined(because, 0),
            _ => Statistic::new(won / of as f64, of),
        };
        let half = |wins: usize, ties: usize| wins as f64 + ties as f64 / 2.0;
        let of_opponents: f64 = opponents
            .values()
            .map(|&[wins, losses, ties]| half(wins, ties) / (wins + losses + ties) as f64)
            .sum();
        let decided = outcomes.iter().filter_map(|own| Some((own.question, own.preference?)));
        Record {
            n,
            wins,
            losses,
            ties,
            undecided: outcomes.len() - n,
            win_rates: WinRates {
                graded: mean_by_question(decided, NONE),
                wins: rate(wins as f64, n, NONE),
                ties_half: rate(half(wins, ties), n, NONE),
                without_ties: rate(wins as f64, wins + losses, "no outcome is a win or a loss"),
                over_opponents: rate(of_opponents, opponents.len(), NONE),
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
