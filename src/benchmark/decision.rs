//! Decisions: what a person did with an item, as rows that are only ever appended.
//!
//! A decision never changes. Answering, judging, skipping and noting append a row; so do undo and
//! redo, which name the row that they act on. What is in force for an item follows from reading the
//! rows in order: see [`super::history`].

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::hand_label::HandExtraction;
pub use super::review::{BlindAnswer, InvalidReview, ReviewDecision, ReviewVerdict, WrongReason};
use super::verification::VerifyDecision;

/// The name of the queue in which questions are reviewed.
pub const QUEUE_REVIEW: &str = "review";

/// The name of the queue in which people read labels from models' texts.
pub const QUEUE_EXTRACT: &str = "extract";

/// The name of the queue in which people decide on questions that are suspected.
pub const QUEUE_VERIFY: &str = "verify";

/// The queues of this program, by the names that rows carry.
pub const QUEUES: [&str; 3] = [QUEUE_REVIEW, QUEUE_EXTRACT, QUEUE_VERIFY];

/// Whether the items of a queue are questions, named by their keys; else they are predictions.
pub fn has_questions_as_items(queue: &str) -> bool {
    queue == QUEUE_REVIEW || queue == QUEUE_VERIFY
}

/// What a row of the history says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Act {
    /// The blind answer: step one of a review or a verification, before the reference answer is shown.
    Answer {
        /// The answer.
        answer: BlindAnswer,
    },
    /// The whole review: step two, or both at once from a script.
    Review(ReviewDecision),
    /// The label that a model's text says, read by hand.
    Extract(HandExtraction),
    /// What becomes of a suspected question.
    Verify(VerifyDecision),
    /// Passed over for good; the item leaves this annotator's queue.
    Skip,
    /// Put off; the item comes back at the end of this annotator's queue.
    Later,
    /// A remark that stands by itself.
    Note {
        /// The remark.
        note: String,
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
    /// Whether a row of this queue may hold this act. Every queue takes skips, notes and the like.
    pub fn belongs_to(&self, queue: &str) -> bool {
        match self {
            Act::Answer { .. } => has_questions_as_items(queue),
            Act::Review(_) => queue == QUEUE_REVIEW,
            Act::Extract(_) => queue == QUEUE_EXTRACT,
            Act::Verify(_) => queue == QUEUE_VERIFY,
            Act::Skip | Act::Later | Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. } => true,
        }
    }

    /// Whether it is the last step on an item: the item is decided by it.
    pub fn is_final(&self) -> bool {
        matches!(self, Act::Review(_) | Act::Extract(_) | Act::Verify(_))
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

    #[test]
    fn a_review_reads_in_the_data_as_people_would_write_it() {
        let act = Act::Review(ReviewDecision {
            answer: BlindAnswer::CannotTell,
            verdict: ReviewVerdict::Wrong,
            reasons: vec![WrongReason::BadPicture],
            corrected: None,
            note: None,
        });
        let json = r#"{"act":"review","answer":"cannot-tell","verdict":"wrong","reasons":["bad-picture"]}"#;
        assert_eq!(serde_json::to_string(&act).unwrap(), json);
        assert_eq!(serde_json::from_str::<Act>(json).unwrap(), act);
    }

    #[test]
    fn an_act_belongs_to_its_queue_and_the_last_step_is_final() {
        let answer = BlindAnswer::CannotTell;
        let review = ReviewDecision {
            answer,
            verdict: ReviewVerdict::Keep,
            reasons: vec![],
            corrected: None,
            note: None,
        };
        let label = crate::benchmark::HandLabel::Refusal;
        let extraction = HandExtraction { label, shown: String::new(), evidence: None };
        let row = Uuid::nil();
        // The act, whether it belongs to the review and to the extraction, whether it is final and
        // whether the state of its item follows from it.
        for (act, expected) in [
            (Act::Answer { answer }, [true, false, false, true]),
            (Act::Review(review), [true, false, true, true]),
            (Act::Extract(extraction), [false, true, true, true]),
            (Act::Skip, [true, true, false, true]),
            (Act::Later, [true, true, false, true]),
            (Act::Note { note: String::new() }, [true, true, false, false]),
            (Act::Undo { row }, [true, true, false, false]),
            (Act::Redo { row }, [true, true, false, false]),
        ] {
            let queues = [QUEUE_REVIEW, QUEUE_EXTRACT].map(|queue| act.belongs_to(queue));
            let found = [queues[0], queues[1], act.is_final(), act.changes_state()];
            assert_eq!(found, expected, "{act:?}");
        }
    }
}
