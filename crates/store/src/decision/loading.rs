//! What people did in a queue, without the rows that count for nothing ([`super::void`]).

use rusqlite::Connection;

use super::void::void_ids;
use crate::StoreError;
use crate::histories::{LoadedRow, PersonHistory, Rows, by_person, load_rows, own_rows};
use assay_core::benchmark::history::HistoryRow;

/// What each person did.
pub(super) fn load_histories(
    connection: &Connection,
    queue: &str,
    rows: Rows<'_>,
) -> Result<Vec<PersonHistory>, StoreError> {
    Ok(by_person(counting(connection, queue, rows)?))
}

/// The rows of one person in the order in which they count.
pub(super) fn load_own_rows(
    connection: &Connection,
    queue: &str,
    rows: Rows<'_>,
) -> Result<Vec<HistoryRow>, StoreError> {
    Ok(own_rows(counting(connection, queue, rows)?))
}

fn counting(
    connection: &Connection,
    queue: &str,
    rows: Rows<'_>,
) -> Result<Vec<LoadedRow>, StoreError> {
    let mut found = load_rows(connection, queue, rows)?;
    let void = void_ids(connection, queue, rows)?;
    found.retain(|loaded| !void.contains(&loaded.row.id));
    Ok(found)
}
