//! What cannot have been done with this program: another schema, rows that cannot be read, contents
//! that do not have their hash.
//!
//! Who changes the file by hand and knows how can hide it; who does it in passing is found.

use chrono::DateTime;
use uuid::Uuid;

use super::Report;
use crate::checklist::{OWN_CHECKLISTS, WHAT_TO_DO};
use crate::decision::check_moment;
use crate::schema::{definitions, fresh};
use crate::{BUNDLE_SETTING, Exposure, Guideline, QuestionId, Result, Uncounted, View};
use assay_core::benchmark::Checklists;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::queue_named;

/// A program waits for other writers for a minute at most; computers sleep.
const LONGEST_WAIT_S: u64 = 24 * 60 * 60;

impl View {
    /// Tables, indexes and the triggers that guard the history must be those of a new database.
    pub(super) fn check_schema(&self) -> Result<Vec<String>> {
        let expected = definitions(&fresh()?)?;
        let found = definitions(&self.connection)?;
        let mut messages = Vec::new();
        for (name, sql) in &expected {
            match found.get(name) {
                None => messages.push(format!("{name} is missing")),
                Some(other) if other != sql => messages.push(format!("{name} was changed")),
                Some(_) => {}
            }
        }
        let extra = found.keys().filter(|name| !expected.contains_key(*name));
        messages.extend(extra.map(|name| format!("{name} does not belong here")));
        Ok(messages)
    }

    pub(super) fn check_payloads(&self, report: &mut Report) -> Result<Vec<String>> {
        let sql = "SELECT id, payload, exposure, created, queue FROM decision ORDER BY seq";
        self.faults_of_rows(sql, [], |row| {
            report.decisions += 1;
            let (id, payload, exposure): (String, String, String) = row.take()?;
            let (created, queue): (String, String) = row.take()?;
            let fault = match serde_json::from_str::<Act>(&payload) {
                Err(error) => Some(format!("cannot be read: {error}")),
                Ok(act) if queue_named(&queue).is_none() || !act.belongs_to(&queue) => {
                    Some(format!("{} does not belong to the {queue} queue", act.name()))
                }
                Ok(act) => act.check().err().map(|error| error.to_string()),
            };
            let blurred = serde_json::from_str::<Exposure>(&exposure).err();
            let fault = fault
                .or(blurred.map(|error| format!("cannot be read: {error}")))
                .or_else(|| check_moment(&created).err())
                .or_else(|| other_moment(&id, &created));
            Ok(fault.map(|fault| format!("decision {id}: {fault}")))
        })
    }

    /// Whose decisions do not count because of other rows, as after a merge of copies.
    pub(super) fn check_void(&self) -> Result<Vec<String>> {
        let message = |Uncounted { row, item, reason, .. }| {
            format!("decision {row} on {item} does not count: {reason}")
        };
        Ok(self.void_rows()?.into_iter().map(message).collect())
    }

    /// Each pass of a question shows all of its choices, each once.
    pub(super) fn check_passes(&self) -> Result<Vec<String>> {
        let sql = "SELECT key, pass, choice_order, (SELECT group_concat(label, '') FROM
               (SELECT label FROM choice WHERE question_id = question.id ORDER BY label))
            FROM question_pass JOIN question ON question.id = question_id ORDER BY question_id, pass";
        self.faults_of_rows(sql, [], |row| {
            let (key, pass, order, labels): (String, u32, String, Option<String>) = row.take()?;
            let mut letters: Vec<char> = order.chars().collect();
            letters.sort_unstable();
            let is_other = letters.iter().collect::<String>() != labels.unwrap_or_default();
            let fault = || format!("pass {pass} of question {key} shows the choices {order}");
            Ok(is_other.then(fault))
        })
    }

    /// Every revision must have the hash of its content, because decisions are exchanged by it.
    pub(super) fn check_contents(&self) -> Result<Vec<String>> {
        // A bundle has no reference answers, which are part of what its hashes are of.
        if self.setting(BUNDLE_SETTING)?.is_some() {
            return Ok(Vec::new());
        }
        let sql = "SELECT id, key, content_hash FROM question ORDER BY id";
        self.faults_of_rows(sql, [], |row| {
            let (id, key, hash): (QuestionId, String, String) = row.take()?;
            Ok(match self.whole_question(id) {
                Ok(question) if question.content_hash() == hash => None,
                Ok(_) => Some(format!("question {key} does not read as it was imported")),
                Err(error) => Some(format!("question {key} cannot be read: {error}")),
            })
        })
    }

    pub(super) fn check_checklists(&self) -> Result<Vec<String>> {
        let sql =
            "SELECT key, value FROM setting WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        self.faults_of_rows(sql, [OWN_CHECKLISTS], |row| {
            let (key, text): (String, String) = row.take()?;
            let name = key.strip_prefix(OWN_CHECKLISTS).unwrap_or(&key);
            let fault =
                |error| format!("the checklist of {name} cannot be read: {error}; {WHAT_TO_DO}");
            Ok(Checklists::own(&text).err().map(fault))
        })
    }

    pub(super) fn check_guidelines(&self) -> Result<Vec<String>> {
        self.faults_of_rows("SELECT version, text FROM guideline", [], |row| {
            let (version, text): (String, String) = row.take()?;
            let is_changed = Guideline::new(text).version != version;
            Ok(is_changed.then(|| format!("guideline {version} has another text than it had")))
        })
    }
}

/// The id of a decision begins with the moment at which it was written. Between the two a program may wait
/// for others.
fn other_moment(id: &str, created: &str) -> Option<String> {
    let (seconds, _) = Uuid::parse_str(id).ok()?.get_timestamp()?.to_unix();
    let created_at = DateTime::parse_from_rfc3339(created).ok()?.timestamp();
    let apart = created_at.abs_diff(i64::try_from(seconds).ok()?);
    (apart > LONGEST_WAIT_S).then(|| format!("its id is from another time than {created}"))
}
