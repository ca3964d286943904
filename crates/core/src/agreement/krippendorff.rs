//! Krippendorff's alpha with missing data, for nominal, ordinal and interval labels. It has no formula for its
//! standard error that holds for small samples, so the items are resampled for an interval.

use super::observed::{NO_PAIRS, pairs};
use super::{RatingTable, Tallies, Tally};
use crate::statistics::{Plan, Statistic, bootstrap};

/// The squared distance between two categories.
#[derive(Clone, Debug, PartialEq)]
pub enum Metric {
    /// Equal or not.
    Nominal,
    /// By the number of ratings between them, in the declared order.
    Ordinal,
    /// By the difference of these values, one for each category.
    Interval(Vec<f64>),
}

/// 1 - D_o / D_e over the items with two ratings or more (Krippendorff 2011, "Computing
/// Krippendorff's alpha-reliability"); n is their number.
pub fn alpha(tallies: &Tallies, metric: &Metric) -> Statistic {
    let n = tallies.items_with(2);
    let totals = pairable_totals(tallies);
    let values: u64 = totals.iter().sum();
    if values < 2 {
        return Statistic::undefined(NO_PAIRS, n);
    }
    if totals.iter().filter(|&&total| total > 0).count() < 2 {
        let because = "all ratings of the items with two or more have the same category, \
                       so no disagreement could be expected";
        return Statistic::undefined(because, n);
    }
    let distances = Distances::new(metric, &totals);
    let observed: f64 = tallies.iter().map(|tally| distances.within(tally)).sum();
    let expected = distances.expected(&totals);
    if expected == 0.0 {
        return Statistic::undefined("all labels have the same value", n);
    }
    if !(observed.is_finite() && expected.is_finite()) {
        return Statistic::undefined("the values are too large to be squared", n);
    }
    Statistic::new(1.0 - (values - 1) as f64 * observed / expected, n)
}

/// How often each category was given to items with two ratings or more.
fn pairable_totals(tallies: &Tallies) -> Vec<u64> {
    let mut totals = vec![0; tallies.category_count];
    for tally in tallies.iter().filter(|tally| tally.ratings() >= 2) {
        for &(category, count) in &tally.counts {
            totals[usize::from(category)] += u64::from(count) * tally.items as u64;
        }
    }
    totals
}

/// Positions of the categories on a line, whose differences are squared; `None` for the nominal metric.
struct Distances(Option<Vec<f64>>);

impl Distances {
    fn new(metric: &Metric, totals: &[u64]) -> Self {
        Distances(match metric {
            Metric::Nominal => None,
            Metric::Interval(values) => Some(values.clone()),
            // sum_{g=a..b} n_g - (n_a + n_b)/2 is the difference of the mean ranks of a and b.
            Metric::Ordinal => {
                let mut before = 0;
                let places = totals.iter().map(|&total| {
                    before += total;
                    before as f64 - total as f64 / 2.0
                });
                Some(places.collect())
            }
        })
    }

    fn squared(&self, a: usize, b: usize) -> f64 {
        match &self.0 {
            None => f64::from(u8::from(a != b)),
            Some(places) => (places[a] - places[b]) * (places[a] - places[b]),
        }
    }

    /// Disagreement among the ratings of the items of one tally, each value weighing the same.
    fn within(&self, tally: &Tally) -> f64 {
        let ratings = tally.ratings();
        if ratings < 2 {
            return 0.0;
        }
        let disagreement = |(&(a, count_a), &(b, count_b)): (&(u16, u32), &(u16, u32))| {
            let pairs = 2.0 * f64::from(count_a) * f64::from(count_b);
            pairs * self.squared(usize::from(a), usize::from(b))
        };
        let sum: f64 = pairs(&tally.counts).map(disagreement).sum();
        tally.items as f64 * sum / f64::from(ratings - 1)
    }

    /// Disagreement among all values, whichever item they belong to.
    fn expected(&self, totals: &[u64]) -> f64 {
        let used: Vec<usize> = (0..totals.len()).filter(|&k| totals[k] > 0).collect();
        let disagreement = |(&a, &b): (&usize, &usize)| {
            2.0 * totals[a] as f64 * totals[b] as f64 * self.squared(a, b)
        };
        pairs(&used).map(disagreement).sum()
    }
}

/// Alpha, with the bootstrap's interval over the items that two or more people rated. Without an
/// interval if the resamples define none.
pub fn alpha_with_interval(table: &RatingTable, metric: &Metric, plan: Plan) -> Statistic {
    let found = alpha(&Tallies::from_table(table), metric);
    let Statistic::Defined { value, n, .. } = found else { return found };
    let paired: Vec<usize> =
        (0..table.items.len()).filter(|&item| table.item_ratings(item).len() >= 2).collect();
    let (places, kinds) = Tallies::kinds(table, paired.iter().copied());
    let resampled = bootstrap(paired.len(), plan, |drawn| {
        let mut counts = vec![0; kinds.tallies.len()];
        for &at in drawn {
            counts[places[at as usize]] += 1;
        }
        alpha(&kinds.weighted(&counts), metric).value()
    });
    let (se, ci95) = match resampled {
        Ok(resampled) => (Some(resampled.se), Some(resampled.ci95())),
        Err(_) => (None, None),
    };
    Statistic::Defined { value, n, se, ci95 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::table::tests::table;

    /// The example of Krippendorff's own paper: four observers, twelve units, five values.
    fn published(metric: &Metric) -> f64 {
        let rows = [
            "11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11",
            "..3.",
        ];
        alpha(&Tallies::from_table(&table("12345", &rows)), metric).value().unwrap()
    }

    #[test]
    fn the_published_example_has_its_published_values() {
        assert!((published(&Metric::Nominal) - 0.743).abs() < 5e-4);
        assert!((published(&Metric::Ordinal) - 0.815).abs() < 5e-4);
        let values = vec![1.0, 2.0, 3.0, 4.0, 5.0];
        assert!((published(&Metric::Interval(values)) - 0.849).abs() < 5e-4);
    }

    #[test]
    fn one_category_alone_is_undefined_not_one() {
        let tallies = Tallies::from_table(&table("AB", &["AA", "AA", "B."]));
        assert_eq!(alpha(&tallies, &Metric::Nominal).value(), None);
    }

    #[test]
    fn labels_of_one_value_are_undefined() {
        let tallies = Tallies::from_table(&table("AB", &["AB", "BA"]));
        assert_eq!(alpha(&tallies, &Metric::Interval(vec![1.0, 1.0])).value(), None);
    }

    fn nominal(categories: &str, rows: &[&str]) -> Statistic {
        alpha(&Tallies::from_table(&table(categories, rows)), &Metric::Nominal)
    }

    #[test]
    fn alpha_equals_the_sums_of_its_definition() {
        // One item rated twice: D_o = D_e.
        assert_eq!(nominal("AB", &["AB"]).value(), Some(0.0));
        // D_o: 4/2 in each of the first two items; D_e: 2 · 6 · 3; 9 values.
        let three = nominal("AB", &["ABB", "AAB", "AAA", "A.."]);
        assert_eq!(three.n(), 3);
        assert!((three.value().unwrap() - (1.0 - 8.0 * 4.0 / 36.0)).abs() < 1e-15, "{three:?}");
    }

    #[test]
    fn an_undefined_alpha_says_why() {
        let because = |statistic| match statistic {
            Statistic::Undefined { because, .. } => because,
            Statistic::Defined { .. } => panic!("defined"),
        };
        assert_eq!(because(nominal("AB", &["A.", ".B"])), NO_PAIRS);
        assert!(because(nominal("AB", &["AA", "AA"])).contains("same category"));
        let large = Metric::Interval(vec![1e200, -1e200]);
        let tallies = Tallies::from_table(&table("AB", &["AA", "BB"]));
        assert!(because(alpha(&tallies, &large)).contains("too large"));
    }

    #[test]
    fn the_value_of_a_category_that_nobody_gave_does_not_matter() {
        let metric = Metric::Interval(vec![1.0, 2.0, 1e200]);
        let tallies = Tallies::from_table(&table("ABC", &["AB", "AA", "BB"]));
        assert!(alpha(&tallies, &metric).value().is_some());
    }

    const PLAN: Plan = Plan { resamples: 500, seed: 1 };

    #[test]
    fn the_value_is_alpha_itself_and_lies_in_its_interval() {
        let rows: Vec<&str> = ["aa", "bb", "ab", "aa", "bb", "b.", "aa", "bb"].repeat(6);
        let table = table("ab", &rows);
        let plain = alpha(&Tallies::from_table(&table), &Metric::Nominal);
        let Statistic::Defined { value, n, ci95: Some((low, high)), .. } =
            alpha_with_interval(&table, &Metric::Nominal, PLAN)
        else {
            panic!()
        };
        assert_eq!((Some(value), n), (plain.value(), plain.n()));
        assert!(low < value && value < high && low > 0.4 && high < 1.0, "{low} {value} {high}");
        let again = alpha_with_interval(&table, &Metric::Nominal, PLAN);
        assert!(
            matches!(again, Statistic::Defined { ci95: Some(same), .. } if same == (low, high))
        );
    }

    #[test]
    fn more_items_give_a_narrower_interval() {
        let width = |times: usize| {
            let rows = ["aa", "bb", "ab", "aa"].repeat(times);
            match alpha_with_interval(&table("ab", &rows), &Metric::Nominal, PLAN) {
                Statistic::Defined { ci95: Some((low, high)), .. } => high - low,
                other => panic!("{other:?}"),
            }
        };
        assert!(width(64) < 0.6 * width(8), "{} {}", width(64), width(8));
    }

    #[test]
    fn what_alpha_does_not_define_stays_undefined() {
        let found = alpha_with_interval(&table("ab", &["a.", ".b"]), &Metric::Nominal, PLAN);
        assert!(matches!(found, Statistic::Undefined { .. }));
    }
}
