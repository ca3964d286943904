//! Reviewers of one benchmark against each other, and their blind answers against the reference
//! answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{
    Categories, Metric, Overview, RatingTableBuilder, SetAgreement, TableError, Tallies, alpha,
    gwet_ac1, percent_agreement, set_agreement,
};
use crate::benchmark::Label;
use crate::benchmark::decision::{BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::keyword::Keyword;
use crate::statistics::Statistic;

/// A question and what its reviewers decided.
#[derive(Clone, Debug)]
pub struct ReviewedQuestion {
    /// The question's key.
    pub key: String,
    /// The reference answer.
    pub answer: Option<Label>,
    /// The reviews in force, each reviewer once.
    pub reviews: Vec<(String, ReviewDecision)>,
}

/// What the reviewers' decisions say about each other.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAgreement {
    /// Names of the reviewers.
    pub reviewers: Vec<String>,
    /// Questions with a review.
    pub questions: usize,
    /// Questions with two reviews or more.
    pub shared: usize,
    /// Keep, text-only or wrong.
    pub verdict: Overview,
    /// The blind answers.
    pub answer: Overview,
    /// Why questions are wrong, as sets, where two or more reviewers say `wrong`.
    pub reasons: SetAgreement,
    /// Each reason as a yes or no, over all questions with two reviews or more.
    pub by_reason: Vec<ReasonAgreement>,
    /// Each reviewer's blind answers against the reference answers.
    pub against_reference: Vec<AgainstReference>,
    /// The questions on which reviewers differ.
    pub disagreements: Vec<ReviewDisagreement>,
}

/// Agreement on one reason.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonAgreement {
    /// The reason.
    pub reason: WrongReason,
    /// How often it was given.
    pub given: usize,
    /// Mean share of agreeing pairs.
    pub percent_agreement: Statistic,
    /// Gwet's AC1.
    pub gwet_ac1: Statistic,
    /// Krippendorff's alpha, nominal.
    pub alpha: Statistic,
}

/// One reviewer's blind answers.
#[derive(Clone, Debug, Serialize)]
pub struct AgainstReference {
    /// The reviewer.
    pub reviewer: String,
    /// Share of the reviewed questions with a reference answer that they answered so.
    pub agreement: Statistic,
    /// Answered `none of the choices` or `cannot tell`; these count as different.
    pub no_choice: usize,
    /// Reviewed questions without a reference answer; left out.
    pub without_reference: usize,
}

/// A question on which reviewers differ.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewDisagreement {
    /// The question.
    pub question: String,
    /// In what: `answer`, `verdict`, `reasons`.
    pub differ_in: Vec<&'static str>,
    /// What each reviewer decided.
    pub reviews: Vec<NamedReview>,
}

/// A review with its maker.
#[derive(Clone, Debug, Serialize)]
pub struct NamedReview {
    /// The reviewer.
    pub reviewer: String,
    /// The review.
    #[serde(flatten)]
    pub review: ReviewDecision,
}

/// Compares the reviewers.
///
/// # Errors
/// When a question names a reviewer twice.
pub fn review_agreement(questions: &[ReviewedQuestion]) -> Result<ReviewAgreement, TableError> {
    let shared: Vec<&ReviewedQuestion> =
        questions.iter().filter(|question| question.reviews.len() >= 2).collect();
    let verdicts = ReviewVerdict::all().map(|verdict| verdict.name().to_owned()).collect();
    let verdict =
        overview(questions, Categories::Declared(verdicts), |r| r.verdict.name().to_owned())?;
    let answer = overview(questions, Categories::Observed, |review| review.answer.to_string())?;
    let wrong: Vec<Vec<BTreeSet<WrongReason>>> = questions.iter().map(reasons_of).collect();
    Ok(ReviewAgreement {
        reviewers: verdict.raters.clone(),
        questions: questions.iter().filter(|question| !question.reviews.is_empty()).count(),
        shared: shared.len(),
        verdict,
        answer,
        reasons: set_agreement(&wrong),
        by_reason: WrongReason::all()
            .map(|reason| by_reason(&shared, reason))
            .collect::<Result<_, _>>()?,
        against_reference: against_reference(questions),
        disagreements: questions.iter().filter_map(disagreement).collect(),
    })
}

fn overview(
    questions: &[ReviewedQuestion],
    categories: Categories,
    label: impl Fn(&ReviewDecision) -> String,
) -> Result<Overview, TableError> {
    let mut builder = RatingTableBuilder::default();
    for question in questions {
        for (reviewer, review) in &question.reviews {
            builder.add(&question.key, reviewer, Some(&label(review)));
        }
    }
    Ok(Overview::compute(&builder.finish(categories)?, false))
}

fn reasons_of(question: &ReviewedQuestion) -> Vec<BTreeSet<WrongReason>> {
    let wrong =
        question.reviews.iter().filter(|(_, review)| review.verdict == ReviewVerdict::Wrong);
    wrong.map(|(_, review)| review.reasons.iter().copied().collect()).collect()
}

fn by_reason(
    shared: &[&ReviewedQuestion],
    reason: WrongReason,
) -> Result<ReasonAgreement, TableError> {
    let mut builder = RatingTableBuilder::default();
    let mut given = 0;
    for question in shared {
        for (reviewer, review) in &question.reviews {
            let is_given = review.reasons.contains(&reason);
            given += usize::from(is_given);
            builder.add(&question.key, reviewer, Some(if is_given { "yes" } else { "no" }));
        }
    }
    let declared = Categories::Declared(vec!["no".into(), "yes".into()]);
    let tallies = Tallies::from_table(&builder.finish(declared)?);
    Ok(ReasonAgreement {
        reason,
        given,
        percent_agreement: percent_agreement(&tallies),
        gwet_ac1: gwet_ac1(&tallies),
        alpha: alpha(&tallies, &Metric::Nominal),
    })
}

fn against_reference(questions: &[ReviewedQuestion]) -> Vec<AgainstReference> {
    #[derive(Default)]
    struct Counts {
        n: usize,
        equal: usize,
        no_choice: usize,
        without: usize,
    }
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for question in questions {
        for (reviewer, review) in &question.reviews {
            let of = counts.entry(reviewer).or_default();
            match question.answer {
                None => of.without += 1,
                Some(answer) => {
                    of.n += 1;
                    of.equal += usize::from(review.answer == BlindAnswer::Choice(answer));
                    of.no_choice += usize::from(!matches!(review.answer, BlindAnswer::Choice(_)));
                }
            }
        }
    }
    let of = |(reviewer, of): (&str, Counts)| AgainstReference {
        reviewer: reviewer.to_owned(),
        agreement: Statistic::share(of.equal, of.n, "no reviewed question has a reference answer"),
        no_choice: of.no_choice,
        without_reference: of.without,
    };
    counts.into_iter().map(of).collect()
}

fn disagreement(question: &ReviewedQuestion) -> Option<ReviewDisagreement> {
    let (_, first) = question.reviews.first()?;
    let any = |differs: &dyn Fn(&ReviewDecision) -> bool| {
        question.reviews.iter().any(|(_, r)| differs(r))
    };
    let mut differ_in = Vec::new();
    if any(&|review| review.answer != first.answer) {
        differ_in.push("answer");
    }
    if any(&|review| review.verdict != first.verdict) {
        differ_in.push("verdict");
    } else if any(&|review| review.reasons != first.reasons) {
        differ_in.push("reasons");
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn review(
        answer: BlindAnswer,
        verdict: ReviewVerdict,
        reasons: &[WrongReason],
    ) -> ReviewDecision {
        ReviewDecision { answer, verdict, reasons: reasons.to_vec(), note: None }
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
            answer: Some(Label::A),
            reviews: ["ann", "bob"].map(String::from).into_iter().zip(reviews).collect(),
        };
        let bad = [WrongReason::BadPicture];
        let both = [WrongReason::BadPicture, WrongReason::Other];
        let result = review_agreement(&[
            question("1", vec![keep.clone(), keep.clone()]),
            question("2", vec![keep.clone(), wrong(&bad)]),
            question("3", vec![wrong(&bad), wrong(&both)]),
            question("4", vec![keep]),
        ])
        .unwrap();
        assert_eq!((result.questions, result.shared), (4, 3));
        assert_eq!(result.verdict.pairs[0].raw.value(), Some(2.0 / 3.0));
        assert_eq!(result.reasons.jaccard.value(), Some(0.5));
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
}
