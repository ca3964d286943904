use std::cell::RefCell;

use serde_json::json;

use super::*;
use crate::endpoint::Endpoint;
use crate::request::ChatRequest;

fn body(text: &str) -> Body {
    let endpoint = Endpoint { model_id: Some("m".into()), ..Endpoint::from_url("http://h") };
    ChatRequest::from_text(text).body(&endpoint)
}

/// Writes into memory. Returns the files and the writer's summary.
fn written(limits: BatchLimits, requests: &[(&str, &str)]) -> (Vec<String>, Vec<BatchFile>) {
    struct Shared<'f>(&'f RefCell<Vec<Vec<u8>>>, usize);
    impl Write for Shared<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut()[self.1].write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let files = RefCell::new(Vec::new());
    let mut writer = BatchWriter::new(limits, "/v1/chat/completions", |number| {
        files.borrow_mut().push(Vec::new());
        Ok(Shared(&files, number))
    });
    for (id, text) in requests {
        writer.push(id, &body(text)).unwrap();
    }
    let counted = writer.finish().unwrap();
    let texts = files.take().into_iter().map(|bytes| String::from_utf8(bytes).unwrap());
    (texts.collect(), counted)
}

#[test]
fn a_request_is_a_line_with_its_id_and_body() {
    let (files, counted) = written(BatchLimits::default(), &[("q1/0", "line\nbreak"), ("q2", "x")]);
    let lines: Vec<Value> =
        files[0].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"custom_id": "q1/0", "method": "POST", "url": "/v1/chat/completions",
            "body": {"model": "m", "messages": [{"role": "user", "content": "line\nbreak"}]}})
    );
    assert_eq!(lines[1]["custom_id"], "q2");
    assert_eq!(counted, [BatchFile { requests: 2, bytes: files[0].len() as u64 }]);
}

#[test]
fn files_are_split_by_lines_and_by_bytes() {
    let requests = [("a", "x"), ("b", "x"), ("c", "x"), ("d", "x"), ("e", "x")];
    let by_lines = BatchLimits { lines: 2, ..BatchLimits::default() };
    let (files, counted) = written(by_lines, &requests);
    let lines: Vec<usize> = files.iter().map(|file| file.lines().count()).collect();
    assert_eq!(lines, [2, 2, 1]);
    let length = counted[2].bytes;
    let by_bytes = BatchLimits { bytes: 3 * length, ..BatchLimits::default() };
    let (files, counted) = written(by_bytes, &requests);
    assert_eq!(files.iter().map(|file| file.lines().count()).collect::<Vec<_>>(), [3, 2]);
    assert!(counted.iter().all(|file| file.bytes <= by_bytes.bytes));
    let all: String = files.concat();
    assert_eq!(all.lines().count(), 5);
}

#[test]
fn ids_are_unique_and_short_and_a_request_fits_a_file() {
    let open = |_| Ok(Vec::new());
    let mut writer = BatchWriter::new(BatchLimits { lines: 9, bytes: 300 }, "/v1", open);
    writer.push("a", &body("x")).unwrap();
    assert!(matches!(writer.push("a", &body("x")), Err(BatchError::Twice(_))));
    assert!(matches!(writer.push("", &body("x")), Err(BatchError::Id(_))));
    assert!(matches!(writer.push(&"i".repeat(65), &body("x")), Err(BatchError::Id(_))));
    let large = body(&"x".repeat(400));
    assert!(matches!(writer.push("b", &large), Err(BatchError::TooLarge { .. })));
    assert!(writer.push(&"i".repeat(64), &body("x")).is_ok());
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
