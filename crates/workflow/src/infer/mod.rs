//! Asking models about the questions of a benchmark.
//!
//! `Plan` finds the passes that still need an answer, [`schedule`] hands them out one at a time,
//! [`pool`] asks with many threads and commits every answer before the next step, and [`ask()`]
//! combines them into a run in the database. How a request is sent, repeated and limited is in
//! [`assay_llm`].

mod ask;
mod asker;
mod asking;
mod batch;
mod checks;
mod combined;
mod estimate;
mod extraction;
mod extraction_options;
mod extraction_prompt;
mod filter;
mod first_request;
mod options;
mod parts_check;
mod passes;
mod pictures;
mod plan;
pub mod pool;
mod question_prompt;
mod questions;
mod ranking;
mod sampled;
pub mod schedule;
mod settings;
mod steps;
mod summary;

pub use ask::ask;
pub use asker::{Asked, Asker};
pub use batch::{BatchFileError, ReadBatch, WrittenFile, read_batch, write_batch};
pub use checks::check_rankable;
pub use estimate::Estimate;
pub use extraction::extract_with_model;
pub use extraction_options::{ExtractionCounts, ExtractionOptions, ExtractionSummary, TextChoice};
pub use extraction_prompt::{ExtractionPrompt, RandomLetters};
pub use filter::ask_for_filter;
pub use options::{AskError, AskOptions, MOST_SAMPLES, Samples};
pub use parts_check::check_parts;
pub use plan::{Plan, PlannedPass, PlannedQuestion, Wanted};
pub use question_prompt::{PromptError, QuestionPrompt};
pub use ranking::{Ranking, most_likely};
pub use sampled::{Sampled, samples_of_run};
pub use settings::asked_settings;
pub use summary::{AskSummary, Progress, Stopped};
