use std::path::Path;

use serde_json::json;

use super::*;
use crate::endpoint::Endpoint;
use crate::request::ChatRequest;

fn body(text: &str) -> Body {
    let endpoint = Endpoint { model_id: Some("m".into()), ..Endpoint::from_url("http://h") };
    ChatRequest::from_text(text).body(&endpoint)
}

fn writer(limits: BatchLimits, folder: &Path) -> BatchWriter {
    BatchWriter::new(limits, "/v1/chat/completions", folder.join("m"))
}

/// The texts of the files, and the writer's summary.
fn written(limits: BatchLimits, requests: &[(&str, &str)]) -> (Vec<String>, Vec<BatchFile>) {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(limits, folder.path());
    for (id, text) in requests {
        writer.push(id, &body(text)).unwrap();
    }
    let files = writer.finish().unwrap();
    let texts = files.iter().map(|file| fs::read_to_string(&file.file).unwrap()).collect();
    (texts, files)
}

#[test]
fn a_request_is_a_line_with_its_id_and_body() {
    let requests = [("q1/0", "line\nbreak"), ("q2", "x")];
    let (texts, files) = written(BatchLimits::default(), &requests);
    let lines: Vec<Value> =
        texts[0].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"custom_id": "q1/0", "method": "POST", "url": "/v1/chat/completions",
            "body": {"model": "m", "messages": [{"role": "user", "content": "line\nbreak"}]}})
    );
    assert_eq!(lines[1]["custom_id"], "q2");
    assert_eq!((files[0].requests, files[0].bytes), (2, texts[0].len() as u64));
    assert!(files[0].file.ends_with("m-000.jsonl"));
}

#[test]
fn files_are_split_by_lines_and_by_bytes() {
    let requests = [("a", "x"), ("b", "x"), ("c", "x"), ("d", "x"), ("e", "x")];
    let by_lines = BatchLimits { lines: 2, ..BatchLimits::default() };
    let (texts, files) = written(by_lines, &requests);
    let lines: Vec<usize> = texts.iter().map(|text| text.lines().count()).collect();
    assert_eq!(lines, [2, 2, 1]);
    let length = files[2].bytes;
    let by_bytes = BatchLimits { bytes: 3 * length, ..BatchLimits::default() };
    let (texts, files) = written(by_bytes, &requests);
    assert_eq!(texts.iter().map(|text| text.lines().count()).collect::<Vec<_>>(), [3, 2]);
    assert!(files.iter().all(|file| file.bytes <= by_bytes.bytes));
    let all: String = texts.concat();
    assert_eq!(all.lines().count(), 5);
}

#[test]
fn a_request_fits_a_file_and_files_are_removed_unless_all_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = writer(BatchLimits { lines: 1, bytes: 300 }, folder.path());
    writer.push("a", &body("x")).unwrap();
    writer.push("b", &body("x")).unwrap();
    let count = || fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(count(), 2);
    let large = body(&"x".repeat(400));
    assert!(matches!(writer.push("c", &large), Err(BatchError::TooLarge { .. })));
    drop(writer);
    assert_eq!(count(), 0);
}

#[test]
fn a_file_that_is_there_is_neither_written_nor_removed() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().join("m-000.jsonl");
    fs::write(&there, "mine").unwrap();
    let error = writer(BatchLimits::default(), folder.path()).push("a", &body("x")).unwrap_err();
    assert!(error.to_string().contains("there is such a file already"), "{error}");
    assert_eq!(fs::read_to_string(&there).unwrap(), "mine");
}

#[test]
fn an_answer_is_read_with_its_id() {
    let line = json!({"id": "batch_req_1", "custom_id": "q1/0", "error": null, "response": {
        "status_code": 200, "request_id": "r", "body": {"model": "m",
            "choices": [{"message": {"content": "B"}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 1}}}});
    let read = read_answer(&line.to_string()).unwrap();
    let Outcome::Answered(reply) = read.outcome else { panic!() };
    assert_eq!((read.id.as_str(), reply.text.as_str()), ("q1/0", "B"));
    assert_eq!(reply.usage.prompt_tokens, Some(5));
}

#[test]
fn failures_have_the_kind_that_they_would_have_over_http() {
    let failed = |line: Value| match read_answer(&line.to_string()).unwrap().outcome {
        Outcome::Failed(failure) => failure.kind,
        other => panic!("{other:?}"),
    };
    let error = json!({"error": {"message": "m", "code": "context_length_exceeded"}});
    let line = json!({"custom_id": "a", "response": {"status_code": 400, "body": error}});
    assert_eq!(failed(line), FailureKind::TooLong);
    let expired = json!({"custom_id": "a", "response": null,
        "error": {"code": "batch_expired", "message": "not executed in time"}});
    assert_eq!(failed(expired), FailureKind::Timeout);
    let other = json!({"custom_id": "a", "error": {"code": "server_error", "message": "m"}});
    assert_eq!(failed(other), FailureKind::Server);
    let limited =
        json!({"custom_id": "a", "response": {"status_code": 429, "body": {"error": "x"}}});
    assert_eq!(failed(limited), FailureKind::RateLimit);
}

#[test]
fn a_line_of_another_file_is_an_error() {
    for line in ["", "{", "{}", r#"{"custom_id":"a"}"#, r#"{"custom_id":5,"response":{}}"#, "[]"] {
        assert!(read_answer(line).is_err(), "{line}");
    }
}
