//! `--scoring likelihood` where the server's log-probabilities say nothing about the choices: nothing is
//! invented from them.

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::likelihood::{colours, infer, legacy, likelihoods, vllm};
use crate::support::fault_server::{Act, FaultServer, Seen};

/// A request without its last message, where that is the assistant's.
fn without_answer(seen: &Seen) -> Seen {
    let mut body = seen.json();
    if let Some(messages) = body["messages"].as_array_mut() {
        messages.truncate(1);
    }
    Seen { body: body.to_string().into_bytes(), ..seen.clone() }
}

/// The answer of the assistant that a request has.
fn answer_in(seen: &Seen) -> String {
    seen.json()["messages"][1]["content"].as_str().unwrap_or_default().to_owned()
}

/// As `vllm`, with the last log-probability of the answer "blue" changed to this JSON.
fn with_wrong_value(value: &'static str) -> FaultServer {
    FaultServer::start(move |_, seen| {
        let Act::Answer(status, headers, body) = vllm(seen) else { panic!("an answer") };
        if seen.line.starts_with("GET") || answer_in(seen) != "blue" {
            return Act::Answer(status, headers, body);
        }
        let mut answer: Value = serde_json::from_str(&body).unwrap();
        let entries = answer["prompt_logprobs"].as_array_mut().unwrap();
        let last = entries.last_mut().unwrap();
        *last = json!({"77": {"logprob": "HERE", "rank": 1}});
        Act::Answer(status, headers, answer.to_string().replace("\"HERE\"", value))
    })
}

/// Nothing of the run is scored, and the pass counts as failed.
#[track_caller]
fn check_failed(place: &Workplace, server: &FaultServer, words: &str) {
    let url = server.url();
    let arguments = infer(&url, &["--max-attempts", "1", "-o", "json"]);
    let said = place.assay(&arguments);
    let document = said.json();
    assert_eq!(said.code, 1, "{document}");
    assert_eq!(
        (&document["failed"], &document["state"]),
        (&json!(1), &json!("open")),
        "{document}"
    );
    assert_eq!(document["errors"], json!({"bad-reply": 1}), "{document}");
    assert_eq!(place.json(&["models"])["models"][0]["rows"], 0, "nothing is scored");
    let failed = place.json(&["infer", "--model", "m", "--failed"]);
    let failed = &failed["failed"][0];
    assert_eq!((&failed["question"], &failed["kind"]), (&json!("1"), &json!("bad-reply")));
    assert!(failed["message"].as_str().unwrap().contains(words), "{failed}");
}

#[test]
fn a_server_that_drops_the_answer_is_found_before_a_run_is_opened() {
    let place = colours();
    let server = FaultServer::start(|_, seen| match seen.line.starts_with("GET") {
        true => vllm(seen),
        false => vllm(&without_answer(seen)),
    });
    let message = place.failure(&infer(&server.url(), &[]));
    assert!(message.contains("leaves the assistant's message out"), "{message}");
    assert_eq!(place.json(&["models"])["models"], json!([]));
    let check = place.json(&["endpoints", "check", &server.url(), "--model-id", "tiny"]);
    assert_eq!(check["prompt_logprobs"], Value::Null);
    assert!(
        check["messages"].to_string().contains("leaves the assistant's message out"),
        "{check}"
    );
}

#[test]
fn a_choice_without_tokens_is_a_failed_request() {
    let place = colours();
    let server = FaultServer::start(|_, seen| match answer_in(seen).as_str() {
        "blue" => vllm(&without_answer(seen)),
        _ => vllm(seen),
    });
    check_failed(&place, &server, "no tokens of the answer");
    let healthy = FaultServer::start(|_, seen| vllm(seen));
    place.run(&infer(&healthy.url(), &[]));
    assert_eq!(likelihoods(&place, "image"), ["A -3 3", "B -2 1", "C -2.5 2"]);
}

#[test]
fn values_that_are_not_log_probabilities_are_bad_replies() {
    for (value, words) in [
        ("5.0", "has 5, which"),
        ("0.001", "has 0.001, which"),
        ("\"-inf\"", "without a number"),
        ("null", "without a number"),
        ("[1]", "without a number"),
        ("-Infinity", "no JSON"),
        ("NaN", "no JSON"),
        ("-1e999", "no JSON"),
    ] {
        check_failed(&colours(), &with_wrong_value(value), words);
    }
}

#[test]
fn a_gap_in_the_echoed_log_probabilities_is_a_bad_reply() {
    let place = colours();
    let server = FaultServer::start(|_, seen| match legacy(seen) {
        Act::Answer(status, headers, body)
            if seen.json()["prompt"].to_string().contains("red car") =>
        {
            let mut answer: Value = serde_json::from_str(&body).unwrap();
            let values = &mut answer["choices"][0]["logprobs"]["token_logprobs"];
            *values.as_array_mut().unwrap().last_mut().unwrap() = Value::Null;
            Act::Answer(status, headers, answer.to_string())
        }
        act => act,
    });
    let url = server.url();
    let input = ["--input", "text", "--max-attempts", "1", "-o", "json"];
    let document = place.assay(&infer(&url, &input)).json();
    assert_eq!((&document["failed"], &document["errors"]), (&json!(1), &json!({"bad-reply": 1})));
}
