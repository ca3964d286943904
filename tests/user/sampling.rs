//! `assay infer --samples`: each pass asked several times, each sample kept, the majority scored.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, Seen, answer, completion, error};

/// Answers the requests of each body with these texts in turn, and then again from the first.
fn in_turn(texts: &'static [&'static str]) -> FaultServer {
    let asked: Mutex<HashMap<String, usize>> = Mutex::default();
    FaultServer::start(move |_, seen| answer(texts[times_asked(&asked, seen) % texts.len()]))
}

/// How often a question was asked before.
fn times_asked(asked: &Mutex<HashMap<String, usize>>, seen: &Seen) -> usize {
    let mut asked = asked.lock().unwrap();
    let times = asked.entry(seen.json()["messages"].to_string()).or_default();
    *times += 1;
    *times - 1
}

fn infer(place: &Workplace, url: &str, rest: &[&str]) -> (i32, Value) {
    let base = ["infer", "--model", "m", "--url", url, "--input", "text", "-o", "json"];
    let said = place.assay(&[&base, rest].concat());
    (said.code, said.json())
}

const FIRST: [&str; 2] = ["--strategy", "first-pass"];

fn count(document: &Value, name: &str) -> u64 {
    document[name].as_u64().unwrap_or_else(|| panic!("{name}: {document}"))
}

#[track_caller]
fn check_account(document: &Value, passes: u64) {
    let names = ["answered", "refused", "failed", "reused", "spared", "left"];
    let sum: u64 = names.iter().map(|name| count(document, name)).sum();
    assert_eq!(sum, passes, "{document}");
}

/// The samples that are kept, as `index pass sample label text`.
fn samples(place: &Workplace) -> Vec<String> {
    let out = place.run(&[
        "export",
        "predictions",
        "--model",
        "m",
        "--input",
        "text",
        "--samples",
        "--format",
        "jsonl",
    ]);
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let label = row["label"].as_str().unwrap_or("-");
        let text = row["prediction"].as_str().unwrap();
        format!("{} {} {} {label} {text}", row["index"], row["pass"], row["sample"])
    };
    out.lines().map(row).collect()
}

fn correct(place: &Workplace) -> Value {
    place.json(&["eval"])["models"][0]["results"][0]["correct"].clone()
}

#[test]
fn every_sample_is_kept_and_the_majority_is_scored_and_named() {
    let place = Workplace::with_questions(2);
    let server = in_turn(&["A", "It is B.", "B"]);
    let (code, document) =
        infer(&place, &server.url(), &[&FIRST[..], &["--samples", "3"]].concat());
    assert_eq!((code, &document["scored_by"]), (0, &json!("majority of 3 samples")), "{document}");
    assert_eq!((count(&document, "requests"), count(&document, "answered")), (6, 2));
    assert_eq!(document["tokens"], json!({"prompt": 66, "completion": 18}));
    check_account(&document, 2);
    let expected = [
        "1 0 1 A A",
        "1 0 2 B It is B.",
        "1 0 3 B B",
        "2 0 1 A A",
        "2 0 2 B It is B.",
        "2 0 3 B B",
    ];
    assert_eq!(samples(&place), expected);
    assert_eq!(correct(&place), 2);
    let eval = place.json(&["eval"]);
    assert_eq!(eval["models"][0]["scored_by"], "majority of 3 samples");
    assert_eq!(place.json(&["models"])["models"][0]["scored_by"], "majority of 3 samples");
    for command in ["eval", "models"] {
        let table = place.run(&[command]);
        assert!(table.contains("majority of 3 samples"), "{table}");
    }
    let out = place.run(&["export", "predictions", "--model", "m", "--input", "text"]);
    assert!(out.contains("It is B."), "the first sample of the majority stands for all: {out}");
    place.assay(&["doctor"]).well();
}

#[test]
fn of_equally_frequent_labels_the_first_sampled_counts_and_unread_samples_count_as_none() {
    let place = Workplace::with_questions(1);
    let server = in_turn(&["B", "A", "A", "B"]);
    infer(&place, &server.url(), &[&FIRST[..], &["--samples", "4"]].concat());
    assert_eq!(correct(&place), 1);

    let place = Workplace::with_questions(1);
    let server = in_turn(&["B", "Who knows?", "B", "Hm.", "Well, well."]);
    infer(&place, &server.url(), &[&FIRST[..], &["--samples", "5"]].concat());
    assert_eq!(correct(&place), 0);
}

#[test]
fn a_wrong_majority_spares_the_passes_after_it_with_all_their_samples() {
    let place = Workplace::with_questions(2);
    let server = in_turn(&["A", "A", "B"]);
    let (code, document) = infer(&place, &server.url(), &["--samples", "3"]);
    assert_eq!((code, count(&document, "requests")), (0, 6), "{document}");
    assert_eq!((count(&document, "answered"), count(&document, "spared")), (2, 4));
    check_account(&document, 6);
    let (_, again) = infer(&place, &server.url(), &["--samples", "3"]);
    assert_eq!((count(&again, "requests"), count(&again, "reused")), (0, 2));
    check_account(&again, 6);
    let (_, all) = infer(&place, &server.url(), &["--samples", "3", "--all-passes"]);
    assert_eq!((count(&all, "requests"), count(&all, "answered")), (12, 4), "{all}");
    assert_eq!(samples(&place).len(), 18, "the samples of the earlier run are there too");
}

#[test]
fn a_failed_sample_alone_is_asked_again_and_its_pass_is_not_scored_before() {
    let place = Workplace::with_questions(2);
    let asked: Mutex<HashMap<String, usize>> = Mutex::default();
    let broken = FaultServer::start(move |_, seen| match times_asked(&asked, seen) {
        1 => error(400, "invalid_request_error", "not now"),
        _ => answer("B"),
    });
    let arguments = [&FIRST[..], &["--samples", "3", "--max-attempts", "1"]].concat();
    let (code, document) = infer(&place, &broken.url(), &arguments);
    assert_eq!((code, &document["state"]), (1, &json!("open")), "{document}");
    assert_eq!((count(&document, "failed"), count(&document, "requests")), (2, 6));
    check_account(&document, 2);
    assert_eq!(place.json(&["models"])["models"][0]["rows"], 0);
    assert_eq!(samples(&place).len(), 4);

    let healthy = in_turn(&["B"]);
    let dry = infer(&place, &healthy.url(), &[&arguments[..], &["--dry-run"]].concat()).1;
    assert_eq!(count(&dry, "requests"), 2);
    let (code, document) = infer(&place, &healthy.url(), &arguments);
    assert_eq!((code, count(&document, "requests"), count(&document, "answered")), (0, 2, 2));
    assert_eq!((samples(&place).len(), correct(&place)), (6, json!(2)));
    place.assay(&["doctor"]).well();
}

#[test]
fn a_budget_may_end_within_a_pass_and_the_next_call_asks_the_rest_of_it() {
    let place = Workplace::with_questions(2);
    let server = in_turn(&["B"]);
    let arguments = [&FIRST[..], &["--samples", "3"]].concat();
    let limited = [&arguments[..], &["--max-requests", "4", "--concurrency", "1"]].concat();
    let (code, document) = infer(&place, &server.url(), &limited);
    assert_eq!((code, &document["stopped"]), (1, &json!("budget")));
    assert_eq!((count(&document, "answered"), count(&document, "left")), (1, 1), "{document}");
    check_account(&document, 2);
    let (code, document) = infer(&place, &server.url(), &arguments);
    assert_eq!((code, count(&document, "requests"), count(&document, "reused")), (0, 2, 1));
    assert_eq!(server.seen().len(), 6);
}

#[test]
fn samples_of_two_calls_count_by_their_numbers_and_not_by_when_they_came() {
    let place = Workplace::with_questions(1);
    let asked: Mutex<HashMap<String, usize>> = Mutex::default();
    let broken = FaultServer::start(move |_, seen| match times_asked(&asked, seen) {
        0 => error(400, "invalid_request_error", "not now"),
        1 => answer("B"),
        _ => answer("C"),
    });
    let arguments = [&FIRST[..], &["--samples", "3", "--max-attempts", "1"]].concat();
    assert_eq!(count(&infer(&place, &broken.url(), &arguments).1, "failed"), 1);
    let (code, _) = infer(&place, &in_turn(&["A"]).url(), &arguments);
    assert_eq!(code, 0);
    let kept: Vec<String> = samples(&place);
    assert!(
        kept.iter().zip([" A", " B", " C"]).all(|(row, label)| row.ends_with(label)),
        "{kept:?}"
    );
    let predictions = ["export", "predictions", "--model", "m", "--input", "text"];
    let row: Value = serde_json::from_str(
        place.run(&[&predictions[..], &["--format", "jsonl"]].concat()).trim(),
    )
    .unwrap();
    assert_eq!(row["prediction"], "A", "all labels are equally frequent: the first sample counts");
    place.assay(&["doctor"]).well();
}

#[test]
fn passes_that_are_begun_when_the_call_stops_are_left() {
    let place = Workplace::with_questions(3);
    // Two passes are under way; the third request is out while the budget ends with the other pass.
    let server = FaultServer::start(|number, _| match number {
        2 => Act::After(Duration::from_millis(300), Box::new(answer("B"))),
        _ => answer("B"),
    });
    let limits = ["--samples", "3", "--max-requests", "3", "--concurrency", "2"];
    let (code, document) = infer(&place, &server.url(), &[&FIRST[..], &limits].concat());
    assert_eq!((code, count(&document, "requests")), (1, 3), "{document}");
    assert_eq!((count(&document, "answered"), count(&document, "left")), (0, 3), "{document}");
    check_account(&document, 3);
}

#[test]
fn a_killed_run_of_samples_asks_only_what_is_missing() {
    const AT_ONCE: usize = 4;
    let place = Workplace::with_questions(12);
    let server =
        FaultServer::start(|_, _| Act::After(Duration::from_millis(3), Box::new(answer("B"))));
    let url = server.url();
    let arguments = [
        "infer",
        "--model",
        "m",
        "--url",
        &url,
        "--input",
        "text",
        "--samples",
        "5",
        "--strategy",
        "first-pass",
        "--concurrency",
        "4",
    ];
    let mut kills = 0;
    for round in 1..=4 {
        let mut child =
            place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while server.seen().len() < round * 11 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    place.run(&arguments);
    assert_eq!(samples(&place).len(), 60);
    let again = server.seen().len() - 60;
    assert!(again <= kills * AT_ONCE, "{again} asked again after {kills} kills");
    assert_eq!(correct(&place), 12);
    place.assay(&["doctor"]).well();
}

#[test]
fn refused_samples_are_kept_and_a_refused_majority_is_a_refusal() {
    let place = Workplace::with_questions(1);
    let refusal = completion("").replace("\"stop\"", "\"content_filter\"");
    let server = FaultServer::start(move |number, _| match number {
        0 => answer("B"),
        _ => Act::Answer(200, Vec::new(), refusal.clone()),
    });
    let (code, document) =
        infer(&place, &server.url(), &[&FIRST[..], &["--samples", "3"]].concat());
    assert_eq!((code, count(&document, "refused"), count(&document, "answered")), (0, 1, 0));
    assert_eq!((samples(&place).len(), correct(&place)), (3, json!(0)));
}

#[test]
fn samples_have_seeds_of_their_own_and_temperature_zero_is_warned_of() {
    let place = Workplace::with_questions(1);
    let server = in_turn(&["B"]);
    let url = server.url();
    let arguments =
        [&FIRST[..], &["--samples", "3", "--temperature", "0.7", "--set", "seed=5"]].concat();
    infer(&place, &url, &arguments);
    let seen = server.seen();
    let fields: Vec<(Value, Value)> =
        seen.iter().map(|s| (s.json()["seed"].clone(), s.json()["temperature"].clone())).collect();
    assert_eq!(fields, [(json!(5), json!(0.7)), (json!(6), json!(0.7)), (json!(7), json!(0.7))]);

    let zero = ["infer", "--model", "z", "--url", &url, "--samples", "2", "--set", "temperature=0"];
    let said = place.assay(&zero).well();
    assert!(said.err.contains("temperature 0"), "{}", said.err);
    let one = ["infer", "--model", "y", "--url", &url, "--set", "temperature=0"];
    assert!(!place.assay(&one).well().err.contains("temperature"));
}

#[test]
fn another_number_of_samples_under_one_name_is_refused() {
    let place = Workplace::with_questions(2);
    let server = in_turn(&["B"]);
    infer(&place, &server.url(), &[&FIRST[..], &["--limit", "1"]].concat());
    let url = server.url();
    let more = ["infer", "--model", "m", "--url", &url, "--input", "text", "--samples", "3"];
    let message = place.failure(&more);
    assert!(message.contains("samples: 1 then, 3 now"), "{message}");
    let none =
        place.failure(&["export", "predictions", "--model", "m", "--input", "text", "--samples"]);
    assert!(none.contains("no samples"), "{none}");
    let batch = ["batch", "write", "--model", "m", "--dir", "d", "--samples", "3"];
    assert!(place.assay(&batch).failing(2).contains("--samples"));

    place.write("p.csv", "index,prediction\n1,B\n");
    place.run(&["import", "predictions", "p.csv", "--model", "i", "--input", "text"]);
    let message = place.failure(&[
        "infer",
        "--model",
        "i",
        "--url",
        &url,
        "--input",
        "text",
        "--samples",
        "3",
    ]);
    assert!(message.contains("were imported"), "{message}");
    for wrong in ["0", "65", "x"] {
        let arguments = ["infer", "--model", "w", "--url", &url, "--samples", wrong];
        assert!(place.assay(&arguments).failing(2).contains("1 to 64"));
    }
}

#[test]
fn doctor_finds_a_prediction_that_its_samples_do_not_come_to() {
    let server = in_turn(&["A", "B", "B"]);
    let place = Workplace::with_questions(2);
    infer(&place, &server.url(), &[&FIRST[..], &["--samples", "3", "--temperature", "1"]].concat());
    place.assay(&["doctor"]).well();
    place.sql(
        "DROP TRIGGER pass_part_is_never_changed;
         UPDATE pass_part SET text = 'A' WHERE number = 2 AND question_id = 1;",
    );
    let said = place.assay(&["doctor", "-o", "json"]);
    assert_eq!(said.code, 1, "{said:?}");
    let findings = said.json()["findings"].clone();
    let found = |check| findings.as_array().unwrap().iter().any(|found| found["check"] == check);
    assert!(found("predictions follow from their samples"), "{findings}");
}
