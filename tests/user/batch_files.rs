//! Batch files by their commands: written, answered elsewhere, read back.

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::support::fault_server::completion;

/// Writes the requests of the model `m` into a folder. Returns the lines.
fn written(place: &Workplace, dir: &str) -> Vec<String> {
    let written = place.json(&["batch", "write", "--model", "m", "--dir", dir]);
    let path = written["files"][0]["file"].as_str().unwrap().to_owned();
    let lines = std::fs::read_to_string(place.path(&path)).unwrap();
    lines.lines().map(str::to_owned).collect()
}

/// The line of an output file with this answer to a request.
fn reply(line: &str, text: &str) -> String {
    let line: Value = serde_json::from_str(line).unwrap();
    let body: Value = serde_json::from_str(&completion(text)).unwrap();
    let response = json!({"status_code": 200, "request_id": "r", "body": body});
    json!({"id": "b", "custom_id": line["custom_id"], "response": response, "error": null})
        .to_string()
}

/// The line of an error file for a request.
fn failure(line: &str) -> String {
    let line: Value = serde_json::from_str(line).unwrap();
    json!({"id": "b", "custom_id": line["custom_id"], "response": null,
        "error": {"code": "server_error", "message": "out of memory"}})
    .to_string()
}

/// The counts of `batch read`, and its exit status.
fn read(place: &Workplace, files: &[&str]) -> ([u64; 6], i32) {
    let said = place.assay(&[&["batch", "read", "-o", "json"], files].concat());
    let document = said.json();
    let count = |name: &str| document[name].as_u64().unwrap();
    (["answered", "refused", "failed", "missing", "unknown", "reused"].map(count), said.code)
}

#[test]
fn batch_lines_come_back_in_any_order_and_what_is_missing_is_counted() {
    let place = Workplace::with_questions(3);
    let lines = written(&place, "out");
    assert_eq!(lines.len(), 9);
    let mut replies: Vec<String> = lines.iter().map(|line| reply(line, "B")).collect();
    replies.reverse();
    let last = replies.pop().unwrap();
    replies.push(
        json!({"id": "b", "custom_id": "of-nobody", "response": null,
        "error": {"code": "x", "message": "y"}})
        .to_string(),
    );
    place.write("answers.jsonl", &replies.join("\n"));
    assert_eq!(read(&place, &["answers.jsonl"]), ([8, 0, 0, 1, 1, 0], 1));

    place.write("rest.jsonl", &last);
    assert_eq!(read(&place, &["rest.jsonl"]), ([1, 0, 0, 0, 0, 0], 0));
    assert_eq!(place.json(&["models"])["models"][0]["rows"], 9);
    let message = place.failure(&["batch", "read", "rest.jsonl"]);
    assert!(message.contains("batch write"), "{message}");
}

#[test]
fn a_line_that_failed_in_one_file_is_answered_by_the_other_in_either_order() {
    for files in [["errors.jsonl", "answers.jsonl"], ["answers.jsonl", "errors.jsonl"]] {
        let place = Workplace::with_questions(1);
        let lines = written(&place, "out");
        place.write("errors.jsonl", &failure(&lines[0]));
        let answers: Vec<String> = lines.iter().map(|line| reply(line, "B")).collect();
        place.write("answers.jsonl", &answers.join("\n"));
        let (counts, _) = read(&place, &files);
        let reused = u64::from(files[0] == "answers.jsonl");
        assert_eq!(counts[..4], [3, 0, 0, 0], "{files:?}");
        assert!(counts[5] <= reused, "{files:?}: {counts:?}");
        assert_eq!(place.json(&["models"])["models"][0]["rows"], 3, "{files:?}");
    }
}

#[test]
fn answers_for_a_run_that_was_replaced_are_not_taken() {
    let place = Workplace::with_questions(1);
    let older = written(&place, "older");
    place.run(&["infer", "--model", "m", "--close"]);
    let newer = written(&place, "newer");
    let answers = |lines: &[String], text| -> String {
        lines.iter().map(|line| reply(line, text)).collect::<Vec<_>>().join("\n")
    };
    place.write("older.jsonl", &answers(&older, "A"));
    assert_eq!(read(&place, &["older.jsonl"]).0, [0, 0, 0, 0, 3, 0]);
    place.write("newer.jsonl", &answers(&newer, "B"));
    assert_eq!(read(&place, &["newer.jsonl"]), ([3, 0, 0, 0, 0, 0], 0));
    assert_eq!(place.json(&["models"])["models"][1]["rows"], 3);
}
