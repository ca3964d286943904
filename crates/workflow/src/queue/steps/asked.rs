//! What an item asks now, as `assay next` prints it.

use serde::Serialize;

use crate::queue::opened::OpenedQuestion;
use assay_core::benchmark::QuestionKind;
use assay_core::benchmark::decision::BlindAnswer;

/// What an item asks its annotator now, what may be given, and what is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedStep {
    /// What is asked for.
    pub step: &'static str,
    /// What may be given.
    #[serde(flatten)]
    pub given: Given,
    /// What the annotator may not see yet.
    pub hidden: Vec<&'static str>,
}

/// What may be given to a step. Lists of what it does not take are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Given {
    /// Choices by their letters, and what stands for none of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// What may become of a question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<&'static str>,
    /// Why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The names of the categories, where one may be given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Whether a few words or a number may be given.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub takes_text: bool,
    /// Whether a category may be given.
    #[serde(skip)]
    pub takes_category: bool,
}

impl Given {
    /// The choices of a question and these further labels.
    pub(super) fn labels(
        item: &OpenedQuestion,
        further: impl IntoIterator<Item = impl ToString>,
    ) -> Self {
        let choices = item.question.choices.iter().map(|choice| choice.label.to_string());
        let further = further.into_iter().map(|label| label.to_string());
        Given { labels: choices.chain(further).collect(), ..Given::default() }
    }

    /// The answers to a question; none to an open one.
    pub(super) fn answers(item: &OpenedQuestion) -> Self {
        if !item.question.kind().takes_answer() {
            return Given::default();
        }
        match item.question.kind() {
            QuestionKind::Short => {
                Given { takes_text: true, ..Given::labels(item, [BlindAnswer::CannotTell]) }
            }
            _ => Given::labels(item, [BlindAnswer::NoneOfTheChoices, BlindAnswer::CannotTell]),
        }
    }
}
