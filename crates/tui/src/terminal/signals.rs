//! Signals of the system as events: end, stop, continue, another size.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crossterm::terminal::disable_raw_mode;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGSTOP, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::{IS_LENT, IS_OURS, LEAVE};
use crate::app::{Event, TerminalRequest};

/// The time limit for a clean exit. A sender of SIGTERM often sends SIGKILL some seconds later,
/// which would leave the terminal in raw mode.
const PATIENCE: Duration = Duration::from_secs(3);

/// Starts the thread that receives signals; it ends with the process. Call it before the terminal is taken.
///
/// The first signal to end is an event like any other. If the program is still there after some
/// seconds, or if a second one comes, it ends at once: every decision is committed by then.
pub fn listen(events: &Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])?;
    let events = events.clone();
    thread::Builder::new().name("signals".into()).spawn(move || {
        let mut was_asked = false;
        for signal in &mut signals {
            match signal {
                SIGINT | SIGQUIT if IS_LENT.load(Ordering::SeqCst) => continue,
                // The editor stops: the shell takes over only when this process stops too.
                SIGTSTP if IS_LENT.load(Ordering::SeqCst) => {
                    let _ = signal_hook::low_level::raise(SIGSTOP);
                    continue;
                }
                _ => {}
            }
            // Nothing listens any more when the program is about to end anyway.
            let _ = events.send(match signal {
                SIGTSTP => Event::Terminal(TerminalRequest::Suspend),
                SIGCONT => Event::Terminal(TerminalRequest::Retake),
                SIGWINCH => Event::Resize,
                _ if was_asked => end_now(signal),
                _ => {
                    was_asked = true;
                    end_after_patience(signal);
                    Event::Terminal(TerminalRequest::Quit)
                }
            });
        }
    })?;
    Ok(())
}

fn end_after_patience(signal: i32) {
    // Without the thread a second signal still ends the program.
    let _ = thread::Builder::new().name("patience".into()).spawn(move || {
        thread::sleep(PATIENCE);
        end_now(signal);
    });
}

/// Restores the terminal even if another thread holds it, and ends as the signal would have.
fn end_now(signal: i32) -> ! {
    if IS_OURS.swap(false, Ordering::SeqCst) {
        let _ = disable_raw_mode();
        // Standard output may be locked by the busy thread, and a terminal that is not read does
        // not accept data: so it is written another way, with a time limit.
        let (written, is_written) = mpsc::channel();
        thread::spawn(move || {
            if let Ok(mut terminal) = OpenOptions::new().write(true).open("/dev/tty") {
                let _ = terminal.write_all(LEAVE.as_bytes());
            }
            let _ = written.send(());
        });
        let _ = is_written.recv_timeout(Duration::from_millis(300));
    }
    std::process::exit(128 + signal)
}
