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
fn missing_and_unread_answers_count_as_not_correct_where_asked() {
    let desk = desk();
    run(&desk, "a", "image", &[("1", "B B"), ("2", "A B"), ("3", "B B"), ("4", "A -")]);
    run(&desk, "b", "image", &[("1", "A A"), ("2", "B B"), ("3", "A hmm"), ("4", "B B")]);
    let document = desk.json(&["filter", "wrong", "--missing", "wrong", "--dry-run"]);
    assert_eq!(document["missing"], "wrong");
    assert_eq!(flagged(&document), ["1", "3", "4"]);
    assert!(texts(&document["incomplete"]).is_empty());
    assert_eq!(desk.json(&["filter", "wrong", "--dry-run"])["missing"], "exclude");
    assert_eq!(desk.assay(&["filter", "wrong", "--missing", "kit"]).code, 2);

    run(&desk, "t", "text", &[("1", "A B"), ("2", "A hmm"), ("3", "A -"), ("4", "B B")]);
    let document = desk.json(&["filter", "text-only", "--missing", "wrong", "--dry-run"]);
    assert_eq!(flagged(&document), ["1"]);
    assert!(texts(&document["incomplete"]).is_empty());
}

/// Three models, right on questions 1 to 3 in both passes; on the fourth they choose the dog. Accuracy
/// without it (3 + 1) / (3 + 2) = 0.8; weight ln(4)².
fn contradicted() -> Workplace {
    let desk = desk();
    for model in ["a", "b", "c"] {
        run(&desk, model, "image", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "B A")]);
    }
    desk
}

#[test]
fn contradicted_by_hand() {
    let desk = contradicted();
    // The fourth model has one pass for each choice on question 4: it does not vote.
    run(&desk, "d", "image", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "A A")]);
    let document = desk.json(&["filter", "contradicted"]);
    assert_eq!((&document["filter"], &document["checked"]), (&"contradicted".into(), &4.into()));
    assert_eq!(flagged(&document), ["4"]);
    let found = &document["flagged"][0];
    assert_eq!(found["choice"], "B");
    let about = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(about(&found["strength"], 3.0 * 4.0_f64.ln().powi(2)), "{found}");
    // The accuracy of d without question 4 is the same, so all four err with probability 0.2: three
    // of four or all.
    assert!(about(&found["chance"], 4.0 * 0.008 * 0.8 + 0.0016), "{found}");
    let evidence = &found["evidence"];
    assert_eq!(evidence[0]["vote"]["choice"], "B");
    assert_eq!(evidence[0]["passes"][1]["choice"], "B", "shown as A in the second pass");
    assert_eq!(evidence[3]["vote"], Value::Null);
    let kept = desk.json(&["filter", "list"]);
    let flag = &kept["flags"][0];
    assert_eq!((&flag["kind"], &flag["finding"]["choice"]), (&"contradicted".into(), &"B".into()));
    assert!(
        document["accuracies"][3]["accuracy"].as_f64()
            > document["accuracies"][0]["accuracy"].as_f64()
    );
}

#[test]
fn an_unread_pass_leaves_a_contradiction_open_only_where_it_could_turn_it() {
    let desk = contradicted();
    run(&desk, "d", "image", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "hmm hmm")]);
    assert_eq!(flagged(&desk.json(&["filter", "contradicted", "--dry-run"])), ["4"]);
    let two = ["filter", "contradicted", "--models", "a,d", "--dry-run"];
    assert_eq!(texts(&desk.json(&two)["incomplete"]), ["4"]);
    let counted: Vec<&str> = two.into_iter().chain(["--missing", "wrong"]).collect();
    let document = desk.json(&counted);
    // d is then wrong on question 4, which is left out of its accuracy: half of the weight.
    assert!(flagged(&document).is_empty() && texts(&document["incomplete"]).is_empty());
    run(&desk, "e", "image", &[("1", "A B"), ("2", "A B"), ("3", "A B"), ("4", "A -")]);
    let document = desk.json(&["filter", "contradicted", "--dry-run"]);
    assert_eq!(texts(&document["incomplete"]), ["4"]);
}

#[test]
fn contradictions_are_listed_with_the_strongest_first() {
    let desk = desk();
    for model in ["a", "b", "c"] {
        let third = if model == "a" { "A B" } else { "B A" };
        run(&desk, model, "image", &[("1", "A B"), ("2", "A B"), ("3", third), ("4", "B A")]);
    }
    let document = desk.json(&["filter", "contradicted", "--dry-run"]);
    assert_eq!(flagged(&document), ["4", "3"]);
}

#[test]
fn people_join_the_text_only_flag_as_evidence_of_their_own() {
    let desk = desk();
    let decide = |key: &str, name: &str, verdict: &str| {
        let act = ["decide", "review", key, "--as", name, "--answer", "A", "--verdict", verdict];
        desk.assay(&act).well();
    };
    decide("2", "ann", "text-only");
    decide("3", "ann", "keep");
    // Nobody asked a model yet: people alone flag, the rest stays open.
    let document = desk.json(&["filter", "text-only", "--dry-run"]);
    assert_eq!(flagged(&document), ["2"]);
    assert_eq!(texts(&document["incomplete"]), ["1", "3", "4"]);

    decide("1", "bob", "text-only");
    run(&desk, "a", "text", &[("1", "A B"), ("2", "B B"), ("3", "B B"), ("4", "A B")]);
    let document = desk.json(&["filter", "text-only"]);
    assert_eq!(flagged(&document), ["1", "2", "4"]);
    let by: Vec<Vec<&str>> =
        document["flagged"].as_array().unwrap().iter().map(|flag| texts(&flag["by"])).collect();
    assert_eq!(by, [vec!["models", "people"], vec!["people"], vec!["models"]]);
    let person = serde_json::json!({"annotator": "ann", "verdict": "text-only"});
    assert_eq!(document["flagged"][1]["evidence"][1], person);
    let table = desk.assay(&["filter", "text-only"]).out;
    assert!(table.contains("people") && table.contains("ann"), "{table}");

    take_back(&desk, "2");
    let document = desk.json(&["filter", "text-only"]);
    assert_eq!(flagged(&document), ["1", "4"]);
    assert_eq!(document["kept"]["withdrawn"], 1);
}

/// Takes back the review of a question.
fn take_back(desk: &Workplace, key: &str) {
    desk.sql(&format!(
        "INSERT INTO decision (id, queue, benchmark_id, question_id, item, annotator_id, payload,
            supersedes, exposure, active_ms, created)
         SELECT '01890a5d-ac96-774b-bcce-b302099a8057', queue, benchmark_id, question_id, item,
            annotator_id, json_object('act', 'undo', 'row', id), id, exposure, 0, created
         FROM decision WHERE item = '{key}'"
    ));
}

#[test]
fn a_flag_of_people_alone_goes_with_their_finding_where_models_leave_it_open() {
    let desk = desk();
    let act = ["decide", "review", "2", "--as", "ann", "--answer", "A", "--verdict", "text-only"];
    desk.assay(&act).well();
    assert_eq!(desk.json(&["filter", "text-only"])["kept"]["new"], 1);
    let flags = desk.json(&["filter", "list"]);
    assert_eq!(texts(&flags["flags"][0]["finding"]["by"]), ["people"]);
    take_back(&desk, "2");
    assert_eq!(desk.json(&["filter", "text-only"])["kept"]["withdrawn"], 1);
}

#[test]
fn the_sample_has_a_wrong_key_that_most_models_contradict_and_no_false_flag() {
    let desk = sample();
    let document = desk.json(&["filter", "contradicted"]);
    assert_eq!(flagged(&document), ["15", "18"]);
    assert!(flagged(&document).iter().all(|key| planted("wrong").contains(*key)));
    assert_eq!(document["flagged"][0]["choice"], "C");
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
