//! Input without an end, and input that asks for more memory than there is.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Said, Workplace};

/// The program in at most so many MB of memory; it must end within a while.
fn bounded(place: &Workplace, megabytes: usize, arguments: &[&str]) -> Said {
    let program = env!("CARGO_BIN_EXE_assay");
    let limit = format!("ulimit -v {}; exec \"$@\"", megabytes * 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limit, "sh", program]).args(arguments);
    command.current_dir(place.path("")).env_clear().envs(place.environment());
    // Into files: a pipe that nobody reads would stop a program that prints much.
    let file = |name| std::fs::File::create(place.path(name)).unwrap();
    command.stdin(Stdio::null()).stdout(file("out.txt")).stderr(file("err.txt"));
    let mut child = command.spawn().unwrap();
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > Duration::from_secs(40) {
            child.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let read = |name| std::fs::read_to_string(place.path(name)).unwrap();
    Said { code: status.code().unwrap_or(-1), out: read("out.txt"), err: read("err.txt") }
}

#[test]
fn a_device_without_an_end_is_given_up_with_a_message() {
    let place = Workplace::with_questions(2);
    let readers: [&[&str]; 7] = [
        &["import", "predictions", "--model", "m"],
        &["import", "labels", "--extractor", "x"],
        &["import", "questions"],
        &["import", "decisions"],
        &["import", "guideline"],
        &["score"],
        &["agree", "table"],
    ];
    for device in ["/dev/urandom", "/dev/zero"] {
        for reader in readers {
            let said = bounded(&place, 3_000, &[reader, &[device]].concat());
            assert!(matches!(said.code, 1 | 2), "{reader:?} {device}: {said:?}");
            assert!(said.err.starts_with("assay: ") || said.code == 2, "{reader:?}: {said:?}");
            assert!(said.err.len() < 2_000, "{reader:?} {device}: {} bytes", said.err.len());
        }
    }
}

#[test]
fn a_table_with_swapped_columns_asks_whether_they_are() {
    let place = Workplace::new();
    let mut table = "item,rater,label\n".to_owned();
    for row in 0..6_000 {
        // Two people rated 3,000 things; who and what are in each other's column.
        table += &format!("{},thing{},{}\n", ["ann", "bob"][row % 2], row / 2, ["A", "B"][row % 2]);
    }
    place.write("swapped.csv", &table);
    let said = bounded(&place, 600, &["agree", "table", "swapped.csv"]).well();
    assert!(said.err.contains("swapped"), "{}", said.err);
    let said = bounded(&place, 600, &["agree", "table", "swapped.csv", "-o", "json"]).well();
    assert!(said.out.len() < 20_000_000, "{} bytes", said.out.len());
    let right = "--item=rater --rater=item";
    let arguments: Vec<&str> = right.split(' ').collect();
    let said = bounded(&place, 600, &[&["agree", "table", "swapped.csv"], &arguments[..]].concat());
    assert!(!said.well().err.contains("swapped"));
}
