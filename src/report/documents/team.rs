//! The people of a team, the gold questions and administrative acts: `assay people`, `assay gold`.

use std::collections::BTreeMap;

use crate::queue::gold::Settled;
use crate::report::{Fields, Printout};
use crate::store::{Person, RecordedAct};

/// The people of a team, with warnings for a lead.
pub fn people(people: &[Person], warnings: Vec<String>) -> Printout {
    let people = Fields::over(people)
        .text("name", |person| &person.name)
        .text("role", |person| person.role)
        .number("wrote", |person| person.wrote)
        .number("decisions", |person| person.decisions)
        .text("last", |person| &person.last);
    Printout::default().list("people", people).warned(warnings)
}

/// Every administrative act of a database.
pub fn acts(acts: &[RecordedAct]) -> Printout {
    let acts = Fields::over(acts)
        .number_as("number", "act", |recorded| recorded.number)
        .text_as("created", "when", |recorded| &recorded.created)
        .text("by", |recorded| &recorded.by)
        .text("benchmark", |recorded| &recorded.benchmark)
        .text("what", |recorded| recorded.act.to_string())
        .flat(|recorded| &recorded.act);
    Printout::default().list("acts", acts)
}

/// The questions of a benchmark with a known verdict.
pub fn gold(benchmark: &str, settled: &BTreeMap<String, Settled>) -> Printout {
    let gold = Fields::over(settled)
        .text("question", |(question, _)| question)
        .text("verdict", |(_, settled)| settled.verdict)
        .text("answer", |(_, settled)| settled.answer)
        .text("by", |(_, settled)| settled.by)
        .text("since", |(_, settled)| &settled.since);
    Printout::default().json("benchmark", benchmark).list("gold", gold)
}
