//! The likelihood of comparisons: Bradley-Terry with ties half, Davidson with a parameter for ties,
//! and either with features of the two answers. Newton's method finds its maximum.
//!
//! A comparison of `a` and `b` has the logit δ = β_a − β_b + γ·x. Parameters are kept in one vector:
//! the strengths β (mean 0), the coefficients γ, and for Davidson η = ln ν.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;

use super::Feature;
use super::linear::{Cholesky, Square};
use crate::keyword::Keyword as _;

/// Rows that one thread sums up; fixed, so that sums do not depend on the number of threads.
const CHUNK: usize = 1 << 14;
/// Newton's method converges in about six steps; more than this means that there is no maximum.
const MOST_STEPS: usize = 60;
/// A strength beyond this is on its way to infinity.
const FARTHEST: f64 = 60.0;

/// How ties enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// A tie is half a win of both.
    Half,
    /// Davidson 1970: P(tie) ∝ ν √(π_a π_b).
    Davidson,
}

/// Comparisons of one pair within one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    /// Rows of one question come one after the other.
    pub question: u32,
    pub a: u32,
    pub b: u32,
    /// Wins of `a`, wins of `b`, ties. A graded preference is a part of a win for each.
    pub counts: [f64; 3],
}

/// Comparisons with the features of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Comparisons {
    pub models: usize,
    pub features: usize,
    pub rows: Vec<Row>,
    /// `features` values for each row.
    pub x: Vec<f64>,
}

/// The maximum of a likelihood.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub parameters: Vec<f64>,
    /// The inverse of the information at the maximum.
    pub inverse: Square,
}

/// Value, gradient and negative second derivatives of the log-likelihood.
struct Slope {
    value: f64,
    gradient: Vec<f64>,
    information: Square,
}

/// The log-likelihood of one row, with its derivatives by δ and η.
struct RowSlope {
    value: f64,
    by: [f64; 2],
    delta_delta: f64,
    delta_eta: f64,
    eta_eta: f64,
}

/// The places of the parameters that δ depends on, with their factors.
type Terms = ArrayVec<(usize, f64), { 2 + Feature::ALL.len() }>;

impl Row {
    /// Whether it compares the same models on the same question.
    pub fn is_like(&self, other: &Row) -> bool {
        (self.question, self.a, self.b) == (other.question, other.a, other.b)
    }

    pub fn add(&mut self, counts: [f64; 3]) {
        self.counts.iter_mut().zip(counts).for_each(|(own, more)| *own += more);
    }
}

impl Comparisons {
    /// The parameters under which these comparisons are most likely; `None` if there are none
    /// because the likelihood grows without end or does not depend on one of them.
    pub fn fit(&self, ties: Ties) -> Option<Fit> {
        let size = self.models + self.features + usize::from(ties == Ties::Davidson);
        // Without features only the sums of each pair matter.
        let summed = (self.features == 0).then(|| self.pair_totals().0);
        let (parameters, information) =
            summed.as_ref().unwrap_or(self).maximum(ties, &vec![0.0; size])?;
        Some(Fit { parameters, inverse: information.inverse() })
    }

    /// The same from given parameters, with the factored information.
    pub fn maximum(&self, ties: Ties, start: &[f64]) -> Option<(Vec<f64>, Cholesky)> {
        let mut at = start.to_vec();
        let mut slope = self.slope(ties, &at);
        for _ in 0..MOST_STEPS {
            let factor = slope.information.cholesky()?;
            let step = factor.solve(&slope.gradient);
            let gain: f64 = step.iter().zip(&slope.gradient).map(|(x, y)| x * y).sum();
            if gain < 1e-14 * (1.0 + slope.value.abs()) {
                at.iter_mut().zip(&step).for_each(|(at, step)| *at += step);
                return Some((at, factor));
            }
            // The step, halved until it does not lead downhill.
            let stepped = |halvings| {
                let length = 0.5_f64.powi(halvings);
                let to: Vec<f64> =
                    at.iter().zip(&step).map(|(x, step)| x + length * step).collect();
                let there = self.slope(ties, &to);
                (there.value >= slope.value - 1e-9 * slope.value.abs()).then_some((to, there))
            };
            (at, slope) = (0..30).find_map(stepped)?;
            if at.iter().any(|parameter| parameter.abs() > FARTHEST) {
                return None;
            }
        }
        None
    }

    /// The sums of each pair over all questions, without features, and the place of each row's pair in
    /// them.
    pub fn pair_totals(&self) -> (Comparisons, Vec<u32>) {
        let mut places: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut totals = Comparisons { models: self.models, ..Comparisons::default() };
        let pair_of = |row: &Row| {
            let place = *places.entry((row.a, row.b)).or_insert_with(|| {
                totals.rows.push(Row { question: 0, counts: [0.0; 3], ..*row });
                totals.rows.len() as u32 - 1
            });
            totals.rows[place as usize].add(row.counts);
            place
        };
        let pairs = self.rows.iter().map(pair_of).collect();
        (totals, pairs)
    }

    fn slope(&self, ties: Ties, at: &[f64]) -> Slope {
        let empty = || Slope {
            value: 0.0,
            gradient: vec![0.0; at.len()],
            information: Square::zero(at.len()),
        };
        let of_chunk = |(chunk, rows): (usize, &[Row])| {
            let mut sum = empty();
            for (row, place) in rows.iter().zip(chunk * CHUNK..) {
                let terms = self.terms(row, place);
                sum.add(&row.slope(&terms, ties, at), &terms);
            }
            sum
        };
        let sums: Vec<Slope> = self.rows.par_chunks(CHUNK).enumerate().map(of_chunk).collect();
        let mut total = sums.into_iter().reduce(|sum, more| sum.plus(&more)).unwrap_or_else(empty);
        // Only differences of strengths matter. This fixes their mean without moving anything else.
        let scale = 1.0 + (0..self.models).map(|i| total.information.at(i, i)).fold(0.0, f64::max);
        for place in 0..self.models * self.models {
            let (i, j) = (place / self.models, place % self.models);
            total.information.add(i, j, scale / self.models as f64);
        }
        total
    }

    fn terms(&self, row: &Row, place: usize) -> Terms {
        let x = self.x[place * self.features..][..self.features].iter().copied();
        let models = [(row.a as usize, 1.0), (row.b as usize, -1.0)];
        models.into_iter().chain((self.models..).zip(x)).collect()
    }

    /// The gradient of each question at these parameters, with the entries that are not 0. Together
    /// they are 0 at the maximum.
    pub fn question_scores(&self, ties: Ties, at: &[f64]) -> Vec<Vec<(usize, f64)>> {
        let mut dense = vec![0.0; at.len()];
        let mut place = 0;
        let of_question = |rows: &[Row]| {
            let mut touched = Vec::new();
            for row in rows {
                let terms = self.terms(row, place);
                let [by_delta, by_eta] = row.slope(&terms, ties, at).by;
                let eta = (ties == Ties::Davidson).then(|| (at.len() - 1, by_eta));
                let moved = terms.iter().map(|&(i, x)| (i, by_delta * x)).chain(eta);
                for (i, score) in moved {
                    dense[i] += score;
                    touched.push(i);
                }
                place += 1;
            }
            touched.sort_unstable();
            touched.dedup();
            touched.iter().map(|&i| (i, std::mem::take(&mut dense[i]))).collect()
        };
        self.rows.chunk_by(|x, y| x.question == y.question).map(of_question).collect()
    }
}

impl Row {
    fn slope(&self, terms: &Terms, ties: Ties, at: &[f64]) -> RowSlope {
        let [wins, losses, even] = self.counts;
        let n = wins + losses + even;
        let delta: f64 = terms.iter().map(|&(i, x)| at[i] * x).sum();
        if ties == Ties::Half {
            let p = 1.0 / (1.0 + (-delta).exp());
            let won = wins + even / 2.0;
            let softplus = delta.max(0.0) + (-delta.abs()).exp().ln_1p();
            return RowSlope {
                value: won * delta - n * softplus,
                by: [won - n * p, 0.0],
                delta_delta: n * p * (1.0 - p),
                delta_eta: 0.0,
                eta_eta: 0.0,
            };
        }
        let eta = at[at.len() - 1];
        let better = (delta / 2.0).exp();
        let weights = [better, better.recip(), eta.exp()];
        let sum: f64 = weights.iter().sum();
        let [p_a, p_b, p_tie] = weights.map(|weight| weight / sum);
        RowSlope {
            value: (wins - losses) * delta / 2.0 + even * eta - n * sum.ln(),
            by: [(wins - losses - n * (p_a - p_b)) / 2.0, even - n * p_tie],
            delta_delta: n * (p_a + p_b - (p_a - p_b).powi(2)) / 4.0,
            delta_eta: -n * p_tie * (p_a - p_b) / 2.0,
            eta_eta: n * p_tie * (1.0 - p_tie),
        }
    }
}

impl Slope {
    fn add(&mut self, row: &RowSlope, terms: &Terms) {
        self.value += row.value;
        for &(i, x) in terms {
            self.gradient[i] += row.by[0] * x;
            terms.iter().for_each(|&(j, y)| self.information.add(i, j, row.delta_delta * x * y));
        }
        if row.eta_eta > 0.0 {
            let eta = self.gradient.len() - 1;
            self.gradient[eta] += row.by[1];
            self.information.add(eta, eta, row.eta_eta);
            for &(i, x) in terms {
                self.information.add(i, eta, row.delta_eta * x);
                self.information.add(eta, i, row.delta_eta * x);
            }
        }
    }

    fn plus(mut self, other: &Slope) -> Slope {
        let add =
            |own: &mut [f64], more: &[f64]| own.iter_mut().zip(more).for_each(|(x, y)| *x += y);
        self.value += other.value;
        add(&mut self.gradient, &other.gradient);
        add(&mut self.information.cells, &other.information.cells);
        self
    }
}

impl Fit {
    /// Standard errors that let the comparisons of one question depend on each other: the sandwich
    /// A⁻¹ (Σ s sᵀ) A⁻¹ over the gradients of the questions.
    pub fn clustered_errors(&self, scores: &[Vec<(usize, f64)>]) -> Vec<f64> {
        let mut meat = Square::zero(self.parameters.len());
        for score in scores {
            for &(i, x) in score {
                for &(j, y) in score {
                    meat.add(i, j, x * y);
                }
            }
        }
        let error = |i: usize| {
            let row = self.inverse.row(i);
            row.iter().zip(meat.times(row)).map(|(x, y)| x * y).sum::<f64>().max(0.0).sqrt()
        };
        (0..self.parameters.len()).map(error).collect()
    }
}
