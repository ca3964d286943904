//! What a model is asked, and why it could not be.

use serde_json::Value;

use super::plan::Wanted;
use super::question_prompt::{PromptError, QuestionPrompt};
use super::ranking::Ranking;
use super::samples::Samples;
use crate::benchmark::Input;
use crate::store::StoreError;

/// What a model is asked, and how.
#[derive(Debug)]
pub struct AskOptions {
    /// The model's name in the database.
    pub model: String,
    /// With the pictures, or the text alone.
    pub input: Input,
    /// Which passes.
    pub wanted: Wanted,
    /// How often each pass is asked.
    pub samples: Samples,
    /// How the choices are ranked, where their likelihood is asked for instead of an answer. Only first
    /// passes are wanted then: the choices are not shown.
    pub ranking: Option<Ranking>,
    /// How a question becomes a request.
    pub prompt: QuestionPrompt,
    /// How the model is asked, kept with the run. What differs from one call to the next and does not
    /// change answers (the address, limits) is under `"endpoint"`.
    pub settings: Value,
}

/// Why nothing could be asked, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A question cannot be asked.
    #[error("question {question}: {reason}")]
    Prompt {
        /// The question's key.
        question: String,
        /// Why.
        reason: PromptError,
    },
    /// An open question has no choices to rank; nothing was asked.
    #[error(
        "nothing was asked: question {question} is an open question{}: it has no choices whose likelihood \
         could be asked; leave `--scoring likelihood` out",
        and_more(*further)
    )]
    OpenQuestion {
        /// The first such question's key.
        question: String,
        /// How many more there are.
        further: usize,
    },
    /// A picture lies elsewhere and is not there; nothing was asked.
    #[error("nothing was asked: question {question}: {reason}{}", and_more(*further))]
    PictureGone {
        /// The first question's key.
        question: String,
        /// Where its picture should be.
        reason: Box<StoreError>,
        /// How many more of the questions have a picture that is not there.
        further: usize,
    },
    /// One answer for each pass was imported, and several are asked.
    #[error(
        "the answers of {model} were imported, one for each pass; ask for samples or likelihoods under \
         another --model name"
    )]
    ImportedAnswers {
        /// The model's name.
        model: String,
    },
    /// The open run was asked in another way.
    #[error(
        "the earlier answers of {model} were asked in another way ({differences}); ask again under \
         another --model name, or close that run with `assay infer --model {model} --close`"
    )]
    OtherSettings {
        /// The model's name.
        model: String,
        /// The names of the settings that differ, with both values.
        differences: String,
    },
}

fn and_more(questions: usize) -> String {
    match questions {
        0 => String::new(),
        1 => " (and of one more question)".to_owned(),
        several => format!(" (and of {several} more questions)"),
    }
}
