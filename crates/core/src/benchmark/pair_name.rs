//! The name of two models' answers to one question.
//!
//! Written `KEY/MODEL/MODEL/TURN`. In the key and in the names of models a slash is written `%2F` and a percent
//! sign `%25`.

use std::fmt;
use std::str::FromStr;

use super::QuestionKey;
use crate::keyword::UnexpectedText;

/// Which pair of answers is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairName {
    /// The question.
    pub key: QuestionKey,
    /// The models.
    pub models: [String; 2],
    /// The turn of a conversation, 0 where there is only one.
    pub turn: u16,
}

impl fmt::Display for PairName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = |text: &str| text.replace('%', "%25").replace('/', "%2F");
        let [a, b] = &self.models;
        write!(f, "{}/{}/{}/{}", escaped(self.key.as_str()), escaped(a), escaped(b), self.turn)
    }
}

impl FromStr for PairName {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let parts: Vec<String> =
                text.split('/').map(|part| part.replace("%2F", "/").replace("%25", "%")).collect();
            let [key, a, b, turn] = <[String; 4]>::try_from(parts).ok()?;
            let (key, turn) = (QuestionKey::new(key)?, turn.parse().ok()?);
            let is_pair = !a.is_empty() && !b.is_empty() && a != b;
            is_pair.then_some(PairName { key, models: [a, b], turn })
        };
        let expected = "KEY/MODEL/MODEL/TURN, for instance 241/llava/qwen/0";
        read().ok_or_else(|| UnexpectedText::new(expected, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::PredictionName;
    use proptest::prelude::*;

    #[test]
    fn a_name_without_two_models_and_a_turn_is_refused() {
        for text in ["", "7/a/b", "7/a/b/x", "7/a/a/0", "7//b/0", "/a/b/0", "7/org/a/b/0"] {
            assert!(text.parse::<PairName>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_name_reads_back_as_it_was_written(
            key in "[a-z0-9/%]{1,6}", a in "[a-z/0-9%]{1,8}", b in "B[A-Z/%]{0,7}", turn in 0u16..9,
        ) {
            let name = PairName { key: QuestionKey::new(key).unwrap(), models: [a, b], turn };
            let written = name.to_string();
            prop_assert_eq!(PredictionName::key_in(&written), name.key.as_str());
            prop_assert_eq!(written.parse(), Ok(name));
        }
    }
}
