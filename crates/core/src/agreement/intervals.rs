//! Krippendorff's alpha with an interval. It has no formula for its standard error that holds for small
//! samples, so the items are resampled.

use super::{Metric, RatingTable, Tallies, alpha};
use crate::statistics::{Plan, Statistic, bootstrap};

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
    use super::super::table::tests::table;
    use super::*;

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
