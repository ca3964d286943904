//! The outcome of each question, and its source: `assay report outcome`.

use std::collections::BTreeMap;

use crate::benchmark::outcome::{Fate, Outcome, OutcomeCounts, WhyOpen};
use crate::keyword::Keyword;
use crate::outcomes::QuestionOutcome;
use crate::report::{Fields, Form, Printout};

/// The outcome of each question of a benchmark.
pub fn outcomes(benchmark: &str, outcomes: &[QuestionOutcome], form: Form) -> Printout {
    let mut clean: BTreeMap<&str, usize> = BTreeMap::new();
    for one in outcomes {
        *clean.entry(in_clean_benchmark(&one.outcome)).or_default() += 1;
    }
    let counts: OutcomeCounts = outcomes.iter().map(|one| one.outcome.fate).collect();
    let state = |one: &QuestionOutcome| one.question.record.current.final_state();
    // Programs read the columns of CSV by their places.
    let is_csv = form == Form::Csv;
    let title = format!("{benchmark} · {} questions · {}", outcomes.len(), counts.describe());
    let questions = Fields::over(outcomes)
        .text("question", |one| one.question.key())
        .text("category", |one| &one.question.current().category)
        .number("reviews", |one| one.question.record.current.reviews.len())
        .json("adjudications", |one| one.question.record.current.adjudications.len())
        .json("verifications", |one| one.question.record.deciding().verifications.len())
        .json("provenance", |one| state(one).provenance.name())
        .text("verdict", |one| state(one).verdict.map(Keyword::name))
        .text_column("provenance", |one| state(one).provenance.name())
        .text_as("verified", "verifiers", verified)
        .only_if(!is_csv, with_outcome)
        .json("outcome", |one| one.outcome.fate.name())
        .json_if("why", why)
        .json_if("settled_by", settled_by)
        .json("clean", |one| in_clean_benchmark(&one.outcome))
        .only_if(is_csv, |fields| {
            fields.text_column("clean", |one| in_clean_benchmark(&one.outcome))
        })
        .text("answer", |one| one.answer)
        .json("reviewed_since", is_reviewed_since)
        .json("guideline_unclear", is_guideline_unclear)
        .text_column("", remarks)
        .only_if(is_csv, with_outcome)
        .titled(title);
    Printout::default()
        .json("benchmark", benchmark)
        .json("outcome", counts)
        .json("clean", clean)
        .list("questions", questions)
}

/// Adds what becomes of a question, and why it is open or who settled it.
fn with_outcome(fields: Fields<&QuestionOutcome>) -> Fields<&QuestionOutcome> {
    fields
        .text_column("outcome", |one| one.outcome.fate.name())
        .text_column("why, or settled by", |one| why(one).or(settled_by(one)))
}

fn why(one: &QuestionOutcome) -> Option<&'static str> {
    one.outcome.why_open().map(Keyword::name)
}

fn settled_by(one: &QuestionOutcome) -> Option<&'static str> {
    one.outcome.settled_by.map(Keyword::name)
}

/// What verifiers say: `keep`, `remove`, `fix` or `split`; `None` where none has decided.
fn verified(one: &QuestionOutcome) -> Option<&'static str> {
    let deciding = one.question.record.deciding();
    let verified = || deciding.verified().map_or("split", Keyword::name);
    (!deciding.verifications.is_empty()).then(verified)
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

fn is_reviewed_since(one: &QuestionOutcome) -> bool {
    one.question.record.current.is_reviewed_since_adjudicated()
}

fn is_guideline_unclear(one: &QuestionOutcome) -> bool {
    one.question.record.current.adjudications.iter().any(|one| one.decision.guideline_unclear)
}

/// Why a lead should check a question.
fn remarks(one: &QuestionOutcome) -> String {
    let remarks = [
        (is_reviewed_since(one), "reviewed again since it was adjudicated"),
        (is_guideline_unclear(one), "guideline unclear"),
    ];
    let remarks = remarks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words);
    remarks.collect::<Vec<_>>().join(", ")
}
