//! Keys that arrive faster than the screen is painted.

use crate::attack::acts;
use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};

#[test]
fn a_verdict_in_one_burst_with_the_answer_waits_for_the_reference_answer() {
    let place = Workplace::with_questions(3);
    let sitting = TerminalSession::review(&place, Terminal::default());
    sitting.wait_for("Question number");
    sitting.keys("by");
    let screen = sitting.wait("the word about the early key", |seen| {
        seen.text().contains("saved b") && seen.text().contains("was too early")
    });
    assert!(screen.contains("reference"), "{screen}");
    assert_eq!(acts(&place), ["answer"]);
    sitting.keys("y");
    sitting.wait_for("saved b · keep");
    assert_eq!(place.export()[1]["exposure"]["reference"], true);
}

#[test]
fn text_typed_raw_into_a_note_is_bounded_and_quick() {
    let place = Workplace::with_questions(1);
    let sitting = TerminalSession::review(&place, Terminal::default());
    sitting.wait_for("Question number");
    sitting.keys("n");
    sitting.wait_for("Note on #");
    let began = std::time::Instant::now();
    for _ in 0..640 {
        sitting.keys(&"words and ".repeat(100));
    }
    sitting.keys("\r");
    sitting.wait_for("note saved");
    eprintln!("640 KB typed into a note: answered after {:?}", began.elapsed());
    let note = place.export()[0]["note"].as_str().unwrap().len();
    assert!((1_000..=20_000).contains(&note), "a note of {note} bytes");
}

#[test]
fn text_pasted_into_a_note_is_bounded() {
    let place = Workplace::with_questions(1);
    let sitting = TerminalSession::review(&place, Terminal::default());
    sitting.wait_for("Question number");
    sitting.keys("n");
    sitting.wait_for("Note on #");
    sitting.keys(&format!("\u{1b}[200~{}\u{1b}[201~", "words and ".repeat(10_000)));
    sitting.wait_for("words and");
    sitting.keys("\r");
    sitting.wait_for("note saved");
    let note = place.export()[0]["note"].as_str().unwrap().len();
    assert!((1_000..=20_000).contains(&note), "a note of {note} bytes");
}
