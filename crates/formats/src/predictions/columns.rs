//! The columns that scoring needs, found by their names.

use crate::error::shown_names;
use crate::nan_choices::{ChoiceRow, NAN, NanChoices};
use assay_core::benchmark::Label;
use assay_core::keyword::{Keyword as _, keywords};

use super::compat::retyped_cells;
use super::samples::SCORED_BY;
use super::{Compat, TextTable};

/// The message for a JSON list without records.
pub(super) const NO_RECORDS: &str = "there is no record in it";

keywords! {
    /// A column that a file may have, with its name in lower case.
    #[derive(Clone, Copy, Debug)]
    pub enum KnownColumn {
        /// The index of the row's question
        Group = "g_index",
        /// The CircularEval pass
        Pass = "pass",
        Question = "question",
        /// The model's text
        Prediction = "prediction",
        /// The reference answer
        Answer = "answer",
        /// What short answers are compared with, as a JSON object
        ShortAnswer = "short_answer",
        /// The number of decimals that count in a short answer
        Precision = "precision",
        /// The unit of a short answer
        Unit = "unit",
        /// The texts of the choices in one cell, as in MathVista; they are not read
        ChoiceList = "choices",
        /// The leaf ability
        Category = "category",
        /// The L-2 ability
        L2Category = "l2-category",
        Split = "split",
        /// Whether an evaluation counted the row as right
        Hit = "hit",
        /// The same in other tasks of VLMEvalKit, where there is neither a log nor what was extracted
        VerifierScore = "verifier_score",
        Score = "score",
        /// What an evaluation noted about the row
        Log = "log",
        /// What a judge extracted, in VLMEvalKit's files of MathVista and others
        Res = "res",
        Extract = "extract",
        Extracted = "extracted",
        /// The letters of the choices whose scores made the prediction, `ABCD`
        Scored = "choices with scores",
    }
}

/// A table whose columns are known. A missing cell reads as `None`.
#[derive(Clone, Debug)]
pub struct PredictionTable {
    table: TextTable,
    /// How cells were read.
    pub compat: Compat,
    index: usize,
    known: [Option<usize>; KnownColumn::ALL.len()],
    asked: Option<usize>,
    counted: Option<usize>,
    sample: Option<usize>,
    /// The columns with what scorers said.
    scorers: Vec<usize>,
    choices: Vec<(Label, usize)>,
    /// For each row whether choices that read `nan` are absent; empty if they are absent in no row.
    nan_is_absent: Vec<bool>,
    /// The warnings about the file itself.
    pub warnings: Vec<String>,
}

impl PredictionTable {
    pub(super) fn new(table: TextTable, compat: Compat) -> Result<Self, String> {
        // As in VLMEvalKit's evaluation: single letters keep their case, other names are
        // lowercased.
        let named =
            |name: &str| table.columns().iter().position(|c| c.trim().to_lowercase() == name);
        if table.columns().is_empty() {
            return Err(NO_RECORDS.to_owned());
        }
        let Some(index) = named("index") else {
            return Err(format!(
                "there is no column \"index\"; the columns are {}. Expected a file that \
                 VLMEvalKit wrote: index, question, A, B, .., answer, prediction",
                shown_names(table.columns())
            ));
        };
        let columns = table.columns().iter();
        let label = |(at, name): (usize, &String)| Some((Label::from_text(name)?, at));
        let mut choices: Vec<(Label, usize)> =
            columns.clone().enumerate().filter_map(label).collect();
        choices.sort_unstable();
        let mut warnings = table.warnings.clone();
        let is_small = |name: &&str| matches!(name.as_bytes(), [b'a'..=b'z']);
        let small: Vec<&str> = columns.map(String::as_str).filter(is_small).collect();
        if !small.is_empty() {
            warnings.push(format!(
                "columns {} are lower-case letters: they are not choices, choices are A, B, ..",
                small.join(", ")
            ));
        }
        let is_empty = |row: &usize| table.cell(*row, index).trim().is_empty();
        if let Some(row) = (0..table.rows()).find(is_empty) {
            return Err(format!(
                "row {}: the cell index is empty; every row needs the index of its question",
                row + 1
            ));
        }
        let mut read = PredictionTable {
            index,
            known: std::array::from_fn(|at| named(KnownColumn::ALL[at].name())),
            asked: table.asked.and_then(named),
            counted: table.counted.and_then(named),
            sample: table.sampled.and_then(named),
            scorers: (0..table.columns().len())
                .filter(|&at| table.columns()[at].starts_with(SCORED_BY))
                .collect(),
            choices,
            nan_is_absent: Vec::new(),
            warnings,
            compat,
            table,
        };
        if compat != Compat::Literal {
            read.leave_out_nan_choices();
        }
        Ok(read)
    }

    /// Choices that pandas printed as `nan` are missing cells.
    fn leave_out_nan_choices(&mut self) {
        let has_nan = |row: usize| self.choices(row).any(|(_, text)| text == NAN);
        if !(0..self.rows()).any(has_nan) {
            return;
        }
        let nan = NanChoices::find((0..self.rows()).map(|row| ChoiceRow {
            stem: self.question(row).unwrap_or_default(),
            choices: self.choices(row).collect(),
            answer: self.answer(row).and_then(|answer| answer.trim().parse().ok()),
        }));
        self.warnings.extend(nan.sentences());
        self.nan_is_absent = (0..self.rows()).map(|row| nan.absent.contains(&row)).collect();
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.table.rows()
    }

    /// The same table with only some of its rows.
    #[must_use]
    pub fn only(&self, is_kept: impl Fn(usize) -> bool) -> Self {
        let mut kept = self.clone();
        kept.table.retain(&is_kept);
        let mut rows = 0..self.rows();
        kept.nan_is_absent.retain(|_| rows.next().is_some_and(&is_kept));
        kept
    }

    /// Whether it was read from a spreadsheet.
    pub fn is_spreadsheet(&self) -> bool {
        self.table.is_spreadsheet
    }

    /// The columns of choices in which pandas would print numbers differently from how they are
    /// written, and the number of those cells.
    pub fn retyped_choices(&self) -> Vec<(Label, usize)> {
        let retyped = |&(label, at): &(Label, usize)| (label, retyped_cells(&self.table, at));
        self.choices.iter().map(retyped).filter(|&(_, cells)| cells > 0).collect()
    }

    /// Whether there is such a column.
    pub fn has(&self, column: KnownColumn) -> bool {
        self.known[column as usize].is_some()
    }

    /// The row's cell in such a column, as written.
    pub fn text(&self, row: usize, column: KnownColumn) -> Option<&str> {
        self.optional(row, self.known[column as usize])
    }

    /// Whether there are columns of choices.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The row's index, whole numbers without a trailing `.0`.
    pub fn row_index(&self, row: usize) -> &str {
        without_point_zero(self.table.cell(row, self.index))
    }

    /// The index of the row's question, if the file gives it.
    pub fn group(&self, row: usize) -> Option<&str> {
        self.text(row, KnownColumn::Group).map(without_point_zero)
    }

    pub fn question(&self, row: usize) -> Option<&str> {
        self.text(row, KnownColumn::Question)
    }

    /// The text that the model was asked, if it must confirm the row's index, which may be a number
    /// that the harness assigned.
    pub fn asked(&self, row: usize) -> Option<&str> {
        self.optional(row, self.asked)
    }

    /// The number of the row's document, from 0, where the harness counts them in their order.
    pub fn document(&self, row: usize) -> Option<usize> {
        without_point_zero(self.optional(row, self.counted)?).parse().ok()
    }

    /// Whether rows must be confirmed by [`PredictionTable::asked`].
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether questions have several samples of their answer.
    pub fn is_sampled(&self) -> bool {
        self.sample.is_some()
    }

    /// What the harness's own scorers said about the row: the name of each, and a letter, `right` or `wrong`.
    pub fn scores(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        self.scorers.iter().filter_map(move |&at| {
            let name = self.table.columns()[at].strip_prefix(SCORED_BY)?;
            Some((name, self.optional(row, Some(at))?))
        })
    }

    /// The sample number of the row, if questions have several samples of their answer.
    pub fn sample(&self, row: usize) -> Option<u32> {
        self.optional(row, self.sample)?.parse().ok()
    }

    /// The model's text; empty if the cell is. In pandas' reading a missing cell is the word `nan`,
    /// because VLMEvalKit prints it.
    pub fn prediction(&self, row: usize) -> &str {
        match self.text(row, KnownColumn::Prediction) {
            Some(text) => text,
            None if self.compat == Compat::Pandas => "nan",
            None => "",
        }
    }

    /// The reference answer as written, spaces and all.
    pub fn answer(&self, row: usize) -> Option<&str> {
        self.text(row, KnownColumn::Answer)
    }

    /// Whether an evaluation counted the row as right, if it says so.
    pub fn hit(&self, row: usize) -> Option<bool> {
        self.verdict(row, KnownColumn::Hit)
    }

    /// What such a column says about the row, if it is a truth or 0 or 1.
    pub fn verdict(&self, row: usize, column: KnownColumn) -> Option<bool> {
        match self.text(row, column)?.trim() {
            "1" | "1.0" | "True" | "true" => Some(true),
            "0" | "0.0" | "False" | "false" => Some(false),
            _ => None,
        }
    }

    /// The choices that the row has, in order.
    pub fn choices(&self, row: usize) -> impl Iterator<Item = (Label, &str)> {
        let nan_is_absent = self.nan_is_absent.get(row).copied().unwrap_or(false);
        self.choices
            .iter()
            .filter_map(move |&(label, at)| Some((label, self.table.present(row, at)?)))
            .filter(move |(_, text)| !nan_is_absent || *text != NAN)
    }

    fn optional(&self, row: usize, column: Option<usize>) -> Option<&str> {
        self.table.present(row, column?)
    }
}

fn without_point_zero(index: &str) -> &str {
    let index = index.trim();
    match index.split_once('.') {
        Some((digits, zeros))
            if !digits.is_empty()
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && zeros.bytes().all(|byte| byte == b'0') =>
        {
            digits
        }
        _ => index,
    }
}
