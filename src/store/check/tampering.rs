//! What nobody can have done with this program: another schema, rows that cannot be read, contents
//! that do not have their hash.
//!
//! Who changes the file by hand and knows how can hide it; who does it in passing is found.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::Report;
use crate::benchmark::FinalAct;
use crate::benchmark::decision::Act;
use crate::store::decision::check_moment;
use crate::store::{BUNDLE_SETTING, Exposure, Guideline, QuestionId, Store, StoreError, migrate};

impl Store {
    /// Tables, indexes and the triggers that guard the history must be those of a new database.
    pub(super) fn check_schema(&self, report: &mut Report) -> Result<(), StoreError> {
        let expected = schema(&migrate::fresh()?)?;
        let found = schema(&self.connection)?;
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
            .prepare("SELECT id, payload, exposure, created FROM decision ORDER BY seq")?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            report.decisions += 1;
            let (id, payload, exposure): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let fault = match serde_json::from_str(&payload) {
                Err(error) => Some(format!("cannot be read: {error}")),
                Ok(act) => Act::final_act(&act).and_then(FinalAct::contradiction),
            };
            let blurred = serde_json::from_str::<Exposure>(&exposure).err();
            let fault = fault.or(blurred.map(|error| format!("cannot be read: {error}")));
            let created: String = row.get(3)?;
            let fault = fault.or_else(|| check_moment(&created).err());
            messages.extend(fault.map(|fault| format!("decision {id}: {fault}")));
        }
        report.add("decisions can be read", messages, false);
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

/// Everything that has a definition, by kind and name. SQLite's own tables have none of ours.
fn schema(connection: &Connection) -> Result<BTreeMap<String, String>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT type || ' ' || name, sql FROM sqlite_schema
         WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
