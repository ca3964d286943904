//! `assay doctor`: does the database hold together, and what can be mended without harm.
//!
//! [`faults`] are queries, [`checklists`] are read, [`pictures`] are decoded, [`predictions`] are read again, and [`tampering`] looks for what only somebody else's hand can have done. In a damaged
//! file some checks cannot run; they are listed, and the others are run all the same.

mod checklists;
mod faults;
mod pictures;
mod predictions;
mod tampering;

use serde::Serialize;

use super::{BUNDLE_SETTING, Benchmark, Run, Store, StoreError};
use crate::decision::names_where;
use crate::seal::{SEAL, SEALED_ROWS};
use assay_core::benchmark::queue_definition::ItemKind;

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

/// A check that the damage to the file kept from running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotRun {
    /// The name of the check.
    pub check: &'static str,
    /// Why it could not run.
    pub reason: String,
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
    /// Checks that could not run; empty unless the file is damaged.
    pub could_not_run: Vec<NotRun>,
}

/// SQLite's own look at the pages of the file.
const INTEGRITY: &str = "integrity";

impl Report {
    /// What can be reported of a file that is too damaged to be opened.
    pub fn unreadable(damage: &StoreError) -> Self {
        let mut report = Report::default();
        report.add(INTEGRITY, vec![format!("the file cannot be opened: {damage}")], false);
        let reason = "the file cannot be opened".to_owned();
        report.could_not_run.push(NotRun { check: "every other check", reason });
        report
    }

    /// Whether nothing is wrong any more.
    pub fn is_well(&self) -> bool {
        self.could_not_run.is_empty() && self.findings.iter().all(|finding| finding.fixed)
    }

    /// Whether the file itself is damaged, not only what is in it.
    pub fn is_damaged(&self) -> bool {
        !self.could_not_run.is_empty() || self.findings.iter().any(|f| f.check == INTEGRITY)
    }

    /// Runs a check. Where it fails, the report says so, and the next one gets its turn.
    pub fn attempt(
        &mut self,
        check: &'static str,
        work: impl FnOnce(&mut Report) -> Result<(), StoreError>,
    ) {
        if let Err(error) = work(self) {
            // Advice is for the report as a whole to give, not for every line of it.
            let reason = match error {
                StoreError::Malformed(reason) => reason.to_string(),
                other => other.to_string(),
            };
            self.could_not_run.push(NotRun { check, reason });
        }
    }

    /// Adds a check that ran and what it found.
    pub fn add(&mut self, check: &'static str, messages: Vec<String>, fixable: bool) {
        self.checks.push(check);
        let finding = |message| Finding { check, message, fixable, fixed: false };
        self.findings.extend(messages.into_iter().map(finding));
    }

    /// Marks what a check found as fixed.
    pub fn mark_fixed(&mut self, check: &'static str) {
        let found = self.findings.iter_mut().filter(|finding| finding.check == check);
        found.for_each(|finding| finding.fixed = true);
    }
}

/// Decodes pictures and says of each in order why its bytes are no picture.
pub type DecodePictures<'a> = &'a dyn Fn(&[&[u8]]) -> Vec<Result<(), String>>;

impl Store {
    /// The first part of the check: the file, its rows, decisions, questions and runs. Returns the
    /// runs by benchmark that read as imported; none where they could not be read.
    pub fn check_records(&self, report: &mut Report) -> Option<Vec<(Benchmark, Vec<Run>)>> {
        report.attempt(INTEGRITY, |report| {
            let lines = self.texts("PRAGMA integrity_check")?;
            report.add(INTEGRITY, lines.into_iter().filter(|line| line != "ok").collect(), false);
            Ok(())
        });
        report.attempt("foreign keys", |report| {
            let broken = self.texts(
                "SELECT 'a row of ' || \"table\" || ' names a missing row of ' || parent
                 FROM pragma_foreign_key_check",
            )?;
            report.add("foreign keys", broken, false);
            Ok(())
        });
        report.attempt("schema", |report| self.check_schema(report));
        let queues = names_where(|queue| queue.items == ItemKind::Questions);
        // A bundle has the revisions that its person needs, so their numbers may have gaps.
        let is_bundle = matches!(self.setting(BUNDLE_SETTING), Ok(Some(_)));
        for (name, query) in faults::FAULTS {
            if is_bundle && name == faults::REVISIONS_WITHOUT_GAPS {
                continue;
            }
            report.attempt(name, |report| {
                let query = query.replace("QUESTION_QUEUES", &queues);
                let query = query.replace("SEALED_ROWS", SEALED_ROWS).replace("SEAL", SEAL);
                report.add(name, self.texts(&query)?, false);
                Ok(())
            });
        }
        report.attempt("decisions can be read", |report| self.check_payloads(report));
        report.attempt("no one settles their own decision", |report| self.check_void(report));
        report.attempt("passes show the choices", |report| self.check_passes(report));
        report.attempt("questions read as imported", |report| self.check_contents(report));
        report.attempt("checklists can be read", |report| self.check_checklists(report));
        report.attempt("guidelines are as they were", |report| self.check_guidelines(report));
        let mut intact = None;
        report.attempt("runs read as imported", |report| {
            intact = Some(self.check_predictions(report)?);
            Ok(())
        });
        intact
    }

    /// The last part of the check: labels of people, samples, flags and pictures. `fix` names
    /// who removes pictures that no question shows; the database is copied beside itself before.
    pub fn check_references(
        &mut self,
        decode: DecodePictures<'_>,
        fix: Option<&str>,
        report: &mut Report,
    ) {
        report.attempt("labels have their texts", |report| self.check_hand_labels(report));
        report.attempt("samples are as drawn", |report| self.check_samples(report));
        report.attempt("flags have their evidence", |report| self.check_flags(report));
        report.attempt("pictures can be decoded", |report| self.check_pictures(decode, report));
        // Nothing is deleted from a file whose pages cannot be trusted.
        let fix = fix.filter(|_| !report.is_damaged());
        report.attempt("no orphaned pictures", |report| self.check_orphans(fix, report));
    }

    fn texts(&self, query: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
