//! The category that a reviewer chooses: stored, exported, settled and compared.

mod agreement;
mod blind;
mod decisions;
mod plain;

use crate::harness::{Said, Workplace};

/// Reviews a question whose reference answer is B and whose category is `ocr`.
pub fn review(place: &Workplace, key: &str, name: &str, more: &[&str]) -> Said {
    let command = ["decide", "review", key, "--as", name, "--answer", "B", "--verdict"];
    place.assay(&[&command, more].concat())
}

/// A verdict that says which category is right instead.
pub fn instead(category: &str) -> [&str; 5] {
    ["wrong", "--reason", "wrong-category", "--category", category]
}

/// Has the reviewers choose the category of each question before that of the data is shown.
pub fn confirm(place: &Workplace) {
    place.write("ours.toml", "confirm-category = true\n");
    let said = place.json(&["checklist", "set", "ours.toml"]);
    assert_eq!((&said["confirm_category"], &said["own"]), (&true.into(), &true.into()));
}
