//! The passes of a run without an answer, and why: `assay infer --failed`.

use serde::Serialize;

use super::Document;
use crate::benchmark::Input;
use crate::report::{Form, Table};
use crate::store::{Benchmark, FailedRequest, Run, Store, StoreError};

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
    #[serde(flatten)]
    pub request: FailedRequest,
}

impl FailedPasses {
    /// The failed passes of a run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark, run: &Run) -> Result<Self, StoreError> {
        let mut failed = Vec::new();
        for request in store.failed_requests(run)? {
            let question = store.blind_question(request.question_id)?.key.to_string();
            failed.push(FailedPass { question, request });
        }
        let (model, input) = (run.model.clone(), run.input);
        Ok(FailedPasses { benchmark: benchmark.name.clone(), model, input, failed })
    }

    /// How many there are, and what happened to the first; `None` if none failed.
    pub fn summary(&self) -> Option<String> {
        let FailedPass { question, request } = self.failed.first()?;
        let FailedRequest { pass, kind, message, .. } = request;
        let passes = match self.failed.len() {
            1 => "1 pass has no answer".to_owned(),
            several => format!("{several} passes have no answer"),
        };
        Some(format!(
            "{passes}; question {question}, pass {pass}: {kind}: {message}; `assay infer --model {} --input \
             {} --failed` lists them, and the same `assay infer` asks them again",
            self.model, self.input
        ))
    }
}

impl Document for FailedPasses {
    fn tables(&self, _: Form) -> Vec<Table> {
        Table::over(&self.failed)
            .text("question", |failed| &failed.question)
            .number("pass", |failed| failed.request.pass.0)
            .text("kind", |failed| &failed.request.kind)
            .number("attempts", |failed| failed.request.attempts)
            .text("message", |failed| &failed.request.message)
            .into()
    }
}
