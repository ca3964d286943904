//! The checklists of a benchmark: `assay checklist`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Document;
use crate::agreement::review::{Judgement, ReviewedQuestion};
use crate::benchmark::checklist::OwnCriterion;
use crate::benchmark::decision::WrongReason;
use crate::benchmark::own_reason::Reason;
use crate::benchmark::{Checklist, Checklists, QuestionKind};
use crate::keyword::Keyword;
use crate::report::{Form, Table};

/// The checklists of a benchmark, with how often each reason is given.
#[derive(Debug, Serialize)]
pub struct ChecklistsDocument {
    benchmark: String,
    /// Whether the benchmark has its own.
    own: bool,
    /// Whether reviewers choose the category of each question before that of the data is shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    confirm_category: bool,
    reasons: Vec<ReasonRow>,
}

#[derive(Debug, Serialize)]
struct ReasonRow {
    kind: &'static str,
    /// The digit key; `None` for a reason that is no longer offered.
    key: Option<char>,
    reason: String,
    /// `criterion`, `further`, or `no longer offered`.
    part: &'static str,
    /// The reason as reviewers read it, in English.
    words: String,
    /// The meaning of a custom reason of the benchmark.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    /// The same in Chinese; `None` if there is no translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_zh: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence_zh: Option<String>,
    /// How many reviews in force give it, on questions of this kind.
    reviews: usize,
}

impl ChecklistsDocument {
    /// The document about the checklists of a benchmark of which these questions are reviewed.
    pub fn new(benchmark: &str, checklists: &Checklists, questions: &[ReviewedQuestion]) -> Self {
        let rows = QuestionKind::all().flat_map(|kind| {
            let of_kind = questions.iter().filter(|question| question.kind == kind);
            let mut given: BTreeMap<WrongReason, usize> = BTreeMap::new();
            for (_, review) in of_kind.flat_map(|question| &question.reviews) {
                review.wrong_reasons().into_iter().for_each(|reason| {
                    *given.entry(reason).or_default() += 1;
                });
            }
            rows(checklists.for_kind(kind), given)
        });
        ChecklistsDocument {
            benchmark: benchmark.to_owned(),
            own: checklists.is_own(),
            confirm_category: checklists.confirms_category(),
            reasons: rows.collect(),
        }
    }
}

/// The reasons of a checklist in the order of their keys, then those that are no longer offered.
fn rows(checklist: &Checklist, mut given: BTreeMap<WrongReason, usize>) -> Vec<ReasonRow> {
    let row = |key, reason: WrongReason, part, reviews| {
        let own = match reason {
            WrongReason::Own(own) => checklist.own(own),
            _ => None,
        };
        let filled = |text: fn(&OwnCriterion) -> &String| {
            own.map(text).filter(|text| !text.is_empty()).cloned()
        };
        ReasonRow {
            kind: checklist.kind.name(),
            key,
            reason: reason.name().to_owned(),
            part,
            words: own.map_or_else(|| reason.words(), |own| own.words.clone()),
            sentence: filled(|own| &own.sentence),
            words_zh: filled(|own| &own.words_zh),
            sentence_zh: filled(|own| &own.sentence_zh),
            reviews,
        }
    };
    let mut rows = Vec::new();
    for (key, reason) in checklist.reasons() {
        let is_criterion = checklist.criteria.contains(&reason);
        let part = if is_criterion { "criterion" } else { "further" };
        rows.push(row(Some(key), reason, part, given.remove(&reason).unwrap_or(0)));
    }
    for (reason, reviews) in given {
        rows.push(row(None, reason, "no longer offered", reviews));
    }
    rows
}

impl Document for ChecklistsDocument {
    fn tables(&self, _: Form) -> Vec<Table> {
        let which = if self.own { "its own checklists" } else { "the checklists of the program" };
        let confirms = match self.confirm_category {
            true => " · reviewers choose the category of each question",
            false => "",
        };
        Table::over(&self.reasons)
            .text("kind", |row| row.kind)
            .text("key", |row| row.key)
            .text("reason", |row| &row.reason)
            .text("part", |row| row.part)
            .text("words", |row| &row.words)
            .number("reviews", |row| row.reviews)
            .text("sentence", |row| row.sentence.as_ref())
            .titled(format!("{} · {which}{confirms}", self.benchmark))
            .into()
    }
}
