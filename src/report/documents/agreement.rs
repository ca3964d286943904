//! How raters agree, and whether a published table can be right: `assay agree`.

use crate::agreement::extraction::ExtractionAgreement;
use crate::agreement::published_table::TableCheck;
use crate::agreement::review::{Judgement, ReviewAgreement};
use crate::agreement::{Against, DawidSkeneSummary, Overview};
use crate::outcomes::independent::NotIndependent;
use crate::report::{Form, Printout, Table, agreement, extraction, review};

/// How raters agree; where wanted, against one that is taken as right and by Dawid and Skene's model. JSON always
/// has the confusion matrices, tables only where they are asked for.
pub fn ratings(
    overview: &Overview,
    against: Option<&Against>,
    dawid_skene: Option<&DawidSkeneSummary>,
    with_confusions: bool,
    form: Form,
) -> Printout {
    let mut tables: Vec<Table> = Vec::new();
    if form == Form::Csv {
        tables.push(agreement::tidy(overview, against));
    } else {
        tables.extend([agreement::overall(overview), agreement::pairs(overview)]);
        if with_confusions {
            tables.extend(agreement::confusions(overview));
        }
        if let Some(against) = against {
            tables.extend(agreement::against(overview, against));
        }
        tables.extend(dawid_skene.map(agreement::dawid_skene));
    }
    let printout = Printout::default().flat(overview);
    printout.json_if("against", against).json_if("dawid_skene", dawid_skene).tables(tables)
}

/// How the reviewers of a benchmark agree, with a note on the data, for instance that it is simulated, and
/// the decisions that no figure includes.
pub fn review_agreement<D: Judgement>(
    benchmark: &str,
    notice: Option<&str>,
    agreement: &ReviewAgreement<D>,
    not_independent: NotIndependent,
    form: Form,
) -> Printout {
    Printout::default()
        .json("benchmark", benchmark)
        .json_if("notice", notice)
        .flat(agreement)
        .json("not_independent", not_independent)
        .tables(match form {
            Form::Csv => vec![review::tidy(agreement)],
            _ => review::all(agreement),
        })
}

/// How extractors agree with people on the texts of a benchmark, or of one sample of it, with its warnings.
/// `remarks` are warnings from the database in addition to those that follow from the figures.
pub fn extraction_agreement(
    benchmark: &str,
    sample: Option<&str>,
    agreement: &ExtractionAgreement,
    remarks: Vec<String>,
    form: Form,
) -> (Printout, Vec<String>) {
    let mut warnings = warnings_of(agreement);
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

/// The warnings about the figures of extractors.
fn warnings_of(agreement: &ExtractionAgreement) -> Vec<String> {
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

/// Whether a published table can be right, and what is wrong with it.
pub fn published_table(check: &TableCheck, form: Form) -> Printout {
    Printout::default().flat(check).tables(match form {
        Form::Csv => vec![agreement::findings(check)],
        _ if check.findings.is_empty() => vec![agreement::checks(check)],
        _ => vec![agreement::checks(check), agreement::findings(check)],
    })
}
