//! Ctrl-C in long work: the first one stops it cleanly, the second one at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use std::process::ExitCode;

use super::print_message;
use crate::infer::{Spent, Stopped};
use crate::llm::Stop;

/// The exit status after an interrupt.
pub(super) const INTERRUPTED: u8 = 130;

/// Says what stopped a call. Returns its exit status: 0 if nothing failed and nothing stopped it.
pub(super) fn report_end(spent: &Spent, failed: usize) -> ExitCode {
    if let Some(message) = &spent.message {
        print_message(&format!("assay: stopped: {message}"));
    }
    exit_code(spent, failed)
}

/// The exit status of a call.
pub(super) fn exit_code(spent: &Spent, failed: usize) -> ExitCode {
    match spent.stopped {
        Some(Stopped::Interrupted) => ExitCode::from(INTERRUPTED),
        None if failed == 0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// A stop that the first Ctrl-C or SIGTERM requests; requests under way are then completed and recorded.
/// A second one ends the program: what is recorded stays.
pub(super) fn stop_on_interrupt() -> std::io::Result<Stop> {
    stop_saying("assay: waiting for the requests under way; press Ctrl-C again to quit now")
}

/// The same with another message.
pub(super) fn stop_saying(words: &'static str) -> std::io::Result<Stop> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let stop = Stop::new();
    let requested = stop.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if requested.is_requested() {
                std::process::exit(i32::from(INTERRUPTED));
            }
            print_message(words);
            requested.request();
        }
    });
    Ok(stop)
}
