//! A judge is asked about stored answers, and what it says is stored as it comes; or its requests are written into
//! batch files, and the answers read back.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::options::JudgingOptions;
use super::plan::{Comparison, Plan};
use super::requests::Requester;
use crate::infer::{
    AskError, Asker, Estimate, Report, Requests, Spent, ask_each, batch_writer, for_each_answer,
};
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Undecided};
use assay_llm::batch::BatchFile;
use assay_llm::{Body, Outcome, Picture, Refusal, Reply};
use assay_store::{Benchmark, JudgmentDetails, NewJudgment, Store};

/// What came of the comparisons. `decided + undecided + unresolved + refused + failed + reused + left` are all
/// that could be asked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JudgingSummary {
    /// Open questions that were examined.
    pub questions: usize,
    #[serde(flatten)]
    pub requests: Requests,
    /// Replies with a verdict, or with scores.
    pub decided: usize,
    /// Replies in which the judge says that it cannot decide.
    pub undecided: usize,
    /// Replies without a verdict, or with several.
    pub unresolved: usize,
    pub refused: usize,
    /// Requests that failed; the same call asks them again.
    pub failed: usize,
    /// Comparisons that were judged before.
    pub reused: usize,
    /// Pairs of which an answer is missing.
    pub unanswered: usize,
    /// Comparisons that were not asked because the call stopped, or that no line of a batch mentions.
    pub left: usize,
    /// Lines of a batch for other requests than those that are open.
    #[serde(skip)]
    pub unknown: usize,
    #[serde(flatten)]
    pub spent: Spent,
}

/// A judge, and the answers that it is asked about.
pub struct Judging<'a> {
    pub store: &'a mut Store,
    pub benchmark: &'a Benchmark,
    pub options: &'a JudgingOptions,
    pub asker: &'a Asker,
}

impl Judging<'_> {
    /// Asks about the answers that the judge has not judged, and stores what it says, each durably before the next
    /// step.
    ///
    /// # Errors
    /// If the name or the settings do not match what is stored, there are no answers, or the database cannot be
    /// written. What was judged is kept.
    pub fn ask(&mut self, report: Report<'_>) -> Result<JudgingSummary, AskError> {
        let (plan, mut summary) = self.begin()?;
        let requester = Requester::new(self.store, self.asker, self.options);
        let ended = ask_each(
            self.asker,
            plan.comparisons.clone(),
            report,
            |one| {
                let asked = requester.ask(plan.question(one), &plan.texts(one), one.repeat)?;
                Ok((vec![asked], ()))
            },
            |one| plan.question(one).key.to_string(),
            |ended| {
                let ended = ended.into_iter().map(|(one, outcome, ())| (one, outcome)).collect();
                self.keep(&plan, &mut summary, ended)
            },
        )?;
        (summary.requests, summary.spent, summary.left) = ended;
        Ok(summary)
    }

    /// Writes every request that would be sent, and counts it.
    ///
    /// # Errors
    /// As [`Judging::ask`].
    pub fn estimate(&self) -> Result<Estimate, AskError> {
        let plan = Plan::load(self.store, self.benchmark, self.options)?;
        let mut estimate = Estimate::without_requests();
        (estimate.questions, estimate.open_questions) = (plan.looked_at, plan.looked_at);
        estimate.reused = plan.reused;
        self.for_each_request(&plan, |_, body| {
            estimate.count(body.estimate, 1);
            Ok(())
        })?;
        estimate.price(&self.asker.client);
        Ok(estimate)
    }

    /// Writes the requests that would be sent into files of a folder.
    ///
    /// # Errors
    /// As [`Judging::ask`]; or if a file cannot be written: no file is left then.
    pub fn write_batch(&mut self, folder: &Path) -> Result<Vec<BatchFile>, AskError> {
        let (plan, _) = self.begin()?;
        let JudgingOptions { judge, input, .. } = self.options;
        let mut writer = batch_writer(&self.asker.client, folder, judge, *input)?;
        self.for_each_request(&plan, |one, body| {
            Ok(writer.push(&plan.request_id(judge, one), body)?)
        })?;
        Ok(writer.finish()?)
    }

    /// Reads output and error files of batches that were written with the same options, and stores what the judge
    /// said.
    ///
    /// # Errors
    /// If a line is not an answer of a batch; nothing is stored then.
    pub fn read_batch(&mut self, files: &[PathBuf]) -> Result<JudgingSummary, AskError> {
        let (plan, mut summary) = self.begin()?;
        let ids = plan.comparisons.iter().map(|one| plan.request_id(&self.options.judge, one));
        let ids: HashMap<String, usize> = ids.zip(0..).collect();
        let mut outcomes: Vec<Option<Outcome>> = vec![None; ids.len()];
        for file in files {
            for_each_answer(file, |answer| match ids.get(&answer.id) {
                // Where a request failed, another file may have its answer.
                Some(&at) if matches!(outcomes[at], None | Some(Outcome::Failed(_))) => {
                    outcomes[at] = Some(answer.outcome);
                }
                Some(_) => {}
                None => summary.unknown += 1,
            })?;
        }
        let ended = plan.comparisons.iter().copied().zip(outcomes);
        let ended: Vec<_> = ended.filter_map(|(one, outcome)| Some((one, outcome?))).collect();
        summary.requests.requests = ended.len();
        summary.left = plan.comparisons.len() - ended.len();
        self.keep(&plan, &mut summary, ended)?;
        Ok(summary)
    }

    /// What is to be asked, in the way that the judge is always asked.
    fn begin(&mut self) -> Result<(Plan, JudgingSummary), AskError> {
        let plan = Plan::load(self.store, self.benchmark, self.options)?;
        self.options.keep_settings(self.store, self.benchmark, &self.asker.client)?;
        let Plan { looked_at: questions, reused, unanswered, .. } = plan;
        Ok((plan, JudgingSummary { questions, reused, unanswered, ..JudgingSummary::default() }))
    }

    /// Writes the requests one after the other.
    fn for_each_request(
        &self,
        plan: &Plan,
        mut each: impl FnMut(&Comparison, &Body) -> Result<(), AskError>,
    ) -> Result<(), AskError> {
        let JudgingOptions { prompt, input, .. } = self.options;
        let endpoint = &self.asker.client.endpoint;
        let taken = endpoint.taken_formats().unwrap_or_default();
        for one in &plan.comparisons {
            let question = plan.question(one);
            let picture = |hash| Ok(Picture::new(&self.store.picture_bytes(hash)?, &taken)?);
            let request = prompt.request(question, &plan.texts(one), *input, picture);
            let wrong = |reason| AskError::Prompt { question: question.key.to_string(), reason };
            let mut request = request.map_err(wrong)?;
            request.vary_seed(endpoint, u32::from(one.repeat) + 1);
            each(one, &request.body(endpoint))?;
        }
        Ok(())
    }

    /// Counts and stores what the judge said.
    fn keep(
        &mut self,
        plan: &Plan,
        summary: &mut JudgingSummary,
        ended: Vec<(Comparison, Outcome)>,
    ) -> Result<(), AskError> {
        let JudgingOptions { judge, prompt, .. } = self.options;
        let mut rows = Vec::new();
        for (one, outcome) in ended {
            let Some(said) = prompt.said(&outcome) else { continue };
            *match said.undecided() {
                None => &mut summary.decided,
                Some(Undecided::Refused) => &mut summary.refused,
                Some(Undecided::Failed) => &mut summary.failed,
                Some(reason) if reason.is_said_by_the_judge() => &mut summary.undecided,
                Some(_) => &mut summary.unresolved,
            } += 1;
            rows.push((one, said, self.details(said, outcome)));
        }
        let answer = |one: &Comparison, model| plan.answer(one, model).and_then(|answer| answer.id);
        let rows = rows.iter().map(|(one, said, details)| NewJudgment {
            judge,
            kind: JudgeKind::Model,
            question_id: plan.questions[one.question].id,
            turn: one.turn,
            repeat: one.repeat,
            first: &plan.models[one.first],
            second: one.second.map(|model| plan.models[model].as_str()),
            has_order: true,
            first_answer: answer(one, one.first),
            second_answer: one.second.and_then(|model| answer(one, model)),
            said: *said,
            grade: details.grade.as_deref(),
            template: details.template.as_deref(),
            facts: details.facts.as_ref(),
            text: details.text.as_deref(),
        });
        self.store.keep_judgments(&rows.collect::<Vec<_>>())?;
        Ok(())
    }

    /// How the judge said it, and how it was asked.
    fn details(&self, said: Said, outcome: Outcome) -> JudgmentDetails {
        let (endpoint, prompt) = (&self.asker.client.endpoint, &self.options.prompt);
        let usage = outcome.usage().unwrap_or_default();
        let tokens = usage.prompt_tokens.zip(usage.completion_tokens).zip(endpoint.price);
        let (text, reply) = match outcome {
            Outcome::Answered(reply) => {
                let Reply { finish_reason, model, system_fingerprint, reasoning, .. } = reply;
                let facts = json!({
                    "finish_reason": finish_reason,
                    "model": model,
                    "system_fingerprint": system_fingerprint,
                    "reasoning": reasoning,
                });
                (Some(reply.text), facts)
            }
            Outcome::Refused(Refusal { why, text, .. }) => {
                (Some(text), json!({ "refused_by": why.name() }))
            }
            Outcome::Failed(failure) => (None, json!({ "error": failure.to_string() })),
            Outcome::Stopped { .. } => (None, Value::Null),
        };
        let mut facts = json!({
            "template": prompt.name,
            "set": endpoint.set,
            "max_tokens": endpoint.max_tokens,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cost": tokens.map(|((asked, answered), price)| price.cost(asked, answered)),
        });
        if let (Value::Object(facts), Value::Object(reply)) = (&mut facts, reply) {
            facts.extend(reply);
            facts.retain(|_, value| !value.is_null());
        }
        let (grade, template) = (prompt.form.grade(said), Some(prompt.hash.clone()));
        JudgmentDetails { grade, template, facts: Some(facts), text }
    }
}

impl Plan {
    /// The id of a request in a batch: a code of the judge, the question's revision, the answers and the repeat.
    fn request_id(&self, judge: &str, one: &Comparison) -> String {
        let models = [Some(one.first), one.second].map(|model| Some(&self.models[model?]));
        let question = self.questions[one.question].id.to_string();
        let name = json!([judge, question, one.turn, models, one.repeat]);
        format!("judge-{}", &blake3::hash(name.to_string().as_bytes()).to_hex()[..32])
    }
}
