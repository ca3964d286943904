//! What a person reads from a model's text: the label that the text chooses, by hand.
//!
//! The people's labels are what every extractor is measured against, so they say more than a
//! letter: a text that chooses nothing may refuse, name several choices or speak of something else,
//! and extractors fail at these differently.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::queue_definition::{ItemKind, QueueDefinition};
use super::{Answer, ChoiceOrder, EndsItem, FinalAct, Label};
use crate::keyword::{UnexpectedText, written_as_text};

/// The queue in which people read labels from models' texts.
pub const QUEUE: QueueDefinition = QueueDefinition {
    items: ItemKind::Predictions,
    shows_reference: false,
    ..QueueDefinition::of_questions("extract")
};

/// What the text says, as shown: a label is the letter that stood before the choice in that pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandLabel {
    /// It chooses this one.
    Choice(Label),
    /// It gives an answer that is none of the choices.
    NoneOfTheChoices,
    /// It refuses to answer, or says that it cannot.
    Refusal,
    /// It stands by more than one choice.
    Several,
    /// It does not speak to the question.
    OffTopic,
}

impl HandLabel {
    /// What is not a choice, in the order in which it is offered.
    pub const NO_CHOICE: [HandLabel; 4] =
        [HandLabel::NoneOfTheChoices, HandLabel::Refusal, HandLabel::Several, HandLabel::OffTopic];

    /// The kind of answer, for tables: all choices are one kind.
    pub fn kind(self) -> &'static str {
        match self {
            HandLabel::Choice(_) => "choice",
            HandLabel::NoneOfTheChoices => "none",
            HandLabel::Refusal => "refusal",
            HandLabel::Several => "several",
            HandLabel::OffTopic => "off-topic",
        }
    }
}

impl fmt::Display for HandLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandLabel::Choice(label) => label.fmt(f),
            other => f.write_str(other.kind()),
        }
    }
}

/// In scoring, a label that is not a single choice is none of them.
impl From<HandLabel> for Answer {
    fn from(label: HandLabel) -> Self {
        match label {
            HandLabel::Choice(label) => Answer::Label(label),
            HandLabel::Refusal => Answer::Refused,
            HandLabel::NoneOfTheChoices | HandLabel::Several | HandLabel::OffTopic => {
                Answer::NoneOfThem
            }
        }
    }
}

written_as_text!(HandLabel);

impl FromStr for HandLabel {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = HandLabel::NO_CHOICE.into_iter().find(|label| label.kind() == text);
        named.or_else(|| text.parse().ok().map(HandLabel::Choice)).ok_or_else(|| {
            let expected = "a choice letter, none, refusal, several or off-topic";
            UnexpectedText::new(expected, text)
        })
    }
}

/// A finished reading of one text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandExtraction {
    /// What the text says.
    pub label: HandLabel,
    /// [`shown_hash`] of what was on screen: a label holds for this text and this order of choices
    /// only, and a model that is run again may write another.
    pub shown: String,
    /// The bytes of the text that decided, start and end, where the person marked them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<(usize, usize)>,
}

impl EndsItem for HandExtraction {
    fn final_act(&self) -> FinalAct<'_> {
        FinalAct { shown: Some(&self.shown), ..FinalAct::new(QUEUE.name, &self.label) }
    }
}

/// The first 16 hexadecimal digits of the BLAKE3 hash of the order of the choices and the text.
pub fn shown_hash(order: &ChoiceOrder, text: &str) -> String {
    blake3::hash(format!("{order}\n{text}").as_bytes()).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_label_reads_back_as_it_was_written() {
        let choices = Label::all().map(HandLabel::Choice);
        for label in choices.chain(HandLabel::NO_CHOICE) {
            assert_eq!(label.to_string().parse(), Ok(label));
            let stored = serde_json::to_value(label).unwrap();
            assert_eq!(stored, label.to_string());
            assert_eq!(serde_json::from_value::<HandLabel>(stored).unwrap(), label);
        }
        assert!("nothing".parse::<HandLabel>().is_err());
    }

    #[test]
    fn another_order_of_the_choices_is_another_thing_to_read() {
        let order = ChoiceOrder::original(Label::all().take(4));
        assert_ne!(shown_hash(&order, "B"), shown_hash(&order.rotated_left(1), "B"));
        assert_eq!(shown_hash(&order, "B"), shown_hash(&order.clone(), "B"));
    }
}
