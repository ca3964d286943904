//! Asking models over HTTP: whatever the server does, a request ends in exactly one outcome.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use assay::keyword::Keyword;
use assay::llm::{
    ChatRequest, Client, Endpoint, ErrorsInARow, Failure, FailureKind, Outcome, Part, Picture,
    PictureFormat, RefusedBy, Stop,
};

use crate::support::fault_server::{Act, FaultServer, answer, completion, error};

const KEY: &str = "sk-test-0123456789abcdef";

fn endpoint(server: &FaultServer) -> Endpoint {
    Endpoint {
        model_id: Some("tiny".into()),
        api_key_command: Some(format!("echo {KEY}")),
        timeout: 5.0,
        max_attempts: 2,
        ..Endpoint::from_url(server.url())
    }
}

fn client(server: &FaultServer) -> Client {
    Client::new(endpoint(server)).expect("a client")
}

fn ask(server: &FaultServer) -> Outcome {
    client(server).ask(&ChatRequest::from_text("Which?"), &Stop::new())
}

fn failure(outcome: Outcome) -> Failure {
    match outcome {
        Outcome::Failed(failure) => failure,
        other => panic!("{other:?}"),
    }
}

fn failed(act: Act) -> Failure {
    failure(ask(&FaultServer::always(act)))
}

#[test]
fn an_answer_comes_with_its_tokens_and_the_model_that_gave_it() {
    let server = FaultServer::always(answer("B"));
    let Outcome::Answered(reply) = ask(&server) else { panic!() };
    assert_eq!((reply.text.as_str(), reply.attempts), ("B", 1));
    assert_eq!(reply.model.as_deref(), Some("tiny"));
    assert_eq!((reply.usage.prompt_tokens, reply.usage.completion_tokens), (Some(11), Some(3)));
    let [seen] = &server.seen()[..] else { panic!() };
    assert_eq!(seen.line, "POST /v1/chat/completions");
    assert_eq!(seen.header("authorization"), Some(&*format!("Bearer {KEY}")));
    assert_eq!(seen.json()["model"], "tiny");
}

#[test]
fn a_picture_arrives_with_its_bytes_unchanged() {
    let server = FaultServer::always(answer("B"));
    let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";
    let picture = Picture::new(gif, PictureFormat::ALL).unwrap();
    let request = ChatRequest::from_parts(vec![Part::Picture(picture), Part::Text("?".into())]);
    client(&server).ask(&request, &Stop::new());
    let body = server.seen()[0].json();
    let url = body.pointer("/messages/0/content/0/image_url/url").unwrap().as_str().unwrap();
    assert_eq!(url, "data:image/gif;base64,R0lGODlhAQABAAAAADs=");
}

#[test]
fn a_server_that_fails_once_is_asked_again() {
    let acts = [
        error(500, "server_error", "boom"),
        Act::Cut,
        Act::CutInBody(completion("B")),
        Act::Raw(b"SSH-2.0-OpenSSH\r\n".to_vec()),
        Act::Answer(200, Vec::new(), "{\"choices\":".into()),
        Act::Answer(200, Vec::new(), r#"{"error":{"code":503,"message":"busy"}}"#.into()),
        error(429, "rate_limit_exceeded", "slow down"),
        Act::Answer(503, vec![("retry-after", "0".into())], String::new()),
    ];
    for act in acts {
        let first = act.clone();
        let server = FaultServer::start(move |number, _| match number {
            0 => first.clone(),
            _ => answer("B"),
        });
        let outcome = ask(&server);
        assert!(
            matches!(&outcome, Outcome::Answered(reply) if reply.attempts == 2),
            "{act:?}: {outcome:?}"
        );
        assert_eq!(server.seen().len(), 2);
    }
}

#[test]
fn a_failure_that_lasts_is_reported_with_its_kind_after_the_last_attempt() {
    for (act, kind, status) in [
        (error(500, "server_error", "boom"), FailureKind::Server, Some(500)),
        (Act::Cut, FailureKind::Cut, None),
        (Act::CutInBody(completion("B")), FailureKind::Cut, Some(200)),
        (Act::Raw(b"SSH-2.0-OpenSSH\r\n".to_vec()), FailureKind::BadReply, None),
        (Act::Answer(200, Vec::new(), "no json".into()), FailureKind::BadReply, Some(200)),
        (Act::Answer(200, Vec::new(), String::new()), FailureKind::BadReply, Some(200)),
        (error(429, "rate_limit_exceeded", "slow"), FailureKind::RateLimit, Some(429)),
        (Act::Huge(17 << 20), FailureKind::BadReply, Some(200)),
    ] {
        let failure = failed(act.clone());
        assert_eq!((failure.kind, failure.status), (kind, status), "{act:?}: {failure}");
        assert_eq!(failure.attempts, 2, "{act:?}");
    }
}

#[test]
fn what_cannot_succeed_is_not_tried_again() {
    for (act, kind) in [
        (error(401, "invalid_api_key", "Incorrect API key"), FailureKind::Unauthorized),
        (error(404, "model_not_found", "The model `x` does not exist"), FailureKind::UnknownModel),
        (error(400, "context_length_exceeded", "too long"), FailureKind::TooLong),
        (error(500, "500", "image input is not supported"), FailureKind::NoPictures),
        (error(429, "insufficient_quota", "no money"), FailureKind::Quota),
        (error(400, "invalid_request_error", "temperature"), FailureKind::BadRequest),
        (
            Act::Answer(200, Vec::new(), r#"{"error":{"code":401,"message":"x"}}"#.into()),
            FailureKind::Unauthorized,
        ),
        (Act::Answer(413, Vec::new(), "<html>too large</html>".into()), FailureKind::TooLarge),
    ] {
        let failure = failed(act.clone());
        assert_eq!((failure.kind, failure.attempts), (kind, 1), "{act:?}: {failure}");
    }
}

#[test]
fn a_server_that_hangs_or_sends_a_byte_now_and_then_runs_into_the_time_limit() {
    for act in [Act::Hang, Act::SlowBytes] {
        let server = FaultServer::always(act.clone());
        let endpoint = Endpoint { timeout: 0.4, max_attempts: 1, ..endpoint(&server) };
        let outcome =
            Client::new(endpoint).unwrap().ask(&ChatRequest::from_text("?"), &Stop::new());
        let failure = failure(outcome);
        assert_eq!(failure.kind, FailureKind::Timeout, "{act:?}: {failure}");
        assert!(failure.message.contains("no whole answer in 0.4 s"), "{failure}");
    }
}

#[test]
fn nobody_at_the_address_is_a_failure_to_connect() {
    let address = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let endpoint = Endpoint { max_attempts: 1, ..Endpoint::from_url(format!("http://{address}")) };
    let outcome = Client::new(endpoint).unwrap().ask(&ChatRequest::from_text("?"), &Stop::new());
    let failure = failure(outcome);
    assert_eq!(failure.kind, FailureKind::Connect);
    assert!(failure.message.contains(&address.to_string()), "{failure}");
}

#[test]
fn an_unknown_name_of_a_host_is_a_failure_to_connect() {
    let endpoint =
        Endpoint { max_attempts: 1, ..Endpoint::from_url("http://no-such-host.invalid:8000") };
    let outcome = Client::new(endpoint).unwrap().ask(&ChatRequest::from_text("?"), &Stop::new());
    let failure = failure(outcome);
    assert_eq!(failure.kind, FailureKind::Connect, "{failure}");
    assert!(failure.message.contains("no-such-host.invalid"), "{failure}");
}

#[test]
fn a_redirect_is_not_followed_and_the_key_never_reaches_the_other_host() {
    for status in [301, 302, 303, 307, 308] {
        let other = FaultServer::always(answer("stolen"));
        let location = format!("http://{}/v1/chat/completions?k={KEY}", other.address());
        let server = FaultServer::always(Act::Answer(
            status,
            vec![("location", location)],
            format!("moved, {KEY}"),
        ));
        let failure = failure(ask(&server));
        assert_eq!((failure.kind, failure.attempts), (FailureKind::Redirect, 1));
        assert!(failure.message.contains(other.address()), "{failure}");
        assert!(!failure.message.contains(KEY), "{failure}");
        assert!(other.seen().is_empty());
    }
}

#[test]
fn a_key_that_the_server_echoes_is_in_no_message() {
    let long = format!("{}{KEY}", "x".repeat(490));
    for message in [format!("Incorrect API key provided: {KEY}. Bearer {KEY}"), long] {
        let failure = failed(error(401, "invalid_api_key", &message));
        assert!(failure.message.contains("[secret"), "{failure}");
        assert!(!failure.message.contains(&KEY[..8]), "{failure}");
    }
    let late = format!("{}{KEY}", "x".repeat(170));
    let bodies =
        [late, format!("not JSON {KEY}"), format!(r#"{{"error":"{KEY}"}}"#), completion(KEY)];
    for body in bodies {
        for status in [200, 500] {
            let server = FaultServer::always(Act::Answer(status, Vec::new(), body.clone()));
            let client = client(&server);
            let outcome = client.ask(&ChatRequest::from_text("?"), &Stop::new());
            let shown = format!("{outcome:?} {client:?} {:?}", client.endpoint);
            assert!(!shown.contains(&KEY[..8]), "{status} {body}");
        }
    }
}

#[test]
fn the_wait_that_the_server_asks_for_is_kept() {
    let server = FaultServer::start(|number, _| match number {
        0 => Act::Answer(429, vec![("retry-after", "1".into())], "{}".into()),
        _ => answer("B"),
    });
    let started = Instant::now();
    assert!(matches!(ask(&server), Outcome::Answered(_)));
    assert!(started.elapsed() >= Duration::from_secs(1));
}

#[test]
fn the_wait_that_the_server_asks_of_one_request_is_kept_by_all() {
    let asked: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let times = asked.clone();
    let server = FaultServer::start(move |number, _| {
        times.lock().unwrap().push(Instant::now());
        match number {
            0 => Act::Answer(429, vec![("retry-after", "1".into())], "{}".into()),
            _ => answer("B"),
        }
    });
    let client = Client::new(Endpoint { concurrency: 1, ..endpoint(&server) }).unwrap();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| client.ask(&ChatRequest::from_text("?"), &Stop::new()));
        }
    });
    let times = asked.lock().unwrap();
    assert_eq!(times.len(), 3);
    let early = times[1..].iter().filter(|time| **time - times[0] < Duration::from_millis(990));
    assert_eq!(early.count(), 0);
}

#[test]
fn a_wait_of_an_hour_is_a_failure_at_once() {
    let failure = failed(Act::Answer(429, vec![("retry-after", "3600".into())], "{}".into()));
    assert_eq!((failure.kind, failure.attempts), (FailureKind::RateLimit, 1));
    assert!(failure.message.contains("3600 s"), "{failure}");
}

#[test]
fn a_wait_ends_at_once_when_the_run_stops() {
    let server =
        FaultServer::always(Act::Answer(503, vec![("retry-after", "60".into())], "{}".into()));
    let (client, stop) = (client(&server), Stop::new());
    let started = Instant::now();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| client.ask(&ChatRequest::from_text("?"), &stop)))
            .collect();
        // The first answer makes those wait, too, that have not asked yet.
        server.wait_until(|server| !server.seen().is_empty());
        stop.request();
        for thread in threads {
            let outcome = thread.join().unwrap();
            assert!(matches!(outcome, Outcome::Stopped { .. }), "{outcome:?}");
        }
    });
    assert!(started.elapsed() < Duration::from_mins(1), "the wait was not cut short");
    let outcome = client.ask(&ChatRequest::from_text("?"), &stop);
    assert_eq!(outcome, Outcome::Stopped { attempts: 0 });
}

#[test]
fn refusals_are_neither_answers_nor_failures() {
    let refused = |act: Act| match ask(&FaultServer::always(act)) {
        Outcome::Refused(refusal) => (refusal.why, refusal.text, refusal.attempts),
        other => panic!("{other:?}"),
    };
    let body = |choice: &str| Act::Answer(200, Vec::new(), format!(r#"{{"choices":[{choice}]}}"#));
    let field = r#"{"message":{"content":null,"refusal":"I cannot"},"finish_reason":"stop"}"#;
    assert_eq!(refused(body(field)), (RefusedBy::Model, "I cannot".into(), 1));
    let cut = r#"{"message":{"content":"The"},"finish_reason":"content_filter"}"#;
    assert_eq!(refused(body(cut)), (RefusedBy::AnswerFilter, "The".into(), 1));
    let azure = error(400, "content_filter", "The prompt was filtered");
    assert_eq!(refused(azure).0, RefusedBy::RequestFilter);
}

#[test]
fn never_more_requests_are_under_way_than_the_endpoint_takes() {
    let wait = Duration::from_millis(20);
    let server = FaultServer::always(Act::After(wait, Box::new(answer("B"))));
    let endpoint = Endpoint { concurrency: 3, ..endpoint(&server) };
    let client = Client::new(endpoint).unwrap();
    thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                for _ in 0..3 {
                    let outcome = client.ask(&ChatRequest::from_text("?"), &Stop::new());
                    assert!(matches!(outcome, Outcome::Answered(_)), "{outcome:?}");
                }
            });
        }
    });
    assert!((2..=3).contains(&server.busiest()), "{}", server.busiest());
}

#[test]
fn requests_begin_no_faster_than_the_rate_of_the_endpoint() {
    let server = FaultServer::always(answer("B"));
    let endpoint = Endpoint { requests_per_minute: Some(600.0), ..endpoint(&server) };
    let client = Client::new(endpoint).unwrap();
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| client.ask(&ChatRequest::from_text("?"), &Stop::new()));
        }
    });
    assert!(started.elapsed() >= Duration::from_millis(500), "{:?}", started.elapsed());
    assert_eq!(server.seen().len(), 6);
}

#[test]
fn connections_that_the_server_closes_in_between_do_not_cost_an_attempt() {
    let server = FaultServer::always(Act::AnswerAndClose(completion("B")));
    let client = client(&server);
    for closed in 1..=5 {
        let outcome = client.ask(&ChatRequest::from_text("?"), &Stop::new());
        assert_eq!(outcome.attempts(), 1, "{outcome:?}");
        server.wait_until(|server| server.closed() == closed);
    }
}

#[test]
fn headers_of_the_endpoint_are_sent_and_azure_gets_its_own_key_header() {
    let server = FaultServer::always(answer("B"));
    let url = format!("{}/openai/deployments/d?api-version=2024-10-21", server.url());
    let headers = BTreeMap::from([("X-Title".to_owned(), "Assay".to_owned())]);
    let client = Client::new(Endpoint { url, headers, ..endpoint(&server) }).unwrap();
    client.ask(&ChatRequest::from_text("?"), &Stop::new());
    let seen = &server.seen()[0];
    assert_eq!(seen.line, "POST /openai/deployments/d/chat/completions?api-version=2024-10-21");
    assert_eq!((seen.header("api-key"), seen.header("authorization")), (Some(KEY), None));
    assert_eq!(seen.header("x-title"), Some("Assay"));
}

#[test]
fn a_run_whose_requests_all_fail_for_one_reason_stops_with_one_line() {
    let server = FaultServer::always(error(403, "forbidden", "Not from this country"));
    let (client, errors) = (client(&server), ErrorsInARow::new(20));
    let stopped = (0..100)
        .find_map(|_| errors.record(&client.ask(&ChatRequest::from_text("?"), &Stop::new())));
    assert_eq!(server.seen().len(), 20);
    assert_eq!(
        stopped.unwrap(),
        "20 failures of the kind unauthorized in a row; the last one: unauthorized (403): Not from \
         this country. Check the key of the endpoint."
    );
}

#[test]
fn under_random_faults_every_request_ends_in_one_outcome() {
    const THREADS: usize = 8;
    const EACH: usize = 10;
    let server = FaultServer::start(|number, _| match (number * 7919 + 13) % 10 {
        0 => Act::Cut,
        1 => Act::CutInBody(completion("B")),
        2 => error(500, "server_error", "boom"),
        3 => Act::Answer(429, vec![("retry-after", "0".into())], "{}".into()),
        4 => Act::AnswerAndClose(completion("B")),
        5 => Act::Answer(200, Vec::new(), "{".into()),
        _ => answer("B"),
    });
    let endpoint = Endpoint { concurrency: 4, max_attempts: 3, ..endpoint(&server) };
    let client = Client::new(endpoint).unwrap();
    let outcomes: Vec<Outcome> = thread::scope(|scope| {
        let run = || {
            let asks = (0..EACH).map(|_| client.ask(&ChatRequest::from_text("?"), &Stop::new()));
            asks.collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.len(), THREADS * EACH);
    // A request may arrive at a connection that the server has just closed; the server never sees it.
    let attempts: u32 = outcomes.iter().map(Outcome::attempts).sum();
    assert!(server.seen().len() <= attempts as usize, "no request is sent that is not counted");
    assert!(outcomes.iter().any(|outcome| matches!(outcome, Outcome::Answered(_))));
    assert!(!outcomes.iter().any(|outcome| matches!(outcome, Outcome::Stopped { .. })));
}
