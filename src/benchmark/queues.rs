//! The queues: what every module may know of each, in one table.
//!
//! What a queue asks for, which items it has and how they are shown is in its own files; see
//! `crate::queue`.

/// The name of the queue in which questions are reviewed.
pub const QUEUE_REVIEW: &str = "review";

/// The name of the queue in which people read labels from models' texts.
pub const QUEUE_EXTRACT: &str = "extract";

/// The name of the queue in which people decide on questions that are suspected.
pub const QUEUE_VERIFY: &str = "verify";

/// What the items of a queue are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Questions, named by their keys.
    Questions,
    /// Predictions, named by key, model and pass.
    Predictions,
}

/// A queue as the other modules know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueDefinition {
    /// The name that rows carry. The act that decides an item has the same name in the data.
    pub name: &'static str,
    /// What its items are.
    pub items: ItemKind,
    /// Whether an item begins with the annotator's blind answer, after which the reference answer is
    /// shown.
    pub shows_reference: bool,
}

/// Every queue.
pub const QUEUES: [QueueDefinition; 3] = [
    QueueDefinition { name: QUEUE_REVIEW, items: ItemKind::Questions, shows_reference: true },
    QueueDefinition { name: QUEUE_EXTRACT, items: ItemKind::Predictions, shows_reference: false },
    QueueDefinition { name: QUEUE_VERIFY, items: ItemKind::Questions, shows_reference: true },
];

/// The queue of this name.
pub fn queue_named(name: &str) -> Option<&'static QueueDefinition> {
    QUEUES.iter().find(|queue| queue.name == name)
}

/// The names of all queues.
pub fn queue_names() -> [&'static str; QUEUES.len()] {
    QUEUES.map(|queue| queue.name)
}

/// Whether the items of a queue are questions, named by their keys.
pub fn has_questions_as_items(queue: &str) -> bool {
    queue_named(queue).is_some_and(|queue| queue.items == ItemKind::Questions)
}

/// Whether deciding an item of a queue shows the reference answer.
pub fn shows_reference(queue: &str) -> bool {
    queue_named(queue).is_some_and(|queue| queue.shows_reference)
}
