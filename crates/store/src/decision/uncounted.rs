//! Which decisions that another copy brought do not count here, and why: for the report of a merge.

use std::collections::BTreeSet;

use rusqlite::Transaction;
use serde::Serialize;
use uuid::Uuid;

use super::decided::key_and_revision;
use super::loading::load_histories;
use super::void::void_rows;
use crate::histories::Rows;
use crate::query::Query;
use crate::question::is_open_to_fixes;
use crate::{QuestionId, StoreError};
use assay_core::benchmark::decision::QUEUE_VERIFY;

/// A decision that was taken, or was there before, and does not count.
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

/// The decisions that do not count: those among the taken ones whose question was changed, unless they were
/// taken back anyway, and those of adjudicators on what they had reviewed, `void_before` left out.
pub(super) fn uncounted(
    transaction: &Transaction<'_>,
    taken: Vec<TakenDecision>,
    void_before: &BTreeSet<Uuid>,
) -> Result<Vec<Uncounted>, StoreError> {
    let mut found = Vec::new();
    for one in taken {
        if is_outdated(transaction, &one)? && is_in_force(transaction, &one)? {
            let TakenDecision { row, annotator, item, .. } = one;
            let reason = "its question was changed since".to_owned();
            found.push(Uncounted { row, annotator, item, reason });
        }
    }
    let void = void_rows(transaction)?.into_iter();
    found.extend(void.filter(|void| !void_before.contains(&void.id)).map(|void| Uncounted {
        row: void.id,
        reason: void.reason(),
        annotator: void.annotator,
        item: void.item,
    }));
    Ok(found)
}

/// Whether it was made on a revision that does not count any more. Verifiers decide on the words that were
/// suspected, from which a fix may have led to the current ones.
fn is_outdated(transaction: &Transaction<'_>, one: &TakenDecision) -> Result<bool, StoreError> {
    if one.queue == QUEUE_VERIFY {
        return Ok(!is_open_to_fixes(transaction, one.question_id)?);
    }
    let is_current: bool =
        transaction.one("SELECT is_current FROM question WHERE id = ?1", [one.question_id])?;
    Ok(!is_current)
}

/// Whether it decides the item, had the question not changed.
fn is_in_force(transaction: &Transaction<'_>, one: &TakenDecision) -> Result<bool, StoreError> {
    let (_, revision) = key_and_revision(transaction, one.question_id)?;
    let rows = Rows::OnItem(one.question_id, &one.item);
    let people = load_histories(transaction, &one.queue, rows)?;
    Ok(people.iter().any(|person| {
        let deciding = person.history.deciding_row(&one.item, revision);
        deciding.is_some_and(|deciding| deciding.id == one.row)
    }))
}
