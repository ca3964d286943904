//! From outcomes to the comparisons that are fitted: models by place, counts by question and pair.

use super::likelihood::{Comparisons, Row};
use super::{Feature, Outcome, Styles, Verdict};
use crate::keyword::Keyword as _;

/// The differences of two answers in each feature that is used, then zeros.
type Differences = [f64; Feature::ALL.len()];

/// How the difference of two answers enters a fit: by these features, or not at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Control<'a> {
    pub features: &'a [Feature],
    /// False: Arena-Hard's differences, divided by their root mean square. The order of a pair is
    /// arbitrary, so that their mean is 0 by definition. True: AlpacaEval's tanh(Δ / sd Δ) of the
    /// lengths in characters, sd over all pairs of answers, with a verdict or not.
    pub tanh_length: bool,
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
        let scales: Vec<f64> = (0..control.features.len().min(Feature::ALL.len()))
            .map(|at| control.scale(&known, at))
            .collect();
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
                    let x = differences
                        .iter()
                        .zip(&scales)
                        .map(|(x, scale)| x / scale)
                        .map(|x| if control.tanh_length { x.tanh() } else { x });
                    comparisons.x.extend(x);
                }
            }
            before = differences.map(f64::to_bits);
        }
        Prepared { models, comparisons, scales, without_style }
    }
}

impl Control<'_> {
    /// The control of AlpacaEval.
    pub const TANH_LENGTH: Control<'static> =
        Control { features: &[Feature::Length], tanh_length: true };

    /// `None` if a style is needed and not known.
    fn differences(self, outcome: &Outcome, styles: &Styles) -> Option<Differences> {
        let mut differences = Differences::default();
        let style = |model| styles.get(&(outcome.question, outcome.turn, model));
        for (difference, feature) in differences.iter_mut().zip(self.features) {
            let (a, b) = style(outcome.a).zip(style(outcome.b))?;
            *difference = if self.tanh_length {
                f64::from(a.characters) - f64::from(b.characters)
            } else {
                feature.difference(a, b)
            };
        }
        Some(differences)
    }

    fn scale(self, known: &[(&Outcome, Differences)], at: usize) -> f64 {
        let n = known.len() as f64;
        let (centre, freedom) = if self.tanh_length {
            (known.iter().map(|(_, x)| x[at]).sum::<f64>() / n, n - 1.0)
        } else {
            (0.0, n)
        };
        let squares: f64 = known.iter().map(|(_, x)| (x[at] - centre).powi(2)).sum();
        if squares > 0.0 { (squares / freedom).sqrt() } else { 1.0 }
    }

    fn counts(self, outcome: &Outcome) -> [f64; 3] {
        let preference = outcome.preference().unwrap_or(0.5);
        match Verdict::from_preference(preference) {
            _ if !self.features.is_empty() => [preference, 1.0 - preference, 0.0],
            Verdict::First => [1.0, 0.0, 0.0],
            Verdict::Second => [0.0, 1.0, 0.0],
            Verdict::Tie => [0.0, 0.0, 1.0],
        }
    }
}
