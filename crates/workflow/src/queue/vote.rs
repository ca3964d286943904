//! The vote queue: pairs of answers of two models to an open question, of which a person says which is better.
//!
//! Blind: neither the models' names nor a vote of a judge or another person is loaded, and which answer comes
//! first is drawn for each person and item. The items are those of all samples of pairs, without those on
//! removed questions.

use std::sync::Arc;

use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedQuestion, OwnRows, ShownPair};
use super::order::{QueueItem, Rank, unranked};
use super::steps::{Steps, VOTE};
use crate::judging::judged_by;
use crate::outcomes::removed_questions;
use assay_core::benchmark::vote::{PairOrder, QUEUE, blind_name};
use assay_core::benchmark::{Checklists, PredictionName};
use assay_store::{
    Annotator, Benchmark, BlindQuestion, Guideline, PairEntry, QuestionId, Result, Store,
};

/// The queue in which people vote on pairs of answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct VoteQueue;

/// One annotator's votes on one benchmark.
pub type VoteDesk = Desk<VoteQueue>;

impl QueueItem for PairEntry {
    fn name(&self) -> &str {
        &self.item
    }

    fn blind_name(&self) -> String {
        blind_name(&self.item)
    }

    fn revision(&self) -> u32 {
        self.revision
    }

    fn question_id(&self) -> QuestionId {
        self.question_id
    }

    /// A model that is run again may answer otherwise; a vote counts for the answers that it was given to.
    fn shown(&self) -> Option<&str> {
        Some(&self.shown)
    }
}

impl Queue for VoteQueue {
    const NAME: &'static str = QUEUE.name;
    const STEPS: Steps = VOTE;
    type Item = PairEntry;
    type Content = BlindQuestion;
    type Opened = OpenedQuestion;

    fn of_benchmark(_: &Store, _: &Benchmark) -> Result<Self> {
        Ok(VoteQueue)
    }

    fn guideline(&self, _: &Store) -> Result<Guideline> {
        Ok(Guideline::new(include_str!("../../../../assets/guidelines/vote.md")))
    }

    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<(Self::Item, Rank)>> {
        let removed = removed_questions(store, benchmark)?;
        let mut pairs = store.pair_entries(benchmark)?;
        pairs.retain(|pair| !removed.contains(&PredictionName::key_in(&pair.item)));
        Ok(unranked(pairs))
    }

    fn load(&self, store: &Store, by: &Annotator, item: &Self::Item) -> Result<Self::Content> {
        let question = store.question_at_gate(by, item.question_id)?;
        // What is checked in the review is nothing to vote by, and no category is shown.
        Ok(BlindQuestion {
            category: None,
            l2_category: None,
            short: None,
            asks_category: false,
            checklists: Arc::clone(Checklists::of_votes()),
            ..question
        })
    }

    /// With both answers and what the makers of the benchmark say about the question: an open one has no answer
    /// that is to be given blind.
    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<OpenedQuestion> {
        let question = self.load(store, own.annotator, item)?;
        let order = PairOrder::for_person(own.annotator.seed, &item.item);
        let pair = ShownPair {
            texts: order.shown(store.texts_of_pair(item.answers)?),
            order,
            shown: item.shown.clone(),
            ballot: item.ballot,
            item: item.item.clone(),
            judged_by: judged_by(&store.whole_question(item.question_id)?),
        };
        Ok(OpenedQuestion {
            reveal: Some(store.reference(question.id)?),
            state: own.history.state(item.name(), item.revision),
            note: own.note(item.name(), item.revision),
            pair: Some(pair),
            ..OpenedQuestion::new(question)
        })
    }

    fn shows_reference(&self, store: &Store, item: &Self::Item) -> Result<bool> {
        let [reference, _] = judged_by(&store.whole_question(item.question_id)?);
        Ok(!reference.is_empty())
    }

    fn why_absent(&self, item: &str) -> String {
        format!(
            "the newest vote is on {item}, which is in no sample of pairs, or whose question was removed"
        )
    }
}
