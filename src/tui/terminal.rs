//! Owning the terminal, and giving it back whatever happens: after quitting, after a panic, after
//! SIGTERM, SIGHUP and SIGINT, and for the time of a Ctrl-Z.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::app::Event;
use super::late_answers::LateAnswers;
use super::picture;

/// The terminal in raw mode on its alternate screen, until this is dropped.
pub struct TerminalGuard {
    mouse: bool,
}

/// Whether the terminal is ours at the moment, for the panic hook.
static IS_OURS: AtomicBool = AtomicBool::new(false);

impl TerminalGuard {
    /// Takes the terminal. From now on a panic gives it back before it is reported.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        restore_before_panics_are_reported();
        let guard = TerminalGuard { mouse };
        guard.take()?;
        Ok(guard)
    }

    fn take(&self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_OURS.store(true, Ordering::SeqCst);
        execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
        if self.mouse {
            execute!(stdout(), EnableMouseCapture)?;
        }
        Ok(())
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes the terminal again
    /// when the shell continues it.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        // SIGTSTP is discarded for a process group without a shell; SIGSTOP never is.
        signal_hook::low_level::raise(signal_hook::consts::SIGSTOP)?;
        self.take()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Puts the terminal as it was. Failures do not matter: after SIGHUP there is nobody left to see.
fn give_back() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ =
        queue!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
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

/// The threads that wait for keys and for signals.
#[derive(Clone)]
pub struct Inputs {
    pause: Arc<Pause>,
}

#[derive(Default)]
struct Pause {
    state: Mutex<PauseState>,
    changed: Condvar,
}

#[derive(Default, Clone, Copy)]
struct PauseState {
    wanted: bool,
    reached: bool,
}

/// How often the reader looks whether it should pause; keys are seen at once.
const LOOK_UP: Duration = Duration::from_millis(50);

impl Inputs {
    /// Starts the threads; they end with the process.
    pub fn start(events: &Sender<Event>) -> io::Result<Self> {
        let pause = Arc::new(Pause::default());
        let (reader_pause, keys) = (Arc::clone(&pause), events.clone());
        thread::Builder::new()
            .name("input".into())
            .spawn(move || read_keys(&reader_pause, &keys))?;
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP])?;
        let told = events.clone();
        thread::Builder::new().name("signals".into()).spawn(move || {
            for signal in &mut signals {
                let event = if signal == SIGTSTP { Event::Suspend } else { Event::Quit };
                if told.send(event).is_err() {
                    break;
                }
            }
        })?;
        Ok(Inputs { pause })
    }

    /// Runs `work` while nobody else reads the terminal.
    pub fn paused<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut state = self.pause.lock();
        state.wanted = true;
        while !state.reached {
            state = self.pause.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let result = work();
        *self.pause.lock() = PauseState::default();
        self.pause.changed.notify_all();
        result
    }
}

impl Pause {
    fn lock(&self) -> std::sync::MutexGuard<'_, PauseState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stays here as long as somebody else reads the terminal.
    fn wait_while_wanted(&self) {
        let mut state = self.lock();
        if !state.wanted {
            return;
        }
        state.reached = true;
        self.changed.notify_all();
        while state.wanted {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn read_keys(pause: &Pause, events: &Sender<Event>) {
    let mut late_answers = LateAnswers::default();
    loop {
        pause.wait_while_wanted();
        let event = match event::poll(LOOK_UP) {
            Ok(false) => continue,
            Ok(true) => event::read(),
            Err(error) => Err(error),
        };
        let now = Instant::now();
        let event = match event {
            Ok(event::Event::Key(key)) if late_answers.include(&key, now) => continue,
            Ok(event::Event::Key(key)) => Event::Key(key, now),
            Ok(event::Event::Paste(text)) => Event::Paste(text),
            Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(event::Event::Resize(..)) => Event::Resize,
            Ok(event::Event::FocusGained | event::Event::FocusLost) => continue,
            Err(_) => Event::Quit, // the terminal is gone
        };
        let is_over = matches!(event, Event::Quit);
        if events.send(event).is_err() || is_over {
            return;
        }
    }
}
