//! What a rule set reads from every prediction of a run: computed once, kept as one byte each.
//!
//! A run never changes, so what is kept is right as long as the rules stay the same: their edition is
//! kept with it, and labels that were read under another are read again.

use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};

use crate::benchmark::{ChoiceOrder, Label};
use crate::extract::{Answer, BuiltIn, Choices, RuleSet, edition};
use crate::score::Reading;
use crate::store::question::ChoiceTexts;
use crate::store::{Run, Store, StoreError};

/// What a rule set reads from the predictions of a run, in the order of [`Store::places`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels(Vec<u8>);

impl Labels {
    /// How many predictions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no prediction.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was read from each prediction.
    pub fn readings(&self) -> impl ExactSizeIterator<Item = Reading> {
        self.0.iter().map(|&byte| reading(byte))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A byte holds the index of a label or one of these, and the mark of a failed request.
const NONE_OF_THEM: u8 = Label::COUNT as u8;
const REFUSED: u8 = NONE_OF_THEM + 1;
const NOTHING: u8 = NONE_OF_THEM + 2;
const REFUSED_AS_NONE: u8 = NONE_OF_THEM + 3;
const FAILED: u8 = 0x80;

fn byte(reading: Reading) -> u8 {
    let answer = match reading.answer {
        Answer::Label(label) => label.index() as u8,
        Answer::NoneOfThem if reading.is_refusal => REFUSED_AS_NONE,
        Answer::NoneOfThem => NONE_OF_THEM,
        Answer::Refused => REFUSED,
        Answer::Nothing => NOTHING,
    };
    if reading.failed { answer | FAILED } else { answer }
}

/// Bytes that no version wrote read as nothing: what cannot be told is never an answer.
fn reading(byte: u8) -> Reading {
    let stored = byte & !FAILED;
    let answer = match stored {
        NONE_OF_THEM | REFUSED_AS_NONE => Answer::NoneOfThem,
        REFUSED => Answer::Refused,
        index => Label::from_index(usize::from(index)).map_or(Answer::Nothing, Answer::Label),
    };
    let is_refusal = matches!(stored, REFUSED | REFUSED_AS_NONE);
    Reading { answer, is_refusal, failed: byte & FAILED != 0 }
}

/// A prediction as the rules need it.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub question_id: i64,
    pub order: &'a ChoiceOrder,
    pub words: &'a str,
    pub failed: bool,
}

/// Reads these texts on all cores.
pub(super) fn read<'a>(
    by: BuiltIn,
    texts: impl IndexedParallelIterator<Item = Text<'a>>,
    choices: &ChoiceTexts<'_>,
) -> Labels {
    let read = |text: Text<'_>| {
        let shown = text.order.shown().filter_map(|(label, original)| {
            Some((label, choices.text(text.question_id, original)?))
        });
        byte(Reading::of(&by.read(text.words, &Choices::new(shown)), text.failed))
    };
    Labels(texts.map(read).collect())
}

pub(super) fn keep(
    connection: &Connection,
    run: i64,
    rules: RuleSet,
    labels: &Labels,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO run_labels (run_id, rules, version, labels) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (run_id, rules) DO UPDATE
             SET version = excluded.version, labels = excluded.labels",
        )?
        .execute(params![run, rules.name(), edition(), labels.bytes()])?;
    Ok(())
}

/// How many texts are in memory at once.
const BATCH: usize = 4_096;

impl Store {
    /// What a rule set reads from the predictions of a run, in the order of [`Store::places`]. The
    /// first time it is read from the texts and kept.
    pub fn labels(&mut self, run: &Run, rules: RuleSet) -> Result<Labels, StoreError> {
        let kept: Option<Vec<u8>> = self
            .connection
            .prepare_cached(
                "SELECT labels FROM run_labels WHERE run_id = ?1 AND rules = ?2 AND version = ?3",
            )?
            .query_row(params![run.id, rules.name(), edition()], |row| row.get(0))
            .optional()?;
        if let Some(labels) = kept.filter(|labels| labels.len() == run.predictions) {
            return Ok(Labels(labels));
        }
        let labels = self.read_labels(run, BuiltIn::Rules(rules), None)?;
        self.write(|transaction| keep(transaction, run.id, rules, &labels))?;
        Ok(labels)
    }

    /// What a built-in extractor reads from those predictions of a run, in the order of
    /// [`Store::places`], that are wanted; nothing from the others. It is not kept.
    pub fn read_where(
        &self,
        run: &Run,
        by: BuiltIn,
        is_wanted: &[bool],
    ) -> Result<Labels, StoreError> {
        self.read_labels(run, by, Some(is_wanted))
    }

    fn read_labels(
        &self,
        run: &Run,
        by: BuiltIn,
        is_wanted: Option<&[bool]>,
    ) -> Result<Labels, StoreError> {
        let choices = self.all_choices(run.benchmark_id)?;
        let choices =
            ChoiceTexts::of(choices.iter().map(|(id, choices)| (*id, choices.as_slice())));
        let places = self.places(run)?;
        let mut statement = self.connection.prepare_cached(
            "SELECT text, status = 'failed' FROM prediction
             WHERE run_id = ?1 ORDER BY question_id, pass",
        )?;
        let mut rows = statement.query([run.id])?;
        let mut labels = Labels(Vec::with_capacity(places.len()));
        for (number, places) in places.chunks(BATCH).enumerate() {
            let mut texts: Vec<(String, bool)> = Vec::with_capacity(places.len());
            while texts.len() < places.len() {
                let Some(row) = rows.next()? else {
                    return Err(StoreError::Damaged(format!("run {} lacks predictions", run.id)));
                };
                let at = number * BATCH + texts.len();
                let is_wanted = is_wanted.is_none_or(|wanted| wanted.get(at) == Some(&true));
                // An empty text tells nothing.
                let text = if is_wanted { row.get(0)? } else { String::new() };
                texts.push((text, row.get(1)?));
            }
            let texts = places.par_iter().zip(texts.par_iter()).map(|(place, (text, failed))| {
                let (question_id, order) = (place.question_id, &place.order);
                Text { question_id, order, words: text, failed: *failed }
            });
            labels.0.extend(read(by, texts, &choices).0);
        }
        Ok(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_fits_in_a_byte_and_back() {
        let labels = Label::all().map(Answer::Label);
        let plain = labels.chain([Answer::NoneOfThem, Answer::Nothing]);
        let refusals = [Answer::NoneOfThem, Answer::Refused].map(|answer| (answer, true));
        for (answer, is_refusal) in plain.map(|answer| (answer, false)).chain(refusals) {
            for failed in [false, true] {
                let there = Reading { answer, is_refusal, failed };
                assert_eq!(reading(byte(there)), there);
            }
        }
    }

    #[test]
    fn the_label_z_is_not_none_of_the_choices() {
        let z = Label::from_letter('Z').unwrap();
        let bytes = [Answer::Label(z), Answer::NoneOfThem]
            .map(|answer| byte(Reading { answer, is_refusal: false, failed: false }));
        assert_ne!(bytes[0], bytes[1]);
    }
}
