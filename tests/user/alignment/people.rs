//! People: `assay extract sample`, `decide extract`, `agree extraction`, `agree review`, and the demo's
//! made-up ones.

use std::path::Path;

use serde_json::Value;

use super::extractor;
use crate::extraction::{assay, shared_data};
use crate::harness::Workplace;

#[test]
fn a_sample_is_drawn_from_what_the_rules_cannot_read_and_is_the_same_for_the_same_seed() {
    let team = Workplace::with_team();
    let arguments = ["extract", "sample", "--rate", "1", "--stratify", "model", "-o", "json"];
    let drawn = team.document(&arguments);
    assert_eq!(drawn["filters"]["rules"], "assay");
    let strata = drawn["strata"].as_array().expect("strata");
    assert!(strata.iter().all(|of| of["drawn"] == of["available"]), "{drawn}");
    assert_eq!(drawn["sample"], "sample-1-1");
    let taken = team.failure(&arguments);
    assert!(taken.contains("already has a sample"), "{taken}");

    let all = [&arguments[..], &["--only", "all", "--name", "all"]].concat();
    assert_eq!(team.document(&all)["drawn"], 6);
    let half = |name: &str| {
        let rest = ["--rate", "0.5", "--seed", "9", "--only", "all", "--name", name, "-o", "json"];
        team.document(&[&["extract", "sample"], &rest[..]].concat())
    };
    assert_eq!(half("x")["strata"], half("y")["strata"]);
}

#[test]
fn a_decision_by_name_is_history_like_any_other() {
    let team = Workplace::with_team();
    let row = team.document(&["decide", "extract", "1/org/one/0", "--as", "ann", "--label", "b"]);
    assert_eq!(
        (&row["queue"], &row["act"], &row["label"]),
        (&"extract".into(), &"extract".into(), &"B".into())
    );
    assert_eq!(row["item"], "1/org/one/0");
    let none = team.document(&["decide", "extract", "2/two/0", "--as", "ann", "--label", "Z"]);
    assert_eq!(none["label"], "Z");
    for label in ["refusal", "several", "off-topic"] {
        team.reads("ann", "2/two/0", label);
    }
    let wrong = team.failure(&["decide", "extract", "1/two/0", "--as", "ann", "--label", "E"]);
    assert!(wrong.contains("without a choice E"), "{wrong}");
    let absent = team.failure(&["decide", "extract", "1/three/0", "--as", "ann", "--label", "A"]);
    assert!(absent.contains("no prediction 1/three/0"), "{absent}");
    assert_eq!(team.run(&["export", "decisions"]).lines().count(), 5);
    team.run(&["doctor"]);
}

#[test]
fn extractors_are_measured_against_the_majority_with_the_human_ceiling_beside_them() {
    let team = Workplace::with_team();
    for (prediction, labels) in [
        ("1/org/one/0", ["B", "B", "B"]),
        ("2/org/one/0", ["several", "several", "A"]),
        ("3/org/one/0", ["C", "C", "C"]),
        ("1/two/0", ["none", "off-topic", "none"]),
        ("2/two/0", ["refusal", "refusal", "refusal"]),
        ("3/two/0", ["several", "B", "C"]),
    ] {
        for (person, label) in ["ann", "bob", "cy"].iter().zip(labels) {
            team.reads(person, prediction, label);
        }
    }
    let found = team.document(&["agree", "extraction", "-o", "json", "--resamples", "200"]);
    assert_eq!((&found["items"], &found["tied"]), (&5.into(), &1.into()));
    assert_eq!(found["ceiling"]["people"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["ceiling"]["items"], 6);
    let rules = extractor(&found, "assay");
    assert_eq!(rules["n"], 5);
    assert!(rules["alignment"]["ci95"].is_array());
    assert_eq!(extractor(&found, "ann")["sort"], "person");
    assert_eq!(extractor(&found, "lexical")["sort"], "lexical");
    // Four rule sets and lexical make ten pairs.
    assert_eq!(found["comparisons"].as_array().map(Vec::len), Some(10));
    let models: Vec<&Value> =
        found["accuracy"].as_array().unwrap().iter().map(|m| &m["model"]).collect();
    assert_eq!(models, ["org/one", "two"]);
    assert!(found["power"]["at_most"].as_u64().unwrap() > 1_000);

    for form in ["table", "csv", "markdown"] {
        let svg = team.file("figure.svg");
        let text =
            team.run(&["agree", "extraction", "-o", form, "--resamples", "200", "--svg", &svg]);
        assert!(text.contains("lexical"), "{text}");
        assert!(std::fs::read_to_string(&svg).expect("a figure").ends_with("</svg>\n"));
    }
    let by_ann = team.document(&[
        "agree",
        "extraction",
        "--reference",
        "ann",
        "-o",
        "json",
        "--resamples",
        "200",
    ]);
    assert_eq!((&by_ann["items"], &by_ann["reference"]), (&6.into(), &"ann".into()));
}

#[test]
fn a_label_does_not_outlive_the_text_it_was_read_from() {
    let team = Workplace::with_team();
    team.reads("ann", "1/two/0", "B");
    let path = team.file("again.tsv");
    std::fs::write(&path, "index\tprediction\n1\tA dog.\n2\tRed.\n3\tFlat.\n").expect("a file");
    team.run(&["import", "predictions", &path, "--model", "two", "--replace"]);
    // The old run is still there, and the label with it.
    assert_eq!(team.document(&["agree", "extraction", "-o", "json"])["items"], 1);
    team.reads("ann", "1/two/0", "A");
    let found = team.document(&["agree", "extraction", "-o", "json"]);
    assert_eq!(found["items"], 1, "only the newest decision of a person on an item is in force");
}

#[test]
fn no_more_people_than_wanted_read_a_text() {
    let team = Workplace::with_team();
    team.run(&["extract", "sample", "--rate", "1", "--only", "all", "--per-item", "2"]);
    team.reads("ann", "1/two/0", "none");
    team.reads("bob", "1/two/0", "none");
    let third = ["decide", "extract", "1/two/0", "--as", "cy", "--label", "A"];
    assert!(team.failure(&third).contains("2 are enough"));
    team.reads("ann", "1/two/0", "B"); // one's own label can still be changed
}

#[test]
fn reviewers_are_compared_in_verdict_answer_and_reasons() {
    let team = Workplace::with_team();
    let review = |key: &str, who: &str, rest: &[&str]| {
        team.run(&[&["decide", "review", key, "--as", who], rest].concat());
    };
    let keep = |answer| ["--answer", answer, "--verdict", "keep"];
    review("1", "ann", &keep("B"));
    review("1", "bob", &keep("B"));
    review("2", "ann", &keep("A"));
    review("2", "bob", &["--answer", "z", "--verdict", "wrong", "--reason", "bad-picture"]);
    let found = team.document(&["agree", "review", "-o", "json"]);
    assert_eq!((&found["questions"], &found["shared"]), (&2.into(), &2.into()));
    assert_eq!(found["verdict"]["pairs"][0]["raw"]["value"], 0.5);
    assert_eq!(found["against_reference"][1]["agreement"]["value"], 0.5);
    assert_eq!(found["disagreements"][0]["question"], "2");
    for form in ["table", "csv", "markdown"] {
        assert!(team.run(&["agree", "review", "-o", form]).contains("bob"));
    }
}

/// What `docs/lexical.md` says about the lexical extractor.
#[test]
fn the_lexical_extractor_is_as_good_as_documented() {
    let Some(path) = shared_data("extraction_real.jsonl") else { return };
    let (found, right, labelled) = lexical_quality(&path);
    eprintln!("lexical: {found} found, {right} right of {labelled}");
    assert!(found * 100 / labelled >= 40, "{found} of {labelled}");
    assert!(right * 100 / found >= 90, "{right} of {found}");
}

fn lexical_quality(path: &Path) -> (usize, usize, usize) {
    let output = assay(&["extract", "cases", path.to_str().expect("a path"), "--rules", "lexical"]);
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let read = lines(&String::from_utf8(output.stdout).expect("UTF-8"));
    let cases = lines(&std::fs::read_to_string(path).expect("the cases"));
    let labelled = cases.iter().zip(&read).filter(|(case, _)| case["reference"].is_string());
    labelled.fold((0, 0, 0), |(found, right, all), (case, read)| {
        let is_found = !read["label"].is_null();
        let is_right = is_found && read["label"] == case["reference"];
        (found + usize::from(is_found), right + usize::from(is_right), all + 1)
    })
}

#[test]
fn the_demo_has_a_sample_to_read_and_made_up_people_to_compare() {
    let place = Workplace::new();
    place.run(&["demo", "--dir", ".", "--no-tui"]);
    let read = place.json(&["agree", "extraction"]);
    assert_eq!(read["ceiling"]["people"], serde_json::json!(["sim-reviewer-1", "sim-reviewer-2"]));
    assert!(read["items"].as_u64().unwrap() > 30, "{}", read["items"]);
    let reviewed = place.json(&["agree", "review"]);
    assert_eq!(reviewed["shared"], 60);
    assert!(!reviewed["disagreements"].as_array().unwrap().is_empty());
    place.run(&["doctor"]);
}
#[test]
fn texts_can_be_read_in_plain_lines() {
    let team = Workplace::with_team();
    team.run(&["extract", "sample", "--rate", "1", "--only", "all"]);
    let lines = "what?\na\nundo\nb\nn a remark\nnone\nr\nseveral\no\nlater\n";
    let command = ["annotate", "extract", "--as", "ann", "--plain"];
    let said = team.assay_with_input(&command, lines).well().out;
    assert!(said.contains("Taken back: read A."), "{said}");
    assert!(said.contains("Saved off-topic.") && said.contains("5 of 6 texts are read."), "{said}");
    assert!(said.contains("Nothing was saved: \"what?\" is not an answer here"), "{said}");
    assert!(!said.contains("org/one"), "blind to the model: {said}");
    assert_eq!(team.document(&["agree", "extraction", "-o", "json"])["items"], 5);
}
