//! The plain mode: the review as a conversation, for screen readers, dumb terminals and pipes.

use std::collections::BTreeSet;

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Workplace, questions};

fn lines_of(said: &str, start: &str) -> usize {
    said.lines().filter(|line| line.starts_with(start)).count()
}

#[test]
fn a_question_is_shown_answered_revealed_and_judged() {
    let place = Workplace::with_questions(2);
    let said = place.plain("alice", "b\ny\nc\nw 4 7\nq\n").well().out;
    assert!(said.starts_with("Review of b as alice.\n"), "{said}");
    for line in [
        "0 of 2 done.",
        "Pictures: 1 (12x8); p prints them as characters",
        "Ability: Perception › Fine-grained perception, single instance › OCR\nFrom: dev\n",
        "a: first\nb: second\nc: third\n",
        "Your answer? a to c, z none of the choices, x cannot tell from the picture.",
        "Saved: answer b, question ",
        "Reference answer, the same as yours: b, second",
        "Your verdict? y keep",
        "Saved: keep, question ",
        "1 of 2 done.",
        "Reference answer: b, second\nYour answer: c, third\n",
        "Saved: wrong (wrong reference answer, unanswerable from picture), question ",
        "No question waits: 2 are done.",
        "Every decision is saved.",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    let rows = place.export();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[3]["reasons"][0], "wrong-reference-answer");
    let exposure = serde_json::json!({
        "screen": "plain", "reference": false, "category": true, "position": 1, "idle_ms": 0,
    });
    assert_eq!(rows[0]["exposure"], exposure);
    assert_eq!(rows[1]["exposure"]["reference"], true);
}

#[test]
fn the_answer_that_is_right_goes_behind_its_reason_and_the_end_sums_up() {
    let place = Workplace::with_questions(3);
    let lines = "n small print\n\nb\nw 4=b\nw 4=h\nw 4=c 0 see the map\ns\nb\ny\n";
    let said = place.plain("alice", lines).well().out;
    for line in [
        "Your note: small print\n",
        "Nothing was saved: b is the reference answer",
        "Nothing was saved: there is no choice h.",
        "Saved: wrong (wrong reference answer, other, right is C), question ",
        "1 of 3 done, 1 skipped.",
        "No question waits: 2 are done, 1 skipped.",
        "This sitting: 2 questions, 0 s each.",
        "Your answer was the reference answer on 2 of 2.",
        "Flagged wrong: ",
        "(wrong reference answer, other, right is C).",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    let rows = place.export();
    assert_eq!((&rows[2]["corrected"], &rows[2]["note"]), (&"C".into(), &"see the map".into()));
}

#[test]
fn the_reference_answer_is_not_shown_before_ones_own() {
    let place = Workplace::with_questions(3);
    let said = place.plain("alice", "y\np\n?\ng\nn note\n\ns\nl\nw 4\nu\nu\nr\n").well().out;
    assert!(!said.contains("Reference answer") && lines_of(&said, "Saved: ") > 5, "{said}");
}

#[test]
fn nothing_is_said_to_be_saved_that_is_not() {
    let place = Workplace::with_questions(1);
    for lines in
        ["d\n", "y\n", "b y\n", "w 4\n", "hello\n", "n\n", "u\n", "r\n", "\u{1b}[A\n", "b\nb\n"]
    {
        let rows_before = place.export().len();
        let said = place.plain("alice", lines).well().out;
        let rows = place.export().len() - rows_before;
        assert_eq!(lines_of(&said, "Saved: "), rows, "{lines:?}: {said}");
    }
    assert_eq!(place.export().len(), 1);
}

#[test]
fn reasons_and_their_words_are_asked_for_when_missing() {
    let place = Workplace::with_questions(2);
    let said = place.plain("alice", "b\nw\n\nw\nzzz\n4 0\n\nw 0\nit is upside down\n").well().out;
    assert!(said.contains("7 unanswerable from picture") && said.contains("0 other"), "{said}");
    assert!(said.contains("What is wrong?"), "{said}");
    assert_eq!(lines_of(&said, "Nothing was saved."), 2, "{said}");
    let rows = place.export();
    assert_eq!((rows.len(), &rows[1]["note"]), (2, &"it is upside down".into()));
}

#[test]
fn other_without_a_word_is_not_saved() {
    let place = Workplace::with_questions(2);
    let said = place.plain("alice", "b\nw 0 \n  \t \nw 0\n\u{3000}\nn  \n").well().out;
    assert_eq!(lines_of(&said, "Saved: "), 1, "{said}");
    assert_eq!(lines_of(&said, "Nothing was saved."), 2, "{said}");
    assert_eq!(place.export().len(), 1);
}

#[test]
fn undo_reaches_back_over_a_restart_and_redo_brings_it_back() {
    let place = Workplace::with_questions(2);
    place.plain("alice", "b\nt\n").well();
    let said = place.plain("alice", "u\n").well().out;
    assert!(said.contains("; taken back: text-only, answer b\n"), "{said}");
    assert!(said.contains("Saved: undo, question ") && said.contains("0 of 2 done."), "{said}");
    assert!(said.contains("Reference answer"), "the answer still stands: {said}");
    let said = place.plain("alice", "r\n").well().out;
    assert!(
        said.contains("Saved: redo, question ")
            && said.contains("; brought back: text-only, answer b\n"),
        "{said}"
    );
    assert!(said.contains("Your verdict: text-only. An empty line goes on."), "{said}");
    let acts: Vec<String> = place.export().iter().map(|row| row["act"].to_string()).collect();
    assert_eq!(acts.join(" "), r#""answer" "review" "undo" "redo""#);
}

#[test]
fn the_end_of_the_input_ends_the_conversation_well() {
    let place = Workplace::with_questions(1);
    let said = place.plain("alice", "b").well().out;
    assert!(said.contains("Saved: answer b"), "{said}");
    assert!(said.ends_with("The input ended. Every decision is saved.\n"), "{said}");
}

#[test]
fn a_printed_picture_is_part_of_what_was_seen() {
    let place = Workplace::with_questions(1);
    let said = place.plain("alice", "p 2\np\nb\n").well().out;
    assert!(
        said.contains("The question's pictures have the numbers 1 to 1.")
            && said.contains("Picture 1 of 1:\n")
    );
    assert_eq!(place.export()[0]["exposure"]["picture"], "glyphs");
}

#[test]
fn a_chinese_question_is_shown_as_it_is() {
    let place = Workplace::new();
    place.write(
        "b.tsv",
        "index\tquestion\thint\tA\tB\tD\tanswer\n1\t羊在哪里？\t农场\t左边\t右边\t屋顶上\tB\n",
    );
    place.assay(&["import", "questions", "b.tsv"]).well();
    let said = place.plain("alice", "c\n").well().out;
    assert!(
        said.contains("Hint: 农场\nQuestion: 羊在哪里？\na: 左边\nb: 右边\nd: 屋顶上\n"),
        "{said}"
    );
    assert!(said.contains("There is no choice c. Your answer? a, b, d, z none"), "{said}");
}

#[test]
fn a_dumb_terminal_gets_the_plain_mode_by_itself() {
    let place = Workplace::with_questions(1);
    let dumb = Terminal { variables: &[("TERM", "dumb")], answers: false, ..Terminal::default() };
    let mut sitting = TerminalSession::review(&place, dumb);
    sitting.wait_for("Your answer?");
    sitting.keys("b\r");
    sitting.wait_for("Your verdict?");
    sitting.keys("y\r");
    sitting.wait_for("No question waits");
    sitting.keys("q\r");
    assert_eq!(sitting.end(), 0);
    assert!(!sitting.seen().bytes.contains(&0x1b));
    assert_eq!(place.export().len(), 2);
}

#[test]
fn annotators_are_blind_to_each_other_and_each_has_an_order_of_their_own() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(12));
    place.assay(&["import", "questions", "b.tsv"]).well();
    let keys = |said: &str| -> Vec<String> {
        said.lines().filter(|line| line.starts_with("Question key: ")).map(Into::into).collect()
    };
    let alice = place.plain("alice", &"n secret\nb\nw 0 secret\n".repeat(12)).well().out;
    let bob = place.plain("bob", &"c\ny\ny\n".repeat(12)).well().out;
    let carol = place.plain("carol", &"s\n".repeat(12)).well().out;
    for said in [&bob, &carol] {
        assert!(!said.contains("secret") && !said.contains("alice"), "{said}");
        assert!(said.contains("0 of 12 done."), "{said}");
    }
    assert_eq!(keys(&alice).len(), 12);
    assert!(keys(&alice) != keys(&bob) && keys(&bob) != keys(&carol));
    let all = |said: &str| keys(said).into_iter().collect::<BTreeSet<String>>();
    assert!(all(&alice) == all(&bob) && all(&bob) == all(&carol));

    let elsewhere = Workplace::with_questions(12);
    assert_eq!(keys(&elsewhere.plain("alice", &"s\n".repeat(12)).well().out), keys(&alice));
}

#[test]
fn whoever_comes_when_others_have_decided_everything_hears_that() {
    let place = Workplace::with_questions(2);
    place.plain("bob", "b\ny\nb\ny\n").well();
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    let said = place.plain("alice", "").well().out;
    assert!(said.contains("0 of 2 decided by you."), "{said}");
    assert!(said.contains("2 others are decided by enough people."), "{said}");
}

#[test]
fn the_note_of_a_verdict_is_read_with_it() {
    let place = Workplace::with_questions(1);
    let said = place.plain("alice", "b\nw 8 too small\nu\nr\n").well().out;
    assert!(said.contains("Your reason: too small"), "{said}");
}

#[test]
fn a_question_on_which_one_differs_is_kept_with_a_second_line() {
    let place = Workplace::with_questions(1);
    let said = place.plain("alice", "c\ny\nu\ny\nn odd\ny\nq\n").well().out;
    assert_eq!(said.matches("y again keeps the question").count(), 2, "{said}");
    let acts: Vec<_> = place.export().iter().map(|row| row["act"].clone()).collect();
    assert_eq!(acts, ["answer", "note", "review"], "u takes back what is not saved");
    let at_once = Workplace::with_questions(1);
    at_once.write("ours.toml", "keep-twice = false\n");
    at_once.assay(&["checklist", "set", "ours.toml"]).well();
    at_once.plain("alice", "c\ny\nq\n").well();
    assert_eq!(at_once.export().len(), 2);
}
