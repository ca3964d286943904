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
mod required_passes;
mod rotatable;
mod samples;
mod table;
mod warnings;

pub use breakdown::{Graded, Level, NOTHING_COUNTED, Placement, ResultRow, Tally, breakdown};
pub use choice_scores::{RankBy, TextScore, cosine_similarity, only_largest};
pub use extracted::{ExtractedLabel, ExtractionCounts};
pub use judge::{DecidedBy, Judgement, judge};
pub use model_answers::{ExtractedPass, Grade, ModelAnswers};
pub use required_passes::{FIRST_PASS_ONLY, RequiredPasses};
pub use rotatable::{Unrotatable, likeliest_rotations, rotatable, rotations};
pub use samples::{chosen_sample, majority};
pub use table::{
    AskedQuestion, Placements, Question, Score, ScoringTable, TableQuestion, Undecided,
};
pub use warnings::{about_questions, first_few, open_questions};

use serde::{Deserialize, Serialize};

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

/// A question with its passes as one model answered them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The passes that are present, in the order of their rows.
    pub passes: &'a [ExtractedPass],
    /// The passes that CircularEval requires.
    pub required: &'a RequiredPasses,
}

#[cfg(test)]
pub(crate) mod passes_as_letters {
    //! Answered passes written as letters, for tests of judgements and verdicts.

    use super::{ExtractedPass, Group, RequiredPasses};
    use crate::benchmark::{Label, Pass};
    use crate::extract::Answer;

    /// Passes as letters: `r` right, `w` wrong, `x` refused, `?` nothing read, `-` absent.
    pub fn with_group<T>(passes: &str, read: impl FnOnce(&Group<'_>) -> T) -> T {
        let answered = passes.chars().enumerate().filter_map(|(number, letter)| {
            let answer = match letter {
                'r' => Answer::Label(Label::A),
                'w' => Answer::NoneOfThem,
                'x' => Answer::Refused,
                '?' => Answer::Nothing,
                _ => return None,
            };
            Some(ExtractedPass {
                pass: Pass(number as u32),
                extracted: answer.into(),
                reference: Some(Label::A),
                grade: None,
            })
        });
        let required = RequiredPasses::Rotated(passes.len() as u32);
        let passes: Vec<ExtractedPass> = answered.collect();
        read(&Group { passes: &passes, required: &required })
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
