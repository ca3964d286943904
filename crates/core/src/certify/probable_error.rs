//! One probability of error for each question, from everything that speaks for or against it. Pure.
//!
//! A logistic regression over a few signals. Each signal is scaled so that 0 says nothing: where models, people
//! or duplicates are missing, the question has the intercept's probability. The weights start from a prior and
//! move with what was verified: the maximum of the log-likelihood minus half of [`PRECISION`] times the squared
//! distance from the prior (ridge). So with nothing verified the prior orders the questions, and a few hundred
//! verified ones outweigh it. `benches/probable_error.py` measures the prior and each signal alone.

use serde::Serialize;

use crate::keyword::{Keyword as _, keywords};
use crate::votes::linear::{cholesky, dot, solve, zero};

keywords! {
    /// What speaks for or against a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Signal: Display {
        /// The models' votes for the strongest other choice minus those for the reference answer, as a share of
        /// all votes, and 0.5, since models vote for a sound question with about −0.5; less where models are few.
        Contradicted = "contradicted",
        /// 1 if no model is right.
        Wrong = "wrong",
        /// How far the passes of one model differ, on average.
        Passes = "passes",
        /// How far models that are right elsewhere are wrong here: the negative item-rest correlation, less
        /// where models are few.
        ItemRest = "item-rest",
        /// The share of text-only models that are right, above chance.
        TextOnly = "text-only",
        /// 1 if a question with nearly the same words and the same pictures has another answer.
        Duplicate = "duplicate",
        /// The share of reviewers who reject it or answer otherwise, below 0 where they keep it.
        Doubts = "doubts",
        /// How much longer than usual its reviewers looked at it: the logarithm of the ratio.
        Time = "time",
    }
}

/// How many signals there are.
pub const SIGNALS: usize = Signal::ALL.len();

/// The signals of a question, in the order of [`Signal::ALL`].
pub type Signals = [f64; SIGNALS];

/// The intercept and the weight of each signal before anything is verified: 7.6 % of the questions of which
/// nothing is known are taken for errors.
pub const PRIOR: [f64; SIGNALS + 1] = [-2.5, 3.0, 0.8, 0.0, 0.6, 2.5, 2.0, 2.5, 0.3];
/// How firmly a weight is held at its prior: as by that many times the information of one observation.
pub const PRECISION: f64 = 2.0;
/// The same for the intercept, which depends on the benchmark.
pub const INTERCEPT_PRECISION: f64 = 0.1;
/// Newton's method converges in about six steps.
const MOST_STEPS: usize = 100;

/// The weights by which signals become a probability.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorModel {
    /// The intercept, and the weight of each signal.
    pub weights: [f64; SIGNALS + 1],
    /// How many verified questions moved them.
    pub verified: usize,
    /// How many of these are errors.
    pub errors: usize,
}

impl ErrorModel {
    /// The weights after these verified questions, of which it is known whether they are errors.
    pub fn calibrate(verified: &[(Signals, bool)]) -> Self {
        let rows: Vec<([f64; SIGNALS + 1], f64)> = verified
            .iter()
            .map(|(signals, is_error)| (with_intercept(signals), f64::from(u8::from(*is_error))))
            .collect();
        let mut precision = [PRECISION; SIGNALS + 1];
        precision[0] = INTERCEPT_PRECISION;
        ErrorModel {
            weights: maximum(&rows, PRIOR, precision),
            verified: verified.len(),
            errors: verified.iter().filter(|(_, is_error)| *is_error).count(),
        }
    }

    /// The probability that a question with these signals is an error.
    pub fn probability(&self, signals: &Signals) -> f64 {
        logistic(dot(&self.weights, &with_intercept(signals)))
    }
}

fn with_intercept(signals: &Signals) -> [f64; SIGNALS + 1] {
    let mut row = [1.0; SIGNALS + 1];
    row[1..].copy_from_slice(signals);
    row
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The penalized log-likelihood.
fn value<const N: usize>(
    rows: &[([f64; N], f64)],
    weights: &[f64; N],
    prior: &[f64; N],
    precision: &[f64; N],
) -> f64 {
    let of_row = |(row, error): &([f64; N], f64)| {
        let logit = dot(row, weights);
        // ln(1 + e^logit) without overflow.
        error * logit - logit.max(0.0) - (-logit.abs()).exp().ln_1p()
    };
    let penalty = |at: usize| precision[at] * (weights[at] - prior[at]).powi(2) / 2.0;
    rows.iter().map(of_row).sum::<f64>() - (0..N).map(penalty).sum::<f64>()
}

/// The weights of the largest penalized log-likelihood, by Newton's method with halved steps. It is strictly
/// concave, so there is one maximum.
fn maximum<const N: usize>(
    rows: &[([f64; N], f64)],
    prior: [f64; N],
    precision: [f64; N],
) -> [f64; N] {
    let mut weights = prior;
    let mut best = value(rows, &weights, &prior, &precision);
    for _ in 0..MOST_STEPS {
        let (mut gradient, mut information) = (vec![0.0; N], zero(N));
        for at in 0..N {
            gradient[at] = -precision[at] * (weights[at] - prior[at]);
            information[at][at] = precision[at];
        }
        for (row, error) in rows {
            let probability = logistic(dot(row, &weights));
            let spread = probability * (1.0 - probability);
            for (at, x) in row.iter().enumerate() {
                gradient[at] += x * (error - probability);
                for (cell, other) in information[at].iter_mut().zip(row) {
                    *cell += spread * x * other;
                }
            }
        }
        let Some(factor) = cholesky(&information) else { break };
        let step = solve(&factor, &gradient);
        let mut size = 1.0;
        let (next, reached) = loop {
            let mut next = weights;
            next.iter_mut().zip(&step).for_each(|(weight, step)| *weight += size * step);
            let reached = value(rows, &next, &prior, &precision);
            // At the maximum the values differ by rounding alone.
            if reached >= best - 1e-12 * best.abs() || size < 1e-10 {
                break (next, reached);
            }
            size /= 2.0;
        };
        (weights, best) = (next, reached);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    weights
}

/// The item-rest correlation of a question over models: whether each is right on it (1 or 0), and its share of
/// right answers on the others. `None` with fewer than three models or if one side is constant.
pub fn item_rest(models: &[(f64, f64)]) -> Option<f64> {
    let n = models.len() as f64;
    let mean = |side: fn(&(f64, f64)) -> f64| models.iter().map(side).sum::<f64>() / n;
    let (right, rest) = (mean(|model| model.0), mean(|model| model.1));
    let sum = |product: fn(f64, f64) -> f64| -> f64 {
        models.iter().map(|model| product(model.0 - right, model.1 - rest)).sum()
    };
    let spread = sum(|x, _| x * x) * sum(|_, y| y * y);
    (models.len() >= 3 && spread > 1e-18).then(|| sum(|x, y| x * y) / spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(at: Signal, value: f64) -> Signals {
        let mut signals = [0.0; SIGNALS];
        signals[at as usize] = value;
        signals
    }

    #[test]
    fn with_nothing_verified_the_prior_orders_the_questions() {
        let prior = ErrorModel::calibrate(&[]);
        assert!(
            prior.weights.iter().zip(PRIOR).all(|(weight, prior)| (weight - prior).abs() < 1e-12)
        );
        let plain = prior.probability(&[0.0; SIGNALS]);
        assert!((plain - 0.0759).abs() < 1e-4, "{plain}");
        assert!(prior.probability(&signals(Signal::Contradicted, 1.0)) > plain);
        assert!(prior.probability(&signals(Signal::Doubts, -0.3)) < plain);
    }

    #[test]
    fn verified_questions_move_the_weights_of_what_was_right_and_what_was_wrong() {
        let useless = (signals(Signal::Contradicted, 1.0), false);
        let useful = (signals(Signal::Duplicate, 1.0), true);
        let verified: Vec<(Signals, bool)> = [useless, useful].repeat(100);
        let model = ErrorModel::calibrate(&verified);
        assert_eq!((model.verified, model.errors), (200, 100));
        let probability = |signal| model.probability(&signals(signal, 1.0));
        assert!(probability(Signal::Contradicted) < 0.1 && probability(Signal::Duplicate) > 0.9);
        let weight =
            |signal: Signal| model.weights[signal as usize + 1] - PRIOR[signal as usize + 1];
        assert!(weight(Signal::Time).abs() < 1e-12, "nothing was verified that has it");
    }

    /// Against `scipy.optimize.minimize` and Newton's method in numpy (`benches/probable_error.py --literals`).
    #[test]
    fn the_weights_are_those_that_scipy_finds() {
        let rows: Vec<(Signals, bool)> = (0..40_u32)
            .map(|at| {
                let mut signals = [0.0; SIGNALS];
                for (number, signal) in (0..).zip(&mut signals) {
                    *signal = f64::from((at * 7 + number * number * 5 + 3) % 11) / 10.0 - 0.4;
                }
                (signals, at * at % 5 == 1)
            })
            .collect();
        let expected = [
            -1.213_264_728_667,
            2.370_179_465_025,
            0.648_097_530_029,
            0.777_518_888_208,
            0.041_111_963_712,
            1.497_007_197_835,
            0.885_987_905_645,
            1.385_987_905_645,
            -0.702_992_802_165,
        ];
        let found = ErrorModel::calibrate(&rows).weights;
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn the_item_rest_correlation_is_that_of_pearson() {
        // numpy.corrcoef([1, 1, 0, 0, 1], [.9, .8, .7, .4, .3])[0, 1]
        let models = [(1.0, 0.9), (1.0, 0.8), (0.0, 0.7), (0.0, 0.4), (1.0, 0.3)];
        let found = item_rest(&models).unwrap();
        assert!((found - 0.246_870_965_550).abs() < 1e-9, "{found}");
        assert_eq!(item_rest(&models[..2]), None);
        assert_eq!(item_rest(&[(1.0, 0.9), (1.0, 0.5), (1.0, 0.1)]), None);
    }
}
