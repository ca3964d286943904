//! Runs, and what people and filters hold about them.
//!
//! Nothing of a run can be mended, because a run never changes. Its cached labels are checked by
//! `scoring::check_labels`.

use super::Report;
use crate::error::damaged;
use crate::flag::evidence_hash;
use crate::run::{RunContent, read_status};
use crate::{Benchmark, QUEUE_EXTRACT, QuestionId, Run, Store, StoreError};
use assay_core::benchmark::hand_label::shown_hash;
use assay_core::benchmark::{
    ChoiceOrder, Input, Pass, PredictionName, PredictionStatus, QuestionKey,
};
use assay_core::keyword::Keyword;

impl Store {
    /// The runs by benchmark that read as imported.
    pub(super) fn check_predictions(
        &self,
        report: &mut Report,
    ) -> Result<Vec<(Benchmark, Vec<Run>)>, StoreError> {
        let (mut changed, mut intact) = (Vec::new(), Vec::new());
        for benchmark in self.benchmarks()? {
            let mut runs = Vec::new();
            for run in self.runs(&benchmark)? {
                match self.fault_of_run(&run, report)? {
                    Some(fault) => {
                        changed.push(format!("run {} of {}: {fault}", run.id, run.model));
                    }
                    None => runs.push(run),
                }
            }
            intact.push((benchmark, runs));
        }
        report.add("runs read as imported", changed, false);
        Ok(intact)
    }

    /// What is wrong with the predictions of a run: their number, their places, their content.
    fn fault_of_run(&self, run: &Run, report: &mut Report) -> Result<Option<String>, StoreError> {
        let Ok(places) = self.places(run) else {
            return Ok(Some("its layout cannot be read".into()));
        };
        let mut statement = self.connection.prepare_cached(
            "SELECT question_id, pass, choice_order, status, text FROM prediction
             WHERE run_id = ?1 ORDER BY question_id, pass",
        )?;
        let mut rows = statement.query([run.id])?;
        let (mut count, mut failed) = (0, 0);
        let mut content = RunContent::default();
        while let Some(row) = rows.next()? {
            let (question_id, pass): (QuestionId, u32) = (row.get(0)?, row.get(1)?);
            let order = row.get_ref(2)?.as_str().map_err(damaged)?;
            let text = row.get_ref(4)?.as_str().map_err(damaged)?;
            let is_there = places.get(count).is_some_and(|place| {
                let letters = place.order.labels().iter().map(|label| label.letter());
                (place.question_id, place.pass.0) == (question_id, pass)
                    && letters.eq(order.chars())
            });
            if !is_there {
                let what =
                    format!("pass {pass} of question row {question_id} is not in its layout");
                return Ok(Some(what));
            }
            let status = read_status(row, 3)?;
            content.add((question_id, pass, order.bytes()), status, text);
            count += 1;
            failed += usize::from(status == PredictionStatus::Failed);
        }
        report.predictions += count;
        if run.is_open() {
            return Ok(None); // counted and hashed when it is sealed
        }
        if (count, count, failed) != (run.predictions, places.len(), run.failed) {
            let (said, layout) = (run.predictions, places.len());
            return Ok(Some(format!(
                "it has {count} predictions ({failed} failed), says {said} ({} failed), and its \
                 layout has {layout}",
                run.failed
            )));
        }
        let hash: String = self.connection.query_row(
            "SELECT content_hash FROM run WHERE id = ?1",
            [run.id],
            |row| row.get(0),
        )?;
        Ok((content.hash() != hash).then(|| "its texts are not those imported".into()))
    }

    /// Every label that a person read must have its text, in the run of that day.
    pub(super) fn check_hand_labels(&self, report: &mut Report) -> Result<(), StoreError> {
        let benchmarks = self.benchmarks()?;
        let mut statement = self.connection.prepare(
            "SELECT decision.id, benchmark.name, item, payload ->> 'shown'
             FROM decision JOIN benchmark ON benchmark.id = benchmark_id
             WHERE queue = ?1 AND json_valid(payload) AND payload ->> 'act' = 'extract'",
        )?;
        let mut rows = statement.query([QUEUE_EXTRACT])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, benchmark, item): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let shown: Option<String> = row.get(3)?;
            let benchmark = benchmarks.iter().find(|known| known.name == benchmark);
            let text = match (benchmark, item.parse::<PredictionName>(), shown) {
                (Some(of), Ok(name), Some(shown)) => self.shown_text(of, &name, Some(&shown))?,
                _ => None,
            };
            if text.is_none() {
                let what = "of which the text is not there";
                messages.push(format!("decision {id} reads a label from {item}, {what}"));
            }
        }
        report.add("labels have their texts", messages, false);
        Ok(())
    }

    /// A sample names its texts; both must be those of the predictions it was drawn from.
    pub(super) fn check_samples(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT sample.name, item, shown, question.key, model.name, pass, input, choice_order,
                text
             FROM sample_item JOIN sample ON sample.id = sample_id
             JOIN prediction ON prediction.id = prediction_id
             JOIN run ON run.id = run_id JOIN model ON model.id = model_id
             JOIN question ON question.id = question_id",
        )?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let (sample, item, shown): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let input: String = row.get(6)?;
            let name = QuestionKey::new(row.get::<_, String>(3)?).map(|key| PredictionName {
                key,
                model: row.get(4).unwrap_or_default(),
                pass: Pass(row.get(5).unwrap_or_default()),
                input: Input::from_name(&input).unwrap_or_default(),
            });
            let order = ChoiceOrder::try_from(row.get::<_, String>(7)?);
            let text = row.get_ref(8)?.as_str().map_err(damaged)?;
            let is_same = name.is_some_and(|name| name.to_string() == item);
            if !is_same || !order.is_ok_and(|order| shown_hash(&order, text) == shown) {
                let what = "which is another prediction than was drawn";
                messages.push(format!("sample {sample} has {item}, {what}"));
            }
        }
        report.add("samples are as drawn", messages, false);
        Ok(())
    }

    pub(super) fn check_flags(&self, report: &mut Report) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT question.key, kind, rule, parameters, evidence, evidence_hash
             FROM flag JOIN question ON question.id = question_id",
        )?;
        let mut rows = statement.query([])?;
        let mut messages = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column: usize| row.get::<_, String>(column);
            if evidence_hash(&text(2)?, &text(3)?, &text(4)?) != text(5)? {
                let (key, kind) = (text(0)?, text(1)?);
                messages.push(format!(
                    "the flag {kind} on question {key} has other evidence than found"
                ));
            }
        }
        report.add("flags have their evidence", messages, false);
        Ok(())
    }
}
