//! Thirty-two people decide on one file while a lead's board refreshes and imports run: nobody fails,
//! nothing is lost, nobody waits for long.
//!
//! `ASSAY_ATTACK=long cargo test --test user board -- --nocapture` takes a minute and prints the waits.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use crate::attack::times;
use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Workplace, questions};

const PEOPLE: usize = 32;
const GOLD: usize = 10;
/// What plain mode says where nothing is left for somebody.
const NOTHING_LEFT: &str = "No question waits";
/// Far above what a wait takes on a machine with two cores that does other work too.
const LONGEST: Duration = Duration::from_secs(20);

/// A reviewer at the plain conversation: every act that was called saved, with the time from the line that
/// was typed to the line that said so.
fn review_until(place: &Workplace, name: &str, end: Instant) -> Vec<Duration> {
    let mut command =
        place.command(&["annotate", "review", "--plain", "--benchmark", "b", "--as", name]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child: Child = command.spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut waits = Vec::new();
    'working: while Instant::now() < end {
        for act in ["b\n", "y\n"] {
            let start = Instant::now();
            if typed.write_all(act.as_bytes()).is_err() {
                break 'working;
            }
            // Also ends where nothing is left for this person: then no line says that something is saved.
            let is_answer =
                |line: &String| line.starts_with("Saved: ") || line.contains(NOTHING_LEFT);
            let answer = said.by_ref().map_while(Result::ok).find(is_answer);
            match answer {
                Some(line) if line.starts_with("Saved: ") => waits.push(start.elapsed()),
                _ => break 'working,
            }
        }
    }
    drop(typed);
    said.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{name}: {error}");
    let calm = |line: &str| line == crate::attack::locked::WAITING;
    assert!(error.lines().all(calm), "{name}: {error}");
    waits
}

#[test]
fn a_crowd_decides_while_a_board_refreshes_and_imports_run() {
    let place = Workplace::with_questions(times(1_000, 6_000));
    place.assay(&["people", "add", "lena", "--role", "lead"]).well();
    let keys: Vec<String> = (1..=GOLD).map(|key| key.to_string()).collect();
    let mut add = vec!["gold", "add", "--verdict", "keep", "--as", "lena"];
    add.extend(keys.iter().map(String::as_str));
    place.assay(&add).well();
    place.assay(&["assign", "review", "--per-item", "2", "--gold", "0.1", "--as", "lena"]).well();
    for table in 0..2 {
        place.write(&format!("more{table}.tsv"), &questions(100 + table));
    }

    let end = Instant::now() + Duration::from_secs(times(3, 60) as u64);
    let (is_over, imports) = (AtomicBool::new(false), AtomicUsize::new(0));
    let size = Terminal { columns: 120, rows: 40, ..Terminal::default() };
    let arguments = ["annotate", "board", "--benchmark", "b", "--as", "lena"];
    let mut board = TerminalSession::start(&place, &arguments, size);
    board.wait_for("decided");
    let waits: Vec<Vec<Duration>> = std::thread::scope(|scope| {
        scope.spawn(|| {
            for table in (0..2).cycle() {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let file = format!("more{table}.tsv");
                place.assay(&["import", "questions", &file, "--benchmark", "other"]).well();
                imports.fetch_add(1, Ordering::Relaxed);
            }
        });
        let people: Vec<_> = (0..PEOPLE)
            .map(|number| {
                let place = &place;
                scope.spawn(move || review_until(place, &format!("annotator{number}"), end))
            })
            .collect();
        // The imports end also where somebody failed.
        let ends: Vec<_> = people.into_iter().map(ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        ends.into_iter().map(Result::unwrap).collect()
    });

    // Acknowledged is stored, for everybody.
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    let mut decisions: BTreeMap<String, usize> = BTreeMap::new();
    for row in place.export() {
        *rows.entry(row["annotator"].as_str().unwrap().to_owned()).or_default() += 1;
        if row["act"] == "review" {
            *decisions.entry(row["item"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    for (number, waits) in waits.iter().enumerate() {
        let stored = rows.get(&format!("annotator{number}")).copied().unwrap_or_default();
        assert_eq!(stored, waits.len(), "annotator{number}");
    }
    for (key, count) in &decisions {
        assert!(keys.contains(key) || *count <= 2, "{key} was decided by {count}");
    }
    // The board goes on showing what is there.
    let made: usize = decisions.values().sum();
    board.wait_for(&format!("{made} decisions"));
    board.keys("q");
    board.keys("q");
    assert_eq!(board.end(), 0);
    place.assay(&["doctor"]).well();

    let counts: Vec<usize> = waits.iter().map(Vec::len).collect();
    let mut all: Vec<Duration> = waits.into_iter().flatten().collect();
    all.sort_unstable();
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
    eprintln!(
        "{} acts of {PEOPLE} processes, {made} decisions, {} imports; waits p50 {:?}, p99 {:?}, \
         longest {:?}; acts of a process from {:?} to {:?}",
        all.len(),
        imports.into_inner(),
        at(0.5),
        at(0.99),
        at(1.0),
        counts.iter().min().unwrap(),
        counts.iter().max().unwrap()
    );
    assert!(at(1.0) < LONGEST, "{:?}", at(1.0));
}
