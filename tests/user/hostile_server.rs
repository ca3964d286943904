//! A server that answers in a hundred wrong ways: each request ends in one outcome, nothing hangs, and no
//! message has the key.

use std::thread;

use assay::keyword::Keyword;
use assay::llm::{ChatRequest, Client, Endpoint, Outcome, Stop};
use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, Seen, completion, error};

const KEY: &str = "sk-hostile-0123456789abcdef";

/// A kind of reply: its name, the reply, how a request with it ends (`answered`, `refused` or the kind of
/// failure).
type Row = (String, Act, &'static str);

/// The kinds of replies.
fn table() -> Vec<Row> {
    let mut rows = statuses();
    rows.extend(bodies());
    rows.extend(fields());
    rows.extend(transports());
    rows
}

fn ok(body: impl Into<String>) -> Act {
    Act::Answer(200, Vec::new(), body.into())
}

fn statuses() -> Vec<Row> {
    let plain = [
        (204, "bad-reply"),
        (300, "redirect"),
        (304, "redirect"),
        (400, "bad-request"),
        (401, "unauthorized"),
        (402, "quota"),
        (403, "unauthorized"),
        (404, "not-found"),
        (405, "not-found"),
        (408, "timeout"),
        (409, "server"),
        (410, "not-found"),
        (413, "too-large"),
        (415, "bad-request"),
        (418, "bad-request"),
        (422, "bad-request"),
        (425, "server"),
        (429, "rate-limit"),
        (500, "server"),
        (502, "server"),
        (503, "server"),
        (504, "server"),
        (599, "server"),
        (999, "server"),
    ];
    let row = |(status, kind)| {
        let body = match status {
            204 | 304 => String::new(),
            _ => format!("<h1>{status}</h1> said {KEY}"),
        };
        (format!("status {status}"), Act::Answer(status, Vec::new(), body), kind)
    };
    plain.into_iter().map(row).collect()
}

/// Bodies with the status of success that are not a chat completion, or nearly one.
fn bodies() -> Vec<Row> {
    let whole = completion("B");
    let deep = "[".repeat(200_000);
    let row = |name: &str, body: String, kind| (name.to_owned(), ok(body), kind);
    vec![
        row("empty", String::new(), "bad-reply"),
        row("space", " \n".into(), "bad-reply"),
        row("null", "null".into(), "bad-reply"),
        row("a number", "5".into(), "bad-reply"),
        row("a text", format!("\"{KEY}\""), "bad-reply"),
        row("an empty list", "[]".into(), "bad-reply"),
        row("an empty object", "{}".into(), "bad-reply"),
        row("cut JSON", whole[..whole.len() - 9].into(), "bad-reply"),
        row("JSON and more", format!("{whole}{{"), "bad-reply"),
        row("two documents", format!("{whole}\n{whole}"), "bad-reply"),
        row("a mark of UTF-8 before", format!("\u{FEFF}{whole}"), "bad-reply"),
        row("deep", deep, "bad-reply"),
        row("a page", format!("<html>Bearer {KEY}</html>"), "bad-reply"),
        row("a stream", format!("data: {whole}\n\ndata: [DONE]\n\n"), "bad-reply"),
        row("NaN", whole.replace("11", "NaN"), "bad-reply"),
        row("infinity", whole.replace("11", "Infinity"), "bad-reply"),
        row("a number beyond all", whole.replace("11", "1e999"), "bad-reply"),
        row("a lone surrogate", whole.replace("\"B\"", "\"\\ud800\""), "bad-reply"),
        row("a control character", whole.replace("\"B\"", "\"\u{1b}[31m\""), "bad-reply"),
        row("an error text", json!({"error": KEY}).to_string(), "server"),
        row("an error number", json!({"error": 7}).to_string(), "server"),
        row("an empty error", json!({"error": {}}).to_string(), "server"),
        row("an error list", json!({"error": [KEY]}).to_string(), "server"),
        row(
            "an error in an object",
            json!({"error": {"message": {"a": KEY}}}).to_string(),
            "server",
        ),
        row("no error", json!({"error": false, "choices": []}).to_string(), "bad-reply"),
        row("an older error", json!({"object": "error", "message": KEY}).to_string(), "server"),
        row("choices of null", json!({"choices": null}).to_string(), "bad-reply"),
        row("choices as an object", json!({"choices": {"0": 1}}).to_string(), "bad-reply"),
        row("no choices", json!({"choices": []}).to_string(), "bad-reply"),
        row("a choice of null", json!({"choices": [null]}).to_string(), "bad-reply"),
        row("an empty choice", json!({"choices": [{}]}).to_string(), "bad-reply"),
        row("a choice with a text", json!({"choices": [{"text": "B"}]}).to_string(), "bad-reply"),
    ]
}

/// A chat completion with one field changed.
fn fields() -> Vec<Row> {
    let changed = |pointer: &str, value: Value| {
        let mut body: Value = serde_json::from_str(&completion("B")).unwrap();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        body.pointer_mut(parent).unwrap()[name] = value;
        ok(body.to_string())
    };
    let content = "/choices/0/message/content";
    let rows = [
        (content, json!(null), "answered"),
        (content, json!(5), "bad-reply"),
        (content, json!(true), "bad-reply"),
        (content, json!({"text": "B"}), "bad-reply"),
        (content, json!([]), "answered"),
        (content, json!([5, null, {"text": 5}, {"type": "text", "text": "B"}]), "answered"),
        (content, json!(KEY), "answered"),
        (content, json!("x".repeat(1 << 20)), "answered"),
        (content, json!("\u{0}\u{1b}]52;c;AAAA\u{7}\u{202e}"), "answered"),
        ("/choices/0/message", json!(null), "bad-reply"),
        ("/choices/0/message", json!("B"), "bad-reply"),
        ("/choices/0/message", json!(["B"]), "bad-reply"),
        ("/choices/0/message", json!({}), "answered"),
        ("/choices/0/message/refusal", json!(5), "answered"),
        ("/choices/0/message/refusal", json!(format!("no, {KEY}")), "refused"),
        ("/choices/0/message/reasoning_content", json!([1]), "answered"),
        ("/choices/0/message/reasoning", json!(KEY), "answered"),
        ("/choices/0/message/tool_calls", json!([{"function": KEY}]), "answered"),
        ("/choices/0/finish_reason", json!(5), "answered"),
        ("/choices/0/finish_reason", json!(KEY), "answered"),
        ("/choices/0/finish_reason", json!("error"), "server"),
        ("/choices/0/finish_reason", json!("content_filter"), "refused"),
        ("/choices/0/error", json!({"code": 429, "message": KEY}), "rate-limit"),
        ("/choices/0/logprobs", json!("none"), "answered"),
        ("/choices/0/logprobs", json!({"tokens": 5}), "answered"),
        ("/choices/0/index", json!(-1), "answered"),
        ("/choices/1", json!(null), "answered"),
        ("/prompt_logprobs", json!({"a": 1}), "answered"),
        ("/prompt_logprobs", json!([5]), "answered"),
        ("/usage", json!("many"), "answered"),
        ("/usage/prompt_tokens", json!(-5), "answered"),
        ("/usage/prompt_tokens", json!(u64::MAX), "answered"),
        ("/usage/completion_tokens", json!(1.5e300), "answered"),
        ("/model", json!([KEY]), "answered"),
        ("/model", json!(KEY), "answered"),
        ("/error", json!(null), "answered"),
        ("/error", json!({"code": "content_filter", "message": KEY}), "refused"),
        ("/error", json!({"code": 401, "message": KEY}), "unauthorized"),
    ];
    let row = |(pointer, value, kind): (&str, Value, _)| {
        let shown: String = value.to_string().chars().take(40).collect();
        let act = match pointer {
            "/choices/1" => {
                let mut body: Value = serde_json::from_str(&completion("B")).unwrap();
                body["choices"].as_array_mut().unwrap().push(value);
                ok(body.to_string())
            }
            _ => changed(pointer, value),
        };
        (format!("{pointer}: {shown}"), act, kind)
    };
    rows.into_iter().map(row).collect()
}

/// What is wrong on the connection.
fn transports() -> Vec<Row> {
    let whole = completion("B");
    let length = whole.len();
    let raw =
        |name: &str, bytes: String, kind| (name.to_owned(), Act::Raw(bytes.into_bytes()), kind);
    let head = "HTTP/1.1 200 OK\r\n";
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let location = |to: &str| vec![("location", to.to_owned())];
    let gzip = [
        &b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n"[..],
        &[31, 139, 8, 0],
    ];
    let utf8 = [format!("{head}content-length: 3\r\n\r\n").as_bytes(), &[34, 255, 34]].concat();
    vec![
        ("cut".into(), Act::Cut, "cut"),
        ("cut in the body".into(), Act::CutInBody(whole.clone()), "cut"),
        ("nothing".into(), Act::Hang, "timeout"),
        ("a byte now and then".into(), Act::SlowBytes, "timeout"),
        ("too long".into(), Act::Huge(17 << 20), "bad-reply"),
        ("closed behind it".into(), Act::AnswerAndClose(whole.clone()), "answered"),
        ("gzip".into(), Act::Raw(gzip.concat()), "bad-reply"),
        ("not UTF-8".into(), Act::Raw(utf8), "bad-reply"),
        (
            "elsewhere".into(),
            Act::Answer(302, location(&format!("http://h/{KEY}")), KEY.into()),
            "redirect",
        ),
        ("nowhere".into(), Act::Answer(307, location("\u{7f}::"), String::new()), "bad-reply"),
        (
            "here again".into(),
            Act::Answer(308, location("/v1/chat/completions"), String::new()),
            "redirect",
        ),
        (
            "ever later".into(),
            Act::Answer(429, vec![("retry-after", "1e308".into())], String::new()),
            "rate-limit",
        ),
        raw("another protocol", "SSH-2.0-OpenSSH\r\n".into(), "bad-reply"),
        raw("a strange status", "HTTP/1.1 abc\r\n\r\n".into(), "bad-reply"),
        raw("a strange version", "HTTP/9.9 200 OK\r\n\r\n".into(), "bad-reply"),
        raw("a head without an end", format!("{head}content-length: 5\r\n"), "cut"),
        raw("no length", format!("{head}\r\n{whole}"), "answered"),
        raw("no length and no body", format!("{head}\r\n"), "bad-reply"),
        raw(
            "a length that is too long",
            format!("{head}content-length: {}\r\n\r\n{whole}", length + 9),
            "cut",
        ),
        raw(
            "a length that is too short",
            format!("{head}content-length: 9\r\n\r\n{whole}"),
            "bad-reply",
        ),
        raw("a length below 0", format!("{head}content-length: -1\r\n\r\n{whole}"), "bad-reply"),
        raw("a length in words", format!("{head}content-length: long\r\n\r\n{whole}"), "bad-reply"),
        raw(
            "two lengths",
            format!("{head}content-length: 2\r\ncontent-length: {length}\r\n\r\n{whole}"),
            "bad-reply",
        ),
        raw("in a chunk", format!("{chunked}{length:x}\r\n{whole}\r\n0\r\n\r\n"), "answered"),
        raw("a chunk without an end", format!("{chunked}{length:x}\r\n{whole}"), "cut"),
        raw(
            "a chunk of a strange size",
            format!("{chunked}zz\r\n{whole}\r\n0\r\n\r\n"),
            "bad-reply",
        ),
        raw(
            "a chunk without bounds",
            format!("{chunked}ffffffffffffffffff\r\n{whole}"),
            "bad-reply",
        ),
        raw("a chunk that is cut", format!("{chunked}fff\r\n{whole}"), "cut"),
        raw("a header of a megabyte", format!("{head}x: {}\r\n\r\n", "y".repeat(1 << 20)), "cut"),
        raw(
            "ten thousand headers",
            format!("{head}{}\r\n", "x: y\r\n".repeat(10_000)),
            "bad-reply",
        ),
        raw("a header without a name", format!("{head}: x\r\n\r\n{whole}"), "bad-reply"),
        raw(
            "first another answer",
            format!("HTTP/1.1 100 Continue\r\n\r\n{head}content-length: {length}\r\n\r\n{whole}"),
            "answered",
        ),
    ]
}

/// Only where the limit is the outcome it must not be long.
fn endpoint(server: &FaultServer, expected: &str) -> Endpoint {
    Endpoint {
        model_id: Some("tiny".into()),
        api_key_command: Some(format!("echo {KEY}")),
        timeout: if expected == "timeout" { 1.0 } else { 60.0 },
        max_attempts: 1,
        ..Endpoint::from_url(server.url())
    }
}

fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered(_) => "answered",
        Outcome::Refused(_) => "refused",
        Outcome::Failed(failure) => failure.kind.name(),
        Outcome::Stopped { .. } => "stopped",
    }
}

#[test]
fn each_of_a_hundred_wrong_replies_ends_in_the_outcome_that_it_should() {
    let rows = table();
    assert!(rows.len() > 100, "{}", rows.len());
    let wrong: Vec<String> = thread::scope(|scope| {
        let asked = rows.iter().map(|(kind, act, expected)| {
            scope.spawn(move || {
                let server = FaultServer::always(act.clone());
                let client = Client::new(endpoint(&server, expected)).unwrap();
                let outcome = client.ask(&ChatRequest::from_text("Which?"), &Stop::new());
                let shown = format!("{outcome:?}");
                assert!(!shown.contains(&KEY[..10]), "{kind}: {shown}");
                let shown: String = shown.chars().take(200).collect();
                let found = name(&outcome);
                (found != *expected).then(|| format!("{kind}: {expected}, not {found}: {shown}"))
            })
        });
        let asked: Vec<_> = asked.collect();
        asked.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The number of the question that is asked.
fn number(seen: &Seen) -> usize {
    let body = String::from_utf8_lossy(&seen.body).into_owned();
    let after = body.split("Question number ").nth(1).unwrap_or_default();
    after.split('?').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn a_run_over_a_server_that_answers_each_question_in_another_wrong_way_accounts_for_all() {
    // A refused key ends a run.
    let rows: Vec<Row> = table().into_iter().filter(|row| row.2 != "unauthorized").collect();
    let count = |kind: &str| rows.iter().filter(|row| row.2 == kind).count();
    let (answered, refused) = (count("answered"), count("refused"));
    let total = rows.len();
    let place = Workplace::with_questions(total);
    let acts: Vec<Act> = rows.into_iter().map(|row| row.1).collect();
    let server = FaultServer::start(move |_, seen| match acts.get(number(seen).wrapping_sub(1)) {
        Some(act) => act.clone(),
        None => error(400, "bad", "which question?"),
    });
    let url = server.url();
    let arguments =
        ["infer", "--model", "m", "--url", &url, "--strategy", "first-pass", "--input", "text"];
    let limits = ["--concurrency", "16", "--max-attempts", "1", "--timeout", "5", "-o", "json"];
    let rest = ["--max-errors-in-a-row", "1000", "--api-key-command", &format!("echo {KEY}")];
    let said = place.assay(&[&arguments[..], &limits, &rest].concat());
    let document = said.json();
    let counts =
        ["answered", "refused", "failed", "left"].map(|name| document[name].as_u64().unwrap());
    let expected = [answered, refused, total - answered - refused, 0].map(|count| count as u64);
    assert_eq!((counts, said.code), (expected, 1), "{document}");
    for text in [
        &said.out,
        &said.err,
        &place.run(&["infer", "--model", "m", "--input", "text", "--failed"]),
    ] {
        assert!(!text.contains(&KEY[..10]) && !text.contains('\u{1b}'), "{text}");
    }
    for file in ["assay.db", "assay.db-wal"] {
        let bytes = std::fs::read(place.path(file)).unwrap_or_default();
        assert!(!bytes.windows(10).any(|part| part == &KEY.as_bytes()[..10]), "{file}");
    }
    place.assay(&["doctor"]).well();
}
