//! What asking would send, without sending anything.

use super::options::{AskError, AskOptions};
use super::plan::Plan;
use super::questions::Questions;
use crate::evaluation::current_run;
use assay_llm::{Client, Picture};
use assay_store::{Benchmark, Store};

/// What would be asked at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Questions that were examined.
    pub questions: usize,
    /// Open questions among those that would be asked.
    pub open_questions: usize,
    /// Requests, if no wrong pass spares others.
    pub requests: usize,
    /// Passes that have an answer already.
    pub reused: usize,
    /// Passes that another pass has decided.
    pub spared: usize,
    /// Length of all bodies.
    pub bytes: u64,
    /// Tokens of all prompts, roughly.
    pub prompt_tokens: u64,
    /// The most tokens of all answers, if the endpoint bounds them.
    pub most_completion_tokens: Option<u64>,
}

impl Estimate {
    /// Writes every request and counts it.
    ///
    /// # Errors
    /// As asking would.
    pub fn compute(
        store: &mut Store,
        benchmark: &Benchmark,
        options: &AskOptions,
        client: &Client,
    ) -> Result<Self, AskError> {
        let (mut prepared, questions) = Questions::load(store, benchmark)?;
        let run = current_run(store, benchmark, &options.model, options.input)?;
        let plan = Plan::compute(store, &mut prepared, run.as_ref(), &options.wanted)?;
        // The existing parts of passes that are not complete.
        let there = match &run {
            Some(run) if options.is_in_parts() => store.parts_of_open_passes(run)?.len(),
            _ => 0,
        };
        let mut estimate = Estimate {
            questions: plan.looked_at,
            requests: 0,
            reused: plan.reused,
            spared: plan.spared,
            most_completion_tokens: Some(0),
            ..Estimate::default()
        };
        let taken = client.endpoint().taken_formats().unwrap_or_default();
        for planned in &plan.questions {
            let question = questions.question(planned.position);
            estimate.open_questions += usize::from(question.choices.is_empty());
            for pass in &planned.passes {
                let picture = |hash| Ok(Picture::new(&store.picture_bytes(hash)?, &taken)?);
                let request =
                    options.prompt.request(question, &pass.order, options.input, picture).map_err(
                        |reason| AskError::Prompt { question: question.key.to_string(), reason },
                    )?;
                let one = client.estimate(&request);
                let times = match options.ranking {
                    Some(_) => pass.order.shown().count() as u32 + 1,
                    None => options.samples.count(),
                };
                estimate.requests += times as usize;
                estimate.bytes += one.bytes * u64::from(times);
                estimate.prompt_tokens += one.prompt_tokens * u64::from(times);
                let most = one.most_completion_tokens.map(|most| most * u64::from(times));
                estimate.most_completion_tokens =
                    estimate.most_completion_tokens.zip(most).map(|(sum, more)| sum + more);
            }
        }
        estimate.requests = estimate.requests.saturating_sub(there);
        Ok(estimate)
    }
}
