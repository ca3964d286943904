//! Another program holds the database for writing while somebody decides.

use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::attack::acts;
use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};

/// What a screen, a plain conversation and a command say.
pub const WAITING: &str = "waiting for another program to finish writing";

fn locked(place: &Workplace) -> Connection {
    let other = Connection::open(place.path("assay.db")).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

fn at_the_first_question(place: &Workplace) -> TerminalSession {
    let sitting = TerminalSession::review(place, Terminal::default());
    sitting.wait_for("Question number");
    sitting
}

#[test]
fn a_key_while_the_database_is_locked_is_saved_once_when_it_is_free() {
    let place = Workplace::with_questions(3);
    let sitting = at_the_first_question(&place);
    let other = locked(&place);
    let began = Instant::now();
    sitting.keys("b");
    sitting.wait_for(WAITING);
    let waited = began.elapsed();
    eprintln!("the word about waiting came after {waited:?}");
    // Impatient keys mean nothing, and the screen lives.
    sitting.keys("bbyby");
    sitting.resize(90, 28);
    sitting.wait("the screen in its new size", |seen| {
        let rows: Vec<String> = seen.terminal.screen().rows(0, 90).collect();
        seen.text().contains(WAITING) && rows[27].contains(WAITING)
    });
    other.execute_batch("ROLLBACK").unwrap();
    sitting.wait("the reference answer", |seen| {
        seen.text().contains("saved b") && seen.text().contains("reference")
    });
    assert_eq!(acts(&place), ["answer"]);
    sitting.keys("y");
    sitting.wait_for("saved b · keep");
    assert_eq!(acts(&place), ["answer", "reviewkeep"]);
}

#[test]
fn undo_while_the_database_is_locked_is_done_once_when_it_is_free() {
    let place = Workplace::with_questions(3);
    let sitting = at_the_first_question(&place);
    sitting.keys("b");
    sitting.wait_for("saved b");
    let other = locked(&place);
    sitting.keys("u");
    sitting.wait_for(WAITING);
    sitting.keys("uu");
    sitting.resize(90, 28);
    sitting.wait("the new size", |seen| seen.text().contains(WAITING));
    other.execute_batch("ROLLBACK").unwrap();
    sitting.wait_for("taken back");
    assert_eq!(acts(&place), ["answer", "undo"]);
}

#[test]
fn the_program_can_be_left_while_the_database_is_locked() {
    let place = Workplace::with_questions(3);
    let mut sitting = at_the_first_question(&place);
    let other = locked(&place);
    sitting.keys("b");
    sitting.wait_for(WAITING);
    sitting.keys("\u{3}");
    sitting.end();
    assert!(sitting.is_given_back());
    other.execute_batch("ROLLBACK").unwrap();
    assert!(acts(&place).is_empty());
}

#[test]
fn a_note_while_the_database_is_locked_is_saved_when_it_is_free() {
    let place = Workplace::with_questions(3);
    let sitting = at_the_first_question(&place);
    let other = locked(&place);
    sitting.keys("n");
    sitting.wait_for("Note on #");
    sitting.keys("blurred\r");
    sitting.wait_for(WAITING);
    other.execute_batch("ROLLBACK").unwrap();
    sitting.wait_for("note saved");
    assert_eq!(acts(&place), ["note"]);
    assert_eq!(place.export()[0]["note"], "blurred");
}

#[test]
fn a_plain_conversation_and_commands_say_what_they_wait_for_and_go_on() {
    let place = Workplace::with_questions(3);
    let other = locked(&place);
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(800));
        other.execute_batch("ROLLBACK").unwrap();
    });
    let keep = ["decide", "review", "1", "--as", "bob", "--answer", "a", "--verdict", "keep"];
    let done = place.command(&keep).output().unwrap();
    release.join().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.matches(WAITING).count() == 1, "{said}");

    let mut plain = place
        .command(&["annotate", "review", "--plain", "--as", "alice"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = plain.stderr.take().unwrap();
    // It has sat down once it reads.
    std::thread::sleep(Duration::from_millis(500));
    let other = locked(&place);
    plain.stdin.take().unwrap().write_all(b"b\n").unwrap();
    std::thread::sleep(Duration::from_millis(800));
    other.execute_batch("ROLLBACK").unwrap();
    assert!(plain.wait().unwrap().success());
    let mut words = String::new();
    said.read_to_string(&mut words).unwrap();
    assert_eq!(words.matches(WAITING).count(), 1, "{words}");
    assert_eq!(acts(&place), ["reviewkeep", "answer"]);
}

#[test]
fn a_quiet_database_is_waited_for_without_a_word() {
    let place = Workplace::with_questions(1);
    let keep = ["decide", "review", "1", "--as", "bob", "--answer", "a", "--verdict", "keep"];
    let done = place.command(&keep).output().unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
}
