//! The outcome of each question, and its source: `assay report outcome`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::benchmark::verification::Settlement;
use crate::keyword::Keyword;
use crate::report::table::{number, text};
use crate::report::{Form, Table};
use crate::scoring::QuestionOutcome;

/// The outcome of each question of a benchmark.
#[derive(Debug, Serialize)]
pub struct OutcomeDocument {
    benchmark: String,
    /// The number of questions by outcome.
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
    /// Its outcome in the clean benchmark.
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
            *clean.entry(one.clean.name()).or_default() += 1;
        }
        let questions = outcomes.into_iter().map(OutcomeRow::from).collect();
        OutcomeDocument { benchmark: benchmark.to_owned(), clean, questions }
    }
}

impl From<QuestionOutcome> for OutcomeRow {
    fn from(one: QuestionOutcome) -> Self {
        OutcomeRow {
            question: one.question,
            category: one.category,
            reviews: one.reviews,
            adjudications: one.adjudications,
            verifications: one.verifications,
            provenance: one.provenance.name(),
            verdict: one.verdict.map(Keyword::name),
            verified: one.verified.map(|settlement| match settlement {
                Settlement::Settled(verdict) => verdict.name(),
                Settlement::Unsettled | Settlement::Open => "split",
            }),
            clean: one.clean.name(),
            answer: one.answer.map(|answer| answer.to_string()),
            reviewed_since: one.reviewed_since,
            guideline_unclear: one.guideline_unclear,
        }
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
    fn tables(&self, _: Form) -> Vec<Table> {
        let counts = self.clean.iter().map(|(name, count)| format!("{count} {name}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let title = format!(
            "{} · {} questions · in the clean benchmark: {counts}",
            self.benchmark,
            self.questions.len()
        );
        let columns = [
            text("question", |row: &&OutcomeRow| row.question.clone()),
            text("category", |row| row.category.clone().unwrap_or_default()),
            number("reviews", |row| row.reviews.to_string()),
            text("verdict", |row| row.verdict.unwrap_or_default().to_owned()),
            text("provenance", |row| row.provenance.to_owned()),
            text("verifiers", |row| row.verified.unwrap_or_default().to_owned()),
            text("clean", |row| row.clean.to_owned()),
            text("answer", |row| row.answer.clone().unwrap_or_default()),
            text("", |row| row.remarks()),
        ];
        vec![Table::from_rows(&self.questions, &columns).titled(title)]
    }
}
