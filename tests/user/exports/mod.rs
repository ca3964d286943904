//! Data out of the database, and in again.

mod hub;
mod predictions;
mod questions;
mod round_trip;
mod submission;

use std::collections::HashMap;
use std::path::PathBuf;

use crate::harness::Workplace;

/// A workplace with the sample benchmark and its simulated models.
pub fn demo() -> Workplace {
    let place = Workplace::new();
    place.assay(&["demo", "--no-tui", "--dir", "."]).well();
    place
}

/// The content hash of every question of a benchmark in the database `db`.
pub fn contents(place: &Workplace, db: &str, benchmark: &str) -> Vec<(String, String)> {
    let connection = rusqlite::Connection::open(place.path(db)).unwrap();
    let mut statement = connection
        .prepare(
            "SELECT key, content_hash FROM question JOIN benchmark ON benchmark.id = benchmark_id
             WHERE name = ?1 AND is_current = 1 ORDER BY position",
        )
        .unwrap();
    let rows = statement.query_map([benchmark], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The rows of a table that was written, each by the names of its columns.
pub fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

pub fn shared_data(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    if !path.exists() {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}
