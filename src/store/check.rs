//! `assay doctor`: does the database hold together, and what can be mended without harm.

use serde::Serialize;

use super::{Store, StoreError};
use crate::benchmark::decision::Act;

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Names of the checks that ran.
    pub checks: Vec<&'static str>,
    /// Pictures that were decoded.
    pub pictures: usize,
    /// Rows of decisions that were read.
    pub decisions: usize,
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
}

/// Queries whose rows are faults, each with a name and the sentence that tells the fault.
const FAULTS: [(&str, &str); 5] = [
    (
        "one current revision",
        "SELECT 'question ' || key || ' has ' || sum(is_current) || ' current revisions'
         FROM question GROUP BY benchmark_id, key HAVING sum(is_current) <> 1",
    ),
    (
        "revisions without gaps",
        "SELECT 'question ' || key || ' has ' || count(*) || ' revisions, the last is number '
            || max(revision)
         FROM question GROUP BY benchmark_id, key HAVING max(revision) <> count(*)",
    ),
    (
        "reference answers are choices",
        "SELECT 'question ' || key || ' has the reference answer ' || answer
            || ', which is none of its choices'
         FROM question WHERE answer IS NOT NULL
            AND EXISTS (SELECT 1 FROM choice WHERE question_id = question.id)
            AND NOT EXISTS (SELECT 1 FROM choice
                WHERE question_id = question.id AND label = question.answer)",
    ),
    (
        "decisions on known questions",
        "SELECT 'decision ' || decision.id || ' is about ' || item
            || ', its question row is ' || coalesce(question.key, 'missing')
         FROM decision LEFT JOIN question ON question.id = decision.question_id
         WHERE question.id IS NULL
            OR (queue = 'review' AND (item <> question.key
                OR question.benchmark_id <> decision.benchmark_id))",
    ),
    (
        "decisions follow decisions",
        "SELECT 'decision ' || later.id || ' follows ' || later.supersedes
            || ', which is not there or is another item''s'
         FROM decision later LEFT JOIN decision earlier ON earlier.id = later.supersedes
         WHERE later.supersedes IS NOT NULL AND (earlier.id IS NULL
            OR earlier.item <> later.item OR earlier.annotator_id <> later.annotator_id)",
    ),
];

const ORPHANS: &str = "FROM image WHERE NOT EXISTS
    (SELECT 1 FROM question_image WHERE image_id = image.id)";

impl Store {
    /// Looks the whole database over. `decode` tells why bytes are no picture; `fix` mends what is
    /// safe to mend: pictures that no question shows are dropped.
    pub fn check(
        &mut self,
        decode: &(dyn Fn(&[u8]) -> Result<(), String> + Sync),
        fix: bool,
    ) -> Result<Report, StoreError> {
        let mut report = Report { checks: vec![], pictures: 0, decisions: 0, findings: vec![] };
        let integrity = self.texts("PRAGMA integrity_check")?;
        report.run("integrity", integrity.into_iter().filter(|line| line != "ok").collect(), false);
        let broken = self.texts(
            "SELECT 'a row of ' || \"table\" || ' names a missing row of ' || parent
             FROM pragma_foreign_key_check",
        )?;
        report.run("foreign keys", broken, false);
        for (name, query) in FAULTS {
            let messages = self.texts(query)?;
            report.run(name, messages, false);
        }
        self.check_payloads(&mut report)?;
        self.check_pictures(decode, &mut report)?;
        self.check_orphans(fix, &mut report)?;
        Ok(report)
    }

    fn check_payloads(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare("SELECT id, payload FROM decision")?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            report.decisions += 1;
            let (id, payload): (String, String) = (row.get(0)?, row.get(1)?);
            if let Err(error) = serde_json::from_str::<Act>(&payload) {
                messages.push(format!("decision {id} cannot be read: {error}"));
            }
        }
        report.run("decisions can be read", messages, false);
        Ok(())
    }

    fn check_pictures(
        &self,
        decode: &(dyn Fn(&[u8]) -> Result<(), String> + Sync),
        report: &mut Report,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT image.hash, image.bytes, (SELECT question.key FROM question_image
                JOIN question ON question.id = question_id WHERE image_id = image.id LIMIT 1)
             FROM image",
        )?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        loop {
            let batch = next_pictures(&mut rows)?;
            if batch.is_empty() {
                break;
            }
            report.pictures += batch.len();
            messages.extend(faults_of(&batch, decode));
        }
        report.run("pictures can be decoded", messages, false);
        Ok(())
    }

    fn check_orphans(&mut self, fix: bool, report: &mut Report) -> Result<(), StoreError> {
        let count = format!("SELECT count(*) {ORPHANS}");
        let orphans: i64 = self.connection.query_row(&count, [], |row| row.get(0))?;
        let messages = match orphans {
            0 => vec![],
            n => vec![format!("{n} pictures are shown by no question")],
        };
        report.run("no orphaned pictures", messages, true);
        if fix && orphans > 0 {
            self.write(|transaction| Ok(transaction.execute(&format!("DELETE {ORPHANS}"), [])?))?;
            report.findings.iter_mut().filter(|f| f.fixable).for_each(|f| f.fixed = true);
        }
        Ok(())
    }

    fn texts(&self, query: &str) -> Result<Vec<String>, StoreError> {
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// A stored picture with the key of a question that shows it.
struct StoredPicture {
    hash: Vec<u8>,
    bytes: Vec<u8>,
    key: Option<String>,
}

/// The next pictures, few enough to bound memory, many enough to keep the cores busy.
fn next_pictures(rows: &mut rusqlite::Rows<'_>) -> Result<Vec<StoredPicture>, StoreError> {
    let mut batch = Vec::new();
    while batch.len() < 32 {
        let Some(row) = rows.next()? else { break };
        batch.push(StoredPicture { hash: row.get(0)?, bytes: row.get(1)?, key: row.get(2)? });
    }
    Ok(batch)
}

fn faults_of(
    batch: &[StoredPicture],
    decode: &(dyn Fn(&[u8]) -> Result<(), String> + Sync),
) -> Vec<String> {
    use rayon::prelude::*;
    batch
        .par_iter()
        .filter_map(|picture| {
            let of = picture.key.as_deref().unwrap_or("no question");
            if blake3::hash(&picture.bytes).as_bytes()[..] != picture.hash[..] {
                return Some(format!("the picture of question {of} is not the one imported"));
            }
            let reason = decode(&picture.bytes).err()?;
            Some(format!("the picture of question {of} cannot be shown: {reason}"))
        })
        .collect()
}
