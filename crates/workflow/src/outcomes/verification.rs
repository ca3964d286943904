//! The evidence against a question: the filters have flagged it, or a reviewer found it text-only or wrong.

use std::cmp::Reverse;

use serde::Serialize;
use serde_json::Value;

use super::flag_evidence::{FlagFinding, share_of_models};
use assay_core::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};
use assay_core::benchmark::verification::VerifyReason;
use assay_core::keyword::Keyword;
use assay_store::{Annotator, Flag, FlagKind, InForce, QUEUE_REVIEW, QuestionId, Result, Store};

/// The kind of evidence that people's own findings are.
pub const PEOPLE: &str = "people";

/// The evidence against one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suspicion {
    /// What the filters found.
    pub flags: Vec<Flag>,
    /// The reviews in force that say text-only or wrong.
    pub findings: Vec<Finding>,
}

/// What a reviewer found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The reviewer.
    pub reviewer: String,
    /// The review.
    #[serde(flatten)]
    pub review: ReviewDecision,
}

impl Finding {
    /// What a review finds that rejects its question.
    pub fn new(reviewer: String, review: ReviewDecision) -> Option<Self> {
        (review.verdict != ReviewVerdict::Keep).then_some(Finding { reviewer, review })
    }

    /// Why the question leaves the clean benchmark, in the words of the verification.
    pub fn removal_reasons(&self) -> Vec<VerifyReason> {
        VerifyReason::of_review(self.review.verdict, &self.review.reasons)
    }
}

impl Suspicion {
    /// Whether there is any evidence.
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty() && self.findings.is_empty()
    }

    /// The kinds of evidence, the filters' first.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> + '_ {
        let people = (!self.findings.is_empty()).then_some(PEOPLE);
        self.flags.iter().map(|flag| flag.kind.name()).chain(people)
    }

    /// The category that more than half of the reviewers choose who call that of the data wrong.
    pub fn proposed_category(&self) -> Option<&str> {
        let reviews = self.findings.iter().map(|finding| &finding.review);
        let wrong = reviews.filter(|review| review.reasons.contains(&WrongReason::WrongCategory));
        let chosen: Vec<Option<&str>> = wrong.map(|review| review.category.as_deref()).collect();
        let count = |one: Option<&str>| chosen.iter().filter(|other| **other == one).count();
        chosen.iter().copied().find(|&one| 2 * count(one) > chosen.len()).flatten()
    }

    /// How strong it is, the greater first in the queue: how many kinds of evidence agree (each filter is one,
    /// people are one), then how many people say so, then the largest share of models behind a flag, in
    /// thousandths.
    pub fn rank(&self) -> [u32; 3] {
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let shares = self.flags.iter().filter_map(share_of_models).map(thousandths);
        // Flags that say only what the reviewers say, who are a separate kind.
        let repeats = |flag: &&Flag| {
            !self.findings.is_empty() && FlagFinding::from_flag(flag).is_by_people_alone()
        };
        let kinds = self.kinds().count() - self.flags.iter().filter(repeats).count();
        [kinds as u32, self.findings.len() as u32, shares.max().unwrap_or(0)]
    }

    /// The flags, the strongest first.
    pub fn flags_by_strength(&self) -> Vec<&Flag> {
        let mut flags: Vec<&Flag> = self.flags.iter().collect();
        let thousandths = |flag: &Flag| share_of_models(flag).map(|share| (share * 1000.0) as u32);
        flags.sort_by_key(|flag| Reverse(thousandths(flag)));
        flags
    }

    /// The evidence as files have it: one entry for each flag, then one for each reviewer.
    pub fn as_json(&self) -> Vec<Value> {
        let flag = |flag: &&Flag| {
            serde_json::json!({
                "kind": flag.kind.name(),
                "rule": flag.rule,
                "parameters": flag.parameters,
                "evidence": flag.evidence,
                "finding": flag.finding,
            })
        };
        let finding = |finding: &Finding| {
            let mut entry = serde_json::json!({ "kind": PEOPLE });
            if let (Some(entry), Ok(Value::Object(review))) =
                (entry.as_object_mut(), serde_json::to_value(finding))
            {
                entry.extend(review);
            }
            entry
        };
        let flags = self.flags_by_strength();
        flags.iter().map(flag).chain(self.findings.iter().map(finding)).collect()
    }
}

/// The evidence against one question, for an annotator who has answered it.
pub fn suspicion_after_answer(
    store: &Store,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<Suspicion> {
    let flags = store.flags_after_answer(question_id, annotator)?;
    let reviews = store.decisions_on(QUEUE_REVIEW, question_id)?.into_iter();
    let findings = reviews.filter_map(|InForce { annotator, row, .. }| match row.act {
        Act::Review(review) => Finding::new(annotator, review),
        _ => None,
    });
    Ok(Suspicion { flags, findings: findings.collect() })
}

/// The kinds of evidence that a table of a cleaning always has, in its order; others follow.
pub fn kinds_of_evidence<'s>(suspicions: impl Iterator<Item = &'s Suspicion>) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = FlagKind::all().map(FlagKind::name).collect();
    let found = suspicions.flat_map(Suspicion::kinds);
    for kind in found.filter(|kind| *kind != PEOPLE) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.push(PEOPLE);
    kinds
}
