//! Several models on one benchmark: the tables and figures of the MMBench paper, the leaderboards of
//! SEED-Bench-2 and MMT-Bench. Pure.
//!
//! Every function takes a [`Comparison`]: the questions, the models' answers to them, and the
//! treatment of missing passes. Each file has one table or figure; they are printed by `report`.

mod choices;
mod differences;
mod hardest;
mod matching;
mod means;
mod mmt_bench;
mod overview;
mod refusals;
mod seed_bench;
mod vanilla;

pub use choices::{ChoiceCounts, ChoiceDistribution, choice_distribution};
pub use differences::{Difference, Differences, Pairing, differences};
pub use hardest::{Ability, Hardest, UnsolvedQuestion, hardest};
pub use matching::{Gain, Matching, matching};
pub use means::ranks;
pub use mmt_bench::{MMT_BENCH, MetaTask, MmtBench, MmtRow, MmtScore, Subtask, mmt_bench};
pub use overview::{L2Column, Overview, OverviewRow, columns, overview, shares_by_column};
pub use refusals::{UpperBound, upper_bounds};
pub use seed_bench::{Dimension, SEED_BENCH_2, Scope, ScopeScore, SeedBench, SeedRow, seed_bench};
pub use vanilla::{CircularDrop, drops};

use serde::{Serialize, Serializer};

use super::{AskedQuestion, DecidedBy, Judgement, Missing, ModelAnswers, ScoringTable, Strategy};
use crate::statistics::Statistic;

/// Models that are compared on the questions of one benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    pub questions: &'a [AskedQuestion],
    /// The models, each with an answer sheet for these questions.
    pub models: &'a [ModelAnswers],
    /// The treatment of absent passes.
    pub missing: Missing,
}

impl Comparison<'_> {
    /// Circular if any model was asked more than first passes.
    pub fn default_strategy(&self) -> Strategy {
        Strategy::default_for(self.models)
    }

    /// The verdicts of one model on all questions; `None` for questions that it was not asked.
    pub fn judgements(&self, model: &ModelAnswers, strategy: Strategy) -> Vec<Option<Judgement>> {
        ScoringTable::new(self.questions, model).judgements(strategy, self.missing)
    }

    /// Every model with its verdicts.
    fn judged(
        &self,
        strategy: Strategy,
    ) -> impl Iterator<Item = (&ModelAnswers, Vec<Option<Judgement>>)> {
        self.models.iter().map(move |model| (model, self.judgements(model, strategy)))
    }
}

/// A number of right questions among the counted ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The number that is counted.
    pub counted: usize,
    /// The number of them that are right.
    pub correct: usize,
}

impl Share {
    /// Counts verdicts; those that do not count are left out.
    pub fn from_judgements<'a>(
        judgements: impl IntoIterator<Item = &'a Option<Judgement>>,
    ) -> Share {
        let mut share = Share::default();
        judgements.into_iter().flatten().for_each(|judgement| share.add(*judgement));
        share
    }

    /// Counts one verdict more.
    pub fn add(&mut self, judgement: Judgement) {
        if judgement.counted {
            self.counted += 1;
            self.correct += usize::from(judgement.correct);
        }
    }

    /// The share that is right; `None` if nothing is counted.
    pub fn accuracy(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.correct as f64 / self.counted as f64)
    }

    /// The share with its n and Wilson's interval.
    pub fn statistic(&self) -> Statistic {
        Statistic::share(self.correct, self.counted, "no question is counted here")
    }
}

impl std::iter::Sum for Share {
    fn sum<I: Iterator<Item = Share>>(shares: I) -> Share {
        shares.fold(Share::default(), |sum, share| Share {
            counted: sum.counted + share.counted,
            correct: sum.correct + share.correct,
        })
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.statistic().serialize(serializer)
    }
}

/// The number of questions that neither a wrong nor a full set of right passes decided.
fn count_undecided(judgements: &[Option<Judgement>]) -> usize {
    judgements.iter().flatten().filter(|one| is_undecided(one)).count()
}

/// Whether neither a right nor a wrong answer decided the question: passes are missing or unread.
pub fn is_undecided(judgement: &Judgement) -> bool {
    matches!(judgement.decided_by, DecidedBy::Missing(_) | DecidedBy::NotExtracted(_))
}

#[cfg(test)]
pub(in crate::score) mod fixtures {
    //! Answers as letters.

    use crate::benchmark::{Label, Pass, QuestionKey};
    use crate::extract::Answer;
    use crate::score::{
        AskedQuestion, ExtractedLabel, ExtractedPass, ModelAnswers, RequiredPasses,
    };

    /// A question of an ability.
    pub fn question(number: usize, l2: &str, category: &str, required: u32) -> AskedQuestion {
        AskedQuestion {
            key: QuestionKey::new(number.to_string()).unwrap(),
            category: Some(category.into()),
            l2_category: Some(l2.into()),
            split: None,
            choices: required as usize,
            answer: Some(Label::A),
            rule: None,
            required: RequiredPasses::Rotated(required),
        }
    }

    /// A model's passes, a word a question: `r` right (the reference is A), `b` the label B, `z` none
    /// of them, `x` refused, `?` nothing read, `f` failed, `-` not there.
    pub fn model(name: &str, letters: &str) -> ModelAnswers {
        let words: Vec<&str> = letters.split(' ').collect();
        let answers = words.iter().enumerate().flat_map(|(question, word)| {
            word.chars().enumerate().filter_map(move |(pass, letter)| {
                let answer = match letter {
                    'r' => Answer::Label(Label::A),
                    'b' => Answer::Label(Label::from_index(1)?),
                    'z' => Answer::NoneOfThem,
                    'x' => Answer::Refused,
                    '?' | 'f' => Answer::Nothing,
                    _ => return None,
                };
                let is_refusal = letter == 'x';
                let extracted = ExtractedLabel { answer, is_refusal, failed: letter == 'f' };
                let reference = Some(Label::A);
                Some((
                    question,
                    ExtractedPass { pass: Pass(pass as u32), extracted, reference, grade: None },
                ))
            })
        });
        ModelAnswers::new(name, words.len(), answers, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_counted_has_no_share() {
        assert_eq!(Share::default().accuracy(), None);
        assert_eq!(Share { counted: 4, correct: 3 }.accuracy(), Some(0.75));
        let written = serde_json::to_value(Share { counted: 4, correct: 3 }).unwrap();
        assert_eq!((&written["value"], &written["n"]), (&0.75.into(), &4.into()));
    }
}
