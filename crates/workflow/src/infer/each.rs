//! Requests about items that do not depend on each other: threads ask, and the calling thread keeps what comes
//! back before it hands out the next item. Which passes are asked in which order is another matter, in `asking`.

use std::time::Instant;

use super::call::{Asked, Asker, Call, Report, Requests, Spent};
use super::error::{AskError, Result};
use super::pool::{Supervisor, Threads, work};
use super::question_prompt::PromptError;
use assay_llm::Outcome;

/// Takes items with the outcome of their last request, and what was read from it, durably.
type Keep<'a, S, R> = &'a mut dyn FnMut(Vec<(S, Outcome, R)>) -> Result<()>;

/// Asks about each item until the call has to stop. `ask` is the work of a thread: the requests of an item, one
/// after the other, and what was read; `name` is the question of an item in messages. Returns the requests, what
/// they used, and how many items were not asked about.
///
/// # Errors
/// If a request cannot be written, or what came back cannot be kept.
pub(crate) fn ask_each<S: Send + Sync, R: Send>(
    asker: &Asker,
    items: Vec<S>,
    report: Report<'_>,
    ask: impl Fn(&S) -> Result<(Vec<Asked>, R), PromptError> + Sync,
    name: impl Fn(&S) -> String,
    mut keep: impl FnMut(Vec<(S, Outcome, R)>) -> Result<()>,
) -> Result<(Requests, Spent, usize)> {
    let (requests, spent) = (Requests::default(), Spent::default());
    let mut each = Each {
        total: items.len(),
        items: items.into_iter(),
        done: 0,
        left: 0,
        call: Call { asker, begun: Instant::now(), requests, spent },
        report,
        name: &name,
        keep: &mut keep,
    };
    work(ask, &mut each, Threads::new(asker.client.endpoint.concurrency))?;
    let left = each.left + each.items.len();
    let (requests, mut spent) = each.call.end();
    spent.cost = asker.budget.cost_so_far();
    Ok((requests, spent, left))
}

/// The calling thread.
struct Each<'a, S, R> {
    items: std::vec::IntoIter<S>,
    total: usize,
    done: usize,
    /// Items whose last request was not sent because the call stopped.
    left: usize,
    call: Call<'a>,
    report: Report<'a>,
    name: &'a dyn Fn(&S) -> String,
    keep: Keep<'a, S, R>,
}

impl<S: Send, R: Send> Supervisor for Each<'_, S, R> {
    type Step = S;
    type Result = Result<(Vec<Asked>, R), PromptError>;
    type Error = AskError;

    fn next(&mut self) -> Option<S> {
        if self.call.is_ending() { None } else { self.items.next() }
    }

    fn commit(&mut self, results: Vec<(S, Self::Result)>) -> Result<()> {
        let (mut ended, mut error) = (Vec::new(), None);
        for (item, result) in results {
            match result {
                Ok((asked, read)) => {
                    let count = |_, asked| Some(self.call.count(asked).0);
                    match asked.into_iter().fold(None, count) {
                        None | Some(Outcome::Stopped { .. }) => self.left += 1,
                        Some(outcome) => ended.push((item, outcome, read)),
                    }
                }
                Err(reason) => {
                    error = Some(AskError::Prompt { question: (self.name)(&item), reason });
                }
            }
        }
        self.done += ended.len();
        (self.keep)(ended)?;
        (self.report)(self.done, self.total, self.call.so_far());
        error.map_or(Ok(()), Err)
    }
}
