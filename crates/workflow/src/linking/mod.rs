//! Rows of prediction files tied to the questions that they are about.
//!
//! - [`by_text`]: questions found by the text that a model was asked
//! - `file`: rows tied to questions without a database
//! - [`linker`]: the rows of a prediction file become predictions of known questions
//! - [`scored_choices`]: whether scores of choices are those of a question's choices
//! - `shown_order`: in which order a row shows the choices
//! - `unusual`: what is unusual about rows

pub mod by_text;
pub(crate) mod file;
pub mod linker;
pub mod scored_choices;
mod shown_order;
mod unusual;

pub(crate) use linker::scored_answer;
pub use linker::{Duplicates, LinkError, LinkedPredictions, PredictionLinker};
