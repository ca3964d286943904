//! The outcome of each question, and its source: `assay report outcome`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::outcome::{Fate, Outcome, OutcomeCounts, WhyOpen};
use crate::keyword::Keyword;
use crate::outcomes::QuestionOutcome;
use crate::report::{Columns, Form, Table};

/// The outcome of each question of a benchmark.
#[derive(Debug, Serialize)]
pub struct OutcomeDocument {
    benchmark: String,
    /// The number of questions by outcome.
    outcome: OutcomeCounts,
    /// The same in the words of earlier versions.
    clean: BTreeMap<&'static str, usize>,
    questions: Vec<OutcomeRow>,
}

/// A question as files have it.
#[derive(Debug, Serialize)]
struct OutcomeRow {
    question: String,
    category: Option<String>,
    reviews: usize,
    adjudications: usize,
    verifications: usize,
    /// The source of its outcome after its reviews.
    provenance: &'static str,
    verdict: Option<&'static str>,
    /// What verifiers say: `keep`, `remove`, `fix` or `split`.
    verified: Option<&'static str>,
    /// What becomes of it.
    outcome: &'static str,
    /// Why it is open, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    /// Who settled it, where it is not open.
    #[serde(skip_serializing_if = "Option::is_none")]
    settled_by: Option<&'static str>,
    /// What becomes of it in the words of earlier versions.
    clean: &'static str,
    answer: Option<String>,
    reviewed_since: bool,
    guideline_unclear: bool,
}

impl OutcomeDocument {
    /// The document of these outcomes.
    pub fn new(benchmark: &str, outcomes: Vec<QuestionOutcome>) -> Self {
        let mut clean = BTreeMap::new();
        for one in &outcomes {
            *clean.entry(in_clean_benchmark(&one.outcome)).or_default() += 1;
        }
        let outcome = outcomes.iter().map(|one| one.outcome.fate).collect();
        let questions = outcomes.into_iter().map(OutcomeRow::from).collect();
        OutcomeDocument { benchmark: benchmark.to_owned(), outcome, clean, questions }
    }
}

impl From<QuestionOutcome> for OutcomeRow {
    fn from(one: QuestionOutcome) -> Self {
        let QuestionOutcome { question, outcome, answer } = one;
        let (now, deciding) = (&question.record.current, question.record.deciding());
        let state = now.final_state();
        let verified = deciding.verified().map_or("split", Keyword::name);
        let unclear = now.adjudications.iter().any(|one| one.decision.guideline_unclear);
        OutcomeRow {
            question: question.key().to_owned(),
            category: question.current().category.clone(),
            reviews: now.reviews.len(),
            adjudications: now.adjudications.len(),
            verifications: deciding.verifications.len(),
            provenance: state.provenance.name(),
            verdict: state.verdict.map(Keyword::name),
            verified: (!deciding.verifications.is_empty()).then_some(verified),
            outcome: outcome.fate.name(),
            why: outcome.why_open().map(Keyword::name),
            settled_by: outcome.settled_by.map(Keyword::name),
            clean: in_clean_benchmark(&outcome),
            answer: answer.map(|answer| answer.to_string()),
            reviewed_since: now.is_reviewed_since_adjudicated(),
            guideline_unclear: unclear,
        }
    }
}

/// What becomes of a question in the words of earlier versions, which parted corrected answers from fixed
/// words, and open questions by whether something speaks against them.
fn in_clean_benchmark(outcome: &Outcome) -> &'static str {
    match outcome.fate {
        Fate::Kept | Fate::Open(WhyOpen::Unreviewed | WhyOpen::ReviewedOnce) => "stays",
        Fate::Fixed if outcome.is_corrected() => "corrected",
        Fate::Fixed => "fixed",
        Fate::Open(_) => "unsettled",
        Fate::Removed => "removed",
    }
}

impl OutcomeRow {
    /// The questions that a lead should check.
    fn remarks(&self) -> String {
        let remarks = [
            (self.reviewed_since, "reviewed again since it was adjudicated"),
            (self.guideline_unclear, "guideline unclear"),
        ];
        let remarks = remarks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words);
        remarks.collect::<Vec<_>>().join(", ")
    }
}

impl Document for OutcomeDocument {
    fn tables(&self, form: Form) -> Vec<Table> {
        let counts = self.outcome.describe();
        let title = format!("{} · {} questions · {counts}", self.benchmark, self.questions.len());
        let with_outcome = |table: Columns<_>| {
            table
                .text("outcome", |row: &OutcomeRow| row.outcome)
                .text("why, or settled by", |row| row.why.or(row.settled_by))
        };
        // Programs read the columns of CSV by their places.
        let is_csv = form == Form::Csv;
        Table::over(&self.questions)
            .text("question", |row| &row.question)
            .text("category", |row| row.category.as_ref())
            .number("reviews", |row| row.reviews)
            .text("verdict", |row| row.verdict)
            .text("provenance", |row| row.provenance)
            .text("verifiers", |row| row.verified)
            .only_if(!is_csv, with_outcome)
            .only_if(is_csv, |table| table.text("clean", |row| row.clean))
            .text("answer", |row| row.answer.as_ref())
            .text("", OutcomeRow::remarks)
            .only_if(is_csv, with_outcome)
            .titled(title)
            .into()
    }
}
