//! Checklists: what a reviewer checks of a question, and the reasons why one is wrong, by kind of
//! question.
//!
//! A checklist is data: `assets/checklists/*.toml`. It chooses among the reasons that there are
//! ([`WrongReason`]) and orders them for the digit keys; their words are messages.

use std::sync::LazyLock;

use serde::Deserialize;

use super::QuestionKind;
use super::review::WrongReason;
use crate::embedded;

/// What is checked of questions of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checklist {
    /// The kind of question.
    pub kind: QuestionKind,
    /// What a question that is kept meets, each by the reason that a question which misses it is wrong
    /// for.
    pub criteria: Vec<WrongReason>,
    /// The reasons that are no criterion.
    further: Vec<WrongReason>,
}

const FILES: [&str; 2] = [
    include_str!("../../assets/checklists/choice.toml"),
    include_str!("../../assets/checklists/open.toml"),
];

/// The keys of the reasons in order.
const DIGITS: [char; 10] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

impl Checklist {
    /// The checklist of a kind of question.
    pub fn for_kind(kind: QuestionKind) -> &'static Checklist {
        static READ: LazyLock<Vec<Checklist>> = LazyLock::new(|| {
            FILES.iter().map(|file| embedded::valid(toml::from_str(file))).collect()
        });
        match kind {
            QuestionKind::Choice => &READ[0],
            QuestionKind::Open => &READ[1],
        }
    }

    /// The reasons with their digit keys, in order.
    pub fn reasons(&self) -> impl Iterator<Item = (char, WrongReason)> + '_ {
        DIGITS.into_iter().zip(self.criteria.iter().chain(&self.further).copied())
    }

    /// Whether a question of this kind can be wrong for this reason.
    pub fn offers(&self, reason: WrongReason) -> bool {
        self.reasons().any(|(_, offered)| offered == reason)
    }

    /// The reason that a digit key chooses.
    pub fn reason(&self, digit: char) -> Option<WrongReason> {
        self.reasons().find(|(key, _)| *key == digit).map(|(_, reason)| reason)
    }

    /// The digit key that chooses a reason.
    pub fn digit(&self, reason: WrongReason) -> Option<char> {
        self.reasons().find(|(_, offered)| *offered == reason).map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::Keyword;
    use std::collections::HashSet;

    #[test]
    fn every_kind_has_its_checklist_and_every_reason_a_key_in_one() {
        let mut offered = HashSet::new();
        for kind in QuestionKind::all() {
            let checklist = Checklist::for_kind(kind);
            assert_eq!(checklist.kind, kind);
            let listed = checklist.criteria.len() + checklist.further.len();
            let reasons: HashSet<_> = checklist.reasons().map(|(_, reason)| reason).collect();
            assert_eq!((reasons.len(), listed <= DIGITS.len()), (listed, true));
            for (digit, reason) in checklist.reasons() {
                assert_eq!(checklist.reason(digit), Some(reason));
                assert_eq!(checklist.digit(reason), Some(digit));
            }
            offered.extend(reasons);
        }
        assert!(WrongReason::all().all(|reason| offered.contains(&reason)));
    }

    #[test]
    fn a_reason_of_both_kinds_has_one_key() {
        let [choice, open] = [QuestionKind::Choice, QuestionKind::Open].map(Checklist::for_kind);
        for (digit, reason) in choice.reasons().filter(|(_, reason)| open.offers(*reason)) {
            assert_eq!(open.digit(reason), Some(digit), "{reason}");
        }
        assert_eq!(choice.digit(WrongReason::Other), Some('0'));
        assert_eq!(open.digit(WrongReason::AmbiguousChoices), None);
    }

    #[test]
    fn an_open_question_is_kept_if_it_meets_the_criteria_of_mllm_bench() {
        assert_eq!(Checklist::for_kind(QuestionKind::Open).criteria.len(), 6);
        assert!(Checklist::for_kind(QuestionKind::Choice).criteria.is_empty());
    }
}
