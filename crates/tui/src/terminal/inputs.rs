//! The thread that reads keys, pastes and clicks, and a way to pause it while other code reads the
//! terminal.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::keyboard::{Input, Parser, Unfinished};
use crate::app::{Event, TerminalRequest};

/// The thread that waits for input.
pub struct Inputs {
    pause: Arc<Pause>,
    /// A byte sent here wakes the thread.
    wake: UnixStream,
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
    /// Bytes that other code has read and that belong to this thread.
    typed: Vec<u8>,
}

/// The silence after which a single escape character counts as the key.
const AFTER_ESCAPE: Duration = Duration::from_millis(25);
/// The silence after which an incomplete sequence is dropped: the connection is slow or broken.
const AFTER_HALF: Duration = Duration::from_millis(150);
/// The silence after which a paste counts as finished.
const AFTER_PASTE: Duration = Duration::from_secs(1);
/// The time limit for the thread to pause.
const PATIENCE: Duration = Duration::from_millis(500);

impl Inputs {
    /// Starts the thread; it ends with the process or with the terminal. If the terminal has not
    /// answered yet (`awaits_answer`), a late answer causes one event that it can be asked again.
    pub fn start(events: &Sender<Event>, awaits_answer: bool) -> io::Result<Self> {
        let pause = Arc::new(Pause::default());
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let reader = Reader { pause: Arc::clone(&pause), woken, awaits_answer };
        let events = events.clone();
        thread::Builder::new().name("input".into()).spawn(move || reader.run(&events))?;
        Ok(Inputs { pause, wake })
    }

    /// Runs `work` while the thread does not read the terminal.
    pub fn paused<T>(&self, work: impl FnOnce() -> T) -> T {
        self.paused_for_answers(|| (work(), Vec::new()))
    }

    /// The same for work that reads typed input meanwhile, which is handled after it.
    pub fn paused_for_answers<T>(&self, work: impl FnOnce() -> (T, Vec<u8>)) -> T {
        self.begin_pause(PATIENCE);
        let (result, typed) = work();
        self.pause.lock().typed.extend(typed);
        self.end_pause();
        result
    }

    /// Waits until the thread pauses; false if it did not within `patience`.
    fn begin_pause(&self, patience: Duration) -> bool {
        let mut state = self.pause.lock();
        state.wanted = true;
        // A full pipe has already woken it.
        let _ = (&self.wake).write(&[0]);
        let is_awaited = |state: &mut PauseState| !state.reached && !state.reader_has_ended;
        let waited = self.pause.changed.wait_timeout_while(state, patience, is_awaited);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    fn end_pause(&self) {
        let mut state = self.pause.lock();
        state.wanted = false;
        state.reached = false;
        self.pause.changed.notify_all();
    }
}

impl Pause {
    fn lock(&self) -> MutexGuard<'_, PauseState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks as long as other code reads the terminal. Returns the typed bytes that it read.
    fn wait_while_wanted(&self) -> Vec<u8> {
        let mut state = self.lock();
        while state.wanted {
            // Set each time: the next pause may be requested before this one is seen to be over.
            state.reached = true;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut state.typed)
    }
}

struct Reader {
    pause: Arc<Pause>,
    woken: UnixStream,
    awaits_answer: bool,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.pause.lock().reader_has_ended = true;
        self.pause.changed.notify_all();
    }
}

/// The end of a wait.
enum Came {
    Input,
    Wake,
    /// The time limit, without input.
    Silence,
    /// The other end of the terminal was closed.
    End,
}

impl Reader {
    fn run(&self, events: &Sender<Event>) {
        let mut parser = Parser::default();
        let mut is_over = false;
        let mut awaits_answer = self.awaits_answer;
        loop {
            let typed_before = self.pause.wait_while_wanted();
            let mut pass_on = |input| {
                let event = match input {
                    Input::Key(key) => Event::Key(key, Instant::now()),
                    Input::Paste(text) => Event::Paste(text),
                    Input::Mouse(mouse) => Event::Mouse(mouse, Instant::now()),
                    Input::LateAnswer if awaits_answer => {
                        awaits_answer = false;
                        Event::Terminal(TerminalRequest::AskAgain)
                    }
                    Input::LateAnswer => return,
                };
                is_over |= events.send(event).is_err();
            };
            parser.take(&typed_before, &mut pass_on);
            match self.wait(parser.unfinished().map(patience)) {
                Came::Wake => {}
                Came::Input => match read_all() {
                    Ok(bytes) => parser.take(&bytes, &mut pass_on),
                    Err(_) => is_over = true,
                },
                Came::Silence => parser.give_up(&mut pass_on),
                Came::End => is_over = true,
            }
            if is_over {
                // There is no receiver any more if the program already ends.
                let _ = events.send(Event::Terminal(TerminalRequest::Quit));
                return;
            }
        }
    }

    /// Waits without a limit if no sequence is unfinished, so that an idle program does not use the
    /// processor. crossterm's own waiting takes a fiftieth of a processor, and treats the end of a
    /// terminal as silence: without a SIGHUP (`nohup`, another session) the program would stay for
    /// ever.
    fn wait(&self, most: Option<Duration>) -> Came {
        let most = most.and_then(|most| Timespec::try_from(most).ok());
        let stdin = rustix::stdio::stdin();
        let mut waited_for =
            [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&self.woken, PollFlags::IN)];
        loop {
            match poll(&mut waited_for, most.as_ref()) {
                Err(Errno::INTR) => continue,
                Err(_) => return Came::End,
                Ok(0) => return Came::Silence,
                Ok(_) => {}
            }
            let [terminal, wake] = waited_for.each_ref().map(PollFd::revents);
            if terminal.intersects(PollFlags::HUP | PollFlags::ERR) {
                return Came::End;
            }
            if !wake.is_empty() {
                let _ = (&self.woken).read(&mut [0; 64]);
                return Came::Wake;
            }
            if !terminal.is_empty() {
                return Came::Input;
            }
        }
    }
}

/// The time limit for the rest of an unfinished sequence.
fn patience(unfinished: Unfinished) -> Duration {
    match unfinished {
        Unfinished::Escape => AFTER_ESCAPE,
        Unfinished::Sequence => AFTER_HALF,
        Unfinished::Paste => AFTER_PASTE,
    }
}

/// Reads the available bytes.
///
/// # Errors
/// When the terminal is gone.
fn read_all() -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => {
                bytes.truncate(length);
                return Ok(bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pause_may_follow_another_at_once() {
        let (wake, _woken) = UnixStream::pair().unwrap();
        let inputs = Inputs { pause: Arc::new(Pause::default()), wake };
        let (pause, is_over) = (Arc::clone(&inputs.pause), Arc::new(Mutex::new(false)));
        let over = Arc::clone(&is_over);
        let reader = thread::spawn(move || {
            while !*over.lock().unwrap() {
                pause.wait_while_wanted();
            }
        });
        let never = Duration::from_mins(1);
        let pauses = (0..100).filter(|_| {
            let has_paused = inputs.begin_pause(never);
            inputs.end_pause();
            has_paused
        });
        assert_eq!(pauses.count(), 100);
        *is_over.lock().unwrap() = true;
        reader.join().unwrap();
    }
}
