//! The passes of a run without an answer, and why: `assay infer --failed`.

use crate::benchmark::Input;
use crate::report::{Fields, Printout};
use crate::store::{Benchmark, FailedRequest, Run, Store, StoreError};

/// The passes of a run whose last request failed, by question.
#[derive(Debug)]
pub struct FailedPasses {
    benchmark: String,
    /// The model's name in the database.
    model: String,
    /// What the model was given.
    input: Input,
    /// The key of each question, and its request.
    failed: Vec<(String, FailedRequest)>,
}

impl FailedPasses {
    /// The failed passes of a run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark, run: &Run) -> Result<Self, StoreError> {
        let mut failed = Vec::new();
        for request in store.failed_requests(run, None)? {
            let question = store.blind_question(request.question_id)?.key.to_string();
            failed.push((question, request));
        }
        let (model, input) = (run.model.clone(), run.input);
        Ok(FailedPasses { benchmark: benchmark.name.clone(), model, input, failed })
    }

    /// How many there are, and what happened to the first; `None` if none failed.
    pub fn summary(&self) -> Option<String> {
        let (question, request) = self.failed.first()?;
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

    /// The list of them.
    pub fn printout(&self) -> Printout {
        let failed = Fields::over(&self.failed)
            .text("question", |(question, _)| question)
            .flat(|(_, request)| request)
            .number_column("pass", |(_, request)| request.pass.0)
            .text_column("kind", |(_, request)| &request.kind)
            .number_column("attempts", |(_, request)| request.attempts)
            .text_column("message", |(_, request)| &request.message);
        Printout::default()
            .json("benchmark", &self.benchmark)
            .json("model", &self.model)
            .json("input", self.input)
            .list("failed", failed)
    }
}
