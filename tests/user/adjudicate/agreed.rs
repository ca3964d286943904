//! A sample of questions on which reviewers agree, adjudicators against each other, and who is told no.

use serde_json::json;

use super::{adjudicate, disputed, given, next};

#[test]
fn a_share_of_agreed_questions_comes_after_the_disputed_ones() {
    let place = disputed();
    let before = place.json(&["assign", "adjudicate", "--per-item", "1"]);
    let made = place.json(&[
        "assign",
        "adjudicate",
        "--per-item",
        "1",
        "--agreed-share",
        "1",
        "--seed",
        "4",
    ]);
    assert_eq!(made["agreed_share"], json!(1.0));
    // Question 5 was kept by alice and bob; nobody reviewed 6.
    assert_eq!(made["items"].as_u64().unwrap(), before["items"].as_u64().unwrap() + 1, "{made}");
    let keys = given(&place, "carol");
    assert_eq!(keys.last().map(String::as_str), Some("5"), "{keys:?}");
    assert!(!keys.contains(&"6".to_owned()), "{keys:?}");
    assert_eq!(place.json(&["report", "cleaning"])["provenance"]["unanimous"], 0);
    place.assay(&["doctor"]).well();
}

#[test]
fn a_small_share_draws_the_same_questions_each_time_and_none_without_it() {
    let place = disputed();
    assert!(!given(&place, "carol").contains(&"5".to_owned()));
    let refused = place.failure(&["assign", "review", "--per-item", "1", "--agreed-share", "0.5"]);
    assert!(refused.contains("not for the review queue"), "{refused}");
}

#[test]
fn adjudicators_who_settled_the_same_questions_are_compared() {
    let place = disputed();
    let complaint = place.failure(&["agree", "adjudicate"]);
    assert!(complaint.contains("is adjudicated yet"), "{complaint}");
    for (name, key, adopted) in [
        ("carol", "1", "alice"),
        ("erin", "1", "bob"),
        ("carol", "3", "alice"),
        ("erin", "3", "alice"),
    ] {
        adjudicate(&place, key, name, &["--adopt", adopted]).well();
    }
    let agreement = place.json(&["agree", "adjudicate"]);
    assert_eq!(
        (&agreement["shared"], &agreement["reviewers"]),
        (&json!(2), &json!(["carol", "erin"]))
    );
    assert_eq!(agreement["verdict"]["overall"]["percent_agreement"]["value"], json!(0.5));
    assert_eq!(agreement["disagreements"][0]["question"], "1");
    assert_eq!(agreement["against_reference"], json!([]), "they have seen the reference answer");
    let table = place.run(&["agree", "adjudicate"]);
    assert!(!table.contains("Blind"), "{table}");
}

#[test]
fn whoever_reviewed_a_question_is_refused_by_name() {
    let place = disputed();
    let item = next(&place, "carol")["item"].as_str().unwrap().to_owned();
    let refused = adjudicate(&place, &item, "bob", &["--adopt", "alice"]).failing(1);
    assert!(refused.contains("bob reviewed or wrote it"), "{refused}");
}
