//! Decisions that count for nothing: those of adjudicators on what they had reviewed themselves.
//!
//! [`Store::decide`](crate::Store::decide) refuses them. In rows of other copies, the review may
//! arrive after the adjudication, or the other way round. So both are taken, and each reader of rows leaves
//! such an adjudication out: the order in which copies are united changes nothing. `assay merge` and
//! `assay doctor` name them.

use std::collections::{BTreeSet, HashSet};

use rusqlite::params;
use rusqlite::types::ToSql;
use serde::Serialize;
use uuid::Uuid;

use crate::histories::{LoadedRow, PersonHistory, Rows, by_person, own_rows};
use crate::query::Query;
use crate::{AnnotatorId, QuestionId, QueuedItem, Result, StoreError, View};
use assay_core::benchmark::decision::QUEUE_VERIFY;
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::queues::{QUEUES, settled_by};

/// A decision that was taken from another copy, or was there before, and does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Uncounted {
    /// Its row.
    pub row: Uuid,
    /// Who decided.
    pub annotator: String,
    /// The item.
    pub item: String,
    /// Why it does not count.
    pub reason: String,
}

/// A decision that was taken from another copy.
pub(super) struct TakenDecision {
    pub(super) row: Uuid,
    pub(super) annotator: String,
    pub(super) queue: String,
    pub(super) item: String,
    pub(super) question_id: QuestionId,
}

impl View {
    /// What each person did in a queue, without the rows that count for nothing.
    pub(super) fn load_histories(&self, queue: &str, rows: Rows<'_>) -> Result<Vec<PersonHistory>> {
        Ok(by_person(self.counting_rows(queue, rows)?))
    }

    /// The rows of one person in the order in which they count, without those that count for nothing.
    pub(super) fn load_own_rows(&self, queue: &str, rows: Rows<'_>) -> Result<Vec<HistoryRow>> {
        Ok(own_rows(self.counting_rows(queue, rows)?))
    }

    fn counting_rows(&self, queue: &str, rows: Rows<'_>) -> Result<Vec<LoadedRow>> {
        let void = self.void_rows_of(queue, Some(rows))?;
        let void: BTreeSet<Uuid> = void.into_iter().map(|void| void.row).collect();
        let mut found = self.load_rows(queue, rows)?;
        found.retain(|loaded| !void.contains(&loaded.row.id));
        Ok(found)
    }

    /// The decisions that do not count: those among the taken ones whose question was changed, unless they were
    /// taken back anyway, and those of adjudicators on what they had reviewed, `void_before` left out.
    pub(super) fn uncounted(
        &self,
        taken: Vec<TakenDecision>,
        void_before: &BTreeSet<Uuid>,
    ) -> Result<Vec<Uncounted>> {
        let sql = "SELECT id FROM question WHERE is_current = 0";
        let replaced: HashSet<QuestionId> = self.all(sql, [])?;
        let mut found = Vec::new();
        for one in taken {
            // Verifiers decide on the words that were suspected, from which a fix may have led to the current ones.
            let is_outdated = match one.queue == QUEUE_VERIFY {
                true => !self.is_open_to_fixes(one.question_id)?,
                false => replaced.contains(&one.question_id),
            };
            if is_outdated && self.is_in_force(&one)? {
                let TakenDecision { row, annotator, item, .. } = one;
                let reason = "its question was changed since".to_owned();
                found.push(Uncounted { row, annotator, item, reason });
            }
        }
        let void = self.void_rows()?.into_iter();
        found.extend(void.filter(|void| !void_before.contains(&void.row)));
        Ok(found)
    }

    /// Whether it decides the item, had the question not changed.
    fn is_in_force(&self, one: &TakenDecision) -> Result<bool> {
        let (_, revision) = self.key_and_revision(one.question_id)?;
        let rows = Rows::OnItem(one.question_id, &one.item);
        let people = self.load_histories(&one.queue, rows)?;
        Ok(people.iter().any(|person| {
            let deciding = person.history.deciding_row(&one.item, revision);
            deciding.is_some_and(|deciding| deciding.id == one.row)
        }))
    }

    /// All rows that count for nothing.
    pub(crate) fn void_rows(&self) -> Result<Vec<Uncounted>> {
        let mut all = Vec::new();
        for queue in QUEUES {
            all.extend(self.void_rows_of(queue.name, None)?);
        }
        Ok(all)
    }

    /// The rows of a queue that count for nothing, where some rows are read: among these and a few more.
    fn void_rows_of(&self, queue: &str, read: Option<Rows<'_>>) -> Result<Vec<Uncounted>> {
        let Some(settled) = settled_by(queue) else { return Ok(Vec::new()) };
        let (which, whose): (&str, &dyn ToSql) = match &read {
            None | Some(Rows::InBenchmark(_)) => ("?3 IS NULL", &None::<i64>),
            Some(Rows::OfAnnotator(_, id)) => ("later.annotator_id = ?3", id),
            Some(Rows::OnQuestion(id) | Rows::OnItem(id, _) | Rows::OnItemOf(id, ..)) => (
                "later.question_id IN (SELECT other.id FROM question AS one JOIN question AS other
                    ON other.benchmark_id = one.benchmark_id AND other.key = one.key WHERE one.id = ?3)",
                id,
            ),
        };
        // A decision has the name of its queue. Few rows pass this; what is in force says the history.
        let sql = format!(
            "SELECT later.id, annotator.name, later.item, later.question_id, later.annotator_id, later.created
            FROM decision AS later JOIN annotator ON annotator.id = later.annotator_id
            WHERE {which} AND later.queue = ?1 AND later.payload ->> 'act' = ?1
               AND EXISTS (SELECT 1 FROM decision AS earlier
                   WHERE earlier.question_id = later.question_id
                       AND earlier.annotator_id = later.annotator_id
                       AND earlier.queue = ?2 AND earlier.payload ->> 'act' = ?2)
            ORDER BY later.seq"
        );
        let mut found = Vec::new();
        self.each(&sql, params![queue, settled, whose], |row| {
            let (id, annotator, item): (Uuid, String, String) = row.take()?;
            let (question, annotator_id, created): (_, _, String) = row.take()?;
            let moment = (created.as_str(), id);
            let own = QueuedItem::new(settled, question, &item);
            if self.had_decided(own, annotator_id, Some(moment))? {
                let reason = format!(
                    "{annotator} had decided on it in the {settled} queue, so another expert adjudicates it"
                );
                found.push(Uncounted { row: id, annotator, item, reason });
            }
            Ok::<_, StoreError>(())
        })?;
        Ok(found)
    }

    /// Whether a person's own decision on an item was in force before a moment, which is that of a row; `None`
    /// for now. Rows that were dated later do not matter, whenever they came.
    pub(super) fn had_decided(
        &self,
        of: QueuedItem<'_>,
        annotator: AnnotatorId,
        before: Option<(&str, Uuid)>,
    ) -> Result<bool> {
        let sql = "SELECT revision FROM question WHERE id = ?1";
        let revision = self.one(sql, [of.question_id])?;
        let rows = Rows::OnItemOf(of.question_id, of.item, annotator);
        let mut own = own_rows(self.load_rows(of.queue, rows)?);
        own.retain(|row| before.is_none_or(|moment| (row.created.as_str(), row.id) < moment));
        Ok(own.into_iter().collect::<History>().is_decided(of.item, revision))
    }
}
