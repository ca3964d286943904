//! The samples of a run with the label of each, and the likelihoods of choices, for writing files.

use super::passes::read;
use crate::evaluation::positions_of_revisions;
use assay_core::benchmark::Answer;
use assay_store::{Benchmark, Run, Store, StoreError, StoredPart, StoredQuestion};

/// A sample of the answer to a pass, or the likelihood of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// The position of its question.
    pub position: usize,
    /// What the rules `assay` read from it.
    pub label: Answer,
    /// The sample with its number.
    pub part: StoredPart,
}

/// The samples of a run for these questions, which are the current ones of its benchmark, including
/// those of incomplete passes. Samples of revisions that read differently are left out.
pub fn samples_of_run(
    store: &Store,
    benchmark: &Benchmark,
    run: &Run,
    questions: &[StoredQuestion],
) -> Result<Vec<Sampled>, StoreError> {
    let positions = positions_of_revisions(store, benchmark, questions)?;
    let mut samples = Vec::new();
    store.for_each_part(run, |part| {
        let Some(&position) = positions.get(&part.question_id) else { return };
        if part.part.number == 0 {
            return; // a prompt without an answer
        }
        let question = &questions[position].question;
        let choices = part.order.texts(&question.choices);
        let [label, _] = read(part.part.status, &part.part.text, choices);
        samples.push(Sampled { position, label: label.answer, part });
    })?;
    samples.sort_by_key(|sample| (sample.position, sample.part.pass, sample.part.part.number));
    Ok(samples)
}
