//! The name of one prediction: which question, which model, which pass, asked how.
//!
//! Written `KEY/MODEL/PASS`, and `KEY/MODEL/PASS/text` where the model did not see the pictures.
//! Names of models have slashes of their own (`org/model`), so the name is read from both ends; in
//! the key a slash is written `%2F` and a percent sign `%25`.

use std::fmt;
use std::str::FromStr;

use super::{Input, Pass, QuestionKey};
use crate::keyword::UnexpectedText;

/// Which prediction is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredictionName {
    /// The question.
    pub key: QuestionKey,
    /// The model's name.
    pub model: String,
    /// The CircularEval pass.
    pub pass: Pass,
    /// Whether the model saw the pictures.
    pub input: Input,
}

impl PredictionName {
    /// The key of the question in a name, also in a damaged one: the text before its first
    /// slash.
    pub fn key_in(name: &str) -> String {
        let key = name.split('/').next().unwrap_or(name);
        key.replace("%2F", "/").replace("%25", "%")
    }
}

impl fmt::Display for PredictionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.as_str().replace('%', "%25").replace('/', "%2F");
        write!(f, "{key}/{}/{}", self.model, self.pass)?;
        match self.input {
            Input::Image => Ok(()),
            Input::Text => f.write_str("/text"),
        }
    }
}

impl FromStr for PredictionName {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (rest, input) = match text.strip_suffix("/text") {
                Some(rest) => (rest, Input::Text),
                None => (text, Input::Image),
            };
            let (rest, pass) = rest.rsplit_once('/')?;
            let (_, model) = rest.split_once('/')?;
            let pass = Pass(pass.parse().ok()?);
            let key = QuestionKey::new(Self::key_in(text))?;
            (!model.is_empty()).then(|| PredictionName { key, model: model.into(), pass, input })
        };
        let expected = "KEY/MODEL/PASS, for instance 241/llava/0";
        read().ok_or_else(|| UnexpectedText::new(expected, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slashes_in_a_models_name_and_in_a_key_do_no_harm() {
        let name: PredictionName = "VAL%2F7/org/model/3/text".parse().unwrap();
        assert_eq!((name.key.as_str(), name.model.as_str()), ("VAL/7", "org/model"));
        assert_eq!((name.pass, name.input), (Pass(3), Input::Text));
    }

    #[test]
    fn a_name_without_a_pass_is_refused() {
        for text in ["", "241", "241/llava", "241/llava/x", "/llava/1", "241//1"] {
            assert!(text.parse::<PredictionName>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_name_reads_back_as_it_was_written(
            key in "[a-z0-9/%]{1,6}", model in "[a-z/0-9%]{1,8}", pass in 0u32..9, is_text: bool,
        ) {
            let input = if is_text { Input::Text } else { Input::Image };
            let name = PredictionName { key: QuestionKey::new(key).unwrap(), model, pass: Pass(pass), input };
            prop_assert_eq!(name.to_string().parse(), Ok(name));
        }
    }
}
