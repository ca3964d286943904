//! The options of an extraction by a language model, and its result.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::extraction_prompt::{ExtractionPrompt, RandomLetters};
use super::options::AskError;
use super::summary::Stopped;
use crate::evaluation::RunsError;
use assay_core::benchmark::Input;
use assay_core::extract::RuleSet;
use assay_store::StoreError;

/// Which texts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextChoice {
    /// Those from which a rule set reads nothing.
    Unmatched(RuleSet),
    All,
}

impl TextChoice {
    /// The rules that read nothing from these texts; `None` if all texts are read.
    pub fn unmatched_by(self) -> Option<RuleSet> {
        match self {
            TextChoice::Unmatched(rules) => Some(rules),
            TextChoice::All => None,
        }
    }
}

/// Who extracts what, and how.
#[derive(Debug)]
pub struct ExtractionOptions {
    /// The name under which the labels are stored.
    pub extractor: String,
    /// Which texts.
    pub texts: TextChoice,
    /// Only these models' texts; all if none is named.
    pub models: Vec<String>,
    /// Only texts written with this input.
    pub input: Input,
    pub prompt: ExtractionPrompt,
    /// VLMEvalKit's handling of replies, if it is wanted.
    pub compat: Option<RandomLetters>,
    /// How the extractor is asked; kept, so that all its labels are made in one way.
    pub settings: Value,
}

/// The results of the texts. `reused + labelled + none + refused + unresolved + failed + left` are
/// all of them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct ExtractionCounts {
    /// Texts that are wanted.
    pub texts: usize,
    /// Texts that are left out because they answer open questions, which do not have labels.
    pub open_questions: usize,
    /// Requests that ended; a text has up to three.
    pub requests: usize,
    /// Requests with their repetitions.
    pub attempts: u64,
    /// Texts that the extractor read before.
    pub reused: usize,
    /// Texts with a label.
    pub labelled: usize,
    /// Texts that mean none of the choices.
    pub none: usize,
    /// Texts that the extractor refused to read.
    pub refused: usize,
    /// Texts without a label after three tries.
    pub unresolved: usize,
    /// Labels that are random letters; part of `labelled` and `none`.
    pub random: usize,
    /// Texts whose request failed.
    pub failed: usize,
    /// Texts that were not asked about because the call stopped.
    pub left: usize,
}

impl ExtractionCounts {
    /// Texts that this call is done with.
    pub fn done(&self) -> usize {
        self.labelled + self.none + self.refused + self.unresolved + self.failed
    }
}

/// The result of an extraction.
#[derive(Clone, Debug, Default)]
pub struct ExtractionSummary {
    pub counts: ExtractionCounts,
    /// Tokens of the prompts, as far as the server counts them.
    pub prompt_tokens: u64,
    /// Tokens of the replies, as far as the server counts them.
    pub completion_tokens: u64,
    /// The cost, if the endpoint has a price.
    pub cost: Option<f64>,
    /// Failed requests by kind.
    pub errors: BTreeMap<&'static str, usize>,
    /// Why not everything was asked.
    pub stopped: Option<Stopped>,
    /// What stopped it, in a sentence.
    pub message: Option<String>,
    /// The duration.
    pub elapsed: Duration,
}

/// Why nothing could be extracted, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum ExtractionError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// The extractor's name is taken.
    #[error("{0} is the name of a built-in extractor; choose another --extractor name")]
    NameTaken(String),
    /// The extractor's labels were made in another way.
    #[error(
        "the labels of {extractor} were made in another way ({earlier}); extract under another \
         --extractor name"
    )]
    OtherSettings { extractor: String, earlier: String },
}

impl From<StoreError> for ExtractionError {
    fn from(error: StoreError) -> Self {
        ExtractionError::Ask(error.into())
    }
}
