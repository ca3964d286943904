//! A database with several benchmarks: the program asks which one is meant, where somebody is there to
//! answer.

use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::questions;

fn two_benchmarks() -> Workplace {
    let place = Workplace::with_questions(3);
    place.write("market.tsv", &questions(2));
    place.assay(&["import", "questions", "market.tsv"]).well();
    place
}

#[test]
fn the_screens_ask_for_the_benchmark_and_open_what_was_asked_for() {
    let place = two_benchmarks();
    let mut home = TerminalSession::start(&place, &["--as", "alice"], Terminal::default());
    home.wait_for("which benchmark?");
    home.keys("j\r");
    home.wait_for("Assay · market");
    home.keys("q");
    assert_eq!(home.end(), 0);
    let mut review = TerminalSession::review(&place, Terminal::default());
    review.wait_for("which benchmark?");
    review.keys("j\r");
    review.wait_for("market · review · alice");
    review.keys("b");
    review.wait_for("saved");
    review.keys("y");
    review.wait_for("1 of 2");
    review.keys("q");
    review.wait_for("Assay · market");
    review.keys("q");
    assert_eq!(review.end(), 0);
    // The one in which alice decided last is marked now.
    let again = TerminalSession::review(&place, Terminal::default());
    again.wait_for("▸ market");
}

#[test]
fn the_plain_mode_asks_for_the_benchmark_in_a_line() {
    let place = two_benchmarks();
    let arguments = ["annotate", "review", "--plain", "--as", "alice"];
    let mut session = TerminalSession::start(&place, &arguments, Terminal::default());
    let said = session.wait_for("Type its number or its name; q quits.");
    assert!(said.contains("2. market: 2 questions, 0 done by you, 2 left"), "{said}");
    session.keys("3\r");
    session.wait_for("No benchmark has this number or name.");
    session.keys("2\r");
    session.wait_for("Question number");
    session.keys("q\r");
    assert_eq!(session.end(), 0);
    let mut session = TerminalSession::start(&place, &arguments, Terminal::default());
    session.wait_for("Type its number or its name; q quits.");
    session.keys("q\r");
    assert_eq!(session.end(), 0);
}

#[test]
fn without_a_terminal_the_benchmark_must_be_named() {
    let place = two_benchmarks();
    let complaint = place.plain("alice", "b\n").failing(1);
    assert!(
        complaint.contains("which benchmark? Name one with --benchmark: b, market"),
        "{complaint}"
    );
    let arguments = ["annotate", "review", "--plain", "--benchmark", "market", "--as", "alice"];
    assert!(place.assay_with_input(&arguments, "q\n").well().out.contains("market"));
}

#[test]
fn the_status_counts_what_is_in_force_and_what_waits() {
    let place = two_benchmarks();
    let review = |annotator: &str, lines: &str| {
        let arguments = ["annotate", "review", "--plain", "--benchmark", "b", "--as", annotator];
        place.assay_with_input(&arguments, lines).well();
    };
    review("alice", "b\ny\nb\ny\nu\nu\nb\nt\ns\n");
    review("bob", "b\ny\nb\ny\nb\ny\n");
    let status = place.json(&["status"]);
    let work = &status["work"][0];
    let queue = &work["queues"][0];
    assert_eq!((&work["benchmark"], &queue["queue"]), (&"b".into(), &"review".into()));
    let alice = &queue["annotators"][0];
    assert_eq!(alice["annotator"], "alice");
    assert_eq!((&alice["done"], &alice["skipped"]), (&2.into(), &1.into()), "{queue}");
    assert_eq!(alice["outcomes"], serde_json::json!({ "keep": 1, "text-only": 1 }));
    assert_eq!(alice["today"], 2);
    // Rows of history are still there for scripts.
    assert!(status["annotators"][0]["decisions"].as_u64().unwrap() > 6, "{status}");
    let waiting = serde_json::json!({
        "suspected": 1, "disagreements": 1, "unread_texts": 0, "open_runs": 0
    });
    assert_eq!(work["waiting"], waiting);
    let table = place.run(&["status"]);
    let line = table.lines().find(|line| line.starts_with("alice")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().take(6).collect();
    assert_eq!(cells, ["alice", "b", "review", "2", "3", "1"], "{table}");
    assert!(line.contains("keep 1, text-only 1"), "{table}");
    // Nobody has begun with the other one.
    assert!(table.lines().any(|line| line.split_whitespace().take(2).eq(["market", "2"])));
}

#[test]
fn without_questions_the_files_of_the_folder_are_named_with_the_command_that_imports_them() {
    let place = Workplace::new();
    place.write("mine.tsv", &questions(1));
    place.write("model.tsv", "index\tprediction\n1\tA\n");
    let complaint = place.plain("alice", "").failing(1);
    assert!(complaint.contains("assay import questions mine.tsv"), "{complaint}");
    assert!(!complaint.contains("model.tsv"), "{complaint}");
    place.assay(&["init"]).well();
    let complaint = place.plain("alice", "").failing(1);
    assert!(complaint.contains("assay import questions mine.tsv"), "{complaint}");
}

#[test]
fn the_sample_alone_is_called_made_up_and_not_a_benchmark_beside_it() {
    let place = Workplace::new();
    place.assay(&["demo", "--kinds", "--no-tui", "--dir", "."]).well();
    place.write("market.tsv", &questions(2));
    place.assay(&["import", "questions", "market.tsv"]).well();
    let opened = |benchmark: &str| {
        let review = ["annotate", "review", "--plain", "--as", "alice", "--benchmark", benchmark];
        place.assay_with_input(&review, "q\n").well().out
    };
    assert!(opened("kinds_en").contains("sample, made up"));
    assert!(!opened("market").contains("made up"), "{}", opened("market"));
    let home = TerminalSession::start(&place, &["--as", "alice"], Terminal::default());
    home.wait_for("which benchmark?");
    home.keys("\r");
    home.wait_for("sample, made up");
    home.keys("8");
    home.wait_for("which benchmark?");
    home.keys("j\r");
    let seen = home.wait_for("Assay · market");
    assert!(!seen.contains("made up"), "{seen}");
}
