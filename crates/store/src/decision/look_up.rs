//! Reading rows for the screens: a page of the annotator's own, and the visible ones of a question.

use rusqlite::params;
use uuid::Uuid;

use super::{DecisionRow, SELECT};
use crate::query::Query;
use crate::{Annotator, Benchmark, QuestionId, Result, View};

impl View {
    /// One annotator's newest rows of a queue, or those from a certain one backwards, newest first.
    pub fn newest_decisions(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        from: Option<Uuid>,
        limit: usize,
    ) -> Result<Vec<DecisionRow>> {
        let sql = format!(
            "{SELECT} WHERE decision.annotator_id = ?1 AND decision.queue = ?2
               AND decision.benchmark_id = ?3
               AND (?4 IS NULL OR decision.seq <= (SELECT seq FROM decision WHERE id = ?4))
            ORDER BY decision.seq DESC LIMIT ?5"
        );
        let from = from.map(|id| id.to_string());
        self.all(&sql, params![annotator.id, queue, benchmark.id, from, limit as i64])
    }

    /// What an annotator may see of what was decided on a question in a queue, oldest first: their
    /// own rows always, those of others only while their own decision on the current revision is in
    /// force. The store keeps the annotator blind, not the view.
    pub fn decisions_visible_to(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        key: &str,
    ) -> Result<Vec<DecisionRow>> {
        let current = self.question_id(benchmark, key)?;
        let may_see_others = self.has_decided(annotator, queue, current)?;
        let sql = format!(
            "{SELECT} WHERE decision.queue = ?2 AND decision.question_id IN
               (SELECT id FROM question WHERE benchmark_id = ?3 AND key = ?4)
            AND (?5 OR decision.annotator_id = ?1)
            ORDER BY decision.seq"
        );
        self.all(&sql, params![annotator.id, queue, benchmark.id, key, may_see_others])
    }

    /// The row of the question's revision that a decision was made on.
    pub fn question_of_decision(&self, id: Uuid) -> Result<QuestionId> {
        self.one("SELECT question_id FROM decision WHERE id = ?1", [id.to_string()])
    }

    /// How many reviews of this annotator were made under another version of the guideline, those
    /// taken back included.
    pub fn reviews_under_another_guideline(
        &self,
        annotator: &Annotator,
        queue: &str,
        benchmark: &Benchmark,
        version: &str,
    ) -> Result<usize> {
        let sql = "SELECT count(*) FROM decision
            WHERE annotator_id = ?1 AND queue = ?2 AND benchmark_id = ?3
              AND payload ->> 'act' = 'review' AND guideline IS NOT ?4";
        let count: i64 = self.one(sql, params![annotator.id, queue, benchmark.id, version])?;
        Ok(count as usize)
    }
}
