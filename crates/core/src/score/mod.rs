//! Scoring: CircularEval and the simpler strategies, broken down by ability. Pure.
//!
//! A [`ScoringTable`] holds one model's answers to a list of questions and computes the score. It uses
//! [`RequiredPasses`] (which passes a question needs), [`judge`] (whether a question counts as right,
//! and what decided it) and [`breakdown`] (counts over splits and abilities). Sources: MMBench §4.3;
//! VLMEvalKit's `mcq_circular_eval` and `mcq_vanilla_eval`.

mod breakdown;
mod choice_scores;
pub mod comparison;
mod extracted;
mod judge;
mod model_answers;
#[cfg(test)]
pub(crate) mod passes_as_letters;
mod required_passes;
mod rotatable;
mod rotation;
mod samples;
mod table;
mod warnings;

pub use breakdown::{Level, NOTHING_COUNTED, Placement, ResultRow, Tally, breakdown};
pub use choice_scores::{BothAnswers, RankBy, TextScore, both, cosine_similarity, only_largest};
pub use extracted::{ExtractedLabel, ExtractionCounts};
pub use judge::{DecidedBy, Judgement, PassCount, count_passes, judge};
pub use model_answers::{ExtractedPass, ModelAnswers};
pub use required_passes::{FIRST_PASS_ONLY, RequiredPasses};
pub use rotatable::{Unrotatable, rotatable};
pub use rotation::{likeliest_rotations, rotations};
pub use samples::{chosen_sample, majority};
pub use table::{AskedQuestion, Placements, Question, Score, ScoringTable, Undecided};
pub use warnings::{about_questions, first_few, open_questions};

use serde::{Deserialize, Serialize};

use crate::benchmark::{Label, Pass};
use crate::extract::Answer;
use crate::keyword::keywords;

keywords! {
    /// How the passes of a question make a score.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Strategy: Display {
        /// CircularEval: right only if right in every pass.
        Circular = "circular",
        /// Only the pass with the original order of choices counts.
        FirstPass = "first-pass",
        /// Every pass counts by itself.
        EveryPass = "every-pass",
    }
}

keywords! {
    /// The treatment of absent passes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Missing: Display {
        /// As VLMEvalKit: absent passes are not required, a question without its first row is not
        /// counted.
        Kit = "kit",
        /// A question that cannot be decided counts as not correct.
        #[default]
        Wrong = "wrong",
        /// A question that cannot be decided is left out.
        Exclude = "exclude",
    }
}

/// One pass as a model answered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnsweredPass {
    pub pass: Pass,
    /// What the rules read from the model's text.
    pub answer: Answer,
    /// The label of the right choice in this pass, if the answer is known and is a label.
    pub reference: Option<Label>,
}

/// A question with its passes as one model answered them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The passes that are present, in the order of their rows.
    pub passes: &'a [AnsweredPass],
    /// The passes that CircularEval requires.
    pub required: &'a RequiredPasses,
}

impl AnsweredPass {
    /// Whether the pass is right; `None` if no label was extracted. A refusal is an answer, and a
    /// wrong one.
    pub fn is_right(&self) -> Option<bool> {
        match self.answer {
            Answer::Label(label) => Some(Some(label) == self.reference),
            Answer::NoneOfThem => {
                // With 26 choices `Z` is a choice too, and VLMEvalKit compares letters.
                Some(self.reference.is_some_and(|reference| reference.letter() == 'Z'))
            }
            Answer::Refused => Some(false),
            Answer::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::keyword::Keyword;

    fn names<K: Keyword + fmt::Display>() -> Vec<String> {
        K::all().map(|value| format!("{value}")).collect()
    }

    #[test]
    fn strategies_and_treatments_have_names_that_read_back() {
        assert_eq!(names::<Strategy>(), ["circular", "first-pass", "every-pass"]);
        assert_eq!(names::<Missing>(), ["kit", "wrong", "exclude"]);
        assert_eq!(Strategy::from_name("first-pass"), Ok(Strategy::FirstPass));
        assert_eq!(Missing::from_name("exclude"), Ok(Missing::Exclude));
    }
}
