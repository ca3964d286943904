//! Owns the terminal and restores it in every case: after quitting, after a panic, after SIGTERM,
//! SIGHUP and SIGINT, and during a Ctrl-Z.
//!
//! This file has the guard that takes and restores it; [`signals`] receives the signals of the
//! system, [`inputs`] keys, pastes and clicks. Drawing is in the event loop.

pub mod inputs;
pub mod signals;

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::process::{Signal, kill_current_process_group};

use super::picture;

/// The alternate screen, pastes marked as such, no cursor.
const ENTER: &str = "\x1b[?1049h\x1b[?2004h\x1b[?25l";
/// Enables clicks, dragging and the wheel, in the encoding without a limit of columns. Movements
/// without a button are not requested: they would send a stream of unused events.
const ENTER_MOUSE: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Releases clicks, dragging and the wheel to the terminal.
const LEAVE_MOUSE: &str = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";
/// Restores everything, in an order that is valid at any moment: first ends an incomplete picture,
/// then an incomplete frame.
const LEAVE: &str =
    "\x1b\\\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[?1049l\x1b[?25h";

/// The time within which the signal arrives that continues the process after our own suspension;
/// the terminal has been taken again by then.
const OWN_CONTINUATION: Duration = Duration::from_millis(200);

/// Whether the terminal is ours at the moment, for the panic hook and for signals.
static IS_OURS: AtomicBool = AtomicBool::new(false);
/// Whether an editor has the terminal: the keys that send signals are meant for it.
static IS_LENT: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode on its alternate screen, until this is dropped.
pub struct TerminalGuard {
    mouse: bool,
    /// When our own suspension ended.
    resumed: Option<Instant>,
}

impl TerminalGuard {
    /// Takes the terminal. From then on a panic restores it before it is reported.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        restore_before_panics_are_reported();
        let guard = TerminalGuard { mouse, resumed: None };
        guard.take()?;
        Ok(guard)
    }

    fn take(&self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_OURS.store(true, Ordering::SeqCst);
        send(ENTER)?;
        if self.mouse { send(ENTER_MOUSE) } else { Ok(()) }
    }

    /// Captures the mouse, or releases it to the terminal.
    pub fn use_mouse(&mut self, is_used: bool) -> io::Result<()> {
        self.mouse = is_used;
        send(if is_used { ENTER_MOUSE } else { LEAVE_MOUSE })
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes the terminal again
    /// when the shell continues it.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        if has_shell() {
            // The whole group, or else a program that started us (`cargo run`) would go on waiting
            // in the foreground and the shell would never get the terminal. SIGTTIN and not
            // SIGTSTP, for which we have a handler.
            kill_current_process_group(Signal::TTIN)?;
        } else {
            // If no shell waits, the system discards every other stop.
            signal_hook::low_level::raise(signal_hook::consts::SIGSTOP)?;
        }
        self.resumed = Some(Instant::now());
        self.take()
    }

    /// Gives the terminal back while another program uses it, and takes it again.
    pub fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        give_back();
        IS_LENT.store(true, Ordering::SeqCst);
        let result = work();
        IS_LENT.store(false, Ordering::SeqCst);
        self.resumed = Some(Instant::now());
        self.take()?;
        Ok(result)
    }

    /// Takes the terminal again after another process has stopped and continued this one: the
    /// shell has used it meanwhile.
    pub fn retake(&mut self) -> io::Result<()> {
        if self.resumed.is_some_and(|resumed| resumed.elapsed() < OWN_CONTINUATION) {
            return Ok(());
        }
        give_back();
        self.take()
    }
}

/// Whether a shell leads our session and can continue us; a terminal that was opened only for this
/// program has none.
fn has_shell() -> bool {
    rustix::process::getsid(None).ok() != Some(rustix::process::getpid())
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal. Failures are ignored: after SIGHUP there is no terminal left.
fn give_back() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = send(LEAVE);
    let _ = disable_raw_mode();
}

/// Writes a sequence to the terminal at once.
pub(super) fn send(sequence: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(sequence.as_bytes())?;
    out.flush()
}

fn restore_before_panics_are_reported() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // The picture worker turns its panics into broken pictures.
            if thread::current().name() == Some(picture::THREAD_NAME) {
                return;
            }
            give_back();
            report(panic);
        }));
    });
}
