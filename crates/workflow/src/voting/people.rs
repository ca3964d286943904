//! The votes that people gave in the vote queue, as judgments of judges with their names.

use assay_core::benchmark::PairName;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::votes::{Reading, judged_by_person};
use assay_store::{Benchmark, Result, Store};

/// A person's vote in force on answers to a current question.
pub(super) struct PersonVote {
    pub person: String,
    /// The pair, with the models in the order in which their answers were shown.
    pub pair: PairName,
    pub reading: Reading,
}

/// The votes of all people on a benchmark.
pub(super) fn person_votes(store: &Store, benchmark: &Benchmark) -> Result<Vec<PersonVote>> {
    let decisions = store.current_decisions(benchmark, QUEUE_VOTE)?.into_iter();
    let votes = decisions.filter_map(|decision| match &decision.row.act {
        Act::Vote(vote) => {
            // The store takes no vote on an item that is not the name of a pair.
            let (pair, reading) = judged_by_person(&decision.row.item, vote).ok()?;
            Some(PersonVote { person: decision.annotator, pair, reading })
        }
        _ => None,
    });
    Ok(votes.collect())
}
