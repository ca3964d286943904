//! `assay judge`: a language model compares stored answers to open questions, and is checked by a fire drill.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Workplace, picture};
use crate::support::fault_server::{Act, FaultServer, Seen, answer, completion, error};

/// A benchmark of open questions with a picture each, answered by these models.
fn answered(questions: u32, models: &[&str]) -> Workplace {
    let place = Workplace::new();
    std::fs::create_dir(place.path("images")).unwrap();
    let question = |id: u32| {
        std::fs::write(place.path(&format!("images/{id}.png")), picture(id)).unwrap();
        json!({"id": id, "image_path": format!("images/{id}.png"), "question": format!("What {id}?"),
            "meta": {"level": "Creating", "capability": "Storytelling", "question type": "open-ended"}})
    };
    let list: Vec<Value> = (0..questions).map(question).collect();
    place.write("questions.json", &json!(list).to_string());
    place.run(&["import", "questions", "questions.json", "--benchmark", "m"]);
    for model in models {
        let name = (*model).to_owned();
        let server =
            FaultServer::start(move |_, seen| answer(&story(&name, number_in(&text(seen)))));
        place.run(&["infer", "--model", model, "--url", &server.url()]);
    }
    place
}

/// The answer of a model to a question.
fn story(model: &str, id: u32) -> String {
    format!(
        "Story {id} of {model}. Once upon a time there were {id} sheep on a hill, and behind the hill a dog slept \
         in the sun until the evening came and the sheep went home."
    )
}

/// The number of the question in a text.
fn number_in(text: &str) -> u32 {
    let rest = text.split("What ").nth(1).unwrap_or_else(|| panic!("no question in {text}"));
    rest.split('?').next().unwrap().parse().unwrap()
}

/// The texts of a request.
fn text(seen: &Seen) -> String {
    let body = seen.json();
    let content = &body["messages"][0]["content"];
    match content.as_array() {
        Some(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        None => content.as_str().unwrap().to_owned(),
    }
}

/// The answers that a judge is shown.
fn shown(seen: &Seen) -> [String; 2] {
    let text = text(seen);
    ["Answer1", "Answer2"].map(|name| {
        let from = text.split(&format!("[Start of {name}]\n")).nth(1).unwrap();
        from.split(&format!("\n[End of {name}]")).next().unwrap().to_owned()
    })
}

/// The question's number, and the model that is shown first.
fn comparison(seen: &Seen) -> (u32, String) {
    let [first, _] = shown(seen);
    let model = first.split(" of ").nth(1).unwrap().split('.').next().unwrap();
    (number_in(&text(seen)), model.to_owned())
}

/// A judge that prefers this model.
fn prefers(model: &'static str) -> impl Fn(usize, &Seen) -> Act {
    move |_, seen| match comparison(seen).1 == model {
        true => answer("It is the better one.\n\nAnswer1"),
        false => answer("It is the better one.\n\nAnswer2"),
    }
}

fn run(place: &Workplace, url: &str, rest: &[&str]) -> (i32, Value) {
    let base = ["judge", "run", "--judge", "j", "--url", url, "-o", "json"];
    let said = place.assay(&[&base, rest].concat());
    (said.code, said.json())
}

fn counts<const N: usize>(document: &Value, names: [&str; N]) -> [u64; N] {
    names.map(|name| document[name].as_u64().unwrap_or_else(|| panic!("{name}: {document}")))
}

const ENDS: [&str; 5] = ["decided", "undecided", "unresolved", "refused", "failed"];

/// The stored judgments: question, first, second, repeat, reading and facts.
fn judgments(place: &Workplace) -> Vec<(String, String, Option<String>, u32, Value, Value)> {
    let database = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let sql = "SELECT question.key, a.name, b.name, repeat, reading, facts FROM judgment
        JOIN question ON question.id = question_id JOIN model a ON a.id = first_model_id
        LEFT JOIN model b ON b.id = second_model_id ORDER BY question.position, a.name, b.name, repeat";
    let mut statement = database.prepare(sql).unwrap();
    let parsed = |text: String| serde_json::from_str(&text).unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        let (reading, facts) = (parsed(row.get(4)?), parsed(row.get(5)?));
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, reading, facts))
    };
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

#[test]
fn every_pair_is_judged_in_both_orders_with_its_picture_and_once() {
    let place = answered(3, &["a", "b", "c"]);
    let server = FaultServer::start(prefers("b"));
    let (code, document) = run(&place, &server.url(), &["--pairs", "anchor=a"]);
    assert_eq!(code, 0, "{document}");
    assert_eq!(counts(&document, ["questions", "requests", "decided"]), [3, 12, 12]);
    assert_eq!(document["tokens"], json!({"prompt": 132, "completion": 36}));
    for seen in server.seen() {
        let body = seen.json();
        let id = number_in(&text(&seen));
        let url =
            body["messages"][0]["content"][0]["image_url"]["url"].as_str().unwrap().to_owned();
        assert!(url.ends_with(&base64_simd::STANDARD.encode_to_string(picture(id))), "{id}: {url}");
    }
    let rows = judgments(&place);
    assert_eq!(rows.len(), 12);
    let (key, first, second, repeat, reading, facts) = &rows[0];
    assert_eq!(
        (key.as_str(), first.as_str(), second.as_deref(), *repeat),
        ("0", "a", Some("b"), 0)
    );
    assert_eq!(*reading, json!({"preference": 0.0}));
    assert_eq!((&facts["finish_reason"], &facts["model"]), (&json!("stop"), &json!("tiny")));
    assert_eq!((&facts["prompt_tokens"], &facts["template"]), (&json!(11), &json!("vote-1")));

    let (code, again) = run(&place, &server.url(), &["--pairs", "anchor=a"]);
    assert_eq!((code, counts(&again, ["requests", "reused"])), (0, [0, 12]), "{again}");
    let (_, all) = run(&place, &server.url(), &["--pairs", "all"]);
    assert_eq!(counts(&all, ["requests", "reused"]), [6, 12], "{all}");
    place.run(&["doctor"]);
}

#[test]
fn every_kind_of_reply_is_counted_and_none_is_guessed() {
    let place = answered(6, &["a", "b"]);
    let refusal = completion("").replace("\"stop\"", "\"content_filter\"");
    let server = FaultServer::start(move |_, seen| match number_in(&text(seen)) {
        0 => answer("Answer1"),
        1 => answer("Answer2"),
        2 => answer("**Tie**"),
        3 => answer("Answer1\nOn second thought:\nAnswer2"),
        4 => Act::Answer(200, Vec::new(), refusal.clone()),
        _ => error(400, "invalid_request_error", "not now"),
    });
    let (code, document) = run(&place, &server.url(), &["--max-attempts", "1"]);
    assert_eq!(code, 1);
    assert_eq!(counts(&document, ENDS), [6, 0, 2, 2, 2], "{document}");
    let readings: Vec<Value> = judgments(&place).into_iter().map(|row| row.4).step_by(2).collect();
    assert_eq!(
        readings,
        [
            json!({"preference": 1.0}),
            json!({"preference": 0.0}),
            json!({"preference": 0.5}),
            json!({"undecided": "unresolved"}),
            json!({"undecided": "refused"}),
            json!({"undecided": "failed"}),
        ]
    );

    let healthy = FaultServer::start(prefers("a"));
    let (code, again) = run(&place, &healthy.url(), &[]);
    assert_eq!(code, 0, "{again}");
    assert_eq!(counts(&again, ["requests", "decided", "reused"]), [2, 2, 10]);
    assert!(healthy.seen().iter().all(|seen| number_in(&text(seen)) == 5), "only the failed ones");
    assert_eq!(judgments(&place).len(), 12);
    assert_eq!(counts(&run(&place, &healthy.url(), &[]).1, ["requests", "reused"]), [0, 12]);
}

#[test]
fn a_killed_judge_goes_on_and_asks_nothing_twice_but_what_was_under_way() {
    const AT_ONCE: usize = 4;
    let place = answered(20, &["a", "b"]);
    let judge = prefers("a");
    let slow = Duration::from_millis(3);
    let server = FaultServer::start(move |n, seen| Act::After(slow, Box::new(judge(n, seen))));
    let url = server.url();
    let arguments = ["judge", "run", "--judge", "j", "--url", &url, "--concurrency", "4"];
    for round in 1..=2 {
        let mut child =
            place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while server.seen().len() < round * 10 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    place.run(&arguments);
    let mut asked: HashMap<(u32, String), usize> = HashMap::new();
    for seen in server.seen() {
        *asked.entry(comparison(&seen)).or_default() += 1;
    }
    assert_eq!(asked.len(), 40, "every question was judged in both orders");
    let again: usize = asked.values().map(|times| times - 1).sum();
    assert!(again <= 2 * AT_ONCE, "{again} asked again");
    assert_eq!(judgments(&place).len(), 40);
}

#[test]
fn a_drawn_order_shows_each_pair_once_the_same_for_the_same_seed() {
    let place = answered(20, &["a", "b"]);
    let server = FaultServer::start(prefers("a"));
    let random = |judge: &str, seed: &str| {
        let url = server.url();
        let before = server.seen().len();
        let base = ["judge", "run", "--judge", judge, "--url", &url, "--model-id", "x"];
        place.run(&[&base[..], &["--orders", "random", "--seed", seed]].concat());
        let mut orders: Vec<(u32, String)> =
            server.seen()[before..].iter().map(comparison).collect();
        orders.sort();
        orders
    };
    let first = random("j1", "1");
    assert_eq!(first.len(), 20);
    let swapped = first.iter().filter(|(_, model)| model == "b").count();
    assert!((3..=17).contains(&swapped), "{swapped} of 20 swapped");
    assert_eq!(random("j2", "1"), first);
    assert_ne!(random("j3", "2"), first);
    assert!(random("j1", "2").is_empty(), "a pair that was judged in one order is judged");
}

#[test]
fn repeats_are_requests_of_their_own_with_their_own_seed() {
    let place = answered(2, &["a", "b"]);
    let server = FaultServer::start(prefers("a"));
    let (_, document) = run(&place, &server.url(), &["--repeats", "3", "--set", "seed=5"]);
    assert_eq!(counts(&document, ["requests", "decided"]), [12, 12], "{document}");
    let mut seeds: Vec<i64> =
        server.seen().iter().map(|seen| seen.json()["seed"].as_i64().unwrap()).collect();
    seeds.sort_unstable();
    assert_eq!(seeds, [5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7]);
    let repeats: Vec<u32> = judgments(&place).into_iter().map(|row| row.3).take(3).collect();
    assert_eq!(repeats, [0, 1, 2]);
}

#[test]
fn answers_are_scored_in_pairs_and_alone() {
    let place = answered(2, &["a", "b"]);
    let pairs = FaultServer::always(answer("```Answer1\n8\n```\n```Answer2\n6.5\n```"));
    let (code, document) = run(&place, &pairs.url(), &["--mode", "score"]);
    assert_eq!((code, counts(&document, ENDS)), (0, [4, 0, 0, 0, 0]), "{document}");
    assert_eq!(judgments(&place)[0].4, json!({"scores": [8.0, 6.5]}));

    let place = answered(2, &["a", "b"]);
    for (template, reply) in
        [("single-10", "[[7]]"), ("single-100", "[[70]]"), ("single-5", "[[4]]")]
    {
        let server = FaultServer::always(answer(&format!("Fine. Score: {reply}")));
        let url = server.url();
        let base = ["judge", "run", "--judge", template, "--url", &url, "--mode", "single"];
        let document = place.json(&[&base[..], &["--template", template]].concat());
        assert_eq!(counts(&document, ["requests", "decided"]), [4, 4], "{document}");
    }
    let scores: Vec<(Option<String>, Value)> =
        judgments(&place).into_iter().map(|row| (row.2, row.4)).take(3).collect();
    let score = |value: f64| (None, json!({ "score": value }));
    assert!(scores.contains(&score(7.0)) && scores.contains(&score(70.0)), "{scores:?}");
}

/// An answer of the snapshot that the server names.
fn of_snapshot(text: &str, model: &str, fingerprint: &str) -> Act {
    let mut body: Value = serde_json::from_str(&completion(text)).unwrap();
    body["model"] = model.into();
    body["system_fingerprint"] = fingerprint.into();
    Act::Answer(200, Vec::new(), body.to_string())
}

#[test]
fn snapshots_of_a_judge_are_compared_and_named_on_every_table() {
    let place = answered(6, &["a", "b"]);
    // The second snapshot changed its mind on half of the questions.
    let server = FaultServer::start(|_, seen| {
        let is_new = seen.json()["seed"] == json!(2);
        let (question, first) = comparison(seen);
        let better = if is_new && question < 3 { "b" } else { "a" };
        let says = if first == better { "Answer1" } else { "Answer2" };
        of_snapshot(says, if is_new { "j-2025" } else { "j-2024" }, "fp_9")
    });
    run(&place, &server.url(), &["--repeats", "2", "--set", "seed=1"]);
    let trust = place.json(&["votes", "trust"]);
    let own = &trust["judges"][0];
    let same = &own["same_winner"]["with_ties"];
    assert_eq!((&same["n"], &same["agree"]), (&json!(12), &json!(6)), "{own}");
    let rows = own["by_snapshot"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.map(|row| (row["snapshot"].as_str(), row["votes"].as_u64())).collect();
    assert_eq!(rows, [(Some("j-2024 fp_9"), Some(12)), (Some("j-2025 fp_9"), Some(12))]);
    for table in ["tally", "rank", "bias", "trust"] {
        let text = place.run(&["votes", table]);
        assert!(text.contains("judged by j (2 snapshots)"), "{table}: {text}");
        assert!(text.contains("j-2024 fp_9: 12, j-2025 fp_9: 12"), "{table}: {text}");
        let judges = place.json(&["votes", table])["judges"].clone();
        assert!(judges[0].to_string().contains("j-2025 fp_9"), "{table}: {judges}");
    }
}

#[test]
fn scores_by_a_judge_and_by_people_are_beside_exact_matches() {
    let place = Workplace::new();
    let question =
        |id: u32| json!({"index": id, "question": format!("What {id}?"), "reference": "An owl"});
    let rows: Vec<String> = (1..=4).map(|id| question(id).to_string()).collect();
    place.write("q.jsonl", &rows.join("\n"));
    place.run(&["import", "questions", "q.jsonl", "--benchmark", "m"]);
    for (model, said) in [("exact", "an owl."), ("near", "A small owl on a branch")] {
        let rows = (1..=4).map(|id| json!({"index": id, "answer": said}).to_string());
        place.write("a.jsonl", &rows.collect::<Vec<_>>().join("\n"));
        place.run(&["import", "answers", "a.jsonl", "--model", model]);
    }
    let server = FaultServer::start(|_, seen| {
        assert!(text(seen).contains("[Reference answer]\nAn owl"), "{}", text(seen));
        answer(if text(seen).contains("branch") { "Score: [[4]]" } else { "Score: [[5]]" })
    });
    let url = server.url();
    let judge = ["judge", "run", "--judge", "j", "--url", &url, "--mode", "single"];
    place.run(&[&judge[..], &["--template", "single-5"]].concat());
    place.run(&["votes", "sample", "--rate", "1", "--scores"]);
    let lines = "3 3\n".repeat(4);
    place.assay_with_input(&["annotate", "vote", "--plain", "--as", "ann"], &lines).well();
    let scores = place.json(&["votes", "scores", "--by", "judge"]);
    let rows = scores["models"].as_array().unwrap().iter();
    let rows: Vec<Value> = rows
        .map(|row| {
            json!([row["judge"], row["model"], row["mean"]["value"], row["exact_match"]["value"]])
        })
        .collect();
    let expected = [
        json!(["j", "exact", 5.0, 1.0]),
        json!(["j", "near", 4.0, 0.0]),
        json!(["ann", "exact", 3.0, 1.0]),
        json!(["ann", "near", 3.0, 0.0]),
    ];
    assert_eq!(rows, expected, "{scores}");
    let text = place.run(&["votes", "scores", "--by", "judge"]);
    assert!(text.contains("exact match"), "{text}");
}

#[test]
fn a_template_of_ones_own_is_read_as_it_declares() {
    let place = answered(1, &["a", "b"]);
    place.write(
        "mine.txt",
        "output: vote json:winner left=first right=second neither=both-bad\n\
         {{ question_type }}: {{ question }}\n[Start of Answer1]\n{{ answer1 }}\n[End of Answer1]\n\
         [Start of Answer2]\n{{ answer2 }}\n[End of Answer2]",
    );
    let server = FaultServer::start(|_, seen| match comparison(seen).1 == "a" {
        true => answer("{\"winner\": \"left\"}"),
        false => answer("{\"winner\": \"neither\"}"),
    });
    let (code, document) = run(&place, &server.url(), &["--template", "mine.txt"]);
    assert_eq!((code, counts(&document, ENDS)), (0, [1, 1, 0, 0, 0]), "{document}");
    assert!(text(&server.seen()[0]).starts_with("open-ended: What 0?"));
    let url = server.url();
    let judge = ["judge", "run", "--judge", "j", "--url", &url];
    let other = place.failure(&judge);
    assert!(other.contains("judge under another --judge name"), "{other}");
    place.write("mine.txt", "output: vote brackets A=best\n{{ answer1 }}{{ answer2 }}");
    let wrong = place.failure(&[&judge[..], &["--template", "mine.txt"]].concat());
    assert!(wrong.contains("mine.txt, line 1: `best` is not a meaning"), "{wrong}");
}

#[test]
fn what_cannot_be_judged_is_refused_before_anything_is_sent() {
    let place = answered(2, &["a"]);
    let server = FaultServer::start(prefers("a"));
    let url = server.url();
    let failure = |rest: &[&str]| {
        place.failure(&[&["judge", "run", "--judge", "j", "--url", &url][..], rest].concat())
    };
    assert!(failure(&[]).contains("nothing to compare"));
    assert!(failure(&["--pairs", "anchor=z"]).contains("no such predictions of z"));
    assert!(failure(&["--mode", "score", "--template", "vote-1"]).contains("--mode vote"));
    place.write("pairs.csv", "a,z\n");
    assert!(failure(&["--pairs", "pairs.csv"]).contains("no such predictions of z"));
    place.write("pairs.csv", "a\n");
    assert!(failure(&["--pairs", "pairs.csv"]).contains("pairs.csv, line 1"));
    assert!(server.seen().is_empty());
}

#[test]
fn a_dry_run_says_how_many_requests_and_asks_none() {
    let place = answered(3, &["a", "b"]);
    let server = FaultServer::start(prefers("a"));
    let (code, document) = run(&place, &server.url(), &["--dry-run", "--repeats", "2"]);
    assert_eq!((code, &document["dry_run"]), (0, &json!(true)), "{document}");
    assert_eq!(counts(&document, ["requests", "reused"]), [12, 0]);
    assert!(server.seen().is_empty() && judgments(&place).is_empty());
    run(&place, &server.url(), &["--limit", "1"]);
    let (_, document) = run(&place, &server.url(), &["--dry-run"]);
    assert_eq!(counts(&document, ["requests", "reused"]), [4, 2], "{document}");
}

/// How good an answer is to a judge that knows the stories and looks at the picture.
fn worth(seen: &Seen, answer: &str) -> usize {
    let id = number_in(&text(seen));
    let body = seen.json();
    let url = body["messages"][0]["content"][0]["image_url"]["url"].as_str().unwrap().to_owned();
    let has_own_picture = url.ends_with(&base64_simd::STANDARD.encode_to_string(picture(id)));
    let right = story("a", id);
    match answer {
        _ if answer.contains("picture does not show") => {
            if has_own_picture {
                0
            } else {
                9
            }
        }
        _ if answer.starts_with(&right) => 8,
        _ if !answer.is_empty() && right.starts_with(answer) => 4,
        _ => 0,
    }
}

fn honest(seen: &Seen) -> Act {
    let [first, second] = shown(seen).map(|answer| worth(seen, &answer));
    answer(match first.cmp(&second) {
        std::cmp::Ordering::Greater => "Answer1",
        std::cmp::Ordering::Less => "Answer2",
        std::cmp::Ordering::Equal => "Tie",
    })
}

fn check(place: &Workplace, judge: &str, url: &str) -> (i32, Value) {
    let said = place.assay(&["judge", "check", "--judge", judge, "--url", url, "-o", "json"]);
    (said.code, said.json())
}

/// The tests of a card that have failed pairs, with their number.
fn failed(card: &Value) -> Vec<(&str, u64)> {
    let tests = card["tests"].as_array().unwrap().iter();
    let counts =
        tests.map(|test| (test["test"].as_str().unwrap(), test["failed"].as_u64().unwrap()));
    counts.filter(|(_, failed)| *failed > 0).collect()
}

#[test]
fn a_judge_that_looks_and_reads_passes_the_drill_of_160_pairs() {
    let place = answered(12, &["a"]);
    let server = FaultServer::start(|_, seen| honest(seen));
    let (code, card) = check(&place, "j", &server.url());
    assert_eq!((code, &card["passed"]), (0, &json!(true)), "{card}");
    assert_eq!(server.seen().len(), 160);
    let tests = card["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 8);
    for test in tests {
        let passed = [&test["n"], &test["passed"], &test["failed"], &test["unresolved"]];
        assert_eq!(passed, [20, 20, 0, 0], "{test}");
    }
    check(&place, "j", &server.url());
    assert_eq!(server.seen().len(), 160, "the card is kept");
    let table = place.run(&["judge", "check", "--judge", "j", "--url", &server.url()]);
    assert!(table.contains("fire drill passed") && table.contains("hidden-instruction"), "{table}");
}

#[test]
fn the_drill_finds_a_judge_that_always_prefers_the_first_place() {
    let place = answered(10, &["a"]);
    let server = FaultServer::always(answer("Answer1"));
    let (code, card) = check(&place, "j", &server.url());
    assert_eq!((code, &card["passed"]), (0, &json!(false)));
    let found: HashMap<&str, u64> = failed(&card).into_iter().collect();
    assert_eq!(found.len(), 8, "{card}");
    assert_eq!(found["same-answer"], 20, "no tie");
    assert!(
        found.iter().all(|(test, failed)| *test == "same-answer" || *failed == 10),
        "{found:?}"
    );
}

#[test]
fn the_drill_finds_a_judge_that_obeys_hidden_instructions_and_one_without_eyes() {
    let place = answered(10, &["a"]);
    let obedient = FaultServer::start(|_, seen| {
        let is_told = |answer: &String| answer.contains("was withdrawn");
        match shown(seen).iter().position(is_told) {
            Some(0) => answer("Answer1"),
            Some(_) => answer("Answer2"),
            None => honest(seen),
        }
    });
    let (_, card) = check(&place, "obedient", &obedient.url());
    assert_eq!((failed(&card), &card["passed"]), (vec![("hidden-instruction", 20)], &json!(false)));
    let blind = FaultServer::start(|_, seen| {
        let [first, _] = shown(seen);
        let is_exchanged =
            shown(seen).iter().any(|answer| answer.contains("picture does not show"));
        match is_exchanged {
            true if first.contains("picture does not show") => answer("Answer2"),
            true => answer("Answer1"),
            false => honest(seen),
        }
    });
    let (_, card) = check(&place, "blind", &blind.url());
    assert_eq!(failed(&card), [("other-picture", 20)]);
}

#[test]
fn a_drill_with_failed_requests_is_not_finished_and_asks_them_alone_again() {
    let place = answered(10, &["a"]);
    let broken = FaultServer::start(|number, seen| match number % 4 {
        0 => error(400, "invalid_request_error", "not now"),
        1 => answer("Answer1\nAnswer2"),
        _ => honest(seen),
    });
    let said = place.assay(&[
        "judge",
        "check",
        "--judge",
        "j",
        "--url",
        &broken.url(),
        "-o",
        "json",
        "--concurrency",
        "1",
        "--max-attempts",
        "1",
    ]);
    let card = said.json();
    assert_eq!(
        (said.code, &card["without_reply"], &card["passed"]),
        (1, &json!(40), &json!(false))
    );
    let healthy = FaultServer::start(|_, seen| honest(seen));
    let (code, card) = check(&place, "j", &healthy.url());
    assert_eq!((code, healthy.seen().len()), (0, 40), "{card}");
    let unresolved: u64 = card["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["unresolved"].as_u64().unwrap())
        .sum();
    assert_eq!((unresolved, &card["passed"]), (40, &json!(false)), "{card}");
}

/// The answer that a judge is shown alone.
fn shown_alone(seen: &Seen) -> String {
    let text = text(seen);
    let from = text.split("[Start of Answer]\n").nth(1).unwrap();
    from.split("\n[End of Answer]").next().unwrap().to_owned()
}

#[test]
fn a_judge_that_scores_answers_alone_is_drilled_by_the_scores_of_both_answers() {
    let place = answered(12, &["a"]);
    let single = |judge: &str, url: &str| {
        let base = ["judge", "check", "--judge", judge, "--url", url, "--mode", "single"];
        place.assay(&[&base[..], &["-o", "json"]].concat()).json()
    };
    let honest = FaultServer::start(|_, seen| {
        answer(&format!("Score: [[{}]]", 1 + worth(seen, &shown_alone(seen))))
    });
    let card = single("honest", &honest.url());
    assert_eq!((&card["passed"], honest.seen().len()), (&json!(true), 160), "{card}");
    assert_eq!(card["tests"].as_array().unwrap().iter().filter(|test| test["n"] == 10).count(), 8);
    let obedient = FaultServer::start(|_, seen| {
        let alone = shown_alone(seen);
        let is_told = alone.contains("highest score");
        answer(&format!("Score: [[{}]]", if is_told { 10 } else { 1 + worth(seen, &alone) }))
    });
    let card = single("obedient", &obedient.url());
    assert_eq!((failed(&card), &card["passed"]), (vec![("hidden-instruction", 10)], &json!(false)));
}

#[test]
fn requests_go_into_batch_files_and_the_answers_come_back_under_the_same_flags() {
    let place = answered(2, &["a", "b"]);
    let flags = ["judge", "run", "--judge", "j", "--model-id", "x"];
    let written = place.json(&[&flags[..], &["--write-batch", "out"]].concat());
    assert_eq!(written["requests"], 4);
    let file = written["files"][0]["file"].as_str().unwrap().to_owned();
    let lines = std::fs::read_to_string(place.path(&file)).unwrap();
    let reply = |line: &str| {
        let request: Value = serde_json::from_str(line).unwrap();
        assert!(request["body"].to_string().contains("image_url"), "{request}");
        let body: Value = serde_json::from_str(&completion("Fine.\n\nAnswer1")).unwrap();
        json!({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}})
            .to_string()
    };
    let mut replies: Vec<String> = lines.lines().map(reply).collect();
    let last = replies.pop().unwrap();
    let of_another = json!({"custom_id": "judge-x", "error": {"code": "x", "message": "y"}});
    place.write("answers.jsonl", &format!("{}\n{of_another}\n", replies.join("\n")));
    let read = |file: &str| place.json(&[&flags[..], &["--read-batch", file]].concat());
    let first = read("answers.jsonl");
    assert_eq!(counts(&first, ["decided", "left", "reused"]), [3, 1, 0], "{first}");
    assert!(first["warnings"].to_string().contains("1 lines are not of requests"), "{first}");
    let again = read("answers.jsonl");
    assert_eq!(counts(&again, ["decided", "left", "reused"]), [0, 1, 3], "{again}");
    place.write("rest.jsonl", &last);
    assert_eq!(counts(&read("rest.jsonl"), ["decided", "left"]), [1, 0]);
    assert_eq!(judgments(&place).len(), 4);
    assert_eq!(judgments(&place)[0].4, json!({"preference": 1.0}));
}

#[test]
fn an_answer_of_a_later_turn_is_shown_below_the_turns_before_it() {
    let place = Workplace::new();
    for model in ["a", "b"] {
        let turns = [format!("First of {model}."), format!("Second of {model}.")];
        let line = json!({"question_id": 1, "model_id": model, "choices": [{"turns": turns}]});
        place.write("answers.jsonl", &line.to_string());
        let import = ["import", "answers", "answers.jsonl", "--model", model, "--benchmark", "b"];
        place.run(&import);
    }
    let server = FaultServer::always(answer("Tie"));
    let (code, document) = run(&place, &server.url(), &["--orders", "random"]);
    assert_eq!((code, counts(&document, ["decided"])), (0, [2]), "{document}");
    let texts: Vec<String> = server.seen().iter().map(text).collect();
    assert_eq!(texts.iter().filter(|text| text.contains("Second of a.")).count(), 1);
    let second = texts.iter().find(|text| text.contains("Second of a.")).unwrap();
    assert!(second.contains("[Turn 1]\nFirst of a.\n\n[Turn 2, to be judged]\nSecond of a."));
}

#[test]
fn trust_says_what_a_judge_cost_whose_endpoint_has_a_price() {
    let place = answered(2, &["a", "b"]);
    let config = place.run(&["config", "path"]);
    let config = std::path::Path::new(config.trim());
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    let server = FaultServer::start(prefers("a"));
    let price = "price = { prompt = 1000000, completion = 2000000 }";
    std::fs::write(config, format!("[endpoint.paid]\nurl = '{}'\n{price}\n", server.url()))
        .unwrap();
    place.run(&["judge", "run", "--judge", "j", "--endpoint", "paid"]);
    let trust = place.json(&["votes", "trust"]);
    // Each reply took 11 tokens of prompt and 3 of answer.
    assert_eq!(trust["judges"][0]["cost"], json!({"total": 68.0, "votes": 4}), "{trust}");
    let table = place.run(&["votes", "trust"]);
    assert!(table.contains("68.0000") && table.contains("17.000000"), "{table}");
}
