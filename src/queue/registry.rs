//! The queues as commands know them: one row each, by which a name leads to the code of its queue.

use std::collections::BTreeMap;

use serde::Serialize;

use super::desk::{Desk, Queue};
use super::next::{NextItem, next_item};
use super::order::QueueItem;
use super::team::{QueueWork, queue_work};
use super::{ExtractQueue, ReviewQueue, VerifyQueue};
use crate::benchmark::{Choice, QuestionKey};
use crate::store::{Annotator, Benchmark, BlindQuestion, QuestionId, Store, StoreError};

/// A queue that scripts can be handed items of.
pub trait ScriptQueue: Queue {
    /// The queue of a benchmark, of the newest sample where it needs one.
    ///
    /// # Errors
    /// Where there is nothing to decide on yet, such as no sample of texts.
    fn of_benchmark(store: &Store, benchmark: &Benchmark) -> Result<Self, StoreError>
    where
        Self: Sized;

    /// What the annotator may see of an item before deciding.
    fn shown(item: &Self::Item, content: Self::Content) -> ShownItem;
}

/// An item as a script may see it before a decision: as blind as the screen is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownItem {
    /// The question's key; nothing where even that says too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<QuestionKey>,
    /// The question.
    pub stem: String,
    /// Context given before it.
    pub hint: Option<String>,
    /// The choices by their letters.
    pub choices: BTreeMap<String, String>,
    /// The leaf ability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// What a model wrote, in the queue where that is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Choices by their letters.
pub(super) fn by_letter(choices: Vec<Choice>) -> BTreeMap<String, String> {
    choices.into_iter().map(|choice| (choice.label.to_string(), choice.text)).collect()
}

impl From<BlindQuestion> for ShownItem {
    fn from(question: BlindQuestion) -> Self {
        ShownItem {
            key: Some(question.key),
            stem: question.stem,
            hint: question.hint,
            choices: by_letter(question.choices),
            category: question.category,
            text: None,
        }
    }
}

/// An item by its name, with the row of its question.
pub type ItemName = (String, QuestionId);

/// The code of a queue.
pub struct RegisteredQueue {
    /// Its name.
    pub name: &'static str,
    pub(super) work: fn(&Store, &Benchmark) -> Result<QueueWork, StoreError>,
    items: fn(&Store, &Benchmark) -> Result<Vec<ItemName>, StoreError>,
    next: fn(&mut Store, Annotator, Benchmark) -> Result<NextItem, StoreError>,
}

/// Every queue.
pub(super) const REGISTERED: &[RegisteredQueue] = &[
    RegisteredQueue::new::<ReviewQueue>(),
    RegisteredQueue::new::<ExtractQueue>(),
    RegisteredQueue::new::<VerifyQueue>(),
];

impl RegisteredQueue {
    const fn new<Q: ScriptQueue>() -> Self {
        RegisteredQueue {
            name: Q::NAME,
            work: queue_work::<Q>,
            items: |store, benchmark| {
                let items = Q::of_benchmark(store, benchmark)?.items(store, benchmark)?;
                let names = items.iter();
                Ok(names.map(|item| (item.name().to_owned(), item.question_id())).collect())
            },
            next: |store, annotator, benchmark| {
                let queue = Q::of_benchmark(store, &benchmark)?;
                let desk = Desk::open(store, queue, annotator, benchmark)?;
                next_item(store, &desk)
            },
        }
    }

    /// The queue of this name.
    ///
    /// # Errors
    /// `Unknown` with the names there are.
    pub fn named(name: &str) -> Result<&'static RegisteredQueue, StoreError> {
        REGISTERED.iter().find(|queue| queue.name == name).ok_or_else(|| {
            let names: Vec<&str> = REGISTERED.iter().map(|queue| queue.name).collect();
            let what = format!("there is no queue {name}; there is: {}", names.join(", "));
            StoreError::Unknown { what }
        })
    }

    /// Its items.
    pub fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<ItemName>, StoreError> {
        (self.items)(store, benchmark)
    }

    /// The next item for an annotator, held for them.
    pub fn next(
        &self,
        store: &mut Store,
        annotator: Annotator,
        benchmark: Benchmark,
    ) -> Result<NextItem, StoreError> {
        (self.next)(store, annotator, benchmark)
    }
}
