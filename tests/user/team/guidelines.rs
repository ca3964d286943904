//! Versions of the guideline: listed, compared, and what was decided under older ones opened again.

use serde_json::{Value, json};

use super::decide;
use crate::harness::Workplace;

/// Alice and bob reviewed both questions under the program's guideline; then lena wrote another.
fn changed() -> Workplace {
    let place = Workplace::with_questions(2);
    for (name, key) in [("alice", "1"), ("alice", "2"), ("bob", "1")] {
        decide(&place, name, key);
    }
    place.write("new.md", "# Look twice\n\nKeep nothing that is blurred.\n");
    place.assay(&["import", "guideline", "new.md", "--as", "lena"]).well();
    place
}

fn outdated(place: &Workplace, more: &[&str]) -> Vec<(String, String)> {
    let found = place.json(&[&["guideline", "outdated"], more].concat());
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let decisions = found["decisions"].as_array().unwrap();
    decisions.iter().map(|one| (text(one, "annotator"), text(one, "item"))).collect()
}

#[test]
fn versions_are_listed_with_date_and_author_and_compared_line_by_line() {
    let place = changed();
    let list = place.json(&["guideline"]);
    let versions = list["versions"].as_array().unwrap();
    let new = versions.iter().find(|one| one["title"] == "Look twice").unwrap();
    assert_eq!((&new["author"], &new["in_force"]), (&json!("lena"), &json!(["review"])));
    assert!(new["created"].as_str().unwrap().ends_with('Z'), "{new}");
    let old = versions.iter().find(|one| one["rows"] == 3).unwrap();
    assert_eq!((&old["author"], &old["in_force"]), (&Value::Null, &json!([])));
    place.write("newer.md", "# Look twice\n\nKeep nothing that is cut off.\n");
    place.assay(&["import", "guideline", "newer.md"]).well();
    let begin = &new["version"].as_str().unwrap()[..6];
    let diff = place.json(&["guideline", "diff", begin]);
    let lines = [
        "  # Look twice",
        "  ",
        "- Keep nothing that is blurred.",
        "+ Keep nothing that is cut off.",
    ];
    assert_eq!(diff["lines"], json!(lines));
    assert_eq!((&diff["removed"], &diff["added"]), (&json!(1), &json!(1)));
    let refused = place.failure(&["guideline", "diff", "zzzz"]);
    assert!(refused.contains("no version of a guideline begins with zzzz"), "{refused}");
}

#[test]
fn what_was_decided_under_an_older_version_is_opened_again_for_whoever_decided_it() {
    let place = changed();
    assert_eq!(outdated(&place, &[]).len(), 3);
    assert_eq!(outdated(&place, &["--people", "bob"]), [("bob".to_owned(), "1".to_owned())]);
    assert!(outdated(&place, &["--queue", "verify"]).is_empty());
    decide(&place, "alice", "2");
    assert_eq!(outdated(&place, &["--people", "alice"]), [("alice".into(), "1".into())]);
    let before = place.export().len();
    let done = place.json(&["guideline", "requeue", "--people", "alice", "--as", "lena"]);
    assert_eq!((&done["requeued"], done["decisions"].as_array().unwrap().len()), (&json!(true), 1));
    let rows = place.export();
    assert_eq!(rows.len(), before + 1, "rows are only added");
    let row = rows.last().unwrap();
    assert_eq!(
        (&row["act"], &row["by"], &row["annotator"]),
        (&json!("requeue"), &json!("lena"), &json!("alice"))
    );
    assert_eq!(super::next(&place, "alice")["item"], "1", "it waits for alice again");
    let given = super::next(&place, "bob");
    assert_eq!(given["item"], "2", "nothing changes for bob: {given}");
    assert_eq!(outdated(&place, &[]), [("bob".to_owned(), "1".to_owned())]);
    decide(&place, "alice", "1");
    assert!(super::next(&place, "alice")["item"].is_null());
    place.assay(&["doctor"]).well();
}

#[test]
fn undo_takes_back_what_one_did_and_not_what_a_lead_opened_again() {
    let place = changed();
    place.json(&["guideline", "requeue", "--as", "lena"]);
    let undone = place.assay(&["decide", "undo", "--as", "bob"]).well().out;
    assert!(undone.contains("\"act\":\"undo\""), "{undone}");
    assert_eq!(super::next(&place, "bob")["item"].as_str().map(|_| ()), Some(()));
    assert!(outdated(&place, &[]).is_empty());
}

#[test]
fn a_place_that_is_opened_again_is_kept_for_whoever_decided_until_its_days_are_over() {
    let place = changed();
    place.json(&["assign", "review", "--per-item", "2"]);
    place.json(&["guideline", "requeue", "--people", "alice", "--as", "lena", "--days", "3"]);
    let next = |name: &str| super::next(&place, name);
    // Bob has decided 1, and one place at 2 was free before.
    assert_eq!(next("carol")["item"], "2");
    decide(&place, "carol", "2");
    let given = next("dora");
    assert!(given["item"].is_null(), "both of alice's places are hers: {given}");
    assert_eq!(given["leased"], 2, "{given}");
    // Who has it open for a moment does not lose it.
    place.plain("alice", "q\n").well();
    assert!(next("dora")["item"].is_null());
    let item = next("alice")["item"].as_str().unwrap().to_owned();
    decide(&place, "alice", &item);
    // Afterwards it is free, so that nothing waits for somebody who has gone.
    place.sql("UPDATE lease SET expires = '2026-01-01T00:00:00.000Z'");
    let free = next("dora")["item"].as_str().unwrap().to_owned();
    assert_ne!(free, item);
    decide(&place, "dora", &free);
    assert!(next("alice")["item"].is_null());
    place.assay(&["doctor"]).well();
}

#[test]
fn a_place_that_is_opened_again_is_given_up_by_a_skip_and_not_kept_where_nothing_is_assigned() {
    let place = changed();
    place.json(&["guideline", "requeue", "--people", "bob", "--as", "lena"]);
    let held = || -> i64 {
        let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
        connection.query_row("SELECT count(*) FROM lease", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(held(), 0);
    place.json(&["assign", "review", "--per-item", "2"]);
    place.json(&["guideline", "requeue", "--people", "alice", "--as", "lena"]);
    assert_eq!(held(), 2);
    place.plain("alice", "s\ns\n").well();
    assert_eq!(held(), 0);
}

#[test]
fn once_the_team_has_roles_only_a_lead_opens_decisions_again() {
    let place = changed();
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    let refused = place.failure(&["guideline", "requeue", "--as", "alice"]);
    assert!(refused.contains("alice is not a lead"), "{refused}");
    assert_eq!(outdated(&place, &[]).len(), 3);
    place.json(&["guideline", "requeue", "--as", "lena"]);
    assert!(outdated(&place, &[]).is_empty());
}

#[test]
fn a_changed_guideline_is_announced_once_in_plain_lines() {
    let place = changed();
    let said = place.plain("bob", "q\n").well();
    assert!(
        said.out.contains("The guideline has changed since you were here last"),
        "{}",
        said.out
    );
    let again = place.plain("bob", "q\n").well();
    assert!(!again.out.contains("has changed"), "{}", again.out);
    let first = place.plain("carol", "q\n").well();
    assert!(!first.out.contains("has changed"), "nothing is new to carol: {}", first.out);
}
