//! The likelihood of comparisons: Bradley-Terry with ties half, Davidson with a parameter for ties,
//! and either with features of the two answers. Newton's method finds its maximum.
//!
//! A comparison of `a` and `b` has the logit δ = β_a − β_b + γ·x. Parameters are kept in one vector:
//! the strengths β (mean 0), the coefficients γ, and for Davidson ln ν.

use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;

use super::linear::{Cholesky, Square};

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
    /// The question's place; rows of one question come one after the other.
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

/// The derivatives of one row by δ and by η = ln ν.
struct RowSlope {
    value: f64,
    by_delta: f64,
    by_eta: f64,
    delta_delta: f64,
    delta_eta: f64,
    eta_eta: f64,
}

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
    fn parameters(&self, ties: Ties) -> usize {
        self.models + self.features + usize::from(ties == Ties::Davidson)
    }

    fn x_of(&self, row: usize) -> &[f64] {
        &self.x[row * self.features..(row + 1) * self.features]
    }

    /// The parameters under which these comparisons are most likely; `None` if there are none
    /// because the likelihood grows without end or does not depend on one of them.
    pub fn fit(&self, ties: Ties) -> Option<Fit> {
        let (parameters, information) = self.maximum(ties, None)?;
        Some(Fit { parameters, inverse: information.inverse() })
    }

    /// The same from given parameters, with the factored information.
    pub fn maximum(&self, ties: Ties, start: Option<&[f64]>) -> Option<(Vec<f64>, Cholesky)> {
        let mut at = start.map_or_else(|| vec![0.0; self.parameters(ties)], <[f64]>::to_vec);
        let mut slope = self.slope(ties, &at);
        for _ in 0..MOST_STEPS {
            let factor = slope.information.cholesky()?;
            let step = factor.solve(&slope.gradient);
            let gain: f64 = step.iter().zip(&slope.gradient).map(|(x, y)| x * y).sum();
            if gain < 1e-14 * (1.0 + slope.value.abs()) {
                at.iter_mut().zip(&step).for_each(|(at, step)| *at += step);
                return Some((at, factor));
            }
            (at, slope) = self.uphill(ties, &at, &step, slope.value)?;
            if at.iter().any(|parameter| parameter.abs() > FARTHEST) {
                return None;
            }
        }
        None
    }

    /// The step, halved until it does not lead downhill.
    fn uphill(
        &self,
        ties: Ties,
        from: &[f64],
        step: &[f64],
        value: f64,
    ) -> Option<(Vec<f64>, Slope)> {
        (0..30).map(|halvings| 0.5_f64.powi(halvings)).find_map(|length| {
            let to: Vec<f64> = from.iter().zip(step).map(|(x, step)| x + length * step).collect();
            let slope = self.slope(ties, &to);
            (slope.value >= value - 1e-9 * value.abs()).then_some((to, slope))
        })
    }

    fn slope(&self, ties: Ties, at: &[f64]) -> Slope {
        let size = at.len();
        let empty =
            || Slope { value: 0.0, gradient: vec![0.0; size], information: Square::zero(size) };
        let sum_up = |(chunk, rows): (usize, &[Row])| {
            let mut sum = empty();
            for (row, place) in rows.iter().zip(chunk * CHUNK..) {
                self.add_row(row, self.x_of(place), ties, at, &mut sum);
            }
            sum
        };
        let chunks: Vec<(usize, &[Row])> = self.rows.chunks(CHUNK).enumerate().collect();
        let sums: Vec<Slope> = match chunks.len() {
            0 | 1 => chunks.into_iter().map(sum_up).collect(),
            _ => chunks.par_chunks(1).map(|chunk| sum_up(chunk[0])).collect(),
        };
        let mut total = sums.into_iter().fold(empty(), |mut total, sum| {
            total.value += sum.value;
            total.gradient.iter_mut().zip(&sum.gradient).for_each(|(x, y)| *x += y);
            total
                .information
                .cells
                .iter_mut()
                .zip(&sum.information.cells)
                .for_each(|(x, y)| *x += y);
            total
        });
        // Only differences of strengths matter. This fixes their mean without moving anything else.
        let scale = 1.0 + (0..self.models).map(|i| total.information.at(i, i)).fold(0.0, f64::max);
        for i in 0..self.models {
            for j in 0..self.models {
                total.information.add(i, j, scale / self.models as f64);
            }
        }
        total
    }

    fn add_row(&self, row: &Row, x: &[f64], ties: Ties, at: &[f64], sum: &mut Slope) {
        let found = self.row_slope(row, x, ties, at);
        let (a, b) = (row.a as usize, row.b as usize);
        let (gradient, information) = (&mut sum.gradient, &mut sum.information);
        sum.value += found.value;
        gradient[a] += found.by_delta;
        gradient[b] -= found.by_delta;
        let curvature = found.delta_delta;
        for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            information.add(i, j, sign * curvature);
        }
        let eta = self.models + self.features;
        for (own, &x_own) in (self.models..).zip(x) {
            gradient[own] += found.by_delta * x_own;
            for (model, sign) in [(a, 1.0), (b, -1.0)] {
                information.add(own, model, sign * curvature * x_own);
                information.add(model, own, sign * curvature * x_own);
            }
            for (other, &x_other) in (self.models..).zip(x) {
                information.add(own, other, curvature * x_own * x_other);
            }
            if ties == Ties::Davidson {
                information.add(own, eta, found.delta_eta * x_own);
                information.add(eta, own, found.delta_eta * x_own);
            }
        }
        if ties == Ties::Davidson {
            gradient[eta] += found.by_eta;
            information.add(eta, eta, found.eta_eta);
            for (model, sign) in [(a, 1.0), (b, -1.0)] {
                information.add(model, eta, sign * found.delta_eta);
                information.add(eta, model, sign * found.delta_eta);
            }
        }
    }

    fn row_slope(&self, row: &Row, x: &[f64], ties: Ties, at: &[f64]) -> RowSlope {
        let [wins, losses, tied] = row.counts;
        let n = wins + losses + tied;
        let style: f64 =
            x.iter().zip(&at[self.models..]).map(|(x, coefficient)| x * coefficient).sum();
        let delta = at[row.a as usize] - at[row.b as usize] + style;
        if ties == Ties::Half {
            let p = 1.0 / (1.0 + (-delta).exp());
            let won = wins + tied / 2.0;
            return RowSlope {
                value: won * delta - n * softplus(delta),
                by_delta: won - n * p,
                by_eta: 0.0,
                delta_delta: n * p * (1.0 - p),
                delta_eta: 0.0,
                eta_eta: 0.0,
            };
        }
        let eta = at[self.models + self.features];
        let weights = [(delta / 2.0).exp(), (-delta / 2.0).exp(), eta.exp()];
        let sum: f64 = weights.iter().sum();
        let [p_a, p_b, p_tie] = weights.map(|weight| weight / sum);
        RowSlope {
            value: (wins - losses) * delta / 2.0 + tied * eta - n * sum.ln(),
            by_delta: (wins - losses - n * (p_a - p_b)) / 2.0,
            by_eta: tied - n * p_tie,
            delta_delta: n * (p_a + p_b - (p_a - p_b).powi(2)) / 4.0,
            delta_eta: -n * p_tie * (p_a - p_b) / 2.0,
            eta_eta: n * p_tie * (1.0 - p_tie),
        }
    }

    /// The gradient of each question at these parameters, with the entries that are not 0. Together
    /// they are 0 at the maximum.
    pub fn question_scores(&self, ties: Ties, at: &[f64]) -> Vec<Vec<(usize, f64)>> {
        let eta = self.models + self.features;
        let mut dense = vec![0.0; at.len()];
        let mut scores = Vec::new();
        let mut place = 0;
        for rows in self.rows.chunk_by(|x, y| x.question == y.question) {
            let mut touched: Vec<usize> = (self.models..at.len()).collect();
            for row in rows {
                let x = self.x_of(place);
                let found = self.row_slope(row, x, ties, at);
                for (model, sign) in [(row.a as usize, 1.0), (row.b as usize, -1.0)] {
                    dense[model] += sign * found.by_delta;
                    touched.push(model);
                }
                for (own, x) in (self.models..).zip(x) {
                    dense[own] += found.by_delta * x;
                }
                if ties == Ties::Davidson {
                    dense[eta] += found.by_eta;
                }
                place += 1;
            }
            touched.sort_unstable();
            touched.dedup();
            scores.push(touched.iter().map(|&at| (at, std::mem::take(&mut dense[at]))).collect());
        }
        scores
    }
}

impl Fit {
    /// The factors that give each parameter alone.
    pub fn each_parameter(&self) -> Vec<Vec<f64>> {
        let size = self.parameters.len();
        let unit = |at| (0..size).map(|i| f64::from(u8::from(i == at))).collect();
        (0..size).map(unit).collect()
    }

    /// Standard errors that let the comparisons of one question depend on each other: the sandwich
    /// A⁻¹ (Σ s sᵀ) A⁻¹ over the gradients of the questions.
    pub fn clustered_errors(&self, scores: &[Vec<(usize, f64)>]) -> Vec<f64> {
        let size = self.parameters.len();
        let mut meat = Square::zero(size);
        for score in scores {
            for &(i, x) in score {
                for &(j, y) in score {
                    meat.add(i, j, x * y);
                }
            }
        }
        let error = |i: usize| {
            let row = self.inverse.row(i);
            let inner = meat.times(row);
            row.iter().zip(&inner).map(|(x, y)| x * y).sum::<f64>().max(0.0).sqrt()
        };
        (0..size).map(error).collect()
    }
}

/// ln(1 + eˣ).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
