//! The engine by its commands, against servers of our own: asking, extracting, filtering, batches.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, Seen, answer, completion, error};

/// The text of the question as the server was asked it.
fn prompt(seen: &Seen) -> String {
    let body = seen.json();
    let content = &body["messages"][0]["content"];
    match content.as_str() {
        Some(text) => text.to_owned(),
        None => content
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|part| part["text"].as_str())
            .collect(),
    }
}

/// The letter before a choice's text; every right choice is `second`.
fn letter_of(seen: &Seen, choice: &str) -> String {
    let prompt = prompt(seen);
    let line = prompt.lines().find(|line| line.ends_with(&format!(". {choice}")));
    line.and_then(|line| line.split('.').next()).unwrap_or("?").to_owned()
}

fn number_of(seen: &Seen) -> u32 {
    let prompt = prompt(seen);
    let after = prompt.split("Question number ").nth(1).unwrap_or_default();
    after.split('?').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn right(seen: &Seen) -> Act {
    answer(&letter_of(seen, "second"))
}

/// Right on even questions; on odd ones the first pass is right and the later ones are not.
fn half_right(seen: &Seen) -> Act {
    let is_first_pass = letter_of(seen, "first") == "A";
    match number_of(seen).is_multiple_of(2) || is_first_pass {
        true => right(seen),
        false => answer(&letter_of(seen, "third")),
    }
}

fn infer(url: &str, rest: &[&str]) -> Vec<String> {
    let base = ["infer", "--model", "m", "--url", url, "-o", "json"];
    base.iter().chain(rest).map(ToString::to_string).collect()
}

fn said(place: &Workplace, arguments: &[String]) -> (i32, Value) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = place.assay(&arguments);
    (said.code, said.json())
}

fn count(document: &Value, name: &str) -> u64 {
    document[name].as_u64().unwrap_or_else(|| panic!("{name}: {document}"))
}

/// Every pass is in exactly one of the counts.
#[track_caller]
fn check_account(document: &Value, passes: u64) {
    let names = ["answered", "refused", "failed", "reused", "spared", "left"];
    let sum: u64 = names.iter().map(|name| count(document, name)).sum();
    assert_eq!(sum, passes, "{document}");
}

#[test]
fn a_wrong_pass_spares_the_passes_after_it_and_every_pass_is_accounted_for() {
    let place = Workplace::with_questions(4);
    let server = FaultServer::start(|_, seen| half_right(seen));
    let (code, document) = said(&place, &infer(&server.url(), &[]));
    assert_eq!(
        (code, &document["stopped"], &document["state"]),
        (0, &Value::Null, &json!("sealed"))
    );
    // Two questions with three passes, two with a right and a wrong one.
    assert_eq!((count(&document, "answered"), count(&document, "spared")), (10, 2));
    check_account(&document, 12);
    assert_eq!(document["tokens"], json!({"prompt": 110, "completion": 30}));
    assert_eq!(server.seen().len(), 10);

    let scores = place.json(&["eval"]);
    let overall = &scores["models"][0]["results"][0];
    assert_eq!((&overall["questions"], &overall["correct"]), (&json!(4), &json!(2)));

    let (code, again) = said(&place, &infer(&server.url(), &[]));
    assert_eq!((code, count(&again, "requests"), count(&again, "reused")), (0, 0, 10));
    check_account(&again, 12);
    assert_eq!(server.seen().len(), 10, "nothing is asked twice");

    let (_, all) = said(&place, &infer(&server.url(), &["--all-passes"]));
    assert_eq!((count(&all, "answered"), count(&all, "reused")), (2, 10));
    place.assay(&["doctor"]).well();
}

#[test]
fn a_picture_goes_out_as_it_came_in_and_text_input_has_none() {
    let place = Workplace::with_questions(1);
    let server = FaultServer::start(|_, seen| right(seen));
    said(&place, &infer(&server.url(), &["--strategy", "first-pass"]));
    said(&place, &infer(&server.url(), &["--strategy", "first-pass", "--input", "text"]));
    let seen = server.seen();
    let picture = base64_simd::STANDARD.encode_to_string(crate::harness::picture(1));
    let url = seen[0].json()["messages"][0]["content"][0]["image_url"]["url"].clone();
    assert_eq!(url, format!("data:image/png;base64,{picture}"));
    assert!(!seen[1].body.windows(9).any(|bytes| bytes == b"image_url"));
    let expected = "Question: Question number 1?\nA. first\nB. second\nC. third\n\
                    Please select the correct answer from the options above.";
    assert_eq!(prompt(&seen[1]).trim(), expected);
}

#[test]
fn what_failed_is_asked_again_and_never_scored_as_wrong() {
    let place = Workplace::with_questions(3);
    let broken = FaultServer::start(|_, seen| match number_of(seen) {
        2 => error(400, "invalid_request_error", "the picture is too small \u{1b}[2J"),
        _ => right(seen),
    });
    let (code, document) = said(&place, &infer(&broken.url(), &["--max-attempts", "1"]));
    assert_eq!((code, count(&document, "failed"), count(&document, "answered")), (1, 3, 6));
    assert_eq!(document["state"], "open");
    check_account(&document, 9);
    let scores = place.json(&["eval", "--missing", "exclude"]);
    let overall = &scores["models"][0]["results"][0];
    assert_eq!((&overall["questions"], &overall["correct"]), (&json!(2), &json!(2)));
    place.assay(&["doctor"]).well();

    let healthy = FaultServer::start(|_, seen| right(seen));
    let (code, document) = said(&place, &infer(&healthy.url(), &[]));
    assert_eq!((code, count(&document, "requests"), count(&document, "reused")), (0, 3, 6));
    assert_eq!(document["state"], "sealed");
    place.assay(&["doctor"]).well();
}

#[test]
fn a_refusal_is_recorded_as_refused_and_is_not_right() {
    let place = Workplace::with_questions(1);
    let body = completion("").replace("\"stop\"", "\"content_filter\"");
    let server = FaultServer::always(Act::Answer(200, Vec::new(), body));
    let (code, document) = said(&place, &infer(&server.url(), &[]));
    assert_eq!((code, count(&document, "refused"), count(&document, "spared")), (0, 1, 2));
    let scores = place.json(&["eval"]);
    assert_eq!(scores["models"][0]["extraction"]["refused"], 1);
    assert_eq!(scores["models"][0]["results"][0]["correct"], 0);
}

#[test]
fn a_wrong_later_pass_does_not_spare_the_first_where_only_that_is_wanted() {
    let place = Workplace::with_questions(1);
    // Pass 1 alone is known, and wrong: it shows the choices as second, third, first.
    place.write("p.csv", "index,pass,A,B,C,prediction\n1,1,second,third,first,B\n");
    place.run(&["import", "predictions", "p.csv", "--model", "m"]);
    let server = FaultServer::start(|_, seen| right(seen));
    let (_, document) = said(&place, &infer(&server.url(), &["--strategy", "first-pass"]));
    assert_eq!((count(&document, "answered"), count(&document, "spared")), (1, 0), "{document}");
}

#[test]
fn a_budget_stops_cleanly_and_the_next_call_goes_on() {
    let place = Workplace::with_questions(5);
    let server = FaultServer::start(|_, seen| right(seen));
    let (code, document) = said(&place, &infer(&server.url(), &["--max-requests", "4"]));
    assert_eq!((code, &document["stopped"]), (1, &json!("budget")));
    assert_eq!((count(&document, "requests"), server.seen().len()), (4, 4));
    check_account(&document, 15);
    let (code, document) = said(&place, &infer(&server.url(), &[]));
    assert_eq!((code, count(&document, "reused"), server.seen().len()), (0, 4, 15));
}

#[test]
fn failures_of_one_kind_in_a_row_stop_the_run_with_advice() {
    let place = Workplace::with_questions(30);
    let server = FaultServer::always(error(403, "forbidden", "not from here"));
    let arguments = ["infer", "--model", "m", "--url", &server.url(), "--concurrency", "2"];
    let said = place.assay(&arguments);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("20 failures of the kind unauthorized in a row"), "{}", said.err);
    assert!(server.seen().len() < 24, "{} requests", server.seen().len());
}

#[test]
fn answers_of_one_model_are_asked_in_one_way() {
    let place = Workplace::with_questions(2);
    let server = FaultServer::start(|_, seen| right(seen));
    said(&place, &infer(&server.url(), &["--limit", "1"]));
    let url = server.url();
    let other = ["infer", "--model", "m", "--url", &url, "--set", "temperature=1"];
    let message = place.failure(&other);
    assert!(message.contains("set: {} then, {\"temperature\":1} now"), "{message}");
    place.run(&["infer", "--model", "m", "--url", &url, "--close"]);
    let rows = place.json(&["models"]);
    assert_eq!(rows["models"][0]["rows"], 3, "{rows}");
}

#[test]
fn a_template_with_an_unknown_field_sends_nothing() {
    let place = Workplace::with_questions(1);
    let server = FaultServer::always(answer("B"));
    place.write("p.txt", "{{ question }} {{ chioces }}");
    let url = server.url();
    let message = place.failure(&["infer", "--model", "m", "--url", &url, "--prompt", "p.txt"]);
    assert!(message.contains("p.txt") && message.contains("chioces"), "{message}");
    assert!(server.seen().is_empty());
}

#[test]
fn a_killed_run_asks_nothing_again_but_what_was_under_way() {
    const AT_ONCE: usize = 4;
    let place = Workplace::with_questions(40);
    let server =
        FaultServer::start(|_, seen| Act::After(Duration::from_millis(3), Box::new(right(seen))));
    let url = server.url();
    let concurrency = AT_ONCE.to_string();
    let arguments = ["infer", "--model", "m", "--url", &url, "--concurrency", &concurrency];
    let mut kills = 0;
    for round in 1..=6 {
        let mut child =
            place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let wanted = round * 15;
        while server.seen().len() < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    place.run(&arguments);
    let mut asked: HashMap<Vec<u8>, usize> = HashMap::new();
    for seen in server.seen() {
        *asked.entry(seen.body).or_default() += 1;
    }
    assert_eq!(asked.len(), 120, "every pass was asked");
    let again: usize = asked.values().map(|times| times - 1).sum();
    assert!(again <= kills * AT_ONCE, "{again} asked again after {kills} kills");
    let scores = place.json(&["eval"]);
    assert_eq!(scores["models"][0]["results"][0]["correct"], 40);
    place.assay(&["doctor"]).well();
}

#[test]
fn an_extractor_reads_what_the_rules_cannot_and_eval_counts_its_labels() {
    let place = Workplace::with_questions(4);
    let rambling = FaultServer::always(answer("Well, who could say such a thing for sure?"));
    said(&place, &infer(&rambling.url(), &["--strategy", "first-pass"]));
    let extractor = FaultServer::start(|number, seen| match number_of(seen) {
        2 => answer("Z"),
        3 if number % 2 == 0 => answer("I would say B or C"),
        1 | 3 => answer("B"),
        _ => answer("no letter at all"),
    });
    let url = extractor.url();
    let run = ["extract", "run", "--extractor", "llm", "--url", &url, "--concurrency", "1"];
    let document = place.json(&run);
    let counts = ["texts", "labelled", "none", "unresolved", "failed"].map(|n| count(&document, n));
    assert_eq!(counts, [4, 2, 1, 1, 0], "{document}");
    assert!(prompt(&extractor.seen()[0]).contains("who could say"));

    let again = place.json(&run);
    assert_eq!((count(&again, "reused"), count(&again, "requests")), (4, 0));
    let scores = place.json(&["eval", "--extractor", "llm", "--strategy", "first-pass"]);
    assert_eq!(scores["models"][0]["results"][0]["correct"], 2, "{scores}");

    let random = ["extract", "run", "--extractor", "kit", "--url", &url, "--compat", "vlmevalkit"];
    let document = place.json(&random);
    assert!(count(&document, "random") > 0 && count(&document, "unresolved") == 0, "{document}");
    let message = place.failure(&["extract", "run", "--extractor", "lexical", "--url", &url]);
    assert!(message.contains("built-in"), "{message}");
}

#[test]
fn a_filter_asks_only_what_could_still_decide_it() {
    let place = Workplace::with_questions(6);
    // Two models are right on every question: of three models that is a majority.
    let good = FaultServer::start(|_, seen| right(seen));
    let third = FaultServer::always(answer("A"));
    let (good, idle) = (good.url(), third.url());
    let ask = format!("a={good},b={good},c={idle}");
    let document = place.json(&["filter", "text-only", "--ask", &ask]);
    assert_eq!(document["flagged"].as_array().unwrap().len(), 6, "{document}");
    assert!(third.seen().is_empty(), "two of three decide");
    let again = place.json(&["filter", "text-only", "--ask", &ask]);
    assert_eq!(again["flagged"], document["flagged"]);

    let wrong = FaultServer::start(|_, seen| answer(&letter_of(seen, "first")));
    let wrong_url = wrong.url();
    let document =
        place.json(&["filter", "wrong", "--ask", &format!("v={wrong_url},w={wrong_url}")]);
    assert_eq!(document["flagged"].as_array().unwrap().len(), 6);
    assert_eq!(wrong.seen().len(), 12, "one wrong pass of each question and model is enough");
}

#[test]
fn models_that_are_asked_later_keep_a_question_open() {
    let place = Workplace::with_questions(4);
    let wrong = FaultServer::start(|_, seen| answer(&letter_of(seen, "first")));
    let good = FaultServer::start(|_, seen| right(seen));
    let ask = format!("a={},b={good},c={good}", wrong.url(), good = good.url());
    let document = place.json(&["filter", "text-only", "--ask", &ask]);
    assert_eq!(document["flagged"].as_array().unwrap().len(), 4, "two of three are right");
    assert_eq!(document["incomplete"], json!([]));
    assert_eq!(good.seen().len(), 24, "both are asked every pass of every question");
}
