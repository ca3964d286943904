//! `assay demo --live`: a newcomer asks the simulated models, and finds what was planted.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::harness::Workplace;

const WITH_PICTURES: [&str; 6] =
    ["sim-strong", "sim-terse", "sim-verbose", "sim-refusing", "sim-position", "sim-weak"];
const WITHOUT: [&str; 3] = ["sim-text-1", "sim-text-2", "sim-text-3"];

/// A running `assay demo --live`; ended with the test.
pub struct LiveDemo {
    pub place: Workplace,
    child: Child,
    pub url: String,
    /// What it printed.
    pub said: String,
}

impl LiveDemo {
    fn start() -> Self {
        Self::speaking("en")
    }

    fn speaking(language: &str) -> Self {
        Self::start_with(&["--dir", ".", "--language", language])
    }

    pub fn start_with(rest: &[&str]) -> Self {
        let place = Workplace::new();
        let mut command = place.command(&[&["demo", "--live", "--no-tui"], rest].concat());
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        while !["export questions", "votes trust"].iter().any(|end| said.contains(end)) {
            assert!(lines.read_line(&mut said).unwrap() > 0, "the demo ended: {said}");
        }
        let begin = said.find("http://").expect("a URL");
        let url = said[begin..].split_whitespace().next().unwrap().to_owned();
        LiveDemo { place, child, url, said }
    }

    /// The value of `--ask` for these models.
    fn asked(&self, models: &[&str]) -> String {
        let each: Vec<String> =
            models.iter().map(|model| format!("{model}={}", self.url)).collect();
        each.join(",")
    }

    /// The status line and the body of an answer.
    fn request(&self, head: &str, body: &str) -> (String, Value) {
        let address = self.url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "{head} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.lines().next().unwrap().to_owned(), serde_json::from_str(body).unwrap())
    }
}

impl Drop for LiveDemo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The keys of the planted questions of a kind.
fn planted(kind: &str) -> BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_data/planted.toml");
    let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let entries = file["planted"].as_array().unwrap().iter();
    entries
        .filter(|entry| entry["kind"].as_str() == Some(kind))
        .map(|entry| entry["key"].as_str().unwrap().to_owned())
        .collect()
}

/// The keys of the flagged questions; `by_models` leaves out what only people found.
fn flagged(outcome: &Value, by_models: bool) -> BTreeSet<String> {
    let flagged = outcome["flagged"].as_array().unwrap().iter();
    flagged
        .filter(|flag| {
            let evidence = flag["evidence"].as_array();
            let by_model = |one: &Value| one.get("model").is_some_and(|model| !model.is_null());
            !by_models || evidence.is_some_and(|all| all.iter().any(by_model))
        })
        .map(|flag| flag["question"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_commands_that_it_prints_find_every_planted_question() {
    let demo = LiveDemo::start();
    for words in ["assay infer --db", "filter text-only", "filter wrong", "annotate verify"] {
        assert!(demo.said.contains(words), "{words}: {}", demo.said);
    }
    let infer =
        demo.place.json(&["infer", "--model", "sim-strong", "--url", &demo.url, "--all-passes"]);
    assert_eq!((&infer["questions"], &infer["failed"]), (&60.into(), &0.into()), "{infer}");
    // A model that the server does not have: its run stays open.
    assert_eq!(demo.place.assay(&["infer", "--model", "gpt", "--url", &demo.url]).code, 1);
    let models = demo.place.json(&["models"]);
    let states: Vec<_> = (models["models"].as_array().unwrap().iter())
        .map(|run| (run["model"].as_str().unwrap(), run["state"].as_str().unwrap()))
        .collect();
    assert_eq!(states, [("sim-strong", "sealed"), ("gpt", "open")]);
    assert!(models["models"][1]["failed"].as_u64() > Some(0), "{models}");
    demo.place.sql("DELETE FROM request; DELETE FROM run WHERE state = 'open'");

    let ask = demo.asked(&WITHOUT);
    let said = demo.place.assay(&["filter", "text-only", "--ask", &ask, "-o", "json"]);
    let false_flags = |kind: &str, outcome: &Value| -> BTreeSet<String> {
        let (planted, flagged) = (planted(kind), flagged(outcome, true));
        let missed: Vec<_> = planted.difference(&flagged).collect();
        assert!(missed.is_empty(), "{kind}: not flagged: {missed:?} in {outcome}");
        flagged.difference(&planted).cloned().collect()
    };
    assert_eq!(false_flags("text-only", &said.json()), BTreeSet::new());

    // Recorded failures fail again, so the exit status is 1, and what they leave open is listed.
    let ask = demo.asked(&WITH_PICTURES);
    let said = demo.place.assay(&["filter", "wrong", "--ask", &ask, "-o", "json"]);
    assert_eq!(false_flags("wrong", &said.json()), BTreeSet::new());

    // Nobody has verified anything: the clean file is the whole benchmark.
    demo.place.run(&["export", "questions", "--clean", "--file", "clean.tsv"]);
    assert!(demo.place.path("clean.tsv").exists());
}

#[test]
fn an_asked_model_answers_as_in_the_imported_run() {
    let demo = LiveDemo::start();
    let imported = Workplace::new();
    imported.assay(&["demo", "--no-tui", "--dir", "."]).well();
    for (model, input) in [("sim-verbose", "image"), ("sim-text-2", "text")] {
        let asked = ["infer", "--model", model, "--input", input, "--all-passes", "--url"];
        demo.place.assay(&[&asked[..], &[&demo.url]].concat());
        let answers = |place: &Workplace| -> BTreeSet<String> {
            let which = ["--model", model, "--input", input];
            let arguments = [&["export", "predictions", "--format", "jsonl"], &which[..]].concat();
            let text = place.run(&arguments);
            text.lines().filter(|line| !line.contains("Failed to obtain")).map(Into::into).collect()
        };
        let (live, recorded) = (answers(&demo.place), answers(&imported));
        assert!(recorded.len() > 200, "{}", recorded.len());
        assert_eq!(live, recorded, "{model}");
    }
}

#[test]
fn a_check_of_the_server_finds_pictures_and_log_probabilities() {
    let demo = LiveDemo::start();
    let check = ["endpoints", "check", &demo.url, "--model-id"];
    for (model, pictures) in [("sim-strong", true), ("sim-text-1", false)] {
        let found = demo.place.json(&[&check[..], &[model]].concat());
        let what = ["answers", "pictures", "logprobs"].map(|name| found[name] == true);
        assert_eq!(what, [true, pictures, true], "{found}");
        assert_eq!(found["prompt_logprobs"], "chat", "{found}");
    }
}

#[test]
fn the_simulated_models_find_the_choice_that_they_took_the_most_likely() {
    let demo = LiveDemo::start();
    for (model, input) in [("sim-strong", "image"), ("sim-text-1", "text")] {
        let arguments = ["infer", "--model", model, "--input", input, "--url", &demo.url];
        let likelihood = ["--scoring", "likelihood", "--limit", "20", "-o", "json"];
        let document = demo.place.assay(&[&arguments[..], &likelihood].concat()).json();
        assert_eq!(document["failed"], 0, "{document}");
        assert!(document["answered"].as_u64().unwrap() >= 15, "{document}");
        let which = ["--model", model, "--input", input, "--format", "jsonl"];
        let rows = demo.place.run(&[&["export", "predictions"], &which[..]].concat());
        let ranked = rows.lines().filter(|row| !row.contains(r#""prediction":"Z""#));
        assert!(ranked.count() >= 8, "{rows}");
    }
}

#[test]
fn the_database_that_is_named_is_made_and_used_again() {
    let demo = LiveDemo::start_with(&["--db", "ours.db"]);
    assert!(demo.said.contains("ours.db") && demo.place.path("ours.db").exists(), "{}", demo.said);
    let LiveDemo { place, child, .. } = &demo;
    assert!(!place.path("assay.db").exists());
    place.run(&["status", "--db", "ours.db"]);
    assert!(child.id() > 0);
    let mut again = place
        .command(&["demo", "--live", "--no-tui", "--db", "ours.db"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(again.stderr.take().unwrap()).read_line(&mut line).unwrap();
    again.kill().unwrap();
    again.wait().unwrap();
    assert!(line.contains("ours.db"), "{line}");
    let both = place.assay(&["demo", "--no-tui", "--db", "x.db", "--dir", "y"]).failing(2);
    assert!(both.contains("leave one of them out"), "{both}");
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tone\ttwo\tA\n");
    place.run(&["import", "questions", "b.tsv", "--db", "other.db"]);
    let other = place.failure(&["demo", "--live", "--no-tui", "--db", "other.db"]);
    assert!(other.contains("not a database of `assay demo`"), "{other}");
}

#[test]
fn the_server_names_what_it_does_not_know() {
    let demo = LiveDemo::start();
    let (status, models) = demo.request("GET /v1/models", "");
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert_eq!(models["data"].as_array().unwrap().len(), 11);
    let (status, body) = demo.request("POST /v1/chat/completions", r#"{"model":"gpt"}"#);
    assert_eq!(
        (status.as_str(), &body["error"]["code"]),
        ("HTTP/1.1 404 Not Found", &"model_not_found".into())
    );
    let body = r#"{"model":"sim-weak","messages":[{"role":"user","content":"Who?"}]}"#;
    let (status, body) = demo.request("POST /v1/chat/completions", body);
    assert_eq!(
        (status.as_str(), &body["error"]["code"]),
        ("HTTP/1.1 404 Not Found", &"question_not_found".into())
    );
    assert_eq!(demo.request("GET /other", "").0, "HTTP/1.1 404 Not Found");
    assert_eq!(demo.request("POST /v1/chat/completions", "{").0, "HTTP/1.1 400 Bad Request");
}

#[test]
fn the_simulated_models_mean_the_same_in_chinese() {
    let place = Workplace::new();
    let scores = |language: &str| -> serde_json::Value {
        let demo = ["demo", "--no-tui", "--language", language, "--dir", language];
        place.assay(&demo).well();
        let db = format!("{language}/assay.db");
        place.assay(&["eval", "--db", &db, "--rules", "assay", "-o", "json"]).json()
    };
    let (english, chinese) = (scores("en"), scores("zh"));
    let shares = |scores: &serde_json::Value| -> Vec<(String, f64)> {
        let models = scores["models"].as_array().unwrap().iter();
        let share = |model: &serde_json::Value| {
            let name = model["model"].as_str().unwrap().to_owned();
            (name, model["results"][0]["accuracy"].as_f64().unwrap())
        };
        models.map(share).collect()
    };
    let (english, chinese) = (shares(&english), shares(&chinese));
    assert_eq!(english.len(), 9);
    for ((model, english), (other, chinese)) in english.iter().zip(&chinese) {
        assert_eq!(model, other);
        // Words of a choice without its letter are read in one language and not in the other.
        assert!((english - chinese).abs() < 0.05, "{model}: {english} {chinese}");
    }
}

#[test]
fn the_chinese_models_can_be_asked() {
    let demo = LiveDemo::speaking("zh");
    demo.place.assay(&["infer", "--model", "sim-refusing", "--url", &demo.url]);
    let text = demo.place.run(&["export", "predictions", "--format", "jsonl"]);
    assert!(text.contains("正确答案是"), "{text}");
    assert!(text.lines().count() > 60, "{text}");
}
