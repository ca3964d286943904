//! From outcomes to the comparisons that are fitted: models by place, counts by question and pair.

use std::collections::BTreeMap;

use super::likelihood::{Comparisons, Row};
use super::{Feature, Outcome, Style, Styles, Verdict};
use crate::keyword::Keyword as _;

/// The differences of two answers in each feature that is used, then zeros.
type Differences = [f64; Feature::ALL.len()];

/// How the difference of two answers enters a fit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Control<'a> {
    /// It does not.
    None,
    /// Arena-Hard's features, divided by their root mean square. The order of a pair is arbitrary, so
    /// that their mean is 0 by definition.
    Standardised(&'a [Feature]),
    /// AlpacaEval's: tanh(Δ / sd Δ) of the lengths in characters, sd over all pairs of answers, with a
    /// verdict or not.
    TanhLength,
}

/// Outcomes ready to be fitted.
pub(super) struct Prepared {
    /// The models' numbers, by place.
    pub models: Vec<u32>,
    /// One row for each question, pair and difference of the answers.
    pub comparisons: Comparisons,
    /// What each feature's difference was divided by.
    pub scales: Vec<f64>,
    /// Outcomes with a verdict whose answers' style is unknown.
    pub without_style: usize,
}

impl Prepared {
    /// Counts outcomes, which are ordered by question. Without a control a slight win is a win; with
    /// one the graded preference counts, as a part of a win for each side.
    pub fn new(outcomes: &[Outcome], styles: &Styles, control: Control<'_>) -> Prepared {
        let mut without_style = 0;
        let mut known: Vec<(&Outcome, Differences)> = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            match control.differences(outcome, styles) {
                Some(differences) => known.push((outcome, differences)),
                None => without_style += usize::from(outcome.preference().is_some()),
            }
        }
        let scales: Vec<f64> =
            (0..control.features()).map(|at| control.scale(&known, at)).collect();
        known.retain(|(outcome, _)| outcome.preference().is_some());
        let mut models: Vec<u32> =
            known.iter().flat_map(|(outcome, _)| [outcome.a, outcome.b]).collect();
        models.sort_unstable();
        models.dedup();
        let mut places = vec![0; models.last().map_or(0, |&last| last as usize + 1)];
        models.iter().zip(0..).for_each(|(&model, place)| places[model as usize] = place);

        let mut comparisons =
            Comparisons { models: models.len(), features: scales.len(), ..Comparisons::default() };
        let mut before = [0; Feature::ALL.len()];
        for (outcome, differences) in known {
            let row = Row {
                question: outcome.question,
                a: places[outcome.a as usize],
                b: places[outcome.b as usize],
                counts: control.counts(outcome),
            };
            match comparisons.rows.last_mut() {
                Some(last) if last.is_like(&row) && before == differences.map(f64::to_bits) => {
                    last.add(row.counts);
                }
                _ => {
                    comparisons.rows.push(row);
                    let x =
                        differences.iter().zip(&scales).map(|(x, scale)| control.scaled(x / scale));
                    comparisons.x.extend(x);
                }
            }
            before = differences.map(f64::to_bits);
        }
        Prepared { models, comparisons, scales, without_style }
    }
}

impl Control<'_> {
    fn features(self) -> usize {
        match self {
            Control::None => 0,
            Control::Standardised(features) => features.len().min(Feature::ALL.len()),
            Control::TanhLength => 1,
        }
    }

    /// `None` if a style is needed and not known.
    fn differences(self, outcome: &Outcome, styles: &Styles) -> Option<Differences> {
        let mut differences = Differences::default();
        let style = |model| styles.get(&(outcome.question, outcome.turn, model));
        let of = |difference: &dyn Fn(&Style, &Style) -> f64| {
            Some(difference(style(outcome.a)?, style(outcome.b)?))
        };
        match self {
            Control::None => {}
            Control::TanhLength => {
                differences[0] = of(&|a, b| f64::from(a.characters) - f64::from(b.characters))?;
            }
            Control::Standardised(features) => {
                for (difference, feature) in differences.iter_mut().zip(features) {
                    *difference = of(&|a, b| feature.difference(a, b))?;
                }
            }
        }
        Some(differences)
    }

    fn scale(self, known: &[(&Outcome, Differences)], at: usize) -> f64 {
        let n = known.len() as f64;
        let mean = known.iter().map(|(_, x)| x[at]).sum::<f64>() / n;
        let squares =
            |centre: f64| known.iter().map(|(_, x)| (x[at] - centre).powi(2)).sum::<f64>();
        let variance = match self {
            Control::TanhLength => squares(mean) / (n - 1.0),
            Control::None | Control::Standardised(_) => squares(0.0) / n,
        };
        if variance > 0.0 { variance.sqrt() } else { 1.0 }
    }

    fn scaled(self, difference: f64) -> f64 {
        if matches!(self, Control::TanhLength) { difference.tanh() } else { difference }
    }

    fn counts(self, outcome: &Outcome) -> [f64; 3] {
        let preference = outcome.preference().unwrap_or(0.5);
        match (self, Verdict::from_preference(preference)) {
            (Control::None, Verdict::First) => [1.0, 0.0, 0.0],
            (Control::None, Verdict::Second) => [0.0, 1.0, 0.0],
            (Control::None, Verdict::Tie) => [0.0, 0.0, 1.0],
            _ => [preference, 1.0 - preference, 0.0],
        }
    }
}

/// The sums of each pair over all questions, and the place of each row's pair in them.
pub(super) fn pair_totals(comparisons: &Comparisons) -> (Comparisons, Vec<u32>) {
    let mut places: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut totals = Comparisons { models: comparisons.models, ..Comparisons::default() };
    let pair_of = |row: &Row| {
        let place = *places.entry((row.a, row.b)).or_insert_with(|| {
            totals.rows.push(Row { question: 0, counts: [0.0; 3], ..*row });
            totals.rows.len() as u32 - 1
        });
        totals.rows[place as usize].add(row.counts);
        place
    };
    let pairs = comparisons.rows.iter().map(pair_of).collect();
    (totals, pairs)
}
