//! What a team does is never lost either: programs are killed at random moments while they guess behind
//! the gate, review with gold, verify, fix, read texts, adjudicate, hand out items, name gold and merge
//! bundles. What was acknowledged is in the file, with at most one row more; the file is whole; and the
//! log read into a fresh database gives the same state.
//!
//! `ASSAY_ATTACK=long cargo test --test user kill_team -- --nocapture` takes some minutes and prints the
//! kills of each kind.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::attack::{decisions_in_force, times};
use crate::harness::Workplace;

/// A queue as somebody sits at it.
struct Seat {
    queue: &'static str,
    who: &'static str,
    acts: &'static [&'static str],
}

const SEATS: [Seat; 4] = [
    Seat {
        queue: "review",
        who: "alice",
        acts: &[
            "b 2", "x", "b", "a 1", "y", "y", "y", "t", "w 4 7", "w 0 why", "n a note", "s", "l",
            "u", "r",
        ],
    },
    Seat {
        queue: "verify",
        who: "vera",
        acts: &[
            "b",
            "b",
            "y",
            "y",
            "t",
            "r 8 blurred",
            "b\nF\nstem: Which of them?\nsave\nsave",
            "b\nF\nstem: Who is it?\nc: a third one\nsave\nsave",
            "n a note",
            "s",
            "l",
            "u",
            "redo",
        ],
    },
    Seat {
        queue: "extract",
        who: "rita",
        acts: &["a", "b", "b", "c", "z", "m", "o", "n a note", "s", "l", "u"],
    },
    Seat {
        queue: "adjudicate",
        who: "carol",
        acts: &[
            "1",
            "2",
            "1",
            "b y the sign says so",
            "a w 8 blurred",
            "m",
            "n a note",
            "s",
            "l",
            "u",
            "r",
        ],
    },
];

/// Kills by kind, and how many of them met a program that was still at work.
#[derive(Default)]
struct Kills(BTreeMap<&'static str, (usize, usize)>);

impl Kills {
    /// Kills a program, and counts.
    fn kill(&mut self, kind: &'static str, child: &mut Child) {
        child.kill().unwrap();
        let was_at_work = child.wait().unwrap().signal() == Some(9);
        let (all, met) = self.0.entry(kind).or_default();
        *all += 1;
        *met += usize::from(was_at_work);
    }
}

impl fmt::Display for Kills {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.iter().map(|(kind, (all, met))| format!("{kind} {all} ({met} at work)"));
        f.write_str(&words.collect::<Vec<_>>().join(", "))
    }
}

/// Questions with predictions of a model.
fn with_predictions(items: usize) -> Workplace {
    let place = Workplace::with_questions(items);
    let rows: Vec<String> =
        (1..=items).map(|index| format!("{index}\tIt is number {index}, B.\n")).collect();
    place.write("p.tsv", &format!("index\tprediction\n{}", rows.concat()));
    place.json(&["import", "predictions", "p.tsv", "--model", "org/m"]);
    place
}

/// Every question is suspected, disputed and has a text to be read; half of alice's are gated, and some
/// are gold. Every queue is assigned.
fn team(items: usize) -> Workplace {
    let place = with_predictions(items);
    place.plain("bob", &"b\nt\n".repeat(items)).well();
    place.plain("dave", &"b\ny\n".repeat(items)).well();
    place.json(&["extract", "sample", "--rate", "1", "--only", "all"]);
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    place.assay(&["people", "add", "carol", "--role", "expert", "--as", "lena"]).well();
    let gold: Vec<String> = (1..=items / 10).map(|key| key.to_string()).collect();
    let mut add = vec!["gold", "add", "--verdict", "keep", "--as", "lena"];
    add.extend(gold.iter().map(String::as_str));
    place.assay(&add).well();
    place.json(&[
        "assign",
        "review",
        "--per-item",
        "9",
        "--gate",
        "0.5",
        "--gold",
        "0.3",
        "--as",
        "lena",
    ]);
    for queue in ["verify", "extract", "adjudicate"] {
        place.json(&["assign", queue, "--per-item", "2", "--as", "lena"]);
    }
    place
}

/// The rows after `after`: who, queue and act.
fn recorded(place: &Workplace, after: usize) -> Vec<(String, String, String)> {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let mut statement = connection
        .prepare(
            "SELECT name, queue, payload ->> 'act' FROM decision
             JOIN annotator ON annotator.id = annotator_id WHERE seq > ?1 ORDER BY seq",
        )
        .unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let rows = statement.query_map([after as i64], row).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// What a line says to be saved, as the act that its row has; nothing where it says nothing of the kind,
/// or was cut off.
fn acknowledged(line: &str) -> Option<&'static str> {
    let line = line.strip_suffix('\n')?;
    let begins = |words: &str| line.starts_with(words);
    Some(match line {
        _ if begins("Saved: undo") || begins("Taken back") => "undo",
        _ if begins("Saved: redo") || begins("Brought back") => "redo",
        _ if begins("Saved: guess") => "guess",
        _ if begins("Saved: answer") => "answer",
        _ if begins("Saved: skip") => "skip",
        _ if begins("Saved: later") || begins("Saved: put off") => "later",
        _ if begins("Saved: note") => "note",
        _ if begins("Saved") => "",
        _ => return None,
    })
}

fn sit(
    place: &Workplace,
    seat: &Seat,
    total: &mut usize,
    chance: &mut impl Rng,
    kills: &mut Kills,
) -> usize {
    let mut child = place
        .command(&["annotate", seat.queue, "--plain", "--as", seat.who])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines: Vec<&str> =
        (0..300).map(|_| seat.acts[chance.random_range(0..seat.acts.len())]).collect();
    // The pipe holds all lines, so the program is never waited for here. It is closed: a program that saves too
    // little, because its queue is done, ends instead of waiting for more.
    let _ = child.stdin.take().unwrap().write_all(lines.join("\n").as_bytes());
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = Vec::new();
    let wanted = chance.random_range(0..10);
    let mut line = String::new();
    while said.len() < wanted && output.read_line(&mut line).unwrap() > 0 {
        said.extend(acknowledged(&line));
        line.clear();
    }
    std::thread::sleep(Duration::from_micros(chance.random_range(0..6000)));
    kills.kill(seat.queue, &mut child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    said.extend(rest.split_inclusive('\n').filter_map(acknowledged));

    let rows = recorded(place, *total);
    let extra = rows.len().checked_sub(said.len());
    assert!(matches!(extra, Some(0 | 1)), "{}: {said:?} {rows:?}", seat.queue);
    for (said, (who, queue, act)) in said.iter().zip(&rows) {
        assert_eq!((who.as_str(), queue.as_str()), (seat.who, seat.queue));
        let is_final =
            said.is_empty() && !["undo", "redo", "guess", "answer"].contains(&act.as_str());
        assert!(is_final || *said == act, "{}: {said:?} for {act:?}", seat.queue);
    }
    *total += rows.len();
    rows.len()
}

/// Runs a command with JSON output and kills it after a random part of its usual time. The document, if
/// it was written whole.
fn interrupted(
    place: &Workplace,
    kind: &'static str,
    arguments: &[&str],
    usual: Duration,
    chance: &mut impl Rng,
    kills: &mut Kills,
) -> Option<Value> {
    let mut child = place
        .command(&[arguments, &["-o", "json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(usual.mul_f64(chance.random_range(0.0..1.2)));
    kills.kill(kind, &mut child);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    serde_json::from_str(&said).ok()
}

/// How long a command takes that is not killed.
fn usual_time(place: &Workplace, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    place.json(arguments);
    start.elapsed()
}

fn count(place: &Workplace, file: &str, sql: &str) -> i64 {
    let connection = rusqlite::Connection::open(place.path(file)).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn no_acknowledged_act_of_a_team_is_lost_by_a_kill_at_any_moment() {
    let items = times(60, 600);
    let place = team(items);
    let (mut chance, mut kills) = (ChaCha8Rng::seed_from_u64(13), Kills::default());
    let mut total = recorded(&place, 0).len();
    let mut most = 0;
    for _ in 0..times(6, 250) {
        for seat in &SEATS {
            most = most.max(sit(&place, seat, &mut total, &mut chance, &mut kills));
        }
    }
    assert!(most > 1, "the moments were not random");
    let fixes = "SELECT count(*) FROM decision WHERE payload ->> 'verdict' = 'fix'";
    assert!(count(&place, "assay.db", fixes) > 0, "no fix was replayed");

    // An item that was said to be handed out is held for that person.
    let usual = usual_time(&place, &["next", "extract", "--as", "reader"]);
    for round in 0..times(6, 150) {
        let name = format!("reader{round}");
        let next = ["next", "extract", "--as", &name];
        let given = interrupted(&place, "lease", &next, usual, &mut chance, &mut kills);
        let held = format!(
            "SELECT count(*) FROM lease JOIN annotator ON annotator.id = annotator_id
             WHERE name = '{name}'"
        );
        let held = count(&place, "assay.db", &held);
        let is_given = given.is_some_and(|given| given["item"].is_string());
        assert!(held <= 1 && (held == 1 || !is_given), "{name}: {held}");
    }
    // A gold question that was said to be named is there.
    let add = |key: &str| {
        ["gold", "add", key, "--verdict", "text-only", "--as", "lena"].map(str::to_owned)
    };
    let first = add("11");
    let usual = usual_time(&place, &first.each_ref().map(String::as_str));
    for round in 0..times(4, 40) {
        let key = (12 + round).to_string();
        let command = add(&key);
        let command = command.each_ref().map(String::as_str);
        let said = interrupted(&place, "gold", &command, usual, &mut chance, &mut kills);
        let named = format!(
            "SELECT count(*) FROM gold JOIN question ON question.id = question_id
             WHERE key = '{key}' AND verdict = 'text-only'"
        );
        // Another revision of the question may be gold since before.
        assert!(said.is_none() || count(&place, "assay.db", &named) == 1, "{key}");
    }
    assert_eq!(recorded(&place, total), [], "nobody decided meanwhile");
    place.assay(&["doctor"]).well();

    // The log alone makes the same state.
    place.write("log.jsonl", &place.run(&["export", "decisions"]));
    let replayed = with_predictions(items);
    std::fs::copy(place.path("log.jsonl"), replayed.path("log.jsonl")).unwrap();
    replayed.assay(&["import", "decisions", "log.jsonl"]).well();
    assert_eq!(decisions_in_force(&replayed), decisions_in_force(&place));
    let clean = ["export", "questions", "--clean", "--format", "jsonl"];
    assert_eq!(replayed.run(&clean), place.run(&clean));
    replayed.assay(&["doctor"]).well();
    eprintln!("{total} rows; kills: {kills}");
}

#[test]
fn a_merge_that_is_killed_took_the_whole_bundle_or_nothing() {
    let place = team(times(30, 100));
    place.assay(&["pack", "--for", "zoe", "--queue", "extract", "--file", "zoe.db"]).well();
    let rows = times(30, 100);
    let read = ["--db", "zoe.db", "annotate", "extract", "--plain", "--as", "zoe"];
    place.assay_with_input(&read, &"b\n".repeat(rows)).well();
    let of_zoe = "SELECT count(*) FROM decision JOIN annotator ON annotator.id = annotator_id
        WHERE name = 'zoe'";
    assert_eq!(count(&place, "zoe.db", of_zoe), rows as i64);
    let fresh = || {
        for log in ["target.db-wal", "target.db-shm"] {
            let _ = std::fs::remove_file(place.path(log));
        }
        std::fs::copy(place.path("assay.db"), place.path("target.db")).unwrap();
    };
    let merge = ["--db", "target.db", "merge", "zoe.db"];
    fresh();
    let usual = usual_time(&place, &merge);
    let (mut chance, mut kills) = (ChaCha8Rng::seed_from_u64(31), Kills::default());
    for _ in 0..times(10, 150) {
        fresh();
        let said = interrupted(&place, "merge", &merge, usual, &mut chance, &mut kills);
        let stored = count(&place, "target.db", of_zoe);
        assert!(stored == 0 || stored == rows as i64, "{stored}");
        assert!(said.is_none() || stored == rows as i64, "{said:?}");
        place.assay(&["--db", "target.db", "doctor"]).well();
        let again = place.json(&merge);
        assert_eq!(again["problems"], 0);
        assert_eq!(count(&place, "target.db", of_zoe), rows as i64);
    }
    eprintln!("kills: {kills}");
}
