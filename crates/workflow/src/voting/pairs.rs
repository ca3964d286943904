//! Drawing pairs of answers for people to vote on: at random from the pairs that a judge compared, so that its
//! figures can be corrected by the votes, or from all pairs of the answers to open questions. Removed questions are
//! not drawn.

use std::collections::BTreeMap;

use super::removed_questions;
use crate::evaluation::sample::DrawnSample;
use assay_core::benchmark::PairName;
use assay_core::benchmark::vote::{Ballot, QUEUE, shown_hash};
use assay_core::keyword::Keyword;
use assay_core::statistics::draw_stratified;
use assay_store::{Benchmark, NewSample, NewSampleItem, OpenAnswer, Result, Store, StoreError};

/// What to draw from.
#[derive(Clone, Debug, Default)]
pub struct PairPool {
    /// Only pairs that this judge compared; without it, all pairs.
    pub judge: Option<String>,
    /// Only answers of these models; of all where none is named.
    pub models: Vec<String>,
    /// Draw in proportion from each two models.
    pub by_models: bool,
    /// How people vote.
    pub ballot: Ballot,
}

/// Draws a sample of pairs and keeps it as `new`, which has no items yet. The same answers and seed give the same
/// sample in every copy of a database.
///
/// # Errors
/// `Refused` where there is nothing to draw from, or the sample would be empty.
pub fn draw_pairs(
    store: &mut Store,
    benchmark: &Benchmark,
    pool: &PairPool,
    mut new: NewSample,
) -> Result<DrawnSample> {
    let strata = pool.strata(store, benchmark)?;
    if strata.is_empty() {
        return Err(StoreError::Refused(pool.why_empty(benchmark)));
    }
    let mut strata = draw_stratified(strata, new.rate, new.seed);
    for item in strata.iter_mut().flat_map(|stratum| &mut stratum.drawn) {
        let Some(second) = item.second_id else { continue };
        let [a, b] = store.texts_of_pair([item.prediction_id, second])?;
        item.shown = shown_hash([&a, &b]);
    }
    new.items = strata.iter().flat_map(|stratum| &stratum.drawn).cloned().collect();
    if new.items.is_empty() {
        let available: usize = strata.iter().map(|stratum| stratum.available).sum();
        let why = format!("{} of {available} pairs is none; raise --rate", new.rate);
        return Err(StoreError::Refused(why));
    }
    new.filters = pool.filters();
    let sample = store.keep_sample(benchmark, &new)?;
    Ok(DrawnSample { sample, strata })
}

impl PairPool {
    /// All pairs there are, by the two models where they are drawn by these.
    fn strata(
        &self,
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<BTreeMap<String, Vec<NewSampleItem>>> {
        let judged = match &self.judge {
            Some(judge) => Some(store.judged_pairs(benchmark, judge)?),
            None => None,
        };
        let mut answers = store.open_answers(benchmark)?;
        let removed = removed_questions(store, benchmark)?;
        answers.retain(|answer| {
            let is_wanted = self.models.is_empty() || self.models.contains(&answer.model);
            is_wanted && !removed.contains(answer.key.as_str())
        });
        let is_same_turn =
            |a: &OpenAnswer, b: &OpenAnswer| (a.question_id, a.turn) == (b.question_id, b.turn);
        let mut strata: BTreeMap<String, Vec<NewSampleItem>> = BTreeMap::new();
        for together in answers.chunk_by(is_same_turn) {
            for (at, a) in together.iter().enumerate() {
                let is_judged = |b: &&OpenAnswer| {
                    judged.as_ref().is_none_or(|judged| judged.contains(&a.pair_with(b)))
                };
                for b in together[at + 1..].iter().filter(is_judged) {
                    let item = self.item(a, b);
                    strata.entry(item.stratum.clone()).or_default().push(item);
                }
            }
        }
        Ok(strata)
    }

    fn item(&self, a: &OpenAnswer, b: &OpenAnswer) -> NewSampleItem {
        let models = [a.model.clone(), b.model.clone()];
        let stratum = if self.by_models { models.join(" · ") } else { "pairs".to_owned() };
        let name = PairName { key: a.key.clone(), models, turn: a.turn };
        NewSampleItem {
            item: name.to_string(),
            // Known once the pair is drawn: only then its texts are read.
            shown: String::new(),
            prediction_id: a.prediction_id,
            second_id: Some(b.prediction_id),
            stratum,
        }
    }

    fn why_empty(&self, benchmark: &Benchmark) -> String {
        let name = &benchmark.name;
        match &self.judge {
            Some(judge) => format!(
                "{judge} has compared no two answers to open questions of {name} that are here; without \
                 --judge pairs are drawn from all answers"
            ),
            None => format!(
                "{name} has no open question with answers of two models; import answers with `assay import \
                 answers FILE --model NAME`"
            ),
        }
    }

    fn filters(&self) -> serde_json::Value {
        serde_json::json!({
            "queue": QUEUE.name,
            "judge": self.judge,
            "models": self.models,
            "by_models": self.by_models,
            "ballot": self.ballot.name(),
        })
    }
}
