//! Words of a team: the role of a person, and which items of a queue come first.

use serde::{Deserialize, Serialize};

use crate::keyword::keywords;

keywords! {
    /// What a person may do once a team has roles.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Role: Display {
        /// Decides in every queue but that of adjudication.
        #[default]
        Annotator = "annotator",
        /// Also settles what others differ on.
        Expert = "expert",
        /// Leads the team, and may do what an expert may.
        Lead = "lead",
    }
}

impl Role {
    /// Whether this person settles what others differ on.
    pub fn settles(self) -> bool {
        self >= Role::Expert
    }
}

keywords! {
    /// Which items of an assigned queue come first. Items that are equal by it come in each annotator's
    /// own order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ItemPriority: Display {
        /// Each annotator's own order alone.
        Random = "random",
        /// Items on which the decisions so far differ.
        Disagreement = "disagreement",
        /// Questions on which models differ the most.
        Uncertainty = "uncertainty",
        /// Questions with the most flags.
        Flagged = "flagged",
        /// Questions with the strongest evidence against them.
        Suspicion = "suspicion",
        /// Questions whose outcome can change the order of the most pairs of models.
        Stakes = "stakes",
        /// Questions that are most probably wrong, by models, reviewers and duplicates together.
        ProbableError = "probable-error",
        /// The fixed order of the audit.
        Audit = "audit",
    }
}

/// The value that more than half of all are.
pub fn majority<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    let count = |one: &T| values.iter().filter(|other| *other == one).count();
    let place = values.iter().position(|one| 2 * count(one) > values.len())?;
    Some(values.swap_remove(place))
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
        assert_eq!(majority::<&str>([]), None);
        assert_eq!(majority(["keep"]), Some("keep"));
        assert_eq!(majority(["keep", "wrong"]), None);
        assert_eq!(majority(["keep", "wrong", "keep"]), Some("keep"));
        assert_eq!(majority(["keep", "wrong", "text-only"]), None);
    }
}
