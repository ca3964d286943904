//! Questions that need no picture, and questions that are wrong.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{sample, sample_file, texts};
use crate::harness::Workplace;

fn flagged(document: &Value) -> Vec<&str> {
    let flagged = document["flagged"].as_array().expect("a list");
    flagged.iter().map(|flag| flag["question"].as_str().expect("a key")).collect()
}

fn planted(kind: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(sample_file("planted.toml")).expect("the list");
    let list: toml::Table = text.parse().expect("TOML");
    let planted = list["planted"].as_array().expect("a list");
    let of_kind = planted.iter().filter(|plant| plant["kind"].as_str() == Some(kind));
    of_kind.map(|plant| plant["key"].as_str().expect("a key").to_owned()).collect()
}

#[test]
fn every_planted_question_is_found_and_no_other() {
    let desk = sample();
    let text_only =
        desk.json(&["filter", "text-only", "--models", "sim-text-1,sim-text-2,sim-text-3"]);
    let wrong = desk.json(&["filter", "wrong"]);
    for (document, kind) in [(&text_only, "text-only"), (&wrong, "wrong")] {
        let found: BTreeSet<String> = flagged(document).into_iter().map(str::to_owned).collect();
        assert_eq!(found, planted(kind), "{kind}");
        assert_eq!(document["kept"]["new"], found.len(), "{kind}");
    }
    let list = desk.json(&["filter", "list"]);
    assert_eq!(list["flags"].as_array().unwrap().len(), 10);
}

#[test]
fn vlmevalkits_rules_accuse_no_question_only_because_they_read_nothing() {
    let desk = sample();
    let wrong = desk.json(&["filter", "wrong", "--rules", "vlmevalkit-late", "--dry-run"]);
    let found: BTreeSet<String> = flagged(&wrong).into_iter().map(str::to_owned).collect();
    assert!(found.is_subset(&planted("wrong")), "{found:?}");
    assert!(!wrong["incomplete"].as_array().unwrap().is_empty());
}

/// Two choices, two passes: what a model answers in pass 0 and pass 1, `-` for no row.
fn run(desk: &Workplace, model: &str, input: &str, answers: &[(&str, &str)]) {
    let mut rows = Vec::new();
    for (key, printed) in answers {
        let base: u64 = key.parse().unwrap();
        for (pass, text) in printed.split(' ').enumerate() {
            if text != "-" {
                let choices = if pass == 0 { "cat|dog" } else { "dog|cat" };
                rows.push(((base + pass as u64 * 1_000_000).to_string(), choices, text));
            }
        }
    }
    let rows: Vec<(&str, &str, &str)> =
        rows.iter().map(|(index, choices, text)| (index.as_str(), *choices, *text)).collect();
    let file = format!("{model}.tsv");
    desk.write_predictions(&file, &rows);
    desk.json(&["import", "predictions", &file, "--model", model, "--input", input]);
}

/// The right answer is A in pass 0 and B in pass 1.
fn desk() -> Workplace {
    Workplace::with_choices(&[
        ("1", "cat|dog", "A"),
        ("2", "cat|dog", "A"),
        ("3", "cat|dog", "A"),
        ("4", "cat|dog", "A"),
    ])
}

#[test]
fn text_only_by_hand() {
    let desk = desk();
    // right twice; a tie of two; a pass missing; one wrong pass beside a missing one
    run(&desk, "a", "text", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "A B")]);
    run(&desk, "b", "text", &[("1", "A B"), ("2", "A A"), ("3", "A -"), ("4", "B -")]);
    let document = desk.json(&["filter", "text-only", "--models", "a,b"]);
    assert_eq!(document["rule"], "majority");
    assert_eq!(document["checked"], 4);
    assert_eq!(flagged(&document), ["1"]);
    assert_eq!(texts(&document["incomplete"]), ["3"]);
    let evidence = &document["flagged"][0]["evidence"][1];
    assert_eq!((&evidence["model"], &evidence["correct"]), (&"b".into(), &true.into()));
    let pass = &evidence["passes"][1];
    assert_eq!(
        (&pass["pass"], &pass["label"], &pass["answer"]),
        (&1.into(), &"B".into(), &"B".into())
    );
    let one = desk.json(&["filter", "text-only", "--rule", "at-least=1", "--dry-run"]);
    assert_eq!(flagged(&one), ["1", "2", "4"]);
    let first = desk.json(&["filter", "text-only", "--strategy", "first-pass", "--dry-run"]);
    assert_eq!(flagged(&first), ["1", "2", "3"]);
    assert!(texts(&first["incomplete"]).is_empty());
}

#[test]
fn wrong_by_hand() {
    let desk = desk();
    // nobody right; one right; nobody right, one pass unread beside right ones; missing
    run(&desk, "a", "image", &[("1", "B B"), ("2", "A B"), ("3", "B B"), ("4", "A -")]);
    run(&desk, "b", "image", &[("1", "A A"), ("2", "B B"), ("3", "A hmm"), ("4", "B B")]);
    let document = desk.json(&["filter", "wrong"]);
    assert_eq!(flagged(&document), ["1"]);
    assert_eq!(texts(&document["incomplete"]), ["3", "4"]);
}

#[test]
fn a_refusal_is_an_answer_and_not_the_right_one() {
    let desk = Workplace::with_choices(&[("1", "cat|dog", "A")]);
    run(&desk, "a", "image", &[("1", "B B")]);
    desk.write_predictions(
        "r.tsv",
        &[
            ("1", "cat|dog", "I'm sorry, but I can't help with that."),
            ("1000001", "dog|cat", "I'm sorry, but I can't help with that."),
        ],
    );
    desk.import("r.tsv", "r");
    assert_eq!(flagged(&desk.json(&["filter", "wrong"])), ["1"]);
}

#[test]
fn running_again_changes_nothing_and_changed_evidence_makes_a_new_flag() {
    let desk = desk();
    let answers = [("1", "B B"), ("2", "A B"), ("3", "A B"), ("4", "A B")];
    run(&desk, "a", "image", &answers);
    let filter = ["filter", "wrong"];
    let kept = |document: &Value| {
        ["new", "changed", "unchanged", "withdrawn"]
            .map(|field| document["kept"][field].as_u64().unwrap())
    };
    assert_eq!(kept(&desk.json(&filter)), [1, 0, 0, 0]);
    assert_eq!(kept(&desk.json(&filter)), [0, 0, 1, 0]);
    run(&desk, "b", "image", &answers);
    assert_eq!(kept(&desk.json(&filter)), [0, 1, 0, 0]);
    run(&desk, "c", "image", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "A B")]);
    assert_eq!(kept(&desk.json(&filter)), [0, 0, 0, 1]);
    assert!(desk.json(&["filter", "list"])["flags"].as_array().unwrap().is_empty());
}

#[test]
fn what_chance_alone_would_flag_is_reported() {
    let desk = desk();
    run(&desk, "a", "text", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "A B")]);
    let document = desk.json(&["filter", "text-only", "--dry-run"]);
    let row = &document["chance"]["by_shape"][0];
    assert_eq!(
        (&row["choices"], &row["passes"], &row["questions"]),
        (&2.into(), &2.into(), &4.into())
    );
    // one model, right in both passes by chance: 1/4 of four questions
    assert!((document["chance"]["expected"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(document["kept"], Value::Null);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let desk = desk();
    run(&desk, "a", "text", &[("1", "A B")]);
    assert!(desk.failure(&["filter", "wrong"]).contains("--input image"));
    let printed = desk.failure(&["filter", "text-only", "--models", "a,z"]);
    assert!(printed.contains('z') && printed.contains("there are: a"), "{printed}");
    for (flag, value) in
        [("--rule", "at-least=2"), ("--rule", "most"), ("--strategy", "every-pass")]
    {
        let said = desk.assay(&["filter", "text-only", flag, value]);
        assert_eq!(said.code, 2, "{flag} {value}");
    }
}
