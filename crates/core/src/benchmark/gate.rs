//! The text-only gate: on some items the question comes without its picture first, and the annotator
//! guesses.
//!
//! What people guess right from the text alone says which questions need no picture, and the answers
//! given after a guess, beside those given without one, say what guessing first does to an answer.

use serde::{Deserialize, Serialize};

use super::Label;
use crate::keyword::{UnexpectedText, keywords};

keywords! {
    /// How sure an annotator is of a guess.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Confidence: Display {
        /// Little better than any other choice.
        Low = "low",
        /// Likely.
        Medium = "medium",
        /// As good as certain.
        High = "high",
    }
}

/// What an annotator takes to be right before the picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "GuessInData", into = "GuessInData")]
pub enum TextGuess {
    /// One of the choices.
    Choice {
        /// Which.
        label: Label,
        /// How sure the annotator is.
        confidence: Confidence,
    },
    /// The text says nothing about which choice is right.
    NoIdea,
}

/// The name of [`TextGuess::NoIdea`] in the data.
pub const NO_IDEA: &str = "no-idea";

impl TextGuess {
    /// The choice that is guessed, if one is.
    pub fn label(self) -> Option<Label> {
        match self {
            TextGuess::Choice { label, .. } => Some(label),
            TextGuess::NoIdea => None,
        }
    }

    /// How sure the annotator is of it.
    pub fn confidence(self) -> Option<Confidence> {
        match self {
            TextGuess::Choice { confidence, .. } => Some(confidence),
            TextGuess::NoIdea => None,
        }
    }
}

/// A guess as rows have it: `"guess":"B","confidence":"low"`, or `"guess":"no-idea"`.
#[derive(Serialize, Deserialize)]
struct GuessInData {
    guess: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    confidence: Option<Confidence>,
}

impl TryFrom<GuessInData> for TextGuess {
    type Error = UnexpectedText;

    fn try_from(data: GuessInData) -> Result<Self, Self::Error> {
        let expected = "a choice letter with a confidence, or `no-idea` without one";
        match (data.guess.as_str(), data.confidence) {
            (NO_IDEA, None) => Ok(TextGuess::NoIdea),
            (letter, Some(confidence)) if letter != NO_IDEA => letter
                .parse()
                .map(|label| TextGuess::Choice { label, confidence })
                .map_err(|_| UnexpectedText::new(expected, letter)),
            (other, _) => Err(UnexpectedText::new(expected, other)),
        }
    }
}

impl From<TextGuess> for GuessInData {
    fn from(guess: TextGuess) -> Self {
        GuessInData {
            guess: guess.label().map_or_else(|| NO_IDEA.to_owned(), |label| label.to_string()),
            confidence: guess.confidence(),
        }
    }
}

/// A share of some items that is drawn by their names: the same on every machine, and it stays when others
/// are added. A larger share adds to a smaller one.
///
/// The text-only gate is drawn for each person and item, not for each item: one question then has second
/// answers of both kinds, from people who guessed first and from people who did not, so that the two are
/// compared on the same questions and a difference is not one between easy and hard questions. By name, not
/// by the order of coming: a bundle that is away draws the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnShare {
    /// Above 0 and at most 1.
    pub share: f64,
    pub seed: u64,
}

impl DrawnShare {
    /// Whether something with these names belongs to it.
    pub fn draws(self, names: &[&str]) -> bool {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.seed.to_le_bytes());
        for name in names {
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
        }
        let mut place = [0; 8];
        place.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        // 53 bits are what a float holds exactly.
        let place = (u64::from_le_bytes(place) >> 11) as f64 / (1_u64 << 53) as f64;
        place < self.share
    }
}

/// The place of a name in the random order of this seed: a keyed hash, so that the order is the same on every
/// machine and stays when others are added.
pub fn place_in_order(seed: u64, name: &str) -> [u8; 32] {
    *blake3::hash(&[&seed.to_le_bytes()[..], name.as_bytes()].concat()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::decision::Act;

    #[test]
    fn a_guess_reads_in_the_data_as_people_would_write_it() {
        let guess = TextGuess::Choice { label: Label::A, confidence: Confidence::High };
        for (guess, json) in [
            (guess, r#"{"act":"guess","guess":"A","confidence":"high"}"#),
            (TextGuess::NoIdea, r#"{"act":"guess","guess":"no-idea"}"#),
        ] {
            let act = Act::Guess(guess);
            assert_eq!(serde_json::to_string(&act).unwrap(), json);
            assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
        }
        for nonsense in [
            r#"{"act":"guess","guess":"A"}"#,
            r#"{"act":"guess","guess":"no-idea","confidence":"low"}"#,
            r#"{"act":"guess","guess":"1","confidence":"low"}"#,
        ] {
            assert!(serde_json::from_str::<Act>(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn about_the_share_is_drawn_and_another_part_of_it_for_each_person() {
        let gate = DrawnShare { share: 0.3, seed: 1 };
        let items: Vec<String> = (0..2000).map(|item| item.to_string()).collect();
        let of = |gate: DrawnShare, name: &str| -> Vec<&String> {
            items.iter().filter(|item| gate.draws(&["gate", name, item])).collect()
        };
        let (alice, bob) = (of(gate, "alice"), of(gate, "bob"));
        assert!((540..660).contains(&alice.len()), "{}", alice.len());
        let both = alice.iter().filter(|item| bob.contains(item)).count();
        assert!((120..240).contains(&both), "{both}: independent of each other");
        assert_ne!(alice, of(DrawnShare { seed: 2, ..gate }, "alice"));
        assert_eq!(of(DrawnShare { share: 1.0, ..gate }, "alice").len(), 2000);
        let wider = of(DrawnShare { share: 0.5, ..gate }, "alice");
        assert!(alice.iter().all(|item| wider.contains(item)), "a larger share adds to a smaller");
    }
}
