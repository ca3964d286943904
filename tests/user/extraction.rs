//! Reading labels from models' texts: `assay extract cases`.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// Data that is not part of the repository; tests that need it say so and pass without it.
pub fn shared_data(path: &str) -> Option<PathBuf> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(path);
    if !file.exists() {
        eprintln!("skipped: {} is not here", file.display());
        return None;
    }
    Some(file)
}

/// Runs the program.
pub fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the program runs")
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn extracted(file: &str, rules: &str) -> Vec<Value> {
    let output = assay(&["extract", "cases", file, "--rules", rules]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    json_lines(&String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn vlmevalkits_rules_are_reproduced_on_every_case() {
    for file in ["extraction_cases.jsonl", "extraction_real.jsonl"] {
        let Some(path) = shared_data(file) else { return };
        let cases = json_lines(&std::fs::read_to_string(&path).expect("the cases"));
        for version in ["early", "mid", "late"] {
            let found = extracted(path.to_str().expect("a path"), &format!("vlmevalkit-{version}"));
            assert_eq!(found.len(), cases.len());
            for (case, found) in cases.iter().zip(&found) {
                let expected = if case[version] == false { &Value::Null } else { &case[version] };
                assert_eq!((&found["id"], &found["label"]), (&case["id"], expected), "{version}");
            }
        }
    }
}

/// The choices that a line of the documentation names: "Choices: A `dog`, B `cat`."
fn documented_choices(line: &str) -> serde_json::Map<String, Value> {
    let mut parts = line.trim_start_matches("Choices:").split('`');
    let mut choices = serde_json::Map::new();
    while let (Some(label), Some(text)) = (parts.next(), parts.next()) {
        let label = label.trim_matches([',', ' ', '.']);
        choices.insert(label.to_owned(), text.into());
    }
    choices
}

#[test]
fn every_example_of_the_documentation_is_read_as_it_says() {
    let guide = include_str!("../../docs/extraction.md");
    let (mut choices, mut cases, mut expected) = (serde_json::Map::new(), String::new(), vec![]);
    for line in guide.lines() {
        if line.starts_with("Choices:") {
            choices = documented_choices(line);
        }
        let cells: Vec<&str> = line.split(" | ").collect();
        if let [text, read_as, step] = cells[..]
            && let Some(text) = text.strip_prefix("| `")
            && !choices.is_empty()
        {
            let text = text.trim_end_matches('`').replace("\\n", "\n");
            let case = serde_json::json!({"id": line, "prediction": text, "choices": choices});
            cases += &format!("{case}\n");
            expected.push((read_as, step.trim_matches(['`', ' ', '|'])));
        }
    }
    assert!(expected.len() > 20, "the tables are read");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.jsonl");
    std::fs::write(&file, cases).expect("a file");
    let found = extracted(file.to_str().expect("a path"), "assay");
    for (found, (read_as, step)) in found.iter().zip(expected) {
        let label = found["label"].as_str();
        let unread = if found["step"] == "refusal" { "refused" } else { "nothing" };
        assert_eq!((label.unwrap_or(unread), &found["step"]), (read_as, &step.into()), "{found}");
    }
}

#[test]
fn a_line_that_is_no_case_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cases.jsonl");
    let good = r#"{"id": 1, "prediction": "B", "choices": {"A": "x", "B": "y"}}"#;
    std::fs::write(&file, format!("{good}\n\n{{\"id\": 2}}\n")).expect("a file");
    let output = assay(&["extract", "cases", file.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cases.jsonl, line 3"), "{message}");
}
