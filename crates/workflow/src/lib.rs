//! The rules of annotation and of runs, without a front end.
//!
//! Screens, plain conversations and commands call this crate; it knows no terminal and no flags.
//!
//! - [`describe`]: what a benchmark is made of
//! - [`evaluation`]: scores of prediction files and of runs
//! - [`export`]: files out of the database
//! - [`filters`]: questions that models make suspicious
//! - [`import`]: files into the database
//! - [`infer`]: models asked about questions
//! - [`judging`]: models asked which answers are better
//! - [`linking`]: rows of files tied to questions
//! - [`outcomes`]: what was said about questions, what becomes of them, the clean benchmark
//! - [`queue`]: who is asked what next
//! - [`voting`]: from the stored judgments to the votes that figures are computed from

// Input must not be able to stop the program: what can fail is an error that says so.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub mod certification;
pub mod describe;
pub mod evaluation;
pub mod export;
pub mod filters;
pub mod import;
pub mod infer;
pub mod judging;
pub mod linking;
pub mod outcomes;
pub mod queue;
pub mod voting;

#[cfg(test)]
extern crate assay_core as assay;
#[cfg(test)]
#[path = "../../../tests/user/support/small_questions.rs"]
mod small_questions;
