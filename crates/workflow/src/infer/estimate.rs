//! What asking would send, without sending anything.

use serde::Serialize;

use super::call::Tokens;
use super::options::{AskError, AskOptions};
use super::task::Task;
use assay_llm::Client;
use assay_store::{Benchmark, Store};

/// What would be asked at most. Tokens and costs are approximate.
#[derive(Clone, Copy, Debug, Default, Serialize)]
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
    pub tokens: Tokens,
    /// The cost of the prompts, if the endpoint has a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_of_prompts: Option<f64>,
    /// The same with the longest answers, if the endpoint bounds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<f64>,
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
        let task = Task::load(store, benchmark, options)?;
        let open =
            task.questions.of_plan(&task.plan).filter(|question| question.choices.is_empty());
        let mut estimate = Estimate {
            questions: task.plan.looked_at,
            open_questions: open.count(),
            reused: task.plan.reused,
            spared: task.plan.spared,
            ..Estimate::default()
        };
        // The most tokens of all answers, if the endpoint bounds them.
        let mut most = Some(0);
        task.for_each_request(store, options, client, |_, pass, request| {
            let one = request.body(client.endpoint()).estimate;
            let times = match options.ranking {
                Some(_) => pass.order.shown().count() as u64 + 1,
                None => options.samples.count().into(),
            };
            estimate.requests += times as usize;
            estimate.bytes += one.bytes * times;
            estimate.tokens.prompt += one.prompt_tokens * times;
            most = most.zip(one.most_completion_tokens).map(|(sum, more)| sum + more * times);
            Ok::<_, AskError>(())
        })?;
        // The existing parts of passes that are not complete.
        if let Some(run) = task.run.filter(|_| options.is_in_parts()) {
            let there = store.parts_of_open_passes(&run)?.len();
            estimate.requests = estimate.requests.saturating_sub(there);
        }
        if let Some(price) = client.endpoint().price {
            let prompts = estimate.tokens.prompt;
            estimate.cost_of_prompts = Some(price.cost(prompts, 0));
            estimate.cost_at_most = most.map(|answers| price.cost(prompts, answers));
        }
        Ok(estimate)
    }
}
