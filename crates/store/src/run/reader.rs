//! Reading the texts of a run in pieces, on several threads.

use super::{Place, Run};
use crate::query::Query;
use crate::{Result, StoreError, View};
use assay_core::benchmark::PredictionStatus;

impl View {
    /// Calls `each` with the text at each of these places, which are neighbours in [`View::places`]
    /// of the run, and with the outcome of the request.
    ///
    /// # Errors
    /// When a prediction is not at its place.
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
        self.each(sql, first, |row| {
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
