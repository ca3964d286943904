//! The text-only gate: the picture of a gated question is kept from an annotator until their guess is
//! committed.
//!
//! The store keeps it from them, not the view: a question is loaded here without its pictures. To whom a
//! picture was handed out is recorded: from then on a guess is not taken back, and none is asked for.

use rusqlite::{Connection, params};

use super::category_first::asks_category;
use super::decided::{has_answered, key_and_revision, own_history};
use crate::annotator::make_known;
use crate::answer_exposure::shown_answers;
use crate::assignment::assignment_of;
use crate::query::Query;
use crate::question::noted_revisions;
use crate::{Annotator, BlindQuestion, QuestionId, Store, StoreError};
use assay_core::benchmark::queues::QUEUE_REVIEW;

impl Store {
    /// A question as this reviewer may see it before the blind answer: without its pictures as long as
    /// the gate is closed, and without its category as long as they are to choose it.
    pub fn question_at_gate(
        &self,
        annotator: &Annotator,
        id: QuestionId,
    ) -> Result<BlindQuestion, StoreError> {
        let mut question = match is_gated(&self.connection, annotator, id)? {
            true => self.question_without_pictures(id)?,
            false => self.blind_question(id)?,
        };
        if asks_category(&self.connection, annotator, id)? {
            question.withhold_category();
        }
        Ok(question)
    }

    /// Whether the picture of a question is kept from a reviewer until they guess.
    pub fn is_gated(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<bool, StoreError> {
        is_gated(&self.connection, annotator, question_id)
    }

    /// Records, durably, that a reviewer is handed the picture of a question: after a guess, which is not
    /// taken back from then on, or in another queue, after which no guess is asked for. Call it before it
    /// is on the screen.
    pub fn record_gate_passed(
        &mut self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<(), StoreError> {
        if has_passed(&self.connection, annotator, question_id)? {
            return Ok(());
        }
        let now = self.now();
        self.write(|transaction| pass_gate(transaction, annotator, question_id, &now))
    }
}

/// See [`Store::record_gate_passed`].
pub(super) fn pass_gate(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
    now: &str,
) -> Result<(), StoreError> {
    make_known(connection, annotator, now)?;
    let sql = "INSERT INTO gate_passed (annotator_id, question_id, created) VALUES (?1, ?2, ?3)
        ON CONFLICT DO NOTHING";
    connection.change(sql, params![annotator.id, question_id, now])?;
    Ok(())
}

/// Whether a reviewer was handed the picture of a question, in any of its revisions.
pub(super) fn has_passed(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    let rows = noted_revisions("gate_passed");
    connection.one(&format!("SELECT EXISTS (SELECT 1 {rows})"), params![annotator.id, question_id])
}

/// Whether the picture of a question is kept from a reviewer: the review is assigned with a gate, to this
/// person, the item is drawn for them, it has something to guess from and something to hide, and they
/// have neither guessed nor seen the picture in the review, nor on a screen that shows answers.
pub(crate) fn is_gated(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    let Some(assignment) = assignment_of(connection, QUEUE_REVIEW, question_id)? else {
        return Ok(false);
    };
    let Some(gate) = assignment.gate else { return Ok(false) };
    let (key, revision) = key_and_revision(connection, question_id)?;
    if !gate.draws(&annotator.name, &key)
        || !assignment.includes(connection, annotator)?
        || !can_be_gated(connection, question_id)?
    {
        return Ok(false);
    }
    if has_answered(connection, annotator, question_id)?
        || has_passed(connection, annotator, question_id)?
        || shown_answers(connection, annotator, question_id)?.is_some()
    {
        return Ok(false);
    }
    let own = own_history(connection, QUEUE_REVIEW, question_id, &key, annotator)?;
    // An answer to an older revision was given with the picture in sight.
    let has_seen = own.rows().iter().any(|row| row.act.answer().is_some());
    Ok(!has_seen && own.guess(&key, revision).is_none())
}

/// Whether a question can be guessed without its pictures: it has choices, none of which is a picture
/// itself, and a picture.
fn can_be_gated(connection: &Connection, question_id: QuestionId) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM choice WHERE question_id = ?1)
        AND EXISTS (SELECT 1 FROM question_image WHERE question_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM question_image
            WHERE question_id = ?1 AND role NOT IN ('stem', 'frame'))";
    connection.one(sql, [question_id])
}
