//! From outcomes to the comparisons that are fitted: models by place, counts by question and cell. A cell is a pair
//! of models, and where answers' form is controlled a difference between them.

use std::collections::{BTreeSet, HashMap};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::resampling::Kind;
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub models: [u32; 2],
    pub x: Differences,
}

/// An outcome, its preference, and how its answers differ.
type Decided<'o> = (&'o Outcome, f64, Option<Differences>);

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
        let (features, x) = control.measure(outcomes, styles);
        let mut comparisons = Comparisons { features, has_ties, ..Comparisons::default() };
        let decided = outcomes.iter().zip(x);
        let decided = decided.filter_map(|(outcome, x)| Some((outcome, outcome.preference()?, x)));
        // Where no two answers differ, nothing is controlled, and no style is needed.
        let is_known = |&(.., x): &Decided<'_>| x.is_some() || comparisons.features.is_empty();
        let (decided, unknown): (Vec<Decided<'_>>, Vec<Decided<'_>>) = decided.partition(is_known);
        comparisons.without_style = unknown.len();
        let models: BTreeSet<u32> =
            decided.iter().flat_map(|(outcome, ..)| [outcome.a, outcome.b]).collect();
        comparisons.models = models.into_iter().collect();
        let mut pairs = HashMap::new();
        for of_question in decided.chunk_by(|one, other| one.0.question == other.0.question) {
            let mut amounts: Vec<(u32, f64)> = Vec::new();
            for &(outcome, preference, x) in of_question {
                let x = x.unwrap_or_default();
                let cell = comparisons.cell_of(outcome, x, &mut pairs);
                let counts = (3 * cell..).zip(comparisons.counts(preference));
                amounts.extend(counts.filter(|(_, count)| *count > 0.0));
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

    /// The number of questions.
    pub fn questions(&self) -> usize {
        self.kinds.iter().map(|kind| kind.times as usize).sum()
    }

    /// The cell of an outcome, which is added if it is new: without features one for each pair.
    fn cell_of(
        &mut self,
        outcome: &Outcome,
        x: Differences,
        pairs: &mut HashMap<[u32; 2], u32>,
    ) -> u32 {
        let place = |model| self.models.partition_point(|&other| other < model) as u32;
        let models = [outcome.a, outcome.b].map(place);
        let (cell, next) = (Cell { models, x }, self.cells.len() as u32);
        let known = match self.features.is_empty() {
            true => *pairs.entry(models).or_insert(next),
            false if self.cells.last() == Some(&cell) => next - 1,
            false => next,
        };
        if known == next {
            self.cells.push(cell);
        }
        known
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

    /// The features in which answers differ, each with what its differences are divided by, and the scaled differences
    /// of each outcome's answers; `None` if a style is not known.
    fn measure(
        self,
        outcomes: &[Outcome],
        styles: &Styles,
    ) -> (Vec<(Feature, f64)>, Vec<Option<Differences>>) {
        if self.features.is_empty() {
            return (Vec::new(), vec![None; outcomes.len()]);
        }
        let differences = |outcome: &Outcome| self.differences(outcome, styles);
        let mut x: Vec<Option<Differences>> = outcomes.par_iter().map(differences).collect();
        let mut used = Vec::new();
        for (at, &feature) in self.features.iter().enumerate().take(Feature::ALL.len()) {
            let scale = self.scale(x.iter().flatten().map(|x| x[at]));
            for x in x.iter_mut().flatten() {
                let value = std::mem::take(&mut x[at]) / scale.unwrap_or(1.0);
                x[used.len()] = if self.tanh_length { value.tanh() } else { value };
            }
            used.extend(scale.map(|scale| (feature, scale)));
        }
        (used, x)
    }

    fn differences(self, outcome: &Outcome, styles: &Styles) -> Option<Differences> {
        let style = |model| styles.get(&(outcome.question, outcome.turn, model));
        let (a, b) = style(outcome.a).zip(style(outcome.b))?;
        let mut differences = Differences::default();
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
    fn scale(self, values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
        let n = values.clone().count() as f64;
        let (centre, freedom) = match self.tanh_length {
            true => (values.clone().sum::<f64>() / n, n - 1.0),
            false => (0.0, n),
        };
        let squares: f64 = values.map(|value| (value - centre).powi(2)).sum();
        let scale = (squares > 0.0).then(|| (squares / freedom).sqrt());
        scale.or(self.tanh_length.then_some(1.0))
    }
}
