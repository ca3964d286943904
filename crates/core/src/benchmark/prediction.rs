//! What a model wrote about a question, and how it was asked.

use serde::{Deserialize, Serialize};

use super::{ChoiceOrder, Pass};
use crate::keyword::keywords;

keywords! {
    /// What a model was given.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum Input: Display {
        /// The question with its pictures.
        #[default]
        Image = "image",
        /// The question alone, to find out whether it needs its pictures.
        Text = "text",
    }
}

/// One answer of a model to one pass of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// Which CircularEval pass was asked.
    pub pass: Pass,
    /// The order in which the model saw the choices.
    pub order: ChoiceOrder,
    /// What the model wrote, as it wrote it.
    pub text: String,
    /// What became of the request.
    pub status: PredictionStatus,
}

impl Prediction {
    /// Whether there is no answer, because the request failed.
    pub fn failed(&self) -> bool {
        self.status == PredictionStatus::Failed
    }
}

keywords! {
    /// What became of the request for a prediction.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PredictionStatus {
        /// The model answered.
        #[default]
        Ok = "ok",
        /// The server or the model declined to answer and said so outside of the text. It is an answer,
        /// and not the right one.
        Refused = "refused",
        /// There is no answer; the text says why.
        Failed = "failed",
    }
}

impl PredictionStatus {
    /// The status of a text in a file of predictions: failed if it is the message of a failed request.
    pub fn from_text(text: &str) -> Self {
        if is_failure_message(text) { PredictionStatus::Failed } else { PredictionStatus::Ok }
    }
}

/// The beginning of VLMEvalKit's message that a request failed. It continues in several ways: `via
/// API.`, `: <class 'TimeoutError'>` and so on.
const FAILURE: &str = "Failed to obtain answer";

/// Whether a text in a file of predictions is the message of a failed request.
pub fn is_failure_message(text: &str) -> bool {
    find_phrase(text, FAILURE).is_some()
}

/// Where a fixed phrase begins. Answers are short: preparing the search of [`str::find`] takes longer
/// than looking for the phrase's first letter.
pub fn find_phrase(text: &str, phrase: &str) -> Option<usize> {
    let (text, phrase) = (text.as_bytes(), phrase.as_bytes());
    let mut begins = memchr::memchr_iter(*phrase.first()?, text);
    begins.find(|&at| text[at..].starts_with(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::Keyword;

    #[test]
    fn an_input_reads_back_from_its_name() {
        for input in Input::all() {
            assert_eq!(Input::from_name(input.name()), Ok(input));
            assert_eq!(serde_json::to_value(input).unwrap(), input.name());
            assert_eq!(format!("{input:>6}"), format!("{:>6}", input.name()));
        }
        assert!(Input::from_name("picture").is_err());
    }

    #[test]
    fn the_failure_messages_of_vlmevalkit_are_known_in_all_their_forms() {
        assert!(is_failure_message("Failed to obtain answer via API. "));
        assert!(is_failure_message("Failed to obtain answer: <class 'TimeoutError'>"));
        assert!(!is_failure_message("I failed to find an answer. Failed to do so."));
        assert!(is_failure_message("F. Failed to obtain answer"));
    }
}
