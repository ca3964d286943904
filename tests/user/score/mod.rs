//! Scoring prediction files: `assay score`.
//!
//! This file has what the tests share: writing a file and reading a score.

mod files;
mod input;
mod laws;
mod output;
mod passes;
mod vlmevalkit;
mod warnings;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::extraction::assay;

/// A folder for the files of one test.
pub struct Files(tempfile::TempDir);

impl Files {
    pub fn new() -> Self {
        Files(tempfile::tempdir().expect("a folder"))
    }

    /// Writes a table with tabs between cells.
    pub fn table(&self, name: &str, rows: &[&[&str]]) -> PathBuf {
        let text: String = rows.iter().map(|row| row.join("\t") + "\n").collect();
        self.bytes(name, text.as_bytes())
    }

    pub fn bytes(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn printed(file: &Path, more: &[&str]) -> String {
    let arguments = [&["score", file.to_str().expect("a path")], more].concat();
    let output = assay(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON document of a score.
pub fn score(file: &Path, more: &[&str]) -> Value {
    serde_json::from_str(&printed(file, &[more, &["-o", "json"]].concat())).expect("JSON")
}

fn lines(file: &Path, more: &[&str]) -> Vec<Value> {
    let text = printed(file, more);
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Questions and right ones over everything.
pub fn overall(document: &Value) -> (u64, u64) {
    let rows = document["results"].as_array().expect("result rows");
    let row = rows.iter().find(|row| row["split"] == "all" && row["level"] == "overall");
    row.map_or((0, 0), |row| {
        (row["questions"].as_u64().expect("a count"), row["correct"].as_u64().expect("a count"))
    })
}

pub fn warnings(document: &Value) -> Vec<String> {
    let warnings = document["warnings"].as_array().expect("warnings");
    warnings.iter().map(|warning| warning.as_str().expect("a sentence").to_owned()).collect()
}

const COLUMNS: [&str; 6] = ["index", "question", "A", "B", "answer", "prediction"];

/// A question with both passes, answered by these letters.
fn two_passes(index: u32, answers: [&str; 2]) -> Vec<Vec<String>> {
    let row = |index: u32, a: &str, b: &str, answer: &str, prediction: &str| {
        [index.to_string().as_str(), "Which?", a, b, answer, prediction].map(str::to_owned).to_vec()
    };
    vec![
        row(index, "cat", "dog", "A", answers[0]),
        row(index + 1_000_000, "dog", "cat", "B", answers[1]),
    ]
}

fn circular(files: &Files, questions: &[(u32, [&str; 2])]) -> PathBuf {
    let rows: Vec<Vec<String>> =
        questions.iter().flat_map(|&(index, answers)| two_passes(index, answers)).collect();
    table_of(files, &rows)
}

fn table_of(files: &Files, rows: &[Vec<String>]) -> PathBuf {
    let rows: Vec<Vec<&str>> =
        rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> =
        std::iter::once(&COLUMNS[..]).chain(rows.iter().map(Vec::as_slice)).collect();
    files.table("p.tsv", &rows)
}
