//! Who may decide what, and how it is taken back.

use serde_json::json;

use super::{filtered, found_by_people, verify};

#[test]
fn a_verification_is_printed_as_it_is_exported() {
    let place = found_by_people();
    let reasons = ["--reason", "text-only", "--note", "the stem says it", "--answer", "c"];
    let row = verify(&place, "1", "lead", "remove", &reasons).well().json();
    assert_eq!((&row["queue"], &row["act"]), (&json!("verify"), &json!("verify")));
    assert_eq!((&row["answer"], &row["verdict"]), (&json!("C"), &json!("remove")));
    assert_eq!(row["reasons"], json!(["text-only"]));
    let mut exported = place.export().pop().unwrap();
    exported.as_object_mut().unwrap().remove("guideline_text");
    assert_eq!(exported, row);
}

#[test]
fn only_suspected_questions_are_verified_and_people_make_them_so() {
    let place = found_by_people();
    verify(&place, "1", "lead", "keep", &[]).well();
    verify(&place, "2", "lead", "keep", &[]).well();
    let complaint = verify(&place, "3", "lead", "keep", &[]).failing(1);
    assert!(complaint.contains("nothing speaks against question 3"), "{complaint}");
    verify(&place, "99", "lead", "keep", &[]).failing(1);
}

#[test]
fn a_review_that_is_taken_back_accuses_no_more() {
    let place = found_by_people();
    place.assay(&["decide", "undo", "--as", "bob"]).well();
    place.assay(&["decide", "undo", "--as", "bob", "--queue", "review"]).well();
    verify(&place, "1", "lead", "keep", &[]).well();
    verify(&place, "2", "lead", "keep", &[]).failing(1);
}

#[test]
fn what_makes_no_sense_is_refused_and_leaves_no_trace() {
    let place = found_by_people();
    let before = place.export().len();
    place.write("edit.json", r#"{"stem":"Which?"}"#);
    place.write("other.json", r#"{"image":"x"}"#);
    place.write("same.json", r#"{"answer":"B"}"#);
    place.write("gone.json", r#"{"answer":"F"}"#);
    for (verdict, more, code, word) in [
        ("fix", &[][..], 2, "--edit"),
        ("keep", &["--edit", "edit.json"], 2, "--edit"),
        ("keep", &["--reason", "bad-picture"], 2, "keep"),
        ("remove", &["--reason", "other"], 2, "note"),
        ("remove", &["--reason", "dull"], 2, "text-only"),
        ("remove", &["--answer", "H"], 1, "no choice H"),
        ("wrong", &[], 2, "remove"),
        ("fix", &["--edit", "other.json"], 1, "image"),
        ("fix", &["--edit", "same.json"], 1, "changes nothing"),
        ("fix", &["--edit", "gone.json"], 1, "the choices are A, B, C"),
        ("fix", &["--edit", "nowhere.json"], 1, "nowhere.json"),
    ] {
        let complaint = verify(&place, "1", "lead", verdict, more).failing(code);
        assert!(complaint.contains(word), "{verdict} {more:?}: {complaint}");
    }
    assert_eq!(place.export().len(), before);
}

#[test]
fn undo_takes_the_newest_back_whichever_queue_it_is_in_and_redo_brings_it_back() {
    let place = found_by_people();
    verify(&place, "1", "bob", "remove", &[]).well();
    let undo = place.assay(&["decide", "undo", "--as", "bob"]).well().json();
    assert_eq!((&undo["queue"], &undo["item"]), (&json!("verify"), &json!("1")));
    let undo = place.assay(&["decide", "undo", "--as", "bob"]).well().json();
    assert_eq!((&undo["queue"], &undo["item"]), (&json!("review"), &json!("3")));
    let redo = place.assay(&["decide", "redo", "--as", "bob", "--queue", "verify"]).well().json();
    assert_eq!((&redo["act"], &redo["item"]), (&json!("redo"), &json!("1")));
    let complaint = place.failure(&["decide", "redo", "--as", "bob", "--queue", "verify"]);
    assert!(complaint.contains("nothing to bring back in the verify queue"), "{complaint}");
    place.assay(&["decide", "undo", "--as", "bob", "--queue", "attic"]).failing(2);
    let complaint = place.failure(&["decide", "undo", "--as", "newcomer"]);
    assert!(complaint.contains("nothing to take back"), "{complaint}");
}

#[test]
fn verifiers_are_compared_like_reviewers() {
    let place = filtered();
    for (key, alice, bob) in [("15", "remove", "remove"), ("18", "remove", "keep")] {
        verify(&place, key, "alice", alice, &["--answer", "A"]).well();
        verify(&place, key, "bob", bob, &["--answer", "A"]).well();
    }
    let agreement = place.json(&["agree", "verify"]);
    assert_eq!((&agreement["questions"], &agreement["shared"]), (&json!(2), &json!(2)));
    assert_eq!(agreement["verdict"]["overall"]["percent_agreement"]["value"], json!(0.5));
    assert_eq!(agreement["disagreements"][0]["question"], "18");
    assert_eq!(agreement["disagreements"][0]["differ_in"], json!(["verdict"]));
}
