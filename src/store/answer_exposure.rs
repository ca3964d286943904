//! Answer exposure: who has seen the answers to a question before deciding on it.
//!
//! The review is blind. The Models and the Agreement screens are not: they show the reference
//! answer, the predictions, and the labels that were extracted from them. Nor is a queue in which others'
//! decisions are settled, or one that shows after the blind answer what speaks against a question. When an
//! annotator opens a question there, this is recorded here, and the
//! [`Exposure`](super::Exposure) of every later decision of theirs on it says so. A count of independent
//! decisions can then leave them out.

use rusqlite::{Connection, params};

use super::question::names_any_revision;
use super::{Annotator, QuestionId, Store, StoreError};

impl Store {
    /// Records, durably, that an annotator sees the answers to a question. Call it before they are
    /// on the screen.
    pub fn record_answer_exposure(
        &mut self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<(), StoreError> {
        self.record_answer_exposures(annotator, &[question_id])
    }

    /// The same for all questions of a list, in one transaction.
    pub fn record_answer_exposures(
        &mut self,
        annotator: &Annotator,
        question_ids: &[QuestionId],
    ) -> Result<(), StoreError> {
        let now = self.now();
        let mut unseen = Vec::new();
        for &question_id in question_ids {
            if !self.has_seen_answers(annotator, question_id)? {
                unseen.push(question_id);
            }
        }
        if unseen.is_empty() {
            return Ok(());
        }
        self.write(|transaction| {
            unseen.iter().try_for_each(|&id| see_answers(transaction, annotator, id, &now))
        })
    }

    /// Whether an annotator was shown answers of models or of other people to a question, in any of its
    /// revisions.
    pub fn has_seen_answers(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        has_seen_answers(&self.connection, annotator, question_id)
    }
}

/// Notes that an annotator sees the answers to a question.
pub(super) fn see_answers(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
    now: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO answers_seen (annotator_id, question_id, created)
             VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        )?
        .execute(params![annotator.id, question_id, now])?;
    Ok(())
}

/// See [`Store::has_seen_answers`].
pub(super) fn has_seen_answers(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    names_any_revision(connection, "answers_seen", annotator, question_id)
}
