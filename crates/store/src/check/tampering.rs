//! What cannot have been done with this program: another schema, rows that cannot be read, contents
//! that do not have their hash.
//!
//! Who changes the file by hand and knows how can hide it; who does it in passing is found.

use chrono::DateTime;
use uuid::Uuid;

use super::Report;
use crate::decision::{Void, check_moment, void_rows};
use crate::query::Query;
use crate::schema::{definitions, fresh};
use crate::{BUNDLE_SETTING, Exposure, Guideline, QuestionId, Store, StoreError};
use assay_core::benchmark::FinalAct;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::queue_named;

/// A program waits for other writers for a minute at most; computers sleep.
const LONGEST_WAIT_S: u64 = 24 * 60 * 60;

impl Store {
    /// Tables, indexes and the triggers that guard the history must be those of a new database.
    pub(super) fn check_schema(&self) -> Result<Vec<String>, StoreError> {
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

    pub(super) fn check_payloads(&self, report: &mut Report) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id, payload, exposure, created, queue FROM decision ORDER BY seq";
        let mut messages = Vec::new();
        self.connection.each(sql, [], |row| {
            report.decisions += 1;
            let (id, payload, exposure): (String, String, String) = row.take()?;
            let (created, queue): (String, String) = row.take()?;
            let fault = match serde_json::from_str::<Act>(&payload) {
                Err(error) => Some(format!("cannot be read: {error}")),
                Ok(act) if queue_named(&queue).is_none() || !act.belongs_to(&queue) => {
                    Some(format!("{} does not belong to the {queue} queue", act.name()))
                }
                Ok(act) => Act::final_act(&act).and_then(FinalAct::contradiction),
            };
            let blurred = serde_json::from_str::<Exposure>(&exposure).err();
            let fault = fault
                .or(blurred.map(|error| format!("cannot be read: {error}")))
                .or_else(|| check_moment(&created).err())
                .or_else(|| other_moment(&id, &created));
            messages.extend(fault.map(|fault| format!("decision {id}: {fault}")));
            Ok::<_, StoreError>(())
        })?;
        Ok(messages)
    }

    /// Whose decisions do not count because of other rows, as after a merge of copies.
    pub(super) fn check_void(&self) -> Result<Vec<String>, StoreError> {
        let void = void_rows(&self.connection)?.into_iter();
        let message = |void: Void| {
            format!("decision {} on {} does not count: {}", void.id, void.item, void.reason())
        };
        Ok(void.map(message).collect())
    }

    /// Each pass of a question shows all of its choices, each once.
    pub(super) fn check_passes(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT key, pass, choice_order, (SELECT group_concat(label, '') FROM
               (SELECT label FROM choice WHERE question_id = question.id ORDER BY label))
            FROM question_pass JOIN question ON question.id = question_id ORDER BY question_id, pass";
        let mut messages = Vec::new();
        self.connection.each(sql, [], |row| {
            let (key, pass, order, labels): (String, u32, String, Option<String>) = row.take()?;
            let mut letters: Vec<char> = order.chars().collect();
            letters.sort_unstable();
            if letters.iter().collect::<String>() != labels.unwrap_or_default() {
                messages.push(format!("pass {pass} of question {key} shows the choices {order}"));
            }
            Ok::<_, StoreError>(())
        })?;
        Ok(messages)
    }

    /// Every revision must have the hash of its content, because decisions are exchanged by it.
    pub(super) fn check_contents(&self) -> Result<Vec<String>, StoreError> {
        let mut messages = Vec::new();
        // A bundle has no reference answers, which are part of what its hashes are of.
        if self.setting(BUNDLE_SETTING)?.is_some() {
            return Ok(messages);
        }
        let sql = "SELECT id, key, content_hash FROM question ORDER BY id";
        self.connection.each(sql, [], |row| {
            let (id, key, hash): (QuestionId, String, String) = row.take()?;
            match self.whole_question(id) {
                Ok(question) if question.content_hash() == hash => {}
                Ok(_) => messages.push(format!("question {key} does not read as it was imported")),
                Err(error) => messages.push(format!("question {key} cannot be read: {error}")),
            }
            Ok::<_, StoreError>(())
        })?;
        Ok(messages)
    }

    pub(super) fn check_guidelines(&self) -> Result<Vec<String>, StoreError> {
        let guidelines: Vec<Guideline> =
            self.connection.all("SELECT version, text FROM guideline", [])?;
        let is_changed = |one: &Guideline| Guideline::new(one.text.as_str()).version != one.version;
        let message =
            |one: Guideline| format!("guideline {} has another text than it had", one.version);
        Ok(guidelines.into_iter().filter(is_changed).map(message).collect())
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
