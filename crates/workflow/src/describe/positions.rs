//! Tests whether the reference answers are at each position equally often.
//!
//! A position is the place of a choice among the choices of its question, not its letter: letters
//! may have gaps. Questions with different numbers of choices expect different shares, so each
//! number is tested separately, and the joint test adds the statistics up.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use assay_core::benchmark::Question;
use assay_core::statistics::ChiSquare;

/// The positions of the reference answers, and a test whether they are chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The counts by number of choices.
    pub by_choices: Vec<PositionCounts>,
    /// The joint test over all numbers of choices; `None` if there is nothing to test.
    #[serde(serialize_with = "test_or_reason")]
    pub test: Option<ChiSquare>,
}

/// The positions of the answers of questions with a certain number of choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionCounts {
    /// The number of choices of the questions.
    pub choices: usize,
    /// Questions with a reference answer.
    pub questions: usize,
    /// The number of them that have it first, second, and so on.
    pub positions: Vec<usize>,
    /// The test that all are equally likely.
    #[serde(serialize_with = "test_or_reason")]
    pub test: Option<ChiSquare>,
}

/// Why there is no test.
pub const NOTHING_TO_TEST: &str = "no question has a reference answer among several choices";

#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
fn test_or_reason<S: Serializer>(test: &Option<ChiSquare>, out: S) -> Result<S::Ok, S::Error> {
    match test {
        Some(test) => test.serialize(out),
        None => {
            let mut reason = out.serialize_map(Some(1))?;
            reason.serialize_entry("undefined", NOTHING_TO_TEST)?;
            reason.end()
        }
    }
}

impl Balance {
    /// Counts the answers of these questions.
    pub fn count(questions: &[Question]) -> Self {
        let mut counts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for question in questions {
            let Some(answer) = question.answer else { continue };
            let Some(position) = question.labels().position(|label| label == answer) else {
                continue;
            };
            let choices = question.choices.len();
            counts.entry(choices).or_insert_with(|| vec![0; choices])[position] += 1;
        }
        let by_choices: Vec<PositionCounts> = counts
            .into_iter()
            .map(|(choices, positions)| PositionCounts {
                choices,
                questions: positions.iter().sum(),
                test: ChiSquare::from_counts(&positions),
                positions,
            })
            .collect();
        let tests: Vec<ChiSquare> = by_choices.iter().filter_map(|counts| counts.test).collect();
        Balance { by_choices, test: ChiSquare::joint(&tests) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::question;
    use super::*;

    #[test]
    fn positions_are_counted_by_number_of_choices_and_tested_together() {
        let mut questions = Vec::new();
        for letter in "AAAAAAAAAABB".chars() {
            questions.push(question("1", "Which?", &["x", "y"], Some(letter)));
        }
        for letter in "ABCCBA".chars() {
            questions.push(question("1", "Which?", &["x", "y", "z"], Some(letter)));
        }
        questions.push(question("1", "Which?", &["x", "y"], None));
        let balance = Balance::count(&questions);
        let counts: Vec<_> = balance
            .by_choices
            .iter()
            .map(|counts| (counts.choices, &counts.positions[..]))
            .collect();
        assert_eq!(counts, [(2, &[10, 2][..]), (3, &[2, 2, 2])]);
        // (10 - 6)² / 6 + (2 - 6)² / 6, and 0 for the three equal counts.
        let test = balance.test.unwrap();
        assert!((test.statistic - 16.0 / 3.0).abs() < 1e-12);
        assert_eq!(test.df, 3);
    }

    #[test]
    fn a_gap_between_the_letters_makes_no_position() {
        let mut one = question("1", "Which?", &["x", "y", "z"], Some('C'));
        one.choices.remove(1);
        assert_eq!(Balance::count(&[one]).by_choices[0].positions, [0, 1]);
    }

    #[test]
    fn without_answers_there_is_no_test() {
        let balance = Balance::count(&[question("1", "Which?", &["x", "y"], None)]);
        assert_eq!((balance.by_choices.len(), balance.test), (0, None));
    }
}
