//! From outcomes to the comparisons that are fitted: models by place, counts by question and pair.

use std::collections::{BTreeMap, BTreeSet};

use super::likelihood::{Comparisons, Row};
use super::{Feature, Outcome, Style, Styles, Verdict};

/// Outcomes as counts, for fits without features.
pub(super) struct Counted {
    /// The models' numbers, by place.
    pub models: Vec<u32>,
    /// One row for each question and pair.
    pub by_question: Comparisons,
    /// The pair of each row, as a place in `totals`.
    pub pair_of_row: Vec<u32>,
    /// One row for each pair.
    pub totals: Comparisons,
}

/// The models of outcomes with a verdict.
fn models_of<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Vec<u32> {
    let decided = outcomes.filter(|outcome| outcome.preference().is_some());
    decided
        .flat_map(|outcome| [outcome.a, outcome.b])
        .collect::<BTreeSet<u32>>()
        .into_iter()
        .collect()
}

/// The place of each model's number.
fn places(models: &[u32]) -> Vec<u32> {
    let mut places = vec![0; models.last().map_or(0, |&last| last as usize + 1)];
    for (&model, place) in models.iter().zip(0..) {
        places[model as usize] = place;
    }
    places
}

impl Counted {
    /// Counts outcomes, which are ordered by question. A slight win counts as a win.
    pub fn new(outcomes: &[Outcome]) -> Counted {
        let models = models_of(outcomes.iter());
        let places = places(&models);
        let mut pairs: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut rows: Vec<Row> = Vec::new();
        let mut pair_of_row = Vec::new();
        let mut totals: Vec<Row> = Vec::new();
        for outcome in outcomes {
            let counts = match outcome.verdict() {
                None => continue,
                Some(Verdict::First) => [1.0, 0.0, 0.0],
                Some(Verdict::Second) => [0.0, 1.0, 0.0],
                Some(Verdict::Tie) => [0.0, 0.0, 1.0],
            };
            let (a, b) = (places[outcome.a as usize], places[outcome.b as usize]);
            let row = Row { question: outcome.question, a, b, counts };
            let pair = *pairs.entry((a, b)).or_insert_with(|| {
                totals.push(Row { question: 0, counts: [0.0; 3], ..row });
                totals.len() as u32 - 1
            });
            add(&mut totals[pair as usize].counts, counts);
            match rows.last_mut() {
                Some(last) if same_question_and_pair(last, &row) => add(&mut last.counts, counts),
                _ => {
                    rows.push(row);
                    pair_of_row.push(pair);
                }
            }
        }
        let of = |rows| Comparisons { models: models.len(), features: 0, rows, x: Vec::new() };
        let (by_question, totals) = (of(rows), of(totals));
        Counted { models, by_question, pair_of_row, totals }
    }
}

fn same_question_and_pair(x: &Row, y: &Row) -> bool {
    (x.question, x.a, x.b) == (y.question, y.a, y.b)
}

fn add(counts: &mut [f64; 3], more: [f64; 3]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

/// Outcomes with the difference of their answers in some features.
pub(super) struct Styled {
    pub models: Vec<u32>,
    pub comparisons: Comparisons,
    /// What each feature's difference was divided by.
    pub scales: Vec<f64>,
    /// Outcomes with a verdict whose answers' style is unknown.
    pub without_style: usize,
}

/// How the difference of two answers enters.
#[derive(Clone, Copy, Debug)]
pub(super) enum Differences<'a> {
    /// Arena-Hard's features, divided by their root mean square. The order of a pair is arbitrary, so
    /// that their mean is 0 by definition.
    Standardised(&'a [Feature]),
    /// AlpacaEval's: tanh(Δ / sd Δ) of the lengths in characters, sd over all pairs of answers, with a
    /// verdict or not.
    TanhLength,
}

impl Differences<'_> {
    fn of(self, a: &Style, b: &Style) -> Vec<f64> {
        match self {
            Differences::Standardised(features) => {
                features.iter().map(|feature| feature.difference(a, b)).collect()
            }
            Differences::TanhLength => vec![f64::from(a.characters) - f64::from(b.characters)],
        }
    }

    fn scale(self, differences: &[f64]) -> f64 {
        let squares = |centre: f64| differences.iter().map(|x| (x - centre).powi(2)).sum::<f64>();
        let n = differences.len() as f64;
        let scale = match self {
            Differences::Standardised(_) => (squares(0.0) / n).sqrt(),
            Differences::TanhLength => {
                (squares(differences.iter().sum::<f64>() / n) / (n - 1.0)).sqrt()
            }
        };
        if scale > 0.0 { scale } else { 1.0 }
    }
}

impl Styled {
    /// The comparisons of outcomes whose answers' style is known. The graded preference counts: a part
    /// of a win for each side.
    pub fn new(outcomes: &[Outcome], styles: &Styles, differences: Differences<'_>) -> Styled {
        let mut known: Vec<(&Outcome, Vec<f64>)> = Vec::with_capacity(outcomes.len());
        let mut without_style = 0;
        for outcome in outcomes {
            let style = |model| styles.get(&(outcome.question, outcome.turn, model));
            match style(outcome.a).zip(style(outcome.b)) {
                Some((a, b)) => known.push((outcome, differences.of(a, b))),
                None => without_style += usize::from(outcome.preference().is_some()),
            }
        }
        let features = known.first().map_or(0, |(_, first)| first.len());
        let column = |at: usize| known.iter().map(|(_, x)| x[at]).collect::<Vec<f64>>();
        let scales: Vec<f64> = (0..features).map(|at| differences.scale(&column(at))).collect();
        let models = models_of(known.iter().map(|(outcome, _)| *outcome));
        let places = places(&models);
        let mut comparisons =
            Comparisons { models: models.len(), features, rows: Vec::new(), x: Vec::new() };
        let mut last_turn = 0;
        for (outcome, x) in &known {
            let Some(preference) = outcome.preference() else { continue };
            let counts = [preference, 1.0 - preference, 0.0];
            let (a, b) = (places[outcome.a as usize], places[outcome.b as usize]);
            let row = Row { question: outcome.question, a, b, counts };
            match comparisons.rows.last_mut() {
                Some(last) if same_question_and_pair(last, &row) && last_turn == outcome.turn => {
                    add(&mut last.counts, counts);
                }
                _ => {
                    comparisons.rows.push(row);
                    comparisons.x.extend(x.iter().zip(&scales).map(
                        |(x, scale)| match differences {
                            Differences::Standardised(_) => x / scale,
                            Differences::TanhLength => (x / scale).tanh(),
                        },
                    ));
                }
            }
            last_turn = outcome.turn;
        }
        Styled { models, comparisons, scales, without_style }
    }
}
