//! Asking models about the questions of a benchmark.
//!
//! A `Task` holds the passes that still need an answer ([`Plan`]), `schedule` hands them out one at a time,
//! `pool` asks with many threads and commits every answer before the next step, and [`ask()`] combines them
//! into a run in the database. [`extract_with_model`] asks about texts of models, and `judging`
//! about answers, by `each`. How a request is sent, repeated and limited is in [`assay_llm`].

mod ask;
mod asking;
mod batch;
mod call;
mod each;
mod error;
mod extraction;
mod extraction_prompt;
mod options;
mod parts;
mod pictures;
mod plan;
mod pool;
mod question_prompt;
mod ranking;
mod schedule;
mod steps;
mod task;

pub use ask::{ask, ask_for_filter};
pub use asking::AskSummary;
pub use batch::{ReadBatch, read_batch, write_batch};
pub(crate) use batch::{batch_writer, for_each_answer};
pub(crate) use call::Asked;
pub use call::{Asker, Report, Requests, Spent, Stopped};
pub(crate) use each::ask_each;
pub use error::AskError;
pub use extraction::{ExtractionOptions, ExtractionSummary, extract_with_model};
pub use extraction_prompt::{ExtractionPrompt, RandomLetters};
pub use options::{AskOptions, MOST_SAMPLES};
pub use parts::{Sampled, check_parts, samples_of_run};
pub(crate) use pictures::SharedPictures;
pub use plan::{Plan, Selection};
pub use question_prompt::QuestionPrompt;
pub(crate) use question_prompt::{PromptError, read_template};
pub use ranking::Ranking;
pub(crate) use steps::ask_with_pictures;
pub use task::{Estimate, check_rankable};
