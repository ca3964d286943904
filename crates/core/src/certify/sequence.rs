//! How many of N questions are wrong, after some were reviewed in random order: limits that hold whenever one
//! stops.
//!
//! The prior-posterior-ratio confidence sequence for sampling without replacement (Waudby-Smith and Ramdas,
//! "Confidence sequences for sampling without replacement", NeurIPS 2020). K of the N are wrong. After t reviews with s
//! errors, under a beta-binomial prior,
//! M_t(K) = [B(a + s, b + t − s) / B(a, b)] / [C(N − t, K − s) / C(N, K)]. A K with M_t(K) ≥ 1/α at any time is out
//! for good; over all times together the true K is out with a probability of at most α.

use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

/// What is believed of the error rate before the first review: a beta distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct BetaPrior {
    /// As if this many errors had been seen.
    a: f64,
    /// As if this many right questions had been seen.
    b: f64,
}

impl Default for BetaPrior {
    fn default() -> Self {
        BetaPrior { a: 1.0, b: 9.0 }
    }
}

impl From<BetaPrior> for [f64; 2] {
    fn from(prior: BetaPrior) -> Self {
        [prior.a, prior.b]
    }
}

impl FromStr for BetaPrior {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(',').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
        match numbers {
            // Larger ones leave no room for what is seen.
            Some((Ok(a), Ok(b))) if [a, b].iter().all(|one| (1e-6..=1e6).contains(one)) => {
                Ok(BetaPrior { a, b })
            }
            _ => Err("expected two numbers between 0.000001 and 1000000, as in 1,9".into()),
        }
    }
}

/// What the limits depend on beside the reviews.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceSetting {
    /// The prior. The limits hold under any; they are narrowest near the rate that it expects.
    pub prior: BetaPrior,
    /// The probability that the limits hold at all times.
    pub confidence: f64,
}

impl Default for SequenceSetting {
    fn default() -> Self {
        SequenceSetting { prior: BetaPrior::default(), confidence: 0.95 }
    }
}

impl SequenceSetting {
    /// For each of two sequences that are to hold together: half the probability of error.
    #[must_use]
    pub fn split(self) -> Self {
        SequenceSetting { confidence: 1.0 - (1.0 - self.confidence) / 2.0, ..self }
    }
}

/// M_t(K) is often exactly 1/α after the first review, which rounding must not decide.
const TIE: f64 = 1e-9;

/// The limits of the number of wrong questions, review by review.
///
/// M_t(K) is the reciprocal of a likelihood with one maximum in K, times a constant, so that what a time leaves is
/// an interval, and two ends are the set of all that is left: a whole audit costs O(N).
#[derive(Clone, Debug)]
pub struct ErrorSequence {
    /// ln k! up to the size of the population.
    ln_factorials: Arc<[f64]>,
    prior: BetaPrior,
    /// ln 1/α.
    ln_limit: f64,
    /// ln B(a + s, b + t − s) / B(a, b).
    ln_marginal: CompensatedSum,
    reviewed: usize,
    errors: usize,
    /// The ends of what is left, apart once none is.
    low: usize,
    high: usize,
}

impl ErrorSequence {
    /// The sequence before the first review of a population.
    pub fn new(population: usize, setting: SequenceSetting) -> Self {
        let mut sum = CompensatedSum::default();
        let ln_factorial = |k: usize| {
            sum.add((k.max(1) as f64).ln());
            sum.value()
        };
        ErrorSequence {
            ln_factorials: (0..=population).map(ln_factorial).collect(),
            prior: setting.prior,
            ln_limit: -(-setting.confidence).ln_1p(),
            ln_marginal: CompensatedSum::default(),
            reviewed: 0,
            errors: 0,
            low: 0,
            high: population,
        }
    }

    /// The number of questions.
    pub fn population(&self) -> usize {
        self.ln_factorials.len() - 1
    }

    /// How many are reviewed.
    pub fn reviewed(&self) -> usize {
        self.reviewed
    }

    /// How many of these are wrong.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The smallest and the largest number of wrong questions that is left, and `None` where no number is.
    pub fn limits(&self) -> Option<(usize, usize)> {
        (self.low <= self.high).then_some((self.low, self.high))
    }

    /// The largest number that is left, also where it is below the smallest.
    pub(super) fn high(&self) -> usize {
        self.high
    }

    /// The smallest number that is left, also where it is above the largest.
    pub(super) fn low(&self) -> usize {
        self.low
    }

    /// Takes in the next review of the order. Nothing follows the last question.
    pub fn push(&mut self, is_error: bool) {
        if self.reviewed == self.population() {
            return;
        }
        let BetaPrior { a, b } = self.prior;
        let right = (self.reviewed - self.errors) as f64;
        let seen = if is_error { a + self.errors as f64 } else { b + right };
        self.ln_marginal.add((seen / (a + b + self.reviewed as f64)).ln());
        self.reviewed += 1;
        self.errors += usize::from(is_error);
        while self.low < self.population() && self.rises_at(self.low) && self.is_out(self.low) {
            self.low += 1;
        }
        while self.high > 0 && !self.rises_at(self.high) && self.is_out(self.high) {
            self.high -= 1;
        }
    }

    /// Whether K + 1 wrong questions make the reviews more likely than K do, so that K is below the numbers that fit.
    fn rises_at(&self, wrong: usize) -> bool {
        let right = self.reviewed - self.errors;
        self.errors * (self.population() - wrong) > right * (wrong + 1)
    }

    /// Whether the reviews speak against this number.
    fn is_out(&self, wrong: usize) -> bool {
        let (all, left) = (self.population(), self.population() - self.reviewed);
        let Some(wrong_left) = wrong.checked_sub(self.errors).filter(|&more| more <= left) else {
            return true;
        };
        let ln_choose = |n: usize, k: usize| {
            let ln = &self.ln_factorials;
            ln[n] - ln[k] - ln[n - k]
        };
        let ln_ratio =
            self.ln_marginal.value() + ln_choose(all, wrong) - ln_choose(left, wrong_left);
        ln_ratio >= self.ln_limit - TIE
    }
}

/// A sum whose error does not grow with the number of terms (Neumaier 1974).
#[derive(Clone, Copy, Debug, Default)]
struct CompensatedSum {
    sum: f64,
    lost: f64,
}

impl CompensatedSum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let (large, small) =
            if self.sum.abs() >= term.abs() { (self.sum, term) } else { (term, self.sum) };
        self.lost += (large - sum) + small;
        self.sum = sum;
    }

    fn value(&self) -> f64 {
        self.sum + self.lost
    }
}

#[cfg(test)]
mod tests;
