//! Whether a published table can be right: `assay agree check-table`.

use crate::agreement::published_table::TableCheck;
use crate::report::{Form, Printout, agreement};

/// Whether a published table can be right, and what is wrong with it.
pub fn published_table(check: &TableCheck, form: Form) -> Printout {
    Printout::default().flat(check).tables(match form {
        Form::Csv => vec![agreement::findings(check)],
        _ if check.findings.is_empty() => vec![agreement::checks(check)],
        _ => vec![agreement::checks(check), agreement::findings(check)],
    })
}
