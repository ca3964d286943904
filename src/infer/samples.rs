//! Which of several samples of an answer counts. Pure.

use std::num::NonZeroU32;

use crate::benchmark::{Answer, Label};

/// How many samples of each answer a call may ask for.
pub const MOST_SAMPLES: u32 = 64;

/// How often a model is asked each pass; the majority of the labels counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples(NonZeroU32);

impl Samples {
    /// One answer for each pass.
    pub const ONE: Samples = Samples(NonZeroU32::MIN);

    /// So many; nothing unless it is 1 to [`MOST_SAMPLES`].
    pub fn new(count: u32) -> Option<Self> {
        NonZeroU32::new(count).filter(|count| count.get() <= MOST_SAMPLES).map(Samples)
    }

    /// How many.
    pub fn count(self) -> u32 {
        self.0.get()
    }
}

/// The position of the sample whose text stands for all: the first one with the label that most of them
/// have; of labels that are equally frequent, the one that was sampled first. Samples without a label
/// count together, as `Z`. Nothing where there is no sample.
pub fn majority(answers: &[Answer]) -> Option<usize> {
    let labels: Vec<Option<Label>> = answers.iter().map(|answer| answer.label()).collect();
    let votes = |label: Option<Label>| labels.iter().filter(|&&other| other == label).count();
    let most = labels.iter().map(|&label| votes(label)).max()?;
    labels.iter().position(|&label| votes(label) == most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_of_majority(letters: &str) -> Option<usize> {
        let answer = |letter| match letter {
            '-' => Answer::Nothing,
            '!' => Answer::Refused,
            'Z' => Answer::NoneOfThem,
            letter => Answer::Label(Label::from_letter(letter).unwrap()),
        };
        majority(&letters.chars().map(answer).collect::<Vec<_>>())
    }

    #[test]
    fn the_first_sample_of_the_most_frequent_label_counts() {
        assert_eq!(first_of_majority("ABB"), Some(1));
        assert_eq!(first_of_majority("CABAB-A"), Some(1));
        assert_eq!(first_of_majority("B"), Some(0));
        assert_eq!(first_of_majority(""), None);
    }

    #[test]
    fn of_equally_frequent_labels_the_one_sampled_first_counts() {
        assert_eq!(first_of_majority("BAAB"), Some(0));
        assert_eq!(first_of_majority("CBAAB"), Some(1));
    }

    #[test]
    fn samples_without_a_label_are_counted_together() {
        assert_eq!(first_of_majority("A-!ZA"), Some(1));
        assert_eq!(first_of_majority("AA-!Z"), Some(2));
        assert_eq!(first_of_majority("AA-!"), Some(0));
    }

    #[test]
    fn there_are_one_to_sixty_four_samples() {
        assert_eq!(Samples::new(0), None);
        assert_eq!(Samples::new(64).map(Samples::count), Some(64));
        assert_eq!(Samples::new(65), None);
    }
}
