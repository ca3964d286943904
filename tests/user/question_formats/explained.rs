//! `--explain` on odd files: the command that it prints imports them, or it says why none does.

use serde_json::{Value, json};

use super::{base64, lines, write_picture};
use crate::harness::Workplace;

/// Explains records, imports them by the printed command, and returns the first question.
#[track_caller]
fn imported_as_explained(name: &str, text: &str) -> Value {
    let place = Workplace::new();
    write_picture(&place, "pictures/1.png", 1);
    place.write(name, text);
    let explained = place.json(&["import", "questions", "--explain", name]);
    let command = explained["command"].as_str().unwrap_or_else(|| panic!("{explained}"));
    let words: Vec<String> = command.split(' ').map(|word| word.replace('\'', "")).collect();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    place.run(&words);
    lines(&place).remove(0)
}

fn text(records: &[Value]) -> String {
    records.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn choices_in_columns_of_small_letters_and_fields_of_structs_are_found() {
    let row = |n: u32| json!({"query": format!("Q{n}?"), "a": "x", "b": "y", "correct": "(b)", "img": base64(n)});
    let question = imported_as_explained("q.jsonl", &text(&[row(1), row(2)]));
    assert_eq!((&question["B"], &question["answer"]), (&"y".into(), &"B".into()));
    let row = |n: u32| json!({"q": format!("Q{n}?"), "a": "x", "b": "y", "correct": "b", "img": base64(n)});
    let question = imported_as_explained("q.jsonl", &text(&[row(1), row(2)]));
    assert_eq!((&question["B"], &question["Q"]), (&"y".into(), &Value::Null));
    let row = |n: u32| {
        json!({"meta": {"uid": n}, "qa": {"question": format!("Q{n}?"), "options": ["x", "y"], "answer": 1},
        "image": base64(n)})
    };
    let question = imported_as_explained("q.jsonl", &text(&[row(1), row(2), row(0)]));
    assert_eq!((&question["index"], &question["answer"]), (&1.into(), &"B".into()));
}

#[test]
fn records_within_a_document_paths_and_truth_values_are_taken_for_what_they_are() {
    let row = |n: u32| json!({"id": n, "question": "Which?", "options": "A. x\nB. y", "answer": "A", "image": base64(n)});
    let document = json!({"info": {"v": 1}, "questions": [row(1), row(2)]});
    let question = imported_as_explained("q.json", &document.to_string());
    assert_eq!((&question["A"], &question["answer"]), (&"x".into(), &"A".into()));
    // Lines of structs are no documents.
    let row = |n: u32| json!({"meta": {"uid": n}, "qa": {"question": "A car?", "answer": "no"}});
    let question = imported_as_explained("q.jsonl", &text(&[row(1), row(2)]));
    assert_eq!(question["short_answer"]["answers"], json!(["no"]));
    let row =
        |n: u32| json!({"statement": "It is red.", "is_red": n == 1, "shown": "pictures/1.png"});
    let question = imported_as_explained("q.jsonl", &text(&[row(1), row(2)]));
    assert_eq!(question["short_answer"], json!({"rule": "yes-no", "answers": ["yes"]}));
    assert!(question["image"].is_string(), "{question}");
}

#[test]
fn where_an_import_would_stop_there_is_no_command_but_the_reason() {
    let place = Workplace::new();
    let letters = [json!({"id": 1, "question": "Which?", "answer": "B"})];
    let unknown = [json!({"nr": 1, "query": "Which?", "gold": "B", "other": 7})];
    let answers = [json!({"nr": 1, "query": "Which?", "choices": ["x", "y"], "gold": "z"})];
    for (records, reason) in [
        (&letters, "one letter"),
        (&unknown, "one-letter answer and no choices"),
        (&answers, "column gold: found “z”"),
    ] {
        place.write("our file.jsonl", &text(records));
        let explained = place.json(&["import", "questions", "--explain", "our file.jsonl"]);
        let notes = explained["notes"].to_string();
        assert!(notes.contains("an import would stop") && notes.contains(reason), "{notes}");
        assert_eq!(explained["command"], Value::Null);
        let complaint = place.failure(&["import", "questions", "our file.jsonl"]);
        assert!(!complaint.contains("--explain our file"), "{complaint}");
    }
}

#[test]
fn open_questions_whose_answers_could_be_compared_are_told_the_map() {
    let place = Workplace::new();
    let row = |n: u32| json!({"id": n, "question": "Who?", "answer": format!("cat {n}")});
    place.write("q.jsonl", &text(&[row(1), row(2)]));
    let explained = place.json(&["import", "questions", "--explain", "q.jsonl"]);
    assert_eq!(explained["recognized"], "jsonl");
    assert_eq!(explained["map"], "key=id,stem=question,answer=answer,rule=exact");
    assert!(explained["notes"].to_string().contains("these are open questions"), "{explained}");
    // Answers that are no texts are not taken for yes and no.
    let row =
        |n: u32| json!({"question_id": n, "question": "Who?", "answers": [{"answer": "cat"}]});
    place.write("q.jsonl", &text(&[row(1), row(2)]));
    let explained = place.json(&["import", "questions", "--explain", "q.jsonl"]);
    assert!(!explained["map"].to_string().contains("yes-no"), "{explained}");
}

#[test]
fn the_command_has_the_flags_that_were_given() {
    let place = Workplace::new();
    write_picture(&place, "far/1.png", 1);
    place.write(
        "q.jsonl",
        &text(&[json!({"pid": "a", "query": "A car?", "gold": "no", "image": "1.png"})]),
    );
    let flags = [
        "--map",
        "key=pid,stem=query,answer=gold:yes-no,image=image,rule=yes-no",
        "--image-root",
        "far",
    ];
    let explained =
        place.json(&[&["import", "questions", "--explain", "q.jsonl"], &flags[..]].concat());
    assert_eq!(explained["command"], format!("assay import questions q.jsonl {}", flags.join(" ")));
    let wrong = ["--map", "stem=query,answer=gld"];
    let explained =
        place.json(&[&["import", "questions", "--explain", "q.jsonl"], &wrong[..]].concat());
    assert!(
        explained["notes"].to_string().contains("no column gld for the part answer"),
        "{explained}"
    );
}

#[test]
fn a_file_whose_choices_or_answers_have_other_names_is_not_taken_for_open_questions() {
    let place = Workplace::new();
    let under = |choices: Value, name: &str| {
        json!({"id": 1, "question": "Which?", "candidates": choices, name: "B"}).to_string()
    };
    let lettered = json!({"id": 1, "question": "Which?", "A": "x", "B": "y", "gold": "B"});
    for text in [
        under(json!(["x", "y"]), "answer"),
        under(json!({"A": "x", "B": "y"}), "gold"),
        under(json!("(a) x (b) y"), "answer"),
        lettered.to_string(),
    ] {
        place.write("q.jsonl", &text);
        let said = place.failure(&["import", "questions", "q.jsonl"]);
        assert!(said.contains("the layout is not known"), "{text}: {said}");
        let question = imported_as_explained("q.jsonl", &text);
        assert_eq!((&question["B"], &question["answer"]), (&"y".into(), &"B".into()), "{text}");
    }
}

#[test]
fn a_split_without_answers_is_no_unknown_layout_and_questions_without_choices_have_a_rule() {
    let place = Workplace::new();
    let row =
        json!({"id": 1, "question": "Which?", "choices": ["x", "y"], "solution": "As it is."});
    place.write("q.jsonl", &row.to_string());
    assert_eq!(place.json(&["import", "questions", "q.jsonl"])["format"], "jsonl");
    let row = |n: u32, choices: &str, answer: &str| json!({"index": n, "question": "Which?", "alts": choices, "answer": answer});
    let rows = text(&[row(1, "['x', 'y']", "B"), row(2, "[]", "2.5")]);
    place.write("m.jsonl", &rows);
    let explained = place.json(&["import", "questions", "--explain", "m.jsonl"]);
    assert!(explained["map"].as_str().unwrap().ends_with("rule=numeric"), "{explained}");
}

#[test]
fn numbers_are_counted_from_one_only_where_one_is_the_number_of_a_last_choice() {
    let row = |n: u32| {
        let gold = n + 1;
        json!({"uid": n, "query": "Which?\nA. x\nB. y\nC. z", "gold": gold}).to_string() + "\n"
    };
    let place = Workplace::new();
    place.write("q.jsonl", &(row(0) + &row(1)));
    let explained = place.json(&["import", "questions", "--explain", "q.jsonl"]);
    assert!(explained["map"].as_str().unwrap().contains("answer=gold:index0"), "{explained}");
    assert!(explained["notes"].to_string().contains("is the first choice 0"), "{explained}");
    place.write("q.jsonl", &(row(0) + &row(2)));
    let explained = place.json(&["import", "questions", "--explain", "q.jsonl"]);
    assert!(explained["map"].as_str().unwrap().contains("answer=gold:index1"), "{explained}");
}
