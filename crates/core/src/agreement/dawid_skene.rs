//! Dawid and Skene's model: estimates the true labels and the error rates of each rater together.
//!
//! Expectation-maximisation from the vote shares, without a seed, to its fixed point (Dawid and
//! Skene 1979). The answer is identifiable only up to a renaming of the labels; starting from the
//! votes picks the renaming in which most raters are mostly right.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use super::{Rating, RatingTable};

/// The fixed point counts as reached when no probability moves more than this.
const TOLERANCE: f64 = 1e-9;
const MOST_ITERATIONS: usize = 2_000;

/// The fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct DawidSkene {
    /// Share of the items whose true label is each category.
    pub prior: Vec<f64>,
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

/// Fits the model, or says why there is none. With two raters it is not identifiable: callers show a
/// warning.
pub fn dawid_skene(table: &RatingTable) -> Result<DawidSkene, &'static str> {
    if table.rating_count() == 0 {
        return Err("there are no ratings");
    }
    if table.raters.len() < 2 {
        return Err("one rater alone says nothing about its errors");
    }
    let (patterns, pattern_of_item) = patterns(table);
    let shape = Shape { raters: table.raters.len(), categories: table.categories.len() };
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
    given: Vec<f64>,
    /// [rater][true]: expected number of rated items with this true category.
    weight: Vec<f64>,
}

impl Model {
    fn maximised(patterns: &[Pattern], posterior: &[f64], shape: Shape) -> Self {
        let q = shape.categories;
        let mut prior = vec![0.0; q];
        let mut given = vec![0.0; shape.raters * q * q];
        let mut weight = vec![0.0; shape.raters * q];
        for (pattern, posterior) in patterns.iter().zip(posterior.chunks(q)) {
            let add = |sums: &mut [f64]| {
                sums.iter_mut().zip(posterior).for_each(|(sum, p)| *sum += p * pattern.items);
            };
            add(&mut prior);
            for &rating in pattern.ratings {
                add(&mut given[shape.place(rating)..][..q]);
                add(&mut weight[rating.rater as usize * q..][..q]);
            }
        }
        let items: f64 = patterns.iter().map(|pattern| pattern.items).sum();
        for share in &mut prior {
            *share /= items;
        }
        for (of_rater, weight) in given.chunks_mut(q * q).zip(weight.chunks(q)) {
            for row in of_rater.chunks_mut(q) {
                for (probability, weight) in row.iter_mut().zip(weight) {
                    *probability = if *weight > 0.0 { *probability / weight } else { 0.0 };
                }
            }
        }
        Model { prior, given, weight }
    }

    /// The posterior of each pattern and the log-likelihood; in logarithms, because a product over
    /// hundreds of raters is too small for a float.
    fn expected(&self, patterns: &[Pattern], shape: Shape) -> (Vec<f64>, f64) {
        let q = shape.categories;
        let ln = |values: &[f64]| values.iter().map(|p| p.ln()).collect::<Vec<_>>();
        let (ln_prior, ln_given) = (ln(&self.prior), ln(&self.given));
        let mut posterior = vec![0.0; patterns.len() * q];
        let mut log_likelihood = 0.0;
        for (pattern, posterior) in patterns.iter().zip(posterior.chunks_mut(q)) {
            posterior.copy_from_slice(&ln_prior);
            for &rating in pattern.ratings {
                let ln_given = &ln_given[shape.place(rating)..][..q];
                posterior.iter_mut().zip(ln_given).for_each(|(sum, ln)| *sum += ln);
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
        let of_rater = |(given, weight): (&[f64], &[f64])| {
            let right = self.prior.iter().enumerate().map(|(j, p)| p * given[j * q + j]).sum();
            weight.iter().any(|&w| w > 0.0).then_some(right)
        };
        self.given.chunks(q * q).zip(self.weight.chunks(q)).map(of_rater).collect()
    }
}

/// The fitted model, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DawidSkeneSummary {
    /// The model.
    Fitted {
        /// Share of the items by true label.
        #[serde(serialize_with = "as_map")]
        prior: Vec<(String, f64)>,
        /// Probability that a rater names the true label; `None` for a rater without ratings.
        #[serde(serialize_with = "as_map")]
        rater_accuracy: Vec<(String, Option<f64>)>,
        /// Number of items by their most probable label.
        #[serde(serialize_with = "as_map")]
        label_counts: Vec<(String, usize)>,
        /// Log-likelihood of all ratings.
        log_likelihood: f64,
        /// Iterations run.
        iterations: usize,
        /// Whether the fixed point was reached.
        converged: bool,
        /// Whether there are too few raters for the model to be identifiable.
        few_raters: bool,
    },
    /// No model.
    Undefined {
        /// Why.
        undefined: String,
    },
}

impl DawidSkeneSummary {
    /// Fits the model to a table.
    pub fn compute(table: &RatingTable) -> Self {
        let model = match dawid_skene(table) {
            Ok(model) => model,
            Err(why) => return DawidSkeneSummary::Undefined { undefined: why.to_owned() },
        };
        let mut label_counts = vec![0; table.categories.len()];
        for label in model.labels().into_iter().flatten() {
            label_counts[usize::from(label)] += 1;
        }
        DawidSkeneSummary::Fitted {
            prior: named(&table.categories, model.prior),
            rater_accuracy: named(&table.raters, model.rater_accuracy),
            label_counts: named(&table.categories, label_counts),
            log_likelihood: model.log_likelihood,
            iterations: model.iterations,
            converged: model.converged,
            // Three raters are the fewest whose agreements determine their error rates.
            few_raters: table.raters.len() < 3,
        }
    }
}

fn named<T>(names: &[String], values: Vec<T>) -> Vec<(String, T)> {
    names.iter().cloned().zip(values).collect()
}

fn as_map<T: Serialize, S: Serializer>(
    entries: &[(String, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;
    use proptest::prelude::*;

    #[test]
    fn a_rater_who_errs_is_found_and_outvoted() {
        let rows = ["AAAB", "BBBB", "AAAA", "BBBA", "AAAB", "BBBB", "AAA.", "...."];
        let model = dawid_skene(&table("AB", &rows)).unwrap();
        assert!(model.converged && model.iterations < 50, "{}", model.iterations);
        assert_eq!(model.labels()[..3], [Some(0), Some(1), Some(0)]);
        assert_eq!(model.labels()[7], None);
        assert!((model.rater_accuracy[0].unwrap() - 1.0).abs() < 1e-9);
        // Right on A in 1 of 3, on B in 2 of 3; prior 4/7 and 3/7.
        let expected = 4.0 / 7.0 / 3.0 + 3.0 / 7.0 * 2.0 / 3.0;
        assert!((model.rater_accuracy[3].unwrap() - expected).abs() < 1e-9, "{model:?}");
    }

    #[test]
    fn a_thousand_raters_do_not_underflow() {
        let rows = ["AB".repeat(400) + "A", "AAB".repeat(267)];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let model = dawid_skene(&table("AB", &rows)).unwrap();
        assert!(model.log_likelihood.is_finite());
        assert!(model.posterior.iter().flatten().all(|p| p.is_finite()));
    }

    /// Prior, posterior of each item and log-likelihood after this number of steps, as the paper
    /// writes them: item by item, with products of probabilities. The start is off by up to
    /// `error`.
    fn textbook(table: &RatingTable, steps: usize, error: f64) -> (Vec<f64>, Vec<Vec<f64>>, f64) {
        let (q, raters) = (table.categories.len(), table.raters.len());
        let items: Vec<&[Rating]> = table.by_item().filter(|ratings| !ratings.is_empty()).collect();
        let mut posterior: Vec<Vec<f64>> = items
            .iter()
            .map(|ratings| {
                let votes = |k| ratings.iter().filter(|r| usize::from(r.category) == k).count();
                (0..q).map(|k| votes(k) as f64 / ratings.len() as f64).collect()
            })
            .collect();
        for (number, start) in posterior.iter_mut().flatten().enumerate() {
            *start += error * (number as f64 * 0.618).fract();
        }
        let (mut prior, mut log_likelihood) = (vec![0.0; q], 0.0);
        for _ in 0..steps {
            let sum = |rater: u32, category: Option<u16>, truth: usize| -> f64 {
                let matches = |r: &Rating| {
                    r.rater == rater && category.is_none_or(|category| r.category == category)
                };
                let rated =
                    items.iter().zip(&posterior).filter(|(item, _)| item.iter().any(matches));
                rated.map(|(_, p)| p[truth]).sum()
            };
            let rate = |rater, category, truth| match sum(rater, None, truth) {
                0.0 => 0.0,
                all => sum(rater, Some(category), truth) / all,
            };
            let given: Vec<Vec<Vec<f64>>> = (0..raters as u32)
                .map(|rater| {
                    let of = |k| (0..q).map(|truth| rate(rater, k, truth)).collect();
                    (0..q as u16).map(of).collect()
                })
                .collect();
            prior = (0..q)
                .map(|k| posterior.iter().map(|p| p[k]).sum::<f64>() / items.len() as f64)
                .collect();
            log_likelihood = 0.0;
            for (item, posterior) in items.iter().zip(&mut posterior) {
                let joint = |k: usize| {
                    let factors =
                        item.iter().map(|r| given[r.rater as usize][usize::from(r.category)][k]);
                    prior[k] * factors.product::<f64>()
                };
                let joint: Vec<f64> = (0..q).map(joint).collect();
                let sum: f64 = joint.iter().sum();
                log_likelihood += sum.ln();
                *posterior = joint.iter().map(|p| p / sum).collect();
            }
        }
        (prior, posterior, log_likelihood)
    }

    proptest! {
        #[test]
        fn the_model_equals_the_steps_of_the_paper_and_stops_at_a_fixed_point(
            rows in prop::collection::vec("[ABC.]{3}", 2..9),
        ) {
            let table = table("ABC", &rows.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assume!(table.rating_count() > 0);
            let model = dawid_skene(&table).unwrap();
            let near = |a: &[f64], b: &[f64], within: f64| {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < within)
            };
            prop_assert!(model.converged || model.iterations == MOST_ITERATIONS);
            let posterior: Vec<&Vec<f64>> = model.posterior.iter().filter(|p| !p.is_empty()).collect();
            prop_assert_eq!(posterior.len(), table.by_item().filter(|r| !r.is_empty()).count());
            // Rounding errors grow from step to step.
            if model.iterations <= 50 {
                let (prior, expected, log_likelihood) = textbook(&table, model.iterations, 0.0);
                // Where raters contradict each other evenly, the start is a saddle, and rounding
                // alone decides to which side the steps leave it.
                let (_, nudged, _) = textbook(&table, model.iterations, 1e-14);
                prop_assume!(expected.iter().zip(&nudged).all(|(a, b)| near(a, b, 1e-11)));
                prop_assert!(near(&model.prior, &prior, 1e-9));
                prop_assert!(posterior.iter().zip(&expected).all(|(a, b)| near(a, b, 1e-9)));
                prop_assert!((model.log_likelihood - log_likelihood).abs() < 1e-9);
                let (_, before, _) = textbook(&table, model.iterations - 1, 0.0);
                let moved = posterior.iter().zip(&before).any(|(a, b)| !near(a, b, TOLERANCE * 1.01));
                prop_assert!(!(model.converged && moved), "it stopped before the fixed point");
                if model.iterations > 1 {
                    let (_, earlier, _) = textbook(&table, model.iterations - 2, 0.0);
                    let moved =
                        before.iter().zip(&earlier).any(|(a, b)| !near(a, b, TOLERANCE * 0.99));
                    prop_assert!(moved, "it went on after the fixed point");
                }
            }
        }
    }

    #[test]
    fn one_rater_or_no_rating_has_no_model() {
        assert_eq!(
            dawid_skene(&table("AB", &["A"])),
            Err("one rater alone says nothing about its errors")
        );
        assert_eq!(dawid_skene(&table("AB", &["..", ".."])), Err("there are no ratings"));
    }

    #[test]
    fn the_summary_names_raters_and_categories() {
        let json =
            serde_json::to_value(DawidSkeneSummary::compute(&table("AB", &["AA", "BB"]))).unwrap();
        assert_eq!(json["label_counts"]["B"], 1);
        assert_eq!(json["rater_accuracy"]["r2"], 1.0);
        assert_eq!(json["few_raters"], true);
        let three = DawidSkeneSummary::compute(&table("AB", &["AA.", "BB."]));
        let three = serde_json::to_value(three).unwrap();
        assert_eq!(three["few_raters"], false);
        assert_eq!(three["rater_accuracy"]["r3"], serde_json::Value::Null, "without a rating");
        let none = serde_json::to_value(DawidSkeneSummary::compute(&table("AB", &["A"]))).unwrap();
        assert!(none["undefined"].as_str().unwrap().contains("one rater"));
    }
}
