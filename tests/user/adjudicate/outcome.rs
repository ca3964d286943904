//! What comes of it: the clean export, the verdicts, the report of the cleaning.

use serde_json::{Value, json};

use super::{adjudicate, disputed};
use crate::harness::Workplace;
use crate::verify::{exported, fix, verify};

fn provenance(place: &Workplace) -> Value {
    place.json(&["report", "cleaning"])["provenance"].clone()
}

fn counts(unanimous: u64, majority: u64, adjudicated: u64, open: u64) -> Value {
    json!({
        "unanimous": unanimous, "majority": majority, "adjudicated": adjudicated, "open": open,
        "unreviewed": 1, "reviewed_once": 0,
    })
}

#[test]
fn the_report_says_who_decided_what_becomes_of_the_questions() {
    let place = disputed();
    assert_eq!(provenance(&place), counts(1, 3, 0, 2));
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    adjudicate(&place, "2", "carol", &["--adopt", "dave"]).well();
    assert_eq!(provenance(&place), counts(1, 2, 2, 1));
    assert_eq!(place.json(&["status"])["provenance"]["b"], counts(1, 2, 2, 1));
    // Experts who differ have settled nothing, until most of them say the same.
    adjudicate(&place, "1", "erin", &["--adopt", "bob"]).well();
    assert_eq!(provenance(&place), counts(1, 2, 1, 2));
    adjudicate(&place, "1", "fred", &["--adopt", "bob"]).well();
    assert_eq!(provenance(&place), counts(1, 2, 2, 1));
}

#[test]
fn adjudicators_correct_the_words_that_they_saw_and_not_those_of_a_fix_that_failed() {
    let place = disputed();
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    fix(&place, "4", "erin", r#"{"stem":"By erin?"}"#).well();
    verify(&place, "4", "fred", "keep", &[]).well();
    let clean = exported(&place, "4").unwrap();
    let found = [&clean["question"], &clean["answer"]];
    assert_eq!(found, ["Question number 4?", "C"], "{clean}");
}

#[test]
fn what_experts_find_wrong_leaves_the_clean_benchmark_and_what_they_keep_stays() {
    let place = disputed();
    adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well();
    adjudicate(&place, "2", "carol", &["--adopt", "dave"]).well();
    adjudicate(&place, "3", "carol", &["--adopt", "alice"]).well();
    let command = ["export", "questions", "--clean", "--format", "jsonl", "--file", "clean.jsonl"];
    let said = place.assay(&[&command[..], &["--removed", "gone.jsonl"]].concat()).well();
    assert!(said.err.contains("1 questions are suspected and not verified"), "{}", said.err);
    let gone = std::fs::read_to_string(place.path("gone.jsonl")).unwrap();
    let gone: Vec<Value> = gone.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let what =
        |row: &Value| (row["key"].clone(), row["reasons"].clone(), row["removed_by"].clone());
    let expected = [
        (json!("1"), json!(["bad-picture"]), json!(["carol"])),
        (json!("2"), json!(["text-only"]), json!(["carol"])),
    ];
    assert_eq!(gone.iter().map(what).collect::<Vec<_>>(), expected);
    assert_eq!(gone[0]["adjudications"][0]["annotator"], "carol");
    let kept = std::fs::read_to_string(place.path("clean.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 4);
    let report = place.json(&["report", "cleaning"]);
    let fields = ["imported", "suspected", "verified", "adjudicated", "removed", "clean"];
    let found: Vec<u64> = fields.iter().map(|field| report[field].as_u64().unwrap()).collect();
    assert_eq!(found, [6, 3, 2, 2, 2, 4]);
}

#[test]
fn a_corrected_answer_is_in_the_clean_benchmark_and_models_are_scored_by_it() {
    let place = disputed();
    place.write("m.tsv", "index\tprediction\n1\tB\n4\tC\n");
    place.assay(&["import", "predictions", "m.tsv", "--model", "m"]).well();
    let correct = || {
        let model = place.json(&["report", "cleaning"])["models"][0].clone();
        (model["before"]["correct"].clone(), model["after"]["correct"].clone())
    };
    assert_eq!(correct(), (json!(1), json!(1)));
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    assert_eq!(exported(&place, "4").unwrap()["answer"], "C");
    assert_eq!(correct(), (json!(1), json!(2)));
    assert_eq!(place.json(&["report", "cleaning"])["fixed"], 1);
    // The question itself stays as it was imported.
    let whole = place.run(&["export", "questions", "--format", "jsonl"]);
    assert!(whole.lines().all(|line| line.contains("\"answer\":\"B\"")), "{whole}");
    adjudicate(&place, "4", "carol", &["--answer", "B", "--verdict", "keep", "--reason", "x"])
        .well();
    assert_eq!(exported(&place, "4").unwrap()["answer"], "B");
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    assert_eq!(exported(&place, "4").unwrap()["answer"], "C");
}

#[test]
fn the_verdict_of_experts_counts_where_questions_are_chosen_by_verdict() {
    let place = disputed();
    let keys = |verdict: &str| {
        let command = ["export", "questions", "--format", "jsonl", "--verdict", verdict];
        let said = place.assay(&command);
        let index = |line: &str| {
            let row: Value = serde_json::from_str(line).unwrap();
            row["index"].as_u64().map_or_else(|| row["index"].to_string(), |key| key.to_string())
        };
        said.out.lines().map(index).map(|key| key.replace('"', "")).collect::<Vec<_>>()
    };
    assert_eq!(keys("keep"), ["2", "3", "5"]);
    assert_eq!(keys("wrong"), ["4"]);
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    adjudicate(&place, "2", "carol", &["--adopt", "dave"]).well();
    assert_eq!(
        (keys("keep"), keys("text-only")),
        (vec!["1".into(), "3".into(), "5".into()], vec!["2".to_owned()])
    );
    adjudicate(&place, "1", "erin", &["--adopt", "bob"]).well();
    assert_eq!(keys("keep"), ["3", "5"], "experts differ");
}

#[test]
fn verifiers_who_saw_all_the_evidence_come_before_adjudicators() {
    let place = disputed();
    adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well();
    assert!(exported(&place, "1").is_none());
    verify(&place, "1", "lead", "keep", &[]).well();
    assert!(exported(&place, "1").is_some());
    verify(&place, "1", "erin", "remove", &[]).well();
    assert!(exported(&place, "1").is_none(), "verifiers are split: the adjudicator settles it");
    let report = place.json(&["report", "cleaning"]);
    assert_eq!((&report["unsettled"], &report["adjudicated"]), (&json!(0), &json!(1)));
}

/// What `report outcome` says of a question: verdict, who says so, verifiers, clean, answer.
fn outcome(place: &Workplace, key: &str, more: &[&str]) -> [Value; 5] {
    let report = place.json(&[&["report", "outcome"], more].concat());
    let rows = report["questions"].as_array().unwrap();
    let row = rows.iter().find(|row| row["question"] == key).unwrap();
    ["verdict", "provenance", "verified", "clean", "answer"].map(|field| row[field].clone())
}

#[test]
fn the_last_word_on_each_question_is_listed_with_who_says_so() {
    let place = disputed();
    let none = Value::Null;
    let expect = |key: &str, expected: [Value; 5]| {
        assert_eq!(outcome(&place, key, &[]), expected, "{key}");
        let stays = exported(&place, key).is_some();
        assert_eq!(stays, expected[3] != "removed", "{key}: the export does as the report says");
    };
    expect("5", [json!("keep"), json!("unanimous"), none.clone(), json!("stays"), json!("B")]);
    expect("2", [json!("keep"), json!("majority"), none.clone(), json!("unsettled"), json!("B")]);
    expect("1", [none.clone(), json!("open"), none.clone(), json!("unsettled"), json!("B")]);
    expect("6", [none.clone(), json!("open"), none.clone(), json!("stays"), json!("B")]);
    adjudicate(&place, "1", "carol", &["--adopt", "bob", "--guideline-unclear"]).well();
    let removed =
        [json!("wrong"), json!("adjudicated"), none.clone(), json!("removed"), none.clone()];
    expect("1", removed.clone());
    place.assay(&["decide", "undo", "--as", "carol", "--queue", "adjudicate"]).well();
    expect("1", [none.clone(), json!("open"), none.clone(), json!("unsettled"), json!("B")]);
    place.assay(&["decide", "redo", "--as", "carol", "--queue", "adjudicate"]).well();
    expect("1", removed.clone());
    // What experts settled stays until they say otherwise; that somebody reviewed since is said.
    super::review(&place, "1", "dave", "B", &["keep"]);
    expect("1", removed);
    let report = place.json(&["report", "outcome", "--provenance", "adjudicated"]);
    let rows = report["questions"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["reviewed_since"]), (1, &json!(true)));
    assert_eq!(rows[0]["guideline_unclear"], true);
    verify(&place, "1", "lead", "keep", &[]).well();
    let wrong = json!("wrong");
    expect("1", [wrong, json!("adjudicated"), json!("keep"), json!("stays"), json!("B")]);
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    let corrected = [json!("wrong"), json!("adjudicated"), none, json!("corrected"), json!("C")];
    expect("4", corrected);
}

#[test]
fn what_most_reviewers_reject_is_out_where_reviewers_are_to_settle_it() {
    let place = disputed();
    super::review(&place, "6", "alice", "B", &["text-only"]);
    let clean = |more: &[&str]| {
        let file = ["--format", "jsonl", "--force", "--file", "c.jsonl", "--removed", "gone.jsonl"];
        let said = place.assay(&[&["export", "questions", "--clean"], &file[..], more].concat());
        let said = said.well();
        let gone = std::fs::read_to_string(place.path("gone.jsonl")).unwrap();
        let gone = gone.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        (said.err, gone.collect::<Vec<Value>>())
    };
    let (said, gone) = clean(&[]);
    assert!(
        gone.is_empty() && said.contains("most of their reviewers reject question 4"),
        "{said}"
    );
    let (_, gone) = clean(&["--by-reviewers"]);
    assert_eq!(gone.len(), 1, "one reviewer alone, as on 6, settles nothing: {gone:?}");
    assert_eq!(
        (&gone[0]["key"], &gone[0]["reasons"]),
        (&json!("4"), &json!(["wrong-reference-answer"]))
    );
    assert_eq!(gone[0]["removed_by"], json!(["alice", "bob"]));
    let report = place.json(&["report", "cleaning", "--by-reviewers"]);
    let counts =
        ["removed", "by_reviewers", "verified", "clean"].map(|field| report[field].clone());
    assert_eq!(counts, [json!(1), json!(1), json!(0), json!(5)]);
    assert_eq!(outcome(&place, "4", &["--by-reviewers"])[3], "removed");
    // Experts come first, also those who differ.
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    adjudicate(&place, "4", "erin", &["--adopt", "bob"]).well();
    assert!(clean(&["--by-reviewers"]).1.is_empty());
    verify(&place, "4", "lead", "keep", &[]).well();
    assert!(clean(&["--by-reviewers"]).1.is_empty());
}

#[test]
fn experts_of_whom_one_finds_more_wrong_settle_nothing_in_either_order() {
    for order in [["carol", "erin"], ["erin", "carol"]] {
        let place = disputed();
        for name in order {
            let more: &[&str] = match name {
                "carol" => &["--adopt", "alice"],
                _ => &[
                    "--answer",
                    "C",
                    "--verdict",
                    "wrong",
                    "--corrected",
                    "C",
                    "--reason",
                    "wrong-reference-answer",
                    "--reason",
                    "bad-picture",
                ],
            };
            adjudicate(&place, "4", name, more).well();
        }
        assert_eq!(exported(&place, "4").unwrap()["answer"], "B", "{order:?}");
        assert_eq!(outcome(&place, "4", &[])[1], "open");
    }
}

#[test]
fn reviewers_who_reject_a_question_for_different_reasons_reject_it_together() {
    let place = Workplace::with_questions(3);
    for (key, verdicts) in [
        ("1", &["text-only", "wrong"][..]),
        ("2", &["text-only", "keep"]),
        ("3", &["text-only", "wrong", "keep"]),
    ] {
        for (name, verdict) in ["alice", "bob", "dave"].into_iter().zip(verdicts) {
            let why: &[&str] = match *verdict {
                "wrong" => &["wrong", "--reason", "bad-picture"],
                verdict => &[verdict],
            };
            super::review(&place, key, name, "B", why);
        }
    }
    let clean = |key: &str| outcome(&place, key, &["--by-reviewers"])[3].clone();
    assert_eq!(["1", "2", "3"].map(clean), ["removed", "unsettled", "removed"]);
    let removed = place.json(&["status"])["board"][0]["outcome"]["removed"].clone();
    assert_eq!(removed, 0, "without --by-reviewers it waits for experts");
}
