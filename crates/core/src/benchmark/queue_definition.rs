//! What every module may know of a queue. The decision that ends an item of a queue defines it, and
//! [`super::queues`] lists them.

/// What the items of a queue are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Questions, named by their keys.
    Questions,
    /// Predictions, named by key, model and pass.
    Predictions,
    /// Pairs of answers, named by key, models and turn.
    Pairs,
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
    /// Whether what speaks against the item is shown after the blind answer: what models and other people
    /// answered.
    pub shows_evidence: bool,
    /// The queue whose decisions it settles where they differ. Only experts and leads decide in it once a
    /// team has roles, and they do not settle questions on which they decided themselves.
    pub settles: Option<&'static str>,
}

impl QueueDefinition {
    /// A queue whose items are questions that are answered blind first.
    pub const fn of_questions(name: &'static str) -> Self {
        QueueDefinition {
            name,
            items: ItemKind::Questions,
            shows_reference: true,
            shows_evidence: false,
            settles: None,
        }
    }

    /// Whether everyone who decides here sees what others answered, so that having seen it does not set
    /// one annotator apart.
    pub const fn shows_others(&self) -> bool {
        self.shows_evidence || self.settles.is_some()
    }
}
