//! The thread that reads keys, pastes and clicks, and a way to pause it while other code reads the
//! terminal.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use crate::app::{Event, TerminalRequest};
use crate::keyboard::{Input, Parser, Unfinished};

/// The thread that waits for input.
pub struct Inputs {
    /// A number that is sent here asks the thread to pause; it comes back when the thread does.
    pauses: UnixStream,
    /// The number of the last pause.
    number: u8,
    /// Ends a pause, with the bytes that other code has read and that belong to the thread.
    resume: Sender<Vec<u8>>,
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
        let (inputs, reader) = Inputs::connected(awaits_answer)?;
        let events = events.clone();
        thread::Builder::new().name("input".into()).spawn(move || reader.run(&events))?;
        Ok(inputs)
    }

    fn connected(awaits_answer: bool) -> io::Result<(Self, Reader)> {
        let (pauses, asked) = UnixStream::pair()?;
        pauses.set_read_timeout(Some(PATIENCE))?;
        let (resume, resumed) = mpsc::channel();
        Ok((Inputs { pauses, number: 0, resume }, Reader { asked, resumed, awaits_answer }))
    }

    /// Runs `work` while the thread does not read the terminal.
    pub fn paused<T>(&mut self, work: impl FnOnce() -> T) -> T {
        self.paused_for_answers(|| (work(), Vec::new()))
    }

    /// The same for work that reads typed input meanwhile, which is handled after it.
    pub fn paused_for_answers<T>(&mut self, work: impl FnOnce() -> (T, Vec<u8>)) -> T {
        self.begin_pause();
        let (result, typed) = work();
        // There is no receiver if the thread has ended.
        let _ = self.resume.send(typed);
        result
    }

    /// Waits until the thread pauses; false if it did not in time, or has ended.
    fn begin_pause(&mut self) -> bool {
        self.number = self.number.wrapping_add(1);
        let _ = self.pauses.write(&[self.number]);
        let mut answer = [0];
        loop {
            match self.pauses.read(&mut answer) {
                Ok(1) if answer[0] == self.number => return true,
                // The late answer to an earlier pause.
                Ok(1) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => return false,
            }
        }
    }
}

struct Reader {
    asked: UnixStream,
    resumed: Receiver<Vec<u8>>,
    awaits_answer: bool,
}

/// The end of a wait.
enum Came {
    Input,
    /// A request to pause.
    Pause,
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
            match self.wait(parser.unfinished().map(patience)) {
                Came::Pause => match self.pause() {
                    Some(typed) => parser.take(&typed, &mut pass_on),
                    None => is_over = true,
                },
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

    /// Pauses as long as other code reads the terminal. Returns the typed bytes that it read; `None` if no
    /// one can ask any more.
    fn pause(&self) -> Option<Vec<u8>> {
        let mut numbers = [0; 64];
        let count = retry_on_intr(|| rustix::io::read(&self.asked, &mut numbers));
        let count = count.ok().filter(|count| *count > 0)?;
        let mut typed = Vec::new();
        for number in &numbers[..count] {
            let _ = (&self.asked).write(&[*number]);
            typed.extend(self.resumed.recv().unwrap_or_default());
        }
        Some(typed)
    }

    /// Waits without a limit if no sequence is unfinished, so that an idle program does not use the
    /// processor. crossterm's own waiting takes a fiftieth of a processor, and treats the end of a
    /// terminal as silence: without a SIGHUP (`nohup`, another session) the program would stay for
    /// ever.
    fn wait(&self, most: Option<Duration>) -> Came {
        let most = most.and_then(|most| Timespec::try_from(most).ok());
        let stdin = rustix::stdio::stdin();
        let mut waited_for =
            [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&self.asked, PollFlags::IN)];
        loop {
            match retry_on_intr(|| poll(&mut waited_for, most.as_ref())) {
                Err(_) => return Came::End,
                Ok(0) => return Came::Silence,
                Ok(_) => {}
            }
            let [terminal, asked] = waited_for.each_ref().map(PollFd::revents);
            if terminal.intersects(PollFlags::HUP | PollFlags::ERR) {
                return Came::End;
            }
            if !asked.is_empty() {
                return Came::Pause;
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
    match retry_on_intr(|| rustix::io::read(rustix::stdio::stdin(), &mut bytes))? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        length => {
            bytes.truncate(length);
            Ok(bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pause_may_follow_another_at_once() {
        let (mut inputs, reader) = Inputs::connected(false).unwrap();
        inputs.pauses.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let reader = thread::spawn(move || {
            let typed = std::iter::from_fn(|| reader.pause());
            typed.map(|typed| typed.len()).sum::<usize>()
        });
        let pauses = (0..300).filter(|_| {
            let has_paused = inputs.begin_pause();
            inputs.resume.send(b"y".to_vec()).unwrap();
            has_paused
        });
        assert_eq!(pauses.count(), 300);
        drop(inputs);
        assert_eq!(reader.join().unwrap(), 300, "what was typed meanwhile is passed on");
    }
}
