//! Checklists: what a reviewer checks of a question, and the reasons why one is wrong, by kind of
//! question.
//!
//! Checklists are data: those that come with the program are `assets/checklists/*.toml`, and a benchmark
//! may have its own. They choose among the reasons that there are ([`WrongReason`]), add custom ones, and
//! order them for the digit keys. The words of Assay's reasons are messages. [`text`] reads and
//! checks the files.

mod text;

use std::sync::{Arc, LazyLock};

use super::QuestionKind;
use super::own_reason::{OwnReason, Reason};
use super::review::WrongReason;
use crate::embedded;

/// Why a text is not a checklist.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ChecklistError(String);

/// What is checked of questions of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checklist {
    /// The kind of question.
    pub kind: QuestionKind,
    /// What a question that is kept meets, each by the reason that a question which misses it is wrong
    /// for.
    pub criteria: Vec<WrongReason>,
    /// The reasons that are not criteria.
    further: Vec<WrongReason>,
    /// What the custom reasons among them mean.
    own: Vec<OwnCriterion>,
}

/// What a custom reason of a benchmark means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCriterion {
    /// The reason.
    pub reason: OwnReason,
    /// The reason as shown to people.
    pub words: String,
    /// The same in Chinese; empty without a translation.
    pub words_zh: String,
    /// What it means, in a sentence.
    pub sentence: String,
    /// The same in Chinese; empty without a translation.
    pub sentence_zh: String,
}

/// The checklists of a benchmark, one for each kind of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checklists {
    choice: Checklist,
    short: Checklist,
    open: Checklist,
    /// Whether reviewers choose the category of each question before that of the data is shown.
    pub confirms_category: bool,
    /// Whether a question is kept by saying so twice where the own answer is not the reference answer.
    pub keeps_twice: bool,
}

/// The checklists that come with the program.
const BUILT_IN: &str = concat!(
    include_str!("../../../../../assets/checklists/choice.toml"),
    include_str!("../../../../../assets/checklists/short.toml"),
    include_str!("../../../../../assets/checklists/open.toml")
);

/// Why one of two answers is preferred.
const OF_VOTES: &str = include_str!("../../../../../assets/checklists/vote.toml");

/// The keys of the reasons in order.
const DIGITS: [char; 10] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

impl Checklist {
    /// The reasons with their digit keys, in order: first the criteria, then the others.
    pub fn reasons(&self) -> impl Iterator<Item = (char, WrongReason)> + '_ {
        DIGITS.into_iter().zip(self.criteria.iter().chain(&self.further).copied())
    }

    /// The names of the reasons, in order.
    pub fn names(&self) -> Vec<&str> {
        self.criteria.iter().chain(&self.further).map(Reason::name).collect()
    }

    /// The reason that a digit key chooses.
    pub fn reason(&self, digit: char) -> Option<WrongReason> {
        self.reasons().find(|(key, _)| *key == digit).map(|(_, reason)| reason)
    }

    /// The digit key that chooses a reason.
    pub fn digit(&self, reason: WrongReason) -> Option<char> {
        self.reasons().find(|(_, offered)| *offered == reason).map(|(key, _)| key)
    }

    /// Whether a criterion is a custom one.
    pub fn has_own_criteria(&self) -> bool {
        self.criteria.iter().any(|missed| missed.own().is_some())
    }

    /// What a custom reason means.
    pub fn own(&self, reason: OwnReason) -> Option<&OwnCriterion> {
        self.own.iter().find(|own| own.reason == reason)
    }
}

impl Checklists {
    /// The reasons for which people prefer one of two answers to an open question. Nothing is checked of it.
    pub fn of_votes() -> &'static Arc<Checklists> {
        static READ: LazyLock<Arc<Checklists>> =
            LazyLock::new(|| Arc::new(embedded::valid(Checklists::own(OF_VOTES))));
        &READ
    }

    /// The checklists that come with the program.
    pub fn built_in() -> &'static Arc<Checklists> {
        static READ: LazyLock<Arc<Checklists>> =
            LazyLock::new(|| Arc::new(embedded::valid(text::read(BUILT_IN, None))));
        &READ
    }

    /// The checklists of a benchmark, from its own TOML; a kind of question that this does not name has
    /// the checklist that comes with the program.
    ///
    /// # Errors
    /// If the text is not a checklist.
    pub fn own(text: &str) -> Result<Checklists, ChecklistError> {
        text::read(text, Some(Checklists::built_in())).map_err(ChecklistError)
    }

    /// The checklist of a kind of question.
    pub fn for_kind(&self, kind: QuestionKind) -> &Checklist {
        match kind {
            QuestionKind::Choice => &self.choice,
            QuestionKind::Short => &self.short,
            QuestionKind::Open => &self.open,
        }
    }

    /// Whether these are not the ones that come with the program.
    pub fn is_own(&self) -> bool {
        self != &**Checklists::built_in()
    }

    /// What a custom reason means, whichever kind offers it.
    pub fn meaning(&self, reason: OwnReason) -> Option<&OwnCriterion> {
        [&self.choice, &self.short, &self.open].into_iter().find_map(|list| list.own(reason))
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
            let checklist = Checklists::built_in().for_kind(kind);
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
        let both = [QuestionKind::Choice, QuestionKind::Open];
        let [choice, open] = both.map(|kind| Checklists::built_in().for_kind(kind));
        for (digit, reason) in choice.reasons().filter(|(_, reason)| open.digit(*reason).is_some())
        {
            assert_eq!(open.digit(reason), Some(digit), "{reason}");
        }
        assert_eq!(choice.digit(WrongReason::Other), Some('0'));
        assert_eq!(open.digit(WrongReason::AmbiguousChoices), None);
    }

    #[test]
    fn an_open_question_is_kept_if_it_meets_the_criteria_of_mllm_bench() {
        let criteria = |kind| &Checklists::built_in().for_kind(kind).criteria;
        assert_eq!(criteria(QuestionKind::Open).len(), 6);
        assert!(criteria(QuestionKind::Choice).is_empty());
    }

    #[test]
    fn a_vote_has_reasons_that_are_those_of_no_question() {
        let open = Checklists::of_votes().for_kind(QuestionKind::Open);
        assert!(open.criteria.is_empty());
        let of_questions = open.reasons().filter(|(_, reason)| reason.own().is_none());
        assert_eq!(
            of_questions.map(|(_, reason)| reason).collect::<Vec<_>>(),
            [WrongReason::Other]
        );
        assert!(open.reasons().count() > 5);
    }

    #[test]
    fn a_benchmark_orders_its_reasons_and_keeps_the_built_in_ones_of_the_other_kind() {
        let own = Checklists::own("[choice]\nfurther = [\"bad-picture\", \"other\"]").unwrap();
        let choice = own.for_kind(QuestionKind::Choice);
        assert_eq!(choice.reason('1'), Some(WrongReason::BadPicture));
        assert_eq!(choice.digit(WrongReason::Other), Some('2'));
        assert!(choice.digit(WrongReason::AmbiguousQuestion).is_none());
        let open = QuestionKind::Open;
        assert_eq!(own.for_kind(open), Checklists::built_in().for_kind(open));
        assert!(own.is_own() && !Checklists::built_in().is_own());
    }
}
