//! What every module may know of a queue. The decision that ends an item of a queue defines it, and
//! [`super::queues`] lists them.

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
