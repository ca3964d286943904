//! Runs that Assay asks itself: begun, appended to as answers come, sealed when nothing is left to ask.
//!
//! Each answer is durable when [`Store::record_requests`] returns, so that a killed program asks nothing
//! twice that was answered and recorded.

use rusqlite::{Transaction, params};
use serde_json::Value;

use super::keep::{self, NewPrediction, RunContent};
use super::{RecordedRequest, Run, layout, run_of};
use crate::query::Query;
use crate::{Benchmark, QuestionId, RunId, Store, StoreError};
use assay_core::benchmark::{ChoiceOrder, Input, Pass, PredictionStatus};
use assay_core::keyword::Keyword;

impl Store {
    /// Opens a run of a model. Answers of its current run count on: they are copied, failed requests
    /// are not. The run is current at once; the earlier one stays in the database.
    ///
    /// # Errors
    /// When the model already has an open run of this input.
    pub fn begin_run(
        &mut self,
        benchmark: &Benchmark,
        model: &str,
        input: Input,
        settings: &Value,
    ) -> Result<Run, StoreError> {
        let now = self.now();
        self.write(|transaction| {
            let earlier = keep::current(transaction, benchmark, model, input)?;
            if let Some((earlier, _)) = &earlier {
                if earlier.is_open() {
                    return Err(StoreError::Refused(open_already(model, input)));
                }
                transaction.execute("UPDATE run SET is_current = 0 WHERE id = ?1", [earlier.id])?;
            }
            keep::insert_model(transaction, model, &now)?;
            let layout = layout::find_or_make(transaction, std::iter::empty())?;
            transaction.execute(
                "INSERT INTO run (benchmark_id, model_id, input, layout_id, predictions, failed,
                    source, content_hash, is_current, created, state, settings)
                 SELECT ?1, id, ?3, ?4, 0, 0, '[]', '', 1, ?5, 'open', ?6
                 FROM model WHERE name = ?2",
                params![benchmark.id, model, input.name(), layout, now, settings.to_string()],
            )?;
            let id = RunId::last_inserted(transaction);
            if let Some((earlier, _)) = &earlier {
                transaction.execute(
                    "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
                     SELECT ?1, question_id, pass, choice_order, status, text FROM prediction
                     WHERE run_id = ?2 AND status <> 'failed'",
                    [id, earlier.id],
                )?;
                transaction.execute(
                    "INSERT INTO pass_part (run_id, question_id, pass, choice_order, number, status,
                        text, log_probability, tokens)
                     SELECT ?1, question_id, pass, choice_order, number, status, text,
                        log_probability, tokens FROM pass_part WHERE run_id = ?2",
                    [id, earlier.id],
                )?;
            }
            run_of(transaction, id)
        })
    }

    /// Appends how requests of an open run ended, durably: all of them or none.
    ///
    /// # Errors
    /// When the run was closed, or one of the passes is answered already: another program asks the same
    /// model.
    pub fn record_requests(
        &mut self,
        run: &Run,
        requests: &[RecordedRequest],
    ) -> Result<(), StoreError> {
        let now = self.now();
        self.write(|transaction| {
            if !is_open(transaction, run)? {
                return Err(closed_meanwhile(run));
            }
            requests.iter().try_for_each(|request| record(transaction, run, request, &now))
        })
    }

    /// The run as it is now.
    pub fn reread_run(&self, run: &Run) -> Result<Run, StoreError> {
        run_of(&self.connection, run.id)
    }

    /// Seals an open run: from now on it never changes. Passes whose last request failed become failed
    /// predictions.
    pub fn seal_run(&mut self, run: &Run) -> Result<Run, StoreError> {
        let transaction = self.begin()?;
        transaction.execute(
            "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
             SELECT run_id, question_id, pass, message_order, 'failed', text FROM (
                SELECT run_id, question_id, pass, choice_order AS message_order, max(id),
                    ifnull(kind, 'failed') || ': ' || ifnull(message, '') AS text
                FROM request WHERE run_id = ?1 AND outcome = 'failed'
                GROUP BY question_id, pass)
             WHERE true
             ON CONFLICT (run_id, question_id, pass) DO NOTHING",
            [run.id],
        )?;
        let predictions = predictions(&transaction, run)?;
        let mut content = RunContent::default();
        for new in &predictions {
            content.add_prediction(new);
        }
        let places = predictions
            .iter()
            .map(|new| (new.question_id, new.prediction.pass, &new.prediction.order));
        let layout = layout::find_or_make(&transaction, places)?;
        let failed = predictions.iter().filter(|new| new.prediction.failed()).count();
        transaction.execute(
            "UPDATE run SET state = 'sealed', layout_id = ?2, predictions = ?3, failed = ?4,
                content_hash = ?5
             WHERE id = ?1 AND state = 'open'",
            params![run.id, layout, predictions.len() as i64, failed as i64, content.hash()],
        )?;
        self.commit(transaction)?;
        self.reread_run(run)
    }
}

fn open_already(model: &str, input: Input) -> String {
    format!(
        "{model} is being asked already (input {input}); go on with the same `assay infer`, or close \
         the run as it is with `assay infer --close`"
    )
}

pub(super) fn is_open(transaction: &Transaction<'_>, run: &Run) -> Result<bool, StoreError> {
    let open = "SELECT state = 'open' FROM run WHERE id = ?1";
    transaction.one(open, [run.id])
}

pub(super) fn closed_meanwhile(run: &Run) -> StoreError {
    StoreError::Refused(format!("the run of {} was closed by another program meanwhile", run.model))
}

fn record(
    transaction: &Transaction<'_>,
    run: &Run,
    request: &RecordedRequest,
    now: &str,
) -> Result<(), StoreError> {
    insert_request(transaction, run, request, now)?;
    let Some((status, text)) = request.outcome.answer() else { return Ok(()) };
    let place = (request.question_id, request.pass, &request.order);
    insert_prediction(transaction, run, place, status, text)
}

/// How a request ended, failures included.
pub(super) fn insert_request(
    transaction: &Transaction<'_>,
    run: &Run,
    request: &RecordedRequest,
    now: &str,
) -> Result<(), StoreError> {
    let (kind, message) = request.outcome.kind_and_message();
    let tokens = |tokens: Option<u64>| tokens.map(u64::cast_signed);
    transaction.insert(
        "request",
        &[
            ("run_id", &run.id),
            ("question_id", &request.question_id),
            ("pass", &request.pass.0),
            ("choice_order", &request.order.to_string()),
            ("outcome", &request.outcome.name()),
            ("kind", &kind),
            ("message", &message),
            ("reasoning", &request.reasoning),
            ("finish_reason", &request.finish_reason),
            ("prompt_tokens", &tokens(request.prompt_tokens)),
            ("completion_tokens", &tokens(request.completion_tokens)),
            ("latency_ms", &(request.latency.as_millis() as i64)),
            ("attempts", &request.attempts),
            ("created", &now),
        ],
        "",
    )?;
    Ok(())
}

/// The answer of a pass, which has none so far. The place is question, pass and order of choices.
pub(super) fn insert_prediction(
    transaction: &Transaction<'_>,
    run: &Run,
    (question_id, pass, order): (QuestionId, Pass, &ChoiceOrder),
    status: PredictionStatus,
    text: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (run_id, question_id, pass) DO NOTHING";
    let inserted = transaction.change(
        sql,
        params![run.id, question_id, pass.0, order.to_string(), status.name(), text],
    )?;
    match inserted {
        1 => Ok(()),
        _ => Err(run.answered_elsewhere()),
    }
}

/// The predictions of a run by question and pass.
fn predictions(transaction: &Transaction<'_>, run: &Run) -> Result<Vec<NewPrediction>, StoreError> {
    let sql = "SELECT question_id, pass, choice_order, text, status FROM prediction
        WHERE run_id = ?1 ORDER BY question_id, pass";
    transaction.all(sql, [run.id])
}
