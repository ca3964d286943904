//! A recorded decision is never lost: the process is killed at random moments, and every decision it
//! acknowledged must be in the file, with at most one more that it had no time to tell of.
//!
//! `ASSAY_ATTACK=long cargo test --test user kill` kills more often.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::Duration;

use assay::benchmark::decision::Act;
use assay::benchmark::vote::Ballot;
use assay::tui::plain::words;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::attack::times;
use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};
use crate::people_vote::drawn_for;

/// Keys that finish a question, and what the screen says then.
const VERDICTS: [(&str, &str); 4] =
    [("y", "saved b · keep"), ("y", "saved b · keep"), ("t", "text-only"), ("s", "skipped")];

/// What the file holds, told as the plain mode acknowledges it; rows after `after` alone.
fn recorded(place: &Workplace, after: usize) -> Vec<String> {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let mut statement = connection
        .prepare("SELECT payload, item FROM decision WHERE seq > ?1 ORDER BY seq")
        .unwrap();
    let rows = statement.query_map([after as i64], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(|row| {
        let (payload, item): (String, String) = row.unwrap();
        let act: Act = serde_json::from_str(&payload).unwrap();
        // The name of a pair holds those of the models; what is acknowledged is its question.
        let key = item.split('/').next().unwrap_or(&item);
        format!("Saved: {}, question {key}", words::act(&act))
    })
    .collect()
}

#[track_caller]
fn compare(acknowledged: &[String], recorded: &[String], round: usize) {
    let extra = recorded.len().checked_sub(acknowledged.len());
    assert!(matches!(extra, Some(0 | 1)), "round {round}: {acknowledged:#?} {recorded:#?}");
    assert_eq!(acknowledged, &recorded[..acknowledged.len()], "round {round}");
}

fn check_integrity(place: &Workplace) {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let verdict: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
}

/// Acts as somebody makes them, with mistakes.
fn lines(acts: &[&str], chance: &mut impl Rng) -> String {
    let lines = (0..400).map(|_| acts[chance.random_range(0..acts.len())]);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_acknowledged_decision_is_lost_by_a_kill_at_any_moment() {
    let acts = [
        "b", "b", "a", "x", "z", "y", "y", "y", "t", "w 4 7", "w 0 why", "n a note", "s", "l", "u",
        "r",
    ];
    kill_often(&Workplace::with_questions(1500), "review", &acts, times(200, 2_000));
}

#[test]
fn no_acknowledged_vote_is_lost_by_a_kill_at_any_moment() {
    let acts = [
        "1",
        "1",
        "2",
        "=",
        "0",
        "1 1 3 it is right",
        "2 too long",
        "n a note",
        "s",
        "l",
        "u",
        "r",
    ];
    kill_often(&drawn_for(900, Ballot::Better), "vote", &acts, times(60, 1_000));
}

fn kill_often(place: &Workplace, queue: &str, acts: &[&str], rounds: usize) {
    let mut chance = ChaCha8Rng::seed_from_u64(42);
    let mut total = 0;
    let mut lengths = BTreeSet::new();
    for round in 0..rounds {
        let mut child = place
            .command(&["annotate", queue, "--plain", "--as", "alice"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe holds all lines, so the program is never waited for here.
        child.stdin.as_mut().unwrap().write_all(lines(acts, &mut chance).as_bytes()).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut acknowledged = Vec::new();
        let wanted = chance.random_range(0..12);
        let mut line = String::new();
        while acknowledged.len() < wanted && output.read_line(&mut line).unwrap() > 0 {
            acknowledge(&line, &mut acknowledged);
            line.clear();
        }
        std::thread::sleep(Duration::from_micros(chance.random_range(0..6000)));
        child.kill().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        rest.split_inclusive('\n').for_each(|line| acknowledge(line, &mut acknowledged));
        child.wait().unwrap();

        let recorded = recorded(place, total);
        compare(&acknowledged, &recorded, round);
        lengths.insert(recorded.len());
        total += recorded.len();
        if round % 50 == 0 {
            check_integrity(place);
        }
    }
    assert!(lengths.len() > 3, "the moments were not random: {lengths:?}");
    check_integrity(place);
    place.assay(&["doctor"]).well();
}

/// A line that the kill cut off acknowledges nothing. What an undo took back is not compared.
fn acknowledge(line: &str, acknowledged: &mut Vec<String>) {
    if line.starts_with("Saved: ")
        && let Some(line) = line.strip_suffix('\n')
    {
        let (act, _taken_back) = line.split_once("; ").unwrap_or((line, ""));
        acknowledged.push(act.to_owned());
    }
}

#[test]
fn what_the_screen_said_to_be_saved_is_there_after_a_kill() {
    let rounds = times(20, 200);
    let place = Workplace::with_questions(4 * rounds);
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut total = 0;
    for round in 0..rounds {
        let sitting = TerminalSession::review(&place, Terminal::default());
        sitting.wait_for("Question number");
        let mut acknowledged = 0;
        for _ in 0..chance.random_range(1..4) {
            // A question that was answered before the last kill waits for its verdict alone.
            if !sitting.seen().text().contains("reference") {
                sitting.keys("b");
                sitting.wait("the echo of an answer", |seen| {
                    seen.text().contains("saved b") && seen.text().contains("reference")
                });
                acknowledged += 1;
                if chance.random_bool(0.3) {
                    break;
                }
            }
            let (key, echo) = VERDICTS[chance.random_range(0..VERDICTS.len())];
            sitting.keys(key);
            sitting.wait("the echo of a verdict and a new question", |seen| {
                let text = seen.text();
                text.contains(echo) && !text.contains("reference")
            });
            acknowledged += 1;
        }
        sitting.signal("KILL");
        drop(sitting);
        let recorded = recorded(&place, total);
        assert_eq!(recorded.len(), acknowledged, "round {round}: {recorded:#?}");
        total += recorded.len();
    }
    check_integrity(&place);
    place.assay(&["doctor"]).well();
}
