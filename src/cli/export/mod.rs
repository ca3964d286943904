//! `assay export`: data out of the database.

mod decisions;
mod hub;
mod predictions;
mod questions;
mod results;
mod submission;
mod target;
mod thumbnails;
mod votes;

use super::commands::commands;

commands! {
    pub(crate) enum Export {
        /// History as JSON lines, or what counts now as a table
        ///
        /// JSON lines hold whole rows, which `assay import decisions` takes. Tables are for people: a row for each
        /// decision, its answer, outcome, reasons and note.
        Decisions(decisions::Decisions),
        /// The questions with their pictures, in VLMEvalKit's layout or that of a data set on the hub
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
        /// What judges said about answers, in the layouts of other programs or as a long table
        Votes(votes::ExportVotes),
    }
}
