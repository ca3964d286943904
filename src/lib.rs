//! Assay turns a pile of image questions into a benchmark that can be trusted, and scores models
//! on it. Data flows one way:
//!
//! file → [`formats`] → [`benchmark`] → [`store`] → [`queue`] → [`tui`] → decision → [`store`]
//!
//! The crates under `crates/` are named here as modules; this crate holds the command line, the
//! documents that it prints, and the sample with its simulated models. A module imports only from the
//! layers below its own and, on its own layer, without cycles; between crates the compiler sees to it,
//! and the test `architecture` reads the layers from here:
//!
//! 1. [`benchmark`], `embedded`, [`keyword`], [`names`], [`statistics`], [`visible`]: definitions; pure
//! 2. [`agreement`], [`certify`], [`extract`], [`figures`], [`quality`], [`score`], [`short`], [`votes`]: pure
//!    functions over them; with the first layer the crate `assay-core`
//! 3. [`formats`], [`words`]: files of other programs in and out; messages in two languages
//! 4. [`llm`], [`store`]: models over HTTP; the database, and the only SQL
//! 5. [`certification`], [`describe`], [`evaluation`], [`export`], [`filters`], [`import`], [`infer`], [`judging`], [`linking`], [`outcomes`], [`queue`], [`voting`]:
//!    how many errors are left and why scores differ; what a benchmark is made of; scores of files and of runs; files out of the database; suspicious
//!    questions; files into the database; models asked about questions; models asked which answers are better;
//!    rows tied to questions; what becomes of questions; who is asked what next; stored judgments as votes:
//!    `assay-workflow`
//! 6. [`tui`]: screens and plain conversations
//! 7. [`demo`], [`report`]: the simulated models of the sample; documents and tables
//! 8. [`cli`]: one file for each command
//!
//! ARCHITECTURE.md explains the crates and the dependencies.

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

pub mod cli;
pub mod demo;
pub mod report;

pub use assay_core::{
    agreement, benchmark, certify, extract, figures, keyword, names, quality, score, short,
    statistics, visible, votes,
};
pub use assay_formats as formats;
pub use assay_llm as llm;
pub use assay_store as store;
pub use assay_tui as tui;
pub use assay_words as words;
pub use assay_workflow::{
    certification, describe, evaluation, export, filters, import, infer, judging, linking,
    outcomes, queue, voting,
};
