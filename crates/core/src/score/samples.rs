//! Chooses which of several samples of an answer counts. Pure.

use crate::benchmark::{Answer, Label, PredictionStatus};
use crate::extract::{Choices, RuleSet, extract};

/// The position of the sample whose text represents all: the first one with the most frequent
/// label; of equally frequent labels, the one that was sampled first. Samples without a label count
/// together, as `Z`. `None` if there is no sample.
pub fn majority(answers: &[Answer]) -> Option<usize> {
    let labels: Vec<Option<Label>> = answers.iter().map(|answer| answer.label()).collect();
    let votes = |label: Option<Label>| labels.iter().filter(|&&other| other == label).count();
    let most = labels.iter().map(|&label| votes(label)).max()?;
    labels.iter().position(|&label| votes(label) == most)
}

/// The position of the sample that counts: by the majority of the labels that the rules `assay`
/// read, with the choices as they were shown. Samples of an open question, which does not show
/// choices, have no majority: the first answer counts. Failed requests count only if there are no
/// other samples.
pub fn chosen_sample(samples: &[(PredictionStatus, &str)], choices: &Choices) -> Option<usize> {
    let is_there = |at: &usize| samples[*at].0 != PredictionStatus::Failed;
    let mut there: Vec<usize> = (0..samples.len()).filter(is_there).collect();
    if there.is_empty() {
        there.extend(0..samples.len());
    }
    if choices.is_empty() {
        let is_answer = |at: &&usize| samples[**at].0 == PredictionStatus::Ok;
        return there.iter().find(is_answer).or(there.first()).copied();
    }
    let label = |&at: &usize| match samples[at] {
        (PredictionStatus::Failed, _) => Answer::Nothing,
        (PredictionStatus::Refused, _) => Answer::Refused,
        (PredictionStatus::Ok, text) => extract(RuleSet::Assay, text, choices).answer,
    };
    let answers: Vec<Answer> = there.iter().map(label).collect();
    majority(&answers).map(|at| there[at])
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
    fn a_failed_request_counts_only_where_no_answer_is_there() {
        use PredictionStatus::{Failed, Ok, Refused};
        let choices = Choices::new([(Label::A, "cat"), (Label::from_index(1).unwrap(), "dog")]);
        let chosen = |samples: &[(PredictionStatus, &str)]| chosen_sample(samples, &choices);
        assert_eq!(chosen(&[(Failed, "A"), (Failed, "A"), (Ok, "B")]), Some(2));
        assert_eq!(chosen(&[(Failed, "x"), (Failed, "y")]), Some(0));
        let open = &Choices::default();
        assert_eq!(chosen_sample(&[(Refused, ""), (Ok, "a song")], open), Some(1));
        assert_eq!(chosen_sample(&[(Failed, ""), (Refused, "")], open), Some(1));
    }
}
