//! Reading the texts of a run on threads of their own.

use std::path::Path;

use rusqlite::Connection;

use super::{Place, Run};
use crate::connection::open_reader;
use crate::query::Query;
use crate::{Result, StoreError};
use assay_core::benchmark::PredictionStatus;

/// A read-only connection for the texts of predictions. Each thread opens one.
#[derive(Debug)]
pub struct PredictionReader {
    connection: Connection,
}

impl PredictionReader {
    /// Opens the database for reading predictions.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(PredictionReader { connection: open_reader(path)? })
    }

    /// Calls `each` with the text at each of these places, which are neighbours in [`View::places`]
    /// of the run, and with what became of the request.
    ///
    /// # Errors
    /// When a prediction is not at its place.
    ///
    /// [`View::places`]: crate::View::places
    pub fn for_each_text(
        &self,
        run: &Run,
        places: &[Place],
        mut each: impl FnMut(&Place, &str, PredictionStatus),
    ) -> Result<()> {
        let Some(first) = places.first() else { return Ok(()) };
        let sql = "SELECT question_id, pass, text, status FROM prediction
            WHERE run_id = ?1 AND (question_id, pass) >= (?2, ?3) AND id <= ?5
            ORDER BY question_id, pass LIMIT ?4";
        let (number, last) = (places.len() as i64, run.last_row());
        let misplaced = || {
            let what = format!("run {}: its predictions are not where its layout has them", run.id);
            StoreError::Damaged(what)
        };
        let mut rest = places.iter();
        let first = (run.id, first.question_id, first.pass.0, number, last);
        self.connection.each(sql, first, |row| {
            let (question_id, pass) = row.take()?;
            let place =
                rest.next().filter(|place| (place.question_id, place.pass) == (question_id, pass));
            each(place.ok_or_else(misplaced)?, row.text()?, row.take()?);
            Ok::<_, StoreError>(())
        })?;
        if rest.next().is_some() {
            return Err(misplaced());
        }
        Ok(())
    }
}
