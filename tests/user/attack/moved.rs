//! The file of the database is deleted, moved or replaced, or its log is, while somebody decides.

use std::fs;

use crate::attack::acts;
use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};

/// Somebody who has answered the first of a few questions.
fn answered(place: &Workplace) -> TerminalSession {
    let sitting = TerminalSession::review(place, Terminal::default());
    sitting.wait_for("Question number");
    sitting.keys("b");
    sitting.wait("the reference answer", |seen| {
        seen.text().contains("saved b") && seen.text().contains("reference")
    });
    sitting
}

/// Tries the verdict, which must not be called saved, and leaves.
#[track_caller]
fn refused(mut sitting: TerminalSession, because: &str) {
    sitting.keys("y");
    let screen = sitting.wait_for("NOT SAVED");
    assert!(screen.contains(because), "{screen}");
    sitting.keys("\u{3}");
    sitting.end();
}

#[test]
fn nothing_is_called_saved_after_the_database_was_deleted() {
    let place = Workplace::with_questions(3);
    let sitting = answered(&place);
    fs::remove_file(place.path("assay.db")).unwrap();
    refused(sitting, "deleted or moved");
    assert!(!place.path("assay.db").exists(), "a file was made in the place of the deleted one");
}

#[test]
fn what_was_saved_before_the_database_was_moved_is_in_the_moved_file() {
    let place = Workplace::with_questions(3);
    let sitting = answered(&place);
    let elsewhere = place.path("elsewhere.db");
    fs::rename(place.path("assay.db"), &elsewhere).unwrap();
    refused(sitting, "deleted or moved");
    fs::rename(elsewhere, place.path("assay.db")).unwrap();
    for litter in ["assay.db-wal", "assay.db-shm"] {
        let _ = fs::remove_file(place.path(litter));
    }
    assert_eq!(acts(&place), ["answer"]);
    place.assay(&["doctor"]).well();
}

#[test]
fn a_database_that_takes_the_place_of_the_open_one_is_left_as_it_is() {
    let place = Workplace::with_questions(3);
    let other = Workplace::with_questions(200);
    other.run(&["decide", "review", "7", "--as", "bob", "--answer", "B", "--verdict", "keep"]);
    let bytes = fs::read(other.path("assay.db")).unwrap();
    let sitting = answered(&place);
    fs::write(place.path("new.db"), &bytes).unwrap();
    fs::rename(place.path("new.db"), place.path("assay.db")).unwrap();
    refused(sitting, "another file");
    assert!(fs::read(place.path("assay.db")).unwrap() == bytes, "it was written to");
    assert_eq!(acts(&place), ["reviewkeep"], "the other database has other rows now");
    place.assay(&["doctor"]).well();
}

#[test]
fn what_was_saved_before_the_log_was_deleted_is_in_the_database() {
    let place = Workplace::with_questions(3);
    let sitting = answered(&place);
    fs::remove_file(place.path("assay.db-wal")).unwrap();
    refused(sitting, "assay.db-wal");
    assert_eq!(acts(&place), ["answer"]);
    place.assay(&["doctor"]).well();
}
