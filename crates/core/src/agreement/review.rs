//! Agreement of the reviewers of one benchmark with each other, and of their blind answers with the
//! reference answers. Verifiers are compared the same way: their decisions are [`Judgement`]s too.

pub mod category;
mod judgement;
mod reasons;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use self::category::{CategoryAgreement, category_agreement};
pub use self::judgement::Judgement;
pub use self::reasons::ReasonAgreement;
use self::reasons::{by_reason, offered, reasons_of};
use super::{
    Categories, Overview, RatingTable, RatingTableBuilder, SetAgreement, TableError, set_agreement,
};
use crate::benchmark::decision::{BlindAnswer, ReviewDecision, WrongReason};
use crate::benchmark::{Checklists, QuestionKind};
use crate::statistics::Statistic;

/// A question and what its reviewers decided.
#[derive(Clone, Debug)]
pub struct ReviewedQuestion<D = ReviewDecision> {
    /// The question's key.
    pub key: String,
    pub revision: u32,
    /// What it asks for.
    pub kind: QuestionKind,
    /// The reference answer, as a reviewer would give it.
    pub answer: Option<BlindAnswer>,
    /// The category of the data, spelled like one that reviewers can choose.
    pub category: Option<String>,
    /// The reviews in force, one for each reviewer.
    pub reviews: Vec<(String, D)>,
}

/// Agreement of the reviewers.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAgreement<D = ReviewDecision> {
    /// Names of the reviewers.
    pub reviewers: Vec<String>,
    /// Questions with a review.
    pub questions: usize,
    /// Questions with two reviews or more.
    pub shared: usize,
    /// The verdicts: keep, text-only or wrong; of verifiers keep, remove or fix.
    pub verdict: Overview,
    /// The blind answers.
    pub answer: Overview,
    /// Why questions are wrong, as sets, if two or more reviewers say `wrong` (verifiers:
    /// `remove`).
    pub reasons: SetAgreement,
    /// Each reason as a yes or no, over the questions with two reviews or more that can be wrong for it.
    pub by_reason: Vec<ReasonAgreement>,
    /// Each reviewer's blind answers against the reference answers; empty if they are not blind.
    pub against_reference: Vec<AgainstReference>,
    /// The categories that reviewers chose; `None` if they chose none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryAgreement>,
    /// The questions on which reviewers differ.
    pub disagreements: Vec<ReviewDisagreement<D>>,
}

/// One reviewer's blind answers.
#[derive(Clone, Debug, Serialize)]
pub struct AgainstReference {
    pub reviewer: String,
    /// Share of the reviewed questions with a reference answer that were answered with it.
    pub agreement: Statistic,
    /// Answered `none of the choices` or `cannot tell`; these count as different.
    pub no_choice: usize,
    /// Reviewed questions without a reference answer; left out.
    pub without_reference: usize,
}

/// A question on which reviewers differ.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewDisagreement<D = ReviewDecision> {
    pub question: String,
    /// The parts that differ: `answer`, `verdict`, `reasons`, `category`.
    pub differ_in: Vec<&'static str>,
    /// What each reviewer decided.
    pub reviews: Vec<NamedReview<D>>,
}

/// A review and who made it.
#[derive(Clone, Debug, Serialize)]
pub struct NamedReview<D = ReviewDecision> {
    pub reviewer: String,
    #[serde(flatten)]
    pub review: D,
}

/// Compares the reviewers of a benchmark that has these checklists.
///
/// # Errors
/// If a question names a reviewer twice.
pub fn review_agreement<D: Judgement>(
    questions: &[ReviewedQuestion<D>],
    checklists: &Checklists,
) -> Result<ReviewAgreement<D>, TableError> {
    let shared: Vec<&ReviewedQuestion<D>> =
        questions.iter().filter(|question| question.reviews.len() >= 2).collect();
    let verdict = Overview::compute(&verdict_table(questions)?, false);
    let answer = Overview::compute(&answer_table(questions)?, false);
    let wrong: Vec<Vec<BTreeSet<WrongReason>>> = questions.iter().map(reasons_of).collect();
    let offered = offered(questions, checklists);
    Ok(ReviewAgreement {
        reviewers: verdict.raters.clone(),
        questions: questions.iter().filter(|question| !question.reviews.is_empty()).count(),
        shared: shared.len(),
        verdict,
        answer,
        reasons: set_agreement(&wrong),
        by_reason: offered
            .iter()
            .map(|(&reason, kinds)| by_reason(&shared, reason, kinds))
            .collect::<Result<_, _>>()?,
        against_reference: match D::QUEUE.shows_reference {
            true => against_reference(questions),
            false => Vec::new(),
        },
        category: category_agreement(questions)?,
        disagreements: questions.iter().filter_map(disagreement).collect(),
    })
}

/// The verdicts of the reviewers by question.
///
/// # Errors
/// If a question names a reviewer twice.
pub fn verdict_table<D: Judgement>(
    questions: &[ReviewedQuestion<D>],
) -> Result<RatingTable, TableError> {
    let verdict = |decision: &D| Some(decision.final_act().outcome.to_string());
    table(questions, Categories::Declared(D::verdicts()), verdict)
}

/// The blind answers of the reviewers by question; open questions, which do not take one, are left
/// out.
///
/// # Errors
/// If a question names a reviewer twice.
pub fn answer_table<D: Judgement>(
    questions: &[ReviewedQuestion<D>],
) -> Result<RatingTable, TableError> {
    let answered = questions.iter().filter(|question| question.kind.takes_answer());
    let answer = |decision: &D| decision.final_act().answer.map(|answer| answer.to_string());
    table(answered, Categories::Observed, answer)
}

fn table<'q, D: Judgement + 'q>(
    questions: impl IntoIterator<Item = &'q ReviewedQuestion<D>>,
    categories: Categories,
    label: impl Fn(&D) -> Option<String>,
) -> Result<RatingTable, TableError> {
    let mut builder = RatingTableBuilder::default();
    for question in questions {
        for (reviewer, review) in &question.reviews {
            builder.add(&question.key, reviewer, label(review).as_deref());
        }
    }
    builder.finish(categories)
}

fn against_reference<D: Judgement>(questions: &[ReviewedQuestion<D>]) -> Vec<AgainstReference> {
    let mut answers: BTreeMap<&str, Vec<(BlindAnswer, Option<BlindAnswer>)>> = BTreeMap::new();
    for question in questions {
        for (reviewer, review) in &question.reviews {
            let given = review.final_act().answer.map(|given| (given, question.answer));
            answers.entry(reviewer).or_default().extend(given);
        }
    }
    answers.retain(|_, answers| !answers.is_empty());
    let of = |(reviewer, answers): (&str, Vec<(BlindAnswer, Option<BlindAnswer>)>)| {
        let compared = || answers.iter().filter_map(|(given, answer)| Some((*given, (*answer)?)));
        let equal = compared().filter(|(given, answer)| given == answer);
        let is_none =
            |given| matches!(given, BlindAnswer::NoneOfTheChoices | BlindAnswer::CannotTell);
        let no_choice = compared().filter(|(given, _)| is_none(*given));
        let (equal, n, no_choice) = (equal.count(), compared().count(), no_choice.count());
        AgainstReference {
            reviewer: reviewer.to_owned(),
            agreement: Statistic::share(equal, n, "no reviewed question has a reference answer"),
            no_choice,
            without_reference: answers.len() - n,
        }
    };
    answers.into_iter().map(of).collect()
}

fn disagreement<D: Judgement>(question: &ReviewedQuestion<D>) -> Option<ReviewDisagreement<D>> {
    let acts = || question.reviews.iter().map(|(_, decision)| decision.final_act());
    let reasons = question.reviews.iter().map(|(_, decision)| decision.wrong_reasons());
    let differ_in_verdict = differ(acts().map(|act| act.outcome.to_string()));
    let parts = [
        ("answer", differ(acts().filter_map(|act| Some(act.answer?.to_string())))),
        ("verdict", differ_in_verdict),
        ("reasons", !differ_in_verdict && differ(reasons)),
        ("category", differ(acts().filter_map(|act| act.category))),
    ];
    let differ_in = parts.into_iter().filter(|(_, differs)| *differs);
    let differ_in: Vec<&str> = differ_in.map(|(part, _)| part).collect();
    let reviews = question.reviews.iter().map(|(reviewer, review)| NamedReview {
        reviewer: reviewer.clone(),
        review: review.clone(),
    });
    (!differ_in.is_empty()).then(|| ReviewDisagreement {
        question: question.key.clone(),
        differ_in,
        reviews: reviews.collect(),
    })
}

/// Whether two values are not the same.
fn differ<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let first = values.next();
    values.any(|other| Some(other) != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::benchmark::decision::ReviewVerdict;
    use crate::benchmark::verification::{VerifyDecision, VerifyReason, VerifyVerdict};

    fn review(
        answer: BlindAnswer,
        verdict: ReviewVerdict,
        reasons: &[WrongReason],
    ) -> ReviewDecision {
        let answer = Some(answer);
        ReviewDecision {
            answer,
            verdict,
            reasons: reasons.to_vec(),
            corrected: None,
            category: None,
            note: None,
        }
    }

    fn compared<D: Judgement>(questions: &[ReviewedQuestion<D>]) -> ReviewAgreement<D> {
        review_agreement(questions, Checklists::built_in()).unwrap()
    }

    #[test]
    fn reviewers_are_compared_with_each_other_and_with_the_reference() {
        let a = BlindAnswer::Choice(Label::A);
        let keep = review(a, ReviewVerdict::Keep, &[]);
        let wrong = |reasons: &[WrongReason]| {
            review(BlindAnswer::CannotTell, ReviewVerdict::Wrong, reasons)
        };
        let question = |key: &str, reviews: Vec<ReviewDecision>| ReviewedQuestion {
            key: key.into(),
            revision: 1,
            kind: QuestionKind::Choice,
            answer: (!key.starts_with("without")).then_some(BlindAnswer::Choice(Label::A)),
            category: None,
            reviews: ["ann", "bob"].map(String::from).into_iter().zip(reviews).collect(),
        };
        let bad = [WrongReason::BadPicture];
        let both = [WrongReason::BadPicture, WrongReason::Other];
        let result = compared(&[
            question("1", vec![keep.clone(), keep.clone()]),
            question("2", vec![keep.clone(), wrong(&bad)]),
            question("3", vec![wrong(&bad), wrong(&both)]),
            question("4", vec![keep.clone()]),
            question("without an answer", vec![keep.clone()]),
            question("without one too", vec![keep]),
        ]);
        assert_eq!((result.questions, result.shared), (6, 3));
        assert_eq!(result.against_reference[0].without_reference, 2);
        assert_eq!(result.verdict.pairs[0].raw.value(), Some(2.0 / 3.0));
        assert_eq!((result.reasons.jaccard.value(), result.reasons.jaccard.n()), (Some(0.5), 1));
        assert_eq!(result.against_reference[0].agreement.value(), Some(0.75));
        assert_eq!(result.against_reference[1].no_choice, 2);
        let differ: Vec<_> = result
            .disagreements
            .iter()
            .map(|d| (d.question.as_str(), d.differ_in.clone()))
            .collect();
        assert_eq!(differ, [("2", vec!["answer", "verdict"]), ("3", vec!["reasons"])]);
        let bad_picture = &result.by_reason[7];
        assert_eq!((bad_picture.reason, bad_picture.given), (WrongReason::BadPicture, 3));
    }

    #[test]
    fn open_questions_count_in_the_verdicts_and_in_the_reasons_of_their_kind_alone() {
        let keep = || ReviewDecision {
            answer: None,
            ..review(BlindAnswer::CannotTell, ReviewVerdict::Keep, &[])
        };
        let wrong = |reason| ReviewDecision {
            answer: None,
            ..review(BlindAnswer::CannotTell, ReviewVerdict::Wrong, &[reason])
        };
        let question = |key: &str, kind, reviews: [ReviewDecision; 2]| ReviewedQuestion {
            key: key.into(),
            revision: 1,
            kind,
            answer: None,
            category: None,
            reviews: ["ann", "bob"].map(String::from).into_iter().zip(reviews).collect(),
        };
        let a = review(BlindAnswer::Choice(Label::A), ReviewVerdict::Keep, &[]);
        let result = compared(&[
            question("1", QuestionKind::Open, [keep(), wrong(WrongReason::YesOrNoQuestion)]),
            question("2", QuestionKind::Open, [keep(), wrong(WrongReason::Other)]),
            question("3", QuestionKind::Choice, [a.clone(), a]),
        ]);
        assert_eq!(result.verdict.overall.percent_agreement.n(), 3);
        assert_eq!(result.answer.overall.percent_agreement.n(), 1);
        let n = |reason| {
            let found = result.by_reason.iter().find(|of| of.reason == reason).unwrap();
            (found.given, found.percent_agreement.n())
        };
        assert_eq!(n(WrongReason::YesOrNoQuestion), (1, 2));
        assert_eq!(n(WrongReason::AmbiguousChoices), (0, 1));
        assert_eq!(n(WrongReason::Other), (1, 3));
        let differ: Vec<_> =
            result.disagreements.iter().map(|d| (&*d.question, d.differ_in.clone())).collect();
        assert_eq!(differ, [("1", vec!["verdict"]), ("2", vec!["verdict"])]);
    }

    #[test]
    fn verifiers_are_compared_in_the_reasons_for_which_they_remove() {
        let verified = |answer, verdict, reasons: &[VerifyReason]| VerifyDecision {
            answer,
            verdict,
            reasons: reasons.to_vec(),
            note: None,
            fix: None,
        };
        let a = Some(BlindAnswer::Choice(Label::A));
        let bad = VerifyReason::Wrong(WrongReason::BadPicture);
        let other = VerifyReason::Wrong(WrongReason::Other);
        let question = |key: &str, reviews: [VerifyDecision; 2]| ReviewedQuestion {
            key: key.into(),
            revision: 1,
            kind: QuestionKind::Choice,
            answer: Some(BlindAnswer::Choice(Label::A)),
            category: None,
            reviews: ["ann", "bob"].map(String::from).into_iter().zip(reviews).collect(),
        };
        let keep = verified(a, VerifyVerdict::Keep, &[]);
        let remove = |reasons: &[VerifyReason]| verified(None, VerifyVerdict::Remove, reasons);
        let result = compared(&[
            question("1", [keep.clone(), keep.clone()]),
            // Needing no picture is not a reason why a question is wrong.
            question("2", [remove(&[bad]), remove(&[bad, VerifyReason::TextOnly])]),
            question("3", [remove(&[bad]), remove(&[other])]),
            question("4", [keep.clone(), verified(a, VerifyVerdict::Fix, &[bad])]),
            question("5", [keep.clone(), keep]),
        ]);
        assert_eq!(result.verdict.categories, ["keep", "remove", "fix"]);
        assert_eq!(result.verdict.pairs[0].raw.value(), Some(0.8));
        assert_eq!((result.reasons.equal.value(), result.reasons.equal.n()), (Some(0.5), 2));
        assert_eq!(result.against_reference[0].agreement.n(), 3, "where an answer was given");
        let differ: Vec<_> =
            result.disagreements.iter().map(|d| (&*d.question, d.differ_in.clone())).collect();
        assert_eq!(differ, [("3", vec!["reasons"]), ("4", vec!["verdict"])]);
    }
}
