//! The verdict of one model's passes on one question.

use crate::score::{DecidedBy, Group, Missing, Strategy, judge};

/// The knowledge about a model on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every pass asked for is right.
    Correct,
    /// A pass is wrong.
    NotCorrect,
    /// No pass is wrong, all are present, and the rules read nothing from at least one.
    Unread,
    /// No pass is wrong, and at least one is absent.
    Missing,
}

impl Verdict {
    /// Whether the model is right; `None` if that is not known.
    pub fn is_correct(self) -> Option<bool> {
        match self {
            Verdict::Correct => Some(true),
            Verdict::NotCorrect => Some(false),
            Verdict::Unread | Verdict::Missing => None,
        }
    }

    /// The verdict if passes were left out on purpose: missing passes are open like unread ones.
    #[must_use]
    pub fn open(self) -> Verdict {
        match self {
            Verdict::Missing => Verdict::Unread,
            _ => self,
        }
    }

    /// The verdict that a filter counts: under [`Missing::Wrong`] unread or missing is not correct.
    #[must_use]
    pub fn counted(self, missing: Missing) -> Verdict {
        match (self, missing) {
            (Verdict::Unread | Verdict::Missing, Missing::Wrong) => Verdict::NotCorrect,
            _ => self,
        }
    }
}

/// The verdict on a question.
pub fn verdict(group: &Group<'_>, strategy: Strategy) -> Verdict {
    match judge(group, strategy, Missing::Wrong).decided_by {
        DecidedBy::AllPassesRight | DecidedBy::FirstPassRight => Verdict::Correct,
        DecidedBy::Wrong(_) => Verdict::NotCorrect,
        DecidedBy::Missing(_) => Verdict::Missing,
        DecidedBy::NotExtracted(_) => match group.absent(strategy).next() {
            Some(_) => Verdict::Missing,
            None => Verdict::Unread,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::passes_as_letters::with_group;

    fn verdict_on(passes: &str, strategy: Strategy) -> Verdict {
        with_group(passes, |group| verdict(group, strategy))
    }

    #[test]
    fn a_wrong_pass_decides_whatever_is_missing_or_unread() {
        for passes in ["w---", "r?-w", "rrrw", "x---"] {
            assert_eq!(verdict_on(passes, Strategy::Circular), Verdict::NotCorrect, "{passes}");
        }
    }

    #[test]
    fn a_pass_that_is_not_there_differs_from_one_without_a_label() {
        assert_eq!(verdict_on("rrr-", Strategy::Circular), Verdict::Missing);
        assert_eq!(verdict_on("r?r-", Strategy::Circular), Verdict::Missing);
        assert_eq!(verdict_on("r?rr", Strategy::Circular), Verdict::Unread);
        assert_eq!(verdict_on("rrrr", Strategy::Circular), Verdict::Correct);
    }

    #[test]
    fn a_model_counts_as_right_or_wrong_only_where_that_is_known() {
        let known = [Verdict::Correct, Verdict::NotCorrect, Verdict::Unread, Verdict::Missing]
            .map(Verdict::is_correct);
        assert_eq!(known, [Some(true), Some(false), None, None]);
    }

    #[test]
    fn what_is_not_known_counts_as_not_correct_where_asked() {
        for verdict in [Verdict::Unread, Verdict::Missing] {
            assert_eq!(verdict.counted(Missing::Wrong), Verdict::NotCorrect);
            assert_eq!(verdict.counted(Missing::Exclude), verdict);
        }
        assert_eq!(Verdict::Correct.counted(Missing::Wrong), Verdict::Correct);
    }

    #[test]
    fn the_first_pass_alone_may_be_asked_for() {
        assert_eq!(verdict_on("rw-?", Strategy::FirstPass), Verdict::Correct);
        assert_eq!(verdict_on("?www", Strategy::FirstPass), Verdict::Unread);
        assert_eq!(verdict_on("-rrr", Strategy::FirstPass), Verdict::Missing);
    }
}
