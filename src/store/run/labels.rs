//! What a rule set reads from every prediction of a run: computed once, kept as one byte each.
//!
//! A run never changes, so what is kept is right as long as the rules stay the same: their edition is
//! kept with it, and labels that were read under another are read again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};

use crate::benchmark::{ChoiceOrder, Label};
use crate::extract::{Answer, Choices, RuleSet, edition, extract};
use crate::keyword::Keyword;
use crate::score::ExtractedLabel;
use crate::store::open::open_reader;
use crate::store::question::{ChoiceTexts, damaged};
use crate::store::{Place, Run, Store, StoreError};

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
    pub fn readings(&self) -> impl ExactSizeIterator<Item = ExtractedLabel> {
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

fn byte(label: ExtractedLabel) -> u8 {
    let answer = match label.answer {
        Answer::Label(label) => label.index() as u8,
        Answer::NoneOfThem if label.is_refusal => REFUSED_AS_NONE,
        Answer::NoneOfThem => NONE_OF_THEM,
        Answer::Refused => REFUSED,
        Answer::Nothing => NOTHING,
    };
    if label.failed { answer | FAILED } else { answer }
}

/// Bytes that no version wrote are no label: an unknown byte is never an answer.
fn reading(byte: u8) -> ExtractedLabel {
    let stored = byte & !FAILED;
    let answer = match stored {
        NONE_OF_THEM | REFUSED_AS_NONE => Answer::NoneOfThem,
        REFUSED => Answer::Refused,
        index => Label::from_index(usize::from(index)).map_or(Answer::Nothing, Answer::Label),
    };
    let is_refusal = matches!(stored, REFUSED | REFUSED_AS_NONE);
    ExtractedLabel { answer, is_refusal, failed: byte & FAILED != 0 }
}

/// A prediction as the rules need it.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub question_id: i64,
    pub order: &'a ChoiceOrder,
    pub words: &'a str,
    pub failed: bool,
}

/// Reads these texts by several rule sets on all cores.
pub(super) fn read<'a, const RULES: usize>(
    rules: [RuleSet; RULES],
    texts: impl IndexedParallelIterator<Item = Text<'a>>,
    choices: &ChoiceTexts<'_>,
) -> [Labels; RULES] {
    let read: Vec<[u8; RULES]> = texts.map(|text| read_one(rules, text, choices)).collect();
    std::array::from_fn(|at| Labels(read.iter().map(|bytes| bytes[at]).collect()))
}

fn read_one<const RULES: usize>(
    rules: [RuleSet; RULES],
    text: Text<'_>,
    choices: &ChoiceTexts<'_>,
) -> [u8; RULES] {
    let choices = Choices::new(choices.shown(text.question_id, text.order));
    rules.map(|rules| {
        byte(ExtractedLabel::from_extraction(&extract(rules, text.words, &choices), text.failed))
    })
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

/// How many texts are read in one go on one core.
const STRETCH: usize = 8_192;

impl Store {
    /// What a rule set reads from the predictions of a run, in the order of [`Store::places`]. The
    /// first time it is read from the texts and kept.
    pub fn labels(&mut self, run: &Run, rules: RuleSet) -> Result<Labels, StoreError> {
        self.prepare_labels(std::slice::from_ref(run), rules)?;
        let missing = || StoreError::Damaged(format!("the labels of run {} vanished", run.id));
        self.kept_labels(run, rules)?.ok_or_else(missing)
    }

    /// Reads what was never read of these runs of one benchmark, all together on all cores, and keeps
    /// it.
    pub fn prepare_labels(&mut self, runs: &[Run], rules: RuleSet) -> Result<(), StoreError> {
        let mut unread = Vec::new();
        for run in runs {
            if self.kept_labels(run, rules)?.is_none() {
                unread.push(run);
            }
        }
        let read = self.read_labels(&unread, rules)?;
        self.write(|transaction| {
            let mut both = unread.iter().zip(&read);
            both.try_for_each(|(run, labels)| keep(transaction, run.id, rules, labels))
        })
    }

    /// Reads the texts of runs of one benchmark, whatever is kept.
    pub(in crate::store) fn read_labels(
        &self,
        runs: &[&Run],
        rules: RuleSet,
    ) -> Result<Vec<Labels>, StoreError> {
        let Some(first) = runs.first() else { return Ok(Vec::new()) };
        let choices = self.all_choices(first.benchmark_id)?;
        let choices =
            ChoiceTexts::new(choices.iter().map(|(id, choices)| (*id, choices.as_slice())));
        let mut places: HashMap<i64, Vec<Place>> = HashMap::new();
        for run in runs {
            if let Entry::Vacant(vacant) = places.entry(run.layout_id) {
                vacant.insert(self.places(run)?);
            }
        }
        let stretches: Vec<(i64, &[Place])> = runs
            .iter()
            .flat_map(|run| places[&run.layout_id].chunks(STRETCH).map(|of_it| (run.id, of_it)))
            .collect();
        let path = self.path.as_path();
        let read = stretches
            .par_iter()
            .map_init(
                || open_reader(path),
                |reader, (run, places)| match reader {
                    Ok(reader) => read_stretch(reader, *run, places, rules, &choices),
                    Err(_) => read_stretch(&open_reader(path)?, *run, places, rules, &choices),
                },
            )
            .collect::<Result<Vec<Vec<u8>>, StoreError>>()?;
        let labels_of = |run: &&Run| {
            let of_run = stretches.iter().zip(&read).filter(|((of, _), _)| *of == run.id);
            Labels(of_run.flat_map(|(_, read)| read).copied().collect())
        };
        Ok(runs.iter().map(labels_of).collect())
    }

    pub(in crate::store) fn kept_labels(
        &self,
        run: &Run,
        rules: RuleSet,
    ) -> Result<Option<Labels>, StoreError> {
        let kept: Option<Vec<u8>> = self
            .connection
            .prepare_cached(
                "SELECT labels FROM run_labels WHERE run_id = ?1 AND rules = ?2 AND version = ?3",
            )?
            .query_row(params![run.id, rules.name(), edition()], |row| row.get(0))
            .optional()?;
        Ok(kept.filter(|labels| labels.len() == run.predictions).map(Labels))
    }
}

/// Reads the labels of neighbouring predictions of a run.
fn read_stretch(
    reader: &Connection,
    run: i64,
    places: &[Place],
    rules: RuleSet,
    choices: &ChoiceTexts<'_>,
) -> Result<Vec<u8>, StoreError> {
    let Some(first) = places.first() else { return Ok(Vec::new()) };
    let mut statement = reader.prepare_cached(
        "SELECT question_id, pass, text, status = 'failed' FROM prediction
         WHERE run_id = ?1 AND (question_id, pass) >= (?2, ?3)
         ORDER BY question_id, pass LIMIT ?4",
    )?;
    let mut rows =
        statement.query(params![run, first.question_id, first.pass.0, places.len() as i64])?;
    let mut labels = Vec::with_capacity(places.len());
    for Place { question_id, pass, order } in places {
        let row =
            rows.next()?.filter(|row| row.get(0) == Ok(*question_id) && row.get(1) == Ok(pass.0));
        let Some(row) = row else {
            let what = format!("run {run}: its predictions are not where its layout has them");
            return Err(StoreError::Damaged(what));
        };
        let words = row.get_ref(2)?.as_str().map_err(damaged)?;
        let text = Text { question_id: *question_id, order, words, failed: row.get(3)? };
        labels.extend(read_one([rules], text, choices));
    }
    Ok(labels)
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
                let there = ExtractedLabel { answer, is_refusal, failed };
                assert_eq!(reading(byte(there)), there);
            }
        }
    }

    #[test]
    fn the_label_z_is_not_none_of_the_choices() {
        let z = Label::from_letter('Z').unwrap();
        let bytes = [Answer::Label(z), Answer::NoneOfThem]
            .map(|answer| byte(ExtractedLabel { answer, is_refusal: false, failed: false }));
        assert_ne!(bytes[0], bytes[1]);
    }
}
