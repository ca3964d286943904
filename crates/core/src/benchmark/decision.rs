//! Decisions: what a person did with an item, as rows that are only ever appended.
//!
//! A decision never changes. Answering, judging, skipping and noting append a row; so do undo and
//! redo, which name the row that they act on. What is in force for an item follows from reading the
//! rows in order: see [`super::history`].

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::gate::TextGuess;
use super::hand_label::HandExtraction;
use super::queues::shows_reference;
pub use super::queues::{QUEUE_EXTRACT, QUEUE_REVIEW, QUEUE_VERIFY};
pub use super::review::{BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use super::verification::VerifyVerdict;
use super::{EndsItem, FinalAct, InvalidDecision};

/// Writes the acts from the list of those that end an item, a line for each queue's decision.
macro_rules! acts {
    ($($ending:ident($decision:ty) $meaning:literal,)+) => {
        /// What a row of the history says.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "act", rename_all = "kebab-case")]
        pub enum Act {
            /// The blind answer: step one of a review or a verification, before the reference answer is
            /// shown.
            Answer {
                /// The answer.
                answer: BlindAnswer,
            },
            /// A guess from the text alone, before the picture and the blind answer.
            Guess(TextGuess),
            /// The category of the question, chosen before that of the data is shown.
            Category {
                /// The category by its name in the data.
                category: String,
            },
            $(#[doc = $meaning] $ending($decision),)+
            /// Passed over for good; the item leaves this annotator's queue.
            Skip,
            /// Put off; the item comes back at the end of this annotator's queue.
            Later,
            /// A remark that stands by itself.
            Note {
                /// The remark.
                note: String,
            },
            /// A lead opens the item again, because it was decided under another version of the guideline.
            Requeue {
                /// The row that no longer counts.
                row: Uuid,
                /// Which lead.
                by: String,
            },
            /// Takes a row back.
            Undo {
                /// The row that no longer counts.
                row: Uuid,
            },
            /// Brings a row that was taken back into force again.
            Redo {
                /// The `undo` row that no longer counts.
                row: Uuid,
            },
        }

        impl Act {
            /// The last step on an item, where it is one: the item is decided by it.
            pub fn final_act(&self) -> Option<FinalAct<'_>> {
                match self {
                    $(Act::$ending(decision) => Some(decision.final_act()),)+
                    _ => None,
                }
            }

            /// Whether what it says goes together.
            ///
            /// # Errors
            /// If it contradicts itself.
            pub fn check(&self) -> Result<(), InvalidDecision> {
                match self {
                    $(Act::$ending(decision) => decision.check(),)+
                    _ => Ok(()),
                }
            }
        }
    };
}

acts! {
    Review(ReviewDecision) "The whole review: step two, or both at once from a script.",
    Extract(HandExtraction) "The label that a model's text says, read by hand.",
    Verify(super::verification::VerifyDecision) "What becomes of a suspected question.",
    Adjudicate(super::adjudication::AdjudicateDecision) "What becomes of a disputed question.",
    Vote(super::vote::VoteDecision) "Which of two answers is better.",
}

impl Act {
    /// Its name in the data.
    pub fn name(&self) -> &'static str {
        match self {
            Act::Answer { .. } => "answer",
            Act::Guess(_) => "guess",
            Act::Category { .. } => "category",
            Act::Skip => "skip",
            Act::Later => "later",
            Act::Note { .. } => "note",
            Act::Requeue { .. } => "requeue",
            Act::Undo { .. } => "undo",
            Act::Redo { .. } => "redo",
            ending => ending.final_act().map_or("", |last| last.queue),
        }
    }

    /// Whether a row of this queue may hold this act. Every queue takes skips, notes and the like.
    pub fn belongs_to(&self, queue: &str) -> bool {
        match self {
            Act::Answer { .. } => shows_reference(queue),
            Act::Guess(_) | Act::Category { .. } => queue == QUEUE_REVIEW,
            act => act.final_act().is_none_or(|last| last.queue == queue),
        }
    }

    /// Whether it is the last step on an item: the item is decided by it.
    pub fn is_final(&self) -> bool {
        self.final_act().is_some()
    }

    /// The annotator's own answer to the question: the blind one, or the one that a decision repeats.
    pub fn answer(&self) -> Option<BlindAnswer> {
        match self {
            Act::Answer { answer } => Some(*answer),
            act => act.final_act().and_then(|last| last.answer),
        }
    }

    /// The category that the annotator chose: the blind one, or the one that a decision holds.
    pub fn category(&self) -> Option<&str> {
        match self {
            Act::Category { category } => Some(category),
            act => act.final_act().and_then(|last| last.category),
        }
    }

    /// Whether the annotator says that the question does not stay as it is.
    pub fn is_flag(&self) -> bool {
        match self {
            Act::Review(review) => review.verdict != ReviewVerdict::Keep,
            Act::Verify(verification) => verification.verdict != VerifyVerdict::Keep,
            Act::Adjudicate(adjudication) => adjudication.verdict != ReviewVerdict::Keep,
            _ => false,
        }
    }

    /// Whether it is a step on the way to a decision: the next one on the item follows at once.
    pub fn is_step(&self) -> bool {
        matches!(self, Act::Answer { .. } | Act::Guess(_) | Act::Category { .. })
    }

    /// Whether the item stays open after it: the next step on it, or a remark, comes.
    pub fn leaves_item_open(&self) -> bool {
        self.is_step() || matches!(self, Act::Note { .. })
    }

    /// Whether it counts where this is shown: a decision may hold for one text alone, of which `shown`
    /// is the hash.
    pub fn counts_for(&self, shown: Option<&str>) -> bool {
        let decided_on = self.final_act().and_then(|last| last.shown);
        decided_on.zip(shown).is_none_or(|(decided_on, shown)| decided_on == shown)
    }

    /// Whether the state of its item follows from it. Notes say nothing about the state, and undo
    /// and redo change which other rows are in force.
    pub fn changes_state(&self) -> bool {
        !matches!(self, Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::verification::VerifyDecision;

    #[test]
    fn a_review_reads_in_the_data_as_people_would_write_it() {
        let act = Act::Review(ReviewDecision::new(
            Some(BlindAnswer::CannotTell),
            ReviewVerdict::Wrong,
            vec![WrongReason::BadPicture],
        ));
        let json = r#"{"act":"review","answer":"cannot-tell","verdict":"wrong","reasons":["bad-picture"]}"#;
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
    }

    fn decisions() -> [Act; 3] {
        let answer = BlindAnswer::CannotTell;
        let review = ReviewDecision::new(Some(answer), ReviewVerdict::Keep, vec![]);
        let label = crate::benchmark::HandLabel::Refusal;
        let extraction = HandExtraction { label, shown: String::new(), evidence: None };
        let verification = VerifyDecision {
            answer: None,
            verdict: VerifyVerdict::Keep,
            reasons: vec![],
            note: None,
            fix: None,
        };
        [Act::Review(review), Act::Extract(extraction), Act::Verify(verification)]
    }

    #[test]
    fn a_decision_has_the_name_of_its_queue_in_the_data() {
        let queues = decisions().map(|act| act.final_act().unwrap().queue);
        let names = decisions().map(|act| serde_json::to_value(act).unwrap()["act"].clone());
        assert_eq!(names, queues);
        let known = crate::benchmark::queues::queue_names();
        assert!(queues.iter().all(|queue| known.contains(queue)), "{known:?}");
        let others = [
            Act::Answer { answer: BlindAnswer::CannotTell },
            Act::Guess(TextGuess::NoIdea),
            Act::Category { category: String::new() },
            Act::Skip,
            Act::Later,
            Act::Note { note: String::new() },
            Act::Requeue { row: Uuid::nil(), by: String::new() },
            Act::Undo { row: Uuid::nil() },
            Act::Redo { row: Uuid::nil() },
        ];
        for act in decisions().into_iter().chain(others) {
            assert_eq!(serde_json::to_value(&act).unwrap()["act"], act.name());
        }
    }

    #[test]
    fn a_flag_is_a_verdict_that_does_not_keep_the_question() {
        let [kept, extraction, verified] = decisions();
        let reasons = vec![WrongReason::BadPicture];
        let wrong = ReviewDecision::new(None, ReviewVerdict::Wrong, reasons);
        let text_only = ReviewDecision::new(None, ReviewVerdict::TextOnly, vec![]);
        assert!([kept, extraction, verified, Act::Skip].iter().all(|act| !act.is_flag()));
        assert!([wrong, text_only].map(Act::Review).iter().all(Act::is_flag));
    }

    #[test]
    fn an_act_belongs_to_its_queue_and_the_last_step_is_final() {
        let answer = BlindAnswer::CannotTell;
        let [review, extraction, verification] = decisions();
        let row = Uuid::nil();
        // The act, whether it belongs to the review, the extraction and the verification, whether it
        // is final and whether the state of its item follows from it.
        for (act, expected) in [
            (Act::Answer { answer }, [true, false, true, false, true]),
            (Act::Guess(TextGuess::NoIdea), [true, false, false, false, true]),
            (Act::Category { category: "ocr".into() }, [true, false, false, false, true]),
            (review, [true, false, false, true, true]),
            (extraction, [false, true, false, true, true]),
            (verification, [false, false, true, true, true]),
            (Act::Skip, [true, true, true, false, true]),
            (Act::Later, [true, true, true, false, true]),
            (Act::Note { note: String::new() }, [true, true, true, false, false]),
            (Act::Requeue { row, by: String::new() }, [true, true, true, false, true]),
            (Act::Undo { row }, [true, true, true, false, false]),
            (Act::Redo { row }, [true, true, true, false, false]),
        ] {
            let queues = [QUEUE_REVIEW, QUEUE_EXTRACT, QUEUE_VERIFY];
            let [review, extract, verify] = queues.map(|queue| act.belongs_to(queue));
            let found = [review, extract, verify, act.is_final(), act.changes_state()];
            assert_eq!(found, expected, "{act:?}");
        }
    }
}
