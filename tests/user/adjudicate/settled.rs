//! What experts have settled waits for no verifier, and what verifiers have settled for no expert.

use serde_json::{Value, json};

use super::{adjudicate, disputed, given};
use crate::harness::Workplace;
use crate::verify::verify;

/// How many suspected questions wait, as `assay status` counts them, and its board.
fn suspected(place: &Workplace) -> u64 {
    let status = place.json(&["status"]);
    let count = status["work"][0]["waiting"]["suspected"].clone();
    assert_eq!(status["board"][0]["waiting"]["suspected"], count, "{status}");
    count.as_u64().unwrap()
}

/// The questions that a verifier is given one after the other; all are skipped.
fn given_to_verify(place: &Workplace, name: &str) -> Vec<String> {
    let skip = ["annotate", "verify", "--plain", "--as", name];
    let mut keys = Vec::new();
    while let Some(key) =
        place.json(&["next", "verify", "--as", name])["item"].as_str().map(str::to_owned)
    {
        place.assay_with_input(&skip, "s\nq\n").well();
        assert!(!keys.contains(&key), "{keys:?}");
        keys.push(key);
    }
    keys.sort();
    keys
}

#[test]
fn what_an_expert_has_settled_waits_for_no_verifier() {
    let place = disputed();
    assert_eq!((suspected(&place), given_to_verify(&place, "erin")), (3, keys("1 2 4")));
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    assert_eq!((suspected(&place), given_to_verify(&place, "fred")), (1, keys("2")));
    let home = place.run(&["annotate", "board", "--plain", "--as", "gina"]);
    assert!(home.contains("1 suspected question"), "{home}");
    // A decision that is taken back brings the question back.
    place.assay(&["decide", "undo", "--as", "carol", "--queue", "adjudicate"]).well();
    assert_eq!((suspected(&place), given_to_verify(&place, "gina")), (2, keys("2 4")));
    place.assay(&["decide", "redo", "--as", "carol", "--queue", "adjudicate"]).well();
    assert_eq!((suspected(&place), given_to_verify(&place, "hugo")), (1, keys("2")));
    place.assay(&["doctor"]).well();
}

#[test]
fn experts_who_differ_have_settled_nothing_for_verifiers() {
    let place = disputed();
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    adjudicate(&place, "1", "erin", &["--adopt", "bob"]).well();
    assert_eq!((suspected(&place), given_to_verify(&place, "fred")), (3, keys("1 2 4")));
    let disagreements = || place.json(&["status"])["work"][0]["waiting"]["disagreements"].clone();
    assert_eq!(disagreements(), 2, "nor for each other");
    adjudicate(&place, "1", "gina", &["--adopt", "bob"]).well();
    assert_eq!((suspected(&place), given_to_verify(&place, "hugo")), (2, keys("2 4")));
    assert_eq!(disagreements(), 1);
}

#[test]
fn whoever_has_verified_a_question_can_still_change_it_and_verifiers_have_the_last_word() {
    let place = disputed();
    verify(&place, "1", "lead", "keep", &[]).well();
    assert_eq!(given(&place, "carol"), ["2", "4", "3"], "verified");
    // Verifiers who differ have settled nothing: it waits for experts.
    verify(&place, "1", "erin", "remove", &[]).well();
    assert_eq!(given(&place, "carol"), ["1"]);
    // All are settled; 1 stays with those who verified it.
    assert_eq!(suspected(&place), 0);
    let left = place.json(&["status"])["work"][0]["queues"].clone();
    let verified = left.as_array().unwrap().iter().find(|queue| queue["queue"] == "verify");
    assert_eq!(verified.map(|queue| queue["items"].clone()), Some(json!(1)), "{left}");
    place.assay(&["decide", "undo", "--as", "lead", "--queue", "verify"]).well();
    // A verifier who names the question has the last word.
    verify(&place, "4", "lead", "keep", &[]).well();
    let report = place.json(&["report", "outcome"]);
    let rows = report["questions"].as_array().unwrap();
    let four = rows.iter().find(|row| row["question"] == "4").unwrap();
    assert_eq!((&four["verified"], &four["clean"]), (&json!("keep"), &json!("stays")));
}

#[test]
fn a_bundle_and_an_assignment_have_only_what_experts_have_not_settled() {
    let place = disputed();
    adjudicate(&place, "1", "carol", &["--adopt", "alice"]).well();
    let made = place.json(&["assign", "verify", "--per-item", "1"]);
    assert_eq!(made["items"], 2, "{made}");
    place.assay(&["pack", "--for", "erin", "--queue", "verify", "--file", "erin.db"]).well();
    let database = rusqlite::Connection::open(place.path("erin.db")).unwrap();
    let count = "SELECT count(*) FROM question";
    let packed: i64 = database.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(packed, 2);
    let none = place.json(&["next", "verify", "--as", "fred"]);
    assert_eq!((&none["item"], &none["waiting"]), (&Value::Null, &json!(2)), "{none}");
}

fn keys(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}
