//! Reading the texts of a run on threads of their own.

use std::path::Path;

use rusqlite::Connection;

use super::{Place, Run, read_status};
use crate::StoreError;
use crate::connection::open_reader;
use crate::error::damaged;
use assay_core::benchmark::PredictionStatus;

/// A read-only connection for the texts of predictions. Each thread opens one.
#[derive(Debug)]
pub struct PredictionReader {
    connection: Connection,
}

impl PredictionReader {
    /// Opens the database for reading predictions.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(PredictionReader { connection: open_reader(path)? })
    }

    /// Calls `each` with the text at each of these places, which are neighbours in [`Store::places`]
    /// of the run, and with what became of the request.
    ///
    /// # Errors
    /// When a prediction is not at its place.
    ///
    /// [`Store::places`]: crate::Store::places
    pub fn for_each_text(
        &self,
        run: &Run,
        places: &[Place],
        mut each: impl FnMut(&Place, &str, PredictionStatus),
    ) -> Result<(), StoreError> {
        let Some(first) = places.first() else { return Ok(()) };
        let mut statement = self.connection.prepare_cached(
            "SELECT question_id, pass, text, status FROM prediction
             WHERE run_id = ?1 AND (question_id, pass) >= (?2, ?3) AND id <= ?5
             ORDER BY question_id, pass LIMIT ?4",
        )?;
        let first = (first.question_id, first.pass.0, places.len() as i64);
        let mut rows = statement.query((run.id, first.0, first.1, first.2, run.last_row()))?;
        for place in places {
            let row = rows.next()?.filter(|row| {
                row.get(0) == Ok(place.question_id) && row.get(1) == Ok(place.pass.0)
            });
            let Some(row) = row else {
                let what =
                    format!("run {}: its predictions are not where its layout has them", run.id);
                return Err(StoreError::Damaged(what));
            };
            each(place, row.get_ref(2)?.as_str().map_err(damaged)?, read_status(row, 3)?);
        }
        Ok(())
    }
}
