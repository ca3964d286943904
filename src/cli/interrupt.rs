//! Ctrl-C while models are asked: the first ends the run in order, the second at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::print_message;
use crate::llm::Stop;

/// The exit status after an interrupt.
pub(super) const INTERRUPTED: u8 = 130;

/// Sets `stop` at the first Ctrl-C or SIGTERM; requests under way are then waited for and recorded. A
/// second one ends the program: what is recorded stays.
pub(super) fn stop_on_interrupt(stop: &Stop) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if stop.is_requested() {
                std::process::exit(i32::from(INTERRUPTED));
            }
            print_message(
                "assay: waiting for the requests under way; press Ctrl-C again to quit now",
            );
            stop.request();
        }
    });
    Ok(())
}
