//! What a judge said about two answers: the reading of its text, and whose answers these are.

use serde::{Serialize, Serializer};

use crate::keyword::{Keyword as _, keywords};

/// One look of one judge at two answers to a question. Numbers are those of [`super::Votes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgment {
    pub question: u32,
    /// The turn of a conversation, 0 where there is only one.
    pub turn: u16,
    /// Which of several equal requests, from 0.
    pub repeat: u16,
    /// The model whose answer was shown first.
    pub first: u32,
    /// The model whose answer was shown second.
    pub second: u32,
    /// Whether it is known which of the two was shown first.
    pub has_order: bool,
    pub judge: u32,
    /// Which snapshot of the judge answered; 0 if it is not known.
    pub snapshot: u16,
    pub reading: Reading,
}

/// What a judgment says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// How far the answer shown first is preferred: 1 entirely, 0.5 a tie, 0 the other entirely.
    Preference(f64),
    /// A score for each answer; the higher one wins.
    Scores { first: f64, second: f64 },
    /// No verdict, and why.
    Undecided(Undecided),
}

keywords! {
    /// Why a judgment names neither answer and no tie. The names are keys of JSON.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Undecided {
        /// MLLM-Bench's second prompt: a closed question to which both answers are right or both wrong.
        SituationOne = "unable to decide: situation one",
        /// MLLM-Bench's second prompt: both answers have considerable errors.
        SituationTwo = "unable to decide: situation two",
        /// Two orders that are undecided for different reasons.
        UnableToDecide = "unable to decide",
        /// A person found both answers bad.
        BothBad = "both bad",
        /// The text names no verdict, or several.
        Unresolved = "unresolved",
        /// The judge refused.
        Refused = "refused",
        /// The request failed.
        Failed = "failed",
        /// The file has no verdict here.
        Null = "null",
        /// The file says "error".
        Error = "error",
    }
}

impl Serialize for Undecided {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The side that a judgment prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    First,
    Tie,
    Second,
}

impl Undecided {
    /// Whether the judge itself said that it cannot decide; else there is nothing to read.
    pub fn is_said_by_the_judge(self) -> bool {
        use Undecided::{BothBad, SituationOne, SituationTwo, UnableToDecide};
        matches!(self, SituationOne | SituationTwo | UnableToDecide | BothBad)
    }
}

impl Verdict {
    /// 1 for the first, 0.5 for a tie, 0 for the second.
    pub(super) fn mark(self) -> f64 {
        1.0 - f64::from(self as u8) / 2.0
    }

    /// The verdict behind a preference for the first.
    pub fn from_preference(preference: f64) -> Self {
        match preference {
            p if p > 0.5 => Verdict::First,
            p if p < 0.5 => Verdict::Second,
            _ => Verdict::Tie,
        }
    }
}

impl Reading {
    pub const FIRST: Reading = Reading::Preference(1.0);
    pub const SECOND: Reading = Reading::Preference(0.0);
    pub const TIE: Reading = Reading::Preference(0.5);

    /// A graded preference for the answer shown first; `None` if it is not between 0 and 1.
    pub fn graded(preference: f64) -> Option<Reading> {
        (0.0..=1.0).contains(&preference).then_some(Reading::Preference(preference))
    }

    /// AlpacaEval's preference: 1 the first output, 2 the second, a float between them graded, 0 a tie, `None` no
    /// verdict. `None` if it is none of these.
    pub fn from_alpaca_eval(preference: Option<f64>) -> Option<Reading> {
        match preference {
            None => Some(Reading::Undecided(Undecided::Null)),
            Some(0.0) => Some(Reading::TIE),
            Some(value) => Reading::graded(2.0 - value),
        }
    }

    /// The reading where a file names the winning model; `None` if that is neither of the two.
    pub fn from_winner(winner: &str, first: &str, second: &str) -> Option<Reading> {
        match winner {
            _ if winner == first => Some(Reading::FIRST),
            _ if winner == second => Some(Reading::SECOND),
            "tie" => Some(Reading::TIE),
            _ => None,
        }
    }

    /// What is said, with the answers exchanged.
    #[must_use]
    pub fn turned(self) -> Reading {
        match self {
            Reading::Preference(preference) => Reading::Preference(1.0 - preference),
            Reading::Scores { first, second } => Reading::Scores { first: second, second: first },
            undecided @ Reading::Undecided(_) => undecided,
        }
    }

    /// How far the first is preferred, 0 to 1.
    pub fn preference(self) -> Result<f64, Undecided> {
        match self {
            Reading::Preference(preference) => Ok(preference),
            Reading::Scores { first, second } if first > second => Ok(1.0),
            Reading::Scores { first, second } if first < second => Ok(0.0),
            Reading::Scores { .. } => Ok(0.5),
            Reading::Undecided(because) => Err(because),
        }
    }

    /// The side that is preferred.
    pub fn verdict(self) -> Result<Verdict, Undecided> {
        self.preference().map(Verdict::from_preference)
    }
}

impl Judgment {
    /// The two models by number: the pair that this judgment belongs to, in whichever order it was
    /// shown.
    pub fn pair(&self) -> (u32, u32) {
        (self.first.min(self.second), self.first.max(self.second))
    }

    /// How far the model with the lower number is preferred.
    pub fn preference_for_a(&self) -> Result<f64, Undecided> {
        let is_a = self.first < self.second;
        if is_a { self.reading } else { self.reading.turned() }.preference()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_of_alpaca_eval_is_for_its_second_output() {
        let preference = |value| Reading::from_alpaca_eval(value).unwrap().preference();
        assert_eq!(preference(Some(1.0)), Ok(1.0));
        assert_eq!(preference(Some(2.0)), Ok(0.0));
        assert_eq!(preference(Some(1.25)), Ok(0.75));
        assert_eq!((preference(Some(0.0)), preference(Some(1.5))), (Ok(0.5), Ok(0.5)));
        assert_eq!(preference(None), Err(Undecided::Null), "a null is counted, not dropped");
        for bad in [0.5, 2.5, -1.0, f64::NAN] {
            assert!(Reading::from_alpaca_eval(Some(bad)).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_model_that_is_not_in_the_pair_is_refused() {
        assert_eq!(Reading::from_winner("gpt", "a", "b"), None);
        assert_eq!(Reading::from_winner("b", "a", "b"), Some(Reading::SECOND));
        assert_eq!(Reading::from_winner("tie", "a", "b"), Some(Reading::TIE));
    }

    #[test]
    fn scores_decide_by_the_higher_one() {
        let verdict = |first, second| Reading::Scores { first, second }.verdict();
        assert_eq!(verdict(8.0, 7.0), Ok(Verdict::First));
        assert_eq!(verdict(7.0, 7.5), Ok(Verdict::Second));
        assert_eq!(verdict(7.0, 7.0), Ok(Verdict::Tie));
    }

    #[test]
    fn a_million_judgments_take_48_megabytes() {
        assert_eq!(size_of::<Judgment>(), 48);
    }
}
