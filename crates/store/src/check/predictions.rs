//! Runs, and what people and filters hold about them.
//!
//! Nothing of a run can be mended, because a run never changes. Its cached labels are checked by
//! `evaluation::check_labels`.

use super::Report;
use crate::flag::evidence_hash;
use crate::query::Query;
use crate::run::RunContent;
use crate::{Benchmark, QUEUE_EXTRACT, QuestionId, Result, Run, StoreError, View};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::hand_label::shown_hash;
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::benchmark::vote::shown_hash as pair_hash;
use assay_core::benchmark::{PairName, PredictionName, PredictionStatus};

/// The runs of each benchmark.
pub(super) type RunsByBenchmark = Vec<(Benchmark, Vec<Run>)>;

impl View {
    /// The runs by benchmark that read as imported, and what is wrong with the others.
    pub(super) fn check_predictions(
        &self,
        report: &mut Report,
    ) -> Result<(RunsByBenchmark, Vec<String>)> {
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
        Ok((intact, changed))
    }

    /// What is wrong with the predictions of a run: their number, their places, their content.
    fn fault_of_run(&self, run: &Run, report: &mut Report) -> Result<Option<String>> {
        let Ok(places) = self.places(run) else {
            return Ok(Some("its layout cannot be read".into()));
        };
        let sql = "SELECT question_id, pass, choice_order, status, text FROM prediction
            WHERE run_id = ?1 ORDER BY question_id, pass";
        let (mut count, mut failed) = (0, 0);
        let mut content = RunContent::default();
        let mut misplaced = None;
        self.each(sql, [run.id], |row| {
            let (question_id, pass, order): (QuestionId, u32, String) = row.take()?;
            let (status, text) = (row.take()?, row.text()?);
            let is_there = places.get(count).is_some_and(|place| {
                let letters = place.order.labels().iter().map(|label| label.letter());
                (place.question_id, place.pass.0) == (question_id, pass)
                    && letters.eq(order.chars())
            });
            if !is_there && misplaced.is_none() {
                misplaced =
                    Some(format!("pass {pass} of question row {question_id} is not in its layout"));
            }
            content.add((question_id, pass, order.bytes()), status, text);
            count += 1;
            failed += usize::from(status == PredictionStatus::Failed);
            Ok::<_, StoreError>(())
        })?;
        if misplaced.is_some() {
            return Ok(misplaced);
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
        let hash: String = self.one("SELECT content_hash FROM run WHERE id = ?1", [run.id])?;
        Ok((content.hash() != hash).then(|| "its texts are not those imported".into()))
    }

    /// Every label that a person read must have its text, in the run of that day.
    pub(super) fn check_hand_labels(&self) -> Result<Vec<String>> {
        let benchmarks = self.benchmarks()?;
        let sql = "SELECT decision.id, benchmark.name, item, payload ->> 'shown'
            FROM decision JOIN benchmark ON benchmark.id = benchmark_id
            WHERE queue = ?1 AND json_valid(payload) AND payload ->> 'act' = 'extract'";
        self.faults_of_rows(sql, [QUEUE_EXTRACT], |row| {
            let (id, benchmark, item): (String, String, String) = row.take()?;
            let shown: Option<String> = row.take()?;
            let benchmark = benchmarks.iter().find(|known| known.name == benchmark);
            let text = match (benchmark, item.parse::<PredictionName>(), shown) {
                (Some(of), Ok(name), Some(shown)) => self.shown_text(of, &name, Some(&shown))?,
                _ => None,
            };
            let what = "of which the text is not there";
            Ok(text.is_none().then(|| format!("decision {id} reads a label from {item}, {what}")))
        })
    }

    /// A sample names its texts; both must be those of the predictions it was drawn from.
    pub(super) fn check_samples(&self) -> Result<Vec<String>> {
        let sql = "SELECT sample.name, item, shown, question.key, model.name, pass, input,
               choice_order, text
            FROM sample_item JOIN sample ON sample.id = sample_id
            JOIN prediction ON prediction.id = prediction_id
            JOIN run ON run.id = run_id JOIN model ON model.id = model_id
            JOIN question ON question.id = question_id WHERE second_id IS NULL";
        self.faults_of_rows(sql, [], |row| {
            let (sample, item, shown): (String, String, String) = row.take()?;
            let (name, order): (PredictionName, _) = row.take()?;
            let is_other = name.to_string() != item || shown_hash(&order, row.text()?) != shown;
            let what = "which is another prediction than was drawn";
            Ok(is_other.then(|| format!("sample {sample} has {item}, {what}")))
        })
    }

    /// The same for the pairs of samples.
    pub(super) fn check_pairs(&self) -> Result<Vec<String>> {
        let sql = "SELECT sample.name, item, shown, question.key, one.name, other.name, first.pass,
               first.text, second.text, (second.question_id, second.pass) = (first.question_id, first.pass)
            FROM sample_item JOIN sample ON sample.id = sample_id
            JOIN prediction AS first ON first.id = prediction_id
            JOIN prediction AS second ON second.id = second_id
            JOIN run AS first_run ON first_run.id = first.run_id
            JOIN run AS second_run ON second_run.id = second.run_id
            JOIN model AS one ON one.id = first_run.model_id
            JOIN model AS other ON other.id = second_run.model_id
            JOIN question ON question.id = first.question_id";
        self.faults_of_rows(sql, [], |row| {
            let (sample, item, shown): (String, String, String) = row.take()?;
            let (key, a, b, turn) = row.take()?;
            let name = PairName { key, models: [a, b], turn };
            let hash = pair_hash([row.text()?, row.text()?]);
            let is_pair: bool = row.take()?;
            let is_other = !is_pair || name.to_string() != item || hash != shown;
            let what = "which is another pair of answers than was drawn";
            Ok(is_other.then(|| format!("sample {sample} has {item}, {what}")))
        })
    }

    /// Every vote must have its two answers, in runs of that day.
    pub(super) fn check_votes(&self) -> Result<Vec<String>> {
        let sql = "SELECT id, question_id, item, payload FROM decision
            WHERE queue = ?1 AND json_valid(payload) AND payload ->> 'act' = 'vote'";
        self.faults_of_rows(sql, [QUEUE_VOTE], |row| {
            let (id, question_id, item): (String, QuestionId, String) = row.take()?;
            let act: Act = row.take()?;
            let fault = match act {
                Act::Vote(vote) => self.check_vote(question_id, &item, &vote).err(),
                _ => None,
            };
            Ok(fault.map(|error| format!("decision {id} votes on {item}: {error}")))
        })
    }

    pub(super) fn check_flags(&self) -> Result<Vec<String>> {
        let sql = "SELECT question.key, kind, rule, parameters, evidence, evidence_hash
            FROM flag JOIN question ON question.id = question_id";
        self.faults_of_rows(sql, [], |row| {
            let (key, kind): (String, String) = row.take()?;
            let is_other = evidence_hash(row.text()?, row.text()?, row.text()?) != row.text()?;
            let fault =
                || format!("the flag {kind} on question {key} has other evidence than found");
            Ok(is_other.then(fault))
        })
    }
}
