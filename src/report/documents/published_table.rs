//! Whether a published table can be right: `assay agree check-table`.

use super::Document;
use crate::agreement::published_table::Verdict;
use crate::report::{Form, Table, agreement};

impl Document for Verdict {
    fn tables(&self, form: Form) -> Vec<Table> {
        match form {
            Form::Csv => vec![agreement::findings(self)],
            _ if self.findings.is_empty() => vec![agreement::checks(self)],
            _ => vec![agreement::checks(self), agreement::findings(self)],
        }
    }

    fn warnings(&self) -> Vec<&str> {
        self.notes.iter().map(String::as_str).collect()
    }
}
