//! What surrounds a decision: where it is made, what is on the screen, how long it takes.

use assay_store::{Exposure, ShownAnswers};

/// What surrounds a decision and is stored with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionContext {
    /// Where it is made: `review`, `plain`, `script`.
    pub screen: &'static str,
    /// How the picture is drawn.
    pub picture: Option<String>,
    /// The picture's area in cells.
    pub cells: Option<(u16, u16)>,
    /// Milliseconds of attention.
    pub active_ms: u64,
    /// Milliseconds of pauses, which do not count as attention.
    pub idle_ms: u64,
}

impl DecisionContext {
    /// A decision made without a picture and without measured attention.
    pub const fn new(screen: &'static str) -> Self {
        DecisionContext { screen, picture: None, cells: None, active_ms: 0, idle_ms: 0 }
    }

    /// Whether the decision is made on a screen or in plain lines, where the picture follows a guess at once:
    /// a script is handed it with the item.
    pub(super) fn is_shown(&self) -> bool {
        self.screen != "script"
    }

    /// What is stored of it, with what the annotator had seen before.
    pub(super) fn exposure(&self, saw_reference: bool, shown: Option<ShownAnswers>) -> Exposure {
        Exposure {
            gate: false,
            screen: self.screen.into(),
            reference: saw_reference || shown.is_some(),
            predictions: shown.is_some_and(|shown| shown.models),
            peers: shown.is_some_and(|shown| shown.people),
            picture: self.picture.clone(),
            cells: self.cells,
            category: None,
            position: None,
            idle_ms: self.is_shown().then_some(self.idle_ms),
        }
    }
}
