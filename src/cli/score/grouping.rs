//! Which rows of a prediction file belong to one question, and what each should have answered.

use std::collections::HashMap;

use super::oddities;
use super::passes::{Place, places};
use crate::benchmark::{Label, Pass};
use crate::extract::RuleSet;
use crate::formats::predictions::PredictionTable;
use crate::score::{Missing, Strategy, rotatable};

/// The rows of a file by question.
pub(super) struct Grouping<'a> {
    /// The questions, in the order of their indices.
    pub groups: Vec<RowGroup<'a>>,
    /// What was odd, in sentences.
    pub warnings: Vec<String>,
    /// Whether any question has more than its first pass.
    pub is_circular: bool,
    /// Whether spaces around a reference answer are left out of the comparison.
    pub trims_answers: bool,
    /// The file.
    pub predictions: &'a PredictionTable,
    dataset: Option<&'a PredictionTable>,
    /// For each row of the file, the row of the data set with the same index.
    dataset_rows: Option<Vec<usize>>,
}

/// A question with its rows.
pub(super) struct RowGroup<'a> {
    /// The index of the question.
    pub key: &'a str,
    /// Rows with their passes, in the order of the passes. Empty where only the data set has the question.
    pub rows: Vec<(usize, Pass)>,
    /// How many passes CircularEval asks for.
    pub required: u32,
    /// The question's first row in the data set, where the file has none.
    pub only_in_dataset: Option<usize>,
}

/// How a file is to be read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub rules: RuleSet,
    pub strategy: Option<Strategy>,
    pub missing: Missing,
}

impl<'a> Grouping<'a> {
    /// Groups the rows. Answers, choices and abilities come from the data set where there is one.
    ///
    /// # Errors
    /// When the data set does not have the file's questions, or nobody has reference answers.
    pub fn of(
        predictions: &'a PredictionTable,
        dataset: Option<&'a PredictionTable>,
        reading: Reading,
    ) -> Result<Self, String> {
        if !dataset.unwrap_or(predictions).has_answers() {
            return Err(
                "there are no reference answers in it; name the data set with --dataset".to_owned()
            );
        }
        let dataset_rows =
            dataset.map(|dataset| rows_in_dataset(predictions, dataset)).transpose()?;
        let mut grouping = Grouping {
            groups: Vec::new(),
            warnings: Vec::new(),
            is_circular: false,
            // The kit compares answers as they are written; its rules are reproduced with that.
            trims_answers: reading.rules == RuleSet::Assay,
            predictions,
            dataset,
            dataset_rows,
        };
        let is_told = reading.strategy == Some(Strategy::Circular);
        grouping.group_rows(is_told);
        match dataset {
            Some(dataset) => grouping.compare_with(dataset, is_told, reading.missing),
            None => grouping.require_a_pass_for_each_choice(),
        }
        grouping.warnings = oddities::warnings(&grouping, reading.missing);
        Ok(grouping)
    }

    /// Circular where any question has more than its first pass.
    pub fn natural_strategy(&self) -> Strategy {
        if self.is_circular { Strategy::Circular } else { Strategy::FirstPass }
    }

    /// The label that the row should have answered; nothing where the answer is no single letter.
    pub fn reference(&self, row: usize) -> Option<Label> {
        let answer = self.answer(row)?;
        single_label(if self.trims_answers { answer.trim() } else { answer })
    }

    /// The reference answer of a row as it is written.
    pub fn answer(&self, row: usize) -> Option<&'a str> {
        let (table, row) = self.of_dataset(row);
        table.answer(row)
    }

    /// The choices that the model was shown.
    pub fn choices(&self, row: usize) -> impl Iterator<Item = (Label, &'a str)> + use<'a> {
        let (table, row) = match self.predictions.has_choices() {
            true => (self.predictions, row),
            false => self.of_dataset(row),
        };
        table.choices(row)
    }

    /// The table and row that know best to which abilities a question belongs.
    pub fn placed_by(&self, group: &RowGroup<'a>) -> Option<(&'a PredictionTable, usize)> {
        match group.rows.first() {
            Some(&(row, _)) => Some(self.of_dataset(row)),
            None => self.dataset.zip(group.only_in_dataset),
        }
    }

    /// The row of the data set that a row of the file repeats, else that row itself.
    pub fn of_dataset(&self, row: usize) -> (&'a PredictionTable, usize) {
        match (self.dataset, &self.dataset_rows) {
            (Some(dataset), Some(rows)) => (dataset, rows[row]),
            _ => (self.predictions, row),
        }
    }

    fn group_rows(&mut self, is_told: bool) {
        let places = places(self.predictions, is_told);
        let mut positions: HashMap<&str, usize> = HashMap::with_capacity(places.len());
        for (row, Place { key, pass }) in places.into_iter().enumerate() {
            let position = *positions.entry(key).or_insert_with(|| {
                self.groups.push(RowGroup {
                    key,
                    rows: Vec::new(),
                    required: 1,
                    only_in_dataset: None,
                });
                self.groups.len() - 1
            });
            self.is_circular |= pass != Pass::FIRST;
            self.groups[position].rows.push((row, pass));
        }
        for group in &mut self.groups {
            group.rows.sort_by_key(|&(_, pass)| pass);
        }
        self.sort_groups();
    }

    fn sort_groups(&mut self) {
        let number = |key: &str| key.parse::<u64>().unwrap_or(u64::MAX);
        self.groups.sort_by_cached_key(|group| (number(group.key), group.key));
    }

    /// As many passes as the question has choices, or one where rotating them would change its meaning.
    fn require_a_pass_for_each_choice(&mut self) {
        for at in 0..self.groups.len() {
            let Some(&(row, pass)) = self.groups[at].rows.first() else { continue };
            let answer = if pass == Pass::FIRST { self.reference(row) } else { None };
            if rotatable(self.choices(row), answer).is_ok() {
                self.groups[at].required = self.choices(row).count() as u32;
            }
        }
    }

    /// As many passes as the data set has rows for the question, if it has passes at all. Questions
    /// that have an answer there and no row in the file are missing, except to the kit, which does not look for
    /// them.
    fn compare_with(&mut self, dataset: &'a PredictionTable, is_told: bool, missing: Missing) {
        let mut known: HashMap<&str, (u32, usize)> = HashMap::new();
        for (row, place) in places(dataset, is_told).into_iter().enumerate() {
            let (passes, first) = known.entry(place.key).or_insert((0, row));
            *passes += 1;
            if place.pass == Pass::FIRST {
                *first = row;
            }
        }
        let has_passes = known.values().any(|&(passes, _)| passes > 1);
        if !has_passes {
            self.require_a_pass_for_each_choice();
        }
        for group in &mut self.groups {
            let in_dataset = known.remove(group.key);
            if let Some((passes, _)) = in_dataset.filter(|_| has_passes) {
                group.required = passes;
            }
        }
        if missing == Missing::Kit {
            return;
        }
        let is_answered = |&(_, (_, row)): &(&str, (u32, usize))| dataset.answer(row).is_some();
        let absent = known.into_iter().filter(is_answered).map(|(key, (passes, row))| RowGroup {
            key,
            rows: Vec::new(),
            required: passes,
            only_in_dataset: Some(row),
        });
        self.groups.extend(absent);
        self.sort_groups();
    }
}

/// For each row of predictions the row of the data set with the same index.
fn rows_in_dataset(
    predictions: &PredictionTable,
    dataset: &PredictionTable,
) -> Result<Vec<usize>, String> {
    let rows: HashMap<&str, usize> =
        (0..dataset.rows()).map(|row| (dataset.row_index(row), row)).collect();
    let mut unknown: Vec<&str> = Vec::new();
    let mut found = Vec::with_capacity(predictions.rows());
    for row in 0..predictions.rows() {
        let index = predictions.row_index(row);
        match rows.get(index) {
            Some(&row) => found.push(row),
            None => unknown.push(index),
        }
    }
    if unknown.is_empty() {
        return Ok(found);
    }
    Err(format!(
        "{} of its {} indices are not in the data set ({}); is it the right one?",
        unknown.len(),
        predictions.rows(),
        oddities::some_of(&unknown)
    ))
}

/// The label that a text is; nothing for anything but one capital letter.
pub(super) fn single_label(text: &str) -> Option<Label> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}
