//! Scores equal those of VLMEvalKit, case by case.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;

use super::{lines, score};
use crate::extraction::shared_data;

#[test]
fn rows_hits_and_every_level_equal_those_of_the_fields_tool() {
    let Some(expected) = shared_data("circular/expected.json") else { return };
    let dataset = expected.with_file_name("circular.tsv");
    let dataset = ["--dataset", dataset.to_str().expect("a path")];
    let files: Value =
        serde_json::from_slice(&fs::read(&expected).expect("expectations")).expect("JSON");
    for (name, expectation) in files.as_object().expect("files") {
        let file = expected.with_file_name(name);
        for (version, column) in [("early", 1), ("late", 2)] {
            let rules = format!("vlmevalkit-{version}");
            for dataset in [&[][..], &dataset] {
                let like_vlmevalkit = [&["--rules", &rules, "--missing", "kit"], dataset].concat();
                check_levels(&score(&file, &like_vlmevalkit), &expectation["circular"][version]);
                for group in lines(&file, &[&like_vlmevalkit[..], &["--groups"]].concat()) {
                    let key = group["question"].as_str().expect("a key");
                    let hit = expectation["hits"][key][version] == 1;
                    assert_eq!(group["correct"], hit, "{name} {version} question {key}");
                }
                let rows = lines(&file, &[&like_vlmevalkit[..], &["--rows"]].concat());
                check_rows(&rows, &expectation["rows"], column);
            }
        }
    }
}

fn check_levels(document: &Value, expected: &Value) {
    let key = |row: &Value| {
        let text = |field: &str| row[field].as_str().expect("a name").to_owned();
        (text("split"), text("level"), text("name"))
    };
    let counts = |row: &Value| (row["questions"].clone(), row["correct"].clone());
    let found: HashMap<_, _> = document["results"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (key(row), counts(row)))
        .collect();
    let expected = expected.as_array().expect("rows");
    assert!(expected.len() > 20);
    for row in expected {
        assert_eq!(found.get(&key(row)), Some(&counts(row)), "{row}");
    }
    // L-1 is ours alone; nothing else may be there besides what is expected.
    let own = found.keys().filter(|(_, level, _)| level != "l1").count();
    assert_eq!(own, expected.len());
}

fn check_rows(found: &[Value], expected: &Value, column: usize) {
    let expected = expected.as_array().expect("rows");
    assert_eq!(found.len(), expected.len());
    let labels: HashMap<String, &Value> =
        found.iter().map(|row| (row["index"].to_string(), &row["label"])).collect();
    for row in expected {
        let label = if row[column] == false { &Value::Null } else { &row[column] };
        assert_eq!(labels[&row[0].to_string()], label, "{row}");
    }
}
