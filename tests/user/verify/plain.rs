//! The plain conversation about suspected questions.

use super::{exported, found_by_people, verify};
use crate::harness::{Said, Workplace};

fn talk(place: &Workplace, lines: &str) -> Said {
    place.assay_with_input(&["annotate", "verify", "--plain", "--as", "lead"], lines).well()
}

#[test]
fn the_evidence_comes_after_the_own_answer_and_a_letter_decides() {
    let place = found_by_people();
    let said = talk(&place, "b\nr 8 blurred\n");
    let (blind, revealed) = said.out.split_once("Reference answer").unwrap();
    assert!(!blind.contains("bob"), "{blind}");
    assert!(revealed.contains("people · bob answered B"), "{revealed}");
    assert!(revealed.contains("Saved: remove (bad picture)"), "{revealed}");
    let row = place.export().pop().unwrap();
    assert_eq!((&row["verdict"], &row["note"]), (&"remove".into(), &"blurred".into()));
    assert_eq!(row["exposure"]["screen"], "plain");
}

#[test]
fn a_fix_is_typed_line_by_line_and_shown_before_it_is_saved() {
    let place = found_by_people();
    let said = talk(&place, "b\nF\nnonsense\nstem: Which of the three?\nc:\nsave\nsave\nb\nu\nu\n");
    for words in [
        "\"nonsense\" is not a field",
        "stem is: Which of the three?",
        "C is: (nothing)",
        "Saved: fix",
        "taken back: fix, answer b",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let fixes = place.export().into_iter().filter(|row| row["verdict"] == "fix").count();
    assert_eq!(fixes, 1);
    for key in ["1", "2"] {
        assert_ne!(exported(&place, key).unwrap()["question"], "Which of the three?");
    }
}

#[test]
fn what_is_not_asked_saves_nothing() {
    let place = found_by_people();
    let before = place.export().len();
    let said = talk(&place, "y\nF\nr 1\n?\n");
    assert_eq!(place.export().len(), before);
    assert!(said.out.contains("First your answer"), "{}", said.out);
    let said = talk(&place, "b\nw 4\nF\nsave\n\n");
    assert!(
        said.out.contains("\"w 4\" means nothing here") || said.out.contains("y keep, t remove")
    );
    assert!(said.out.contains("nothing is changed"), "{}", said.out);
    assert_eq!(place.export().len(), before + 1, "the answer alone");
}

#[test]
fn a_decision_whose_question_has_left_the_queue_is_not_called_unsaved() {
    let place = found_by_people();
    verify(&place, "1", "lead", "keep", &[]).well();
    for _ in 0..3 {
        place.assay(&["decide", "undo", "--as", "bob", "--queue", "review"]).well();
    }
    let before = place.export().len();
    let said = talk(&place, "u\nu\n");
    let why = "Nothing was saved: nothing speaks against question 1 any more";
    assert_eq!(said.out.matches(why).count(), 2, "{}", said.out);
    assert!(!said.out.contains("NOT SAVED"), "{}", said.out);
    assert_eq!(place.export().len(), before);
}
