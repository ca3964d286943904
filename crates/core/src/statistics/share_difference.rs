//! The difference between two independent shares.

use super::statistic::Statistic;
use super::wilson::wilson95;

/// The share of the second group minus that of the first, each as hits and n, with Newcombe's 95 %
/// interval; n is that of both together.
///
/// Source: Newcombe 1998, Statistics in Medicine 17:873, method 10 (hybrid score): the distances of the
/// bounds are those of Wilson's intervals, combined like standard errors.
pub fn share_difference(first: (usize, usize), second: (usize, usize), because: &str) -> Statistic {
    let n = first.1 + second.1;
    let bounds = wilson95(first.0, first.1).zip(wilson95(second.0, second.1));
    let Some(((low1, high1), (low2, high2))) = bounds else {
        return Statistic::undefined(because, n);
    };
    let share = |(hits, n): (usize, usize)| hits as f64 / n as f64;
    let (share1, share2) = (share(first), share(second));
    let value = share2 - share1;
    let low = value - (share2 - low2).hypot(high1 - share1);
    let high = value + (high2 - share2).hypot(share1 - low1);
    Statistic::Defined { value, n, se: None, ci95: Some((low, high)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_newcombes_table() {
        // Newcombe 1998, table II, method 10.
        for (first, second, expected) in [
            ((48, 80), (56, 70), (0.0524, 0.3339)),
            ((3, 10), (9, 10), (0.1705, 0.8090)),
            ((0, 10), (10, 10), (0.6075, 1.0)),
        ] {
            let found = share_difference(first, second, "");
            let Statistic::Defined { ci95: Some((low, high)), n, .. } = found else { panic!() };
            assert!(
                (low - expected.0).abs() < 5e-5 && (high - expected.1).abs() < 5e-5,
                "{found:?}"
            );
            assert_eq!(n, first.1 + second.1);
        }
    }

    #[test]
    fn without_anything_in_a_group_there_is_no_difference() {
        let found = share_difference((0, 0), (1, 2), "nothing came first");
        assert_eq!(found, Statistic::undefined("nothing came first", 2));
    }
}
