//! The rows of a prediction file tied to questions and passes without a database: by their indices alone,
//! or to the rows of a data set.

mod dataset_rows;
mod later_passes;
mod numbering;

pub(crate) use self::dataset_rows::known_rows;
pub(crate) use self::numbering::{NumberedRow, NumberingRule};

use self::dataset_rows::rows_in_dataset;
use self::later_passes::{LaterPasses, later_passes, note};
use self::numbering::{Numbering, has_groups};
use assay_core::benchmark::Label;
use assay_formats::predictions::PredictionTable;
use assay_formats::vlmevalkit::numbering::PassOffset;

/// The rows of a file with the questions and passes that they are of.
#[derive(Debug)]
pub(crate) struct TiedRows<'a> {
    /// The question and pass of each row of the file.
    pub places: Vec<NumberedRow<'a>>,
    /// Those of each row of the data set; empty without one.
    pub listed: Vec<NumberedRow<'a>>,
    /// For each row of the file, the row of the data set that it belongs to; empty without a data set.
    pub dataset_rows: Vec<usize>,
    /// Rows of the file that are passes which the data set does not list.
    later_passes: LaterPasses,
    /// What is unusual about the numbering, in sentences.
    pub warnings: Vec<String>,
}

impl<'a> TiedRows<'a> {
    /// Ties the rows.
    ///
    /// # Errors
    /// When the data set does not have the file's questions, or the indices are not those of a circular
    /// file.
    pub fn new(
        predictions: &'a PredictionTable,
        dataset: Option<&'a PredictionTable>,
        rule: NumberingRule,
    ) -> Result<Self, String> {
        let later_passes = dataset.map(|dataset| later_passes(predictions, dataset));
        let later_passes = later_passes.transpose()?.unwrap_or_default();
        // Where it lists the first passes alone, the file shows the numbering.
        let complete = dataset.filter(|_| later_passes.is_empty());
        // The data set is complete, so it shows the numbering best. Where it names the questions, a file
        // that does not takes them from it by the index, except that VLMEvalKit looks at the file alone.
        let is_naming = |dataset: &&PredictionTable| {
            has_groups(dataset) && !has_groups(predictions) && !rule.as_vlmevalkit
        };
        let naming = complete.filter(is_naming);
        let numbered = naming.or(complete.filter(|dataset| !has_groups(dataset)));
        // A data set has the first pass of every question, so where no rows share a question none of its
        // indices is that of a later pass; VLMEvalKit does not look.
        let assumed = match numbered.filter(|_| !rule.as_vlmevalkit) {
            Some(dataset) => {
                PassOffset::for_keys((0..dataset.rows()).map(|row| dataset.row_index(row)))
            }
            None => PassOffset::SMALLEST,
        };
        let numbering = Numbering::new(numbered.unwrap_or(predictions), rule, assumed)?;
        let (mut listed, mut dataset_rows) = (Vec::new(), Vec::new());
        if let Some(dataset) = dataset {
            listed = numbering.places(dataset);
            dataset_rows = rows_in_dataset(predictions, dataset, &listed, &later_passes)?;
        }
        let has_places_of_dataset = naming.is_some() || predictions.is_asked();
        let places = match dataset.filter(|_| has_places_of_dataset) {
            Some(_) => dataset_rows.iter().map(|&row| listed[row]).collect(),
            None => numbering.places(predictions),
        };
        let warnings = numbering.warnings.into_iter().chain(note(&later_passes)).collect();
        Ok(TiedRows { places, listed, dataset_rows, later_passes, warnings })
    }

    /// The letter that is right in a pass that the data set does not list.
    pub fn answer_of_later_pass(&self, row: usize) -> Option<Label> {
        self.later_passes.get(&row).map(|&(_, answer)| answer)
    }
}

/// The label that a text is; `None` unless it is one capital letter.
pub(crate) fn single_label(text: &str) -> Option<Label> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Label::from_letter)
}
