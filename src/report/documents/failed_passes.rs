//! The passes of a run without an answer, and why: `assay infer --failed`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::report::{Form, Table};
use crate::store::{Benchmark, Run, Store, StoreError};

/// The passes whose last request failed.
#[derive(Debug, Serialize)]
pub struct FailedPasses {
    pub benchmark: String,
    /// The model's name in the database.
    pub model: String,
    /// What the model was given.
    pub input: Input,
    /// The passes, by question.
    pub failed: Vec<FailedPass>,
}

/// A pass whose last request failed.
#[derive(Debug, Serialize)]
pub struct FailedPass {
    /// The question's key.
    pub question: String,
    pub pass: u32,
    /// The kind of failure.
    pub kind: String,
    /// The message of the server or the network.
    pub message: String,
    /// How often it was tried.
    pub attempts: u32,
    /// When.
    pub created: String,
}

impl FailedPasses {
    /// The failed passes of a run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark, run: &Run) -> Result<Self, StoreError> {
        let mut failed = Vec::new();
        for request in store.failed_requests(run)? {
            failed.push(FailedPass {
                question: store.blind_question(request.question_id)?.key.to_string(),
                pass: request.pass.0,
                kind: request.kind,
                message: request.message,
                attempts: request.attempts,
                created: request.created,
            });
        }
        let (model, input) = (run.model.clone(), run.input);
        Ok(FailedPasses { benchmark: benchmark.name.clone(), model, input, failed })
    }

    /// How many there are, and what happened to the first; `None` if none failed.
    pub fn summary(&self) -> Option<String> {
        let first = self.failed.first()?;
        let passes = match self.failed.len() {
            1 => "1 pass has no answer".to_owned(),
            several => format!("{several} passes have no answer"),
        };
        Some(format!(
            "{passes}; question {}, pass {}: {}: {}; `assay infer --model {} --input {} --failed` lists \
             them, and the same `assay infer` asks them again",
            first.question, first.pass, first.kind, first.message, self.model, self.input
        ))
    }
}

impl Document for FailedPasses {
    fn tables(&self, _: Form) -> Vec<Table> {
        vec![
            Table::over(&self.failed)
                .text("question", |failed| &failed.question)
                .number("pass", |failed| failed.pass)
                .text("kind", |failed| &failed.kind)
                .number("attempts", |failed| failed.attempts)
                .text("message", |failed| &failed.message)
                .table(),
        ]
    }
}
