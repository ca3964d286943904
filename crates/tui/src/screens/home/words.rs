//! The entries of the home screen in words.

use super::Home;
use crate::action::Action;
use crate::messages::text;
use crate::screens::queues::QUEUE_SCREENS;
use crate::session::Session;
use crate::terms;
use crate::widgets::history_text::{act_in_words, local_time};
use crate::widgets::wrap::padded;
use assay_core::benchmark::history::History;
use assay_core::visible::visible_line;
use assay_store::{DecisionRow, QUEUE_REVIEW};
use assay_workflow::queue::BenchmarkWork;

impl Home {
    /// A screen in words.
    pub(super) fn describe(&self, action: Action, session: &Session) -> String {
        let queue = QUEUE_SCREENS.iter().find(|queue| queue.action == action);
        let (title, words) = match (queue, action) {
            (Some(queue), _) => (queue.at_home)(session),
            (None, Action::OpenBrowse) => (
                text!("home-browse"),
                text!("home-questions", count = session.review().items().len()),
            ),
            (None, Action::OpenModels) => {
                (text!("home-models"), text!("home-with-predictions", count = self.models))
            }
            (None, Action::OpenAgreement) => {
                (text!("home-agreement"), text!("home-readers", count = self.readers))
            }
            (None, Action::OpenBenchmarks) => {
                (text!("home-benchmarks"), text!("home-all-benchmarks", count = self.benchmarks))
            }
            (None, Action::OpenBoard) => (text!("home-board"), text!("home-what-board").to_owned()),
            (None, Action::OpenSettings) => {
                (text!("home-settings"), text!("home-what-settings").to_owned())
            }
            (None, Action::OpenDescription) => {
                (text!("home-description"), text!("home-what-description").to_owned())
            }
            (None, _) => {
                let rows = session.review().history().rows().len();
                (text!("home-history"), text!("home-own-rows", rows: rows))
            }
        };
        format!("{}  {words}", padded(title, 10))
    }
}

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
        text!("home-left-of-benchmark", mine = mine, items = review.items, all = all)
    });
    let waits = terms::waiting(&work.waiting);
    let waits = if waits.is_empty() { waits } else { format!(" · {waits}") };
    format!("{}  {left}{waits}", visible_line(&work.benchmark))
}
