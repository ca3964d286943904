//! `assay diff`: two versions of a benchmark.

use image::ImageFormat;
use serde_json::{Value, json};

use super::{hills, line, lines};
use crate::harness::Workplace;

const ANIMALS: [&str; 3] = ["cat", "dog", "hen"];

fn which(key: u32) -> String {
    format!("Which animal is in picture {key}?")
}

/// Six questions with a picture each.
fn old() -> Vec<Value> {
    let question = |key: u32| {
        let picture = hills(key, 120, ImageFormat::Png);
        line(&key.to_string(), &which(key), ANIMALS, "A", Some(&picture))
    };
    (1..=6).map(question).collect()
}

fn with(question: &Value, changes: &Value) -> Value {
    let mut question = question.clone();
    for (name, value) in changes.as_object().unwrap() {
        question[name] = value.clone();
    }
    question
}

fn keys(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect()
}

#[test]
fn each_kind_of_change_is_named_and_renamed_keys_are_recognised() {
    let place = Workplace::new();
    let old = old();
    let picture = |seed, format| base64_simd::STANDARD.encode_to_string(hills(seed, 120, format));
    let new = [
        with(&old[0], &json!({"answer": "B"})),
        with(&old[1], &json!({"A": "dog", "B": "cat", "answer": "B", "category": "image_style"})),
        with(&old[2], &json!({"image": picture(3, ImageFormat::Jpeg)})),
        with(&old[3], &json!({"image": picture(9, ImageFormat::Png), "question": "And this?"})),
        with(&old[4], &json!({"index": "50"})),
        line("7", "Where is it?", ["here", "there", "nowhere"], "A", None),
    ];
    place.write("old.jsonl", &lines(&old));
    place.write("new.jsonl", &lines(&new));
    let found = place.json(&["diff", "old.jsonl", "new.jsonl"]);
    let changed: Vec<(&str, String)> = found["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["key"].as_str().unwrap(), keys(&one["what"]).join(" ")))
        .collect();
    let expected = [
        ("1", "answer".to_owned()),
        ("2", "order category".to_owned()),
        ("3", "re-encoded".to_owned()),
        ("4", "stem picture".to_owned()),
    ];
    assert_eq!(changed, expected);
    assert_eq!((keys(&found["added"]), keys(&found["removed"])), (vec!["7"], vec!["6"]));
    assert_eq!(found["renamed"], json!([{"old": "5", "new": "50"}]));
    assert_eq!(found["unchanged"], 1);
    let printed = place.run(&["diff", "old.jsonl", "new.jsonl"]);
    assert!(printed.contains("old.jsonl (6) → new.jsonl (6)"), "{printed}");
}

#[test]
fn a_picture_with_another_letter_in_it_is_another_picture_and_one_in_grey_too() {
    let place = Workplace::new();
    let colours = |edit: &dyn Fn(&mut image::RgbImage)| {
        let mut picture =
            image::load_from_memory(&hills(5, 240, ImageFormat::Png)).unwrap().to_rgb8();
        picture.pixels_mut().for_each(|dot| dot.0[2] /= 2);
        edit(&mut picture);
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let letter = |picture: &mut image::RgbImage| {
        for (x, y) in (0..8).map(|at| (100 + at % 2, 100 + at)) {
            picture.put_pixel(x, y, image::Rgb([255; 3]));
        }
    };
    let grey = |picture: &mut image::RgbImage| {
        picture.pixels_mut().for_each(|dot| dot.0 = [dot.0[0]; 3]);
    };
    let pictures = [colours(&|_| {}), colours(&letter), colours(&grey)];
    let [before, edited, in_grey] =
        pictures.map(|picture| lines(&[line("1", &which(1), ANIMALS, "A", Some(&picture))]));
    place.write("old.jsonl", &before);
    for (name, version) in [("edited.jsonl", edited), ("grey.jsonl", in_grey)] {
        place.write(name, &version);
        let found = place.json(&["diff", "old.jsonl", name]);
        assert_eq!(found["changed"], json!([{"key": "1", "what": ["picture"]}]), "{name}");
    }
}

/// A prediction file over the first passes of the old version, with these answers.
fn predictions(old: &[Value], answers: &str) -> String {
    let mut table = "index\tquestion\tA\tB\tC\tanswer\tprediction\n".to_owned();
    for (question, answer) in old.iter().zip(answers.chars()) {
        let cell = |name: &str| question[name].as_str().unwrap().to_owned();
        let cells = ["index", "question", "A", "B", "C", "answer"].map(cell);
        table.push_str(&format!("{}\t{answer}\n", cells.join("\t")));
    }
    table
}

#[test]
fn prediction_files_are_rescored_where_only_keys_changed_and_the_rest_is_to_be_asked_again() {
    let place = Workplace::new();
    let old = old();
    let mut new = old.clone();
    new[0] = with(&old[0], &json!({"answer": "B"}));
    new[1] = with(&old[1], &json!({"A": "dog", "B": "cat", "answer": "B"}));
    new[2] = with(&old[2], &json!({"C": "a hen"}));
    let other = base64_simd::STANDARD.encode_to_string(hills(9, 120, ImageFormat::Png));
    new[3] = with(&old[3], &json!({"image": other}));
    place.write("old.jsonl", &lines(&old));
    place.write("new.jsonl", &lines(&new));
    place.write("one.tsv", &predictions(&old, "AAAAAB"));
    place.write("two.tsv", &predictions(&old, "BAAABB"));
    let found =
        place.json(&["diff", "old.jsonl", "new.jsonl", "--predictions", "one.tsv", "two.tsv"]);
    let rows: Vec<_> = found["restated"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let share = |name: &str| (row[name].as_f64().unwrap() * 60.0).round();
            (
                row["model"].as_str().unwrap(),
                [share("before"), share("after")],
                [row["place_before"].as_u64().unwrap(), row["place_after"].as_u64().unwrap()],
                keys(&row["ask_again"]),
            )
        })
        .collect();
    // Questions 3 and 4 are left out after: each has 2 of 4 (60ths: 30).
    let expected = [
        ("one.tsv", [50.0, 30.0], [1, 1], vec!["3", "4"]),
        ("two.tsv", [30.0, 30.0], [2, 1], vec!["3", "4"]),
    ];
    assert_eq!(rows, expected);
    assert_eq!(found["restated"][0]["questions_after"], 4);
}

#[test]
fn answers_to_other_questions_have_no_score_and_a_warning() {
    let place = Workplace::new();
    let old = old();
    place.write("old.jsonl", &lines(&old));
    place.write("new.jsonl", &lines(&[with(&old[0], &json!({"answer": "B"}))]));
    let foreign = predictions(&old, "AAAAAA").replace("Which animal", "What colour");
    place.write("foreign.tsv", &foreign);
    let found = place.json(&["diff", "old.jsonl", "new.jsonl", "--predictions", "foreign.tsv"]);
    assert_eq!(found["restated"][0]["questions_before"], 0);
    let warnings = found["warnings"].to_string();
    assert!(warnings.contains("foreign.tsv: none of its answers is to a question"), "{warnings}");
}

#[test]
fn the_runs_of_a_database_are_restated_from_the_original_to_the_current_revision() {
    let place = Workplace::new();
    let old = old();
    place.write("old.jsonl", &lines(&old));
    place.write("one.tsv", &predictions(&old, "AAAAAB"));
    place.run(&["import", "questions", "old.jsonl", "--benchmark", "b"]);
    place.run(&["import", "predictions", "one.tsv", "--model", "one"]);
    let mut new = old.clone();
    new[0] = with(&old[0], &json!({"answer": "B"}));
    new[2] = with(&old[2], &json!({"question": "Which animal is it?"}));
    place.write("new.jsonl", &lines(&new));
    place.run(&["import", "questions", "new.jsonl", "--benchmark", "b"]);
    let found = place.json(&["diff", "original", "current", "--restate"]);
    assert_eq!(found["changed"].as_array().map(Vec::len), Some(2), "{found}");
    let row = &found["restated"][0];
    assert_eq!((&row["before"], &row["after"]), (&(5.0 / 6.0).into(), &(3.0 / 5.0).into()));
    assert_eq!(keys(&row["ask_again"]), ["3"]);
    let same = place.json(&["diff", "new.jsonl", "current"]);
    assert_eq!((&same["unchanged"], &same["changed"]), (&6.into(), &json!([])));
    let now = place.json(&["diff", "original", "2100-01-01"]);
    assert_eq!(now["changed"].as_array().map(Vec::len), Some(2));
    let error = place.failure(&["diff", "2000-01-01", "current"]);
    assert!(error.contains("b (2000-01-01) has no question"), "{error}");
}

#[test]
fn a_model_that_was_asked_the_new_version_alone_is_not_wrong_on_the_old_one() {
    let place = Workplace::new();
    let old = old();
    place.write("old.jsonl", &lines(&old));
    let mut new = old.clone();
    new[2] = with(&old[2], &json!({"question": "Which animal is it?"}));
    let again = base64_simd::STANDARD.encode_to_string(hills(4, 120, ImageFormat::Jpeg));
    new[3] = with(&old[3], &json!({"image": again}));
    place.write("new.jsonl", &lines(&new));
    place.write("one.tsv", &predictions(&new, "AAAAAA"));
    place.run(&["import", "questions", "old.jsonl", "--benchmark", "b"]);
    place.run(&["import", "questions", "new.jsonl", "--benchmark", "b"]);
    place.run(&["import", "predictions", "one.tsv", "--model", "one"]);
    let found = place.json(&["diff", "original", "current", "--restate"]);
    let row = &found["restated"][0];
    assert_eq!((&row["before"], &row["questions_before"]), (&1.0.into(), &5.into()), "{found}");
    assert_eq!((&row["after"], &row["questions_after"]), (&1.0.into(), &6.into()), "{found}");
}

#[test]
fn what_a_model_was_never_shown_is_to_be_asked_and_not_wrong_after() {
    let place = Workplace::new();
    let old = old();
    place.write("all.jsonl", &lines(&old));
    place.write("one.tsv", &predictions(&old[..4], "AAAA"));
    place.run(&["import", "questions", "all.jsonl", "--benchmark", "b"]);
    place.run(&["import", "predictions", "one.tsv", "--model", "one"]);
    let found = place.json(&["diff", "original", "current", "--restate"]);
    let row = &found["restated"][0];
    assert_eq!(keys(&row["ask_again"]), ["5", "6"], "{found}");
    assert_eq!((&row["before"], &row["after"]), (&(4.0 / 6.0).into(), &1.0.into()), "{found}");
}

#[test]
fn short_answers_are_judged_by_the_accepted_answers_of_each_version() {
    let place = Workplace::new();
    let short = |key: &str, what: &str, answer: &str| {
        json!({"index": key, "question": what,
            "short_answer": {"rule": "mathvista", "answers": [answer]}})
    };
    let choices = line("3", &which(3), ANIMALS, "A", None);
    let old = [short("1", "How many?", "4"), short("2", "How many red?", "7"), choices.clone()];
    let new = [short("1", "How many?", "5"), short("2", "How many blue?", "7"), choices];
    place.write("old.jsonl", &lines(&old));
    place.write("new.jsonl", &lines(&new));
    let answers = [("1", "I count 5."), ("2", "7"), ("3", "A")];
    let answers = answers.map(|(key, text)| json!({"index": key, "prediction": text}));
    place.write("one.jsonl", &lines(&answers));
    let of_files = place.json(&["diff", "old.jsonl", "new.jsonl", "--predictions", "one.jsonl"]);
    place.run(&["import", "questions", "old.jsonl", "--benchmark", "b"]);
    place.run(&["import", "predictions", "one.jsonl", "--model", "one"]);
    place.run(&["import", "questions", "new.jsonl", "--benchmark", "b"]);
    let of_runs = place.json(&["diff", "original", "current", "--restate"]);
    for found in [of_files, of_runs] {
        let row = &found["restated"][0];
        assert_eq!((&row["before"], &row["after"]), (&(2.0 / 3.0).into(), &1.0.into()), "{found}");
        assert_eq!(keys(&row["ask_again"]), ["2"], "{found}");
    }
}

#[test]
fn a_circular_twin_that_keeps_the_old_answer_is_listed() {
    let place = Workplace::new();
    let table = |first: &str, twin: &str| {
        format!(
            "index\tquestion\tA\tB\tanswer\n1\tWhich?\tcat\tdog\t{first}\n\
             1000001\tWhich?\tdog\tcat\t{twin}\n2\tWho?\the\tshe\tA\n1000002\tWho?\tshe\the\tB\n"
        )
    };
    place.write("old.tsv", &table("A", "B"));
    place.write("new.tsv", &table("B", "B"));
    let found = place.json(&["diff", "old.tsv", "new.tsv"]);
    assert_eq!(found["changed"], json!([{"key": "1", "what": ["answer"]}]));
    let skipped = &found["skipped"][0];
    assert_eq!((&skipped["version"], &skipped["index"]), (&"new".into(), &"1000001".into()));
    assert!(
        skipped["reason"].as_str().unwrap().contains("not the choice that is right in question")
    );
}

#[test]
fn files_of_different_benchmarks_and_names_of_no_version_are_refused() {
    let place = Workplace::new();
    place.write("old.jsonl", &lines(&old()));
    let other = line("1", "How much is it?", ["3", "4", "5"], "A", None);
    place.write("other.jsonl", &lines(&[other]));
    let error = place.failure(&["diff", "old.jsonl", "other.jsonl"]);
    assert!(error.contains("have no question in common"), "{error}");
    let error = place.failure(&["diff", "old.jsonl", "newer.jsonl"]);
    assert!(error.contains("newer.jsonl: there is no such file") && error.contains("current"));
    let error = place.failure(&["diff", "old.jsonl", "2026-13-45"]);
    assert!(error.contains("2026-13-45: there is no such file"), "{error}");
    let error = place.failure(&["diff", "old.jsonl", "current"]);
    assert!(error.contains("assay.db"), "{error}");
}
