//! What comes out: the clean export, what is left out with its evidence, and the report.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{exported, filtered, fix, found_by_people, verify};
use crate::harness::Workplace;

#[test]
fn the_planted_questions_go_from_the_filters_to_a_clean_benchmark() {
    let place = filtered();
    for key in ["21", "37", "40", "41", "51"] {
        verify(&place, key, "lead", "remove", &["--reason", "text-only"]).well();
    }
    fix(&place, "15", "lead", r#"{"answer":"C"}"#).well();
    fix(&place, "18", "lead", r#"{"choices":{"C":"Violet","D":"Grey"},"answer":"A"}"#).well();
    verify(&place, "34", "lead", "remove", &["--reason", "bad-picture"]).well();
    verify(&place, "49", "lead", "keep", &[]).well();

    let report = place.json(&["report", "cleaning"]);
    let counts = ["imported", "verified", "removed", "fixed", "kept", "unsettled", "clean"];
    let counts: Vec<u64> = counts.iter().map(|name| report[name].as_u64().unwrap()).collect();
    assert_eq!(counts, [60, 9, 6, 2, 1, 0, 54]);
    assert_eq!(report["flagged"]["text-only"], 5);
    assert_eq!(report["flagged"]["wrong"], 5);
    assert_eq!(report["not_verified"].as_u64().unwrap(), report["suspected"].as_u64().unwrap() - 9);
    let abilities = report["abilities"].as_array().unwrap();
    let of_level = |level: &str, field: &str| -> u64 {
        let rows = abilities.iter().filter(|row| row["level"] == level);
        rows.map(|row| row[field].as_u64().unwrap()).sum()
    };
    for level in ["l2", "category"] {
        assert_eq!(of_level(level, "imported"), 60, "{level}");
        assert_eq!(of_level(level, "removed"), 6, "{level}");
    }
    assert_eq!(
        (&report["strategy"], &report["rules"]),
        (&json!("circular"), &json!("vlmevalkit-late"))
    );

    place.run(&[
        "export",
        "questions",
        "--clean",
        "--removed",
        "gone.jsonl",
        "--file",
        "clean.tsv",
    ]);
    let gone = std::fs::read_to_string(place.path("gone.jsonl")).unwrap();
    let gone: Vec<Value> = gone.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let keys: BTreeSet<&str> = gone.iter().map(|row| row["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["21", "34", "37", "40", "41", "51"].into());
    let picture = gone.iter().find(|row| row["key"] == "34").unwrap();
    assert_eq!(picture["reasons"], json!(["bad-picture"]));
    assert_eq!(picture["removed_by"], json!(["lead"]));
    let wrong = picture["evidence"].as_array().unwrap();
    let wrong = wrong.iter().find(|evidence| evidence["kind"] == "wrong").unwrap();
    assert_eq!(wrong["evidence"].as_array().unwrap().len(), 6, "a model each");

    // The clean benchmark is a benchmark: it is read again, and it has the fixed words.
    let again = crate::harness::Workplace::new();
    std::fs::copy(place.path("clean.tsv"), again.path("clean.tsv")).unwrap();
    assert_eq!(again.json(&["import", "questions", "clean.tsv"])["new"], 54);
    assert_eq!(exported(&again, "18").unwrap()["C"], "Violet");
    assert_eq!(exported(&place, "15").unwrap()["answer"], "C");
    let circular = place.run(&["export", "questions", "--clean", "--circular", "--format", "tsv"]);
    assert!(!circular.contains("In which country do the pyramids"));
    assert!(circular.matches("Violet").count() >= 4, "rotated with the fixed words");
}

#[test]
fn a_tie_changes_nothing_and_is_listed_and_a_third_verifier_settles_it() {
    let place = found_by_people();
    verify(&place, "1", "alice", "remove", &[]).well();
    verify(&place, "1", "carol", "keep", &[]).well();
    let said = place.assay(&["export", "questions", "--clean", "--format", "jsonl"]).well();
    assert!(said.err.contains("verifiers are split on question 1"), "{}", said.err);
    assert!(said.err.contains("1 questions are suspected and not verified"), "{}", said.err);
    let report = place.json(&["report", "cleaning"]);
    assert_eq!((&report["verified"], &report["unsettled"]), (&json!(0), &json!(1)));
    assert_eq!(report["unsettled_questions"], json!(["1"]));
    assert_eq!(report["open_questions"], json!(["2"]));
    assert!(exported(&place, "1").is_some());
    verify(&place, "1", "dave", "remove", &[]).well();
    assert!(exported(&place, "1").is_none());
    assert_eq!(place.json(&["report", "cleaning"])["removed"], 1);
}

#[test]
fn a_removed_question_leaves_the_scores() {
    let place = found_by_people();
    place.write("p.csv", "index,prediction\n1,B\n2,A\n3,B\n4,B\n");
    place.import("p.csv", "m");
    verify(&place, "2", "lead", "remove", &[]).well();
    let model = place.json(&["report", "cleaning"])["models"][0].clone();
    let score = |when: &str| ["n", "correct", "accuracy"].map(|field| model[when][field].clone());
    assert_eq!(score("before"), [json!(4), json!(3), json!(0.75)]);
    assert_eq!(score("after"), [json!(3), json!(3), json!(1.0)]);
}

#[test]
fn the_table_of_a_cleaning_leaves_out_abilities_without_a_suspected_question() {
    let place = filtered();
    let rows = |document: &str| document.lines().filter(|line| line.contains("category")).count();
    let suspected = place.json(&["report", "cleaning"])["abilities"].clone();
    let suspected = suspected.as_array().unwrap().iter();
    let suspected = suspected.filter(|row| row["level"] == "category" && row["suspected"] != 0);
    let table = place.run(&["report", "cleaning"]);
    assert_eq!(rows(&table), suspected.count(), "{table}");
    assert!(table.contains("abilities without a suspected question are left out"), "{table}");
    assert!(rows(&place.run(&["report", "cleaning", "-o", "csv"])) > rows(&table));
}

#[test]
fn what_models_found_comes_before_a_flag_that_people_alone_made() {
    let place = Workplace::with_questions(4);
    place.write("p.csv", "index,prediction\n1,A\n2,B\n3,A\n4,A\n");
    place.json(&["import", "predictions", "p.csv", "--model", "m", "--input", "text"]);
    for (key, name) in [("1", "ann"), ("1", "bob"), ("2", "bob")] {
        let verdict = ["--answer", "B", "--verdict", "text-only"];
        place.assay(&[&["decide", "review", key, "--as", name], &verdict[..]].concat()).well();
    }
    assert_eq!(place.json(&["filter", "text-only"])["kept"]["new"], 2);
    // Two people and their flag are one kind of evidence; a model and one person are two.
    let next = || place.json(&["next", "verify", "--as", "lead"])["item"].clone();
    assert_eq!(next(), "2");
    verify(&place, "2", "lead", "keep", &[]).well();
    assert_eq!(next(), "1");
}

#[test]
fn a_fix_that_most_verifiers_do_not_want_stays_out_of_the_clean_benchmark() {
    let place = found_by_people();
    fix(&place, "1", "alice", r#"{"stem":"Which one?"}"#).well();
    for name in ["bob", "carol"] {
        verify(&place, "1", name, "keep", &[]).well();
    }
    assert_eq!(exported(&place, "1").unwrap()["question"], "Question number 1?");
    let report = place.json(&["report", "cleaning"]);
    assert_eq!((&report["fixed"], &report["kept"]), (&json!(0), &json!(1)));
}

#[test]
fn removed_questions_need_a_clean_export_and_a_file_of_their_own() {
    let place = found_by_people();
    place.assay(&["export", "questions", "--removed", "gone.jsonl"]).failing(2);
    place.write("gone.jsonl", "mine");
    let command = ["export", "questions", "--clean", "--removed", "gone.jsonl", "--file", "q.tsv"];
    let complaint = place.failure(&command);
    assert!(complaint.contains("gone.jsonl"), "{complaint}");
    assert_eq!(std::fs::read_to_string(place.path("gone.jsonl")).unwrap(), "mine");
}
