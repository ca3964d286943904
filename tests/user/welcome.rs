//! The program where there are no questions yet: it finds the files of the folder and imports one.

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Workplace, questions};

#[test]
fn a_folder_with_questions_and_no_database_is_two_keys_from_its_home() {
    let place = Workplace::new();
    place.write("farm.tsv", &questions(3));
    let mut sitting = TerminalSession::start(&place, &[], Terminal::default());
    let files = sitting.wait_for("Welcome to Assay");
    assert!(files.contains("▸ farm.tsv"), "{files}");
    sitting.keys("\r");
    sitting.wait_for("3 questions");
    sitting.keys("\r");
    sitting.wait_for("3 left of 3");
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back());
}

#[test]
fn a_file_that_cannot_be_imported_says_why_and_leaves_no_database() {
    let place = Workplace::new();
    let row = "1\tWhich?\tone\ttwo\tA\n";
    place.write("twice.tsv", &format!("index\tquestion\tA\tB\tanswer\n{row}{row}"));
    let mut sitting = TerminalSession::start(&place, &[], Terminal::default());
    sitting.wait_for("twice.tsv");
    sitting.keys("\r");
    let why = sitting.wait_for("Nothing was imported");
    assert!(why.contains("--skip-bad"), "{why}");
    sitting.keys("\r");
    sitting.wait_for("▸ twice.tsv");
    sitting.keys("q");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back() && !place.path("assay.db").exists());
}
