//! Gold: questions whose right verdict a lead has said. Which of them an assignment mixes in is here too.
//!
//! Gold holds for one revision of a question. Who may say what is gold is checked where the row is
//! written. No query of a reviewer reads these tables except to order the items and to count places.

use std::collections::HashSet;

use rusqlite::params;

use super::assignment::Assignment;
use super::{Annotator, Benchmark, QuestionId, Result, Store, View};
use crate::error::refuse_if;
use crate::query::{Query, records};
use assay_core::benchmark::decision::{BlindAnswer, ReviewVerdict};
use assay_core::benchmark::team::Role;
use assay_core::keyword::Keyword;

/// A question whose right verdict a lead has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gold {
    /// The question's key.
    pub key: String,
    /// The row of its current revision.
    pub question_id: QuestionId,
    /// The right verdict.
    pub verdict: ReviewVerdict,
    /// The answer that a reviewer should give; `None` if the verdict alone is compared.
    pub answer: Option<BlindAnswer>,
    /// Who said so.
    pub given_by: String,
    /// When.
    pub created: String,
}

records! { Gold { key, question_id, verdict, answer, given_by, created } }

impl View {
    /// Whether this person may see what is for leads alone: a lead, or anyone if no one has a role.
    pub fn is_lead(&self, name: &str) -> Result<bool> {
        let (has_roles, role) = self.roles_and_own(name)?;
        Ok(!has_roles || role == Some(Role::Lead))
    }

    /// The current questions whose right verdict a lead has said, by key.
    pub fn given_gold(&self, benchmark: &Benchmark) -> Result<Vec<Gold>> {
        let sql = "SELECT key, question_id, verdict, gold.answer, given_by, gold.created
            FROM gold JOIN question ON question.id = question_id
            WHERE benchmark_id = ?1 AND is_current = 1 ORDER BY key";
        self.all(sql, [benchmark.id])
    }

    /// The questions that an assignment mixes in as gold.
    pub fn gold_of_assignment(&self, assignment: &Assignment) -> Result<HashSet<QuestionId>> {
        let sql = "SELECT question_id FROM assignment_gold WHERE assignment_id = ?1";
        self.all(sql, [assignment.id])
    }

    /// Whether an assignment mixes a question in as gold.
    pub(super) fn is_gold(&self, assignment: &Assignment, question_id: QuestionId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM assignment_gold
            WHERE assignment_id = ?1 AND question_id = ?2)";
        self.one(sql, params![assignment.id, question_id])
    }

    fn check_gold_lead(&self, name: &str) -> Result<()> {
        refuse_if(!self.is_lead(name)?, || {
            format!(
                "gold is for leads, and {name} is none; --as NAME says who you are, and a lead is made by \
                 assay people add NAME --role lead"
            )
        })
    }
}

impl Store {
    /// Says what the right verdict on these questions is, for all or none; what was said before is
    /// replaced.
    ///
    /// # Errors
    /// `Refused` where roles are set and this person is not a lead, and where a question has no such choice.
    pub fn add_gold(
        &mut self,
        lead: &Annotator,
        benchmark: &Benchmark,
        keys: &[String],
        verdict: ReviewVerdict,
        answer: Option<BlindAnswer>,
    ) -> Result<()> {
        let ids = self.question_ids(benchmark, keys)?;
        self.write(|transaction| {
            transaction.check_gold_lead(&lead.name)?;
            for (id, key) in ids.iter().zip(keys) {
                let fits = match answer {
                    Some(BlindAnswer::Choice(label)) => transaction.has_choice(*id, label)?,
                    Some(BlindAnswer::Typed(_)) => transaction.reference(*id)?.short.is_some(),
                    _ => true,
                };
                if let Some(answer) = answer.filter(|_| !fits) {
                    return Err(format!("question {key} has no choice {answer}").into());
                }
                transaction.insert(
                    "gold",
                    &[
                        ("question_id", id),
                        ("verdict", &verdict.name()),
                        ("answer", &answer.map(|answer| answer.to_string())),
                        ("given_by", &lead.name),
                        ("created", &transaction.now),
                    ],
                    "ON CONFLICT DO UPDATE SET verdict = excluded.verdict, answer = excluded.answer,
                        given_by = excluded.given_by, created = excluded.created",
                )?;
            }
            Ok(())
        })
    }

    /// Takes back what was said about these questions. Those of an assignment stay mixed in until it ends,
    /// and count no more.
    ///
    /// # Errors
    /// `Refused` where roles are set and this person is not a lead; `Unknown` where a question is not gold.
    pub fn remove_gold(
        &mut self,
        lead: &Annotator,
        benchmark: &Benchmark,
        keys: &[String],
    ) -> Result<()> {
        let ids = self.question_ids(benchmark, keys)?;
        self.write(|transaction| {
            transaction.check_gold_lead(&lead.name)?;
            for (id, key) in ids.iter().zip(keys) {
                let sql = "DELETE FROM gold WHERE question_id = ?1";
                transaction.change_known(sql, [id], || {
                    format!("question {key} is not gold by `assay gold add`")
                })?;
            }
            Ok(())
        })
    }
}
