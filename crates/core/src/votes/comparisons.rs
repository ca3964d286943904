//! From outcomes to the comparisons that are fitted: models by place, counts by question and cell. A cell is a pair
//! of models, and where answers' form is controlled a difference between them.

use std::collections::{BTreeSet, HashMap};

use super::resampling::{Kind, merge_alike};
use super::{Feature, Outcome, Styles, Verdict};
use crate::keyword::Keyword as _;

/// The differences of two answers in each feature that is used, then zeros.
pub(super) type Differences = [f64; Feature::ALL.len()];

/// How the difference of two answers enters a fit: by these features, or not at all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control<'a> {
    pub features: &'a [Feature],
    /// False: Arena-Hard's differences, divided by their root mean square. The order of a pair is arbitrary, so
    /// that their mean is 0 by definition. True: AlpacaEval's tanh(Δ / sd Δ) of the lengths in characters, sd over
    /// all pairs of answers, with a verdict or not.
    pub tanh_length: bool,
}

/// Two models, by place, and how their answers differ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub models: [u32; 2],
    pub x: Differences,
}

/// Comparisons of models.
#[derive(Debug, Default)]
pub(super) struct Comparisons {
    /// The models' numbers, by place.
    pub models: Vec<u32>,
    /// The features that are controlled, and what their differences were divided by.
    pub features: Vec<(Feature, f64)>,
    /// Whether ties are counted as such; else a tie is half a win of both.
    pub has_ties: bool,
    pub cells: Vec<Cell>,
    /// For each question the wins of the first model, of the second, and the ties of cell k, at the places 3 k to
    /// 3 k + 2. A graded preference is a part of a win for each.
    pub kinds: Vec<Kind>,
    /// Outcomes with a verdict that are left out because the style of an answer is unknown.
    pub without_style: usize,
}

impl Comparisons {
    /// Counts outcomes, which are ordered by question. Without a control a slight win is a win; with one the graded
    /// preference counts.
    pub fn new(
        outcomes: &[Outcome],
        styles: &Styles,
        control: Control<'_>,
        has_ties: bool,
    ) -> Comparisons {
        let differing =
            outcomes.iter().map(|outcome| (outcome, control.differences(outcome, styles)));
        let differing: Vec<(&Outcome, Option<Differences>)> = differing.collect();
        let count = control.features.len().min(Feature::ALL.len());
        let scales: Vec<Option<f64>> = (0..count).map(|at| control.scale(&differing, at)).collect();
        let used: Vec<usize> = (0..count).filter(|&at| scales[at].is_some()).collect();
        let features: Vec<(Feature, f64)> =
            used.iter().filter_map(|&at| Some((control.features[at], scales[at]?))).collect();
        // Where no two answers differ, nothing is controlled, and no style is needed.
        let needs_style = !features.is_empty();
        let mut comparisons = Comparisons { features, has_ties, ..Comparisons::default() };
        let mut decided: Vec<(&Outcome, f64, Differences)> = Vec::with_capacity(outcomes.len());
        for (outcome, differences) in differing {
            let Some(preference) = outcome.preference() else { continue };
            match differences {
                None if needs_style => comparisons.without_style += 1,
                _ => decided.push((outcome, preference, differences.unwrap_or_default())),
            }
        }
        let models: BTreeSet<u32> =
            decided.iter().flat_map(|(outcome, ..)| [outcome.a, outcome.b]).collect();
        comparisons.models = models.into_iter().collect();
        let mut cells = HashMap::new();
        for of_question in decided.chunk_by(|x, y| x.0.question == y.0.question) {
            let mut amounts: Vec<(u32, f64)> = Vec::new();
            for &(outcome, preference, differences) in of_question {
                let key = (outcome.a, outcome.b, differences.map(f64::to_bits));
                let cell = *cells.entry(key).or_insert_with(|| {
                    comparisons.add_cell(outcome, differences, &used, control.tanh_length)
                });
                let counts = comparisons.counts(preference);
                let counts = (3 * cell..).zip(counts).filter(|(_, count)| *count > 0.0);
                amounts.extend(counts);
            }
            amounts.sort_by_key(|(place, _)| *place);
            amounts.dedup_by(|more, sum| {
                let is_same = more.0 == sum.0;
                sum.1 += if is_same { more.1 } else { 0.0 };
                is_same
            });
            comparisons.kinds.push(Kind { question: of_question[0].0.question, times: 1, amounts });
        }
        comparisons
    }

    /// The same with questions on which the same was said counted together.
    #[must_use]
    pub fn merged(mut self) -> Comparisons {
        merge_alike(&mut self.kinds);
        self
    }

    /// The number of questions.
    pub fn questions(&self) -> usize {
        self.kinds.iter().map(|kind| kind.times as usize).sum()
    }

    /// Adds the cell of an outcome.
    fn add_cell(
        &mut self,
        outcome: &Outcome,
        differences: Differences,
        used: &[usize],
        tanh_length: bool,
    ) -> u32 {
        let place = |model| self.models.partition_point(|&other| other < model) as u32;
        let mut cell = Cell { models: [outcome.a, outcome.b].map(place), ..Cell::default() };
        for ((x, &at), (_, scale)) in cell.x.iter_mut().zip(used).zip(&self.features) {
            let scaled = differences[at] / scale;
            *x = if tanh_length { scaled.tanh() } else { scaled };
        }
        self.cells.push(cell);
        self.cells.len() as u32 - 1
    }

    fn counts(&self, preference: f64) -> [f64; 3] {
        match Verdict::from_preference(preference) {
            _ if !self.features.is_empty() => [preference, 1.0 - preference, 0.0],
            Verdict::First => [1.0, 0.0, 0.0],
            Verdict::Second => [0.0, 1.0, 0.0],
            Verdict::Tie if self.has_ties => [0.0, 0.0, 1.0],
            Verdict::Tie => [0.5, 0.5, 0.0],
        }
    }
}

impl Control<'_> {
    /// The control of AlpacaEval.
    pub const TANH_LENGTH: Control<'static> =
        Control { features: &[Feature::Length], tanh_length: true };

    /// `None` if a style is needed and not known.
    fn differences(self, outcome: &Outcome, styles: &Styles) -> Option<Differences> {
        let mut differences = Differences::default();
        if self.features.is_empty() {
            return Some(differences);
        }
        let style = |model| styles.get(&(outcome.question, outcome.turn, model));
        let (a, b) = style(outcome.a).zip(style(outcome.b))?;
        for (difference, feature) in differences.iter_mut().zip(self.features) {
            *difference = match self.tanh_length {
                true => f64::from(a.characters) - f64::from(b.characters),
                false => feature.difference(a, b),
            };
        }
        Some(differences)
    }

    /// What a feature's differences are divided by; `None` if no two answers differ, because a term for it could be
    /// anything. Lengths always have a term, without which there is no rate at equal length.
    fn scale(self, differing: &[(&Outcome, Option<Differences>)], at: usize) -> Option<f64> {
        let values = differing.iter().filter_map(|(_, differences)| Some((*differences)?[at]));
        let n = values.clone().count() as f64;
        let (centre, freedom) = match self.tanh_length {
            true => (values.clone().sum::<f64>() / n, n - 1.0),
            false => (0.0, n),
        };
        let squares: f64 = values.map(|value| (value - centre).powi(2)).sum();
        match squares > 0.0 {
            true => Some((squares / freedom).sqrt()),
            false => self.tanh_length.then_some(1.0),
        }
    }
}
