//! The result of asking, and its progress.

use std::collections::BTreeMap;
use std::time::Duration;

use assay_core::keyword::keywords;
use assay_store::Run;

keywords! {
    /// Why a run stopped before everything was asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stopped {
        /// The budget is spent.
        Budget = "budget",
        /// A user or a signal interrupted it.
        Interrupted = "interrupted",
        /// Only the first questions were wanted.
        Limit = "limit",
        /// Too many requests in a row failed in the same way.
        Errors = "errors",
    }
}

/// The counts of a call. `answered + refused + failed + reused + spared + left` are all passes of
/// the questions that were examined.
#[derive(Clone, Debug, Default)]
pub struct AskSummary {
    /// The run; `None` if nothing was asked and the model has none.
    pub run: Option<Run>,
    /// Questions that were examined.
    pub questions: usize,
    /// Passes with an answer from this call.
    pub answered: usize,
    /// Passes that were refused in this call.
    pub refused: usize,
    /// Passes whose request failed in this call.
    pub failed: usize,
    /// Passes that had an answer before.
    pub reused: usize,
    /// Passes that were not asked because another pass decided their question.
    pub spared: usize,
    /// Those of them that this call's answers spared.
    pub spared_now: usize,
    /// Passes that were not asked because the run stopped.
    pub left: usize,
    /// Requests that ended in this call: one for each pass, or for each sample.
    pub requests: usize,
    /// Requests with their repetitions.
    pub attempts: u64,
    /// Tokens of the prompts, as far as the server counts them.
    pub prompt_tokens: u64,
    /// Tokens of the answers, as far as the server counts them.
    pub completion_tokens: u64,
    /// The cost, if the endpoint has a price.
    pub cost: Option<f64>,
    /// Pictures that were re-encoded because the server does not accept their format.
    pub reencoded_pictures: usize,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
    /// Why not everything was asked.
    pub stopped: Option<Stopped>,
    /// What stopped it, in a sentence.
    pub message: Option<String>,
    /// The duration.
    pub elapsed: Duration,
}

impl AskSummary {
    /// Passes that ended in this call.
    pub fn passes(&self) -> usize {
        self.answered + self.refused + self.failed
    }
}

/// Receives the state whenever answers were committed.
pub trait Progress {
    /// `total` is the most passes to be asked when the call began.
    fn update(&mut self, so_far: &AskSummary, total: usize);
}
