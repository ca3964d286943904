//! Later passes of questions that the data set lists once. VLMEvalKit numbers passes so that indices modulo
//! 1,000,000 name the question; the letter that is right in a pass is that of the choice which is right in
//! the first.

use std::collections::HashMap;

use super::single_label;
use crate::linking::shown_order::shown_order;
use assay_core::benchmark::{Label, Pass};
use assay_core::score::{first_few, likeliest_rotations};
use assay_formats::predictions::PredictionTable;
use assay_formats::vlmevalkit::numbering::{PassOffset, SplitIndex};

/// Rows of a file that are passes which the data set does not list: for each the row of its first pass there,
/// and the letter that is right.
pub(super) type LaterPasses = HashMap<usize, (usize, Label)>;

/// Finds them by their indices.
///
/// # Errors
/// When the choices do not say which letter is right.
pub(super) fn later_passes(
    predictions: &PredictionTable,
    dataset: &PredictionTable,
) -> Result<LaterPasses, String> {
    let mut found = LaterPasses::new();
    if predictions.is_asked() {
        return Ok(found);
    }
    let by_index: HashMap<&str, usize> =
        (0..dataset.rows()).map(|row| (dataset.row_index(row), row)).collect();
    let first_pass = |index: &str| {
        let SplitIndex { question, pass } = PassOffset::SMALLEST.split(index.parse().ok()?);
        let first = by_index.get(question.to_string().as_str()).copied()?;
        (pass > 0).then_some((first, Pass(u32::try_from(pass).unwrap_or(u32::MAX))))
    };
    let mut unclear = Vec::new();
    for row in 0..predictions.rows() {
        let index = predictions.row_index(row);
        if by_index.contains_key(index) {
            continue;
        }
        let Some((first, pass)) = first_pass(index) else { continue };
        match moved_answer((dataset, first), (predictions, row), pass) {
            Some(answer) => drop(found.insert(row, (first, answer))),
            None => unclear.push(index),
        }
    }
    if unclear.is_empty() {
        return Ok(found);
    }
    let (count, rows, first) = (unclear.len(), predictions.rows(), first_few(&unclear));
    Err(format!(
        "{count} of its {rows} indices are later passes (modulo 1,000,000) of questions that the data set lists only \
         once ({first}), and the choices do not say which letter is right in them; import the data set and the \
         file into a database, and `assay eval` scores them, or name the data set with every pass that the \
         model was asked"
    ))
}

/// A note on them.
pub(super) fn note(later_passes: &LaterPasses) -> Option<String> {
    (!later_passes.is_empty()).then(|| {
        format!(
            "{} rows are later passes (indices modulo 1,000,000) of questions that the data set lists only \
             once: in each, the letter is right that stands before the choice which is right in the first \
             pass",
            later_passes.len()
        )
    })
}

/// The letter before the right choice of a row of the data set, in a pass that a row of the file shows;
/// `None` unless both show the same choices.
fn moved_answer(
    (dataset, known): (&PredictionTable, usize),
    (predictions, row): (&PredictionTable, usize),
    pass: Pass,
) -> Option<Label> {
    let answer = single_label(dataset.answer(known)?.trim())?;
    let choices: Vec<(Label, &str)> = dataset.choices(known).collect();
    let shown: Vec<(Label, &str)> = predictions.choices(row).collect();
    let likely = likeliest_rotations(pass, choices.len());
    let (order, _) = shown_order(&choices, &shown, likely)?;
    order.shown_label_of(answer)
}
