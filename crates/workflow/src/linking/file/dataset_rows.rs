//! Which row of the data set a row of the file repeats: by its index, and where the harness may have given
//! that, by the text that was asked.

use std::collections::{HashMap, HashSet};

use super::later_passes::LaterPasses;
use super::numbering::NumberedRow;
use crate::linking::by_text::QuestionsByText;
use assay_core::benchmark::Pass;
use assay_core::score::first_few;
use assay_formats::predictions::PredictionTable;

/// For each row of predictions its row in the data set; `listed` are the places of these.
pub(super) fn rows_in_dataset(
    predictions: &PredictionTable,
    dataset: &PredictionTable,
    listed: &[NumberedRow<'_>],
    later_passes: &LaterPasses,
) -> Result<Vec<usize>, String> {
    let rows: HashMap<&str, usize> =
        (0..dataset.rows()).map(|row| (dataset.row_index(row), row)).collect();
    let texts = predictions.is_asked().then(|| DatasetTexts::new(dataset, listed));
    let mut unknown: Vec<&str> = Vec::new();
    let mut found = Vec::with_capacity(predictions.rows());
    for row in 0..predictions.rows() {
        let index = predictions.row_index(row);
        let by_id = rows.get(index).copied();
        let known = match texts.as_ref().zip(predictions.asked(row)) {
            Some((texts, asked)) => texts.find(predictions, row, asked, by_id),
            None => by_id.or_else(|| later_passes.get(&row).map(|&(first, _)| first)),
        };
        if let Some(row) = known { found.push(row) } else { unknown.push(index) }
    }
    if unknown.is_empty() {
        return Ok(found);
    }
    let (count, rows, first) = (unknown.len(), predictions.rows(), first_few(&unknown));
    let what = match texts {
        None => "indices are not in the data set",
        Some(_) => "rows are of no question of the data set, by the text that was asked",
    };
    Err(format!("{count} of its {rows} {what} ({first}); is it the right one?"))
}

/// The rows of a data set by their words.
struct DatasetTexts<'a> {
    dataset: &'a PredictionTable,
    by_text: QuestionsByText<'a>,
    is_first: Vec<bool>,
}

impl<'a> DatasetTexts<'a> {
    fn new(dataset: &'a PredictionTable, listed: &[NumberedRow<'_>]) -> Self {
        let choices = |row| dataset.choices(row).map(|(_, text)| text).collect();
        let row = |row| (dataset.question(row).unwrap_or_default(), choices(row));
        DatasetTexts {
            dataset,
            by_text: QuestionsByText::new((0..dataset.rows()).map(row)),
            is_first: listed.iter().map(|place| place.pass == Pass::FIRST).collect(),
        }
    }

    /// Of several passes the one that shows the choices in this order, else the first.
    fn find(
        &self,
        predictions: &PredictionTable,
        row: usize,
        asked: &str,
        by_id: Option<usize>,
    ) -> Option<usize> {
        let choices = || predictions.choices(row).map(|(_, text)| text);
        let found = self.by_text.find(asked, choices().collect(), by_id);
        let same_order = |&&at: &&usize| choices().eq(self.dataset.choices(at).map(|(_, t)| t));
        let only = |found: &[usize]| match found {
            [one] => Some(*one),
            _ => None,
        };
        let in_order: Vec<usize> = found.iter().filter(same_order).copied().collect();
        let first: Vec<usize> = found.iter().copied().filter(|&at| self.is_first[at]).collect();
        only(&found).or_else(|| only(&in_order)).or_else(|| only(&first))
    }
}

/// The file with only the rows whose index the data set has, as VLMEvalKit's early version keeps them, and
/// a warning. `None` if all or none of the rows would go.
pub(crate) fn known_rows(
    predictions: &PredictionTable,
    dataset: &PredictionTable,
) -> Option<PredictionTable> {
    let known: HashSet<&str> = (0..dataset.rows()).map(|row| dataset.row_index(row)).collect();
    let is_known = |row| known.contains(predictions.row_index(row));
    let unknown: Vec<&str> = (0..predictions.rows())
        .filter(|&row| !is_known(row))
        .map(|row| predictions.row_index(row))
        .collect();
    if unknown.is_empty() || unknown.len() == predictions.rows() {
        return None;
    }
    let (count, first) = (unknown.len(), first_few(&unknown));
    let warning = format!(
        "{count} rows are left out because the data set does not have their index ({first}); later versions \
         of VLMEvalKit would stop there"
    );
    let mut kept = predictions.only(is_known);
    kept.warnings.push(warning);
    Some(kept)
}
