//! Our own JSON lines, and other people's.

use serde_json::{Value, json};

use super::{assert_comes_back, base64, lines, pictures, write_picture};
use crate::harness::Workplace;

#[test]
fn everything_that_a_question_has_comes_back_from_our_own_lines() {
    let place = Workplace::new();
    let line = json!({
        "index": 7, "question": "Which <img> is it?\n\ttwo lines", "hint": "h", "A": "x", "C": "", "D": "nan",
        "answer": "D", "category": "c", "l2-category": "l", "split": "dev", "source": "s", "comment": "o",
        "passes": [{"pass": 0, "index": "7", "order": "ACD"}, {"pass": 2, "index": "x7", "order": "DAC"}],
        "extra": {"answer": 3, "deep": {"list": [1, 2.5, null, "é"]}},
        "pictures": [
            {"role": "stem", "image": base64(1)}, {"role": "choice C", "image": base64(2)},
            {"role": "frame", "image": base64(3)}, {"role": "stem", "image": base64(1)},
        ],
    });
    place.write("b.jsonl", &format!("{line}\n{{\"index\": \"007\", \"question\": \"Open?\"}}\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    let written = lines(&place);
    for (name, value) in line.as_object().unwrap() {
        if name != "pictures" {
            assert_eq!(&written[0][name], value, "{name}");
        }
    }
    let roles = [("stem", 1), ("choice C", 2), ("frame", 3), ("stem", 1)];
    assert_eq!(pictures(&written[0]), roles.map(|(role, number)| (role.to_owned(), number)));
    assert_eq!(written[1], json!({"index": "007", "question": "Open?"}));
    assert_comes_back(&place);
}

#[test]
fn the_order_of_choices_in_an_object_does_not_matter() {
    let export = |choices: &str| {
        let place = Workplace::new();
        let line = format!(r#"{{"id": 1, "question": "a?", "choices": {choices}, "answer": "B"}}"#);
        place.write("b.jsonl", &line);
        place.run(&["import", "questions", "b.jsonl", "--benchmark", "b"]);
        (lines(&place), place.run(&["export", "questions", "--circular"]))
    };
    let (sorted, circular) = export(r#"{"A": "x", "B": "y"}"#);
    assert_eq!(export(r#"{"B": "y", "A": "x"}"#), (sorted.clone(), circular));
    assert_eq!(sorted[0].get("passes"), None, "{}", sorted[0]);
}

#[test]
fn a_picture_that_has_a_path_beside_it_is_one_picture() {
    let place = Workplace::new();
    write_picture(&place, "1.png", 1);
    let line = json!({"id": 1, "question": "a?", "image": base64(1), "image_path": "1.png"});
    place.write("b.jsonl", &line.to_string());
    place.run(&["import", "questions", "b.jsonl"]);
    assert_eq!(pictures(&lines(&place)[0]), [("stem".to_owned(), 1)]);
}

#[test]
fn other_peoples_lines_are_read_with_paths_data_urls_and_base64() {
    let place = Workplace::new();
    write_picture(&place, "pictures/1.png", 1);
    place.write(
        "b.jsonl",
        &[
            json!({"id": 1, "question": "a?", "choices": ["x", 2, 3.0, true], "answer": "B",
                "image": "pictures/1.png", "difficulty": 0.5, "tags": ["t"], "nothing": null}),
            json!({"id": 2.0, "question": "b?", "options": {"A": "x", "D": "why"}, "answer": "why",
                "images": [format!("data:image/png;base64,{}", base64(2)), base64(3)]}),
            json!({"question_id": "q_3", "stem": "c?", "answer": "in words",
                "image": {"path": "pictures/1.png", "bytes": null}}),
        ]
        .map(|line| line.to_string())
        .join(",\n"),
    );
    let read = place.json(&["import", "questions", "b.jsonl"]);
    assert_eq!(read["extra_fields"], json!(["difficulty", "tags", "answer"]));
    let lines = lines(&place);
    let texts = ["A", "B", "C", "D"].map(|letter| lines[0][letter].as_str().unwrap());
    assert_eq!(texts, ["x", "2", "3.0", "True"]);
    assert_eq!(lines[0]["extra"], json!({"difficulty": 0.5, "tags": ["t"]}));
    assert_eq!((&lines[1]["index"], &lines[1]["answer"]), (&2.into(), &"D".into()));
    let stems =
        |numbers: &[u32]| numbers.iter().map(|&n| ("stem".to_owned(), n)).collect::<Vec<_>>();
    let found: Vec<_> = lines.iter().map(pictures).collect();
    assert_eq!(found, [stems(&[1]), stems(&[2, 3]), stems(&[1])]);
    assert_eq!(lines[2]["extra"], json!({"answer": "in words"}));
    assert_comes_back(&place);
}

#[test]
fn bad_lines_are_named_and_nothing_is_half_imported() {
    let place = Workplace::new();
    write_picture(&place, "secret.png", 1);
    write_picture(&place, "root/1.png", 2);
    let good = r#"{"id": 1, "question": "a?", "choices": ["x", "y"], "image": "1.png"}"#;
    for (line, wanted) in [
        (r#"{"question": "a?"}"#, "row 2 (line 2), column index: there is none"),
        (
            r#"{"id": {}, "question": "a?"}"#,
            "column id: found an object; expected a text or a number",
        ),
        (
            r#"{"id": 1, "question": "a?"}"#,
            "index 1), column id: the key “1” is already that of row 1 (line 1)",
        ),
        (r#"{"id": 2, "question": " "}"#, "column question: the question is empty"),
        (r#"{"id": 2, "question": ["a?"]}"#, "column question: found a list; expected a text"),
        (
            r#"{"id": 2, "question": "a?", "choices": "x"}"#,
            "column choices: found “x”; expected a list",
        ),
        (
            r#"{"id": 2, "question": "a?", "choices": ["x"], "answer": "B"}"#,
            "column answer: found “B”",
        ),
        (
            r#"{"id": 2, "question": "a?", "image": "../secret.png"}"#,
            "column image: found “../secret.png”: it leads out of",
        ),
        (
            r#"{"id": 2, "question": "a?", "image": "data:image/png;base64,???"}"#,
            "base64 has no '?'",
        ),
        (
            r#"{"id": 2, "question": "a?", "image": "https://example.org/1.png"}"#,
            "--fetch-host HOST",
        ),
        (r#"{"id": 2, "question": "a?", "image": 5}"#, "column image: found 5; expected a path"),
        (
            r#"{"id": 2, "question": "a?", "A": "x", "pictures": [{"role": "choice B", "image": "1.png"}]}"#,
            "choice and its letter",
        ),
        (
            r#"{"id": 2, "question": "a?", "A": "x", "passes": [{"pass": 0, "index": 2, "order": "AB"}]}"#,
            "column passes: found",
        ),
        (r#"{"id": 2, "question": "#, "cut off"),
        (r#"{"id": 2 "question"}"#, "row 2 (line 2): it cannot be read as JSON: expected"),
        ("7", "line 2: expected a record, found '7'"),
        (r#"{"id": 2, "question": "a?", "image": "2.png"}"#, "row 2: “2.png”"),
    ] {
        place.write("b.jsonl", &format!("{good}\n{line}\n"));
        let import = ["import", "questions", "b.jsonl", "--image-root", "root"];
        let complaint = place.failure(&import);
        assert!(complaint.contains(wanted), "{line}: {complaint}");
        assert!(!place.path("assay.db").exists(), "{line}");
    }
}

#[test]
fn bad_lines_are_left_out_on_request_and_missing_pictures_marked() {
    let place = Workplace::new();
    place.write(
        "b.jsonl",
        "{\"id\": 1, \"question\": \"a?\"}\n{\"id\": 2}\n{\"id\": 3, \"question\": \"c?\", \"image\": \"3.png\"}\n",
    );
    let read = place.json(&["import", "questions", "b.jsonl", "--skip-bad"]);
    let skipped: Vec<_> =
        read["skipped"].as_array().unwrap().iter().map(|row| &row["row"]).collect();
    assert_eq!(skipped, [2, 3]);
    let flags = ["--skip-bad", "--allow-missing-pictures"];
    place.json(&[&["import", "questions", "b.jsonl"][..], &flags].concat());
    let last = lines(&place).pop().unwrap();
    assert_eq!(last["extra"], json!({"missing_pictures": ["3.png"]}));
}

#[test]
fn choices_that_pandas_printed_as_nan_are_absent_in_json_too_and_kept_in_our_own_lines() {
    let place = Workplace::new();
    let question = |id: u32, more: Value| {
        let mut line =
            json!({"id": id, "question": format!("{id}?"), "A": "x", "B": "y", "answer": "A"});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line.to_string()
    };
    let lists = format!("['{}', '{}']", base64(1), base64(2));
    let rows = [
        question(1, json!({"C": "nan", "D": "nan", "image": lists})),
        question(2, json!({"C": "nan", "D": "z"})),
        question(3, json!({"C": "nan", "answer": "C"})),
        question(4, json!({"C": "nan", "passes": [{"pass": 0, "index": "4", "order": "ABC"}]})),
        question(5, json!({"C": "None"})),
    ];
    place.write("b.jsonl", &rows.join("\n"));
    let read = place.json(&["import", "questions", "b.jsonl"]);
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("1 rows have choices that read “nan”"), "{warnings}");
    assert!(warnings.contains("2 rows have a choice “nan” with other choices"), "{warnings}");
    let written = lines(&place);
    let choices = |line: &Value| -> String {
        "ABCD".chars().filter(|letter| line.get(letter.to_string()).is_some()).collect()
    };
    let found: Vec<String> = written.iter().map(choices).collect();
    assert_eq!(found, ["AB", "ABCD", "ABC", "ABC", "ABC"]);
    assert_eq!(pictures(&written[0]), [("stem".to_owned(), 1), ("stem".to_owned(), 2)]);
    assert_comes_back(&place);
}

#[test]
fn rows_of_circular_eval_as_json_lines_become_questions_with_passes() {
    let place = Workplace::new();
    write_picture(&place, "pictures/2.png", 2);
    let row = |index: u32, choices: [&str; 2], answer: &str, image: Value| {
        json!({"index": index, "question": format!("{}?", index % 1_000_000), "hint": null, "A": choices[0],
            "B": choices[1], "C": "nan", "answer": answer, "level": 0.5, "image": image})
        .to_string()
    };
    let rows = [
        row(1, ["x", "y"], "A", json!(base64(1))),
        row(2, ["x", "y"], "B", json!("pictures/2.png")),
        row(3, ["p", "q"], "B", json!([base64(3), base64(4)])),
        row(1_000_001, ["y", "x"], "B", json!("1")),
        row(1_000_002, ["y", "x"], "A", json!("pictures/2.png")),
    ];
    place.write("b.jsonl", &rows.join("\n"));
    let read = place.json(&["import", "questions", "b.jsonl", "--benchmark", "b"]);
    assert_eq!(
        (&read["format"], &read["rows"], &read["questions"]),
        (&"jsonl".into(), &5.into(), &3.into())
    );
    let written = lines(&place);
    assert_eq!(written[0]["passes"][1], json!({"pass": 1, "index": "1000001", "order": "BA"}));
    assert_eq!((written[0].get("C"), &written[0]["extra"]), (None, &json!({"level": "0.5"})));
    let stems =
        |numbers: &[u32]| numbers.iter().map(|&n| ("stem".to_owned(), n)).collect::<Vec<_>>();
    let found: Vec<_> = written.iter().map(pictures).collect();
    assert_eq!(found, [stems(&[1]), stems(&[2]), stems(&[3, 4])]);
    assert_comes_back(&place);

    place.run(&["export", "questions", "--circular", "--benchmark", "b", "-f", "c.jsonl"]);
    let other = Workplace::new();
    std::fs::copy(place.path("c.jsonl"), other.path("c.jsonl")).unwrap();
    other.run(&["import", "questions", "c.jsonl", "--benchmark", "b"]);
    other.run(&["export", "questions", "--circular", "-f", "d.jsonl"]);
    let file = |place: &Workplace, name: &str| std::fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(file(&other, "d.jsonl"), file(&place, "c.jsonl"));

    // Numbers that only look like those of passes are questions of their own.
    place.write(
        "n.jsonl",
        &rows[..1].join("").replace("\"1?\"", "\"Another?\"").replace(":1,", ":5000001,"),
    );
    let more = format!("{}\n{}", rows[0], file(&place, "n.jsonl"));
    place.write("n.jsonl", &more);
    let read = place.json(&["import", "questions", "n.jsonl", "--benchmark", "n"]);
    assert_eq!(read["questions"], 2);
}

#[test]
fn a_number_like_that_of_a_pass_is_an_accident_among_many_questions() {
    let place = Workplace::new();
    let row = |index: u32| {
        // All ask the same with the same choices.
        let row =
            json!({"index": index, "question": "Is it so?", "A": "yes", "B": "no", "answer": "A"});
        format!("{row}\n")
    };
    let some: String = (1..=9).chain([1_000_001]).map(row).collect();
    place.write("b.jsonl", &some);
    assert_eq!(place.json(&["import", "questions", "b.jsonl"])["questions"], 10);
}

#[test]
fn a_field_that_names_the_group_makes_lines_passes_whatever_their_numbers() {
    let place = Workplace::new();
    let row = |index: u32, [a, b]: [&str; 2], answer: &str| {
        let row = json!({"index": index, "g_index": 5, "question": "Which?", "A": a, "B": b, "answer": answer});
        format!("{row}\n")
    };
    place.write("b.jsonl", &(row(5, ["x", "y"], "A") + &row(6, ["y", "x"], "B")));
    assert_eq!(place.json(&["import", "questions", "b.jsonl"])["questions"], 1);
    assert_eq!(lines(&place)[0]["passes"][1]["index"], "6");
}
