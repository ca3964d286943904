//! The probability that chance alone raises a flag: models that guess, each pass independently.

/// The probability that a model which guesses is right in every pass of a question.
pub fn right_by_chance(choices: usize, passes: u32) -> f64 {
    if choices == 0 {
        return 0.0;
    }
    (1.0 / choices as f64).powi(i32::try_from(passes).unwrap_or(i32::MAX))
}

/// The probability that of `models` independent models, each right with probability `right`, at
/// least `at_least` and at most `at_most` are right.
pub fn flag_probability(models: usize, right: f64, at_least: usize, at_most: usize) -> f64 {
    let distribution = distribution(std::iter::repeat_n(right, models));
    let end = distribution.len().min(at_most.saturating_add(1));
    distribution.get(at_least..end).map_or(0.0, |tail| tail.iter().sum())
}

/// The distribution of the number of independent events that happen, from their probabilities: the
/// probability of none, of one, and so on. Exact: built up event by event.
pub(super) fn distribution(events: impl Iterator<Item = f64>) -> Vec<f64> {
    events.fold(vec![1.0], |sum, happens| convolved(&sum, &[(0, 1.0 - happens), (1, happens)]))
}

/// The distribution of a number to which others are added with these probabilities.
pub(super) fn convolved(distribution: &[f64], added: &[(usize, f64)]) -> Vec<f64> {
    let most = added.iter().map(|(more, _)| *more).max().unwrap_or(0);
    let mut next = vec![0.0; distribution.len() + most];
    for &(more, probability) in added {
        for (sum, &before) in next[more..].iter_mut().zip(distribution) {
            *sum += probability * before;
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn two_of_three_guessers_meet_as_often_as_the_formula_says() {
        let right = right_by_chance(4, 1);
        // 3 (1/4)² (3/4) + (1/4)³ = 10/64
        assert!(about(flag_probability(3, right, 2, 3), 10.0 / 64.0));
        // four passes: (1/4)⁴ each
        let right = right_by_chance(4, 4);
        let expected = 3.0 * right * right * (1.0 - right) + right * right * right;
        assert!(about(flag_probability(3, right, 2, 3), expected));
    }

    #[test]
    fn nobody_is_right_as_often_as_all_are_wrong() {
        assert!(about(flag_probability(6, 0.25, 0, 0), 0.75_f64.powi(6)));
    }

    #[test]
    fn all_cases_together_are_certain_and_impossible_ones_never_happen() {
        assert!(about(flag_probability(9, 0.3, 0, 9), 1.0));
        assert!(about(flag_probability(3, 0.3, 4, 9), 0.0));
        assert!(about(right_by_chance(0, 1), 0.0));
    }
}
