//! The thread that waits for keys, pastes, clicks and resizes, and how others may read the terminal
//! instead of it for a while.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::tui::app::Event;
use crate::tui::late_answers::LateAnswers;

/// The thread that waits for input.
#[derive(Clone)]
pub struct Inputs {
    pause: Arc<Pause>,
}

#[derive(Default)]
struct Pause {
    state: Mutex<PauseState>,
    changed: Condvar,
}

#[derive(Default)]
struct PauseState {
    wanted: bool,
    reached: bool,
    reader_has_ended: bool,
}

/// How often the reader looks whether it should pause and whether the terminal is still there; keys
/// are seen at once.
const LOOK_UP: Duration = Duration::from_millis(50);

impl Inputs {
    /// Starts the thread; it ends with the process or with the terminal.
    pub fn start(events: &Sender<Event>) -> io::Result<Self> {
        let pause = Arc::new(Pause::default());
        let (reader, events) = (Reader { pause: Arc::clone(&pause) }, events.clone());
        thread::Builder::new().name("input".into()).spawn(move || reader.run(&events))?;
        Ok(Inputs { pause })
    }

    /// Runs `work` while nobody else reads the terminal.
    pub fn paused<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut state = self.pause.lock();
        state.wanted = true;
        while !state.reached && !state.reader_has_ended {
            state = self.pause.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let result = work();
        let mut state = self.pause.lock();
        state.wanted = false;
        state.reached = false;
        self.pause.changed.notify_all();
        result
    }
}

impl Pause {
    fn lock(&self) -> MutexGuard<'_, PauseState> {
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

struct Reader {
    pause: Arc<Pause>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.pause.lock().reader_has_ended = true;
        self.pause.changed.notify_all();
    }
}

impl Reader {
    fn run(&self, events: &Sender<Event>) {
        let mut late_answers = LateAnswers::default();
        loop {
            self.pause.wait_while_wanted();
            let event = match event::poll(LOOK_UP) {
                Ok(false) if terminal_is_gone() => Event::Quit,
                Ok(false) => continue,
                Ok(true) => match event::read().map(told) {
                    Ok(Some(Event::Key(key, at))) if late_answers.include(&key, at) => continue,
                    Ok(Some(event)) => event,
                    Ok(None) => continue,
                    Err(_) => Event::Quit,
                },
                Err(_) => Event::Quit,
            };
            let is_over = matches!(event, Event::Quit);
            if events.send(event).is_err() || is_over {
                return;
            }
        }
    }
}

fn told(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) => Some(Event::Key(key, Instant::now())),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Mouse(mouse) => Some(Event::Mouse(mouse, Instant::now())),
        event::Event::Resize(..) => Some(Event::Resize),
        event::Event::FocusGained | event::Event::FocusLost => None,
    }
}

/// Whether the other end of the terminal was closed. crossterm takes that for silence, and without
/// a SIGHUP (`nohup`, another session) the program would stay for ever.
fn terminal_is_gone() -> bool {
    let stdin = rustix::stdio::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
    poll(&mut terminal, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok()
        && terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}
