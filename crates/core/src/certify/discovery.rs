//! How early the errors of a benchmark are found: errors against questions reviewed. Pure.

use serde::Serialize;

use crate::statistics::Statistic;

/// The errors that were found, in the order in which questions were reviewed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Discovery {
    /// The questions reviewed.
    pub reviewed: usize,
    /// How many of them are errors.
    pub errors: usize,
    /// The number of questions reviewed when each error was found: the whole curve.
    pub found_at: Vec<usize>,
    /// The area under the curve, both sides as shares: 0.5 on average in a random order, near 1 if the errors
    /// come first. `None` without an error.
    pub area: Option<f64>,
    /// The share of errors among the questions that a random order begins with, as far as all of them are
    /// reviewed.
    pub at_random: Statistic,
}

impl Discovery {
    /// The curve of questions in the order in which they were reviewed, each with whether it is an error.
    /// `at_random` are those that a random order begins with.
    pub fn new(in_order: &[bool], at_random: &[bool]) -> Self {
        let numbered = (1..).zip(in_order);
        let found_at: Vec<usize> =
            numbered.filter_map(|(number, is_error)| is_error.then_some(number)).collect();
        let (reviewed, errors) = (in_order.len(), found_at.len());
        // Each error adds a step that rises over the width of its own question.
        let after: f64 = found_at.iter().map(|&at| (reviewed - at) as f64 + 0.5).sum();
        Discovery {
            reviewed,
            errors,
            area: (errors > 0).then(|| after / (reviewed * errors) as f64),
            found_at,
            at_random: Statistic::share(
                at_random.iter().filter(|is_error| **is_error).count(),
                at_random.len(),
                "no question that was drawn at random is reviewed",
            ),
        }
    }

    /// The errors found in the first questions.
    pub fn errors_after(&self, reviewed: usize) -> usize {
        self.found_at.partition_point(|at| *at <= reviewed)
    }

    /// The errors that a random order would have found in as many questions: at the rate of those drawn at
    /// random, where some are reviewed; otherwise the errors found, spread evenly over the questions reviewed.
    pub fn expected_after(&self, reviewed: usize) -> f64 {
        let evenly = self.errors as f64 / self.reviewed.max(1) as f64;
        reviewed as f64 * self.at_random.value().unwrap_or(evenly)
    }

    /// Of the errors, after each question, the share that a random order would have found and the share found.
    pub fn shares(&self) -> Vec<(f64, f64)> {
        let share = |errors: f64| errors / self.errors.max(1) as f64;
        (1..=self.reviewed)
            .map(|after| {
                (share(self.expected_after(after)), share(self.errors_after(after) as f64))
            })
            .collect()
    }

    /// At most this many numbers of questions, evenly spaced, the last one included.
    pub fn points(&self, most: usize) -> Vec<usize> {
        let count = most.min(self.reviewed);
        (1..=count).map(|number| number * self.reviewed / count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{prop_assert, proptest};

    fn area(errors: &[u8]) -> Option<f64> {
        let errors: Vec<bool> = errors.iter().map(|one| *one == 1).collect();
        Discovery::new(&errors, &[]).area
    }

    #[test]
    fn errors_that_come_first_give_a_large_area_and_without_errors_there_is_none() {
        // Trapezoids over (0, 0), (1/4, 1/2), (1/2, 1), (3/4, 1), (1, 1).
        assert_eq!(area(&[1, 1, 0, 0]), Some(0.75));
        assert_eq!(area(&[0, 0, 1, 1]), Some(0.25));
        assert_eq!(area(&[1, 1]), Some(0.5));
        assert_eq!(area(&[0, 0]), None);
        assert_eq!(area(&[]), None);
    }

    #[test]
    fn points_are_evenly_spaced_and_end_at_the_last_question() {
        let found = Discovery::new(&[true; 10], &[]);
        assert_eq!(found.points(4), [2, 5, 7, 10]);
        assert_eq!(found.points(99).len(), 10);
        assert_eq!(found.errors_after(7), 7);
    }

    #[test]
    fn the_line_of_a_random_order_has_the_rate_of_the_drawn_questions_or_ends_at_the_errors_found()
    {
        let order = [true, true, false, false];
        let even = Discovery::new(&order, &[]);
        assert_eq!(even.shares(), [(0.25, 0.5), (0.5, 1.0), (0.75, 1.0), (1.0, 1.0)]);
        let drawn = Discovery::new(&order, &[true, false, false, false]);
        assert_eq!(drawn.shares(), [(0.125, 0.5), (0.25, 1.0), (0.375, 1.0), (0.5, 1.0)]);
        assert!(Discovery::new(&[], &[]).shares().is_empty());
    }

    proptest! {
        #[test]
        fn an_order_and_the_reverse_have_areas_that_add_up_to_one(
            errors in proptest::collection::vec(0u8..2, 1..40),
        ) {
            let reversed: Vec<u8> = errors.iter().rev().copied().collect();
            if let (Some(one), Some(other)) = (area(&errors), area(&reversed)) {
                prop_assert!((one + other - 1.0).abs() < 1e-12);
            }
        }
    }
}
