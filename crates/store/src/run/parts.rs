//! Passes that take several requests: samples of the answer, or the likelihood of each choice.
//!
//! Each part is durable as it comes. The pass has no prediction until its last part is there; both are
//! written in one transaction.

use super::keep::NewPrediction;
use super::{RecordedRequest, Run};
use crate::query::{Query, records};
use crate::{QuestionId, Result, Store, View};
use assay_core::benchmark::{ChoiceOrder, Pass, PredictionStatus};

/// How likely a model finds the text of a choice as its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceLikelihood {
    /// The natural logarithm of its probability: the sum over its tokens.
    pub log_probability: f64,
    /// Its tokens.
    pub tokens: u32,
}

/// A part of a pass that ended with an answer or a refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct PassPart {
    /// Which part: samples count from 1.
    pub number: u32,
    /// Answered or refused; a failed request is not a part.
    pub status: PredictionStatus,
    /// What the model wrote; of a choice, its label.
    pub text: String,
    /// Of a choice, how likely it is.
    pub likelihood: Option<ChoiceLikelihood>,
}

/// A part with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPart {
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The pass.
    pub pass: Pass,
    /// The order in which the choices were shown.
    pub order: ChoiceOrder,
    /// The part.
    pub part: PassPart,
}

/// How a request for a part ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPart {
    /// The request.
    pub request: RecordedRequest,
    /// The part, unless the request failed.
    pub part: Option<PassPart>,
}

impl RecordedPart {
    /// A sample of the answer.
    pub fn from_sample(number: u32, request: RecordedRequest) -> Self {
        let part = request.outcome.answer().map(|(status, text)| PassPart {
            number,
            status,
            text: text.to_owned(),
            likelihood: None,
        });
        RecordedPart { request, part }
    }
}

impl View {
    /// The parts of the passes of a run that have no prediction yet.
    pub fn parts_of_open_passes(&self, run: &Run) -> Result<Vec<StoredPart>> {
        self.all(
            &parts(
                "AND NOT EXISTS (SELECT 1 FROM prediction WHERE prediction.run_id = pass_part.run_id
                AND prediction.question_id = pass_part.question_id
                AND prediction.pass = pass_part.pass)",
            ),
            [run.id],
        )
    }

    /// Calls `each` with every part of every pass of a run, by question, pass and number.
    pub fn for_each_part(&self, run: &Run, mut each: impl FnMut(StoredPart)) -> Result<()> {
        self.each(&parts(""), [run.id], |row| {
            each(row.take()?);
            Ok(())
        })
    }
}

fn parts(condition: &str) -> String {
    format!(
        "SELECT question_id, pass, choice_order, number, status, text, log_probability, tokens
        FROM pass_part WHERE run_id = ?1 {condition} ORDER BY question_id, pass, number"
    )
}

impl Store {
    /// Appends how requests for parts of an open run ended, and the predictions of the passes that are
    /// whole with them, durably: all of it or nothing.
    ///
    /// # Errors
    /// When the run was closed, or one of the passes is answered already: another program asks the same model.
    pub fn record_parts(
        &mut self,
        run: &Run,
        parts: &[RecordedPart],
        whole: &[NewPrediction],
    ) -> Result<()> {
        self.write(|transaction| {
            transaction.check_open(run)?;
            for RecordedPart { request, part } in parts {
                transaction.insert_request(run, request)?;
                let Some(part) = part else { continue };
                let place = (request.question_id, request.pass, &request.order);
                if !transaction.insert_part(run.id, place, part)? {
                    return Err(run.answered_elsewhere());
                }
            }
            whole.iter().try_for_each(|new| {
                let prediction = &new.prediction;
                let place = (new.question_id, prediction.pass, &prediction.order);
                transaction.insert_prediction(run, place, prediction.status, &prediction.text)
            })
        })
    }
}

records! {
    StoredPart { question_id, pass, order, part }
    PassPart { number, status, text, likelihood }
    ChoiceLikelihood[2] { log_probability, tokens }
}
