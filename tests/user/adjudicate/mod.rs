//! Disagreements of reviewers by commands: who settles what, and what comes of it.

mod agreed;
mod decisions;
mod outcome;
mod plain;
mod settled;

use serde_json::Value;

use crate::harness::{Said, Workplace};

/// Reviews a question, whose reference answer is B.
pub fn review(place: &Workplace, key: &str, name: &str, answer: &str, verdict: &[&str]) {
    let command = ["decide", "review", key, "--as", name, "--answer", answer, "--verdict"];
    place.assay(&[&command, verdict].concat()).well();
}

/// Six questions: on `1` two reviewers differ in the verdict, on `2` one of three does; on `3` the answers
/// differ, on `4` the choice that is right instead of the reference answer; on `5` reviewers agree, and
/// `6` has no review.
pub fn disputed() -> Workplace {
    let place = Workplace::with_questions(6);
    let corrected = ["wrong", "--reason", "wrong-reference-answer", "--corrected"];
    review(&place, "1", "alice", "B", &["keep"]);
    let blurred = ["wrong", "--reason", "bad-picture", "--note", "blurred at the left"];
    review(&place, "1", "bob", "cannot-tell", &blurred);
    for name in ["alice", "bob"] {
        review(&place, "2", name, "B", &["keep"]);
        review(&place, "5", name, "B", &["keep"]);
    }
    review(&place, "2", "dave", "B", &["text-only"]);
    review(&place, "3", "alice", "B", &["keep"]);
    review(&place, "3", "bob", "C", &["keep"]);
    review(&place, "4", "alice", "C", &[&corrected[..], &["C"]].concat());
    review(&place, "4", "bob", "A", &[&corrected[..], &["A"]].concat());
    place
}

/// `assay decide adjudicate KEY --as NAME` with more arguments.
pub fn adjudicate(place: &Workplace, key: &str, name: &str, more: &[&str]) -> Said {
    place.assay(&[&["decide", "adjudicate", key, "--as", name], more].concat())
}

/// The questions that an adjudicator is given one after the other, each settled like alice.
pub fn given(place: &Workplace, name: &str) -> Vec<String> {
    let mut keys = Vec::new();
    while let Some(key) = next(place, name)["item"].as_str() {
        adjudicate(place, key, name, &["--adopt", "alice"]).well();
        keys.push(key.to_owned());
    }
    keys
}

pub fn next(place: &Workplace, name: &str) -> Value {
    place.json(&["next", "adjudicate", "--as", name])
}

/// The rows of the queue.
pub fn rows(place: &Workplace) -> Vec<Value> {
    place.export().into_iter().filter(|row| row["queue"] == "adjudicate").collect()
}
