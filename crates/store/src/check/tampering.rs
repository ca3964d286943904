//! What nobody can have done with this program: another schema, rows that cannot be read, contents
//! that do not have their hash.
//!
//! Who changes the file by hand and knows how can hide it; who does it in passing is found.

use chrono::DateTime;
use uuid::Uuid;

use super::Report;
use crate::decision::{check_moment, void_rows};
use crate::schema::{definitions, fresh};
use crate::{BUNDLE_SETTING, Exposure, Guideline, QuestionId, Store, StoreError};
use assay_core::benchmark::FinalAct;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::queue_named;

/// A program waits for other writers for a minute at most; computers sleep.
const LONGEST_WAIT_S: u64 = 24 * 60 * 60;

impl Store {
    /// Tables, indexes and the triggers that guard the history must be those of a new database.
    pub(super) fn check_schema(&self, report: &mut Report) -> Result<(), StoreError> {
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
        report.add("schema", messages, false);
        Ok(())
    }

    pub(super) fn check_payloads(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self
            .connection
            .prepare("SELECT id, payload, exposure, created, queue FROM decision ORDER BY seq")?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            report.decisions += 1;
            let (id, payload, exposure): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let queue: String = row.get(4)?;
            let fault = match serde_json::from_str::<Act>(&payload) {
                Err(error) => Some(format!("cannot be read: {error}")),
                Ok(act) if queue_named(&queue).is_none() || !act.belongs_to(&queue) => {
                    Some(format!("{} does not belong to the {queue} queue", act.name()))
                }
                Ok(act) => Act::final_act(&act).and_then(FinalAct::contradiction),
            };
            let blurred = serde_json::from_str::<Exposure>(&exposure).err();
            let fault = fault.or(blurred.map(|error| format!("cannot be read: {error}")));
            let created: String = row.get(3)?;
            let fault = fault.or_else(|| check_moment(&created).err());
            let fault = fault.or_else(|| other_moment(&id, &created));
            messages.extend(fault.map(|fault| format!("decision {id}: {fault}")));
        }
        report.add("decisions can be read", messages, false);
        Ok(())
    }

    /// Whose decisions do not count because of other rows, as after a merge of copies.
    pub(super) fn check_void(&self, report: &mut Report) -> Result<(), StoreError> {
        let void = void_rows(&self.connection)?.into_iter();
        let messages = void.map(|void| {
            format!("decision {} on {} does not count: {}", void.id, void.item, void.reason())
        });
        report.add("no one settles their own decision", messages.collect(), false);
        Ok(())
    }

    /// Each pass of a question shows all of its choices, each once.
    pub(super) fn check_passes(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT key, pass, choice_order, (SELECT group_concat(label, '') FROM
                (SELECT label FROM choice WHERE question_id = question.id ORDER BY label))
             FROM question_pass JOIN question ON question.id = question_id ORDER BY question_id, pass",
        )?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (order, labels): (String, Option<String>) = (row.get(2)?, row.get(3)?);
            let mut letters: Vec<char> = order.chars().collect();
            letters.sort_unstable();
            if letters.iter().collect::<String>() != labels.unwrap_or_default() {
                let (key, pass): (String, u32) = (row.get(0)?, row.get(1)?);
                messages.push(format!("pass {pass} of question {key} shows the choices {order}"));
            }
        }
        report.add("passes show the choices", messages, false);
        Ok(())
    }

    /// Every revision must have the hash of its content, because decisions are exchanged by it.
    pub(super) fn check_contents(&self, report: &mut Report) -> Result<(), StoreError> {
        // A bundle has no reference answers, which are part of what its hashes are of.
        if self.setting(BUNDLE_SETTING)?.is_some() {
            return Ok(());
        }
        let mut statement =
            self.connection.prepare("SELECT id, key, content_hash FROM question ORDER BY id")?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, key, hash): (QuestionId, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            match self.whole_question(id) {
                Ok(question) if question.content_hash() == hash => {}
                Ok(_) => messages.push(format!("question {key} does not read as it was imported")),
                Err(error) => messages.push(format!("question {key} cannot be read: {error}")),
            }
        }
        report.add("questions read as imported", messages, false);
        Ok(())
    }

    pub(super) fn check_guidelines(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare("SELECT version, text FROM guideline")?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (version, text): (String, String) = (row.get(0)?, row.get(1)?);
            if Guideline::new(text).version != version {
                messages.push(format!("guideline {version} has another text than it had"));
            }
        }
        report.add("guidelines are as they were", messages, false);
        Ok(())
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
