//! Audits: the order is fixed before the first look, what became of the questions in it counts, and the limits hold
//! whenever one stops.

use assay::certify::AuditPopulation;
use assay::store::{AuditPlace, Store};
use serde_json::{Value, json};

use crate::adjudicate::{adjudicate, review};
use crate::harness::{Workplace, questions};
use crate::verify::{fix, verify};

/// An audit of this many questions, none of which was looked at.
fn started(questions: usize) -> (Workplace, Vec<String>) {
    let place = Workplace::with_questions(questions);
    place.assay(&["audit", "start", "--seed", "7", "--as", "lead"]).well();
    let order = order_of(&place);
    (place, order)
}

fn order_of(place: &Workplace) -> Vec<String> {
    let order = place.json(&["audit", "order"])["order"].clone();
    order.as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect()
}

fn report(place: &Workplace) -> Value {
    place.json(&["report", "audit", "--below", "0.5", "--below", "0.1"])
}

/// Two people keep these questions.
fn keep(place: &Workplace, keys: &[String]) {
    for (key, name) in keys.iter().flat_map(|key| ["alice", "bob"].map(|name| (key, name))) {
        review(place, key, name, "B", &["keep"]);
    }
}

fn reject(place: &Workplace, key: &str) {
    review(place, key, "alice", "B", &["wrong", "--reason", "bad-picture"]);
}

fn counts(place: &Workplace) -> [u64; 3] {
    let report = report(place);
    ["reviewed", "errors", "open"].map(|name| report[name].as_u64().unwrap())
}

#[test]
fn the_order_is_fixed_before_the_first_look_and_never_changes() {
    let (place, order) = started(12);
    assert_eq!(order.len(), 12);
    let fresh = report(&place);
    assert_eq!((&fresh["population"], &fresh["reviewed"]), (&json!(12), &json!(0)));
    assert_eq!(fresh["interval"], json!([0.0, 1.0]));
    assert!(fresh["rate"]["undefined"].is_string());
    let again = place.failure(&["audit", "start", "--seed", "8"]);
    assert!(again.contains("--again") && again.contains("by lead"), "{again}");
    keep(&place, &order[..2]);
    place.write("b.tsv", &questions(15));
    place.assay(&["import", "questions", "b.tsv"]).well();
    assert_eq!(order_of(&place), order);
    assert_eq!(report(&place)["later"], 3, "they came after the start");
    let other = Workplace::with_questions(12);
    other.assay(&["audit", "start", "--seed", "7", "--as", "someone"]).well();
    assert_eq!(order_of(&other), order, "the same seed draws the same on every machine");
}

#[test]
fn the_review_hands_the_questions_out_in_the_order_of_the_audit() {
    let (place, order) = started(8);
    for key in &order[..3] {
        let next = place.json(&["audit", "next", "--as", "alice"]);
        assert_eq!(next["item"], key.as_str());
        assert_eq!(place.json(&["next", "review", "--as", "alice"])["item"], key.as_str());
        review(&place, key, "alice", "B", &["keep"]);
    }
    assert_eq!(place.json(&["audit", "next", "--as", "bob"])["item"], order[0].as_str());
    place.assay(&["assign", "review", "--per-item", "1", "--order", "random"]).well();
    let refused = place.assay(&["audit", "next", "--as", "bob"]).failing(2);
    assert!(refused.contains("--order audit"), "{refused}");
    place.assay(&["assign", "review", "--per-item", "1", "--order", "audit"]).well();
    assert_eq!(place.json(&["audit", "next", "--as", "bob"])["item"], order[3].as_str());
}

#[test]
fn an_order_that_there_is_nothing_to_rank_by_is_refused() {
    let place = Workplace::with_questions(3);
    for (order, why) in [("audit", "audit start --seed"), ("stakes", "two models or more")] {
        let said = place.failure(&["assign", "review", "--per-item", "1", "--order", order]);
        assert!(said.contains(why), "{said}");
    }
    for seed in ["1", "2"] {
        place.assay(&["audit", "start", "--seed", seed, "--again"]).well();
    }
    let said = place.failure(&["report", "audit", "--audit", ""]);
    assert!(said.contains("2 audits have ids that begin so"), "{said}");
}

#[test]
fn what_becomes_of_a_question_is_right_an_error_or_open() {
    let (place, order) = started(10);
    keep(&place, &order[..2]);
    review(&place, &order[2], "alice", "B", &["keep"]);
    reject(&place, &order[3]);
    reject(&place, &order[4]);
    assert_eq!(
        counts(&place),
        [5, 0, 3],
        "one review, and two suspicions that no one has verified"
    );
    verify(&place, &order[3], "lead", "remove", &["--reason", "bad-picture"]).well();
    fix(&place, &order[4], "lead", r#"{"stem":"Which of them?"}"#).well();
    assert_eq!(counts(&place), [5, 2, 1]);
    let found = report(&place);
    let of_reviewer = "who fixes without a reason leaves that of the reviewer";
    assert_eq!(found["kinds"], json!({ "bad-picture": 2 }), "{of_reviewer}");
    assert_eq!(found["rate"]["value"], 0.5);
    assert_eq!(found["interval"][0], 0.2, "two of ten are certainly wrong");
    // Those that verifiers keep are right after all.
    verify(&place, &order[3], "erin", "keep", &[]).well();
    verify(&place, &order[3], "dora", "keep", &[]).well();
    assert_eq!(counts(&place), [5, 1, 1]);
}

#[test]
fn open_questions_are_errors_in_the_upper_limit_and_right_in_the_lower() {
    let interval = |verdict: Option<&str>| {
        let (place, order) = started(40);
        keep(&place, &order[..10]);
        reject(&place, &order[10]);
        keep(&place, &order[11..20]);
        if let Some(verdict) = verdict {
            verify(&place, &order[10], "lead", verdict, &[]).well();
        }
        let found = report(&place)["interval"].clone();
        [0, 1].map(|at| found[at].as_f64().unwrap())
    };
    let [open, kept, removed] = [None, Some("keep"), Some("remove")].map(interval);
    assert_eq!(Some(open), Some([kept[0], removed[1]]));
    assert!(kept[1] < removed[1]);
}

#[test]
fn only_the_questions_before_the_first_gap_count() {
    let (place, order) = started(9);
    keep(&place, &order[..2]);
    keep(&place, &order[4..6]);
    let found = report(&place);
    assert_eq!((&found["reviewed"], &found["out_of_order"]), (&json!(2), &json!(2)));
    assert_eq!(found["next"], order[2].as_str());
    keep(&place, &order[2..4]);
    assert_eq!(counts(&place), [6, 0, 0]);
}

#[test]
fn a_decision_that_is_taken_back_opens_its_place_and_another_one_fills_it() {
    let (place, order) = started(9);
    keep(&place, &order[..3]);
    place.assay(&["decide", "undo", "--as", "bob"]).well();
    assert_eq!(counts(&place), [3, 0, 1], "one of two reviews is left");
    place.assay(&["decide", "undo", "--as", "alice"]).well();
    assert_eq!(counts(&place), [2, 0, 0], "no one has decided on it");
    reject(&place, &order[2]);
    reject(&place, &order[2]);
    assert_eq!(counts(&place), [3, 0, 1], "deciding again replaces one's own decision");
    keep(&place, &order[3..4]);
    assert_eq!(counts(&place), [4, 0, 1]);
}

#[test]
fn reviewers_who_differ_leave_a_question_open_until_an_expert_settles_it() {
    let (place, order) = started(6);
    review(&place, &order[0], "bob", "B", &["keep"]);
    reject(&place, &order[0]);
    assert_eq!(counts(&place), [1, 0, 1]);
    adjudicate(&place, &order[0], "carol", &["--adopt", "bob"]).well();
    assert_eq!(counts(&place), [1, 0, 0], "several people, one outcome");
}

#[test]
fn questions_suspected_before_the_start_are_a_set_of_their_own() {
    let place = Workplace::with_questions(20);
    for key in ["1", "2", "3"] {
        reject(&place, key);
    }
    keep(&place, &["4".to_owned()]);
    let start = place.json(&["audit", "start", "--seed", "1", "--as", "lead"]);
    assert_eq!((&start["flagged"], &start["decided"]), (&json!(3), &json!(4)));
    assert_eq!(start["first"].as_array().unwrap().len(), 10);
    verify(&place, "1", "lead", "remove", &[]).well();
    verify(&place, "2", "lead", "keep", &[]).well();
    let found = report(&place);
    assert_eq!((&found["population"], &found["decided_before"]), (&json!(17), &json!(1)));
    let flagged = &found["flagged"];
    assert_eq!((&flagged["population"], &flagged["errors"]), (&json!(3), &json!(1)));
    assert_eq!((&flagged["reviewed"], &flagged["open"]), (&json!(3), &json!(1)));
    assert_eq!(found["total"]["population"], 20);
    assert_eq!(found["total"]["interval"][0], 0.05);
    // What is suspected later stays in the random set.
    let next = found["next"].as_str().unwrap().to_owned();
    reject(&place, &next);
    assert_eq!(report(&place)["population"], 17);
    // Without them in the order, they are reviewed elsewhere.
    place.assay(&["audit", "start", "--seed", "1", "--population", "unflagged", "--again"]).well();
    assert_eq!(order_of(&place).len(), 20 - 4);
    assert_eq!(report(&place)["audits"], 2);
}

#[test]
fn a_question_that_an_import_changes_keeps_what_was_decided_on_it() {
    let (place, order) = started(6);
    keep(&place, &order[..1]);
    reject(&place, &order[1]);
    verify(&place, &order[1], "lead", "remove", &[]).well();
    let changed = questions(6).replace("Question", "Other question");
    assert_ne!(changed, questions(6));
    place.write("b.tsv", &changed);
    place.assay(&["import", "questions", "b.tsv"]).well();
    let found = report(&place);
    assert_eq!(found["changed"].as_array().unwrap().len(), 6);
    assert_eq!(counts(&place), [6, 1, 4], "what was not settled stays open");
    assert_eq!(found["interval"][0], json!(1.0 / 6.0));
}

#[test]
fn a_question_that_an_import_changes_is_not_called_reviewed_out_of_order() {
    let (place, order) = started(6);
    let changed = questions(6).replace(&format!("number {}?", order[3]), "number?");
    place.write("b.tsv", &changed);
    place.assay(&["import", "questions", "b.tsv"]).well();
    let found = report(&place);
    assert_eq!(found["changed"], json!([order[3]]));
    assert_eq!((&found["reviewed"], &found["out_of_order"]), (&json!(0), &json!(0)));
    keep(&place, &order[4..5]);
    assert_eq!(report(&place)["out_of_order"], 1);
}

#[test]
fn a_plan_is_for_the_questions_that_an_audit_draws_at_random() {
    let place = Workplace::with_questions(8);
    reject(&place, "3");
    let plan = |place: &Workplace| place.json(&["report", "audit", "--plan"])["population"].clone();
    assert_eq!(plan(&place), 7);
    place.assay(&["audit", "start", "--seed", "4"]).well();
    assert_eq!(report(&place)["population"], plan(&place), "that of the audit");
}

#[test]
fn where_nothing_was_reviewed_errors_alone_are_not_to_blame() {
    let place = Workplace::with_questions(20);
    place.assay(&["audit", "start", "--seed", "4"]).well();
    let said = place.run(&["report", "audit", "--below", "0.05"]);
    assert!(said.contains("or too few questions"), "{said}");
}

#[test]
fn of_two_people_who_start_an_audit_at_once_one_is_refused() {
    let place = Workplace::with_questions(1);
    let mut store = Store::open(&place.path("assay.db")).unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let only = AuditPlace { key: "1".into(), hash: String::new(), flagged: false, decided: false };
    let mut start = |seed, again| {
        let drawn = (seed, vec![only.clone()]);
        store.start_audit(&benchmark, AuditPopulation::All, drawn, (again, "lead"))
    };
    assert!(start(1, false).is_ok());
    assert!(start(2, false).is_err(), "it was drawn before the first was there");
    assert!(start(3, true).is_ok());
}

#[test]
fn no_audit_is_started_in_a_bundle_which_would_not_come_back() {
    let place = Workplace::with_questions(3);
    place.assay(&["pack", "--for", "bob", "--file", "bob.db"]).well();
    let refused = place.failure(&["--db", "bob.db", "audit", "start", "--seed", "1"]);
    assert!(refused.contains("in the database that packed it"), "{refused}");
}

#[test]
fn a_bundle_has_its_questions_in_the_order_of_the_audit_and_they_count_once_it_is_back() {
    let (place, order) = started(8);
    let assign = ["assign", "review", "--per-item", "1", "--order", "audit"];
    place.assay(&assign).well();
    place.assay(&["pack", "--for", "bob", "--file", "bob.db", "--items", "4"]).well();
    let bundle = ["--db", "bob.db"];
    let refused = place.failure(&[&bundle[..], &["audit", "next", "--as", "bob"]].concat());
    assert!(refused.contains("assay next"), "{refused}");
    for key in &order[..4] {
        let next = place.json(&[&bundle[..], &["next", "review", "--as", "bob"]].concat());
        assert_eq!(next["item"], key.as_str());
        let keep = ["decide", "review", key, "--as", "bob", "--answer", "B", "--verdict", "keep"];
        place.assay(&[&bundle[..], &keep].concat()).well();
    }
    assert_eq!(place.json(&["audit", "next", "--as", "alice"])["item"], order[4].as_str());
    review(&place, &order[4], "alice", "B", &["keep"]);
    let found = report(&place);
    assert_eq!((&found["reviewed"], &found["out_of_order"]), (&json!(0), &json!(1)));
    place.assay(&["merge", "bob.db"]).well();
    assert_eq!(counts(&place), [5, 0, 0]);
}

#[test]
fn audits_of_two_copies_are_both_kept_and_one_that_was_changed_is_found() {
    let (place, order) = started(6);
    place.assay(&["backup", "copy.db"]).well();
    let copy = ["--db", "copy.db"];
    place.assay(&[&copy[..], &["audit", "start", "--seed", "9", "--again"]].concat()).well();
    let merged = place.json(&["merge", "copy.db"]);
    assert_eq!(merged["files"][0]["audits"], 1);
    assert_eq!(place.json(&["merge", "copy.db"])["files"][0]["audits"], 0, "it is there already");
    let found = report(&place);
    assert_eq!(
        (&found["audits"], &found["seed"]),
        (&json!(2), &json!(9)),
        "the newest is reported"
    );
    place.assay(&["doctor"]).well();
    let id = place.json(&["audit", "start", "--seed", "7", "--again"])["audit"].clone();
    let by_id = place.json(&["audit", "order", "--audit", &id.as_str().unwrap()[..8]]);
    assert_eq!(by_id["order"][0], order[0].as_str());
    place.sql("DROP TRIGGER audit_is_never_changed; UPDATE audit SET seed = 10 WHERE seed = 9");
    let said = place.assay(&["doctor"]);
    assert!(said.code == 1 && said.out.contains("is not as it was started"), "{said:?}");
    place.sql("DROP TRIGGER audit_is_never_deleted; DELETE FROM audit");
    let said = place.assay(&["doctor"]);
    assert!(said.out.contains("started is gone"), "{said:?}");
}

#[test]
fn only_a_lead_starts_an_audit_and_no_one_takes_it_back() {
    let place = Workplace::with_questions(3);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    let refused = place.failure(&["audit", "start", "--seed", "1", "--as", "bob"]);
    assert!(refused.contains("for leads"), "{refused}");
    place.assay(&["audit", "start", "--seed", "1", "--as", "lena"]).well();
    let acts = place.json(&["people", "acts"]);
    let act = acts["acts"].as_array().unwrap().last().unwrap().clone();
    assert!(act.to_string().contains("audit"), "{act}");
    let number = act["number"].to_string();
    let refused = place.failure(&["people", "undo", &number, "--as", "lena"]);
    assert!(refused.contains("stays as it was fixed"), "{refused}");
}

#[test]
fn without_an_audit_or_with_wrong_input_it_says_what_to_do() {
    let place = Workplace::with_questions(3);
    let refused = place.failure(&["report", "audit"]);
    assert!(refused.contains("audit start --seed"), "{refused}");
    for wrong in ["0", "1.5", "-1", "x"] {
        place.assay(&["report", "audit", "--below", wrong]).failing(2);
    }
    place.write("r.csv", "error\n0\n1\n0\n");
    let too_many = place.failure(&["audit", "sequence", "r.csv", "--population", "2"]);
    assert!(too_many.contains("3 reviews of 2 questions"), "{too_many}");
    place.write("r.csv", "wrong\n0\n");
    let column = place.failure(&["audit", "sequence", "r.csv", "--population", "2"]);
    assert!(column.contains("r.csv") && column.contains("no column \"error\""), "{column}");
}

#[test]
fn a_file_of_reviews_gives_the_limits_after_each_and_the_plan_what_it_will_take() {
    let place = Workplace::with_questions(3);
    let rows: String = (0..60).map(|at| if at % 7 == 3 { "1\n" } else { "0\n" }).collect();
    place.write("r.csv", &format!("error\n{rows}"));
    let command =
        ["audit", "sequence", "r.csv", "--population", "60", "--below", "0.5", "--below", "0.1"];
    let found = place.json(&command);
    assert_eq!(found["steps"][9], json!({ "n": 10, "errors": 1, "lo": 1.0 / 60.0, "hi": 0.45 }));
    assert_eq!(found["below"][0]["after"], 9);
    assert_eq!(found["below"][1]["after"], Value::Null);
    place.write("sorted.csv", &format!("error\n{}{}", "0\n".repeat(40), "1\n".repeat(30)));
    let sorted = place.json(&["audit", "sequence", "sorted.csv", "--population", "400"]);
    assert_eq!(sorted["empty_after"], 53);
    assert_eq!(sorted["steps"][69]["lo"], Value::Null);
    let table = place.run(&command);
    assert!(table.contains("whenever one stops"), "{table}");
    assert!(!table.contains("if it goes on"), "no forecast, no column for it: {table}");
    let plan = place.json(&["report", "audit", "--plan", "--below", "0.5", "--if-rate", "0.01"]);
    assert_eq!(plan["plan"].as_array().unwrap().len(), 1);
}

#[test]
fn a_plan_names_what_every_number_rests_on() {
    let place = Workplace::new();
    let refused = place.failure(&["plan"]);
    assert!(refused.contains("--questions N"), "{refused}");
    let assumed = place.json(&["plan", "--questions", "3000"]);
    for (name, value) in [
        ("questions_needed", 5_652.0),
        ("people_needed", 2.0),
        ("requests", 12_000.0),
        ("decisions", 6_000.0),
    ] {
        assert_eq!(assumed[name]["value"], value, "{name}");
        assert!(assumed[name]["assumption"].as_str().unwrap().contains("assumed"), "{name}");
    }
    assert!(assumed["smallest_difference"]["value"].as_f64().unwrap() > 0.02);
    let one = place.json(&["plan", "--questions", "1"]);
    assert_eq!(one["smallest_difference"]["value"], Value::Null, "accuracies differ by at most 1");
    for wrong in ["1e-300", "0", "-1", "NaN", "100"] {
        for flag in ["--difference", "--alpha-within"] {
            let said = place.assay(&["plan", "--questions", "9", flag, wrong]).failing(2);
            assert!(said.contains("at most 1"), "{said}");
        }
    }
    let sample = crate::predictions::sample();
    let measured = sample.json(&["plan"]);
    let rests = measured["questions_needed"]["assumption"].as_str().unwrap();
    assert!(rests.contains("pairs of models"), "{rests}");
    assert!(measured["requests"]["value"].as_f64() > measured["questions"].as_f64());
}
