//! Agreement on the reasons for which questions are wrong: each is given or not.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Judgement, ReviewedQuestion, table};
use crate::agreement::{
    Categories, Metric, TableError, Tallies, alpha, gwet_ac1, percent_agreement,
};
use crate::benchmark::decision::WrongReason;
use crate::benchmark::{Checklists, QuestionKind};
use crate::statistics::Statistic;

/// Agreement on one reason.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonAgreement {
    pub reason: WrongReason,
    /// The number of times it was given.
    pub given: usize,
    /// Mean share of agreeing pairs.
    pub percent_agreement: Statistic,
    pub gwet_ac1: Statistic,
    /// Krippendorff's alpha, nominal.
    pub alpha: Statistic,
}

pub(super) fn reasons_of<D: Judgement>(
    question: &ReviewedQuestion<D>,
) -> Vec<BTreeSet<WrongReason>> {
    let against = question.reviews.iter().filter(|(_, decision)| decision.is_against());
    against.map(|(_, decision)| decision.wrong_reasons()).collect()
}

/// The reasons in order, each with the kinds of question that can be wrong for it: those whose
/// checklist offers it, and those that a reviewer gave it for under an earlier checklist.
pub(super) fn offered<D: Judgement>(
    questions: &[ReviewedQuestion<D>],
    checklists: &Checklists,
) -> BTreeMap<WrongReason, BTreeSet<QuestionKind>> {
    let mut offered: BTreeMap<WrongReason, BTreeSet<QuestionKind>> = BTreeMap::new();
    for kind in questions.iter().map(|question| question.kind).collect::<BTreeSet<_>>() {
        let of_kind = questions.iter().filter(|question| question.kind == kind);
        let given = of_kind.flat_map(|question| &question.reviews);
        let given = given.flat_map(|(_, decision)| decision.wrong_reasons());
        let listed = checklists.for_kind(kind).reasons().map(|(_, reason)| reason);
        for reason in listed.chain(given) {
            offered.entry(reason).or_default().insert(kind);
        }
    }
    offered
}

pub(super) fn by_reason<D: Judgement>(
    shared: &[&ReviewedQuestion<D>],
    reason: WrongReason,
    kinds: &BTreeSet<QuestionKind>,
) -> Result<ReasonAgreement, TableError> {
    let of_kinds = || shared.iter().copied().filter(|question| kinds.contains(&question.kind));
    let is_given = |review: &D| review.wrong_reasons().contains(&reason);
    let label = |review: &D| Some(if is_given(review) { "yes" } else { "no" }.to_owned());
    let reviews = of_kinds().flat_map(|question| &question.reviews);
    let declared = Categories::Declared(vec!["no".into(), "yes".into()]);
    let tallies = Tallies::from_table(&table(of_kinds(), declared, label)?);
    Ok(ReasonAgreement {
        reason,
        given: reviews.filter(|(_, review)| is_given(review)).count(),
        percent_agreement: percent_agreement(&tallies),
        gwet_ac1: gwet_ac1(&tallies),
        alpha: alpha(&tallies, &Metric::Nominal),
    })
}
