//! Assay turns a pile of image questions into a benchmark that can be trusted, and scores models
//! on it. Data flows one way:
//!
//! file → [`formats`] → [`benchmark`] → [`store`] → [`queue`] → [`tui`] → decision → [`store`]
//!
//! A module imports only from the layers below its own and, on its own layer, without cycles. The
//! test `architecture` reads the layers from here:
//!
//! 1. [`benchmark`], `embedded`, [`keyword`], [`statistics`], [`visible`]: definitions; pure
//! 2. [`agreement`], [`extract`], [`quality`], [`score`]: pure functions over them
//! 3. [`formats`], [`llm`], [`store`]: files of other programs in and out; models over HTTP; the
//!    database, and the only SQL
//! 4. [`describe`], [`infer`], [`queue`], [`scoring`]: what a benchmark is made of; models asked about
//!    questions; who is asked what next; scoring tables of files and of the database
//! 5. [`demo`], [`report`], [`tui`]: the simulated models of the sample; documents and tables; screens
//! 6. [`cli`]: one file for each command
//!
//! ARCHITECTURE.md explains the modules and the dependencies.

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

pub mod agreement;
pub mod benchmark;
pub mod cli;
pub mod demo;
pub mod describe;
mod embedded;
pub mod extract;
pub mod formats;
pub mod infer;
pub mod keyword;
pub mod llm;
pub mod quality;
pub mod queue;
pub mod report;
pub mod score;
pub mod scoring;
pub mod statistics;
pub mod store;
pub mod tui;
pub mod visible;

#[cfg(test)]
extern crate self as assay;
#[cfg(test)]
#[path = "../tests/user/support/small_questions.rs"]
mod small_questions;
