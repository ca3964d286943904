//! How extractors agree with people: `assay agree extraction`.

use crate::agreement::extraction::ExtractionAgreement;
use crate::report::{Form, Printout, extraction};

/// How extractors agree with people on the texts of a benchmark, or of one sample of it, with its warnings.
/// `remarks` are warnings from the database in addition to those that follow from the figures.
pub fn extraction_agreement(
    benchmark: &str,
    sample: Option<&str>,
    agreement: &ExtractionAgreement,
    remarks: Vec<String>,
    form: Form,
) -> (Printout, Vec<String>) {
    let mut warnings = warnings(agreement);
    warnings.extend(remarks);
    let printout = Printout::default()
        .json("benchmark", benchmark)
        .json("sample", sample)
        .flat(agreement)
        .json("warnings", &warnings)
        .tables(match form {
            Form::Csv => vec![extraction::tidy(agreement)],
            _ => extraction::all(agreement),
        });
    (printout, warnings)
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
