//! The likelihood of comparisons: Bradley-Terry with ties half (Davidson's with a parameter for ties), and either
//! with features of the two answers. Newton's method finds its maximum.
//!
//! A comparison of `a` and `b` has the logit δ = β_a − β_b + γ·x, and P(a), P(b), P(tie) are in proportion to
//! exp(δ/2), exp(−δ/2) and ν (Davidson 1970); without a parameter for ties ν is 0. Parameters are kept in one
//! vector: the strengths β (mean 0), the coefficients γ, and η = ln ν.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _,
};
use rayon::slice::ParallelSlice as _;

use super::Feature;
use super::comparisons::{Cell, Comparisons};
use super::linear::{Matrix, cholesky, dot, inverse, solve, times, zero};
use super::resampling::{Kind, resampled, sums};
use crate::keyword::Keyword as _;
use crate::statistics::Plan;

/// Cells that one thread sums up; fixed, so that sums do not depend on the number of threads.
const CHUNK: usize = 1 << 14;
/// Newton's method converges in about six steps; more than this means that there is no maximum.
const MOST_STEPS: usize = 60;
/// A strength beyond this is on its way to infinity.
const FARTHEST: f64 = 60.0;
/// Above this number of cells × resamples a fit with features is not repeated for each resample but moved by one
/// Newton step.
const MOST_REFITTED: usize = 30_000_000;

/// The maximum of a likelihood.
pub(super) struct Fit {
    pub parameters: Vec<f64>,
    /// The inverse of the information at the maximum.
    inverse: Matrix,
    /// The gradient of each kind of question at the maximum, where together they are 0.
    pub scores: Vec<Kind>,
}

/// Value, gradient and negative second derivatives of a log-likelihood.
struct Slope {
    value: f64,
    gradient: Vec<f64>,
    information: Matrix,
}

/// The log-likelihood of one cell with its derivatives by δ and η.
struct CellSlope {
    value: f64,
    gradient: [f64; 2],
    information: [[f64; 2]; 2],
}

/// The places of the parameters that δ and η depend on, with the factors of each.
type Terms = ArrayVec<(usize, [f64; 2]), { 3 + Feature::ALL.len() }>;

impl Comparisons {
    /// The number of parameters.
    fn size(&self) -> usize {
        self.models.len() + self.features.len() + usize::from(self.has_ties)
    }

    /// The parameters under which these comparisons are most likely; `None` if there are none because the
    /// likelihood grows without end or does not depend on one of them.
    pub fn fit(&self) -> Option<Fit> {
        let start = vec![0.0; self.size()];
        let (parameters, factor) = self.maximum(&self.totals(), &start, 1e-14)?;
        let score = |kind: &Kind| Kind { amounts: self.score(kind, &parameters), ..*kind };
        let scores = self.kinds.par_iter().map(score).collect();
        Some(Fit { parameters, inverse: inverse(&factor), scores })
    }

    /// The counts of all questions together, three for each cell.
    pub fn totals(&self) -> Vec<f64> {
        sums(&self.kinds, 3 * self.cells.len())
    }

    /// The parameters of each resample, `None` where it does not define them, and whether each was fitted anew.
    pub fn resampled(&self, fit: &Fit, plan: Plan) -> (Vec<Option<Vec<f64>>>, bool) {
        let cells = self.cells.len();
        if !self.features.is_empty() && cells.saturating_mul(plan.resamples) > MOST_REFITTED {
            let moved = |gradient: &[f64]| {
                let step = times(&fit.inverse, gradient);
                Some(fit.parameters.iter().zip(step).map(|(whole, step)| whole + step).collect())
            };
            return (resampled(&fit.scores, self.size(), plan, moved), false);
        }
        // Newton's error is squared by each step: after one that promises a millionth, it is far below the spread.
        let fitted = |counts: &[f64]| {
            let is_defined = self.unreachable_pair(counts).is_none();
            let found = is_defined.then(|| self.maximum(counts, &fit.parameters, 1e-6)).flatten();
            found.map(|(parameters, _)| parameters)
        };
        (resampled(&self.kinds, 3 * cells, plan, fitted), true)
    }

    /// The most likely parameters for these counts, sought from `start` on, and the factor of the information there.
    /// The last step promises less than this share of the likelihood.
    fn maximum(&self, counts: &[f64], start: &[f64], least: f64) -> Option<(Vec<f64>, Matrix)> {
        let mut at = start.to_vec();
        let mut slope = self.slope(counts, &at);
        for _ in 0..MOST_STEPS {
            let factor = cholesky(&slope.information)?;
            let step = solve(&factor, &slope.gradient);
            if dot(&step, &slope.gradient) <= least * slope.value.abs() {
                at.iter_mut().zip(&step).for_each(|(at, step)| *at += step);
                return Some((at, factor));
            }
            // The step, halved until it does not lead downhill.
            let stepped = |halvings| {
                let length = 0.5_f64.powi(halvings);
                let to: Vec<f64> =
                    at.iter().zip(&step).map(|(x, step)| x + length * step).collect();
                let there = self.slope(counts, &to);
                (there.value >= slope.value - 1e-9 * slope.value.abs()).then_some((to, there))
            };
            (at, slope) = (0..30).find_map(stepped)?;
            if at.iter().any(|parameter| parameter.abs() > FARTHEST) {
                return None;
            }
        }
        None
    }

    fn slope(&self, counts: &[f64], at: &[f64]) -> Slope {
        let of_chunk = |(cells, counts): (&[Cell], &[f64])| {
            let mut sum = Slope::zero(at.len());
            for (cell, counts) in cells.iter().zip(counts.as_chunks::<3>().0) {
                let terms = self.terms(cell);
                sum.add(&terms, &self.cell_slope(&terms, *counts, at));
            }
            sum
        };
        let chunks = self.cells.par_chunks(CHUNK).zip(counts.par_chunks(3 * CHUNK));
        let chunks: Vec<Slope> = chunks.map(of_chunk).collect();
        let total = chunks.into_iter().reduce(|sum, more| sum.plus(&more));
        let mut total = total.unwrap_or_else(|| Slope::zero(at.len()));
        // Only differences of strengths matter. This fixes their mean without moving anything else.
        let models = self.models.len();
        let scale = 1.0 + (0..models).map(|i| total.information[i][i]).fold(0.0, f64::max);
        for row in &mut total.information[..models] {
            row[..models].iter_mut().for_each(|cell| *cell += scale / models as f64);
        }
        total
    }

    fn terms(&self, cell: &Cell) -> Terms {
        let models = cell.models.map(|model| model as usize).into_iter().zip([1.0, -1.0]);
        let features = (self.models.len()..).zip(cell.x).take(self.features.len());
        let delta = models.chain(features).map(|(at, factor)| (at, [factor, 0.0]));
        delta.chain(self.has_ties.then(|| (self.size() - 1, [0.0, 1.0]))).collect()
    }

    fn cell_slope(&self, terms: &Terms, counts: [f64; 3], at: &[f64]) -> CellSlope {
        let [wins, losses, ties] = counts;
        let n = wins + losses + ties;
        let delta: f64 = terms.iter().map(|(i, factors)| at[*i] * factors[0]).sum();
        let eta = if self.has_ties { at[at.len() - 1] } else { 0.0 };
        let nu = if self.has_ties { eta.exp() } else { 0.0 };
        let better = (delta / 2.0).exp();
        let weights = [better, better.recip(), nu];
        let sum: f64 = weights.iter().sum();
        let [p_a, p_b, p_tie] = weights.map(|weight| weight / sum);
        let across = -n * p_tie * (p_a - p_b) / 2.0;
        CellSlope {
            value: (wins - losses) * delta / 2.0 + ties * eta - n * sum.ln(),
            gradient: [(wins - losses - n * (p_a - p_b)) / 2.0, ties - n * p_tie],
            information: [
                [n * (p_a * p_b + p_tie * (p_a + p_b) / 4.0), across],
                [across, n * p_tie * (1.0 - p_tie)],
            ],
        }
    }

    /// The gradient of a kind of question, with the entries that are not 0.
    fn score(&self, kind: &Kind, at: &[f64]) -> Vec<(u32, f64)> {
        let mut score: BTreeMap<u32, f64> = BTreeMap::new();
        for of_cell in kind.amounts.chunk_by(|x, y| x.0 / 3 == y.0 / 3) {
            let mut counts = [0.0; 3];
            for &(place, amount) in of_cell {
                counts[place as usize % 3] += amount;
            }
            let terms = self.terms(&self.cells[of_cell[0].0 as usize / 3]);
            let slope = self.cell_slope(&terms, counts, at);
            for (i, factors) in terms {
                *score.entry(i as u32).or_default() += dot(&factors, &slope.gradient);
            }
        }
        score.into_iter().collect()
    }

    /// The two models between which no chain of wins and ties leads, as places; `None` if there are none. Without
    /// such a chain the strength of one of them would be infinite (Ford 1957).
    pub fn unreachable_pair(&self, counts: &[f64]) -> Option<(usize, usize)> {
        let mut beats = Vec::with_capacity(2 * self.cells.len());
        for (cell, [wins, losses, ties]) in self.cells.iter().zip(counts.as_chunks::<3>().0) {
            let [a, b] = cell.models.map(|model| model as usize);
            beats.extend((wins + ties > 0.0).then_some((a, b)));
            beats.extend((losses + ties > 0.0).then_some((b, a)));
        }
        let behind = unreached(&beats, self.models.len()).map(|model| (0, model));
        behind.or_else(|| {
            for (winner, loser) in &mut beats {
                std::mem::swap(winner, loser);
            }
            unreached(&beats, self.models.len()).map(|model| (model, 0))
        })
    }
}

/// A place to which no chain of steps leads from the first.
fn unreached(steps: &[(usize, usize)], places: usize) -> Option<usize> {
    let mut reached: Vec<bool> = (0..places).map(|place| place == 0).collect();
    let mut is_growing = true;
    while is_growing {
        is_growing = false;
        for &(from, to) in steps {
            if reached[from] && !reached[to] {
                (reached[to], is_growing) = (true, true);
            }
        }
    }
    reached.iter().position(|reached| !reached)
}

impl Slope {
    fn zero(size: usize) -> Slope {
        Slope { value: 0.0, gradient: vec![0.0; size], information: zero(size) }
    }

    fn add(&mut self, terms: &Terms, cell: &CellSlope) {
        self.value += cell.value;
        // The places are in order: only the lower half of the information is read.
        for (count, &(i, x)) in (1..).zip(terms) {
            self.gradient[i] += dot(&x, &cell.gradient);
            let curved = cell.information.map(|row| dot(&x, &row));
            for (j, y) in &terms[..count] {
                self.information[i][*j] += dot(&curved, y);
            }
        }
    }

    fn plus(mut self, other: &Slope) -> Slope {
        let add =
            |own: &mut [f64], more: &[f64]| own.iter_mut().zip(more).for_each(|(x, y)| *x += y);
        self.value += other.value;
        add(&mut self.gradient, &other.gradient);
        let rows = self.information.iter_mut().zip(&other.information);
        rows.for_each(|(own, more)| add(own, more));
        self
    }
}

impl Fit {
    /// Standard errors that let the comparisons of one question depend on each other: the sandwich A⁻¹ (Σ s sᵀ) A⁻¹
    /// over the gradients of the questions.
    pub fn clustered_errors(&self) -> Vec<f64> {
        let mut meat = zero(self.parameters.len());
        for Kind { times, amounts, .. } in &self.scores {
            for &(i, x) in amounts {
                for &(j, y) in amounts {
                    meat[i as usize][j as usize] += f64::from(*times) * x * y;
                }
            }
        }
        let error = |row: &Vec<f64>| dot(row, &times(&meat, row)).max(0.0).sqrt();
        self.inverse.iter().map(error).collect()
    }

    /// How far a question of a kind moves a parameter.
    pub fn influence(&self, score: &Kind, parameter: usize) -> f64 {
        let row = &self.inverse[parameter];
        score.amounts.iter().map(|&(i, x)| row[i as usize] * x).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair that is not connected, of comparisons from (a, b, [wins, losses, ties]).
    fn found(models: u32, rows: &[([u32; 2], [f64; 3])]) -> Option<(usize, usize)> {
        let cells = rows.iter().map(|&(models, _)| Cell { models, ..Cell::default() }).collect();
        let models = (0..models).collect();
        let comparisons = Comparisons { models, cells, ..Comparisons::default() };
        let counts: Vec<f64> = rows.iter().flat_map(|(_, counts)| *counts).collect();
        comparisons.unreachable_pair(&counts)
    }

    #[test]
    fn a_model_that_never_wins_has_no_finite_strength() {
        let (even, won, tied) = ([1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]);
        assert_eq!(found(3, &[([0, 1], even), ([1, 2], won)]), Some((2, 0)));
        assert_eq!(found(3, &[([0, 1], even), ([1, 2], tied)]), None);
        let circle = [([0, 1], won), ([1, 2], won), ([0, 2], [0.0, 1.0, 0.0])];
        assert_eq!(found(3, &circle), None, "a circle");
        assert_eq!(found(2, &[([0, 1], [0.0; 3])]), Some((0, 1)));
    }
}
