//! Which rows of a prediction file belong to one question, and what each should have answered.

use std::collections::{HashMap, HashSet};

use super::oddities;
use super::passes::{Numbering, Place, Wanted, has_groups};
use crate::benchmark::{Label, Pass};
use crate::extract::RuleSet;
use crate::formats::predictions::PredictionTable;
use crate::score::{Missing, Placement, RequiredPasses, Strategy, first_few};

/// The rows of a file by question.
pub(super) struct Grouping<'a> {
    /// The questions, in the order of their indices.
    pub groups: Vec<RowGroup<'a>>,
    /// What was odd, in sentences.
    pub warnings: Vec<String>,
    /// Whether any question has more than its first pass.
    pub is_circular: bool,
    /// Whether the file or the data set has more than first passes, so that each question asks for them.
    pub asks_for_passes: bool,
    /// Questions of the data set that have no row in the file.
    pub absent: usize,
    /// The rules, which are also the way in which VLMEvalKit's versions compare and group.
    rules: RuleSet,
    /// The file.
    pub predictions: &'a PredictionTable,
    pub dataset: Option<&'a PredictionTable>,
    /// For each row of the file, the row of the data set with the same index.
    dataset_rows: Option<Vec<usize>>,
}

/// A question with its rows.
pub(super) struct RowGroup<'a> {
    /// The index of the question.
    pub key: &'a str,
    /// Rows with their passes, in the order of the passes. Empty where only the data set has the question.
    pub rows: Vec<(usize, Pass)>,
    /// The passes that CircularEval requires.
    pub required: RequiredPasses,
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
        let is_kits = reading.rules != RuleSet::Assay;
        let wanted = Wanted {
            is_circular: reading.strategy == Some(Strategy::Circular),
            as_kit: is_kits && reading.missing == Missing::Kit,
        };
        // The data set is complete, so it tells the numbering best, unless a column tells its own.
        let numbered = dataset.filter(|dataset| !has_groups(dataset)).unwrap_or(predictions);
        let numbering = Numbering::of(numbered, wanted)?;
        let mut grouping = Grouping {
            groups: Vec::new(),
            warnings: Vec::new(),
            is_circular: false,
            asks_for_passes: false,
            absent: 0,
            rules: reading.rules,
            predictions,
            dataset,
            dataset_rows,
        };
        grouping.group_rows(numbering.places(predictions));
        grouping.asks_for_passes = grouping.is_circular;
        let mut warnings = numbering.warnings.clone();
        match dataset {
            Some(dataset) => {
                let repeated =
                    grouping.compare_with(dataset, numbering.places(dataset), reading.missing);
                warnings.extend(repeated);
            }
            None => grouping.require_passes(&HashMap::new()),
        }
        let strategy = reading.strategy.unwrap_or_else(|| grouping.natural_strategy());
        warnings.extend(oddities::warnings(&grouping, strategy, reading.missing));
        grouping.warnings = warnings;
        Ok(grouping)
    }

    /// Whether spaces around a reference answer are left out of the comparison. The kit compares answers
    /// as they are written; its rules are reproduced with that.
    pub fn trims_answers(&self) -> bool {
        self.rules == RuleSet::Assay
    }

    /// Whether abilities and splits come from the file, as in VLMEvalKit's later versions, and from the
    /// data set only where the file does not have them.
    pub fn file_names_abilities(&self) -> bool {
        matches!(self.rules, RuleSet::VlmevalkitMid | RuleSet::VlmevalkitLate)
    }

    /// Circular where any question has more than its first pass.
    pub fn natural_strategy(&self) -> Strategy {
        if self.is_circular { Strategy::Circular } else { Strategy::FirstPass }
    }

    /// The label that the row should have answered; nothing where the answer is no single letter.
    pub fn reference(&self, row: usize) -> Option<Label> {
        self.label(self.answer(row)?)
    }

    /// The label that a reference answer is.
    fn label(&self, answer: &str) -> Option<Label> {
        single_label(if self.trims_answers() { answer.trim() } else { answer })
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

    /// Where a question belongs: as its first row says.
    pub fn placement_of(&self, group: &RowGroup<'a>) -> Placement<'a> {
        match (group.rows.first(), self.dataset.zip(group.only_in_dataset)) {
            (Some(&(row, _)), _) => self.placement(row),
            (None, Some((dataset, row))) => placement(dataset, row),
            (None, None) => Placement::default(),
        }
    }

    /// Where a row belongs.
    pub fn placement(&self, row: usize) -> Placement<'a> {
        let (table, known) = self.of_dataset(row);
        let in_dataset = placement(table, known);
        if !self.file_names_abilities() {
            return in_dataset;
        }
        let file = self.predictions;
        let in_file = placement(file, row);
        let pick = |has, in_file, in_dataset| if has { in_file } else { in_dataset };
        Placement {
            split: pick(file.has_splits(), in_file.split, in_dataset.split),
            l2_category: pick(
                file.has_l2_categories(),
                in_file.l2_category,
                in_dataset.l2_category,
            ),
            category: pick(file.has_categories(), in_file.category, in_dataset.category),
        }
    }

    /// The row of the data set that a row of the file repeats, else that row itself.
    pub fn of_dataset(&self, row: usize) -> (&'a PredictionTable, usize) {
        match (self.dataset, &self.dataset_rows) {
            (Some(dataset), Some(rows)) => (dataset, rows[row]),
            _ => (self.predictions, row),
        }
    }

    fn group_rows(&mut self, places: Vec<Place<'a>>) {
        let mut positions: HashMap<&str, usize> = HashMap::with_capacity(places.len());
        for (row, Place { key, pass }) in places.into_iter().enumerate() {
            let position = *positions.entry(key).or_insert_with(|| {
                self.groups.push(RowGroup {
                    key,
                    rows: Vec::new(),
                    required: RequiredPasses::Rotated(1),
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

    /// Sets the passes that each question requires, from those that the data set lists for it.
    fn require_passes(&mut self, listed: &HashMap<&str, (Vec<Pass>, usize)>) {
        for at in 0..self.groups.len() {
            let group = &self.groups[at];
            let Some(&(row, pass)) = group.rows.first() else { continue };
            let listed = listed.get(group.key).map_or(&[][..], |(passes, _)| passes);
            let answer = if pass == Pass::FIRST { self.reference(row) } else { None };
            self.groups[at].required =
                RequiredPasses::compute(listed.iter().copied(), self.choices(row), answer);
        }
    }

    /// Takes from the data set which passes each question requires. Questions that have an answer there
    /// and no row in the file are missing, except under `kit`: VLMEvalKit does not look for them. Rows
    /// that come twice in the data set are reported.
    fn compare_with(
        &mut self,
        dataset: &'a PredictionTable,
        places: Vec<Place<'a>>,
        missing: Missing,
    ) -> Option<String> {
        let mut known: HashMap<&str, (Vec<Pass>, usize)> = HashMap::new();
        let mut repeated: Vec<&str> = Vec::new();
        for (row, place) in places.into_iter().enumerate() {
            let (passes, first) = known.entry(place.key).or_insert((Vec::new(), row));
            match passes.contains(&place.pass) {
                true => repeated.push(dataset.row_index(row)),
                false => passes.push(place.pass),
            }
            if place.pass == Pass::FIRST {
                *first = row;
            }
        }
        self.asks_for_passes |= known.values().any(|(passes, _)| passes.len() > 1);
        self.require_passes(&known);
        for group in &self.groups {
            known.remove(group.key);
        }
        let is_answered =
            |(_, (_, row)): &(&str, (Vec<Pass>, usize))| dataset.answer(*row).is_some();
        let answer = |row| self.label(dataset.answer(row)?);
        let absent = known.into_iter().filter(is_answered).map(|(key, (passes, row))| RowGroup {
            key,
            rows: Vec::new(),
            required: RequiredPasses::compute(passes, dataset.choices(row), answer(row)),
            only_in_dataset: Some(row),
        });
        let absent: Vec<RowGroup<'a>> = absent.collect();
        self.absent = absent.len();
        if missing != Missing::Kit {
            self.groups.extend(absent);
            self.sort_groups();
        }
        (!repeated.is_empty()).then(|| {
            format!(
                "{} rows of the data set repeat an index ({}): the last answer counts",
                repeated.len(),
                first_few(&repeated)
            )
        })
    }
}

/// Where a row of a table belongs, as the table says.
fn placement(table: &PredictionTable, row: usize) -> Placement<'_> {
    Placement {
        split: table.split(row),
        l2_category: table.l2_category(row),
        category: table.category(row),
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
        first_few(&unknown)
    ))
}

/// The file with only the rows whose index the data set has, as VLMEvalKit's early version keeps them; how
/// many are left out is told.
pub(super) fn known_rows(
    predictions: PredictionTable,
    dataset: &PredictionTable,
) -> PredictionTable {
    let known: HashSet<&str> = (0..dataset.rows()).map(|row| dataset.row_index(row)).collect();
    let is_known = |row| known.contains(predictions.row_index(row));
    let unknown: Vec<&str> = (0..predictions.rows())
        .filter(|&row| !is_known(row))
        .map(|row| predictions.row_index(row))
        .collect();
    if unknown.is_empty() || unknown.len() == predictions.rows() {
        return predictions;
    }
    let warning = format!(
        "{} rows are left out because the data set does not have their index ({}); later versions of \
         VLMEvalKit would stop there",
        unknown.len(),
        first_few(&unknown)
    );
    let mut kept = predictions.only(is_known);
    kept.warn(warning);
    kept
}

/// The label that a text is; nothing for anything but one capital letter.
pub(super) fn single_label(text: &str) -> Option<Label> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}
