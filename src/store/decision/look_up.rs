//! Reading rows for the screens: a page of one's own, and what may be seen of a question.

use rusqlite::params;
use uuid::Uuid;

use super::{DecisionRow, SELECT};
use crate::store::{Annotator, Benchmark, Store, StoreError};

impl Store {
    /// One annotator's rows of a queue from a certain one backwards, newest first.
    pub fn decisions_from(
        &self,
        newest: Uuid,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        limit: usize,
    ) -> Result<Vec<DecisionRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE decision.annotator_id = ?1 AND decision.queue = ?2
                AND decision.benchmark_id = ?3
                AND decision.seq <= (SELECT seq FROM decision WHERE id = ?4)
             ORDER BY decision.seq DESC LIMIT ?5"
        );
        let parameters =
            params![annotator.id, queue, benchmark.id, newest.to_string(), limit as i64];
        self.rows(&sql, parameters)
    }

    /// What an annotator may see of what was decided on a question in a queue, oldest first: their
    /// own rows always, those of others only while their own review of the current revision is in
    /// force. Blindness is kept here, not in the view.
    pub fn decisions_visible_to(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        key: &str,
    ) -> Result<Vec<DecisionRow>, StoreError> {
        // A review is in force unless an undo names it that no redo names.
        let sql = format!(
            "{SELECT} WHERE decision.queue = ?2 AND decision.question_id IN
                (SELECT id FROM question WHERE benchmark_id = ?3 AND key = ?4)
             AND (decision.annotator_id = ?1 OR EXISTS (
                SELECT 1 FROM decision AS own JOIN question AS current
                    ON current.id = own.question_id AND current.is_current = 1
                WHERE current.benchmark_id = ?3 AND current.key = ?4
                    AND own.annotator_id = ?1 AND own.queue = ?2
                    AND own.payload ->> 'act' = 'review'
                    AND NOT EXISTS (
                        SELECT 1 FROM decision AS undo
                        WHERE undo.annotator_id = ?1 AND undo.queue = ?2
                            AND undo.question_id = own.question_id
                            AND undo.payload ->> 'act' = 'undo'
                            AND undo.payload ->> 'row' = own.id
                            AND NOT EXISTS (
                                SELECT 1 FROM decision AS redo
                                WHERE redo.annotator_id = ?1 AND redo.queue = ?2
                                    AND redo.question_id = own.question_id
                                    AND redo.payload ->> 'act' = 'redo'
                                    AND redo.payload ->> 'row' = undo.id))))
             ORDER BY decision.seq"
        );
        self.rows(&sql, params![annotator.id, queue, benchmark.id, key])
    }

    /// How many reviews of this annotator were made under another version of the guideline, those
    /// taken back included.
    pub fn reviews_under_another_guideline(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        version: &str,
    ) -> Result<usize, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM decision
                 WHERE annotator_id = ?1 AND queue = ?2 AND benchmark_id = ?3
                   AND payload ->> 'act' = 'review' AND guideline IS NOT ?4",
            )?
            .query_row(params![annotator.id, queue, benchmark.id, version], |row| row.get(0))?;
        Ok(count as usize)
    }
}
