//! A row of history as reading a history needs it: its columns, and reading them.

use rusqlite::Row;
use uuid::Uuid;

use super::StoreError;
use super::error::damaged;
use assay_core::benchmark::history::HistoryRow;

/// The columns of a [`HistoryRow`], of the tables decision and question.
pub(super) const HISTORY_COLUMNS: &str =
    "decision.id, decision.item, question.revision, decision.payload,
        decision.created, decision.active_ms, decision.supersedes";

/// The number of the first column behind [`HISTORY_COLUMNS`].
pub(super) const FURTHER: usize = 7;

/// Reads [`HISTORY_COLUMNS`], which must come first.
pub(super) fn read_history_row(row: &Row<'_>) -> Result<HistoryRow, StoreError> {
    Ok(HistoryRow {
        id: uuid(row.get_ref(0)?.as_str().map_err(damaged)?)?,
        item: row.get(1)?,
        revision: row.get(2)?,
        act: serde_json::from_str(row.get_ref(3)?.as_str().map_err(damaged)?).map_err(damaged)?,
        created: row.get(4)?,
        active_ms: row.get::<_, i64>(5)?.unsigned_abs(),
        supersedes: row.get_ref(6)?.as_str_or_null().map_err(damaged)?.map(uuid).transpose()?,
    })
}

pub(super) fn uuid(text: &str) -> Result<Uuid, StoreError> {
    Uuid::parse_str(text).map_err(damaged)
}
