//! The choices of a text's question, prepared once and used for every rule set.

use std::ops::Range;

use crate::benchmark::{Choice, Label};

/// The choices of one row: labels with their texts, as shown to the model.
///
/// Labels may have gaps and need not be in order; texts may be empty. The texts are kept end to end
/// in one piece of memory, because each row of a file of predictions has its own choices.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    texts: String,
    places: Vec<(Label, Range<usize>)>,
    /// The labels as a set of bits, A being the lowest.
    pub(super) labels: u32,
}

/// A choice with its text as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PreparedChoice<'a> {
    pub label: Label,
    pub text: &'a str,
}

impl Choices {
    /// Prepares choices as they were shown.
    pub fn from_shown(choices: &[Choice]) -> Self {
        Choices::new(choices.iter().map(|choice| (choice.label, choice.text.as_str())))
    }

    /// Prepares these choices. If a label occurs twice, the last text counts.
    pub fn new<S: AsRef<str>>(texts: impl IntoIterator<Item = (Label, S)>) -> Self {
        let places = Vec::with_capacity(4);
        let mut choices = Choices { texts: String::with_capacity(64), places, labels: 0 };
        for (label, text) in texts {
            let start = choices.texts.len();
            choices.texts.push_str(text.as_ref());
            let text = start..choices.texts.len();
            match choices.places.iter_mut().find(|(known, _)| *known == label) {
                Some((_, known)) => *known = text,
                None => choices.places.push((label, text)),
            }
            choices.labels |= 1 << label.index();
        }
        choices
    }

    /// Whether there are no choices.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether one of the choices has this label.
    pub fn has(&self, label: Label) -> bool {
        self.labels & (1 << label.index()) != 0
    }

    /// The text of the choice with this label.
    pub(super) fn text(&self, label: Label) -> Option<&str> {
        self.prepared().find(|choice| choice.label == label).map(|choice| choice.text)
    }

    /// The choices in the order given.
    pub(super) fn prepared(&self) -> impl Iterator<Item = PreparedChoice<'_>> {
        let places = self.places.iter().cloned();
        places.map(|(label, text)| PreparedChoice { label, text: &self.texts[text] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(choices: &Choices) -> Vec<(Label, &str)> {
        choices.prepared().map(|choice| (choice.label, choice.text)).collect()
    }

    #[test]
    fn the_last_text_of_a_label_counts() {
        let choices = Choices::new([(Label::A, "cat"), (Label::A, "hot dog")]);
        assert_eq!(read(&choices), [(Label::A, "hot dog")]);
    }

    #[test]
    fn choices_of_a_question_are_taken_as_they_were_shown() {
        let shown = [Choice { label: Label::A, text: "Cat".into() }];
        assert_eq!(read(&Choices::from_shown(&shown)), [(Label::A, "Cat")]);
    }

    #[test]
    fn a_choice_has_the_text_of_its_label() {
        let choices = Choices::new(Label::all().zip(["cat", "dog"]));
        let texts = [0, 1, 2].map(|at| choices.text(Label::from_index(at).unwrap()));
        assert_eq!(texts, [Some("cat"), Some("dog"), None]);
    }
}
