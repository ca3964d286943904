//! How many file-lock calls an act makes in each queue, counted with strace: a read outside of a transaction
//! takes and gives back the locks of the database once more. Without strace these tests skip with a message.

use std::process::Command;

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Workplace, with_input};

/// What an act may make: its transactions and those of the next item, pictures included.
const MOST_OF_AN_ACT: usize = 40;
/// What `assay decide` may make as a whole process, which opens and closes the database.
const MOST_OF_A_COMMAND: usize = 60;
/// The same by a name that is used for the first time: an adjudication also notes that reviews were seen.
const MOST_OF_A_NEWCOMER: usize = 64;
/// Traces what follows into the file `trace`.
const STRACE: &[&str] = &["strace", "-f", "-qq", "-e", "trace=fcntl", "-o", "trace"];

fn has_strace() -> bool {
    let traced = Command::new(STRACE[0]).args(["-qq", "-o", "/dev/null", "true"]).output();
    let is_there = traced.is_ok_and(|done| done.status.success());
    if !is_there {
        eprintln!("skipped: strace is not there or may not trace");
    }
    is_there
}

/// Eight questions on which two reviewers differ, and what a model wrote about each.
fn team() -> Workplace {
    let place = Workplace::with_questions(8);
    for key in 1..=8 {
        let key = key.to_string();
        let review = ["decide", "review", &key, "--answer", "B", "--as"];
        place.run(&[&review[..], &["ann", "--verdict", "keep"]].concat());
        place.run(&[&review[..], &["ben", "--verdict", "text-only"]].concat());
    }
    let rows: Vec<String> = (1..=8).map(|key| format!("{key}\tIt is hard to say.\n")).collect();
    place.write("p.tsv", &format!("index\tprediction\n{}", rows.concat()));
    place.run(&["import", "predictions", "p.tsv", "--model", "m"]);
    place.run(&["extract", "sample", "--rate", "1", "--only", "all"]);
    place
}

/// The lock calls in the trace.
fn locks(place: &Workplace) -> usize {
    let trace = std::fs::read_to_string(place.path("trace")).unwrap();
    trace.lines().filter(|line| line.contains("SETLK") || line.contains("GETLK")).count()
}

/// The lock calls of a plain conversation.
fn of_lines(place: &Workplace, queue: &str, name: &str, lines: &str) -> usize {
    let program = env!("CARGO_BIN_EXE_assay");
    let mut command = Command::new(STRACE[0]);
    command.args(&STRACE[1..]).args([program, "annotate", queue, "--plain", "--as", name]);
    command.current_dir(place.path("")).env_clear().envs(place.environment());
    let said = with_input(command, lines).well();
    assert!(!said.out.contains("Nothing was saved"), "{said:?}");
    locks(place)
}

/// The lock calls of a screen on which these keys are pressed, each once the text after it is shown.
fn of_keys(place: &Workplace, name: &str, keys: &[(&str, String)]) -> usize {
    let terminal = Terminal { under: STRACE, ..Terminal::default() };
    let mut session =
        TerminalSession::start(place, &["annotate", "review", "--as", name], terminal);
    session.wait_for("0 of 8");
    for (key, shown) in keys {
        session.keys(key);
        session.wait_for(shown);
    }
    session.keys("\u{3}");
    assert_eq!(session.end(), 0);
    locks(place)
}

/// What each of four more items makes, by a conversation about one and one about five.
#[track_caller]
fn assert_few(acts_of_an_item: usize, of_items: impl Fn(&str, usize) -> usize) {
    let (few, many) = (of_items("first", 1), of_items("second", 5));
    let of_an_act = (many - few) / (4 * acts_of_an_item);
    eprintln!("{of_an_act} lock calls for an act");
    assert!(of_an_act <= MOST_OF_AN_ACT, "{of_an_act} lock calls for an act: {few}, {many}");
}

#[test]
fn an_act_in_plain_lines_takes_few_locks_in_every_queue() {
    if !has_strace() {
        return;
    }
    for (queue, lines) in
        [("review", "b\ny\n"), ("extract", "a\n"), ("verify", "b\ny\n"), ("adjudicate", "1\n")]
    {
        let place = team();
        let acts = lines.lines().count();
        assert_few(acts, |name, items| of_lines(&place, queue, name, &lines.repeat(items)));
    }
}

#[test]
fn an_act_on_the_screen_takes_few_locks() {
    if !has_strace() {
        return;
    }
    let place = team();
    assert_few(2, |name, items| {
        let keys =
            (1..=items).flat_map(|at| [("b", "y  keep".into()), ("y", format!("{at} of 8"))]);
        of_keys(&place, name, &keys.collect::<Vec<_>>())
    });
}

#[test]
fn a_decision_of_a_script_takes_few_locks() {
    if !has_strace() {
        return;
    }
    let place = team();
    let adopt = ["adjudicate", "2", "--adopt", "ann"];
    for command in [
        &["review", "1", "--answer", "B", "--verdict", "keep"][..],
        &["extract", "1/m/0", "--label", "A"],
        &["verify", "1", "--answer", "B", "--verdict", "keep"],
        &adopt,
    ] {
        // The first decision in a queue also keeps the queue's guideline.
        for (name, most) in [
            ("expert", usize::MAX),
            ("newcomer", MOST_OF_A_NEWCOMER),
            ("newcomer", MOST_OF_A_COMMAND),
        ] {
            let mut traced = Command::new(STRACE[0]);
            traced.args(&STRACE[1..]).args([env!("CARGO_BIN_EXE_assay"), "decide"]).args(command);
            traced.args(["--as", name]);
            traced.current_dir(place.path("")).env_clear().envs(place.environment());
            with_input(traced, "").well();
            let count = locks(&place);
            eprintln!("{count} lock calls for decide {} by {name}", command.join(" "));
            assert!(count <= most, "{count} lock calls by {name}: {command:?}");
        }
    }
}
