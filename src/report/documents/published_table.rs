//! Whether a published table can be right: `assay agree check-table`.

use super::Document;
use crate::agreement::published_table::TableCheck;
use crate::report::{Form, Table, agreement};

impl Document for TableCheck {
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![agreement::findings(self)],
            _ if self.findings.is_empty() => vec![agreement::checks(self)],
            _ => vec![agreement::checks(self), agreement::findings(self)],
        }
    }
}
