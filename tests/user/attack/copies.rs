//! One person who decides in two copies of a database, and rows that arrive slowly.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use super::decisions_in_force;
use crate::harness::{Said, Workplace};

fn copy_of(place: &Workplace) -> Workplace {
    let copy = Workplace::new();
    fs::copy(place.path("assay.db"), copy.path("assay.db")).unwrap();
    copy
}

fn review(place: &Workplace, key: &str, verdict: &str) {
    let base = ["decide", "review", key, "--as", "alice", "--answer", "B", "--verdict", verdict];
    let reason: &[&str] = if verdict == "wrong" { &["--reason", "bad-picture"] } else { &[] };
    place.run(&[&base, reason].concat());
}

/// The exports of two copies, imported one after the other into a third.
fn merged(start: &Workplace, exports: [&str; 2]) -> (Workplace, Vec<String>) {
    let place = copy_of(start);
    let mut words = Vec::new();
    for (number, export) in exports.into_iter().enumerate() {
        let name = format!("{number}.jsonl");
        place.write(&name, export);
        words.push(place.assay(&["import", "decisions", &name]).well().err);
    }
    (place, words)
}

#[test]
fn the_exports_of_two_copies_give_the_same_state_in_either_order() {
    let start = Workplace::with_questions(6);
    start.run(&["decide", "review", "6", "--as", "bob", "--answer", "B", "--verdict", "keep"]);
    let (one, two) = (copy_of(&start), copy_of(&start));
    // On question 1 the first copy decides last, on 2 the second; 3 is taken back in one and decided
    // anew in the other; 4 and 5 are decided in one copy each.
    review(&two, "1", "wrong");
    review(&one, "1", "keep");
    review(&one, "2", "keep");
    review(&two, "2", "wrong");
    review(&two, "3", "keep");
    review(&one, "3", "text-only");
    one.run(&["decide", "undo", "--as", "alice"]);
    review(&one, "4", "keep");
    review(&two, "5", "wrong");
    let exports = [&one, &two].map(|place| place.run(&["export", "decisions"]));
    let [first, second] = exports.each_ref().map(String::as_str);
    let (forwards, words) = merged(&start, [first, second]);
    let (backwards, _) = merged(&start, [second, first]);
    let rows = decisions_in_force(&forwards);
    assert_eq!(rows, decisions_in_force(&backwards));
    let verdict = |key: &str| {
        let of = rows.iter().find(|row| row["item"] == key && row["annotator"] == "alice");
        of.map(|row| row["verdict"].as_str().unwrap().to_owned())
    };
    let found = ["1", "2", "3", "4", "5"].map(|key| verdict(key).unwrap_or_default());
    assert_eq!(found, ["keep", "wrong", "keep", "keep", "wrong"], "the latest counts");
    let agreed = [&forwards, &backwards].map(|place| place.json(&["agree", "review"]));
    assert_eq!(agreed[0], agreed[1]);
    let listed = &words[1];
    assert!(listed.contains("alice") && listed.contains("two copies"), "{listed}");
    assert!(!words[0].contains("two copies"), "{words:?}");
    for place in [forwards, backwards] {
        place.assay(&["doctor"]).well();
        // Whatever was decided elsewhere, a decision made now counts.
        review(&place, "1", "text-only");
        let row = decisions_in_force(&place).into_iter().find(|row| row["item"] == "1").unwrap();
        assert_eq!(row["verdict"], "text-only");
    }
}

#[test]
fn rows_that_arrive_slowly_keep_nobody_from_writing() {
    let place = Workplace::with_questions(2);
    review(&place, "1", "keep");
    let rows = place.run(&["export", "decisions"]);
    let into = Workplace::with_questions(2);
    let mut import = into
        .command(&["import", "decisions", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    import.stdin.as_mut().unwrap().write_all(rows.as_bytes()).unwrap();
    let mut writer = rusqlite::Connection::open(into.path("assay.db")).unwrap();
    writer.busy_timeout(Duration::ZERO).unwrap();
    let began = std::time::Instant::now();
    while began.elapsed() < Duration::from_millis(1_500) {
        let behaviour = rusqlite::TransactionBehavior::Immediate;
        let free = writer.transaction_with_behavior(behaviour).map(drop);
        free.expect("the lock is held while the pipe is waited for");
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(import.stdin.take());
    let said = Said::from_output(&import.wait_with_output().unwrap()).well();
    assert!(said.err.contains("1 rows read, 1 new"), "{said:?}");
}
