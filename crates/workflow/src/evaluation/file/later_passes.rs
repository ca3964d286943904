//! Later passes of questions that the data set lists once. VLMEvalKit numbers passes so that indices modulo
//! 1,000,000 name the question; the letter that is right in a pass is that of the choice which is right in
//! the first.

use std::collections::HashMap;

use assay_core::benchmark::Label;
use assay_core::score::first_few;
use assay_formats::predictions::PredictionTable;
use assay_formats::vlmevalkit::numbering::{PassOffset, SplitIndex};

/// Rows of a file that are passes which the data set does not list: for each the row of its first pass there,
/// and the letter that is right.
#[derive(Debug, Default)]
pub(super) struct LaterPasses(HashMap<usize, (usize, &'static str)>);

impl LaterPasses {
    /// Finds them by their indices.
    ///
    /// # Errors
    /// When the choices do not say which letter is right.
    pub fn find(predictions: &PredictionTable, dataset: &PredictionTable) -> Result<Self, String> {
        let by_index: HashMap<&str, usize> =
            (0..dataset.rows()).map(|row| (dataset.row_index(row), row)).collect();
        let first_pass = |index: &str| {
            let SplitIndex { question, pass } = PassOffset::SMALLEST.split(index.parse().ok()?);
            by_index.get(question.to_string().as_str()).copied().filter(|_| pass > 0)
        };
        let mut unclear = Vec::new();
        let mut found = LaterPasses::default();
        if predictions.is_asked() {
            return Ok(found);
        }
        for row in 0..predictions.rows() {
            let index = predictions.row_index(row);
            if by_index.contains_key(index) {
                continue;
            }
            let Some(first) = first_pass(index) else { continue };
            match moved_answer((dataset, first), (predictions, row)) {
                Some(answer) => drop(found.0.insert(row, (first, answer))),
                None => unclear.push(index),
            }
        }
        if unclear.is_empty() {
            return Ok(found);
        }
        Err(format!(
            "{} of its {} indices are later passes (modulo 1,000,000) of questions that the data set lists only \
             once ({}), and the choices do not say which letter is right in them; import the data set and the \
             file into a database, and `assay eval` scores them, or name the data set with every pass that the \
             model was asked",
            unclear.len(),
            predictions.rows(),
            first_few(&unclear)
        ))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The row of the data set with the first pass of a row's question.
    pub fn first_pass(&self, row: usize) -> Option<usize> {
        self.0.get(&row).map(|&(first, _)| first)
    }

    /// The letter that is right in a row.
    pub fn answer(&self, row: usize) -> Option<&'static str> {
        self.0.get(&row).map(|&(_, answer)| answer)
    }

    /// A note on them.
    pub fn describe(&self) -> Option<String> {
        (self.count() > 0).then(|| {
            format!(
                "{} rows are later passes (indices modulo 1,000,000) of questions that the data set lists only \
                 once: in each, the letter is right that stands before the choice which is right in the first \
                 pass",
                self.count()
            )
        })
    }
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The letter before the right choice of a row of the data set, in a row of the file; `None` unless both show
/// the same choices, no two of them equal.
fn moved_answer<'t>(
    (dataset, known): (&'t PredictionTable, usize),
    (predictions, row): (&'t PredictionTable, usize),
) -> Option<&'static str> {
    let answer = single_label(dataset.answer(known)?.trim())?;
    let (_, right) = dataset.choices(known).find(|&(label, _)| label == answer)?;
    let sorted = |table: &'t PredictionTable, row| {
        let mut texts: Vec<&str> = table.choices(row).map(|(_, text)| text).collect();
        texts.sort_unstable();
        texts
    };
    let texts = sorted(dataset, known);
    let is_same = texts == sorted(predictions, row) && texts.windows(2).all(|two| two[0] != two[1]);
    let mut shown = predictions.choices(row).filter(|_| is_same);
    let (moved, _) = shown.find(|&(_, text)| text == right)?;
    LETTERS.get(moved.index()..=moved.index())
}

/// The label that a text is; `None` unless it is one capital letter.
pub(super) fn single_label(text: &str) -> Option<Label> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}
