//! The entries of the home screen in words.

use crate::messages::text;
use crate::terms;
use crate::widgets::history_text::{act_in_words, local_time};
use assay_core::benchmark::history::History;
use assay_core::visible::visible_line;
use assay_store::{DecisionRow, QUEUE_REVIEW};
use assay_workflow::queue::BenchmarkWork;

/// A row of history in a line.
pub(super) fn describe(row: &DecisionRow, history: &History) -> String {
    let when = local_time(&row.created);
    let taken_back = if history.is_taken_back(row.id) { text!("home-taken-back") } else { "" };
    format!("{when}  #{}  {}{taken_back}", row.item, act_in_words(&row.act, history))
}

/// Another benchmark, with its work.
pub(super) fn describe_benchmark(work: &BenchmarkWork, me: &str) -> String {
    let left = work.queue(QUEUE_REVIEW).map_or_else(String::new, |review| {
        let (mine, all) = (review.left_for(me), review.undecided);
        text!("home-left-of-benchmark", mine, items = review.items, all)
    });
    let waits = terms::waiting(&work.waiting);
    let waits = if waits.is_empty() { waits } else { format!(" · {waits}") };
    format!("{}  {left}{waits}", visible_line(&work.benchmark))
}
