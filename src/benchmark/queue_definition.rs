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
    /// The queue whose decisions it settles where they differ. Only experts and leads decide in it once a
    /// team has roles, and nobody settles a question on which they decided themselves.
    pub settles: Option<&'static str>,
}

impl QueueDefinition {
    /// A queue whose items are questions that are answered blind first.
    pub const fn of_questions(name: &'static str) -> Self {
        QueueDefinition { name, items: ItemKind::Questions, shows_reference: true, settles: None }
    }

    /// A queue whose items are predictions.
    pub const fn of_predictions(name: &'static str) -> Self {
        QueueDefinition {
            name,
            items: ItemKind::Predictions,
            shows_reference: false,
            settles: None,
        }
    }
}
