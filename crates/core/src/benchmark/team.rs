//! Words of a team: the role of a person, and which items of a queue come first.

use serde::{Deserialize, Serialize};

use crate::keyword::keywords;

/// What a person may do once a team has roles.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Decides in every queue but that of experts.
    #[default]
    Annotator,
    /// Also settles what others differ on.
    Expert,
    /// Leads the team; may do what an expert may.
    Lead,
}

keywords! { Role: Display {
    Annotator = "annotator",
    Expert = "expert",
    Lead = "lead",
} }

impl Role {
    /// Whether this person settles what others differ on.
    pub fn settles(self) -> bool {
        self >= Role::Expert
    }
}

/// Which items of an assigned queue come first. Items that are equal by it come in each annotator's
/// own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemPriority {
    /// None: each annotator's own order alone.
    Random,
    /// Those on which the decisions so far differ.
    Disagreement,
    /// Those whose models' answers are split the most.
    Uncertainty,
    /// Those with the most flags of the filters.
    Flagged,
    /// Those with the strongest evidence against them, as in the verify queue.
    Suspicion,
}

keywords! { ItemPriority: Display {
    Random = "random",
    Disagreement = "disagreement",
    Uncertainty = "uncertainty",
    Flagged = "flagged",
    Suspicion = "suspicion",
} }

/// The value that more than half of all are.
pub fn majority<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    let count = |one: &T| values.iter().filter(|other| *other == one).count();
    let place = values.iter().position(|one| 2 * count(one) > values.len())?;
    Some(values.swap_remove(place))
}

/// Whether one outcome has more than half of all.
pub fn has_majority<T: PartialEq>(outcomes: &[T]) -> bool {
    majority(outcomes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experts_and_leads_settle_and_annotators_do_not() {
        let settles = [Role::Annotator, Role::Expert, Role::Lead].map(Role::settles);
        assert_eq!(settles, [false, true, true]);
    }

    #[test]
    fn half_is_no_majority() {
        assert!(!has_majority::<&str>(&[]));
        assert!(has_majority(&["keep"]));
        assert!(!has_majority(&["keep", "wrong"]));
        assert!(has_majority(&["keep", "wrong", "keep"]));
        assert!(!has_majority(&["keep", "wrong", "text-only"]));
    }
}
