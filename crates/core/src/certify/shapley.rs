//! A difference shared out among its causes: each cause gets the mean of what exchanging it changes, over all
//! orders in which the causes can be exchanged (Shapley 1953). Pure: the scores come in, the shares go out.

/// The share of each cause in `values[all] - values[none]`. `values` has the score of every set of causes that
/// are exchanged; the bits of its position name them. `None` unless its length is a power of two.
///
/// A cause that changes no score has exactly 0. The shares sum to the difference up to rounding.
pub fn shapley(values: &[f64]) -> Option<Vec<f64>> {
    if !values.len().is_power_of_two() {
        return None;
    }
    let causes = values.len().trailing_zeros() as usize;
    // The number of orders in which the causes of a set of this size come before a cause, and no others. Whole
    // numbers, so that a cause that acts alone has exactly the difference.
    let factorial = |of: usize| (1..=of).map(|factor| factor as f64).product::<f64>();
    let orders = |size: usize| factorial(size) * factorial(causes - 1 - size);
    let share = |cause: usize| -> f64 {
        let bit = 1 << cause;
        let without = (0..values.len()).filter(|set| set & bit == 0);
        let gained = without.map(|set: usize| {
            orders(set.count_ones() as usize) * (values[set | bit] - values[set])
        });
        gained.sum::<f64>() / factorial(causes)
    };
    Some((0..causes).map(share).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The mean over all orders, as the definition has it.
    fn over_all_orders(values: &[f64], causes: usize) -> Vec<f64> {
        fn visit(order: &mut Vec<usize>, causes: usize, each: &mut impl FnMut(&[usize])) {
            if order.len() == causes {
                return each(order);
            }
            for cause in 0..causes {
                if !order.contains(&cause) {
                    order.push(cause);
                    visit(order, causes, each);
                    order.pop();
                }
            }
        }
        let (mut sums, mut orders) = (vec![0.0; causes], 0.0);
        visit(&mut Vec::new(), causes, &mut |order| {
            let mut set = 0;
            for &cause in order {
                sums[cause] += values[set | 1 << cause] - values[set];
                set |= 1 << cause;
            }
            orders += 1.0;
        });
        sums.into_iter().map(|sum| sum / orders).collect()
    }

    #[test]
    fn two_causes_that_act_only_together_share_the_difference() {
        assert_eq!(shapley(&[50.0, 50.0, 50.0, 60.0]), Some(vec![5.0, 5.0]));
        assert_eq!(shapley(&[50.0, 58.0, 50.0, 58.0]), Some(vec![8.0, 0.0]));
        assert_eq!(shapley(&[50.0; 3]), None);
        assert_eq!(shapley(&[50.0]), Some(vec![]));
    }

    proptest! {
        #[test]
        fn it_is_the_mean_over_all_orders_and_sums_to_the_difference(
            values in (0u32..=6).prop_flat_map(|causes| vec(0.0..100.0, 1 << causes)),
        ) {
            let causes = values.len().trailing_zeros() as usize;
            let shares = shapley(&values).unwrap();
            for (share, mean) in shares.iter().zip(over_all_orders(&values, causes)) {
                prop_assert!((share - mean).abs() < 1e-12, "{share} {mean}");
            }
            let difference = values[values.len() - 1] - values[0];
            prop_assert!((shares.iter().sum::<f64>() - difference).abs() < 1e-12);
            let exchanged: Vec<f64> = values.iter().rev().copied().collect();
            for (share, other) in shares.iter().zip(shapley(&exchanged).unwrap()) {
                prop_assert!((share + other).abs() < 1e-12);
            }
        }

        #[test]
        fn a_cause_that_changes_nothing_has_exactly_nothing(values in vec(0.0..100.0, 32)) {
            let doubled: Vec<f64> = values.iter().chain(&values).copied().collect();
            prop_assert!(shapley(&doubled).unwrap()[5] == 0.0);
        }
    }
}
