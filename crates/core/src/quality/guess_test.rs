//! The probability of at least this number of right guesses by chance, even if people guess alike.
//!
//! If the words say nothing, the reference answer is at each choice with the same probability,
//! whatever people guessed. So the guesses are fixed and the reference answers are drawn: on a
//! question whose choices three, one and no people guessed, three, one or no guesses are right,
//! each with the same probability. Sums over questions are convolved, so the test is exact: a
//! randomization test over the relabelling of each question's choices (Lehmann and Romano, Testing
//! Statistical Hypotheses, 2005, theorem 15.2.1). People who guess alike, because they all prefer
//! the same letter, do not mislead it; a test that takes guesses as independent of each other is
//! misled: `guesses_alike` in the tests. "No idea" is never right, and counts as a guess that might
//! be: this only makes the probability larger. If each question has one guess, it is the Poisson
//! binomial tail.

use std::collections::BTreeMap;

use super::chance::convolved;
use crate::benchmark::Label;

/// The guesses on one question.
#[derive(Clone, Debug, Default)]
pub(super) struct GuessedTogether {
    /// Whether the text-only filter flags it.
    pub(super) is_flagged: bool,
    /// The number of its choices.
    pub(super) choices: usize,
    /// The number of people who guessed each choice.
    pub(super) by_choice: BTreeMap<Label, usize>,
    /// The number of people who had no idea.
    pub(super) no_idea: usize,
}

/// The probability of at least `right` right guesses, if each choice of each question is right with
/// the same probability.
pub(super) fn probability_of_at_least(right: usize, questions: &[GuessedTogether]) -> f64 {
    let mut distribution = vec![1.0];
    for question in questions {
        let each = 1.0 / question.choices.max(1) as f64;
        let mut hits: BTreeMap<usize, f64> = BTreeMap::new();
        for &guesses in question.by_choice.values() {
            *hits.entry(guesses).or_default() += each;
        }
        // The choices without a guess.
        *hits.entry(0).or_default() += 1.0 - each * question.by_choice.len() as f64;
        distribution = convolved(&distribution, &hits.into_iter().collect::<Vec<_>>());
        for _ in 0..question.no_idea {
            distribution = convolved(&distribution, &[(0, 1.0 - each), (1, each)]);
        }
    }
    distribution.iter().skip(right).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::chance::distribution;
    use super::*;

    fn question(choices: usize, guesses: &[usize], no_idea: usize) -> GuessedTogether {
        let label = |at: usize| Label::from_letter(char::from(b'A' + at as u8)).unwrap();
        let by_choice = guesses.iter().enumerate().filter(|(_, count)| **count > 0);
        let by_choice = by_choice.map(|(at, &count)| (label(at), count)).collect();
        GuessedTogether { is_flagged: false, choices, by_choice, no_idea }
    }

    #[test]
    fn two_questions_are_counted_by_hand() {
        // 3, 1, 0 or 0 right on the first, 1 or 0 on the second of two choices.
        let questions = [question(4, &[3, 1], 0), question(2, &[1], 0)];
        let p = |right| probability_of_at_least(right, &questions);
        for (right, expected) in [(0, 1.0), (1, 0.75), (2, 0.375), (3, 0.25), (4, 0.125), (5, 0.0)]
        {
            assert!((p(right) - expected).abs() < 1e-12, "{right}: {}", p(right));
        }
    }

    #[test]
    fn one_guess_on_each_question_is_the_poisson_binomial_tail() {
        let choices = [2, 3, 4, 4, 5, 2, 9];
        let questions: Vec<_> = choices.iter().map(|&of| question(of, &[0, 1], 0)).collect();
        let tail = distribution(choices.iter().map(|&of| 1.0 / of as f64));
        for right in 0..=choices.len() {
            let expected: f64 = tail.iter().skip(right).sum();
            assert!((probability_of_at_least(right, &questions) - expected).abs() < 1e-12);
        }
        let no_idea = [question(4, &[], 1), question(4, &[1], 0)];
        assert!((probability_of_at_least(1, &no_idea) - 7.0 / 16.0).abs() < 1e-12);
    }

    /// The shares of cases in which the test, and one that takes guesses as independent, reject at
    /// the level of 5 % though there is no effect: 30 questions of 4 choices, on which people guess
    /// alike to the degree `alike`.
    fn guesses_alike(people: usize, alike: f64) -> (f64, f64) {
        let mut random = ChaCha8Rng::seed_from_u64(13);
        let (times, mut found, mut found_if_independent) = (1000, 0, 0);
        for _ in 0..times {
            let (mut questions, mut right) = (Vec::new(), 0);
            for _ in 0..30 {
                let mut guesses = [0; 4];
                let pleasing = random.random_range(0..4);
                for _ in 0..people {
                    let follows = random.random_range(0.0..1.0) < alike;
                    guesses[if follows { pleasing } else { random.random_range(0..4) }] += 1;
                }
                right += guesses[random.random_range(0..4)];
                questions.push(question(4, &guesses, 0));
            }
            let independent = distribution(std::iter::repeat_n(0.25, 30 * people));
            let independent: f64 = independent.iter().skip(right).sum();
            found += usize::from(probability_of_at_least(right, &questions) <= 0.05);
            found_if_independent += usize::from(independent <= 0.05);
        }
        let share = |count: usize| count as f64 / f64::from(times);
        (share(found), share(found_if_independent))
    }

    #[test]
    fn people_who_guess_alike_raise_no_more_false_alarms_than_one_in_twenty() {
        for (people, alike) in [(1, 0.0), (2, 0.5), (4, 0.9), (8, 0.5), (8, 1.0)] {
            let (found, if_independent) = guesses_alike(people, alike);
            // 0.05 and three standard errors of 1,000 draws.
            assert!(found <= 0.071, "{people} {alike}: {found}");
            if people == 8 {
                assert!(if_independent > 0.12, "{alike}: {if_independent}");
            }
        }
    }
}
