//! Gold: questions whose right verdict a lead has said. Which of them an assignment mixes in is here too.
//!
//! Gold holds for one revision of a question. Who may say what is gold is checked where the row is
//! written. No query of a reviewer reads these tables except to order the items and to count places.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::assignment::Assignment;
use super::error::damaged;
use super::people::role_in;
use super::{Annotator, Benchmark, QuestionId, Store, StoreError};
use assay_core::benchmark::decision::{BlindAnswer, ReviewVerdict};
use assay_core::benchmark::team::Role;
use assay_core::keyword::Keyword;

/// A question whose right verdict a lead has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gold {
    /// The question's key.
    pub key: String,
    /// The right verdict.
    pub verdict: ReviewVerdict,
    /// The answer that a reviewer should give; nothing where the verdict alone is compared.
    pub answer: Option<BlindAnswer>,
    /// Who said so.
    pub given_by: String,
    /// When.
    pub created: String,
}

impl Store {
    /// Whether this person may see what is for leads alone: a lead, or anybody where nobody has a role.
    pub fn is_lead(&self, name: &str) -> Result<bool, StoreError> {
        is_lead(&self.connection, name)
    }

    /// Says what the right verdict on these questions is, for all or none; what was said before is
    /// replaced.
    ///
    /// # Errors
    /// `Refused` where roles are set and this person is no lead, and where a question has no such choice.
    pub fn add_gold(
        &mut self,
        lead: &Annotator,
        benchmark: &Benchmark,
        keys: &[String],
        verdict: ReviewVerdict,
        answer: Option<BlindAnswer>,
    ) -> Result<(), StoreError> {
        let ids = keys.iter().map(|key| self.question_id(benchmark, key));
        let ids = ids.collect::<Result<Vec<QuestionId>, _>>()?;
        let now = self.now();
        self.write(|transaction| {
            check_lead(transaction, &lead.name)?;
            for (id, key) in ids.iter().zip(keys) {
                check_answer(transaction, *id, key, answer)?;
                transaction
                    .prepare_cached(
                        "INSERT INTO gold (question_id, verdict, answer, given_by, created)
                         VALUES (?1, ?2, ?3, ?4, ?5)
                         ON CONFLICT DO UPDATE SET verdict = excluded.verdict,
                            answer = excluded.answer, given_by = excluded.given_by,
                            created = excluded.created",
                    )?
                    .execute(params![
                        id,
                        verdict.name(),
                        answer.map(|answer| answer.to_string()),
                        lead.name,
                        now
                    ])?;
            }
            Ok(())
        })
    }

    /// Takes back what was said about these questions. Those of an assignment stay mixed in until it ends,
    /// and count no more.
    ///
    /// # Errors
    /// `Refused` where roles are set and this person is no lead; `Unknown` where a question is not gold.
    pub fn remove_gold(
        &mut self,
        lead: &Annotator,
        benchmark: &Benchmark,
        keys: &[String],
    ) -> Result<(), StoreError> {
        let ids = keys.iter().map(|key| self.question_id(benchmark, key));
        let ids = ids.collect::<Result<Vec<QuestionId>, _>>()?;
        self.write(|transaction| {
            check_lead(transaction, &lead.name)?;
            for (id, key) in ids.iter().zip(keys) {
                let removed =
                    transaction.execute("DELETE FROM gold WHERE question_id = ?1", [id])?;
                if removed == 0 {
                    let what = format!("question {key} is not gold by `assay gold add`");
                    return Err(StoreError::Unknown { what });
                }
            }
            Ok(())
        })
    }

    /// The current questions whose right verdict a lead has said, by key.
    pub fn given_gold(&self, benchmark: &Benchmark) -> Result<Vec<Gold>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT key, verdict, gold.answer, given_by, gold.created
             FROM gold JOIN question ON question.id = question_id
             WHERE benchmark_id = ?1 AND is_current = 1 ORDER BY key",
        )?;
        let rows = statement.query_map([benchmark.id], read)?;
        rows.map(|row| gold(row?)).collect()
    }

    /// The questions that an assignment mixes in as gold.
    pub fn gold_of_assignment(
        &self,
        assignment: &Assignment,
    ) -> Result<HashSet<QuestionId>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT question_id FROM assignment_gold WHERE assignment_id = ?1")?;
        let rows = statement.query_map([assignment.id()], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

type Columns = (String, String, Option<String>, String, String);

fn read(row: &Row<'_>) -> rusqlite::Result<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn gold((key, verdict, answer, given_by, created): Columns) -> Result<Gold, StoreError> {
    let verdict = ReviewVerdict::from_name(&verdict).map_err(damaged)?;
    let answer = answer.map(|answer| answer.parse()).transpose().map_err(damaged)?;
    Ok(Gold { key, verdict, answer, given_by, created })
}

/// Whether an assignment mixes a question in as gold.
pub(super) fn is_gold(
    connection: &Connection,
    assignment: &Assignment,
    question_id: QuestionId,
) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM assignment_gold
                WHERE assignment_id = ?1 AND question_id = ?2)",
        )?
        .query_row(params![assignment.id(), question_id], |row| row.get(0))?)
}

pub(super) fn is_lead(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    let roles = "SELECT EXISTS (SELECT 1 FROM annotator WHERE role IS NOT NULL)";
    let has_roles: bool = connection.prepare_cached(roles)?.query_row([], |row| row.get(0))?;
    let role = connection
        .prepare_cached("SELECT role FROM annotator WHERE name = ?1")?
        .query_row([name], |row| role_in(row, 0))
        .optional()?;
    Ok(!has_roles || role.flatten() == Some(Role::Lead))
}

fn check_lead(connection: &Connection, name: &str) -> Result<(), StoreError> {
    match is_lead(connection, name)? {
        true => Ok(()),
        false => Err(StoreError::Refused(format!(
            "gold is for leads, and {name} is none; --as NAME says who you are, and a lead is made by \
             assay people add NAME --role lead"
        ))),
    }
}

/// The answer is one that the question can have.
fn check_answer(
    connection: &Connection,
    question_id: QuestionId,
    key: &str,
    answer: Option<BlindAnswer>,
) -> Result<(), StoreError> {
    let Some(BlindAnswer::Choice(label)) = answer else { return Ok(()) };
    let exists: bool = connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM choice WHERE question_id = ?1 AND label = ?2)",
        )?
        .query_row(params![question_id, label.to_string()], |row| row.get(0))?;
    match exists {
        true => Ok(()),
        false => Err(StoreError::Refused(format!("question {key} has no choice {label}"))),
    }
}
