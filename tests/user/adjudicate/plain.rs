//! The plain conversation about disagreements.

use serde_json::json;

use super::{disputed, rows};
use crate::harness::{Said, Workplace};

fn talk(place: &Workplace, lines: &str) -> Said {
    place.assay_with_input(&["annotate", "adjudicate", "--plain", "--as", "carol"], lines).well()
}

/// The number of the review that says this on the question that is open first.
fn number_of(place: &Workplace, words: &str) -> String {
    let said = talk(place, "q\n").out;
    let line = said.lines().find(|line| line.starts_with("Reviewer") && line.contains(words));
    line.unwrap_or_else(|| panic!("{said}"))["Reviewer ".len()..][..1].to_owned()
}

#[test]
fn the_reviews_are_read_without_names_and_a_number_adopts_one() {
    let place = disputed();
    let number = number_of(&place, "bad picture");
    let said = talk(&place, &format!("m\n{number}\nq\n"));
    for words in [
        "Reference answer: b, second",
        ": b, keep",
        ": cannot tell from the picture, wrong (bad picture); “blurred at the left”",
        "Marked: the guideline is unclear here.",
        "Saved: wrong (bad picture), question 1",
        "1 of 4 disagreements settled.",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    for name in ["alice", "bob", "dave"] {
        assert!(!said.out.contains(name), "{name}: {}", said.out);
    }
    let row = rows(&place).pop().unwrap();
    assert_eq!((&row["verdict"], &row["guideline_unclear"]), (&json!("wrong"), &json!(true)));
    assert_eq!(row["exposure"]["screen"], "plain");
}

#[test]
fn overriding_all_takes_an_answer_a_verdict_and_a_reason_and_u_takes_it_back() {
    let place = disputed();
    let said =
        talk(&place, "9\na y\ny\nhello\na t the sign says so\nu\nr\nd w 1\nc w 3 4=c twice\nq\n");
    for words in [
        "there is no review 9",
        "no reviewer says this",
        "\"y\" means nothing here",
        "\"hello\" means nothing here",
        "Saved: text-only, question 1",
        "taken back: text-only, answer a",
        "brought back: text-only, answer a",
        "\"d w 1\" means nothing here",
        "Saved: wrong (repeated choices, wrong reference answer, right is C), question 1",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let rows = rows(&place);
    assert_eq!((&rows[0]["why"], &rows[0]["answer"]), (&json!("the sign says so"), &json!("A")));
    let last = rows.last().unwrap();
    assert_eq!((&last["corrected"], &last["note"]), (&json!("C"), &json!("twice")));
}

#[test]
fn what_is_skipped_is_gone_and_the_end_is_said() {
    let place = disputed();
    let said = talk(&place, "s\nl\ns\ns\ns\n?\n");
    assert!(said.out.contains("No disagreement waits: 4 are settled."), "{}", said.out);
    let agreed = Workplace::with_questions(2);
    let said = talk(&agreed, "q\n");
    assert!(said.out.contains("No disagreement waits: 0 are settled."), "{}", said.out);
}
