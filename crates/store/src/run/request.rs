//! How requests of a run that Assay asks ended.

use std::time::Duration;

use chrono::TimeDelta;
use rusqlite::params;
use serde::Serialize;

use super::Run;
use crate::query::{Query, records};
use crate::{Benchmark, QuestionId, Result, View};
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
    /// The text of an answer or a refusal, with its status; `None` for a request that failed.
    pub fn answer(&self) -> Option<(PredictionStatus, &str)> {
        match self {
            RequestOutcome::Answered { text } => Some((PredictionStatus::Ok, text)),
            RequestOutcome::Refused { text, .. } => Some((PredictionStatus::Refused, text)),
            RequestOutcome::Failed { .. } => None,
        }
    }

    /// The name in the database, the kind and the message.
    pub(super) fn columns(&self) -> (&'static str, Option<&str>, Option<&str>) {
        match self {
            RequestOutcome::Answered { .. } => ("answered", None, None),
            RequestOutcome::Refused { kind, .. } => ("refused", Some(kind), None),
            RequestOutcome::Failed { kind, message } => ("failed", Some(kind), Some(message)),
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

/// What the requests of a benchmark's runs took, those that failed left out.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestPace {
    /// How many there were.
    pub requests: usize,
    /// The mean time from the first attempt to the end of the last.
    pub latency_ms: f64,
    /// Mean tokens of a prompt, where servers counted them.
    pub prompt_tokens: Option<f64>,
    /// Mean tokens of an answer.
    pub completion_tokens: Option<f64>,
}

records! { RequestPace { requests, latency_ms, prompt_tokens, completion_tokens } }

impl View {
    /// What the requests of a benchmark's runs took; `None` without any.
    pub fn request_pace(&self, benchmark: &Benchmark) -> Result<Option<RequestPace>> {
        let sql = "SELECT count(*), avg(latency_ms), avg(prompt_tokens), avg(completion_tokens)
            FROM request JOIN question ON question.id = question_id
            WHERE benchmark_id = ?1 AND outcome <> 'failed' HAVING count(*) > 0";
        self.find(sql, [benchmark.id])
    }

    /// How many requests of a run ended in the last minute.
    pub fn requests_in_the_last_minute(&self, run: &Run) -> Result<usize> {
        let since = self.after(TimeDelta::minutes(-1));
        let sql = "SELECT count(*) FROM request WHERE run_id = ?1 AND created > ?2";
        self.one(sql, params![run.id, since])
    }

    /// The passes of a run, or of a question in it, whose last request failed and that have no answer since.
    /// The question is named by the row of its revision.
    pub fn failed_requests(
        &self,
        run: &Run,
        question_id: Option<QuestionId>,
    ) -> Result<Vec<FailedRequest>> {
        let is_meant = question_id.map_or("?2 IS NULL", |_| "question_id = ?2");
        let sql = format!(
            "SELECT question_id, pass, ifnull(kind, ''), ifnull(message, ''), attempts, created, max(id)
             FROM request WHERE run_id = ?1 AND {is_meant} AND outcome = 'failed' AND NOT EXISTS (
                SELECT 1 FROM prediction WHERE prediction.run_id = request.run_id
                    AND prediction.question_id = request.question_id
                    AND prediction.pass = request.pass AND status <> 'failed')
             GROUP BY question_id, pass ORDER BY question_id, pass"
        );
        self.all(&sql, params![run.id, question_id])
    }
}

records! { FailedRequest { question_id, pass, kind, message, attempts, created } }
