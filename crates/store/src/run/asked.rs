//! Runs that Assay asks itself: begun, appended to as answers come, sealed when nothing is left to ask.
//!
//! Each answer is durable when [`Store::record_requests`] returns, so that a killed program asks nothing
//! twice that was answered and recorded.

use rusqlite::params;
use serde_json::Value;

use super::keep::{NewPrediction, NewRun, content_hash};
use super::{RecordedRequest, Run};
use crate::error::refuse_if;
use crate::query::Query;
use crate::{Benchmark, QuestionId, Result, Store, Transaction, View};
use assay_core::benchmark::{ChoiceOrder, Input, Pass, PredictionStatus};
use assay_core::keyword::Keyword;

impl View {
    /// The run as it is now.
    pub fn reread_run(&self, run: &Run) -> Result<Run> {
        self.run_row(run.id)
    }

    /// Refuses what is only for a run that is open.
    pub(super) fn check_open(&self, run: &Run) -> Result<()> {
        let is_open: bool = self.one("SELECT state = 'open' FROM run WHERE id = ?1", [run.id])?;
        refuse_if(!is_open, || {
            format!("the run of {} was closed by another program meanwhile", run.model)
        })
    }
}

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
    ) -> Result<Run> {
        self.write(|transaction| {
            let earlier = transaction.current_run(benchmark, model, input)?;
            if let Some((earlier, _)) = &earlier {
                refuse_if(earlier.is_open(), || open_already(model, input))?;
                transaction.change("UPDATE run SET is_current = 0 WHERE id = ?1", [earlier.id])?;
            }
            let (source, predictions, samples) = Default::default();
            let run = NewRun { model: model.to_owned(), input, source, predictions, samples };
            let id = transaction.insert_run(benchmark, &run, "", Some(settings))?;
            if let Some((earlier, _)) = &earlier {
                transaction.change(
                    "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
                     SELECT ?1, question_id, pass, choice_order, status, text FROM prediction
                     WHERE run_id = ?2 AND status <> 'failed'",
                    [id, earlier.id],
                )?;
                transaction.change(
                    "INSERT INTO pass_part (run_id, question_id, pass, choice_order, number, status,
                        text, log_probability, tokens)
                     SELECT ?1, question_id, pass, choice_order, number, status, text,
                        log_probability, tokens FROM pass_part WHERE run_id = ?2",
                    [id, earlier.id],
                )?;
            }
            transaction.run_row(id)
        })
    }

    /// Appends how requests of an open run ended, durably: all of them or none.
    ///
    /// # Errors
    /// When the run was closed, or one of the passes is answered already: another program asks the same
    /// model.
    pub fn record_requests(&mut self, run: &Run, requests: &[RecordedRequest]) -> Result<()> {
        self.write(|transaction| {
            transaction.check_open(run)?;
            requests.iter().try_for_each(|request| {
                transaction.insert_request(run, request)?;
                let Some((status, text)) = request.outcome.answer() else { return Ok(()) };
                let place = (request.question_id, request.pass, &request.order);
                transaction.insert_prediction(run, place, status, text)
            })
        })
    }

    /// Seals an open run: from now on it never changes. Passes whose last request failed become failed
    /// predictions.
    pub fn seal_run(&mut self, run: &Run) -> Result<Run> {
        let transaction = self.begin()?;
        transaction.change(
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
        let sql = "SELECT question_id, pass, choice_order, text, status FROM prediction
            WHERE run_id = ?1 ORDER BY question_id, pass";
        let predictions: Vec<NewPrediction> = transaction.all(sql, [run.id])?;
        let layout = transaction.find_or_make_layout(&predictions)?;
        let failed = predictions.iter().filter(|new| new.prediction.failed()).count();
        transaction.change(
            "UPDATE run SET state = 'sealed', layout_id = ?2, predictions = ?3, failed = ?4,
                content_hash = ?5
             WHERE id = ?1 AND state = 'open'",
            params![
                run.id,
                layout,
                predictions.len() as i64,
                failed as i64,
                content_hash(&predictions)
            ],
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

impl Transaction<'_> {
    /// How a request ended, failures included.
    pub(super) fn insert_request(&self, run: &Run, request: &RecordedRequest) -> Result<()> {
        let (outcome, kind, message) = request.outcome.columns();
        let tokens = |tokens: Option<u64>| tokens.map(u64::cast_signed);
        self.insert(
            "request",
            &[
                ("run_id", &run.id),
                ("question_id", &request.question_id),
                ("pass", &request.pass.0),
                ("choice_order", &request.order.to_string()),
                ("outcome", &outcome),
                ("kind", &kind),
                ("message", &message),
                ("reasoning", &request.reasoning),
                ("finish_reason", &request.finish_reason),
                ("prompt_tokens", &tokens(request.prompt_tokens)),
                ("completion_tokens", &tokens(request.completion_tokens)),
                ("latency_ms", &(request.latency.as_millis() as i64)),
                ("attempts", &request.attempts),
                ("created", &self.now),
            ],
            "",
        )?;
        Ok(())
    }

    /// The answer of a pass, which has none so far. The place is question, pass and order of choices.
    pub(super) fn insert_prediction(
        &self,
        run: &Run,
        (question_id, pass, order): (QuestionId, Pass, &ChoiceOrder),
        status: PredictionStatus,
        text: &str,
    ) -> Result<()> {
        let sql = "INSERT INTO prediction (run_id, question_id, pass, choice_order, status, text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (run_id, question_id, pass) DO NOTHING";
        let inserted = self.count_changed(
            sql,
            params![run.id, question_id, pass.0, order.to_string(), status.name(), text],
        )?;
        match inserted {
            1 => Ok(()),
            _ => Err(run.answered_elsewhere()),
        }
    }
}
