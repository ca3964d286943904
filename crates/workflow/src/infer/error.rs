//! Why models are not asked.

use super::question_prompt::PromptError;
use crate::evaluation::RunsError;
use assay_llm::batch::BatchError;
use assay_store::StoreError;

/// Why nothing could be asked, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// A question cannot be asked.
    #[error("question {question}: {reason}")]
    Prompt { question: String, reason: PromptError },
    /// A request cannot be written into a batch.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// What is wanted does not fit what is there: why, and what to do.
    #[error("{0}")]
    Refused(String),
}

pub(super) type Result<T, E = AskError> = std::result::Result<T, E>;
