//! Questions on which most models choose the same other choice than the reference answer. Pure.
//!
//! The statistic, for a question with *K* choices and the reference answer *r*:
//!
//! - **Vote.** Each pass votes for an original choice: the label is mapped back through the order of
//!   the choices in that pass. A model whose passes agree by majority votes for that choice with the
//!   margin *v* = (passes for it − all its other passes) / passes, between 0 and 1; a model without a
//!   majority does not vote. So a model that contradicts itself over the rotations counts little, and
//!   no tie is possible. A refusal and "none of the choices" are passes for no choice.
//! - **Accuracy.** *a* = (right + 1) / (*n* + 2), where `right` adds up the share of right passes of
//!   the model over the *n* other questions on which it is known. The question itself is left out, so
//!   that a wrong reference answer does not lower the weight of those who contradict it.
//! - **Weight.** *w* = ln(*a* (*K* − 1) / (1 − *a*))²: the log-odds that a vote of this model is right
//!   rather than one particular error, squared. A model that is no better than guessing (*a* ≤ 1/*K*)
//!   has no weight. The log-odds themselves are the best weights where models err independently. They
//!   do not: on a hard question the weak ones meet at the same attractive choice. Squared, the strong
//!   models count for more, which finds more flipped keys (`benches/contradicted.rs`).
//! - **Flag.** The question is flagged if the votes *w v* for one other choice add up to more than half
//!   of the weight of all models.
//! - **Strength.** The votes for that choice minus the votes for *r*. Flags are ranked by it.
//! - **Chance.** If *r* is right and the models err independently and evenly, a model votes for a
//!   particular other choice with probability (1 − *a*) / (*K* − 1). `chance` is the probability that
//!   as many models as observed, or more, vote for one particular other choice (exact: the
//!   distribution of a sum of unequal yes-or-no outcomes), times *K* − 1 for the choice of the choice,
//!   at most 1: an upper bound under that assumption. Models share their errors on hard questions, so
//!   agreement is then more frequent than `chance` says.
//!
//! Unknown passes: a pass that is present but not read leaves the question incomplete only if it
//! could still change the outcome, and does not count in the strength. A pass that is absent is not
//! required if another pass of the model is wrong (the run may have stopped there); else the
//! question is incomplete. Counted as not correct ([`Missing::Wrong`]), both are passes for no
//! choice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FilterVerdict;
use super::chance::distribution;
use crate::benchmark::Label;
use crate::score::Missing;

/// The vote of one pass on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassVote {
    /// This choice, by its original label.
    Choice(Label),
    /// None of the choices, or a refusal.
    NoChoice,
    /// No label was extracted.
    Unread,
    /// The pass is absent.
    Absent,
}

/// The votes of one model's passes on a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Votes {
    passes: u32,
    by_choice: BTreeMap<Label, u32>,
    unread: u32,
    absent: u32,
}

impl Votes {
    /// Counts the passes of a model. `reference` is the original label of the right choice.
    pub fn new(
        passes: impl IntoIterator<Item = PassVote>,
        reference: Label,
        missing: Missing,
    ) -> Votes {
        let mut votes = Votes { passes: 0, by_choice: BTreeMap::new(), unread: 0, absent: 0 };
        let mut is_wrong = false;
        for pass in passes {
            votes.passes += 1;
            match pass {
                PassVote::Choice(label) => {
                    *votes.by_choice.entry(label).or_default() += 1;
                    is_wrong |= label != reference;
                }
                PassVote::NoChoice => is_wrong = true,
                PassVote::Unread => votes.unread += 1,
                PassVote::Absent => votes.absent += 1,
            }
        }
        if is_wrong {
            votes.passes -= votes.absent;
            votes.absent = 0;
        }
        if missing == Missing::Wrong {
            (votes.unread, votes.absent) = (0, 0);
        }
        votes
    }

    fn passes_for(&self, choice: Label) -> u32 {
        self.by_choice.get(&choice).copied().unwrap_or(0)
    }

    /// The share of passes that are right; `None` if passes are unread or absent.
    pub fn share_right(&self, reference: Label) -> Option<f64> {
        let is_known = self.unread == 0 && self.absent == 0 && self.passes > 0;
        is_known.then(|| f64::from(self.passes_for(reference)) / f64::from(self.passes))
    }

    /// The share of passes that are not for the choice that most of them are for: 0 if all agree. `None` if no
    /// pass is for a choice.
    pub fn share_differing(&self) -> Option<f64> {
        let most = self.by_choice.values().max()?;
        Some(1.0 - f64::from(*most) / f64::from(self.passes.max(1)))
    }

    /// The margin with which the model votes for a choice: 1 if every pass does, 0 if no more than
    /// half of them do.
    pub fn margin(&self, choice: Label) -> f64 {
        self.margin_with(choice, 0)
    }

    fn margin_with(&self, choice: Label, more: u32) -> f64 {
        if self.passes == 0 {
            return 0.0;
        }
        let votes = f64::from(self.passes_for(choice) + more);
        (2.0 * votes / f64::from(self.passes) - 1.0).max(0.0)
    }
}

/// A model's share of right answers, which can leave out one question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    right: f64,
    questions: u32,
}

impl Accuracy {
    /// Adds a question: see [`Votes::share_right`].
    pub fn add(&mut self, share_right: Option<f64>) {
        if let Some(share) = share_right {
            self.right += share;
            self.questions += 1;
        }
    }

    /// The accuracy without a question that was added with this share; over all questions without one.
    pub fn without(&self, share_right: Option<f64>) -> f64 {
        let (right, questions) = match share_right {
            Some(share) => (self.right - share, self.questions.saturating_sub(1)),
            None => (self.right, self.questions),
        };
        (right + 1.0) / (f64::from(questions) + 2.0)
    }
}

/// The weight of a model with this accuracy on a question with this number of choices.
pub fn weight(accuracy: f64, choices: usize) -> f64 {
    if choices < 2 || accuracy * choices as f64 <= 1.0 {
        return 0.0;
    }
    (accuracy * (choices - 1) as f64 / (1.0 - accuracy)).ln().powi(2)
}

/// The choice that the models prefer to the reference answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The choice, by its original label.
    pub choice: Label,
    /// The votes for it minus those for the reference answer.
    pub strength: f64,
    /// The probability of this number of votes for one other choice if the reference answer is
    /// right.
    pub chance: f64,
}

/// A question with the models' votes.
#[derive(Clone, Copy, Debug)]
pub struct VotedQuestion<'a> {
    /// The original labels of the choices.
    pub choices: &'a [Label],
    /// The reference answer.
    pub reference: Label,
    /// Each model's votes, and its accuracy on the other questions.
    pub models: &'a [(Votes, f64)],
}

impl VotedQuestion<'_> {
    /// Whether most of the models contradict the reference answer.
    pub fn outcome(&self) -> FilterVerdict {
        let is_absent = |(votes, _): &(Votes, f64)| votes.absent > 0;
        if self.models.is_empty() || self.models.iter().any(is_absent) {
            return FilterVerdict::Incomplete;
        }
        let total: f64 = self.models.iter().map(|(_, accuracy)| self.weight(*accuracy)).sum();
        let is_most = |votes: f64| votes * 2.0 > total;
        if self.others().any(|choice| is_most(self.votes_for(choice, |_| 0))) {
            FilterVerdict::Flagged
        } else if self.others().any(|choice| is_most(self.votes_for(choice, |votes| votes.unread)))
        {
            FilterVerdict::Incomplete
        } else {
            FilterVerdict::Cleared
        }
    }

    /// The other choice with the most votes, the first of several; `None` if there is no other.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let read = |choice| self.votes_for(choice, |_| 0);
        let mut others = self.others().map(|choice| (choice, read(choice)));
        let first = others.next()?;
        let (choice, votes) =
            others.fold(first, |best, other| if other.1 > best.1 { other } else { best });
        let chance = self.chance(choice);
        Some(Contradiction { choice, strength: votes - read(self.reference), chance })
    }

    /// The strength of the contradiction as a share of all weight, from −1, where all models are for the
    /// reference answer, to 1, where all are for one other choice. `None` without a model that has weight.
    pub fn margin(&self) -> Option<f64> {
        let total: f64 = self.models.iter().map(|(_, accuracy)| self.weight(*accuracy)).sum();
        Some(self.contradiction()?.strength / total).filter(|_| total > 0.0)
    }

    fn weight(&self, accuracy: f64) -> f64 {
        weight(accuracy, self.choices.len())
    }

    fn others(&self) -> impl Iterator<Item = Label> {
        self.choices.iter().copied().filter(|choice| *choice != self.reference)
    }

    fn votes_for(&self, choice: Label, more: impl Fn(&Votes) -> u32) -> f64 {
        let votes = |(votes, accuracy): &(Votes, f64)| {
            self.weight(*accuracy) * votes.margin_with(choice, more(votes))
        };
        self.models.iter().map(votes).sum()
    }

    fn chance(&self, choice: Label) -> f64 {
        let can_read = |(_, accuracy): &&(Votes, f64)| self.weight(*accuracy) > 0.0;
        let models = || self.models.iter().filter(can_read);
        let observed = models().filter(|(votes, _)| votes.margin(choice) > 0.0).count();
        let others = (self.choices.len() - 1) as f64;
        let errors = models().map(|(_, accuracy)| (1.0 - accuracy) / others);
        let tail: f64 = distribution(errors).iter().skip(observed).sum();
        (tail * others).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes by their original labels; `-` absent, `?` unread, `!` no choice.
    fn votes(passes: &str, missing: Missing) -> Votes {
        let pass = |letter| match letter {
            '-' => PassVote::Absent,
            '?' => PassVote::Unread,
            '!' => PassVote::NoChoice,
            letter => PassVote::Choice(Label::from_letter(letter).unwrap()),
        };
        Votes::new(passes.chars().map(pass), Label::A, missing)
    }

    fn judged(models: &[(&str, f64)], missing: Missing) -> (FilterVerdict, Option<Contradiction>) {
        let choices: Vec<Label> = Label::all().take(4).collect();
        let models: Vec<(Votes, f64)> =
            models.iter().map(|(passes, accuracy)| (votes(passes, missing), *accuracy)).collect();
        let question = VotedQuestion { choices: &choices, reference: Label::A, models: &models };
        (question.outcome(), question.contradiction())
    }

    fn outcome(models: &[(&str, f64)]) -> FilterVerdict {
        judged(models, Missing::Exclude).0
    }

    fn about(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn a_model_votes_with_the_margin_of_its_passes() {
        let margin = |passes, letter| {
            votes(passes, Missing::Exclude).margin(Label::from_letter(letter).unwrap())
        };
        assert!(about(margin("BBBB", 'B'), 1.0));
        assert!(about(margin("BBBA", 'B'), 0.5));
        assert!(about(margin("BBCA", 'B'), 0.0));
        assert!(about(margin("BBCA", 'C'), 0.0));
        // one pass was asked and is wrong: the others were spared
        assert!(about(margin("B---", 'B'), 1.0));
        assert!(about(margin("AB--", 'B'), 0.0));
        assert!(about(margin("BB!!", 'B'), 0.0));
    }

    #[test]
    fn strength_and_chance_of_three_models_by_hand() {
        // a = 3/4 of four choices: ln 9; a = 1/2: ln 3. Two vote for B, one for the reference.
        let models = [("BBBB", 0.75), ("BBBB", 0.75), ("AAAA", 0.5)];
        let found = judged(&models, Missing::Exclude).1.unwrap();
        let (strong, weak) = (9.0_f64.ln().powi(2), 3.0_f64.ln().powi(2));
        assert_eq!(found.choice, Label::from_letter('B').unwrap());
        assert!(about(found.strength, 2.0 * strong - weak));
        // errors 1/12, 1/12, 1/6 for one choice; at least two of three, and three choices
        let (s, w) = (1.0 / 12.0, 1.0 / 6.0);
        let at_least_two: f64 = s * s * (1.0 - w) + 2.0 * s * w * (1.0 - s) + s * s * w;
        assert!(about(found.chance, 3.0 * at_least_two));
        assert_eq!(outcome(&models), FilterVerdict::Flagged);
    }

    #[test]
    fn the_margin_is_between_the_reference_answer_and_one_other_choice() {
        let margin = |models: &[(&str, f64)]| {
            let choices: Vec<Label> = Label::all().take(4).collect();
            let models: Vec<(Votes, f64)> =
                models.iter().map(|(passes, a)| (votes(passes, Missing::Wrong), *a)).collect();
            VotedQuestion { choices: &choices, reference: Label::A, models: &models }.margin()
        };
        for (models, expected) in [
            (&[("AAAA", 0.7), ("AAAA", 0.9)][..], Some(-1.0)),
            (&[("BBBB", 0.7), ("BBBB", 0.9)], Some(1.0)),
            (&[("AAAA", 0.7), ("BBBB", 0.7)], Some(0.0)),
            (&[("BBBB", 0.1)], None),
            (&[], None),
        ] {
            let found = margin(models);
            assert_eq!(found.is_some(), expected.is_some(), "{models:?}");
            assert!(found.zip(expected).is_none_or(|(a, b)| about(a, b)), "{models:?} {found:?}");
        }
        assert!(votes("AABC", Missing::Wrong).share_differing().is_some_and(|one| about(one, 0.5)));
        assert_eq!(votes("!!", Missing::Wrong).share_differing(), None);
    }

    #[test]
    fn one_strong_model_outweighs_two_weak_ones() {
        // ln(27)² = 10.9 against 2 ln(3)² = 2.4
        assert_eq!(outcome(&[("AAAA", 0.9), ("BBBB", 0.5), ("BBBB", 0.5)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("BBBB", 0.9), ("AAAA", 0.5), ("AAAA", 0.5)]), FilterVerdict::Flagged);
    }

    #[test]
    fn half_of_the_weight_is_not_most_of_it() {
        assert_eq!(outcome(&[("B", 0.7), ("A", 0.7)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("B", 0.7), ("C", 0.7)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("B", 0.7), ("BBBA", 0.7), ("C", 0.7)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("B", 0.7), ("B", 0.7), ("C", 0.7)]), FilterVerdict::Flagged);
    }

    #[test]
    fn a_model_that_guesses_has_no_weight() {
        assert!(about(weight(0.25, 4), 0.0) && about(weight(0.2, 4), 0.0));
        assert_eq!(outcome(&[("B", 0.2), ("B", 0.25)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("A", 0.2), ("A", 0.25), ("B", 0.3)]), FilterVerdict::Flagged);
    }

    #[test]
    fn unread_and_absent_passes_leave_a_question_open_only_where_they_could_turn_it() {
        assert_eq!(outcome(&[("B", 0.7), ("B", 0.7), ("?", 0.7)]), FilterVerdict::Flagged);
        assert_eq!(outcome(&[("B", 0.7), ("A", 0.7), ("?", 0.7)]), FilterVerdict::Incomplete);
        assert_eq!(outcome(&[("A", 0.7), ("A", 0.7), ("?", 0.7)]), FilterVerdict::Cleared);
        assert_eq!(outcome(&[("B", 0.7), ("B", 0.7), ("A-", 0.7)]), FilterVerdict::Incomplete);
        assert_eq!(outcome(&[]), FilterVerdict::Incomplete);
    }

    #[test]
    fn counted_as_not_correct_they_are_votes_for_nothing() {
        let wrong = |models: &[(&str, f64)]| judged(models, Missing::Wrong).0;
        assert_eq!(wrong(&[("B", 0.7), ("A", 0.7), ("?", 0.7)]), FilterVerdict::Cleared);
        assert_eq!(wrong(&[("B", 0.7), ("B", 0.7), ("A-", 0.7)]), FilterVerdict::Flagged);
        assert_eq!(votes("?", Missing::Wrong).share_right(Label::A), Some(0.0));
        assert_eq!(votes("?", Missing::Exclude).share_right(Label::A), None);
    }

    #[test]
    fn a_question_is_left_out_of_the_accuracy_that_judges_it() {
        let mut accuracy = Accuracy::default();
        for share in [Some(1.0), Some(0.5), None, Some(0.0)] {
            accuracy.add(share);
        }
        assert!(about(accuracy.without(None), 2.5 / 5.0));
        assert!(about(accuracy.without(Some(0.0)), 2.5 / 4.0));
        assert!(about(accuracy.without(None), 2.5 / 5.0));
    }
}
