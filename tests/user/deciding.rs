//! Decisions by script: made, refused, exported, and brought into another copy.

use serde_json::{Value, json};

use crate::harness::{Said, Workplace, questions};

fn decide(place: &Workplace, key: &str, more: &[&str]) -> Said {
    place.assay(&[&["decide", "review", key, "--as", "alice"], more].concat())
}

#[test]
fn a_decision_by_script_is_printed_as_it_is_exported() {
    let place = Workplace::with_questions(2);
    let said = decide(
        &place,
        "2",
        &[
            "--answer",
            "c",
            "--verdict",
            "wrong",
            "--reason",
            "bad-picture",
            "--reason",
            "ambiguous-question",
            "--reason",
            "bad-picture",
            "--note",
            "upside\tdown",
        ],
    )
    .well();
    let row = said.json();
    assert_eq!(
        (&row["act"], &row["answer"], &row["verdict"]),
        (&"review".into(), &"C".into(), &"wrong".into())
    );
    assert_eq!(row["reasons"], json!(["ambiguous-question", "bad-picture"]));
    assert_eq!(
        (&row["note"], &row["item"], &row["annotator"]),
        (&"upside\tdown".into(), &"2".into(), &"alice".into())
    );
    assert_eq!(row["exposure"], json!({"screen": "script", "reference": false}));
    let mut exported = place.export().remove(0);
    assert!(exported["guideline_text"].as_str().unwrap().starts_with("# Reviewing"));
    exported.as_object_mut().unwrap().remove("guideline_text");
    assert_eq!(exported, row);
}

#[test]
fn a_corrected_answer_goes_with_a_wrong_reference_answer_and_into_other_copies() {
    let place = Workplace::with_questions(2);
    let flag = ["--answer", "a", "--verdict", "wrong", "--reason"];
    let corrected = |reason, letter| {
        decide(&place, "1", &[&flag[..], &[reason, "--corrected", letter]].concat())
    };
    let row = corrected("wrong-reference-answer", "c").well().json();
    assert_eq!(row["corrected"], "C");
    assert!(corrected("bad-picture", "c").failing(2).contains("wrong-reference-answer"));
    assert!(corrected("wrong-reference-answer", "h").failing(1).contains("no choice H"));
    let plain = decide(&place, "2", &["--answer", "b", "--verdict", "keep"]).well().json();
    assert_eq!(plain.get("corrected"), None, "rows without it are as they were");

    let exported = place.run(&["export", "decisions"]);
    let copy = Workplace::with_questions(2);
    copy.write("d.jsonl", &exported);
    copy.assay(&["import", "decisions", "d.jsonl"]).well();
    assert_eq!(copy.export()[0]["corrected"], "C");
    let said = copy.plain("alice", "u\n").well().out;
    assert!(said.contains("taken back: keep, answer b"), "{said}");
    let said = copy.plain("alice", "u\n").well().out;
    assert!(said.contains("wrong (wrong reference answer, right is C)"), "{said}");
}

#[test]
fn answers_that_are_no_choice_have_names() {
    let place = Workplace::with_questions(1);
    for (answer, stored) in
        [("none", "none"), ("z", "none"), ("Z", "none"), ("cannot-tell", "cannot-tell"), ("a", "A")]
    {
        let row = decide(&place, "1", &["--answer", answer, "--verdict", "keep"]).well().json();
        assert_eq!(row["answer"], stored);
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_leaves_no_trace() {
    let place = Workplace::with_questions(1);
    let refused = |key: &str, more: &[&str], code: i32, word: &str| {
        let complaint = decide(&place, key, more).failing(code);
        assert!(complaint.contains(word), "{complaint}");
    };
    refused("7", &["--answer", "B", "--verdict", "keep"], 1, "no question with the key 7");
    refused("1", &["--answer", "E", "--verdict", "keep"], 1, "no choice E");
    refused("1", &["--answer", "seven", "--verdict", "keep"], 2, "cannot-tell");
    refused("1", &["--answer", "B"], 2, "--verdict");
    refused("1", &["--verdict", "keep"], 2, "--answer");
    refused("1", &["--answer", "B", "--verdict", "wrong"], 2, "bad-picture");
    refused("1", &["--answer", "B", "--verdict", "keep", "--reason", "other"], 2, "reason");
    refused("1", &["--answer", "B", "--verdict", "wrong", "--reason", "other"], 2, "note");
    let other = ["--answer", "B", "--verdict", "wrong", "--reason", "other", "--note"];
    for blank in ["", " \t\n", "\u{3000}"] {
        refused("1", &[&other[..], &[blank]].concat(), 2, "note");
    }
    refused("1", &["--answer", "B", "--verdict", "wrong", "--reason", "dull"], 2, "bad-picture");
    let complaint = place
        .assay(&["decide", "review", "1", "--as", " ", "--answer", "B", "--verdict", "keep"])
        .failing(1);
    assert!(complaint.contains("--as"), "{complaint}");
    assert!(place.export().is_empty());
    let annotators = &place.assay(&["status", "-o", "json"]).well().json()["annotators"];
    assert!(annotators.as_array().unwrap().iter().all(|a| a["decisions"] == 0), "{annotators}");
}

#[test]
fn a_blank_note_is_no_note() {
    let place = Workplace::with_questions(1);
    let row = decide(&place, "1", &["--answer", "B", "--verdict", "keep", "--note", " "]).well();
    assert_eq!(row.json().get("note"), None);
}

/// Decisions of every kind by two people, on two revisions.
fn busy_workplace() -> Workplace {
    let place = Workplace::with_questions(6);
    place.plain("alice", "b\ny\nx\nw 1 0 what is it?\nn a note\ns\nl\nu\nr\nc\nt\nu\nu\n").well();
    place.plain("bob", "a\nw 4 7\nz\ny\ny\nu\n").well();
    place.write("b.tsv", &questions(6).replace("number 3?", "number three?"));
    place.assay(&["import", "questions", "b.tsv"]).well();
    decide(&place, "3", &["--answer", "A", "--verdict", "keep"]).well();
    place
}

#[test]
fn history_taken_to_another_copy_and_back_is_the_same() {
    let place = busy_workplace();
    let exported = place.assay(&["export", "decisions"]).well().out;
    assert!(exported.lines().count() > 15);

    let copy = Workplace::new();
    copy.write("b.tsv", &questions(6));
    copy.assay(&["import", "questions", "b.tsv"]).well();
    copy.write("b.tsv", &questions(6).replace("number 3?", "number three?"));
    copy.assay(&["import", "questions", "b.tsv"]).well();
    copy.write("history.jsonl", &exported);
    let said = copy.assay(&["import", "decisions", "history.jsonl"]).well();
    assert!(said.err.contains("0 there already"), "{said:?}");
    assert_eq!(copy.assay(&["export", "decisions"]).well().out, exported);

    let again = copy.assay(&["import", "decisions", "history.jsonl"]).well();
    assert!(again.err.contains(" 0 new"), "{again:?}");
    assert_eq!(copy.assay(&["export", "decisions"]).well().out, exported);
    copy.assay(&["doctor"]).well();
    for annotator in ["alice", "bob"] {
        let greeting = |place: &Workplace| place.plain(annotator, "").well().out;
        assert_eq!(greeting(&place), greeting(&copy));
    }
}

#[test]
fn revisions_are_matched_by_content_not_by_number() {
    let place = Workplace::with_questions(6);
    place.write("b.tsv", &questions(6).replace("number 3?", "number three?"));
    place.assay(&["import", "questions", "b.tsv"]).well();
    decide(&place, "3", &["--answer", "A", "--verdict", "keep"]).well();
    let exported = place.assay(&["export", "decisions"]).well().out;
    assert!(exported.contains(r#""question_revision":2"#), "{exported}");
    let copy = Workplace::new();
    copy.write("b.tsv", &questions(6).replace("number 3?", "number three?"));
    copy.assay(&["import", "questions", "b.tsv"]).well();
    copy.write("history.jsonl", &exported);
    for new in ["1 new", "0 new"] {
        let said = copy.assay(&["import", "decisions", "history.jsonl"]).well();
        assert!(said.err.contains(new), "{said:?}");
    }
    assert_eq!(copy.export()[0]["question_revision"], 1);
}

#[test]
fn a_byte_order_mark_and_blank_lines_are_passed_over_and_other_numbers_reported() {
    let place = busy_workplace();
    let exported = place.assay(&["export", "decisions"]).well().out;
    let copy = Workplace::with_questions(6);
    let renumbered = exported.lines().next().unwrap().replace("revision\":1", "revision\":9");
    copy.write("history.jsonl", &format!("\u{feff}\n\n{renumbered}\n\n{{}}\n"));
    let complaint = copy.assay(&["import", "decisions", "history.jsonl"]).failing(1);
    assert!(complaint.contains("history.jsonl, line 5: expected a decision"), "{complaint}");
    copy.write("history.jsonl", &format!("\u{feff}{renumbered}\n"));
    let said = copy.assay(&["import", "decisions", "history.jsonl"]).well();
    assert!(said.err.contains("1 new") && said.err.contains("another number here"), "{said:?}");
    assert_eq!(copy.export()[0]["question_revision"], 1);
}

#[test]
fn a_bad_row_of_history_is_named_and_nothing_is_imported() {
    let place = busy_workplace();
    let rows: Vec<Value> = place.export();
    let copy = Workplace::with_questions(6);
    let import = |rows: &[Value]| {
        let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
        copy.write("history.jsonl", &(lines.join("\n") + "\n"));
        copy.assay(&["import", "decisions", "history.jsonl"])
    };
    let changed = |at: usize, field: &str, value: Value| {
        let mut rows = rows[..3].to_vec();
        rows[at][field] = value;
        rows
    };
    for (rows, words) in [
        (changed(1, "item", "99".into()), &["row 2", "question 99"][..]),
        (changed(1, "question_hash", "0".into()), &["row 2", "same content"]),
        (changed(0, "answer", "H".into()), &["row 1", "no choice H"]),
        (changed(1, "verdict", "wrong".into()), &["row 2", "reason"]),
        (changed(2, "act", "dance".into()), &["line 3", "dance"]),
        (changed(1, "created", "yesterday".into()), &["line 2", "yesterday", "such as 2026-"]),
        (changed(1, "created", "2026-13-45T00:00:00.000Z".into()), &["line 2", "13-45"]),
        (changed(1, "created", "2026-01-02T03:04:05+02:00".into()), &["line 2", "such as 2026-"]),
        (changed(1, "queue", "zzzz".into()), &["line 2", "zzzz", "review or extract"]),
        (changed(1, "queue", "extract".into()), &["line 2", "as the act demands"]),
        (changed(0, "guideline_text", Value::Null), &["line 1", "guideline_text", "whole"]),
        (changed(1, "question_revision", json!(0)), &["line 2", "from 1 on"]),
        (changed(1, "mood", "good".into()), &["line 2", "\"mood\"", "would be lost"]),
        (changed(1, "annotator", " ".into()), &["line 2", "a name"]),
        (changed(0, "id", "550e8400-e29b-41d4-a716-446655440000".into()), &["line 1", "version 7"]),
        (changed(0, "active_ms", json!(-1)), &["line 1", "-1"]),
        (changed(0, "active_ms", json!(u64::MAX)), &["line 1", "18446744073709551615"]),
        (changed(0, "guideline_text", "other".into()), &["row 1", "guideline"]),
        (changed(0, "supersedes", rows[2]["id"].clone()), &["row 1", "neither here nor before"]),
        (changed(2, "id", rows[0]["id"].clone()), &["row 3", "says something else"]),
    ] {
        let complaint = import(&rows).failing(1);
        assert!(complaint.contains("history.jsonl"), "{complaint}");
        assert!(words.iter().all(|word| complaint.contains(word)), "{words:?}: {complaint}");
        assert!(copy.export().is_empty());
    }
    copy.write("history.jsonl", "not JSON\n");
    let complaint = copy.assay(&["import", "decisions", "history.jsonl"]).failing(1);
    assert!(
        complaint.contains("line 1") && complaint.contains("expected a decision"),
        "{complaint}"
    );
    let complaint = copy.assay(&["import", "decisions", "gone.jsonl"]).failing(1);
    assert!(complaint.contains("gone.jsonl"), "{complaint}");
}

#[test]
fn what_counts_now_is_one_row_for_each_annotator_and_question() {
    let place = Workplace::with_questions(4);
    for (key, verdict) in [("1", "wrong"), ("1", "keep"), ("2", "keep"), ("3", "keep")] {
        let reason: &[&str] = if verdict == "wrong" { &["--reason", "bad-picture"] } else { &[] };
        decide(&place, key, &[&["--answer", "A", "--verdict", verdict][..], reason].concat())
            .well();
    }
    place.assay(&["decide", "undo", "--as", "alice"]).well();
    place.plain("bob", "s\nb\ny\nq\n").well();
    assert!(place.export().len() > 4, "the whole history");
    let said = place.run(&["export", "decisions", "--in-force"]);
    let rows: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut counting: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["annotator"].as_str().unwrap(), row["verdict"].as_str().unwrap()))
        .collect();
    counting.sort_unstable();
    assert_eq!(counting, [("alice", "keep"), ("alice", "keep"), ("bob", "keep")], "{said}");
    assert!(rows[0]["guideline_text"].is_string(), "the first row of an export has the guideline");

    // An edited question is decided again: what was decided on the old one does not count.
    place.write("q.tsv", &questions(4).replace("Question number 2?", "Which picture?"));
    place.assay(&["import", "questions", "q.tsv", "--benchmark", "b"]).well();
    let now = place.run(&["export", "decisions", "--in-force", "--queue", "review"]);
    assert!(now.lines().count() < rows.len(), "{now}");
    assert_eq!(place.run(&["export", "decisions", "--queue", "extract"]), "");
    let said = place.assay(&["export", "decisions", "--queue", "reviews"]).failing(2);
    assert!(said.contains("there are: review, extract"), "{said}");
}

#[test]
fn decisions_are_a_table_for_people_and_whole_rows_for_programs() {
    let place = Workplace::with_questions(2);
    let wrong = ["--verdict", "wrong", "--reason", "bad-picture", "--note", "too dark"];
    let corrected = ["--reason", "wrong-reference-answer", "--corrected", "C"];
    decide(&place, "2", &[&["--answer", "C"][..], &wrong, &corrected].concat()).well();
    place.assay(&["export", "decisions", "--file", "d.csv"]).well();
    let csv = std::fs::read_to_string(place.path("d.csv")).unwrap();
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let row: std::collections::HashMap<String, String> =
        table.deserialize().next().unwrap().unwrap();
    for (column, value) in [
        ("item", "2"),
        ("annotator", "alice"),
        ("act", "review"),
        ("answer", "C"),
        ("outcome", "wrong"),
        ("reasons", "wrong reference answer; bad picture"),
        ("corrected", "C"),
        ("note", "too dark"),
    ] {
        assert_eq!(row[column], value, "{column}");
    }
    place.assay(&["export", "decisions", "--file", "d.xlsx"]).well();
    for table in ["d.csv", "d.xlsx"] {
        let said = place.failure(&["import", "decisions", table]);
        assert!(said.contains("a table for people") && said.contains(".jsonl"), "{said}");
    }
    place.assay(&["export", "decisions", "--file", "d.jsonl"]).well();
    let lines = std::fs::read_to_string(place.path("d.jsonl")).unwrap();
    assert_eq!(lines, place.run(&["export", "decisions"]), "a file has the rows of the pipe");
    place.assay(&["export", "decisions", "--file", "d.jsonl"]).failing(1);
}

#[test]
fn questions_are_exported_by_the_verdict_of_most_reviewers() {
    let place = Workplace::with_questions(3);
    decide(&place, "1", &["--answer", "A", "--verdict", "keep"]).well();
    decide(&place, "2", &["--answer", "A", "--verdict", "text-only"]).well();
    place.plain("bob", "b\nt\nb\nt\nb\nt\n").well();
    for verdict in ["keep", "wrong"] {
        let said = place.assay(&["export", "questions", "--verdict", verdict]).failing(1);
        assert!(
            said.contains("on no question of b is the last word this verdict"),
            "one of two is not most: {said}"
        );
    }
    let rows = |verdict: &str| {
        place.run(&["export", "questions", "--verdict", verdict]).lines().count() - 1
    };
    assert_eq!((rows("text-only"), rows("text-only,keep")), (2, 3));
}

#[test]
fn a_name_in_other_letters_is_somebody_else_and_is_warned_of() {
    let place = Workplace::with_questions(2);
    let decide = |key: &str, name: &str| {
        let decided = ["decide", "review", key, "--as", name, "--answer", "B", "--verdict", "keep"];
        place.assay(&decided).well().err
    };
    assert_eq!(decide("1", "bob"), "");
    let warned = decide("1", "Bob");
    assert!(warned.contains("If bob is meant, write the name like that"), "{warned}");
    // From now on there are two, as was asked for.
    assert_eq!((decide("2", "Bob"), decide("2", "bob")), (String::new(), String::new()));
    assert_eq!(place.export().len(), 4);
}

#[test]
fn next_says_what_is_asked_what_may_be_given_and_what_is_hidden() {
    let place = Workplace::with_questions(1);
    let asked = |queue: &str, name: &str| {
        place.assay(&["next", queue, "--as", name, "-o", "json"]).well().json()["ask"].clone()
    };
    let answers = json!(["A", "B", "C", "none", "cannot-tell"]);
    let blind = json!({"step": "answer", "labels": answers, "hidden": ["reference-answer"]});
    assert_eq!(asked("review", "bob"), blind);
    let wrong = ["--answer", "B", "--verdict", "wrong", "--reason", "bad-picture"];
    place.assay(&[&["decide", "review", "1", "--as", "bob"], &wrong[..]].concat()).well();
    decide(&place, "1", &["--answer", "B", "--verdict", "keep"]).well();
    let blind = json!({
        "step": "answer", "labels": answers, "hidden": ["reference-answer", "evidence"]
    });
    assert_eq!(asked("verify", "carol"), blind);
    place.assay_with_input(&["annotate", "verify", "--plain", "--as", "carol"], "b\nq\n").well();
    let judged = asked("verify", "carol");
    assert_eq!((&judged["step"], &judged["hidden"]), (&json!("verdict"), &json!([])));
    assert_eq!(judged["verdicts"], json!(["keep", "remove", "fix"]));
    assert_eq!(judged["reasons"][0], "text-only");
    let settled = asked("adjudicate", "carol");
    assert_eq!((&settled["step"], &settled["labels"]), (&json!("verdict"), &answers));
    assert_eq!(settled["verdicts"], json!(["keep", "text-only", "wrong"]));
    assert!(settled["names"].as_array().unwrap().contains(&json!("ocr")), "{settled}");
}
