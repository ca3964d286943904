//! Which questions can be asked with their choices rotated.

use crate::benchmark::{Choice, Label};

/// Why a question is asked in one pass only.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrotatable {
    /// It is an open question.
    #[error("it has no choices")]
    NoChoices,
    /// The labels have gaps, so that positions and letters would part.
    #[error("its labels have a gap before {0}")]
    Gap(Label),
    /// A choice speaks of other choices: `Both A and B`.
    #[error("choice {0} names other choices")]
    NamesOthers(Label),
    /// The reference answer is none of the choices.
    #[error("its reference answer is none of its choices")]
    AnswerIsNoChoice,
}

/// Whether rotating the choices keeps the question's meaning. The same questions are left single as by
/// VLMEvalKit's circular tool: those whose choices name two or more labels as words, those without a
/// valid answer, those without choices. The answer is not asked for where it is not known.
pub fn rotatable(choices: &[Choice], answer: Option<Label>) -> Result<(), Unrotatable> {
    if choices.is_empty() {
        return Err(Unrotatable::NoChoices);
    }
    for (position, choice) in choices.iter().enumerate() {
        if choice.label.index() != position {
            return Err(Unrotatable::Gap(choice.label));
        }
    }
    let names_others = |choice: &&Choice| {
        let named = choices.iter().filter(|other| names(&choice.text, other.label));
        named.count() > 1
    };
    if let Some(choice) = choices.iter().find(names_others) {
        return Err(Unrotatable::NamesOthers(choice.label));
    }
    match answer {
        Some(label) if label.index() >= choices.len() => Err(Unrotatable::AnswerIsNoChoice),
        _ => Ok(()),
    }
}

/// Whether a text has the label as a word of its own, after the same characters as in the kit's
/// extraction became spaces.
fn names(text: &str, label: Label) -> bool {
    let parts = text.split(|c: char| c.is_whitespace() || ".()[],:;!*#{}".contains(c));
    parts.into_iter().any(|word| word.chars().eq([label.letter()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Vec<Choice> {
        let labelled = Label::all().zip(texts);
        labelled.map(|(label, text)| Choice { label, text: (*text).into() }).collect()
    }

    #[test]
    fn a_choice_that_names_others_stays_where_it_is() {
        let error = rotatable(&choices(&["cat", "dog", "Both A and B"]), Some(Label::A));
        assert_eq!(error, Err(Unrotatable::NamesOthers(Label::from_index(2).unwrap())));
    }

    #[test]
    fn a_lone_letter_in_a_choice_does_no_harm() {
        assert_eq!(rotatable(&choices(&["Solution A", "Solution B"]), Some(Label::A)), Ok(()));
    }

    #[test]
    fn an_open_question_has_nothing_to_rotate() {
        assert_eq!(rotatable(&[], None), Err(Unrotatable::NoChoices));
    }
}
