//! Our own JSON lines, and other people's.

use serde_json::json;

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
            "index 1), column index: the index is already that of row 1 (line 1)",
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
        (r#"{"id": 2, "question": "a?", "image": "https://example.org/1.png"}"#, "fetch it first"),
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
