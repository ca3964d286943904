//! What a queue must say of itself so that scripts can be handed its items.

use std::collections::BTreeMap;

use serde::Serialize;

use super::definition::Queue;
use assay_core::benchmark::{Choice, QuestionKey};
use assay_store::{Benchmark, BlindQuestion, Store, StoreError};

/// A queue that scripts can be handed items of.
pub trait ScriptQueue: Queue {
    /// The queue of a benchmark, of the newest sample where it needs one.
    ///
    /// # Errors
    /// Where there is nothing to decide on yet, such as no sample of texts.
    fn of_benchmark(store: &Store, benchmark: &Benchmark) -> Result<Self, StoreError>
    where
        Self: Sized;

    /// What the annotator may see of an item before deciding.
    fn shown(item: &Self::Item, content: Self::Content) -> ShownItem;
}

/// An item as a script may see it before a decision: as blind as the screen is.
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

/// Choices by their letters.
pub(super) fn by_letter(choices: Vec<Choice>) -> BTreeMap<String, String> {
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
