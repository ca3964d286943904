//! `assay doctor`: does the database hold together, and what can be mended without harm.
//!
//! [`faults`] are queries, [`pictures`] are decoded, [`predictions`] are read again with what is kept
//! beside them, and [`tampering`] looks for what only somebody else's hand can have done.

mod faults;
mod pictures;
mod predictions;
mod tampering;

use serde::Serialize;

use super::{Store, StoreError};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The name of the check.
    pub check: &'static str,
    /// What was found.
    pub message: String,
    /// Whether `--fix` can mend it without losing anything that matters.
    pub fixable: bool,
    /// Whether it was mended just now.
    pub fixed: bool,
}

/// What was looked at and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names of the checks that ran.
    pub checks: Vec<&'static str>,
    /// Pictures that were decoded.
    pub pictures: usize,
    /// Rows of decisions that were read.
    pub decisions: usize,
    /// Predictions that were read.
    pub predictions: usize,
    /// What is wrong; empty when all is well.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether nothing is wrong any more.
    pub fn is_well(&self) -> bool {
        self.findings.iter().all(|finding| finding.fixed)
    }

    fn run(&mut self, check: &'static str, messages: Vec<String>, fixable: bool) {
        self.checks.push(check);
        let finding = |message| Finding { check, message, fixable, fixed: false };
        self.findings.extend(messages.into_iter().map(finding));
    }

    fn mark_fixed(&mut self, check: &'static str) {
        let found = self.findings.iter_mut().filter(|finding| finding.check == check);
        found.for_each(|finding| finding.fixed = true);
    }
}

impl Store {
    /// Looks the whole database over. `decode` tells why bytes are no picture; `fix` mends what is
    /// safe to mend: pictures that no question shows and labels that disagree with their texts are
    /// dropped.
    pub fn check(
        &mut self,
        decode: &(dyn Fn(&[u8]) -> Result<(), String> + Sync),
        fix: bool,
    ) -> Result<Report, StoreError> {
        let mut report = Report::default();
        let integrity = self.texts("PRAGMA integrity_check")?;
        report.run("integrity", integrity.into_iter().filter(|line| line != "ok").collect(), false);
        let broken = self.texts(
            "SELECT 'a row of ' || \"table\" || ' names a missing row of ' || parent
             FROM pragma_foreign_key_check",
        )?;
        report.run("foreign keys", broken, false);
        self.check_schema(&mut report)?;
        for (name, query) in faults::FAULTS {
            let messages = self.texts(query)?;
            report.run(name, messages, false);
        }
        self.check_payloads(&mut report)?;
        self.check_contents(&mut report)?;
        self.check_guidelines(&mut report)?;
        self.check_predictions(fix, &mut report)?;
        self.check_hand_labels(&mut report)?;
        self.check_samples(&mut report)?;
        self.check_flags(&mut report)?;
        self.check_pictures(decode, &mut report)?;
        self.check_orphans(fix, &mut report)?;
        Ok(report)
    }

    fn texts(&self, query: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
