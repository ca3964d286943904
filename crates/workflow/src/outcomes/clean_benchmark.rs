//! The clean benchmark: the questions that stay as they stay, and those that leave it with the reasons.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::records::{RecordedQuestion, recorded_questions};
use assay_core::benchmark::EndsItem;
use assay_core::benchmark::decision::ReviewVerdict;
use assay_core::benchmark::outcome::{Fate, Outcome, Policy, Settlers, WhyOpen};
use assay_core::benchmark::record::Said;
use assay_core::benchmark::verification::{VerifyReason, VerifyVerdict};
use assay_store::{Benchmark, QuestionId, Result, Store, StoreError, StoredQuestion};

/// Which questions of a benchmark are wanted.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Those of the clean benchmark, as they are there.
    pub clean: Option<Policy>,
    /// Those on which the last word is one of these verdicts; all where none is named.
    pub verdicts: Vec<ReviewVerdict>,
}

/// The questions that are wanted.
#[derive(Debug, Default)]
pub struct SelectedQuestions {
    /// The questions, in the order of the file.
    pub questions: Vec<StoredQuestion>,
    /// What the clean benchmark leaves out.
    pub removed: Vec<RemovedQuestion>,
    /// The keys of questions that stay although their verifiers differ.
    pub split: Vec<String>,
    /// Those that stay although they are suspected, because they are not verified.
    pub unverified: Vec<String>,
    /// Of these, those that most of their reviewers reject.
    pub rejected: Vec<String>,
}

/// A removed question as its line says it.
#[derive(Debug, Serialize)]
pub struct RemovedQuestion {
    key: String,
    reasons: BTreeSet<VerifyReason>,
    removed_by: Vec<String>,
    notes: Vec<String>,
    decisions: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    adjudications: Vec<Value>,
    evidence: Vec<Value>,
}

/// The current questions of a benchmark that are wanted.
pub fn selected_questions(
    store: &Store,
    benchmark: &Benchmark,
    selection: &Selection,
) -> Result<SelectedQuestions> {
    store.at_one_moment(|| {
        let questions = store.whole_questions(benchmark)?;
        let mut selected = SelectedQuestions { questions, ..SelectedQuestions::default() };
        if selection.clean.is_none() && selection.verdicts.is_empty() {
            return Ok(selected);
        }
        let recorded = recorded_questions(store, benchmark)?;
        let mut recorded: HashMap<QuestionId, &RecordedQuestion> =
            recorded.iter().map(|one| (one.current().id, one)).collect();
        for mut stored in std::mem::take(&mut selected.questions) {
            let Some(question) = recorded.remove(&stored.id) else { continue };
            let is_wanted =
                selection.verdicts.is_empty() || question.record.has_verdict(&selection.verdicts);
            if let Some(policy) = selection.clean {
                let outcome = question.outcome(policy);
                selected.note(question, &outcome)?;
                let Some(entry) = question.cleaned(&outcome) else { continue };
                if entry.id != stored.id {
                    let question = store.whole_question(entry.id)?;
                    stored = StoredQuestion { id: entry.id, question };
                }
                outcome.correct(&mut stored.question, benchmark.taxonomy());
            }
            selected.questions.extend(is_wanted.then_some(stored));
        }
        Ok(selected)
    })
}

impl SelectedQuestions {
    /// Lists a question that is removed, or that is open although something speaks against it.
    fn note(&mut self, question: &RecordedQuestion, outcome: &Outcome) -> Result<()> {
        let key = || question.key().to_owned();
        match outcome.fate {
            Fate::Removed => self.removed.push(RemovedQuestion::new(question, outcome)?),
            Fate::Open(WhyOpen::VerifiersDiffer) => self.split.push(key()),
            Fate::Open(why) if why.is_unverified() => {
                self.unverified.push(key());
                self.rejected.extend(question.record.deciding().is_rejected().then(key));
            }
            Fate::Open(_) | Fate::Kept | Fate::Fixed => {}
        }
        Ok(())
    }
}

/// An adjudicator who removes a question, why, and in which words.
type Remover<'q> = (&'q str, Vec<VerifyReason>, Option<&'q str>);

impl RemovedQuestion {
    fn new(question: &RecordedQuestion, outcome: &Outcome) -> Result<Self> {
        let said = question.record.deciding();
        let by = removers(question, outcome);
        Ok(RemovedQuestion {
            key: question.key().to_owned(),
            reasons: by.iter().flat_map(|(_, reasons, _)| reasons.iter().copied()).collect(),
            removed_by: by.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            notes: by.iter().filter_map(|(.., note)| note.map(str::to_owned)).collect(),
            decisions: said.verifications.iter().map(row).collect::<Result<_, _>>()?,
            adjudications: said.adjudications.iter().map(row).collect::<Result<_, _>>()?,
            evidence: question.suspicion.as_json(),
        })
    }
}

fn removers<'q>(question: &'q RecordedQuestion, outcome: &Outcome) -> Vec<Remover<'q>> {
    let said = question.record.deciding();
    let is_by = |settlers| outcome.settled_by == Some(settlers);
    let verified = said.verifications.iter();
    let verified = verified.filter(|one| one.decision.verdict == VerifyVerdict::Remove);
    let verified = verified
        .map(|one| (one.by.as_str(), one.decision.reasons.clone(), one.decision.note.as_deref()));
    let settled = said.adjudications.iter().filter(|_| is_by(Settlers::Adjudicators));
    let settled = settled.filter(|one| one.decision.becomes() == VerifyVerdict::Remove);
    let settled = settled.map(|one| {
        (one.by.as_str(), one.decision.removal_reasons(), one.decision.final_act().note)
    });
    let findings = question.suspicion.findings.iter().filter(|_| is_by(Settlers::Reviewers));
    let reviewed = findings
        .map(|one| (one.reviewer.as_str(), one.removal_reasons(), one.review.note.as_deref()));
    verified.chain(settled).chain(reviewed).collect()
}

/// A decision as a file has it, with its annotator's name.
fn row<D: Serialize>(said: &Said<D>) -> Result<Value> {
    let row = serde_json::to_value(&said.decision);
    let mut row = row.map_err(|error| StoreError::Damaged(error.to_string()))?;
    if let Some(row) = row.as_object_mut() {
        row.insert("annotator".into(), said.by.as_str().into());
    }
    Ok(row)
}
