//! Answer exposure: who has seen the answers to a question before deciding on it.
//!
//! The review is blind. The Models and the Agreement screens are not: they show the reference
//! answer, the predictions, and the labels that were extracted from them. Nor is a queue in which others'
//! decisions are settled, or one that shows after the blind answer what speaks against a question. When an
//! annotator opens a question there, this is recorded here with whose answers they see, and the
//! [`Exposure`](super::Exposure) of every later decision of theirs on it says so. A count of independent
//! decisions can then leave them out.

use rusqlite::{Connection, params};

use super::annotator::make_known;
use super::question::noted_revisions;
use super::{Annotator, QuestionId, Store, StoreError};
use crate::query::Query;

/// Whose answers to a question an annotator was shown; with any of them goes the reference answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownAnswers {
    /// What models answered.
    pub models: bool,
    /// What other people answered or decided.
    pub people: bool,
}

impl ShownAnswers {
    /// The reference answer alone.
    pub const REFERENCE: Self = ShownAnswers { models: false, people: false };
    /// The reference answer and what models answered.
    pub const MODELS: Self = ShownAnswers { models: true, people: false };
    /// The reference answer and what other people decided.
    pub const PEOPLE: Self = ShownAnswers { models: false, people: true };
    /// Everything.
    pub const ALL: Self = ShownAnswers { models: true, people: true };
}

impl Store {
    /// Records, durably, that an annotator sees the answers to a question. Call it before they are
    /// on the screen.
    pub fn record_answer_exposure(
        &mut self,
        annotator: &Annotator,
        question_id: QuestionId,
        shown: ShownAnswers,
    ) -> Result<(), StoreError> {
        self.record_answer_exposures(annotator, &[question_id], shown)
    }

    /// The same for all questions of a list, in one transaction.
    pub fn record_answer_exposures(
        &mut self,
        annotator: &Annotator,
        question_ids: &[QuestionId],
        shown: ShownAnswers,
    ) -> Result<(), StoreError> {
        let ids: Vec<String> = question_ids.iter().map(ToString::to_string).collect();
        let ids = format!("[{}]", ids.join(","));
        let sql = "SELECT EXISTS (SELECT 1 FROM json_each(?2) WHERE NOT EXISTS (
            SELECT 1 FROM answers_seen WHERE annotator_id = ?1 AND question_id = value
                AND models >= ?3 AND people >= ?4))";
        let is_new: bool =
            self.connection.one(sql, params![annotator.id, ids, shown.models, shown.people])?;
        if !is_new {
            return Ok(());
        }
        let now = self.now();
        self.write(|transaction| insert(transaction, annotator, &ids, shown, &now))
    }

    /// Whose answers to a question an annotator was shown, in any of its revisions; `None` if not even
    /// the reference answer was.
    pub fn shown_answers(
        &self,
        annotator: &Annotator,
        question_id: QuestionId,
    ) -> Result<Option<ShownAnswers>, StoreError> {
        shown_answers(&self.connection, annotator, question_id)
    }
}

/// Notes that an annotator sees answers to a question.
pub(super) fn show_answers(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
    shown: ShownAnswers,
    now: &str,
) -> Result<(), StoreError> {
    insert(connection, annotator, &format!("[{question_id}]"), shown, now)
}

/// The same for questions whose ids are in a JSON array.
fn insert(
    connection: &Connection,
    annotator: &Annotator,
    question_ids: &str,
    shown: ShownAnswers,
    now: &str,
) -> Result<(), StoreError> {
    make_known(connection, annotator, now)?;
    let sql = "INSERT INTO answers_seen (annotator_id, question_id, models, people, created)
        SELECT ?1, value, ?3, ?4, ?5 FROM json_each(?2) WHERE true
        ON CONFLICT DO UPDATE SET
           models = max(models, excluded.models), people = max(people, excluded.people)";
    connection.change(sql, params![annotator.id, question_ids, shown.models, shown.people, now])?;
    Ok(())
}

/// See [`Store::shown_answers`].
pub(super) fn shown_answers(
    connection: &Connection,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<Option<ShownAnswers>, StoreError> {
    let rows = noted_revisions("answers_seen");
    let (models, people): (Option<bool>, Option<bool>) = connection.one(
        &format!("SELECT max(noted.models), max(noted.people) {rows}"),
        params![annotator.id, question_id],
    )?;
    Ok(models.zip(people).map(|(models, people)| ShownAnswers { models, people }))
}
