//! The position of each prediction in a run: packed lists that runs over the same rows share, and the texts at
//! these positions, which are read in pieces on several threads.
//!
//! Reading a million rows to learn that thirty models answered the same 33,000 costs a second;
//! reading this list once costs milliseconds.

use super::{NewPrediction, Run};
use crate::query::{Query, records};
use crate::{LayoutId, PredictionId, QuestionId, Result, RunId, StoreError, Transaction, View};
use assay_core::benchmark::{ChoiceOrder, Label, Pass, Prediction, PredictionStatus};

/// Where one prediction belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The row of the question's revision that the model saw.
    pub question_id: QuestionId,
    /// Which pass it answers.
    pub pass: Pass,
    /// The order in which the model saw the choices.
    pub order: ChoiceOrder,
}

records! { Place { question_id, pass, order } }

impl Place {
    /// Whether the question was an open one: the model saw no choices.
    pub fn is_of_open_question(&self) -> bool {
        self.order.labels().is_empty()
    }
}

/// Which places a run has: the layout that sealed runs share, or those of one open run at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutKey {
    pub(super) layout: LayoutId,
    /// The open run and its newest prediction.
    pub(super) open: Option<(RunId, Option<PredictionId>)>,
}

impl View {
    /// The places of a run's predictions, by question and pass. Two runs with the same
    /// [`Run::layout`] have the same.
    pub fn places(&self, run: &Run) -> Result<Vec<Place>> {
        if run.is_open() {
            // It has no layout yet.
            let sql = "SELECT question_id, pass, choice_order FROM prediction
                WHERE run_id = ?1 AND id <= ?2 ORDER BY question_id, pass";
            return self.all(sql, (run.id, run.last_row()));
        }
        let packed: Vec<u8> =
            self.one("SELECT places FROM layout WHERE id = ?1", [run.layout_id])?;
        unpacked(&packed)
            .ok_or_else(|| StoreError::Damaged(format!("the layout of run {}", run.id)))
    }

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

/// For each place the question's row (8 bytes, little end first), the pass (4 bytes), the number of
/// choices and their labels (a byte each).
fn packed(predictions: &[NewPrediction]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for NewPrediction { question_id, prediction: Prediction { pass, order, .. } } in predictions {
        bytes.extend(question_id.to_le_bytes());
        bytes.extend(pass.0.to_le_bytes());
        bytes.push(order.labels().len() as u8); // at most 26, because no label comes twice
        bytes.extend(order.labels().iter().map(|label| label.index() as u8));
    }
    bytes
}

fn unpacked(mut bytes: &[u8]) -> Option<Vec<Place>> {
    let mut places = Vec::new();
    while !bytes.is_empty() {
        let question_id = QuestionId::from_le_bytes(*bytes.split_off(..8)?.as_array()?);
        let pass = Pass(u32::from_le_bytes(*bytes.split_off(..4)?.as_array()?));
        let choices = usize::from(*bytes.split_off_first()?);
        let labels = bytes.split_off(..choices)?.iter();
        let labels: Option<Vec<Label>> =
            labels.map(|&index| Label::from_index(usize::from(index))).collect();
        places.push(Place { question_id, pass, order: ChoiceOrder::original(labels?) });
    }
    Some(places)
}

impl Transaction<'_> {
    /// The row of the layout of predictions, made if it is new.
    pub(super) fn find_or_make_layout(&self, predictions: &[NewPrediction]) -> Result<LayoutId> {
        let packed = packed(predictions);
        let hash = *blake3::hash(&packed).as_bytes();
        let known = self.find("SELECT id FROM layout WHERE hash = ?1", [hash])?;
        if let Some(id) = known {
            return Ok(id);
        }
        self.change(
            "INSERT INTO layout (hash, places) VALUES (?1, ?2)",
            rusqlite::params![hash, packed],
        )?;
        Ok(LayoutId::last_inserted(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_read_back_as_they_were_packed(
            rows in prop::collection::vec((any::<[u8; 8]>(), any::<u32>(), 0usize..=26), 0..20)
        ) {
            let places: Vec<Place> = rows
                .into_iter()
                .map(|(question, pass, choices)| Place {
                    question_id: QuestionId::from_le_bytes(question),
                    pass: Pass(pass),
                    order: ChoiceOrder::original(Label::all().take(choices)).rotated_left(1),
                })
                .collect();
            let answered = |place: &Place| {
                let (pass, order) = (place.pass, place.order.clone());
                let (text, status) = (String::new(), PredictionStatus::Ok);
                let prediction = Prediction { pass, order, text, status };
                NewPrediction { question_id: place.question_id, prediction }
            };
            let packed = packed(&places.iter().map(answered).collect::<Vec<_>>());
            prop_assert_eq!(unpacked(&packed), Some(places));
        }

        #[test]
        fn damaged_bytes_are_an_error_and_never_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..60)
        ) {
            let _ = unpacked(&bytes);
        }
    }
}
