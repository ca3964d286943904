//! How requests of a run that Assay asks ended.

use std::time::Duration;

use chrono::TimeDelta;
use rusqlite::params;
use serde::Serialize;

use super::Run;
use crate::query::{Query, records};
use crate::{QuestionId, Result, View};
use assay_core::benchmark::{ChoiceOrder, Pass, PredictionStatus};

/// A request that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedRequest {
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The pass.
    pub pass: Pass,
    /// The order in which the choices were shown.
    pub order: ChoiceOrder,
    /// How it ended.
    pub outcome: RequestOutcome,
    /// What the model wrote as reasoning, apart from its answer.
    pub reasoning: Option<String>,
    /// Why the model stopped, as the server says it (`stop`, `length`).
    pub finish_reason: Option<String>,
    /// Tokens of the prompt as the server counts them.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer as the server counts them.
    pub completion_tokens: Option<u64>,
    /// From the first attempt to the end of the last.
    pub latency: Duration,
    /// How many attempts there were.
    pub attempts: u32,
}

/// How a request ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestOutcome {
    /// With an answer.
    Answered { text: String },
    /// Server or model declined to answer.
    Refused { text: String, kind: String },
    /// Without an answer, after all attempts.
    Failed { kind: String, message: String },
}

impl RequestOutcome {
    /// The name in the database.
    pub(super) fn name(&self) -> &'static str {
        match self {
            RequestOutcome::Answered { .. } => "answered",
            RequestOutcome::Refused { .. } => "refused",
            RequestOutcome::Failed { .. } => "failed",
        }
    }

    /// The text of an answer or a refusal, with its status; `None` for a request that failed.
    pub fn answer(&self) -> Option<(PredictionStatus, &str)> {
        match self {
            RequestOutcome::Answered { text } => Some((PredictionStatus::Ok, text)),
            RequestOutcome::Refused { text, .. } => Some((PredictionStatus::Refused, text)),
            RequestOutcome::Failed { .. } => None,
        }
    }

    pub(super) fn kind_and_message(&self) -> (Option<&str>, Option<&str>) {
        match self {
            RequestOutcome::Answered { .. } => (None, None),
            RequestOutcome::Refused { kind, .. } => (Some(kind), None),
            RequestOutcome::Failed { kind, message } => (Some(kind), Some(message)),
        }
    }
}

/// A pass whose last request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedRequest {
    /// The row of the question's revision.
    #[serde(skip)]
    pub question_id: QuestionId,
    /// The pass.
    pub pass: Pass,
    /// The kind of failure.
    pub kind: String,
    /// What the server or the network said.
    pub message: String,
    /// How many attempts there were.
    pub attempts: u32,
    /// When.
    pub created: String,
}

impl View {
    /// How many requests of a run ended in the last minute.
    pub fn requests_in_the_last_minute(&self, run: &Run) -> Result<usize> {
        let since = self.after(TimeDelta::minutes(-1));
        let sql = "SELECT count(*) FROM request WHERE run_id = ?1 AND created > ?2";
        self.one(sql, params![run.id, since])
    }

    /// The passes of a run whose last request failed and that have no answer since.
    pub fn failed_requests(&self, run: &Run) -> Result<Vec<FailedRequest>> {
        self.all(&failed_requests(""), [run.id])
    }

    /// The same for one question, which is named by the row of its revision.
    pub fn failed_requests_of_question(
        &self,
        run: &Run,
        question_id: QuestionId,
    ) -> Result<Vec<FailedRequest>> {
        self.all(&failed_requests("AND question_id = ?2"), params![run.id, question_id])
    }
}

fn failed_requests(condition: &str) -> String {
    format!(
        "SELECT question_id, pass, ifnull(kind, ''), ifnull(message, ''), attempts, created, max(id)
         FROM request WHERE run_id = ?1 {condition} AND outcome = 'failed' AND NOT EXISTS (
            SELECT 1 FROM prediction WHERE prediction.run_id = request.run_id
                AND prediction.question_id = request.question_id
                AND prediction.pass = request.pass AND status <> 'failed')
         GROUP BY question_id, pass ORDER BY question_id, pass"
    )
}

records! { FailedRequest { question_id, pass, kind, message, attempts, created } }
