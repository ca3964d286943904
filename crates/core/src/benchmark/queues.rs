//! The queues: what every module may know of each, in one table.
//!
//! A queue is defined beside its decision. What it asks for, which items it has and how they are shown
//! is in its other files; see `assay_workflow::queue`.

use super::queue_definition::{ItemKind, QueueDefinition};
use super::{hand_label, review, verification};

/// Every queue.
pub const QUEUES: &[&QueueDefinition] = &[
    &review::QUEUE, //
    &hand_label::QUEUE,
    &verification::QUEUE,
    &super::adjudication::QUEUE,
    &super::vote::QUEUE,
];

/// The name of the queue in which questions are reviewed.
pub const QUEUE_REVIEW: &str = review::QUEUE.name;

/// The name of the queue in which people read labels from models' texts.
pub const QUEUE_EXTRACT: &str = hand_label::QUEUE.name;

/// The name of the queue in which people decide on questions that are suspected.
pub const QUEUE_VERIFY: &str = verification::QUEUE.name;

/// The name of the queue in which people vote on pairs of answers.
pub const QUEUE_VOTE: &str = super::vote::QUEUE.name;

/// The queue of this name.
pub fn queue_named(name: &str) -> Option<&'static QueueDefinition> {
    QUEUES.iter().copied().find(|queue| queue.name == name)
}

/// The names of all queues.
pub fn queue_names() -> Vec<&'static str> {
    QUEUES.iter().map(|queue| queue.name).collect()
}

/// Whether the items of a queue are questions, named by their keys.
pub fn has_questions_as_items(queue: &str) -> bool {
    queue_named(queue).is_some_and(|queue| queue.items == ItemKind::Questions)
}

/// Whether deciding an item of a queue shows the reference answer.
pub fn shows_reference(queue: &str) -> bool {
    queue_named(queue).is_some_and(|queue| queue.shows_reference)
}

/// Whether what speaks against an item of a queue is shown after the blind answer.
pub fn shows_evidence(queue: &str) -> bool {
    queue_named(queue).is_some_and(|queue| queue.shows_evidence)
}

/// Whether everyone who decides in a queue sees what others answered.
pub fn shows_others(queue: &str) -> bool {
    queue_named(queue).is_some_and(QueueDefinition::shows_others)
}

/// The queue whose decisions a queue settles where they differ.
pub fn settled_by(queue: &str) -> Option<&'static str> {
    queue_named(queue).and_then(|queue| queue.settles)
}
