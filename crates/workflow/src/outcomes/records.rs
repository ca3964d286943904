//! Everything that was said about the questions of a benchmark, loaded once: what becomes of them, what speaks
//! against them and where they wait follows from it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::verification::{Finding, Suspicion};
use assay_core::benchmark::adjudication;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::outcome::{Outcome, Policy, USUAL_REVIEWS};
use assay_core::benchmark::record::{QuestionRecord, RevisionRecord, Said};
use assay_store::{
    Benchmark, InForce, QUEUE_REVIEW, QUEUE_VERIFY, QuestionEntry, QuestionId, Result, Store,
};

/// A current question with what was said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedQuestion {
    /// The current revision, behind it those from which fixes have led to it.
    pub entries: Vec<QuestionEntry>,
    /// The evidence against the revision that decides; empty where a filter has withdrawn its flag after
    /// a decision.
    pub suspicion: Suspicion,
    /// What was said about each revision.
    pub record: QuestionRecord,
}

impl RecordedQuestion {
    /// Its key.
    pub fn key(&self) -> &str {
        self.current().key.as_str()
    }

    /// The current revision.
    pub fn current(&self) -> &QuestionEntry {
        &self.entries[0]
    }

    /// The revision before all fixes.
    pub fn original(&self) -> &QuestionEntry {
        self.entries.last().unwrap_or(&self.entries[0])
    }

    /// The revision that decides what becomes of the question, which is the one that is verified.
    pub fn deciding(&self) -> &QuestionEntry {
        &self.entries[self.record.deciding_place()]
    }

    /// What becomes of it.
    pub fn outcome(&self, policy: Policy) -> Outcome {
        self.record.outcome(policy)
    }

    /// The revision that the clean benchmark has; `None` where the question is removed.
    pub fn cleaned(&self, outcome: &Outcome) -> Option<&QuestionEntry> {
        outcome.clean_place.map(|place| &self.entries[place])
    }
}

/// The current questions of a benchmark with what was said about them, in the order of the file.
pub fn recorded_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<Arc<Vec<RecordedQuestion>>> {
    let read = || read_questions(store, benchmark);
    store.at_one_moment(|| store.once_at_a_moment("recorded questions", benchmark, "", read))
}

fn read_questions(store: &Store, benchmark: &Benchmark) -> Result<Vec<RecordedQuestion>> {
    let mut said = said_by_revision(store, benchmark)?;
    let mut flags = store.flags_of_revisions(benchmark)?;
    let fixed = store.fixed_questions(benchmark)?.into_iter();
    let mut earlier: HashMap<QuestionId, Vec<QuestionEntry>> =
        fixed.map(|fixed| (fixed.current, fixed.earlier)).collect();
    let assignment = store.assignment(benchmark, QUEUE_REVIEW)?;
    let overlap = assignment.as_ref().map(|assignment| store.overlap_of_assignment(assignment));
    let overlap = overlap.transpose()?.unwrap_or_default();
    let mut record_of = |entry: &QuestionEntry| {
        let place = (entry.key.as_str().to_owned(), entry.revision);
        let flags = flags.get(&entry.id).map_or(0, Vec::len);
        RevisionRecord { flags, ..said.remove(&place).unwrap_or_default() }
    };
    let mut questions = Vec::new();
    for entry in store.question_entries(benchmark)? {
        let key = entry.key.as_str();
        let wanted_reviews = match &assignment {
            Some(assignment) => assignment.people_at(|| Ok(overlap.contains(key)))?,
            None => USUAL_REVIEWS,
        };
        let earlier = earlier.remove(&entry.id).unwrap_or_default();
        let record = QuestionRecord {
            current: record_of(&entry),
            earlier: earlier.iter().map(&mut record_of).collect(),
            wanted_reviews,
        };
        let entries: Vec<QuestionEntry> = std::iter::once(entry).chain(earlier).collect();
        questions.push((entries, record));
    }
    let with_evidence = |(entries, record): (Vec<QuestionEntry>, QuestionRecord)| {
        let deciding = &entries[record.deciding_place()];
        let reviews = record.deciding().reviews.iter().cloned();
        let findings = reviews.filter_map(|review| Finding::new(review.by, review.decision));
        let flags = flags.remove(&deciding.id).unwrap_or_default();
        let suspicion = Suspicion { flags, findings: findings.collect() };
        RecordedQuestion { entries, suspicion, record }
    };
    Ok(questions.into_iter().map(with_evidence).collect())
}

/// The keys of the questions that verifiers or adjudicators have settled as they are now.
pub fn settled_keys(questions: &[RecordedQuestion]) -> HashSet<&str> {
    let settled = questions.iter().filter(|one| one.record.current.is_settled_by_experts());
    settled.map(RecordedQuestion::key).collect()
}

/// The decisions in the queues of questions, by the key and the revision.
pub(crate) fn said_by_revision(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<HashMap<(String, u32), RevisionRecord>> {
    let mut records: HashMap<(String, u32), RevisionRecord> = HashMap::new();
    for queue in [QUEUE_REVIEW, adjudication::QUEUE.name, QUEUE_VERIFY] {
        for InForce { annotator: by, row, .. } in store.decisions_in_force(benchmark, queue)? {
            let record = records.entry((row.item, row.revision)).or_default();
            let at = row.created;
            match row.act {
                Act::Review(decision) => record.reviews.push(Said { by, at, decision }),
                Act::Adjudicate(decision) => record.adjudications.push(Said { by, at, decision }),
                Act::Verify(decision) => record.verifications.push(Said { by, at, decision }),
                _ => {}
            }
        }
    }
    Ok(records)
}
