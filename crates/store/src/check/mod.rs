//! `assay doctor`: does the database hold together, and what can be mended without harm.
//!
//! [`faults`] are queries, [`pictures`] are decoded, [`predictions`] are read again, and [`tampering`] looks
//! for what only another program can have done. In a damaged file some checks cannot run; they are listed, and
//! the others are run all the same.

mod faults;
mod pictures;
mod predictions;
mod tampering;

use rusqlite::Params;
use serde::Serialize;

use self::predictions::RunsByBenchmark;
use super::{BUNDLE_SETTING, Result, Store, StoreError, View};
use crate::decision::names_where;
use crate::query::{Columns, Query};
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
    pub fn attempt(&mut self, check: &'static str, work: impl FnOnce(&mut Report) -> Result<()>) {
        if let Err(error) = work(self) {
            // Advice is for the report as a whole to give, not for every line of it.
            let reason = match error {
                StoreError::Malformed(reason) => reason.to_string(),
                other => other.to_string(),
            };
            self.could_not_run.push(NotRun { check, reason });
        }
    }

    /// Runs a check that returns what is wrong and cannot be mended.
    fn run(&mut self, check: &'static str, work: impl FnOnce(&mut Report) -> Result<Vec<String>>) {
        self.attempt(check, |report| {
            let messages = work(report)?;
            report.add(check, messages, false);
            Ok(())
        });
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

/// Decodes pictures and says of each in order why its bytes are not a picture.
pub type DecodePictures<'a> = &'a dyn Fn(&[&[u8]]) -> Vec<Result<(), String>>;

impl View {
    /// The first part of the check: the file, its rows, decisions, questions and runs. Returns the
    /// runs by benchmark that read as imported; none where they could not be read.
    pub fn check_records(&self, report: &mut Report) -> Option<RunsByBenchmark> {
        report.run(INTEGRITY, |_| {
            let lines = self.texts("PRAGMA integrity_check")?;
            Ok(lines.into_iter().filter(|line| line != "ok").collect())
        });
        report.run("foreign keys", |_| {
            self.texts(
                "SELECT 'a row of ' || \"table\" || ' names a missing row of ' || parent
                 FROM pragma_foreign_key_check",
            )
        });
        report.run("schema", |_| self.check_schema());
        let queues = names_where(|queue| queue.items == ItemKind::Questions);
        // A bundle has the revisions that its person needs, so their numbers may have gaps.
        let is_bundle = matches!(self.setting(BUNDLE_SETTING), Ok(Some(_)));
        for (name, query) in faults::FAULTS {
            if is_bundle && name == faults::REVISIONS_WITHOUT_GAPS {
                continue;
            }
            report.run(name, |_| {
                let query = query.replace("QUESTION_QUEUES", &queues);
                self.texts(&query.replace("SEALED_ROWS", SEALED_ROWS).replace("SEAL", SEAL))
            });
        }
        report.run("decisions can be read", |report| self.check_payloads(report));
        report.run("no one settles their own decision", |_| self.check_void());
        report.run("passes show the choices", |_| self.check_passes());
        report.run("questions read as imported", |_| self.check_contents());
        report.run("checklists can be read", |_| self.check_checklists());
        report.run("guidelines are as they were", |_| self.check_guidelines());
        report.run("audits are as started", |_| self.check_audits());
        let mut intact = None;
        report.run("runs read as imported", |report| {
            let (runs, changed) = self.check_predictions(report)?;
            intact = Some(runs);
            Ok(changed)
        });
        intact
    }

    fn texts(&self, query: &str) -> Result<Vec<String>> {
        self.all(query, [])
    }

    /// What is wrong with the rows of a query, where anything is.
    fn faults_of_rows(
        &self,
        sql: &str,
        parameters: impl Params,
        mut fault: impl FnMut(&mut Columns<'_, '_>) -> Result<Option<String>>,
    ) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        self.each(sql, parameters, |row| {
            faults.extend(fault(row)?);
            Ok::<_, StoreError>(())
        })?;
        Ok(faults)
    }
}

impl Store {
    /// The last part of the check: labels of people, samples, flags and pictures. `fix` names
    /// who removes pictures that no question shows; the database is copied beside itself before.
    pub fn check_references(
        &mut self,
        decode: DecodePictures<'_>,
        fix: Option<&str>,
        report: &mut Report,
    ) {
        report.run("labels have their texts", |_| self.check_hand_labels());
        report.run("votes have their answers", |_| self.check_votes());
        report.run("samples are as drawn", |_| {
            let mut faults = self.check_samples()?;
            faults.extend(self.check_pairs()?);
            Ok(faults)
        });
        report.run("flags have their evidence", |_| self.check_flags());
        report.attempt("pictures can be decoded", |report| self.check_pictures(decode, report));
        // Nothing is deleted from a file whose pages cannot be trusted.
        let fix = fix.filter(|_| !report.is_damaged());
        report.attempt("no orphaned pictures", |report| self.check_orphans(fix, report));
    }
}
