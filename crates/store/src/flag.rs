//! Flags: what the filters suspect of a question, with the evidence. A person decides.
//!
//! Of each question and kind at most one flag is current. The same evidence changes nothing, other
//! evidence makes a new flag, and a question that a later run of the filter clears loses its flag;
//! the old rows stay.

use std::collections::HashMap;

use rusqlite::params;
use serde::Serialize;
use serde_json::Value;

use super::{Annotator, Benchmark, QUEUE_REVIEW, QuestionId, Refusal, Result, Store, View};
use crate::error::refuse_if;
use crate::query::{Groups, Query, records};
use assay_core::benchmark::QuestionKey;
use assay_core::keyword::{Keyword, keywords};

keywords! {
    /// What is suspected.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum FlagKind {
        /// The question can be answered without its picture.
        TextOnly = "text-only",
        /// Something is wrong with the question or its reference answer.
        Wrong = "wrong",
        /// Most models choose the same other choice than the reference answer.
        Contradicted = "contradicted",
    }
}

/// A flag as it is in the database.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flag {
    /// The question's name.
    pub question: QuestionKey,
    /// What is suspected.
    pub kind: FlagKind,
    /// The filter's rule.
    pub rule: String,
    /// Models, rule set, strategy.
    pub parameters: Value,
    /// What the models answered and what people found.
    pub evidence: Value,
    /// What the filter made of it: for `contradicted` what the models choose instead, how strongly,
    /// and how probable that is by chance; for the others who flags it (`by`). Absent in older flags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Value>,
    /// When the filter found it.
    pub created: String,
}

/// A flag about to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct NewFlag {
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// What the models answered and what people found.
    pub evidence: Value,
    /// See [`Flag::finding`].
    pub finding: Option<Value>,
}

/// What a run of a filter changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Flagging {
    /// Questions that had no flag of this kind.
    pub new: usize,
    /// Questions whose flag has other evidence now.
    pub changed: usize,
    /// Questions whose flag stays as it is.
    pub unchanged: usize,
    /// Questions that were cleared.
    pub withdrawn: usize,
}

impl View {
    /// The current flags on the current questions of a benchmark, in the order of the file.
    pub fn flags(&self, benchmark: &Benchmark) -> Result<Vec<Flag>> {
        let sql = format!(
            "SELECT {FLAGS} WHERE benchmark_id = ?1 AND question.is_current = 1 ORDER BY position, kind"
        );
        self.all(&sql, [benchmark.id])
    }

    /// Whether anything may be suspected: a question has a flag, or a reviewer once said text-only or
    /// wrong. Cheap; whether it still counts is for those who list the questions.
    pub fn has_suspects(&self, benchmark: &Benchmark) -> Result<bool> {
        if self.bundled_queue()? == Some(assay_core::benchmark::queues::QUEUE_VERIFY) {
            return Ok(true);
        }
        let sql =
            "SELECT EXISTS (SELECT 1 FROM flag JOIN question ON question.id = flag.question_id
               WHERE flag.is_current = 1 AND question.benchmark_id = ?1)
            OR EXISTS (SELECT 1 FROM decision WHERE benchmark_id = ?1 AND queue = ?2
               AND payload ->> 'verdict' IN ('text-only', 'wrong'))";
        self.one(sql, params![benchmark.id, QUEUE_REVIEW])
    }

    /// The current flags on every revision of a benchmark's questions, by the row of the revision. A
    /// fix leaves the flags of the revision it changes.
    pub fn flags_of_revisions(
        &self,
        benchmark: &Benchmark,
    ) -> Result<HashMap<QuestionId, Vec<Flag>>> {
        let sql = format!("SELECT question.id, {FLAGS} WHERE benchmark_id = ?1 ORDER BY kind");
        let Groups(flags) = self.all(&sql, [benchmark.id])?;
        Ok(flags)
    }

    /// The current flags on this revision of a question, for an annotator who has committed an answer
    /// to it. Before that they are refused: the store keeps the annotator blind, not the view.
    pub fn flags_after_answer(&self, id: QuestionId, annotator: &Annotator) -> Result<Vec<Flag>> {
        refuse_if(self.lacks_answer(annotator, id)?, || Refusal::EvidenceAfterAnswer)?;
        let sql = format!("SELECT {FLAGS} WHERE question.id = ?1 ORDER BY kind");
        self.all(&sql, [id])
    }

    /// The current flags that an annotator may see: those on questions whose current revision they
    /// have decided in the review. Before that a flag would influence the decision; the store keeps
    /// the annotator blind, not the view.
    pub fn flags_visible_to(&self, by: &Annotator, benchmark: &Benchmark) -> Result<Vec<Flag>> {
        let mut flags = self.flags(benchmark)?;
        if !flags.is_empty() {
            let decided = self.decided_questions(by, QUEUE_REVIEW, benchmark)?;
            flags.retain(|flag| decided.contains(flag.question.as_str()));
        }
        Ok(flags)
    }

    /// The kinds of the current flags on a question, where this annotator may see them: see
    /// [`View::flags_visible_to`].
    pub fn flag_kinds_visible_to(&self, by: &Annotator, id: QuestionId) -> Result<Vec<FlagKind>> {
        let sql = "SELECT kind FROM flag WHERE question_id = ?1 AND is_current = 1 ORDER BY kind";
        let kinds: Vec<String> = self.all(sql, [id])?;
        if kinds.is_empty() || !self.has_decided(by, QUEUE_REVIEW, id)? {
            return Ok(Vec::new());
        }
        Ok(kinds.iter().filter_map(|kind| FlagKind::from_name(kind).ok()).collect())
    }
}

impl Store {
    /// Keeps the outcome of a filter: `flags` for the questions it suspects, `cleared` the rows of
    /// those it looked at and does not suspect. Questions in neither stay as they are. A flag whose
    /// evidence stays the same is unchanged, and its finding is replaced.
    pub fn keep_flags(
        &mut self,
        kind: FlagKind,
        rule: &str,
        parameters: &Value,
        flags: &[NewFlag],
        cleared: &[QuestionId],
    ) -> Result<Flagging> {
        self.write(|transaction| {
            let mut outcome = Flagging::default();
            let withdraw = "UPDATE flag SET is_current = 0
                 WHERE question_id = ?1 AND kind = ?2 AND is_current = 1";
            let parameters = parameters.to_string();
            for flag in flags {
                let evidence = flag.evidence.to_string();
                let finding = flag.finding.as_ref().map(Value::to_string);
                let hash = evidence_hash(rule, &parameters, &evidence);
                let sql = "SELECT id, evidence_hash FROM flag
                    WHERE question_id = ?1 AND kind = ?2 AND is_current = 1";
                let place = params![flag.question_id, kind.name()];
                let known: Option<(i64, String)> = transaction.find(sql, place)?;
                match known {
                    Some((id, known)) if known == hash => {
                        let sql = "UPDATE flag SET finding = ?2 WHERE id = ?1";
                        transaction.change(sql, params![id, finding])?;
                        outcome.unchanged += 1;
                        continue;
                    }
                    Some(_) => outcome.changed += 1,
                    None => outcome.new += 1,
                }
                transaction.change(withdraw, place)?;
                transaction.insert(
                    "flag",
                    &[
                        ("question_id", &flag.question_id),
                        ("kind", &kind.name()),
                        ("rule", &rule),
                        ("parameters", &parameters),
                        ("evidence", &evidence),
                        ("evidence_hash", &hash),
                        ("is_current", &true),
                        ("created", &transaction.now),
                        ("finding", &finding),
                    ],
                    "",
                )?;
            }
            for question_id in cleared {
                outcome.withdrawn +=
                    transaction.count_changed(withdraw, params![question_id, kind.name()])?;
            }
            Ok(outcome)
        })
    }
}

/// The columns of a flag, and where they come from.
const FLAGS: &str = "key, kind, rule, parameters, evidence, finding, flag.created FROM question
    JOIN flag ON flag.question_id = question.id AND flag.is_current = 1";

records! { Flag { question, kind, rule, parameters, evidence, finding, created } }

pub(super) fn evidence_hash(rule: &str, parameters: &str, evidence: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [rule, parameters, evidence] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
