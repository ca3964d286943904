//! Suspected questions by commands: filter, verify, clean export, the report of the cleaning.

mod decisions;
mod fixes;
mod outcome;
mod plain;

use serde_json::Value;

use crate::harness::{Said, Workplace};
use crate::predictions::sample;

/// The sample benchmark after both filters.
pub fn filtered() -> Workplace {
    let place = sample();
    place.json(&["filter", "text-only"]);
    place.json(&["filter", "wrong"]);
    place
}

/// Questions that bob has found text-only (`1`) and wrong (`2`); nobody has asked a model.
pub fn found_by_people() -> Workplace {
    let place = Workplace::with_questions(4);
    let review = |key: &str, more: &[&str]| {
        let command = ["decide", "review", key, "--as", "bob", "--answer", "B"];
        place.assay(&[&command, more].concat()).well();
    };
    review("1", &["--verdict", "text-only"]);
    review("2", &["--verdict", "wrong", "--reason", "bad-picture"]);
    review("3", &["--verdict", "keep"]);
    place
}

/// `assay decide verify KEY --as NAME --verdict VERDICT` with more arguments.
pub fn verify(place: &Workplace, key: &str, name: &str, verdict: &str, more: &[&str]) -> Said {
    let command = ["decide", "verify", key, "--as", name, "--verdict", verdict];
    place.assay(&[&command, more].concat())
}

/// A fix with this edit.
pub fn fix(place: &Workplace, key: &str, name: &str, edit: &str) -> Said {
    place.write("edit.json", edit);
    verify(place, key, name, "fix", &["--edit", "edit.json"])
}

/// The stem of a question in a clean export; nothing where it is left out.
pub fn exported(place: &Workplace, key: &str) -> Option<Value> {
    let said = place.assay(&["export", "questions", "--clean", "--format", "jsonl"]).well();
    let rows = said.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.into_iter().find(|row| {
        row["index"].as_str().map(str::to_owned).or(row["index"].as_u64().map(|of| of.to_string()))
            == Some(key.to_owned())
    })
}
