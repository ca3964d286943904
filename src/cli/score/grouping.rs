//! Which rows of a prediction file belong to one question, and what each should have answered.

use std::collections::HashMap;

use crate::benchmark::{Choice, Label, Pass};
use crate::extract::RuleSet;
use crate::formats::predictions::PredictionTable;
use crate::score::{Strategy, rotatable};
use crate::visible::visible_line;

/// What VLMEvalKit adds to an index for each CircularEval pass.
const OFFSET: u64 = 1_000_000;

/// The rows of a file by question.
pub(super) struct Grouping<'a> {
    /// The questions, in the order of their indices.
    pub groups: Vec<RowGroup<'a>>,
    /// What was odd, in sentences.
    pub warnings: Vec<String>,
    is_circular: bool,
    /// For each row of the file, the row of the data set that it repeats.
    dataset_rows: Option<Vec<usize>>,
    dataset: Option<&'a PredictionTable>,
    predictions: &'a PredictionTable,
    trims_answers: bool,
}

/// A question with its rows.
pub(super) struct RowGroup<'a> {
    /// The index of the question.
    pub key: &'a str,
    /// Rows with their passes, in the order of the passes.
    pub rows: Vec<(usize, Pass)>,
    /// How many passes CircularEval asks for.
    pub required: u32,
}

impl<'a> Grouping<'a> {
    /// Groups the rows. Answers, choices and abilities come from the data set where there is one.
    pub fn of(
        predictions: &'a PredictionTable,
        dataset: Option<&'a PredictionTable>,
        rules: RuleSet,
    ) -> Result<Self, String> {
        let dataset_rows =
            dataset.map(|dataset| rows_in_dataset(predictions, dataset)).transpose()?;
        let mut grouping = Grouping {
            groups: Vec::new(),
            warnings: predictions.warnings().to_vec(),
            is_circular: false,
            dataset_rows,
            dataset,
            predictions,
            // The kit compares answers as they are written; its rules are reproduced with that.
            trims_answers: rules == RuleSet::Assay,
        };
        if !dataset.unwrap_or(predictions).has_answers() {
            return Err(
                "there are no reference answers in it; name the data set with --dataset".to_owned()
            );
        }
        grouping.group_rows();
        grouping.count_required();
        grouping.warn();
        Ok(grouping)
    }

    /// Circular where any question has more than its first pass.
    pub fn natural_strategy(&self) -> Strategy {
        if self.is_circular { Strategy::Circular } else { Strategy::FirstPass }
    }

    /// The label that the row should have answered; nothing where the answer is no single letter.
    pub fn reference(&self, row: usize) -> Option<Label> {
        let (table, row) = self.of_dataset(row);
        let answer = table.answer(row)?;
        let answer = if self.trims_answers { answer.trim() } else { answer };
        single_label(answer)
    }

    /// The choices that the model was shown.
    pub fn choices(&self, row: usize) -> impl Iterator<Item = (Label, &'a str)> + use<'a> {
        let (table, row) = match self.predictions.has_choices() {
            true => (self.predictions, row),
            false => self.of_dataset(row),
        };
        table.choices(row)
    }

    /// The table and row that know the question best.
    pub fn of_dataset(&self, row: usize) -> (&'a PredictionTable, usize) {
        match (self.dataset, &self.dataset_rows) {
            (Some(dataset), Some(rows)) => (dataset, rows[row]),
            _ => (self.predictions, row),
        }
    }

    fn group_rows(&mut self) {
        let table = self.predictions;
        let mut positions: HashMap<&'a str, usize> = HashMap::with_capacity(table.rows());
        let bases = Bases::of(table);
        for row in 0..table.rows() {
            let (key, pass) = bases.of_row(table, row);
            let position = *positions.entry(key).or_insert_with(|| {
                self.groups.push(RowGroup { key, rows: Vec::new(), required: 1 });
                self.groups.len() - 1
            });
            self.is_circular |= pass != Pass::FIRST;
            self.groups[position].rows.push((row, pass));
        }
        for group in &mut self.groups {
            group.rows.sort_by_key(|&(_, pass)| pass);
        }
        let number = |key: &str| key.parse::<u64>().unwrap_or(u64::MAX);
        self.groups
            .sort_by(|one, other| (number(one.key), one.key).cmp(&(number(other.key), other.key)));
    }

    /// As many passes as the data set has rows for the question; without a data set, as many as it has
    /// choices, or one where rotating them would change their meaning.
    fn count_required(&mut self) {
        let in_dataset = self.dataset.map(|dataset| {
            let bases = Bases::of(dataset);
            let mut counts: HashMap<&str, u32> = HashMap::new();
            for row in 0..dataset.rows() {
                *counts.entry(bases.of_row(dataset, row).0).or_default() += 1;
            }
            counts
        });
        let has_passes = in_dataset.as_ref().is_some_and(|counts| counts.values().any(|&n| n > 1));
        for at in 0..self.groups.len() {
            let group = &self.groups[at];
            let required = match &in_dataset {
                Some(counts) if has_passes => counts.get(group.key).copied().unwrap_or(1),
                _ => self.passes_by_choices(group),
            };
            self.groups[at].required = required;
        }
    }

    fn passes_by_choices(&self, group: &RowGroup<'_>) -> u32 {
        let Some(&(row, pass)) = group.rows.first() else { return 1 };
        let choices: Vec<Choice> = self
            .choices(row)
            .map(|(label, text)| Choice { label, text: text.to_owned() })
            .collect();
        let answer = if pass == Pass::FIRST { self.reference(row) } else { None };
        if rotatable(&choices, answer).is_ok() { choices.len() as u32 } else { 1 }
    }

    fn warn(&mut self) {
        let mut warnings = Vec::new();
        self.warn_of_answers(&mut warnings);
        self.warn_of_repeats(&mut warnings);
        if self.is_circular {
            self.warn_of_gaps(&mut warnings);
            self.warn_of_choices(&mut warnings);
        }
        self.warn_of_numbers(&mut warnings);
        self.warnings.extend(warnings);
    }

    fn warn_of_answers(&self, warnings: &mut Vec<String>) {
        let rows = 0..self.predictions.rows();
        let answer = |row| {
            let (table, row) = self.of_dataset(row);
            table.answer(row)
        };
        let spaced = rows.clone().filter(|&row| answer(row).is_some_and(|a| a.trim() != a)).count();
        if spaced > 0 {
            let treatment = match self.trims_answers {
                true => "the spaces were left out of the comparison",
                false => {
                    "by VLMEvalKit's rules such a row is never right; --rules assay leaves them out"
                }
            };
            warnings
                .push(format!("{spaced} reference answers have spaces around them: {treatment}"));
        }
        let unusable = rows
            .filter(|&row| answer(row).is_none_or(|a| single_label(a.trim()).is_none()))
            .count();
        if unusable > 0 {
            warnings.push(format!(
                "{unusable} rows have no single capital letter as reference answer: they can never be right"
            ));
        }
    }

    fn warn_of_repeats(&self, warnings: &mut Vec<String>) {
        let repeats = |group: &&RowGroup<'_>| group.rows.windows(2).any(|two| two[0].1 == two[1].1);
        let keys: Vec<&str> = self.groups.iter().filter(repeats).map(|group| group.key).collect();
        if !keys.is_empty() {
            warnings.push(format!(
                "{} questions have rows with the same index, all of which must be right ({})",
                keys.len(),
                some_of(&keys)
            ));
        }
    }

    fn warn_of_gaps(&self, warnings: &mut Vec<String>) {
        let lacks_first = |group: &&RowGroup<'_>| group.rows.iter().all(|&(_, p)| p != Pass::FIRST);
        let keys: Vec<&str> = self.groups.iter().filter(lacks_first).map(|g| g.key).collect();
        if !keys.is_empty() {
            warnings.push(format!(
                "{} questions lack their first row; VLMEvalKit does not count them at all ({})",
                keys.len(),
                some_of(&keys)
            ));
        }
        let lacks_passes = |group: &&RowGroup<'_>| {
            (0..group.required).any(|k| group.rows.iter().all(|&(_, pass)| pass != Pass(k)))
        };
        let keys: Vec<&str> = self.groups.iter().filter(lacks_passes).map(|g| g.key).collect();
        if !keys.is_empty() {
            warnings.push(format!(
                "{} questions lack passes; VLMEvalKit would not require them and score higher ({})",
                keys.len(),
                some_of(&keys)
            ));
        }
    }

    /// Every pass must show the choices of the first row in another order.
    fn warn_of_choices(&self, warnings: &mut Vec<String>) {
        let shown = |row: usize| {
            let mut texts: Vec<&str> = self.choices(row).map(|(_, text)| text).collect();
            texts.sort_unstable();
            texts
        };
        let differs = |group: &&RowGroup<'_>| {
            let mut rows = group.rows.iter().map(|&(row, _)| shown(row));
            let first = rows.next();
            rows.any(|texts| Some(&texts) != first.as_ref())
        };
        let keys: Vec<&str> = self.groups.iter().filter(differs).map(|group| group.key).collect();
        if !keys.is_empty() {
            warnings.push(format!(
                "{} questions show different choices in different passes: these are no rotations ({})",
                keys.len(),
                some_of(&keys)
            ));
        }
    }

    fn warn_of_numbers(&self, warnings: &mut Vec<String>) {
        let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
        let count = self
            .groups
            .iter()
            .filter_map(|group| group.rows.first())
            .filter(|&&(row, _)| self.choices(row).any(|(_, text)| is_number(text)))
            .count();
        if count > 0 {
            warnings.push(format!(
                "{count} questions have numbers as choices; pandas may read 20 as 20.0, \
                 which --compat pandas reproduces"
            ));
        }
    }
}

/// From a row's index to its question and pass.
struct Bases {
    are_numbers: bool,
}

impl Bases {
    fn of(table: &PredictionTable) -> Self {
        let is_number = |row| table.row_index(row).bytes().all(|byte| byte.is_ascii_digit());
        Bases { are_numbers: (0..table.rows()).all(is_number) }
    }

    fn of_row<'t>(&self, table: &'t PredictionTable, row: usize) -> (&'t str, Pass) {
        let index = table.row_index(row);
        if !self.are_numbers {
            return (table.group(row).unwrap_or(index), Pass::FIRST);
        }
        let number: u64 = index.parse().unwrap_or(0);
        let base = match table.group(row) {
            Some(group) => group,
            None if number >= OFFSET => base_text(index, number),
            None => index,
        };
        let base_number: u64 = base.parse().unwrap_or(number);
        let pass = number.saturating_sub(base_number) / OFFSET;
        (base, Pass(u32::try_from(pass).unwrap_or(u32::MAX)))
    }
}

/// The last six digits of an index without leading zeros: the index modulo a million, as a part of
/// the same text.
fn base_text(index: &str, number: u64) -> &str {
    let base = number % OFFSET;
    let digits = base.checked_ilog10().map_or(1, |log| log as usize + 1);
    &index[index.len() - digits..]
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
        some_of(&unknown)
    ))
}

/// The label that a text is; nothing for anything but one capital letter.
fn single_label(text: &str) -> Option<Label> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}

/// The first few of a list, for a message.
fn some_of(keys: &[&str]) -> String {
    let shown: Vec<_> = keys.iter().take(5).map(|key| visible_line(key)).collect();
    match keys.len() {
        0..=5 => shown.join(", "),
        _ => format!("{}, ..", shown.join(", ")),
    }
}
