//! What becomes of a question, and who settled it. Whatever counts, exports or lists questions by what
//! became of them asks here.
//!
//! The order of precedence, over the revision that decides ([`QuestionRecord::deciding`]):
//! 1. *verifiers*, who see all the evidence: what more than half of them say;
//! 2. *adjudicators*: what more than half of them say, in verdict and in what follows from it;
//! 3. *reviewers*, where they settle alone ([`Policy`]) and no expert has decided: what more than half of
//!    them, two at least, reject is removed;
//! 4. *reviewers*, where as many as are wanted have decided and no person and no filter suspects the
//!    question: it is kept.
//!
//! Otherwise it is open. The clean benchmark holds what is kept, fixed and open, and an open question as it
//! was before any fix: only what is settled changes anything.

use serde::Serialize;

use super::record::{QuestionRecord, RevisionRecord};
use super::taxonomy::Taxonomy;
use super::verification::VerifyVerdict;
use super::{Label, Question};
use crate::keyword::keywords;

/// How many people review a question where no assignment says it.
pub const USUAL_REVIEWS: usize = 2;

/// What flags choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Whether reviewers remove what most of them reject, where no expert has decided.
    pub reviewers_settle: bool,
}

/// What becomes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays as it is.
    Kept,
    /// It stays with other words, another answer or another category.
    Fixed,
    /// It leaves the benchmark.
    Removed,
    /// Not settled: it stays as it was until it is.
    Open(WhyOpen),
}

impl Fate {
    /// The name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Kept => "kept",
            Fate::Fixed => "fixed",
            Fate::Removed => "removed",
            Fate::Open(_) => "open",
        }
    }
}

impl From<VerifyVerdict> for Fate {
    fn from(verdict: VerifyVerdict) -> Self {
        match verdict {
            VerifyVerdict::Keep => Fate::Kept,
            VerifyVerdict::Fix => Fate::Fixed,
            VerifyVerdict::Remove => Fate::Removed,
        }
    }
}

keywords! {
    /// Why a question is open. What speaks against it comes before what is missing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WhyOpen {
        /// No verdict has more than half of its verifiers.
        VerifiersDiffer = "verifiers-differ",
        /// Its reviewers differ in the verdict.
        ReviewersDiffer = "reviewers-differ",
        /// A filter, a reviewer or an adjudicator suspects it, and no verifier has decided.
        Suspected = "suspected",
        /// It has no review.
        Unreviewed = "unreviewed",
        /// It has fewer reviews than are wanted, and these keep it.
        ReviewedOnce = "reviewed-once",
    }
}

impl WhyOpen {
    /// Whether something speaks against it and no verifier has decided.
    pub fn is_unverified(self) -> bool {
        matches!(self, WhyOpen::Suspected | WhyOpen::ReviewersDiffer)
    }
}

keywords! {
    /// Who settled a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Settlers {
        /// Those who review all questions.
        Reviewers = "reviewers",
        /// Experts, who settle what reviewers differ on.
        Adjudicators = "adjudicators",
        /// Those who decide on questions that are suspected.
        Verifiers = "verifiers",
    }
}

/// What becomes of a question, and who settled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What becomes of it.
    pub fate: Fate,
    /// Who settled it; `None` while it is open.
    pub settled_by: Option<Settlers>,
    /// The place of the revision that the clean benchmark has, 0 for the current one; `None` where the
    /// question is removed.
    pub clean_place: Option<usize>,
    /// The reference answer that adjudicators put right.
    pub answer: Option<Label>,
    /// The category that adjudicators put right.
    pub category: Option<String>,
}

impl QuestionRecord {
    /// What becomes of the question.
    pub fn outcome(&self, policy: Policy) -> Outcome {
        let (place, deciding) = (self.deciding_place(), self.deciding());
        let settled = |by, verdict: VerifyVerdict, place| Outcome {
            fate: verdict.into(),
            settled_by: Some(by),
            clean_place: (verdict != VerifyVerdict::Remove).then_some(place),
            answer: None,
            category: None,
        };
        if let Some(verdict) = deciding.verified() {
            // The words of a fix are current.
            let place = if verdict == VerifyVerdict::Fix { 0 } else { place };
            return settled(Settlers::Verifiers, verdict, place);
        }
        if let Some(adopted) = deciding.adopted() {
            return Outcome {
                answer: adopted.new_answer(),
                category: adopted.new_category().map(str::to_owned),
                // Adjudicators correct the words that were reviewed.
                ..settled(Settlers::Adjudicators, adopted.becomes(), place)
            };
        }
        let is_left_to_reviewers =
            deciding.verifications.is_empty() && deciding.adjudications.is_empty();
        if policy.reviewers_settle && is_left_to_reviewers && deciding.is_rejected() {
            return settled(Settlers::Reviewers, VerifyVerdict::Remove, place);
        }
        let kept = settled(Settlers::Reviewers, VerifyVerdict::Keep, place);
        match why_open(deciding, self.wanted_reviews) {
            None => kept,
            Some(why) => Outcome { fate: Fate::Open(why), settled_by: None, ..kept },
        }
    }
}

/// Why reviewers alone have not settled it.
fn why_open(deciding: &RevisionRecord, wanted_reviews: usize) -> Option<WhyOpen> {
    let reviews = deciding.reviews();
    let differ = reviews.iter().any(|review| review.verdict != reviews[0].verdict);
    match reviews.len() {
        _ if !deciding.verifications.is_empty() => Some(WhyOpen::VerifiersDiffer),
        _ if differ => Some(WhyOpen::ReviewersDiffer),
        _ if deciding.is_in_question() => Some(WhyOpen::Suspected),
        0 => Some(WhyOpen::Unreviewed),
        count if count < wanted_reviews => Some(WhyOpen::ReviewedOnce),
        _ => None,
    }
}

impl Outcome {
    /// Why it is open, where it is.
    pub fn why_open(&self) -> Option<WhyOpen> {
        match self.fate {
            Fate::Open(why) => Some(why),
            Fate::Kept | Fate::Fixed | Fate::Removed => None,
        }
    }

    /// Whether adjudicators put answer or category right.
    pub fn is_corrected(&self) -> bool {
        self.answer.is_some() || self.category.is_some()
    }

    /// Gives a question of the clean benchmark the answer and the category that adjudicators put right.
    pub fn correct(&self, question: &mut Question, taxonomy: &Taxonomy) {
        question.answer = self.answer.or(question.answer);
        if let Some(category) = &self.category {
            question.set_category(category, taxonomy);
        }
    }
}

/// How many questions have which outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OutcomeCounts {
    /// Those that stay as they are.
    pub kept: usize,
    /// Those that stay with other words, another answer or another category.
    pub fixed: usize,
    /// Those that leave the benchmark.
    pub removed: usize,
    /// Those that are not settled.
    pub open: usize,
}

impl FromIterator<Fate> for OutcomeCounts {
    fn from_iter<I: IntoIterator<Item = Fate>>(fates: I) -> Self {
        let mut counts = OutcomeCounts::default();
        for fate in fates {
            *match fate {
                Fate::Kept => &mut counts.kept,
                Fate::Fixed => &mut counts.fixed,
                Fate::Removed => &mut counts.removed,
                Fate::Open(_) => &mut counts.open,
            } += 1;
        }
        counts
    }
}

impl OutcomeCounts {
    /// The counts in a line: `9 kept, 1 fixed, 6 removed, 2 open`.
    pub fn describe(self) -> String {
        let OutcomeCounts { kept, fixed, removed, open } = self;
        format!("{kept} kept, {fixed} fixed, {removed} removed, {open} open")
    }
}

#[cfg(test)]
mod tests;
