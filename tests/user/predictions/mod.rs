//! What models answered: bringing it into the database, scoring it, filtering questions by it.

mod eval;
mod files;
mod filter;
mod foreign;
mod import;
mod names;
mod repeats;
mod same_as_score;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder with a database and whatever files a test writes.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    /// A desk with one benchmark of these rows: index, question, choices divided by `|`, answer.
    pub fn with_questions(rows: &[(&str, &str, &str)]) -> Self {
        let desk = Desk::new();
        let rows: Vec<String> = rows
            .iter()
            .map(|(index, choices, answer)| {
                let mut cells: Vec<&str> = choices.split('|').collect();
                cells.resize(4, "");
                let base = index.parse::<u64>().expect("a number") % 1_000_000;
                format!("{index}\tWhat is in picture {base}?\t{}\t{answer}\n", cells.join("\t"))
            })
            .collect();
        desk.write("q.tsv", &format!("index\tquestion\tA\tB\tC\tD\tanswer\n{}", rows.concat()));
        desk.json(&["import", "questions", "q.tsv", "--benchmark", "b"]);
        desk
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file");
    }

    /// A VLMEvalKit file with an index, choices and a prediction in each row.
    pub fn write_predictions(&self, name: &str, rows: &[(&str, &str, &str)]) {
        let rows: Vec<String> = rows
            .iter()
            .map(|(index, choices, text)| {
                let mut cells: Vec<&str> = choices.split('|').collect();
                cells.resize(4, "");
                format!("{index}\t{}\t{text}\n", cells.join("\t"))
            })
            .collect();
        self.write(name, &format!("index\tA\tB\tC\tD\tprediction\n{}", rows.concat()));
    }

    pub fn assay(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_assay"))
            .current_dir(self.path())
            .env_remove("ASSAY_DB")
            .args(arguments)
            .output()
            .expect("the program runs")
    }

    /// What a command prints as JSON; it must succeed.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.assay(&[arguments, &["-o", "json"]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {told}");
        serde_json::from_slice(&output.stdout).expect("one JSON document")
    }

    /// What a command says when it fails.
    pub fn failure(&self, arguments: &[&str]) -> String {
        let output = self.assay(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    pub fn import(&self, file: &str, model: &str) -> Value {
        self.json(&["import", "predictions", file, "--model", model])
    }
}

/// The repository's sample benchmark with all its simulated models.
pub fn sample() -> Desk {
    let desk = Desk::new();
    desk.assay(&["demo", "--no-tui", "--dir", "."]);
    desk
}

pub fn sample_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name)
}

/// The texts of a list of JSON strings.
pub fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text")).collect()
}
