//! What a judge would be asked, without asking: `--dry-run`.

use super::options::JudgingOptions;
use super::plan::Plan;
use crate::infer::{AskError, Estimate};
use assay_llm::{Client, Picture};
use assay_store::{Benchmark, Store};

/// Writes every request and counts it.
///
/// # Errors
/// As judging would.
pub fn estimate(
    store: &Store,
    benchmark: &Benchmark,
    options: &JudgingOptions,
    client: &Client,
) -> Result<Estimate, AskError> {
    let plan = Plan::load(store, benchmark, options)?;
    let mut estimate = Estimate::without_requests();
    (estimate.questions, estimate.open_questions) = (plan.looked_at, plan.looked_at);
    estimate.reused = plan.reused;
    let taken = client.endpoint.taken_formats().unwrap_or_default();
    for one in &plan.comparisons {
        let question = &plan.questions[one.question].question;
        let picture = |hash| Ok(Picture::new(&store.picture_bytes(hash)?, &taken)?);
        let request = options.prompt.request(question, &plan.texts(one), options.input, picture);
        let request = request
            .map_err(|reason| AskError::Prompt { question: question.key.to_string(), reason })?;
        estimate.count(request.body(&client.endpoint).estimate, 1);
    }
    estimate.price(client);
    Ok(estimate)
}
