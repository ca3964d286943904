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
    lowered: String,
    places: Vec<Place>,
    /// The labels as a set of bits, A being the lowest.
    pub(super) labels: u32,
    /// The length of all texts together, in code points.
    pub(super) code_points: usize,
}

/// A choice, and the range of its text.
#[derive(Clone, Debug)]
struct Place {
    label: Label,
    text: Range<usize>,
    lowered: Range<usize>,
}

/// A choice with what the rules need to know about its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PreparedChoice<'a> {
    pub label: Label,
    /// As written.
    pub text: &'a str,
    /// Lower-cased as Python and Rust both do: full Unicode mappings, final sigma included.
    pub lowered: &'a str,
}

impl Choices {
    /// Prepares choices as they were shown.
    pub fn from_shown(choices: &[Choice]) -> Self {
        Choices::new(choices.iter().map(|choice| (choice.label, choice.text.as_str())))
    }

    /// Prepares these choices. If a label occurs twice, the last text counts.
    pub fn new<S: AsRef<str>>(texts: impl IntoIterator<Item = (Label, S)>) -> Self {
        let mut choices = Choices {
            texts: String::with_capacity(64),
            places: Vec::with_capacity(4),
            ..Choices::default()
        };
        for (label, text) in texts {
            let start = choices.texts.len();
            choices.texts.push_str(text.as_ref());
            let text = start..choices.texts.len();
            let place = Place { label, lowered: text.clone(), text };
            match choices.places.iter_mut().find(|known| known.label == label) {
                Some(known) => *known = place,
                None => choices.places.push(place),
            }
            choices.labels |= 1 << label.index();
        }
        choices.lower();
        choices
    }

    /// Lower-cases the texts and counts their code points. If all are ASCII, as they almost always
    /// are, a lower-cased text has the same range as the text itself.
    fn lower(&mut self) {
        if self.texts.is_ascii() {
            self.lowered = self.texts.to_ascii_lowercase();
            self.code_points = self.places.iter().map(|place| place.text.len()).sum();
            return;
        }
        for place in &mut self.places {
            let text = &self.texts[place.text.clone()];
            let start = self.lowered.len();
            self.lowered.push_str(&text.to_lowercase());
            place.lowered = start..self.lowered.len();
            self.code_points += text.chars().count();
        }
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
        self.places.iter().map(|place| PreparedChoice {
            label: place.label,
            text: &self.texts[place.text.clone()],
            lowered: &self.lowered[place.lowered.clone()],
        })
    }
}

impl PartialEq for Choices {
    fn eq(&self, other: &Self) -> bool {
        self.prepared().eq(other.prepared())
    }
}

impl Eq for Choices {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_of_a_label_counts() {
        let choices = Choices::new([(Label::A, "cat"), (Label::A, "hot dog")]);
        let read: Vec<_> = choices.prepared().map(|choice| (choice.label, choice.text)).collect();
        assert_eq!(read, [(Label::A, "hot dog")]);
        assert_eq!(choices.code_points, 7);
        assert_eq!(choices, Choices::new([(Label::A, "hot dog")]));
    }

    #[test]
    fn texts_keep_their_places_when_lower_case_has_another_length() {
        let texts: Vec<_> = Label::all().zip(["İX", "ΣΑΣ", "", "Cat"]).collect();
        let choices = Choices::new(texts.iter().copied());
        let found: Vec<_> = choices.prepared().map(|c| (c.label, c.text, c.lowered)).collect();
        let lowered: Vec<String> = texts.iter().map(|(_, text)| text.to_lowercase()).collect();
        let expected =
            texts.iter().zip(&lowered).map(|(&(label, text), low)| (label, text, &low[..]));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(choices.code_points, 8);
    }

    #[test]
    fn choices_of_a_question_are_taken_as_they_were_shown() {
        let shown = [Choice { label: Label::A, text: "Cat".into() }];
        assert_eq!(Choices::from_shown(&shown), Choices::new([(Label::A, "Cat")]));
    }

    #[test]
    fn a_choice_has_the_text_of_its_label_and_other_texts_make_other_choices() {
        let choices = Choices::new(Label::all().zip(["cat", "dog"]));
        let texts = [0, 1, 2].map(|at| choices.text(Label::from_index(at).unwrap()));
        assert_eq!(texts, [Some("cat"), Some("dog"), None]);
        assert_ne!(choices, Choices::new(Label::all().zip(["cat", "cow"])));
    }
}
