//! Suspected questions: the evidence against each, what verifiers decided, and what becomes of it.
//!
//! A question is suspected where the filters have flagged it or a reviewer found it text-only or wrong.
//! A fix makes a new revision, which nobody suspects; what was verified is then the revision before
//! it. [`suspected_questions`] gives each question in the revision that is verified.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::flag_evidence::{FlagFinding, share_of_models};
use crate::benchmark::adjudication::{self, AdjudicateDecision};
use crate::benchmark::category_names::l2_beside;
use crate::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::provenance::{adopted, has_verdict_among};
use crate::benchmark::review::REJECTING;
use crate::benchmark::settlements::Settlements;
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::verification::{
    Settlement, VerifyDecision, VerifyReason, VerifyVerdict, settlement,
};
use crate::benchmark::{FinalAct, Label, Question};
use crate::store::{
    Annotator, Benchmark, Flag, FlagKind, InForce, QUEUE_REVIEW, QUEUE_VERIFY, QuestionEntry,
    QuestionId, Store, StoreError,
};

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
    /// Why the question leaves the clean benchmark, in the words of the verification.
    pub fn removal_reasons(&self) -> Vec<VerifyReason> {
        let is_text_only = self.review.verdict == ReviewVerdict::TextOnly;
        let wrong = self.review.reasons.iter().map(|&reason| VerifyReason::Wrong(reason));
        is_text_only.then_some(VerifyReason::TextOnly).into_iter().chain(wrong).collect()
    }
}

/// How strong the evidence is. The stronger comes first in the queue: first by how many kinds of
/// evidence agree (each filter is one, people are one), then by how many people say so, then by the
/// largest share of models behind a flag, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EvidenceStrength {
    /// Kinds of evidence.
    pub kinds: usize,
    /// People who found something.
    pub people: usize,
    /// The largest share of models behind a flag, in thousandths.
    pub models: u32,
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
        let chosen: Vec<Option<&str>> = wrong.map(FinalAct::category).collect();
        let count = |one: Option<&str>| chosen.iter().filter(|other| **other == one).count();
        chosen.iter().copied().find(|&one| 2 * count(one) > chosen.len()).flatten()
    }

    /// How strong it is.
    pub fn strength(&self) -> EvidenceStrength {
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let shares = self.flags.iter().filter_map(share_of_models).map(thousandths);
        EvidenceStrength {
            kinds: self.kinds().count() - self.by_people_alone(),
            people: self.findings.len(),
            models: shares.max().unwrap_or(0),
        }
    }

    /// Flags that say only what the reviewers say, who are a kind of their own.
    fn by_people_alone(&self) -> usize {
        let repeats = |flag: &&Flag| {
            !self.findings.is_empty() && FlagFinding::from_flag(flag).is_by_people_alone()
        };
        self.flags.iter().filter(repeats).count()
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

/// A suspected question in the revision that is verified.
#[derive(Clone, Debug, PartialEq)]
pub struct SuspectedQuestion {
    /// The revision that is verified.
    pub entry: QuestionEntry,
    /// The row of the current revision; another one where a fix is in force.
    pub current: QuestionId,
    /// The row of the revision before all fixes.
    pub original: QuestionId,
    /// The evidence; empty where a filter has withdrawn its flag after somebody decided.
    pub suspicion: Suspicion,
    /// The decisions in force, each verifier once.
    pub decisions: Vec<(String, VerifyDecision)>,
    /// What experts settled, where its reviewers differ, each expert once.
    pub adjudications: Vec<(String, AdjudicateDecision)>,
    /// Whether more than half of its reviewers, two at least, find it text-only or wrong.
    pub is_rejected: bool,
    /// Whether reviewers may remove it: not as long as experts are waited for.
    pub reviewers_settle: bool,
}

impl SuspectedQuestion {
    /// What the verifiers say together; where they settle nothing, what the adjudicators say, and where no
    /// expert has decided and reviewers settle, what these say.
    pub fn settlement(&self) -> Settlement {
        match self.adjudicated() {
            Some(decision) => Settlement::Settled(decision.becomes()),
            None if self.is_removed_by_reviewers() => Settlement::Settled(VerifyVerdict::Remove),
            None => self.verification(),
        }
    }

    /// Whether it is out because most of its reviewers reject it, and nobody else has decided.
    pub fn is_removed_by_reviewers(&self) -> bool {
        let is_left_to_them = self.decisions.is_empty() && self.adjudications.is_empty();
        self.reviewers_settle && self.is_rejected && is_left_to_them
    }

    /// What the verifiers say together.
    pub fn verification(&self) -> Settlement {
        settlement(self.decisions.iter().map(|(_, decision)| decision.verdict))
    }

    /// What verifiers and adjudicators say of it.
    pub fn settlements(&self) -> Settlements {
        let verdicts = self.decisions.iter().map(|(_, decision)| decision.verdict);
        Settlements::new(verdicts, self.adjudications.iter().map(|(_, decision)| decision))
    }

    /// The adjudication that settles it: verifiers, who see all the evidence, come first.
    pub fn adjudicated(&self) -> Option<&AdjudicateDecision> {
        match self.verification() {
            Settlement::Settled(_) => None,
            Settlement::Open | Settlement::Unsettled => {
                adopted(self.adjudications.iter().map(|(_, decision)| decision))
            }
        }
    }

    /// The reference answer of a clean benchmark, where adjudicators corrected it.
    pub fn corrected(&self) -> Option<Label> {
        self.adjudicated().and_then(AdjudicateDecision::new_answer)
    }

    /// The category of a clean benchmark, where adjudicators corrected it.
    pub fn corrected_category(&self) -> Option<&str> {
        self.adjudicated().and_then(AdjudicateDecision::new_category)
    }

    /// Whether adjudicators corrected answer or category.
    pub fn is_corrected(&self) -> bool {
        self.corrected().is_some() || self.corrected_category().is_some()
    }

    /// Gives a question of the clean benchmark the answer and the category that adjudicators corrected.
    pub fn correct(&self, question: &mut Question, taxonomy: &Taxonomy) {
        if let Some(answer) = self.corrected() {
            question.answer = Some(answer);
        }
        if let Some(category) = self.corrected_category() {
            question.set_category(category, taxonomy);
        }
    }

    /// L-2 ability and category in the clean benchmark, of the entry of the revision that it has.
    pub fn clean_place<'e>(
        &'e self,
        entry: &'e QuestionEntry,
        taxonomy: &Taxonomy,
    ) -> (Option<Cow<'e, str>>, Option<&'e str>) {
        let before = entry.l2_category.as_deref();
        match self.corrected_category() {
            Some(category) => {
                (l2_beside(taxonomy, category, before).map(Cow::Owned), Some(category))
            }
            None => (before.map(Cow::Borrowed), entry.category.as_deref()),
        }
    }

    /// The row of the revision that a clean benchmark has; nothing where the question is removed. Only
    /// what is settled changes anything: an open question stays as it was.
    pub fn cleaned(&self) -> Option<QuestionId> {
        match self.settlement() {
            Settlement::Settled(VerifyVerdict::Remove) => None,
            // Adjudicators correct answer and category of the revision that was reviewed.
            Settlement::Settled(VerifyVerdict::Fix) if self.adjudicated().is_none() => {
                Some(self.current)
            }
            Settlement::Settled(VerifyVerdict::Fix) => Some(self.entry.id),
            Settlement::Settled(VerifyVerdict::Keep) | Settlement::Open | Settlement::Unsettled => {
                Some(self.entry.id)
            }
        }
    }
}

/// The questions of a benchmark that are suspected or verified, or adjudicated to be wrong, in the order
/// of the file.
pub fn suspected_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Vec<SuspectedQuestion>, StoreError> {
    let mut flags = store.flags_of_revisions(benchmark)?;
    let mut reviews = by_revision(store.decisions_in_force(benchmark, QUEUE_REVIEW)?, reviewed);
    let mut decisions = by_revision(store.decisions_in_force(benchmark, QUEUE_VERIFY)?, decision);
    let settled = store.decisions_in_force(benchmark, adjudication::QUEUE.name)?;
    let mut adjudications = by_revision(settled, adjudicated);
    let fixed = store.fixed_questions(benchmark)?.into_iter();
    let mut earlier: HashMap<QuestionId, Vec<QuestionEntry>> =
        fixed.map(|fixed| (fixed.current, fixed.earlier)).collect();
    let mut suspected = Vec::new();
    for entry in store.question_entries(benchmark)? {
        let current = entry.id;
        let earlier = earlier.remove(&current).unwrap_or_default();
        let original = earlier.last().map_or(current, |entry| entry.id);
        for entry in std::iter::once(entry).chain(earlier) {
            let revision = (entry.key.as_str().to_owned(), entry.revision);
            let reviews = reviews.remove(&revision).unwrap_or_default();
            let is_rejected = is_rejected(&reviews);
            let suspicion = Suspicion {
                flags: flags.remove(&entry.id).unwrap_or_default(),
                findings: reviews.into_iter().filter_map(finding).collect(),
            };
            let decisions = decisions.remove(&revision).unwrap_or_default();
            let adjudications = adjudications.remove(&revision).unwrap_or_default();
            let is_against = |(_, decision): &(String, AdjudicateDecision)| {
                decision.becomes() != VerifyVerdict::Keep
            };
            let is_decided = !decisions.is_empty() || adjudications.iter().any(is_against);
            if !suspicion.is_empty() || is_decided {
                suspected.push(SuspectedQuestion {
                    entry,
                    current,
                    original,
                    suspicion,
                    decisions,
                    adjudications,
                    is_rejected,
                    reviewers_settle: false,
                });
                break;
            }
        }
    }
    Ok(suspected)
}

/// The evidence against one question, for an annotator who has answered it.
pub fn suspicion_after_answer(
    store: &Store,
    annotator: &Annotator,
    question_id: QuestionId,
) -> Result<Suspicion, StoreError> {
    let flags = store.flags_after_answer(question_id, annotator)?;
    let reviews = store.decisions_on(QUEUE_REVIEW, question_id)?;
    let reviews = reviews.into_iter().filter_map(reviewed);
    Ok(Suspicion { flags, findings: reviews.filter_map(finding).collect() })
}

/// What everybody decided, by the key and the revision of the question.
fn by_revision<T>(
    rows: Vec<InForce>,
    mut of_row: impl FnMut(InForce) -> Option<T>,
) -> BTreeMap<(String, u32), Vec<T>> {
    let mut by_revision: BTreeMap<(String, u32), Vec<T>> = BTreeMap::new();
    for in_force in rows {
        let revision = (in_force.row.item.clone(), in_force.row.revision);
        if let Some(found) = of_row(in_force) {
            by_revision.entry(revision).or_default().push(found);
        }
    }
    by_revision
}

fn reviewed(in_force: InForce) -> Option<(String, ReviewDecision)> {
    match in_force.row.act {
        Act::Review(review) => Some((in_force.annotator, review)),
        _ => None,
    }
}

fn finding((reviewer, review): (String, ReviewDecision)) -> Option<Finding> {
    (review.verdict != ReviewVerdict::Keep).then_some(Finding { reviewer, review })
}

fn is_rejected(reviews: &[(String, ReviewDecision)]) -> bool {
    let said: Vec<ReviewDecision> = reviews.iter().map(|(_, review)| review.clone()).collect();
    said.len() >= 2 && has_verdict_among(&said, &[], &REJECTING)
}

fn decision(in_force: InForce) -> Option<(String, VerifyDecision)> {
    match in_force.row.act {
        Act::Verify(decision) => Some((in_force.annotator, decision)),
        _ => None,
    }
}

fn adjudicated(in_force: InForce) -> Option<(String, AdjudicateDecision)> {
    match in_force.row.act {
        Act::Adjudicate(decision) => Some((in_force.annotator, decision)),
        _ => None,
    }
}

/// The kinds of evidence that a table of a cleaning always has, in its order; others follow.
pub fn kinds_of_evidence(suspected: &[SuspectedQuestion]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = FlagKind::ALL.map(FlagKind::name).to_vec();
    let found = suspected.iter().flat_map(|one| one.suspicion.kinds());
    for kind in found.filter(|kind| *kind != PEOPLE) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.push(PEOPLE);
    kinds
}
