//! Terminals that close, lie or send half of something.

use std::io::Read;
use std::time::{Duration, Instant};

use crate::attack::acts;
use crate::harness::Workplace;
use crate::harness::pty::{PATIENCE, Terminal, TerminalSession};

/// The terminal is not the one of its session, so that no SIGHUP tells of its end.
#[test]
fn the_program_ends_quietly_when_its_terminal_is_closed() {
    let place = Workplace::with_questions(1);
    let pair = portable_pty::native_pty_system().openpty(portable_pty::PtySize::default()).unwrap();
    let name = pair.master.tty_name().unwrap();
    let slave = || std::fs::OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let mut program = place
        .command(&["annotate", "review", "--as", "alice"])
        .stdin(slave())
        .stdout(slave())
        .stderr(slave())
        .spawn()
        .unwrap();
    let mut output = pair.master.try_clone_reader().unwrap();
    let mut seen = Vec::new();
    while !seen.windows(8).any(|bytes| bytes == b"\x1b[?2026l") {
        let mut chunk = [0; 4096];
        let length = output.read(&mut chunk).unwrap();
        seen.extend_from_slice(&chunk[..length]);
    }
    drop((pair, output));
    let began = Instant::now();
    let code = loop {
        match program.try_wait().unwrap() {
            Some(status) => break status.code(),
            None => assert!(began.elapsed() < PATIENCE, "it goes on without a terminal"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(code, Some(0));
}

#[test]
fn sizes_of_cells_beyond_reason_are_not_believed() {
    for says in [
        "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[6;65535;65535t",
        "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[6;5000;5000t",
        "\u{1b}[6;0;0t",
        "\u{1b}[6;1;60000t",
    ] {
        let place = Workplace::with_questions(2);
        let mut sitting = TerminalSession::review(&place, Terminal { says, ..Terminal::default() });
        sitting.wait_for("Question number");
        sitting.keys("v");
        sitting.wait_for("back");
        // The picture is painted on another thread.
        std::thread::sleep(Duration::from_secs(1));
        let status = std::fs::read_to_string(format!("/proc/{}/status", sitting.pid())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 300_000, "{says:?} took {peak} kB");
        sitting.keys("\u{3}");
        assert_eq!(sitting.end(), 0);
        assert!(sitting.is_given_back());
    }
}

#[test]
fn half_of_an_escape_sequence_does_not_swallow_the_keys_after_it() {
    // Silence is what ends such a sequence, so this test has to be silent for a while.
    let silence = Duration::from_millis(600);
    for half in
        ["\u{1b}[?", "\u{1b}[<", "\u{1b}[", "\u{1b}[?25;", "\u{1b}O", "\u{1b}[M", "\u{1b}]11;"]
    {
        let place = Workplace::with_questions(2);
        let sitting = TerminalSession::review(&place, Terminal::default());
        sitting.wait_for("Question number");
        sitting.keys(half);
        std::thread::sleep(silence);
        sitting.keys("b");
        sitting.wait_for("saved b");
        assert_eq!(acts(&place), ["answer"], "after {half:?}");
    }
}
