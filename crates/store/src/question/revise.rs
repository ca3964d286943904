//! Revisions that verifiers make: a fix adds a revision and keeps the old one.
//!
//! Which revision is current follows from the decisions in force: [`follow_fixes`] starts at the
//! revision that no fix made and goes on to the newest fix in force of each, until there is none. So
//! undo and redo of a fix move `is_current` and add no revision, and decisions that are brought in from
//! another copy have the same outcome there.

use rusqlite::params;
use serde::Serialize;

use super::QuestionEntry;
use super::insert::NewRevision;
use crate::histories::{LoadedRow, Rows, by_person};
use crate::query::{Query, records};
use crate::{Benchmark, BenchmarkId, QuestionId, Result, Transaction, View};
use assay_core::benchmark::decision::{Act, QUEUE_VERIFY};
use assay_core::benchmark::{Input, Question, QuestionText};

/// A current question that a fix made, with the revisions it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedQuestion {
    /// The row of the current revision.
    pub current: QuestionId,
    /// The revisions before it, the newest first; the last one was made by no fix.
    pub earlier: Vec<QuestionEntry>,
}

/// Predictions of a current run that a change of the question makes stale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskAgain {
    /// The model's name.
    pub model: String,
    /// What it was given.
    pub input: Input,
    /// How many passes it answered.
    pub passes: usize,
}

records! { AskAgain { model, input, passes } }

/// A fix that was decided, in force or not.
struct Fix {
    /// The row of the revision that was on the screen.
    base: QuestionId,
    /// The row of the revision that it made; `None` before that is there.
    made: Option<QuestionId>,
    is_in_force: bool,
}

/// The part of a query behind its columns: the rows, as `noted`, that a table of annotators and questions
/// has of annotator `?1` for question `?2`, in any of its revisions.
pub(crate) fn noted_revisions(table: &'static str) -> String {
    format!(
        "FROM question one
         JOIN question other ON other.benchmark_id = one.benchmark_id AND other.key = one.key
         JOIN {table} AS noted ON noted.question_id = other.id
         WHERE one.id = ?2 AND noted.annotator_id = ?1"
    )
}

/// The revisions from which fixes have led to this one, the newest first.
fn ancestry(fixes: &[Fix], current: QuestionId) -> Vec<QuestionId> {
    let base_of =
        |id: QuestionId| fixes.iter().find(|fix| fix.made == Some(id)).map(|fix| fix.base);
    std::iter::successors(base_of(current), |&id| base_of(id)).collect()
}

/// What the newest fix in force of a revision made.
fn newest_fix(fixes: &[Fix], base: QuestionId) -> Option<QuestionId> {
    fixes.iter().rev().find(|fix| fix.base == base && fix.is_in_force).and_then(|fix| fix.made)
}

impl View {
    /// The current questions of a benchmark that fixes made.
    pub fn fixed_questions(&self, benchmark: &Benchmark) -> Result<Vec<FixedQuestion>> {
        let sql = "SELECT DISTINCT question.id FROM decision
            JOIN question ON question.benchmark_id = decision.benchmark_id
               AND question.key = decision.item AND question.is_current = 1
            WHERE decision.benchmark_id = ?1 AND decision.queue = ?2
               AND decision.payload ->> 'verdict' = 'fix'
            ORDER BY question.position";
        let candidates: Vec<QuestionId> = self.all(sql, params![benchmark.id, QUEUE_VERIFY])?;
        let mut fixed = Vec::new();
        for current in candidates {
            let earlier = ancestry(&self.fixes(current)?, current);
            let earlier: Vec<QuestionEntry> =
                earlier.into_iter().map(|id| self.question_entry(id)).collect::<Result<_, _>>()?;
            if !earlier.is_empty() {
                fixed.push(FixedQuestion { current, earlier });
            }
        }
        Ok(fixed)
    }

    /// One revision of a question as lists show it.
    pub fn question_entry(&self, id: QuestionId) -> Result<QuestionEntry> {
        let sql = "SELECT id, key, revision, category, l2_category, split
            FROM question WHERE id = ?1";
        self.one(sql, [id])
    }

    /// The rows of all revisions of a question, which is named by any of them.
    pub fn revisions(&self, id: QuestionId) -> Result<Vec<QuestionId>> {
        let sql = "SELECT question.id FROM question AS one
            JOIN question ON question.benchmark_id = one.benchmark_id AND question.key = one.key
            WHERE one.id = ?1 ORDER BY question.revision";
        self.all(sql, [id])
    }

    /// The predictions of current runs that were made on this revision of a question, by model and
    /// input: those to ask again once the question reads differently.
    pub fn predictions_on(&self, id: QuestionId) -> Result<Vec<AskAgain>> {
        let sql = "SELECT model.name, run.input, count(*) FROM question
            JOIN run ON run.benchmark_id = question.benchmark_id AND run.is_current = 1
            JOIN model ON model.id = run.model_id
            JOIN prediction ON prediction.run_id = run.id AND prediction.question_id = question.id
            WHERE question.id = ?1
            GROUP BY run.id ORDER BY run.model_id, run.input";
        self.all(sql, [id])
    }

    /// Whether a fix of this revision can become current: it is current itself, or what is current came
    /// from it by fixes.
    pub(crate) fn is_open_to_fixes(&self, id: QuestionId) -> Result<bool> {
        let Some(current) = self.current_revision(id)? else { return Ok(false) };
        Ok(current == id || ancestry(&self.fixes(id)?, current).contains(&id))
    }

    /// The revision that reads like this question: the current one, or one from which fixes have led to it. Ends
    /// of lines do not count: earlier versions read CRLF within a cell as LF.
    pub(super) fn revision_like(
        &self,
        current: QuestionId,
        question: &Question,
    ) -> Result<Option<QuestionId>> {
        let hash = question.with_line_feeds().content_hash();
        let earlier = ancestry(&self.fixes(current)?, current);
        for id in [current].into_iter().chain(earlier) {
            if self.whole_question(id)?.with_line_feeds().content_hash() == hash {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Every fix of a question, oldest first.
    fn fixes(&self, id: QuestionId) -> Result<Vec<Fix>> {
        let rows = self.load_rows(QUEUE_VERIFY, Rows::OnQuestion(id))?;
        let fix_of = |loaded: &LoadedRow| match &loaded.row.act {
            Act::Verify(decision) => {
                decision.fix.clone().map(|text| (loaded.question_id, loaded.row.clone(), text))
            }
            _ => None,
        };
        let found: Vec<_> = rows.iter().filter_map(fix_of).collect();
        let people = by_person(rows);
        let mut fixes = Vec::with_capacity(found.len());
        for (base, row, text) in found {
            let is_in_force = people.iter().any(|person| {
                let deciding = person.history.deciding_row(&row.item, row.revision);
                deciding.is_some_and(|deciding| deciding.id == row.id)
            });
            let question = text.applied_to(&self.whole_question(base)?);
            fixes.push(Fix {
                base,
                made: self.later_revision(base, &question.content_hash())?,
                is_in_force,
            });
        }
        Ok(fixes)
    }

    /// The first revision after `base` with this content.
    fn later_revision(&self, base: QuestionId, hash: &str) -> Result<Option<QuestionId>> {
        let sql = "SELECT later.id FROM question AS base
            JOIN question AS later ON later.benchmark_id = base.benchmark_id
               AND later.key = base.key AND later.revision > base.revision
            WHERE base.id = ?1 AND later.content_hash = ?2
            ORDER BY later.revision LIMIT 1";
        self.find(sql, params![base, hash])
    }

    fn current_revision(&self, id: QuestionId) -> Result<Option<QuestionId>> {
        let sql = "SELECT question.id FROM question AS one
            JOIN question ON question.benchmark_id = one.benchmark_id
               AND question.key = one.key AND question.is_current = 1
            WHERE one.id = ?1";
        self.find(sql, [id])
    }
}

impl Transaction<'_> {
    /// Adds the revision that a fix of `base` makes, unless an earlier fix of it made the same one. It is
    /// not yet current.
    pub(crate) fn add_revision(&self, base: QuestionId, text: &QuestionText) -> Result<()> {
        let question = text.applied_to(&self.whole_question(base)?);
        let hash = question.content_hash();
        if self.later_revision(base, &hash)?.is_some() {
            return Ok(());
        }
        let (benchmark_id, position): (BenchmarkId, i64) =
            self.one("SELECT benchmark_id, position FROM question WHERE id = ?1", [base])?;
        let place = NewRevision { benchmark_id, position: position as usize, is_current: false };
        self.insert_question(&question, &place, &hash)?;
        Ok(())
    }

    /// Makes the revision current that the decisions in force on a question lead to. `id` is the row of any
    /// of its revisions.
    pub(crate) fn follow_fixes(&self, id: QuestionId) -> Result<()> {
        let fixes = self.fixes(id)?;
        let Some(current) = self.current_revision(id)? else { return Ok(()) };
        let mut wanted = *ancestry(&fixes, current).last().unwrap_or(&current);
        // Each fix made a later revision than its base, so this ends.
        while let Some(made) = newest_fix(&fixes, wanted) {
            wanted = made;
        }
        if wanted != current {
            let mark = "UPDATE question SET is_current = ?2 WHERE id = ?1";
            self.change(mark, params![current, 0])?;
            self.change(mark, params![wanted, 1])?;
        }
        Ok(())
    }
}
