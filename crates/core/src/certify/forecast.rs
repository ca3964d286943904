//! How many reviews it takes until a rate is certified, by simulation.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::Serialize;

use super::sequence::{ErrorSequence, SequenceSetting};

/// How often an audit is drawn before its start.
const DRAWS: usize = 1_000;
/// How often its rest is drawn, at least and at most: every report does it for every rate, so that it may take no more
/// than about this many reviews.
const DRAWS_OF_REST: (usize, usize, usize) = (200, 2_000, 2_000_000);

/// How many reviews it takes. `None` stands for draws in which it is never certified: there are too many errors or too few
/// questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// Half of the draws need at most this many.
    pub median: Option<usize>,
    /// Nine of ten draws need at most this many.
    pub most: Option<usize>,
}

/// How many more reviews it takes until the rate is below a limit, if the rest is as what is settled says: drawn
/// from the posterior, in which `errors` and `right` were seen.
pub fn more_until_below(
    upper: &ErrorSequence,
    setting: SequenceSetting,
    (errors, right): (usize, usize),
    rate: f64,
    seed: u64,
) -> Forecast {
    let [a, b] = setting.prior.into();
    let (a, b) = (a + errors as f64, b + right as f64);
    let (least, most, reviews) = DRAWS_OF_REST;
    let draws = (reviews / upper.population().max(1)).clamp(least, most);
    // Pólya's urn: the next one is drawn from the posterior that those drawn before have left.
    forecast(upper, rate, (seed, draws), |drawn, wrong| (a + wrong as f64) / (a + b + drawn as f64))
}

/// How many reviews it takes in a population with this share of errors.
pub fn reviews_until_below(
    population: usize,
    setting: SequenceSetting,
    true_rate: f64,
    rate: f64,
    seed: u64,
) -> Forecast {
    let all = (true_rate * population as f64).round();
    let start = ErrorSequence::new(population, setting);
    forecast(&start, rate, (seed, DRAWS), |drawn, wrong| {
        (all - wrong as f64) / (population as f64 - drawn as f64)
    })
}

/// Draws the rest of an audit; `chance` is that of an error after a number of draws and of errors in them.
fn forecast(
    start: &ErrorSequence,
    rate: f64,
    (seed, draws): (u64, usize),
    chance: impl Fn(usize, usize) -> f64 + Sync,
) -> Forecast {
    let population = start.population();
    let is_below = |sequence: &ErrorSequence| (sequence.high() as f64) < rate * population as f64;
    let more = |stream: usize| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream as u64);
        let (mut sequence, mut wrong) = (start.clone(), 0);
        for drawn in 0..=population - start.reviewed() {
            if is_below(&sequence) {
                return drawn;
            }
            // 53 random bits, as many as a double has.
            let uniform = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let is_error = uniform < chance(drawn, wrong);
            wrong += usize::from(is_error);
            sequence.push(is_error);
        }
        usize::MAX
    };
    let mut needed: Vec<usize> = (0..draws).into_par_iter().map(more).collect();
    needed.sort_unstable();
    let at = |share: usize| needed.get(draws * share / 100).copied().filter(|&n| n < usize::MAX);
    Forecast { median: at(50), most: at(90) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_errors_take_fewer_reviews_and_more_errors_than_the_limit_take_all_and_prove_nothing() {
        let setting = SequenceSetting::default();
        let needed = |true_rate| reviews_until_below(1_000, setting, true_rate, 0.1, 1);
        let [none, few, many] = [0.0, 0.05, 0.15].map(needed);
        assert!(none.median < few.median && few.median < few.most, "{none:?} {few:?}");
        assert_eq!(many, Forecast { median: None, most: None });
        assert_eq!(needed(0.05), few, "the same seed draws the same");
    }

    /// 8,000 audits simulated with numpy and scipy take 205 in the median (it can be 190, and then 205), and 1,364.
    #[test]
    fn the_median_is_that_of_many_simulated_audits() {
        let setting = SequenceSetting::default();
        let median = |rate| reviews_until_below(5_700, setting, rate, 0.1, 1).median;
        assert!([Some(190), Some(205)].contains(&median(0.05)));
        let many = median(0.08);
        assert!(many.is_some_and(|many| many.abs_diff(1_364) < 70), "{many:?}");
    }

    /// Exact in Python, by the probability of every number of errors after every review: with one error in 40 of 400
    /// questions, 24 more are enough with a probability of 0.4475, and 42 with 0.6024.
    #[test]
    fn the_median_of_the_rest_is_exact_where_there_are_few_questions() {
        let setting = SequenceSetting::default();
        for seed in 1..9 {
            let mut sequence = ErrorSequence::new(400, setting);
            (0..40).for_each(|at| sequence.push(at == 7));
            let more = more_until_below(&sequence, setting, (1, 39), 0.1, seed);
            assert_eq!(more.median, Some(42), "{seed}");
        }
    }

    #[test]
    fn what_is_certified_needs_no_more_and_what_was_found_shortens_the_rest() {
        let setting = SequenceSetting::default();
        let mut sequence = ErrorSequence::new(1_000, setting);
        let fresh = more_until_below(&sequence, setting, (0, 0), 0.1, 1);
        (0..20).for_each(|_| sequence.push(false));
        let later = more_until_below(&sequence, setting, (0, 20), 0.1, 1);
        assert!(later.median < fresh.median || fresh.median.is_none(), "{fresh:?} {later:?}");
        (0..200).for_each(|_| sequence.push(false));
        let done = more_until_below(&sequence, setting, (0, 220), 0.1, 1);
        assert_eq!(done, Forecast { median: Some(0), most: Some(0) });
    }
}
