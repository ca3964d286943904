//! Queues whose items are questions: answered blind first, unless they are open, then shown with the
//! reference answer.

use super::definition::Queue;
use super::desk::Desk;
use super::opened::{OpenedQuestion, OwnRows};
use super::order::QueueItem;
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::benchmark::history::ItemState;
use assay_store::{BlindQuestion, Result, Reveal, Store};

impl<Q: Queue<Content = BlindQuestion>> Desk<Q> {
    /// The blind answer in force on the item at a position.
    pub fn answer(&self, position: usize) -> Option<BlindAnswer> {
        let item = self.items().get(position)?;
        self.history().answer(item.name(), item.revision())
    }

    /// The reference answer of the question at a position, once an answer is committed.
    pub fn reveal(&self, store: &Store, position: usize) -> Result<Reveal> {
        store.reveal(self.item(position)?.question_id(), self.annotator())
    }
}

/// A question as its annotator may see it now, without flags: blind as long as they have no answer that counts. A
/// skipped question is blind again.
pub(super) fn open_blind<Q: Queue<Content = BlindQuestion>>(
    queue: &Q,
    store: &Store,
    own: OwnRows<'_>,
    item: &Q::Item,
) -> Result<OpenedQuestion> {
    let (name, revision, history) = (item.name(), item.revision(), own.history);
    let question = queue.load(store, own.annotator, item)?;
    let state = history.state(name, revision);
    let answer = match state {
        ItemState::Answered(_) | ItemState::Decided(_) | ItemState::Later => {
            history.answer(name, revision)
        }
        ItemState::Untouched | ItemState::Guessed(_) | ItemState::Skipped => None,
    };
    let is_blind = question.kind().takes_answer() && answer.is_none() && !state.is_decided();
    // The verdict is on answer and category: the reference answer comes after both.
    let reveal = match is_blind || question.asks_category {
        true => None,
        false => Some(store.reveal(item.question_id(), own.annotator)?),
    };
    let is_passed_over = matches!(state, ItemState::Skipped);
    let category = history.category(name, revision).filter(|_| !is_passed_over);
    Ok(OpenedQuestion {
        state,
        guess: history.guess(name, revision),
        answer,
        category: category.map(str::to_owned),
        reveal,
        note: own.note(name, revision),
        ..OpenedQuestion::new(question)
    })
}
