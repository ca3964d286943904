//! `assay export`: data out of the database.

mod predictions;
mod questions;
mod results;
mod submission;
mod target;

use clap::Subcommand;

use super::{Shared, decisions};

#[derive(Debug, Subcommand)]
pub(crate) enum Export {
    /// Every row of history as JSON lines on standard output
    Decisions,
    /// The questions with their pictures, in VLMEvalKit's layout
    Questions(questions::Questions),
    /// What a model answered, in the layout of VLMEvalKit's prediction files
    Predictions(predictions::Predictions),
    /// What each model made of each question
    ///
    /// In the columns `labels` and `answers` there is one letter for each pass: `Z` none of the choices, `!` a
    /// refusal, `?` nothing read, `-` a pass or a reference answer that is not there.
    Results(results::Results),
    /// A model's answers as MMBench's evaluation server takes them
    Submission(submission::Submission),
}

impl Export {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Export::Decisions => decisions::export(shared),
            Export::Questions(questions) => questions.run(shared),
            Export::Predictions(predictions) => predictions.run(shared),
            Export::Results(results) => results.run(shared),
            Export::Submission(submission) => submission.run(shared),
        }
    }
}
