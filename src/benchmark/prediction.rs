//! What a model wrote about a question, and how it was asked.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ChoiceOrder, Pass};
use crate::keyword::Keyword;

/// What a model was given.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// The question with its pictures.
    #[default]
    Image,
    /// The question alone, to find out whether it needs its pictures.
    Text,
}

impl Keyword for Input {
    const ALL: &'static [Self] = &[Input::Image, Input::Text];

    fn name(self) -> &'static str {
        match self {
            Input::Image => "image",
            Input::Text => "text",
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
    /// Whether there is no answer because the request failed; `text` then says why.
    pub failed: bool,
}

/// How the field's tool begins its note that a request failed. It goes on in several ways: `via
/// API.`, `: <class 'TimeoutError'>` and so on.
const FAILURE: &str = "Failed to obtain answer";

/// Whether a text in a file of predictions is the message of a failed request.
pub fn tells_failure(text: &str) -> bool {
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

    #[test]
    fn an_input_reads_back_from_its_name() {
        for input in Input::all() {
            assert_eq!(Input::from_name(input.name()), Ok(input));
            assert_eq!(serde_json::to_value(input).unwrap(), input.name());
        }
        assert!(Input::from_name("picture").is_err());
    }

    #[test]
    fn the_kits_failure_notes_are_known_in_all_their_forms() {
        assert!(tells_failure("Failed to obtain answer via API. "));
        assert!(tells_failure("Failed to obtain answer: <class 'TimeoutError'>"));
        assert!(!tells_failure("I failed to find an answer. Failed to do so."));
        assert!(tells_failure("F. Failed to obtain answer"));
    }
}
