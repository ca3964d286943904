//! What a built-in extractor reads from some predictions of a run, without being kept.

use rayon::prelude::*;

use crate::extract::{Answer, BuiltIn, Choices};
use crate::store::question::ChoiceTexts;
use crate::store::{Run, Store, StoreError};

/// How many texts are in memory at once.
const BATCH: usize = 4_096;

impl Store {
    /// What an extractor reads from those predictions of a run, in the order of [`Store::places`], that
    /// are wanted; nothing from the others.
    pub fn read_where(
        &self,
        run: &Run,
        by: BuiltIn,
        is_wanted: &[bool],
    ) -> Result<Vec<Answer>, StoreError> {
        let choices = self.all_choices(run.benchmark_id)?;
        let choices = ChoiceTexts::from_questions(
            choices.iter().map(|(id, choices)| (*id, choices.as_slice())),
        );
        let places = self.places(run)?;
        let mut statement = self.connection.prepare_cached(
            "SELECT text FROM prediction WHERE run_id = ?1 ORDER BY question_id, pass",
        )?;
        let mut rows = statement.query([run.id])?;
        let mut answers = Vec::with_capacity(places.len());
        for places in places.chunks(BATCH) {
            let mut texts: Vec<Option<String>> = Vec::with_capacity(places.len());
            while texts.len() < places.len() {
                let Some(row) = rows.next()? else {
                    return Err(StoreError::Damaged(format!("run {} lacks predictions", run.id)));
                };
                let at = answers.len() + texts.len();
                let is_wanted = is_wanted.get(at) == Some(&true);
                texts.push(if is_wanted { Some(row.get(0)?) } else { None });
            }
            answers.par_extend(places.par_iter().zip(&texts).map(|(place, text)| {
                let Some(text) = text else { return Answer::Nothing };
                let shown = choices.shown(place.question_id, &place.order);
                by.read(text, &Choices::new(shown)).answer
            }));
        }
        Ok(answers)
    }
}
