//! The rules of annotation and of runs, without a front end.
//!
//! Screens, plain conversations and commands call this crate; it knows no terminal and no flags.
//!
//! - [`describe`]: what a benchmark is made of
//! - [`infer`]: models asked about questions
//! - [`queue`]: who is asked what next
//! - [`scoring`]: scoring tables of files and of the database, filters, the clean benchmark

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

pub mod describe;
pub mod infer;
pub mod queue;
pub mod scoring;

#[cfg(test)]
extern crate assay_core as assay;
#[cfg(test)]
#[path = "../../../tests/user/support/small_questions.rs"]
mod small_questions;
