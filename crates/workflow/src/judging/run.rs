//! A judge is asked about stored answers, and what it says is stored as it comes.

use serde::Serialize;
use serde_json::json;

use super::asking::{Requester, ask_all};
use super::options::JudgingOptions;
use super::plan::{Comparison, Plan};
use crate::infer::{AskError, Asker, Report, Requests, Spent};
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Undecided};
use assay_llm::{Client, Outcome};
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
    /// Comparisons that were not asked because the call stopped.
    pub left: usize,
    #[serde(flatten)]
    pub spent: Spent,
}

/// Asks a judge about the answers that it has not judged, and stores what it says, each durably before the next
/// step.
///
/// # Errors
/// If the name or the settings do not match what is stored, there are no answers, or the database cannot be
/// written. What was judged is kept.
pub fn judge(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &JudgingOptions,
    asker: &Asker,
    report: Report<'_>,
) -> Result<JudgingSummary, AskError> {
    let mut plan = Plan::load(store, benchmark, options)?;
    options.keep_settings(store, benchmark, &asker.client)?;
    let requester = Requester::new(store, asker, &options.prompt, options.input);
    let mut summary = JudgingSummary {
        questions: plan.looked_at,
        reused: plan.reused,
        unanswered: plan.unanswered,
        ..JudgingSummary::default()
    };
    let steps = std::mem::take(&mut plan.comparisons);
    let ended = ask_all(
        asker,
        steps,
        report,
        |one: &Comparison| {
            requester.ask(&plan.questions[one.question].question, &plan.texts(one), one.repeat)
        },
        |one| plan.questions[one.question].question.key.to_string(),
        |ended| {
            let mut rows = Vec::new();
            for (one, outcome) in ended {
                let Some(said) = requester.said(&outcome) else { continue };
                summary.count(said);
                rows.push((one, said, details(options, &asker.client, said, outcome)));
            }
            let new =
                rows.iter().map(|(one, said, details)| plan.row(options, *one, *said, details));
            store.keep_judgments(&new.collect::<Vec<_>>())?;
            Ok(())
        },
    )?;
    (summary.requests, summary.spent, summary.left) = ended;
    Ok(summary)
}

impl JudgingSummary {
    fn count(&mut self, said: Said) {
        let undecided = match said {
            Said::Pair(reading) => reading.preference().err(),
            Said::Single(score) => score.err(),
        };
        *match undecided {
            None => &mut self.decided,
            Some(Undecided::Refused) => &mut self.refused,
            Some(Undecided::Failed) => &mut self.failed,
            Some(reason) if reason.is_said_by_the_judge() => &mut self.undecided,
            Some(_) => &mut self.unresolved,
        } += 1;
    }
}

impl Plan {
    fn row<'a>(
        &'a self,
        options: &'a JudgingOptions,
        one: Comparison,
        said: Said,
        details: &'a JudgmentDetails,
    ) -> NewJudgment<'a> {
        let answer = |model| self.answer(&one, model).and_then(|answer| answer.id);
        NewJudgment {
            judge: &options.judge,
            kind: JudgeKind::Model,
            question_id: self.questions[one.question].id,
            turn: one.turn,
            repeat: one.repeat,
            first: &self.models[one.first],
            second: one.second.map(|model| self.models[model].as_str()),
            has_order: true,
            first_answer: answer(one.first),
            second_answer: one.second.and_then(answer),
            said,
            grade: details.grade.as_deref(),
            template: details.template.as_deref(),
            facts: details.facts.as_ref(),
            text: details.text.as_deref(),
        }
    }
}

/// How the judge said it, and how it was asked.
fn details(
    options: &JudgingOptions,
    client: &Client,
    said: Said,
    outcome: Outcome,
) -> JudgmentDetails {
    let usage = outcome.usage().unwrap_or_default();
    let mut facts = json!({
        "template": options.prompt.name,
        "set": client.endpoint.set,
        "max_tokens": client.endpoint.max_tokens,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
    });
    if let (Some(price), Some(prompt), Some(completion)) =
        (client.endpoint.price, usage.prompt_tokens, usage.completion_tokens)
    {
        facts["cost"] = price.cost(prompt, completion).into();
    }
    let text = match outcome {
        Outcome::Answered(reply) => {
            facts["finish_reason"] = reply.finish_reason.into();
            facts["model"] = reply.model.into();
            facts["system_fingerprint"] = reply.system_fingerprint.as_deref().into();
            if let Some(reasoning) = reply.reasoning {
                facts["reasoning"] = reasoning.into();
            }
            Some(reply.text)
        }
        Outcome::Refused(refusal) => {
            facts["refused_by"] = refusal.why.name().into();
            Some(refusal.text)
        }
        Outcome::Failed(failure) => {
            facts["error"] = failure.to_string().into();
            None
        }
        Outcome::Stopped { .. } => None,
    };
    let grade = options.prompt.form.grade(said);
    let template = Some(options.prompt.hash.clone());
    JudgmentDetails { grade, template, facts: Some(facts), text }
}
