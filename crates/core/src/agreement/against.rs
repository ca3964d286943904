//! Agreement of every rater with one rater that is taken as the reference.

use serde::Serialize;

use super::observed::pairs;
use super::{
    CategoryScores, McNemar, MeanScores, RatingTable, Weights, category_scores, confusion_of,
    kappa, macro_mean,
};
use crate::statistics::{Plan, Statistic, paired_bootstrap};

/// All other raters against one.
#[derive(Clone, Debug, Serialize)]
pub struct Against {
    /// The rater taken as right.
    pub reference: String,
    /// The others, in the order of the table.
    pub candidates: Vec<Candidate>,
    /// Pairs of candidates, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
}

/// One rater against the reference.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    pub rater: String,
    /// Items that it and the reference rated.
    pub n: usize,
    /// The alignment rate: the share on which it equals the reference, with Wilson's interval.
    pub accuracy: Statistic,
    /// Cohen's kappa with the reference.
    pub kappa: Statistic,
    /// Precision, recall and F1 by category.
    pub per_category: Vec<CategoryScores>,
    /// Means over all declared categories.
    pub macro_declared: Option<MeanScores>,
    /// Means over the categories that one of the two used on these items.
    pub macro_observed: Option<MeanScores>,
    /// Rows reference, columns candidate.
    pub confusion: Vec<Vec<u32>>,
}

/// Two candidates on the items that both and the reference rated.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first candidate.
    pub a: String,
    /// The second candidate.
    pub b: String,
    /// Items that all three rated.
    pub n: usize,
    /// Items only one has right, and McNemar's p.
    pub mcnemar: McNemar,
    /// Accuracy of `a` minus accuracy of `b`, with its bootstrap interval.
    pub difference: Statistic,
    /// Which interval `difference` has: `bca`, or `percentile: ` and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<String>,
    /// Share of the resamples in which `a` is ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_ahead: Option<f64>,
    /// Resamples drawn.
    pub resamples: usize,
    /// Their seed.
    pub seed: u64,
}

impl Against {
    /// Every other rater of the table against `reference` (its position), and with a plan every pair of them
    /// compared.
    pub fn compute(table: &RatingTable, reference: u32, plan: Option<Plan>) -> Self {
        let candidates = others(table, reference);
        let candidates = candidates.map(|other| Candidate::compute(table, reference, other));
        Against {
            reference: table.raters[reference as usize].clone(),
            candidates: candidates.collect(),
            comparisons: plan.map_or_else(Vec::new, |plan| comparisons(table, reference, plan)),
        }
    }
}

/// Every pair of raters that are not the reference, compared.
pub(super) fn comparisons(table: &RatingTable, reference: u32, plan: Plan) -> Vec<Comparison> {
    let others: Vec<u32> = others(table, reference).collect();
    pairs(&others).map(|(a, b)| Comparison::compute(table, reference, [*a, *b], plan)).collect()
}

fn others(table: &RatingTable, reference: u32) -> impl Iterator<Item = u32> + use<> {
    (0..table.raters.len() as u32).filter(move |&rater| rater != reference)
}

impl Candidate {
    fn compute(table: &RatingTable, reference: u32, candidate: u32) -> Self {
        let confusion = confusion_of(table, reference, candidate);
        let scores = category_scores(&confusion, &table.categories);
        let n = confusion.n();
        let no_item = "it and the reference rated no item in common";
        // A mean of conventions over zero items would be a meaningless number.
        let mean = |only_observed| (n > 0).then(|| macro_mean(&scores, only_observed)).flatten();
        Candidate {
            rater: table.raters[candidate as usize].clone(),
            n,
            accuracy: Statistic::share(confusion.agreed(), n, no_item),
            kappa: kappa(&confusion, Weights::Unweighted),
            macro_declared: mean(false),
            macro_observed: mean(true),
            per_category: scores,
            confusion: confusion.rows().map(<[u32]>::to_vec).collect(),
        }
    }
}

impl Comparison {
    fn compute(table: &RatingTable, reference: u32, [a, b]: [u32; 2], plan: Plan) -> Self {
        let right =
            |item, rater| Some(table.category(item, rater)? == table.category(item, reference)?);
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        for item in 0..table.items.len() {
            if let (Some(a), Some(b)) = (right(item, a), right(item, b)) {
                of_a.push(f64::from(u8::from(a)));
                of_b.push(f64::from(u8::from(b)));
            }
        }
        let ahead = |x: &[f64], y: &[f64]| x.iter().zip(y).filter(|(x, y)| x > y).count() as u64;
        let n = of_a.len();
        let (difference, interval, a_ahead) = match paired_bootstrap(&of_a, &of_b, plan) {
            Err(why) => (Statistic::undefined(why, n), None, None),
            Ok(result) => {
                let interval = match &result.bca {
                    Ok(_) => "bca".to_owned(),
                    Err(why) => format!("percentile: {why}"),
                };
                let (value, se) = (result.value, Some(result.se));
                let ci95 = Some(result.ci95());
                let difference = Statistic::Defined { value, n, se, ci95 };
                (difference, Some(interval), Some(result.above_zero))
            }
        };
        Comparison {
            a: table.raters[a as usize].clone(),
            b: table.raters[b as usize].clone(),
            n,
            mcnemar: McNemar::compute(ahead(&of_a, &of_b), ahead(&of_b, &of_a)),
            difference,
            interval,
            a_ahead,
            resamples: plan.resamples,
            seed: plan.seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    #[test]
    fn any_rater_of_the_table_can_be_the_reference() {
        let table = table("AB", &["AAB", "BBB", "ABA", "BA.", "AAA"]);
        let against = Against::compute(&table, 1, None);
        assert_eq!(against.reference, "r2");
        let first = &against.candidates[0];
        assert_eq!((first.rater.as_str(), first.n), ("r1", 5));
        assert_eq!(first.confusion, [[2, 1], [1, 1]]);
        assert_eq!(against.candidates[1].n, 4);
        assert_eq!(against.candidates[1].accuracy.value(), Some(0.5));
    }

    #[test]
    fn the_means_are_over_the_declared_categories_or_over_those_that_were_used() {
        let against = Against::compute(&table("ABC", &["AA", "AA", "AB", "BB"]), 0, None);
        let candidate = &against.candidates[0];
        // Recall is 2/3 for A, 1 for B, and 0 by convention for C, which no rater used.
        let (declared, observed) =
            (candidate.macro_declared.unwrap(), candidate.macro_observed.unwrap());
        assert!((declared.recall - 5.0 / 9.0).abs() < 1e-12, "{declared:?}");
        assert!((observed.recall - 5.0 / 6.0).abs() < 1e-12, "{observed:?}");
        assert_eq!((declared.categories, observed.categories), (3, 2));
        assert_eq!(candidate.per_category[2].category, "C");
    }

    #[test]
    fn two_candidates_are_compared_on_the_items_all_three_rated() {
        // On the last two items the candidates are both right and both wrong.
        let rows = ["AAB", "BBA", "AAB", "BB.", "A.A", "ABA", "AAA", "ABB"];
        let table = table("AB", &rows);
        let plan = Plan { resamples: 500, seed: 1 };
        let against = Against::compute(&table, 0, Some(plan));
        let comparison = &against.comparisons[0];
        assert_eq!(comparison.n, 6);
        assert_eq!((comparison.mcnemar.only_a, comparison.mcnemar.only_b), (3, 1));
        assert!((comparison.difference.value().unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((comparison.a.as_str(), comparison.b.as_str()), ("r2", "r3"));
    }

    #[test]
    fn a_candidate_without_common_items_has_no_mean_of_conventions() {
        let against = Against::compute(&table("AB", &["A.", ".B"]), 0, None);
        assert_eq!(against.candidates[0].accuracy.value(), None);
        assert!(against.candidates[0].macro_declared.is_none());
    }
}
