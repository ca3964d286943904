//! The choices a text is read against, prepared once and used for every rule set.

use crate::benchmark::Label;

/// The choices of one row: labels with their texts, as shown to the model.
///
/// Labels may have gaps and need not be in order; texts may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    prepared: Vec<PreparedChoice>,
    labels: u32,
    code_points: usize,
}

/// A choice with what the rules need to know about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreparedChoice {
    pub label: Label,
    /// As written.
    pub text: String,
    /// Lower-cased as Python and Rust both do: full Unicode mappings, final sigma included.
    pub lowered: String,
}

impl Choices {
    /// Prepares these choices. Of a label that comes twice, the last text counts.
    pub fn new<S: Into<String>>(texts: impl IntoIterator<Item = (Label, S)>) -> Self {
        let mut choices = Choices::default();
        for (label, text) in texts {
            let text = text.into();
            let choice = PreparedChoice { label, lowered: text.to_lowercase(), text };
            match choices.prepared.iter_mut().find(|known| known.label == label) {
                Some(known) => *known = choice,
                None => choices.prepared.push(choice),
            }
            choices.labels |= 1 << label.index();
        }
        choices.code_points =
            choices.prepared.iter().map(|choice| choice.text.chars().count()).sum();
        choices
    }

    /// Whether one of the choices has this label.
    pub fn has(&self, label: Label) -> bool {
        self.labels & (1 << label.index()) != 0
    }

    /// How many choices there are.
    pub fn len(&self) -> usize {
        self.prepared.len()
    }

    /// Whether there is no choice.
    pub fn is_empty(&self) -> bool {
        self.prepared.is_empty()
    }

    /// The text of the choice with this label, as written.
    pub fn text(&self, label: Label) -> Option<&str> {
        self.prepared.iter().find(|choice| choice.label == label).map(|choice| choice.text.as_str())
    }

    /// The choices in the order given.
    pub(super) fn prepared(&self) -> &[PreparedChoice] {
        &self.prepared
    }

    /// The labels as a set of bits, A being the lowest.
    pub(super) fn label_bits(&self) -> u32 {
        self.labels
    }

    /// The length of all texts together, in code points.
    pub(super) fn code_points(&self) -> usize {
        self.code_points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_of_a_label_counts() {
        let choices = Choices::new([(Label::A, "cat"), (Label::A, "hot dog")]);
        assert_eq!((choices.len(), choices.text(Label::A)), (1, Some("hot dog")));
        assert_eq!(choices.code_points(), 7);
    }
}
