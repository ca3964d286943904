//! An item as a script may see it before a decision: as blind as the screen is.

use std::collections::BTreeMap;

use serde::Serialize;

use assay_core::benchmark::{Choice, QuestionKey};
use assay_store::{BlindQuestion, BlindText};

/// An item as a script may see it before a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownItem {
    /// The question's key; `None` if even that says too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<QuestionKey>,
    /// The question.
    pub stem: String,
    /// Context given before it.
    pub hint: Option<String>,
    /// The choices by their letters.
    pub choices: BTreeMap<String, String>,
    /// The leaf ability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Whether its pictures are hidden until a guess from the text is committed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guess_first: bool,
    /// Whether its category is hidden until one is chosen: the review names it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub category_first: bool,
    /// How many pictures it has that may be seen now, in queues of questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<usize>,
    /// What a model wrote, in the queue where that is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

fn by_letter(choices: Vec<Choice>) -> BTreeMap<String, String> {
    choices.into_iter().map(|choice| (choice.label.to_string(), choice.text)).collect()
}

impl From<BlindQuestion> for ShownItem {
    fn from(question: BlindQuestion) -> Self {
        ShownItem {
            guess_first: question.is_gated(),
            category_first: question.asks_category,
            pictures: Some(question.pictures.len()),
            key: Some(question.key),
            stem: question.stem,
            hint: question.hint,
            choices: by_letter(question.choices),
            category: question.category,
            text: None,
        }
    }
}

impl From<BlindText> for ShownItem {
    fn from(text: BlindText) -> Self {
        ShownItem {
            guess_first: false,
            category_first: false,
            pictures: None,
            key: None,
            stem: text.stem,
            hint: text.hint,
            choices: by_letter(text.choices),
            category: None,
            text: Some(text.text),
        }
    }
}
