//! Questions without choices are asked: one request each, in their own words, their answers kept as they
//! come and never scored.

use std::collections::HashMap;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Workplace, picture};
use crate::support::fault_server::{Act, FaultServer, Seen, answer, completion, error};

/// An answer that has a letter at each place where rules look for one.
const LETTERS: &str = "A. I think that it is B.\n\nThe answer is C";

/// The sample of every kind: questions 1 and 2 are open, 3 to 7 have choices.
fn kinds() -> Workplace {
    let place = Workplace::new();
    place.assay(&["--language", "en", "demo", "--kinds", "--no-tui", "--dir", "."]).well();
    place
}

/// A benchmark of MLLM-Bench with this many questions, a picture each.
fn mllm_bench(count: u32) -> Workplace {
    let place = Workplace::new();
    std::fs::create_dir(place.path("images")).unwrap();
    let question = |id: u32| {
        std::fs::write(place.path(&format!("images/{id}.png")), picture(id % 7)).unwrap();
        json!({"id": id, "image_path": format!("images/{id}.png"), "question": format!("What {id}?"),
            "meta": {"level": "Creating", "capability": "Storytelling"}})
    };
    let list: Vec<Value> = (0..count).map(question).collect();
    place.write("questions.json", &json!(list).to_string());
    place.run(&["import", "questions", "questions.json", "--benchmark", "m"]);
    place
}

/// A question with a hint and two pictures at their marks, one in Chinese, one with choices.
fn with_marks() -> Workplace {
    let place = Workplace::new();
    let image = |number| {
        let bytes = base64_simd::STANDARD.encode_to_string(picture(number));
        json!({"role": "stem", "image": format!("data:image/png;base64,{bytes}")})
    };
    let pictures = json!([image(1), image(2)]);
    let rows = [
        json!({"index": 1, "question": "<img> before, <img> after. What changed?",
            "hint": "The same shelf twice.", "pictures": pictures}),
        json!({"index": 2, "question": "请描述这张图片。", "hint": "一个架子。", "pictures": [image(3)]}),
        json!({"index": 3, "question": "Which?", "A": "cat", "B": "dog", "answer": "A",
            "pictures": [image(4)]}),
    ];
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    place.write("b.jsonl", &lines.join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    place
}

fn infer(place: &Workplace, url: &str, rest: &[&str]) -> Value {
    place.json(&[&["infer", "--model", "m", "--url", url][..], rest].concat())
}

fn counts<const N: usize>(document: &Value, names: [&str; N]) -> [u64; N] {
    names.map(|name| document[name].as_u64().unwrap_or_else(|| panic!("{name}: {document}")))
}

/// The message of a request: its texts, with a number for each picture by its bytes.
fn message(seen: &Seen) -> String {
    let body = seen.json();
    let content = &body["messages"][0]["content"];
    let part = |part: &Value| match part["text"].as_str() {
        Some(text) => text.to_owned(),
        None => {
            let url = part["image_url"]["url"].as_str().unwrap().to_owned();
            let is_picture = |number: &u32| {
                url.ends_with(&base64_simd::STANDARD.encode_to_string(picture(*number)))
            };
            format!("[{}]", (0..7).find(is_picture).unwrap())
        }
    };
    match content.as_str() {
        Some(text) => text.to_owned(),
        None => content.as_array().unwrap().iter().map(part).collect(),
    }
}

fn messages(server: &FaultServer) -> Vec<String> {
    let mut messages: Vec<String> = server.seen().iter().map(message).collect();
    messages.sort();
    messages
}

/// The predictions of the model `m` by key.
fn predictions(place: &Workplace) -> HashMap<String, String> {
    let out = place.run(&["export", "predictions", "--model", "m", "--format", "jsonl"]);
    let rows = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.map(|row| (row["index"].to_string(), row["prediction"].as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn an_open_question_is_asked_once_in_its_own_words_with_its_pictures_at_their_marks() {
    let place = with_marks();
    let server = FaultServer::always(answer("A"));
    let document = infer(&place, &server.url(), &[]);
    assert_eq!(counts(&document, ["questions", "answered", "requests"]), [3, 4, 4]);
    assert_eq!(
        messages(&server),
        [
            "Hint: The same shelf twice.\n[1] before, [2] after. What changed?",
            "[3]提示：一个架子。\n请描述这张图片。",
            "[4]Question: Which?\nA. cat\nB. dog\nPlease select the correct answer from the options above.",
            "[4]Question: Which?\nA. dog\nB. cat\nPlease select the correct answer from the options above.",
        ]
    );
    let text = FaultServer::always(answer("A"));
    let url = text.url();
    place.assay(&["infer", "--model", "m", "--url", &url, "--input", "text", "--limit", "1"]);
    assert_eq!(
        messages(&text),
        ["Hint: The same shelf twice.\n<img> before, <img> after. What changed?"]
    );
}

#[test]
fn a_prompt_of_ones_own_is_taken_for_open_questions_too() {
    let place = with_marks();
    place.write(
        "p.txt",
        "{{ question }} {{ hint }}{% if choices %} {{ labels | join('') }}{% endif %}",
    );
    let server = FaultServer::always(answer("A"));
    infer(&place, &server.url(), &["--prompt", "p.txt", "--strategy", "first-pass"]);
    assert_eq!(
        messages(&server),
        [
            "[1] before, [2] after. What changed? The same shelf twice.",
            "[3]请描述这张图片。 一个架子。",
            "[4]Which?  AB",
        ]
    );
}

#[test]
fn a_benchmark_of_both_kinds_is_asked_whole_and_only_what_has_choices_is_scored() {
    let place = kinds();
    let server = FaultServer::always(answer(LETTERS));
    let dry = infer(&place, &server.url(), &["--dry-run"]);
    assert_eq!(counts(&dry, ["questions", "open_questions"]), [9, 2], "{dry}");
    assert_eq!(counts(&dry, ["requests"]), [2 + 6 * 4 + 12]);
    assert!(server.seen().is_empty());
    let document = infer(&place, &server.url(), &["--all-passes"]);
    assert_eq!(counts(&document, ["answered", "failed"]), [38, 0], "{document}");
    assert_eq!(document["state"], "sealed");
    assert_eq!(predictions(&place)["1"], LETTERS);

    let said = place.assay(&["eval", "-o", "json"]).well();
    let message = "2 open questions have no answer to compare: they are not counted";
    assert!(said.err.contains(message), "{}", said.err);
    let score = &said.json()["models"][0];
    assert_eq!(score["questions"], 7);
    let read = ["matched", "unmatched", "none", "refused", "failed"]
        .map(|name| score["extraction"][name].as_u64().unwrap());
    assert_eq!(read.iter().sum::<u64>(), 36, "only texts about choices are read: {score}");

    let results = ["export", "results", "--model", "m", "--rules", "assay", "--format", "jsonl"];
    let out = place.run(&results);
    let labels = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let labels: Vec<Value> = labels.take(3).map(|row| row["labels"].clone()).collect();
    assert_eq!(labels[..2], ["?", "?"], "no letter of an open answer is a label");
    assert_ne!(labels[2], "????");

    let said = place.assay(&["filter", "wrong", "--dry-run", "-o", "json"]).well();
    let message = "2 open questions have no answer to compare: they are not checked";
    assert!(said.err.contains(message), "{}", said.err);
    assert_eq!(said.json()["checked"], 7);
    place.run(&["doctor"]);
}

#[test]
fn a_file_of_answers_is_scored_without_its_open_questions() {
    let place = kinds();
    let server = FaultServer::always(answer(LETTERS));
    infer(&place, &server.url(), &["--strategy", "first-pass"]);
    place.run(&["export", "predictions", "--model", "m", "--file", "p.tsv"]);
    place.run(&["export", "questions", "--format", "jsonl", "--file", "b.jsonl"]);
    for rest in [&[][..], &["--dataset", "b.jsonl"], &["--rules", "assay"]] {
        let said = place.assay(&[&["score", "p.tsv", "-o", "json"], rest].concat()).well();
        assert!(said.err.contains("2 open questions have no answer to compare"), "{}", said.err);
        assert!(!said.err.contains("can never be right"), "{}", said.err);
        let score = said.json();
        assert_eq!((&score["rows"], &score["questions"]), (&9.into(), &7.into()), "{score}");
        assert_eq!(score["results"][0]["questions"], 7);
    }
    let rows = place.run(&["score", "p.tsv", "--rows", "--rules", "assay"]);
    let labels = rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let labels: Vec<Value> = labels.take(2).map(|row| row["label"].clone()).collect();
    assert_eq!(labels, [Value::Null, Value::Null], "no letter of an answer in words is a label");
}

#[test]
fn answers_to_open_questions_alone_have_no_score_and_no_match_rate() {
    let place = mllm_bench(3);
    let server = FaultServer::always(answer(LETTERS));
    infer(&place, &server.url(), &[]);
    let said = place.assay(&["eval", "-o", "json"]).well();
    assert!(said.err.contains("3 open questions have no answer to compare"), "{}", said.err);
    let score = &said.json()["models"][0];
    assert_eq!(
        (&score["questions"], &score["extraction"]["match_rate"]),
        (&0.into(), &Value::Null)
    );
    let models = place.json(&["models"]);
    assert_eq!(models["models"][0]["rows"], 3);
    let rates = json!({"vlmevalkit-late": null, "assay": null});
    assert_eq!(models["models"][0]["match_rate"], rates);
    for command in ["eval", "models"] {
        assert!(place.run(&[command]).contains("undefined"));
    }
    place.run(&["export", "predictions", "--model", "m", "--file", "p.jsonl", "--format", "jsonl"]);
    let message = place.failure(&["score", "p.jsonl"]);
    assert!(message.contains("open questions have no answer to compare"), "{message}");
}

#[test]
fn no_extractor_and_no_person_is_asked_for_the_label_of_an_open_answer() {
    let place = kinds();
    let server = FaultServer::always(answer("Who could say such a thing for sure?"));
    infer(&place, &server.url(), &["--strategy", "first-pass"]);
    let extractor = FaultServer::always(answer("Z"));
    let url = extractor.url();
    for only in ["unmatched", "all"] {
        let run =
            ["extract", "run", "--extractor", only, "--url", &url, "--only", only, "-o", "json"];
        let said = place.assay(&run).well();
        assert!(said.err.contains("2 texts answer open questions"), "{}", said.err);
        assert_eq!(counts(&said.json(), ["texts", "open_questions", "none"]), [7, 2, 7]);
    }
    assert!(extractor.seen().iter().all(|seen| !message(seen).contains("cat in this room")));
    let sample = ["extract", "sample", "--rate", "1", "--seed", "1", "--only", "all"];
    let drawn = place.json(&sample);
    assert_eq!(drawn["drawn"], 7, "{drawn}");

    let place = mllm_bench(2);
    infer(&place, &server.url(), &[]);
    let message = place.failure(&sample);
    assert!(message.contains("2 texts answer open questions"), "{message}");
}

#[test]
fn a_filter_that_asks_leaves_open_questions_out() {
    let place = kinds();
    let server = FaultServer::always(answer("A"));
    let url = server.url();
    for filter in ["text-only", "wrong", "contradicted"] {
        place.run(&["filter", filter, "--ask", &format!("a={url},b={url}"), "--dry-run"]);
    }
    assert!(!server.seen().is_empty());
    let open = |seen: &Seen| message_of_any(seen).contains("cat in this room");
    assert!(!server.seen().iter().any(open));
}

/// The texts of a request, whatever its pictures are.
fn message_of_any(seen: &Seen) -> String {
    seen.json()["messages"].to_string()
}

#[test]
fn every_sample_of_an_open_answer_is_kept_and_the_first_answer_counts() {
    let place = mllm_bench(1);
    let refusal = completion("").replace("\"stop\"", "\"content_filter\"");
    let server = FaultServer::start(move |number, _| match number {
        0 => Act::Answer(200, Vec::new(), refusal.clone()),
        1 => answer("Once upon a time"),
        _ => answer("B"),
    });
    let document = infer(&place, &server.url(), &["--samples", "4"]);
    assert_eq!(counts(&document, ["requests", "answered", "refused"]), [4, 1, 0], "{document}");
    assert_eq!(predictions(&place)["0"], "Once upon a time");
    let kept =
        place.run(&["export", "predictions", "--model", "m", "--samples", "--format", "jsonl"]);
    assert_eq!(kept.lines().count(), 4, "{kept}");
    assert!(!kept.contains("\"label\":\"B\""), "{kept}");
    place.run(&["doctor"]);
}

#[test]
fn the_likelihood_of_an_open_question_is_refused_by_its_name() {
    let place = kinds();
    let server = FaultServer::always(answer("x"));
    let url = server.url();
    let ask = ["infer", "--model", "m", "--url", &url, "--scoring", "likelihood"];
    for rest in [&[][..], &["--dry-run"]] {
        let why = place.failure(&[&ask, rest].concat());
        assert!(why.contains("question 1 is an open question (and of one more question)"), "{why}");
        assert!(why.contains("no choices"), "{why}");
    }
    assert!(server.seen().is_empty(), "not even what the server can was asked");
    assert_eq!(place.json(&["models"])["models"], json!([]), "no run was opened");
}

#[test]
fn a_failed_open_question_alone_is_asked_again() {
    let place = mllm_bench(3);
    let broken = FaultServer::start(|_, seen| match message(seen).contains("What 1?") {
        true => error(400, "invalid_request_error", "not now"),
        false => answer("A story."),
    });
    let url = broken.url();
    let said = place.assay(&["infer", "--model", "m", "--url", &url, "-o", "json"]);
    assert_eq!(said.code, 1);
    assert_eq!(counts(&said.json(), ["answered", "failed"]), [2, 1]);
    let healthy = FaultServer::always(answer("Another story."));
    let document = infer(&place, &healthy.url(), &[]);
    assert_eq!(counts(&document, ["answered", "reused"]), [1, 2]);
    assert_eq!(predictions(&place)["1"], "Another story.");
}

#[test]
fn a_killed_run_asks_no_open_question_twice_but_those_under_way() {
    const AT_ONCE: usize = 4;
    let place = mllm_bench(40);
    let slow = Duration::from_millis(3);
    let server = FaultServer::start(move |_, _| Act::After(slow, Box::new(answer("A story."))));
    let url = server.url();
    let arguments = ["infer", "--model", "m", "--url", &url, "--concurrency", "4"];
    for round in 1..=3 {
        let mut child =
            place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while server.seen().len() < round * 10 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    place.run(&arguments);
    let mut asked: HashMap<String, usize> = HashMap::new();
    for seen in server.seen() {
        *asked.entry(message(&seen)).or_default() += 1;
    }
    assert_eq!(asked.len(), 40, "every question was asked");
    let again: usize = asked.values().map(|times| times - 1).sum();
    assert!(again <= 3 * AT_ONCE, "{again} asked again");
    assert_eq!(predictions(&place).len(), 40);
    let models = place.json(&["models"]);
    assert_eq!(models["models"][0]["state"], "sealed");
    place.run(&["doctor"]);
}

#[test]
fn open_questions_go_through_batch_files() {
    let place = kinds();
    let written = place.json(&["batch", "write", "--model", "m", "--dir", "out"]);
    assert_eq!(written["requests"], 38);
    let path = written["files"][0]["file"].as_str().unwrap().to_owned();
    let lines = std::fs::read_to_string(place.path(&path)).unwrap();
    let replies: Vec<String> = lines
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let body: Value = serde_json::from_str(&completion(LETTERS)).unwrap();
            let response = json!({"status_code": 200, "request_id": "r", "body": body});
            json!({"id": "b", "custom_id": line["custom_id"], "response": response, "error": null})
                .to_string()
        })
        .collect();
    place.write("answers.jsonl", &replies.join("\n"));
    let read = place.json(&["batch", "read", "answers.jsonl"]);
    assert_eq!(counts(&read, ["answered", "missing", "unknown"]), [38, 0, 0], "{read}");
    assert_eq!(predictions(&place)["2"], LETTERS);
    let again = FaultServer::always(answer("x"));
    infer(&place, &again.url(), &["--all-passes"]);
    assert!(again.seen().is_empty());
}

#[test]
fn an_asked_answer_is_kept_as_an_imported_one_and_comes_back_from_an_export() {
    let place = mllm_bench(3);
    let server = FaultServer::start(|_, seen| answer(&format!("About {}\n\nB.", message(seen))));
    infer(&place, &server.url(), &[]);
    let asked = predictions(&place);
    assert_eq!(asked.len(), 3);

    // As MLLM-Bench's own files of answers are: a list with more beside the answer.
    let entry = |(key, text): (&String, &String)| {
        json!({"unique_idx": key.parse::<u32>().unwrap(), "image": "x.jpg", "question": "?",
            "reference": "", "meta": {"level": "Creating"}, "gen_model_id": "n", "prompt": "?",
            "answer": text, "gen_kwargs": {"max_new_tokens": 768}})
    };
    let list: Vec<Value> = asked.iter().map(entry).collect();
    place.write("answers.json", &json!(list).to_string());
    place.run(&["import", "predictions", "answers.json", "--model", "n"]);
    let rows = |model: &str| {
        let base = ["export", "predictions", "--model", model, "--format", "jsonl"];
        place.run(&base)
    };
    assert_eq!(rows("m"), rows("n"));
    for format in ["jsonl", "tsv", "csv", "xlsx", "parquet"] {
        let file = format!("p.{format}");
        place.run(&["export", "predictions", "--model", "m", "--format", format, "--file", &file]);
        place.run(&["import", "predictions", &file, "--model", format]);
        assert_eq!(rows("m"), rows(format), "{format}");
    }
    place.run(&["doctor"]);
}
