//! How extractors agree with people: `assay agree extraction`.

use serde::Serialize;

use super::Document;
use crate::agreement::extraction::ExtractionAgreement;
use crate::report::{Form, Table, extraction};

/// How extractors agree with people on the texts of a benchmark.
#[derive(Debug, Serialize)]
pub struct ExtractionDocument {
    benchmark: String,
    sample: Option<String>,
    #[serde(flatten)]
    agreement: ExtractionAgreement,
    pub warnings: Vec<String>,
}

impl ExtractionDocument {
    /// The document about a benchmark or one sample of it. `remarks` are warnings from the database
    /// in addition to those that follow from the figures.
    pub fn new(
        benchmark: String,
        sample: Option<String>,
        agreement: ExtractionAgreement,
        remarks: Vec<String>,
    ) -> Self {
        let mut warnings = warnings(&agreement);
        warnings.extend(remarks);
        ExtractionDocument { benchmark, sample, agreement, warnings }
    }
}

impl Document for ExtractionDocument {
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![extraction::tidy(&self.agreement)],
            _ => extraction::all(&self.agreement),
        }
    }
}

/// The warnings about the figures.
fn warnings(agreement: &ExtractionAgreement) -> Vec<String> {
    let mut warnings = Vec::new();
    if agreement.items == 0 {
        warnings.push(format!("{} settles no text", agreement.reference));
    }
    if agreement.tied > 0 {
        warnings.push(format!("{} texts are left out: people are tied on them", agreement.tied));
    }
    if agreement.ceiling.people.len() == 1 {
        warnings.push("one person read alone: how far people agree is not known".to_owned());
    } else if agreement.ceiling.items < agreement.items {
        let once = agreement.items - agreement.ceiling.items;
        warnings.push(format!("{once} texts were read by one person only"));
    }
    warnings
}
