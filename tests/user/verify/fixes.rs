//! Fixes: new revisions, taken back and brought back, and what they do to predictions.

use serde_json::json;

use super::{exported, filtered, fix, found_by_people, verify};
use crate::harness::{Workplace, questions};

fn stem(place: &Workplace, key: &str) -> String {
    exported(place, key).unwrap()["question"].as_str().unwrap().to_owned()
}

#[test]
fn a_fix_makes_a_revision_and_undo_and_redo_move_between_the_two() {
    let place = found_by_people();
    let row =
        fix(&place, "1", "lead", r#"{"stem":"Which one?","choices":{"C":null}}"#).well().json();
    assert_eq!(row["fix"]["stem"], "Which one?");
    assert_eq!(row["fix"]["choices"], json!({"A": "first", "B": "second"}));
    assert_eq!(stem(&place, "1"), "Which one?");
    place.assay(&["decide", "undo", "--as", "lead"]).well();
    assert_eq!(stem(&place, "1"), "Question number 1?");
    place.assay(&["decide", "redo", "--as", "lead"]).well();
    assert_eq!(stem(&place, "1"), "Which one?");
    place.assay(&["doctor"]).well();
}

#[test]
fn a_changed_mind_takes_the_words_of_the_fix_back() {
    let place = found_by_people();
    fix(&place, "1", "lead", r#"{"stem":"Which one?"}"#).well();
    verify(&place, "1", "lead", "keep", &[]).well();
    assert_eq!(stem(&place, "1"), "Question number 1?");
    assert_eq!(place.json(&["report", "cleaning"])["kept"], 1);
}

#[test]
fn a_fix_stays_when_the_file_it_came_from_is_imported_again() {
    let place = found_by_people();
    fix(&place, "1", "lead", r#"{"stem":"Which one?"}"#).well();
    place.write("b.tsv", &questions(4));
    let outcome = place.json(&["import", "questions", "b.tsv"]);
    assert_eq!(outcome["unchanged"], 4, "{outcome}");
    assert_eq!(stem(&place, "1"), "Which one?");
    // Other words in the file are a new revision, and the fix of the old one is history.
    place.write("b.tsv", &questions(4).replace("number 1?", "number one?"));
    assert_eq!(place.json(&["import", "questions", "b.tsv"])["changed"], 1);
    assert_eq!(stem(&place, "1"), "Question number one?");
    place.assay(&["decide", "undo", "--as", "lead"]).well();
    assert_eq!(stem(&place, "1"), "Question number one?");
    place.assay(&["doctor"]).well();
}

#[test]
fn the_newest_fix_in_force_counts_and_an_older_one_comes_back_when_it_is_taken_back() {
    let place = found_by_people();
    fix(&place, "1", "alice", r#"{"stem":"By alice?"}"#).well();
    fix(&place, "1", "bob", r#"{"stem":"By bob?"}"#).well();
    assert_eq!(stem(&place, "1"), "By bob?");
    place.assay(&["decide", "undo", "--as", "bob", "--queue", "verify"]).well();
    assert_eq!(stem(&place, "1"), "By alice?");
    place.assay(&["decide", "undo", "--as", "alice"]).well();
    assert_eq!(stem(&place, "1"), "Question number 1?");
}

#[test]
fn fixes_that_are_brought_into_another_copy_have_the_same_outcome() {
    let place = found_by_people();
    fix(&place, "1", "lead", r#"{"stem":"Which one?"}"#).well();
    fix(&place, "2", "lead", r#"{"answer":"C"}"#).well();
    place.assay(&["decide", "undo", "--as", "lead"]).well();
    let copy = Workplace::with_questions(4);
    copy.write("history.jsonl", &place.run(&["export", "decisions"]));
    copy.assay(&["import", "decisions", "history.jsonl"]).well();
    assert_eq!(stem(&copy, "1"), "Which one?");
    let report = |place: &Workplace| place.json(&["report", "cleaning"]);
    assert_eq!(report(&copy), report(&place));
    copy.assay(&["doctor"]).well();
    let again = copy.assay(&["import", "decisions", "history.jsonl"]).well();
    assert!(again.err.contains(" 0 new"), "{again:?}");
}

#[test]
fn a_fix_of_the_words_makes_predictions_stale_and_one_of_the_answer_does_not() {
    let place = filtered();
    let said = fix(&place, "15", "lead", r#"{"answer":"C"}"#).well();
    assert!(!said.err.contains("ask again"), "{}", said.err);
    let said = fix(&place, "18", "lead", r#"{"choices":{"C":"violet"}}"#).well();
    assert!(said.err.contains("36 predictions"), "{}", said.err);
    assert!(said.err.contains("sim-strong (image) 4, sim-terse (image) 4"), "{}", said.err);
    let models = place.json(&["report", "cleaning"])["models"].clone();
    let strong = models.as_array().unwrap().iter().find(|of| of["model"] == "sim-strong").unwrap();
    assert_eq!((&strong["stale"], &strong["before"]["n"]), (&json!(1), &json!(60)));
    assert_eq!(strong["after"]["n"], 59, "the stale question is left out");
    // Question 15 was wrong for everybody; its corrected answer is what sim-strong had said.
    assert_eq!(
        strong["after"]["correct"].as_u64().unwrap(),
        strong["before"]["correct"].as_u64().unwrap() + 1
    );
}
