//! Logs of other harnesses, missing choices that pandas printed, and standard input.

use std::fs;
use std::io::{Cursor, Write};

use serde_json::{Value, json};

use crate::harness::Workplace;

const ROWS: [(&str, &str, &str); 3] =
    [("1", "cat|dog|cow", "B"), ("2", "red|blue|green", "C"), ("3", "one|two|three", "A")];

fn sample(id: i64, epoch: u32, completion: &str, choices: &[&str]) -> Value {
    let asked = format!("What is in picture {id}?");
    asked_sample(&json!(id), epoch, &asked, completion, choices)
}

fn asked_sample(id: &Value, epoch: u32, asked: &str, completion: &str, choices: &[&str]) -> Value {
    let asked = json!([{"type": "image", "image": "data:,"}, {"type": "text", "text": asked}]);
    json!({
        "id": id, "epoch": epoch, "input": [{"role": "user", "content": asked}], "choices": choices,
        "target": ["B"], "messages": [], "metadata": {},
        "output": {"model": "org/m", "completion": completion,
            "choices": [{"message": {"content": completion, "role": "assistant"}, "stop_reason": "stop"}]},
        "scores": {"choice": {"value": "C", "answer": "B"}},
    })
}

fn samples() -> Vec<Value> {
    let mut failed = sample(3, 1, "", &["one", "two", "three"]);
    failed["error"] =
        json!({"message": "connection lost", "traceback": "..", "traceback_ansi": ".."});
    vec![
        sample(1, 1, "ANSWER: B", &["cat", "dog", "cow"]),
        sample(2, 1, "C", &["red", "blue", "green"]),
        sample(2, 2, "A", &["red", "blue", "green"]),
        failed,
    ]
}

fn header() -> Value {
    json!({"version": 2, "status": "success", "eval": {"task": "mmbench", "model": "org/m"}})
}

#[track_caller]
fn assert_imported(place: &Workplace, file: &str) {
    let import = ["import", "predictions", file, "--model", "m", "--format", "inspect"];
    let read = place.json(&import);
    assert_eq!(
        (&read["rows"], &read["failed"], &read["questions"]),
        (&3.into(), &1.into(), &3.into())
    );
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("model “org/m”, task “mmbench”"), "{warnings}");
    let samples = place.run(&["export", "predictions", "--samples", "--format", "csv"]);
    assert_eq!(samples.lines().count(), 4, "two samples of question 2, one of 1: {samples}");
    place.run(&["doctor"]);
    let scored = place.json(&["eval", "--rules", "assay"]);
    let overall = &scored["models"][0]["results"][0];
    assert_eq!((&overall["correct"], &overall["questions"]), (&2.into(), &3.into()), "{scored}");
}

#[test]
fn a_log_of_inspect_is_read_as_one_document() {
    let place = Workplace::with_choices(&ROWS);
    let mut log = header();
    log["samples"] = samples().into();
    place.write("log.json", &serde_json::to_string_pretty(&log).unwrap());
    assert_imported(&place, "log.json");
}

#[test]
fn a_log_of_inspect_is_read_as_an_archive() {
    let place = Workplace::with_choices(&ROWS);
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let mut add = |name: &str, value: &Value| {
        archive.start_file(name, options).unwrap();
        archive.write_all(value.to_string().as_bytes()).unwrap();
    };
    add("_journal/start.json", &header());
    for sample in samples() {
        add(&format!("samples/{}_epoch_{}.json", sample["id"], sample["epoch"]), &sample);
    }
    add("header.json", &header());
    add("summaries.json", &json!([]));
    let bytes = archive.finish().unwrap().into_inner();
    fs::write(place.path("log.eval"), &bytes).unwrap();
    assert_imported(&place, "log.eval");
    fs::write(place.path("cut.eval"), &bytes[..bytes.len() / 2]).unwrap();
    let import = ["import", "predictions", "cut.eval", "--model", "n"];
    assert!(place.failure(&import).contains("cut.eval"));
}

#[test]
fn a_log_of_inspect_may_be_packed_with_zstd() {
    const ZSTD: u8 = 93;
    let place = Workplace::with_choices(&ROWS);
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut add = |name: &str, value: &Value| {
        archive.start_file(name, options).unwrap();
        let text = value.to_string();
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        archive.write_all(&ruzstd::encoding::compress_to_vec(text.as_bytes(), level)).unwrap();
    };
    for sample in samples() {
        add(&format!("samples/{}_epoch_{}.json", sample["id"], sample["epoch"]), &sample);
    }
    add("header.json", &header());
    let mut bytes = archive.finish().unwrap().into_inner();
    // The writer knows no zstd, so its members are stored, and their headers changed afterwards.
    for (signature, method) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let places: Vec<usize> =
            (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(signature)).collect();
        for at in places {
            bytes[at + method] = ZSTD;
        }
    }
    fs::write(place.path("log.eval"), &bytes).unwrap();
    assert_imported(&place, "log.eval");
    let frame = bytes.windows(4).position(|four| four == [0x28, 0xB5, 0x2F, 0xFD]).unwrap();
    bytes[frame + 6..frame + 20].fill(0xFF);
    fs::write(place.path("bad.eval"), &bytes).unwrap();
    let complaint = place.failure(&["import", "predictions", "bad.eval", "--model", "n"]);
    assert!(complaint.contains("bad.eval: “samples/"), "{complaint}");
}

/// A log with these samples, written as `log.json`.
fn write_log(place: &Workplace, samples: Vec<Value>) {
    let mut log = header();
    log["samples"] = samples.into();
    place.write("log.json", &log.to_string());
}

#[test]
fn a_log_of_inspect_is_scored_by_itself_and_its_epochs_are_samples() {
    let place = Workplace::new();
    let said = |id, epoch, said: &str| sample(id, epoch, said, &["cat", "dog", "cow"]);
    // The target is B. Of question 1 most samples are right, of 2 the first alone, of 3 none.
    let samples: Vec<Value> = [(1, "ABB"), (2, "BAC"), (3, "AAC"), (4, "B")]
        .iter()
        .flat_map(|(id, letters)| {
            let letters = letters.chars().enumerate();
            letters.map(|(at, letter)| said(*id, at as u32 + 1, &format!("ANSWER: {letter}")))
        })
        .collect();
    write_log(&place, samples);
    let scored = place.json(&["score", "log.json"]);
    let overall = &scored["results"][0];
    assert_eq!((&overall["correct"], &overall["questions"]), (&3.into(), &4.into()), "{scored}");
    let mean = scored["samples"]["mean_accuracy"].as_f64().unwrap();
    assert!((mean - (2.0 / 3.0 + 1.0 / 3.0 + 1.0) / 4.0).abs() < 1e-12, "{mean}");
    let warnings = scored["warnings"].to_string();
    assert!(
        warnings.contains("as Inspect AI's reducer mode counts, it is 50.0 %"),
        "of 2 wrong is the most frequent score: {warnings}"
    );
    assert_eq!(scored["samples"]["mode_accuracy"], 0.5);
    assert!(
        warnings.contains("up to 3 samples") && warnings.contains("“id” → index"),
        "{warnings}"
    );
}

#[test]
fn a_later_epoch_is_read_where_the_first_is_not_there() {
    let place = Workplace::with_choices(&ROWS);
    write_log(&place, vec![sample(1, 2, "ANSWER: B", &["cat", "dog", "cow"])]);
    let read = place.json(&["import", "predictions", "log.json", "--model", "m"]);
    assert_eq!((&read["rows"], &read["questions"]), (&1.into(), &1.into()), "{read}");
    assert!(!read["warnings"].to_string().contains("epoch"), "{read}");
    assert_eq!(place.json(&["score", "log.json"])["results"][0]["correct"], 1);
}

#[test]
fn samples_that_inspect_counted_are_linked_by_what_was_asked() {
    let rows = [("2", "cat|dog|cow", "B"), ("7", "red|blue|green", "C"), ("9", "a|b|c", "A")];
    let place = Workplace::with_choices(&rows);
    let asked = |id: u32, question: u32, completion: &str, choices: &[&str]| {
        let text = format!("Look closely.\nWhat is in  picture {question}?");
        asked_sample(&json!(id), 1, &text, completion, choices)
    };
    let log = vec![
        // Counted from 1: the id 2 is that of another question, 1 of none. The last shows its choices
        // in another order, and what is asked by the fourth is in no question.
        asked(1, 2, "B", &["cat", "dog", "cow"]),
        asked(2, 7, "C", &["red", "blue", "green"]),
        asked(3, 9, "A", &["c", "a", "b"]),
        asked(4, 50, "A", &["x", "y", "z"]),
    ];
    write_log(&place, log.clone());
    let read = place.json(&["import", "predictions", "log.json", "--model", "m"]);
    assert_eq!((&read["rows"], &read["unknown"]), (&3.into(), &1.into()), "{read}");
    assert!(read["warnings"].to_string().contains("left out (index “4”)"), "{read}");
    let out = place.run(&["export", "predictions", "--format", "jsonl"]);
    let said: Vec<(u64, String)> = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| (row["index"].as_u64().unwrap(), row["prediction"].as_str().unwrap().to_owned()))
        .collect();
    let of = |index: u64, text: &str| (index, text.to_owned());
    assert_eq!(said[..2], [of(2, "B"), of(7, "C")], "{out}");
    let right = |score: &Value| score["results"][0]["correct"].clone();
    // Question 9 was shuffled: "c" stands at A, and its answer "a" at B.
    assert_eq!(right(&place.json(&["eval"])["models"][0]), 2);
    let complaint = place.failure(&["score", "log.json", "--dataset", "q.tsv"]);
    assert!(complaint.contains("1 of its 4 rows are of no question"), "{complaint}");
    write_log(&place, log[..3].to_vec());
    assert_eq!(right(&place.json(&["score", "log.json", "--dataset", "q.tsv"])), 2);
    // Said to be the index, it is.
    let import = ["import", "predictions", "log.json", "--model", "n", "--map", "id=index"];
    assert!(place.failure(&import).contains("were these predictions made on another version"));
}

#[test]
fn samples_of_lmms_eval_are_scored_with_and_without_their_data_set() {
    let place = Workplace::with_choices(&ROWS);
    let line = |doc_id: u32, index: u32, choices: [&str; 3], target: &str, said: &str| {
        let [a, b, c] = choices;
        let question = json!({"index": index, "question": "Which?", "A": a, "B": b, "C": c, "D": "nan",
            "answer": target, "category": "farm", "prediction": said});
        json!({"doc_id": doc_id, "target": target, "filtered_resps": said,
            "input": format!("What is in picture {index}?\nA. {a}"), "submission": question})
    };
    let mut lines = vec![
        line(0, 2, ["red", "blue", "green"], "C", "C"),
        line(1, 1, ["cat", "dog", "cow"], "B", "dog"),
        line(2, 3, ["one", "two", "three"], "A", "B"),
    ];
    let write = |lines: &[Value]| {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        place.write("s.jsonl", &lines.join("\n"));
    };
    let score = |arguments: &[&str]| {
        let scored = place.json(&[&["score", "s.jsonl"], arguments].concat());
        (scored["results"][0]["correct"].clone(), scored["results"][0]["questions"].clone())
    };
    write(&lines);
    assert_eq!(score(&[]), (2.into(), 3.into()));
    assert_eq!(score(&["--dataset", "q.tsv"]), (2.into(), 3.into()));
    // Nothing but the count of documents, which is the index of other questions.
    for line in &mut lines {
        line.as_object_mut().unwrap().shift_remove("submission");
    }
    write(&lines);
    assert_eq!(score(&["--dataset", "q.tsv"]), (2.into(), 3.into()));
    let read = place.json(&["import", "predictions", "s.jsonl", "--model", "m"]);
    assert_eq!((&read["rows"], &read["unknown"]), (&3.into(), &0.into()), "{read}");
    let scored = place.json(&["eval", "--rules", "assay"]);
    assert_eq!(scored["models"][0]["results"][0]["correct"], 2, "{scored}");
}

#[test]
fn samples_of_lm_evaluation_harness_are_read_by_the_index_in_their_document() {
    let place = Workplace::with_choices(&ROWS);
    let line = |doc_id: usize, index: &str, filter: &str, resps: Value, filtered: Value| {
        json!({"doc_id": doc_id, "doc": {"index": index, "question": "Which?"}, "target": "1",
            "arguments": {"gen_args_0": {"arg_0": "prompt"}}, "resps": resps, "filtered_resps": filtered,
            "filter": filter, "metrics": ["acc"], "doc_hash": "x", "acc": 1.0})
        .to_string()
    };
    let likelihoods = |best: usize| -> Value {
        (0..3).map(|at| json!([if at == best { -0.5 } else { -3.0 }, at == best])).collect()
    };
    place.write(
        "samples.jsonl",
        &[
            line(0, "3", "strict", json!([["A"]]), json!(["A"])),
            line(0, "3", "flexible", json!([["A"]]), json!(["C"])),
            line(1, "1", "strict", json!([["so B"]]), json!([["so B"]])),
            line(2, "2", "strict", json!([[["-0.5", "True"]]]), likelihoods(2)),
        ]
        .join("\n"),
    );
    let import = ["import", "predictions", "samples.jsonl", "--model", "m", "--format", "lm-eval"];
    let read = place.json(&import);
    assert_eq!((&read["rows"], &read["questions"]), (&3.into(), &3.into()));
    let warnings = read["warnings"].to_string();
    assert!(
        warnings.contains("the filter “strict” were read, those of “flexible” were not"),
        "{warnings}"
    );
    assert!(warnings.contains("1 responses are likelihoods"), "{warnings}");
    let scored = place.json(&["eval", "--rules", "assay"]);
    assert_eq!(scored["models"][0]["results"][0]["correct"], 3, "{scored}");
}

#[test]
fn likelihoods_of_which_two_are_the_highest_predict_nothing() {
    let place = Workplace::with_choices(&ROWS);
    let line = |index: u32, likelihoods: [f64; 3]| {
        let pairs: Vec<Value> = likelihoods.iter().map(|one| json!([one, false])).collect();
        // What was before the filters is the same, and no second response.
        let before: Vec<Value> = pairs.iter().map(|pair| json!([pair])).collect();
        json!({"doc": {"index": index}, "resps": before, "filtered_resps": pairs}).to_string()
    };
    let lines = [line(1, [-2.0, -1.0, -3.0]), line(2, [-1.0, -1.0, -3.0])];
    place.write("p.jsonl", &lines.join("\n"));
    let read = place.json(&["import", "predictions", "p.jsonl", "--model", "m"]);
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("2 responses are likelihoods"), "{warnings}");
    assert!(warnings.contains("1 predictions are empty"), "{warnings}");
}

#[test]
fn choices_that_pandas_printed_as_nan_take_no_pass_away_from_a_score() {
    let place = Workplace::new();
    let mut rows = String::from("index\tquestion\tA\tB\tC\tD\tE\tanswer\tprediction\n");
    for (pass, [a, b, c]) in [["x", "y", "z"], ["y", "z", "x"], ["z", "x", "y"]].iter().enumerate()
    {
        let answer = ["A", "C", "B"][pass];
        let index = pass * 1_000_000 + 1;
        rows.push_str(&format!("{index}\tWhich?\t{a}\t{b}\t{c}\tnan\tnan\t{answer}\t{answer}\n"));
    }
    place.write("p.tsv", &rows);
    let scored = place.json(&["score", "p.tsv"]);
    assert_eq!(scored["results"][0]["correct"], 1, "{scored}");
    let warnings = scored["warnings"].to_string();
    assert!(warnings.contains("3 rows have choices that read “nan”"), "{warnings}");
    assert!(!warnings.contains("passes"), "{warnings}");
    // Where another choice comes behind it, it is one.
    place.write("p.tsv", &rows.replace("\tz\tnan\tnan", "\tnan\tz\tnan"));
    let warnings = place.json(&["score", "p.tsv"])["warnings"].to_string();
    assert!(warnings.contains("3 rows have a choice “nan”"), "{warnings}");
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let place = Workplace::with_choices(&ROWS);
    let file =
        "index\tA\tB\tC\tanswer\tprediction\n1\tcat\tdog\tcow\tB\tB\n2\tred\tblue\tgreen\tC\tA\n";
    let scored = place.assay_with_input(&["score", "-", "-o", "json"], file).well().json();
    assert_eq!((&scored["rows"], &scored["results"][0]["correct"]), (&2.into(), &1.into()));
    let import = ["import", "predictions", "-", "--model", "m", "-o", "json"];
    let read = place.assay_with_input(&import, file).well().json();
    assert_eq!((&read["rows"], &read["new"]), (&2.into(), &true.into()));
    let labels = "question,model,label\n1,m,B\n";
    let import = ["import", "labels", "-", "--extractor", "judge", "-o", "json"];
    let read = place.assay_with_input(&import, labels).well().json();
    assert_eq!(read["labels"], 1);
    let records = "{\"id\": 1, \"response\": \"B\"}\n";
    let import = ["import", "predictions", "-", "--model", "n"];
    let said = place.assay_with_input(&import, records).well();
    assert!(said.err.starts_with("standard input: columns “id”"), "{}", said.err);
    for command in [&import[..], &["score", "-"], &["import", "labels", "-"]] {
        let complaint = place.assay_with_input(command, "index\tA\n1\t\"x\n").failing(1);
        assert!(complaint.contains("standard input: "), "{complaint}");
        assert!(!complaint.contains("/standard input"), "{complaint}");
    }
    let twice = ["import", "predictions", "-", "-", "--model", "n"];
    assert!(place.assay_with_input(&twice, file).failing(1).contains("name - once"));
}
