//! Who has seen the answers to a question before deciding on it.
//!
//! The review is blind. The Models screen is not: it shows the reference answer and what models said.
//! That somebody opened a question there is kept here, and every decision they make on it later
//! says so in its [`Exposure`](super::Exposure), so that whoever counts independent decisions can
//! leave it out.

use rusqlite::params;

use super::{Annotator, Store, StoreError, now};

impl Store {
    /// Notes, durably, that an annotator was shown the answers to a question. Must be called before
    /// they are.
    pub fn note_answers_seen(
        &mut self,
        annotator: &Annotator,
        question_id: i64,
    ) -> Result<(), StoreError> {
        if self.has_seen_answers(annotator, question_id)? {
            return Ok(());
        }
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO answers_seen (annotator_id, question_id, created)
                 VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                params![annotator.id, question_id, now()],
            )?;
            Ok(())
        })
    }

    /// Whether an annotator was shown the answers to a question, in any of its revisions.
    pub fn has_seen_answers(
        &self,
        annotator: &Annotator,
        question_id: i64,
    ) -> Result<bool, StoreError> {
        let seen = self
            .connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM question one
                 JOIN question other ON other.benchmark_id = one.benchmark_id
                    AND other.key = one.key
                 JOIN answers_seen ON answers_seen.question_id = other.id
                 WHERE one.id = ?2 AND answers_seen.annotator_id = ?1)",
            )?
            .query_row(params![annotator.id, question_id], |row| row.get(0))?;
        Ok(seen)
    }
}
