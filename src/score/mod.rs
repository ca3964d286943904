//! Scoring: CircularEval and its plainer kin, broken down by ability. Pure.
//!
//! A [`Group`] is a question with its passes as one model answered them. [`judge`] decides whether
//! it counts as right and says by what; [`breakdown`] counts over splits and abilities. Papers:
//! MMBench §4.3; the peer's rules: VLMEvalKit's `mcq_circular_eval` and `mcq_vanilla_eval`.

mod answers;
mod breakdown;
pub mod comparison;
mod judge;
mod reading;
mod required_passes;
mod rotatable;
mod warnings;

pub use answers::{AskedQuestion, ModelAnswers, ReadPass};
pub use breakdown::{
    Level, NOTHING_COUNTED, Placement, ResultRow, Tally, Unit, breakdown, breakdown_of_tallies,
};
pub use judge::{DecidedBy, Judgement, PassCount, count_passes, judge};
pub use reading::{Extracted, Reading};
pub use required_passes::{FIRST_PASS_ONLY, RequiredPasses};
pub use rotatable::{Unrotatable, rotatable};
pub use warnings::{about_questions, fewer_passes_warning, first_few};

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::benchmark::{Label, Pass};
use crate::extract::Answer;

/// How the passes of a question make a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// CircularEval: right only if right in every pass.
    Circular,
    /// Only the pass with the original order of choices counts.
    FirstPass,
    /// Every pass counts by itself.
    EveryPass,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Circular => "circular",
            Strategy::FirstPass => "first-pass",
            Strategy::EveryPass => "every-pass",
        })
    }
}

/// What becomes of passes that are not there.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// As VLMEvalKit: absent passes are not required, a question without its first row is not
    /// counted.
    Kit,
    /// A question that cannot be decided counts as not correct.
    #[default]
    Wrong,
    /// A question that cannot be decided is left out.
    Exclude,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Kit => "kit",
            Missing::Wrong => "wrong",
            Missing::Exclude => "exclude",
        })
    }
}

/// One pass as a model answered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnsweredPass {
    /// Which pass.
    pub pass: Pass,
    /// What the rules read from the model's text.
    pub answer: Answer,
    /// The label that stands before the right choice in this pass, if the answer is known and is one.
    pub reference: Option<Label>,
}

/// A question with its passes as one model answered them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The passes that are there, in the order of their rows.
    pub passes: Vec<AnsweredPass>,
    /// The passes that CircularEval requires.
    pub required: &'a RequiredPasses,
}

impl AnsweredPass {
    /// Whether the pass is right, wrong, or not to be told. A refusal is wrong: it is an answer, and not
    /// the right one.
    pub fn is_right(&self) -> Option<bool> {
        match self.answer {
            Answer::Label(label) => Some(Some(label) == self.reference),
            Answer::NoneOfThem => {
                // With 26 choices `Z` is a choice too, and the peer compares letters.
                Some(self.reference.is_some_and(|reference| reference.letter() == 'Z'))
            }
            Answer::Refused => Some(false),
            Answer::Nothing => None,
        }
    }
}
