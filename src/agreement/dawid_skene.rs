//! Dawid and Skene's model: estimates the true labels and the error rates of each rater together.
//!
//! Expectation-maximisation from the vote shares, without a seed, to its fixed point (Dawid and
//! Skene 1979). The answer is identifiable only up to a renaming of the labels; starting from the
//! votes picks the renaming in which most raters are mostly right.

use std::collections::HashMap;

use thiserror::Error;

use super::{Rating, RatingTable};

/// The fixed point counts as reached when no probability moves more than this.
const TOLERANCE: f64 = 1e-9;
const MOST_ITERATIONS: usize = 2_000;

/// The fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct DawidSkene {
    /// Share of the items whose true label is each category.
    pub prior: Vec<f64>,
    /// For each rater the probability of saying l (inner) where j is true (outer).
    pub error_rates: Vec<Vec<Vec<f64>>>,
    /// For each rater the probability of naming the true label, over the prior; `None` for a rater
    /// without ratings.
    pub rater_accuracy: Vec<Option<f64>>,
    /// For each item the probability of each category; empty for an item without ratings.
    pub posterior: Vec<Vec<f64>>,
    /// Log-likelihood of all ratings.
    pub log_likelihood: f64,
    /// Iterations run.
    pub iterations: usize,
    /// Whether the fixed point was reached.
    pub converged: bool,
}

impl DawidSkene {
    /// The most probable category of each item.
    pub fn labels(&self) -> Vec<Option<u16>> {
        let most_probable = |posterior: &Vec<f64>| {
            (0_u16..)
                .zip(posterior)
                .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))
                .map(|(k, _)| k)
        };
        self.posterior.iter().map(most_probable).collect()
    }
}

/// Why there is no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoDawidSkene {
    /// One rater cannot be checked against anything.
    #[error("one rater alone says nothing about its errors")]
    OneRater,
    /// Nothing to fit.
    #[error("there are no ratings")]
    NoRatings,
}

/// Fits the model. With two raters it is not identifiable: callers show a warning.
pub fn dawid_skene(table: &RatingTable) -> Result<DawidSkene, NoDawidSkene> {
    if table.rating_count() == 0 {
        return Err(NoDawidSkene::NoRatings);
    }
    if table.raters().len() < 2 {
        return Err(NoDawidSkene::OneRater);
    }
    let (patterns, pattern_of_item) = patterns(table);
    let shape = Shape { raters: table.raters().len(), categories: table.categories().len() };
    let mut posterior = vote_shares(&patterns, shape);
    let mut iterations = 0;
    loop {
        iterations += 1;
        let model = Model::maximised(&patterns, &posterior, shape);
        let (next, log_likelihood) = model.expected(&patterns, shape);
        let moved = next.iter().zip(&posterior).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        posterior = next;
        let converged = moved < TOLERANCE;
        if converged || iterations == MOST_ITERATIONS {
            let of_pattern = |&pattern: &Option<usize>| {
                let place = |pattern: usize| pattern * shape.categories;
                pattern.map_or(Vec::new(), |p| posterior[place(p)..place(p + 1)].to_vec())
            };
            return Ok(DawidSkene {
                rater_accuracy: model.rater_accuracy(shape),
                error_rates: model.error_rates(shape),
                prior: model.prior,
                posterior: pattern_of_item.iter().map(of_pattern).collect(),
                log_likelihood,
                iterations,
                converged,
            });
        }
    }
}

/// Items with the same ratings by the same raters have the same posterior: each pattern is
/// computed once.
struct Pattern<'a> {
    ratings: &'a [Rating],
    items: f64,
}

fn patterns(table: &RatingTable) -> (Vec<Pattern<'_>>, Vec<Option<usize>>) {
    let mut position_of: HashMap<&[Rating], usize> = HashMap::new();
    let mut patterns: Vec<Pattern> = Vec::new();
    let of_item = table.by_item().map(|ratings| {
        if ratings.is_empty() {
            return None;
        }
        let position = *position_of.entry(ratings).or_insert(patterns.len());
        match patterns.get_mut(position) {
            Some(pattern) => pattern.items += 1.0,
            None => patterns.push(Pattern { ratings, items: 1.0 }),
        }
        Some(position)
    });
    let of_item = of_item.collect();
    (patterns, of_item)
}

#[derive(Clone, Copy)]
struct Shape {
    raters: usize,
    categories: usize,
}

impl Shape {
    /// Start of the probabilities that a rater gives this category, one for each true category.
    fn place(self, rating: Rating) -> usize {
        (rating.rater as usize * self.categories + usize::from(rating.category)) * self.categories
    }
}

fn vote_shares(patterns: &[Pattern], shape: Shape) -> Vec<f64> {
    let mut shares = vec![0.0; patterns.len() * shape.categories];
    for (pattern, shares) in patterns.iter().zip(shares.chunks_mut(shape.categories)) {
        for rating in pattern.ratings {
            shares[usize::from(rating.category)] += 1.0 / pattern.ratings.len() as f64;
        }
    }
    shares
}

struct Model {
    prior: Vec<f64>,
    /// [rater][given][true], in this order so that one rating reads adjacent memory.
    said: Vec<f64>,
    /// [rater][true]: expected number of rated items with this true category.
    weight: Vec<f64>,
}

impl Model {
    fn maximised(patterns: &[Pattern], posterior: &[f64], shape: Shape) -> Self {
        let q = shape.categories;
        let mut prior = vec![0.0; q];
        let mut said = vec![0.0; shape.raters * q * q];
        let mut weight = vec![0.0; shape.raters * q];
        for (pattern, posterior) in patterns.iter().zip(posterior.chunks(q)) {
            let add = |sums: &mut [f64]| {
                sums.iter_mut().zip(posterior).for_each(|(sum, p)| *sum += p * pattern.items);
            };
            add(&mut prior);
            for &rating in pattern.ratings {
                add(&mut said[shape.place(rating)..][..q]);
                add(&mut weight[rating.rater as usize * q..][..q]);
            }
        }
        let items: f64 = patterns.iter().map(|pattern| pattern.items).sum();
        for share in &mut prior {
            *share /= items;
        }
        for (of_rater, weight) in said.chunks_mut(q * q).zip(weight.chunks(q)) {
            for row in of_rater.chunks_mut(q) {
                for (probability, weight) in row.iter_mut().zip(weight) {
                    *probability = if *weight > 0.0 { *probability / weight } else { 0.0 };
                }
            }
        }
        Model { prior, said, weight }
    }

    /// The posterior of each pattern and the log-likelihood; in logarithms, because a product over
    /// hundreds of raters is too small for a float.
    fn expected(&self, patterns: &[Pattern], shape: Shape) -> (Vec<f64>, f64) {
        let q = shape.categories;
        let ln = |values: &[f64]| values.iter().map(|p| p.ln()).collect::<Vec<_>>();
        let (ln_prior, ln_said) = (ln(&self.prior), ln(&self.said));
        let mut posterior = vec![0.0; patterns.len() * q];
        let mut log_likelihood = 0.0;
        for (pattern, posterior) in patterns.iter().zip(posterior.chunks_mut(q)) {
            posterior.copy_from_slice(&ln_prior);
            for &rating in pattern.ratings {
                let ln_said = &ln_said[shape.place(rating)..][..q];
                posterior.iter_mut().zip(ln_said).for_each(|(sum, ln)| *sum += ln);
            }
            let largest = posterior.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for ln in posterior.iter_mut() {
                *ln = (*ln - largest).exp();
            }
            let sum: f64 = posterior.iter().sum();
            for p in posterior.iter_mut() {
                *p /= sum;
            }
            log_likelihood += pattern.items * (largest + sum.ln());
        }
        (posterior, log_likelihood)
    }

    fn rater_accuracy(&self, shape: Shape) -> Vec<Option<f64>> {
        let q = shape.categories;
        let of_rater = |(said, weight): (&[f64], &[f64])| {
            let right = self.prior.iter().enumerate().map(|(j, p)| p * said[j * q + j]).sum();
            weight.iter().any(|&w| w > 0.0).then_some(right)
        };
        self.said.chunks(q * q).zip(self.weight.chunks(q)).map(of_rater).collect()
    }

    fn error_rates(&self, shape: Shape) -> Vec<Vec<Vec<f64>>> {
        let q = shape.categories;
        let of_rater = |said: &[f64]| {
            (0..q).map(|truth| (0..q).map(|label| said[label * q + truth]).collect()).collect()
        };
        self.said.chunks(q * q).map(of_rater).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn a_rater_who_errs_is_found_and_outvoted() {
        let rows = ["AAAB", "BBBB", "AAAA", "BBBA", "AAAB", "BBBB", "AAA.", "...."];
        let model = dawid_skene(&table("AB", &rows)).unwrap();
        assert!(model.converged);
        assert_eq!(model.labels()[..3], [Some(0), Some(1), Some(0)]);
        assert_eq!(model.labels()[7], None);
        assert!((model.rater_accuracy[0].unwrap() - 1.0).abs() < 1e-9);
        // Right on A in 1 of 3, on B in 2 of 3; prior 4/7 and 3/7.
        let expected = 4.0 / 7.0 / 3.0 + 3.0 / 7.0 * 2.0 / 3.0;
        assert!((model.rater_accuracy[3].unwrap() - expected).abs() < 1e-9, "{model:?}");
        assert!((model.error_rates[3][0][1] - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_thousand_raters_do_not_underflow() {
        let rows = ["AB".repeat(400) + "A", "AAB".repeat(267)];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let model = dawid_skene(&table("AB", &rows)).unwrap();
        assert!(model.log_likelihood.is_finite());
        assert!(model.posterior.iter().flatten().all(|p| p.is_finite()));
    }

    #[test]
    fn one_rater_or_no_rating_has_no_model() {
        assert_eq!(dawid_skene(&table("AB", &["A"])), Err(NoDawidSkene::OneRater));
        assert_eq!(dawid_skene(&table("AB", &["..", ".."])), Err(NoDawidSkene::NoRatings));
    }
}
