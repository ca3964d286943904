//! The answer that a text gives, as an extractor reads it.

use super::Label;

/// The answer that a text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It chooses this one.
    Label(Label),
    /// It says `Z`: none of the choices.
    NoneOfThem,
    /// It refuses to answer. VLMEvalKit's rules call a refusal [`Answer::NoneOfThem`].
    Refused,
    /// The rules read nothing from it: a case for a person or a language model.
    Nothing,
}

impl Answer {
    /// The choice that it names, if it names one.
    pub fn label(self) -> Option<Label> {
        match self {
            Answer::Label(label) => Some(label),
            Answer::NoneOfThem | Answer::Refused | Answer::Nothing => None,
        }
    }

    /// Whether it is right; `None` if no label was extracted. A refusal is an answer, and a wrong one.
    pub fn is_right(self, reference: Option<Label>) -> Option<bool> {
        match self {
            Answer::Label(label) => Some(Some(label) == reference),
            // With 26 choices `Z` is a choice too, and VLMEvalKit compares letters.
            Answer::NoneOfThem => Some(reference.is_some_and(|label| label.letter() == 'Z')),
            Answer::Refused => Some(false),
            Answer::Nothing => None,
        }
    }

    /// The letter that is compared with the reference answer: a label, or `Z` for none of the
    /// choices; `None` where there is nothing to compare.
    pub fn letter(self) -> Option<char> {
        match self {
            Answer::Label(label) => Some(label.letter()),
            Answer::NoneOfThem => Some('Z'),
            Answer::Refused | Answer::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_none_of_them_have_a_letter() {
        let answers =
            [Answer::Label(Label::A), Answer::NoneOfThem, Answer::Refused, Answer::Nothing];
        assert_eq!(answers.map(Answer::letter), [Some('A'), Some('Z'), None, None]);
    }
}
