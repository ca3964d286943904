//! Sends queries to the terminal and waits for its replies, with a time limit.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode, is_raw_mode_enabled, window_size};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::environment::Environment;
use super::replies::Replies;
use super::tmux::Outer;
use crate::picture::protocol::kitty_command;

/// How long a terminal may stay silent.
const SILENCE: Duration = Duration::from_millis(300);
/// The time limit for a terminal that has begun to answer, or that is remote.
const ANSWERING: Duration = Duration::from_secs(1);
/// The time limit for a terminal that has answered before, too late.
const SLOW: Duration = Duration::from_secs(3);
/// The longest reply, in bytes.
const MOST_INPUT: usize = 64 << 10;

const KITTY_QUERY: &str = "i=31,s=1,v=1,a=q,t=d,f=24;AAAA";
/// Queries: name, size of a cell, background colour, and last one that every terminal answers.
const QUESTIONS: &str = "\x1b[>q\x1b[16t\x1b]11;?\x1b\\\x1b[c";
/// Only for terminals with sixel: others might scroll.
const SIXEL_QUESTIONS: &str = "\x1b[?2;4;0S\x1b[c";

/// Sends all queries; the replies lack those that cannot be sent or are not answered.
pub(super) fn ask(environment: &Environment, outer: Option<&Outer>, was_late: bool) -> Replies {
    let was_raw = is_raw_mode_enabled().unwrap_or(false);
    if !was_raw && enable_raw_mode().is_err() {
        return Replies::default();
    }
    let patience = match (was_late, environment.over_ssh) {
        (true, _) => SLOW,
        (false, true) => ANSWERING,
        (false, false) => SILENCE,
    };
    let replies = asked(environment, outer, patience).unwrap_or_default();
    if !was_raw {
        // A failure here would mean that the terminal is gone.
        let _ = disable_raw_mode();
    }
    replies
}

/// The size of a cell as the kernel reports it; many terminals set no pixels there.
pub(super) fn cell_from_window_size() -> Option<(u16, u16)> {
    let window = window_size().ok()?;
    Some((window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?))
}

fn asked(
    environment: &Environment,
    outer: Option<&Outer>,
    patience: Duration,
) -> io::Result<Replies> {
    let mut tty = Tty::open()?;
    let through_tmux = outer.is_some_and(Outer::draws_placeholders);
    let query = match through_tmux || environment.takes_kitty_query() {
        true => kitty_command(KITTY_QUERY, through_tmux),
        false => String::new(),
    };
    write!(tty.file, "{query}{QUESTIONS}")?;

    let mut input = Vec::new();
    // tmux answers for itself at once; replies that pass through it arrive later.
    wait(&mut tty, &mut input, patience, |input| {
        let replies = Replies::parse(input);
        replies.attributes.is_some() && (!through_tmux || replies.kitty)
    })?;
    let replies = Replies::parse(&input);
    if !replies.claims_sixel() || replies.kitty {
        return Ok(replies);
    }
    write!(tty.file, "{SIXEL_QUESTIONS}")?;
    let first = input.len();
    wait(&mut tty, &mut input, patience, |input| {
        Replies::parse(&input[first..]).attributes.is_some()
    })?;
    Ok(Replies::parse(&input))
}

/// The source of replies, and the clock that limits the wait for them.
trait Line {
    /// The time since some moment in the past.
    fn now(&self) -> Duration;
    /// Waits until there is input to read; false if there is none within this time.
    fn wait_for_input(&mut self, longest: Duration) -> Result<bool, Errno>;
    /// Reads the available bytes; 0 if the terminal is gone.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;
}

/// The terminal of this process.
struct Tty {
    file: File,
    opened: Instant,
}

impl Tty {
    fn open() -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
        Ok(Tty { file, opened: Instant::now() })
    }
}

impl Line for Tty {
    fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    fn wait_for_input(&mut self, longest: Duration) -> Result<bool, Errno> {
        is_readable(&self.file, longest)
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

fn is_readable(file: &impl AsFd, longest: Duration) -> Result<bool, Errno> {
    let longest = Timespec::try_from(longest).map_err(|_| Errno::INVAL)?;
    let mut waited_for = [PollFd::new(file, PollFlags::IN)];
    Ok(poll(&mut waited_for, Some(&longest))? > 0)
}

/// Reads until there is enough, the time is over or the terminal is gone. It polls before each read, so that no pending
/// read would take a later key.
fn wait(
    line: &mut impl Line,
    input: &mut Vec<u8>,
    patience: Duration,
    is_enough: impl Fn(&[u8]) -> bool,
) -> io::Result<()> {
    let start = line.now();
    let mut limit = patience;
    let mut chunk = [0; 4096];
    while input.len() < MOST_INPUT && !is_enough(input) {
        let waited = line.now().saturating_sub(start);
        let Some(left) = limit.checked_sub(waited) else { break };
        match line.wait_for_input(left) {
            Ok(true) => {}
            Ok(false) => break,
            // A signal, such as a resize; the clock goes on.
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let length = line.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        input.extend_from_slice(&chunk[..length]);
        if Replies::parse(input).have_an_answer() {
            limit = limit.max(ANSWERING);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// An act of a simulated terminal.
    #[derive(Clone, Copy)]
    enum Act {
        Send(&'static [u8]),
        Signal,
    }

    /// A terminal with a simulated clock, which only waiting moves.
    struct Script {
        now: Duration,
        /// The scheduled acts.
        acts: VecDeque<(Duration, Act)>,
    }

    impl Script {
        fn new(acts: impl IntoIterator<Item = (u64, Act)>) -> Self {
            let at = |(ms, act)| (Duration::from_millis(ms), act);
            Script { now: Duration::ZERO, acts: acts.into_iter().map(at).collect() }
        }
    }

    impl Line for Script {
        fn now(&self) -> Duration {
            self.now
        }

        fn wait_for_input(&mut self, longest: Duration) -> Result<bool, Errno> {
            let end = self.now + longest;
            let Some(&(at, act)) = self.acts.front().filter(|(at, _)| *at <= end) else {
                self.now = end;
                return Ok(false);
            };
            self.now = self.now.max(at);
            match act {
                Act::Send(_) => Ok(true),
                Act::Signal => {
                    self.acts.pop_front();
                    Err(Errno::INTR)
                }
            }
        }

        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((_, Act::Send(bytes))) = self.acts.pop_front() else {
                panic!("read before there was input");
            };
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    const CELL_SIZE: &[u8] = b"\x1b[6;18;9t";
    const ATTRIBUTES: &[u8] = b"\x1b[?62;4c";

    /// What was read until the attributes came, and the time that it took.
    fn waited(script: &mut Script) -> (Replies, Duration) {
        let mut input = Vec::new();
        let fenced = |input: &[u8]| Replies::parse(input).attributes.is_some();
        wait(script, &mut input, SILENCE, fenced).unwrap();
        (Replies::parse(&input), script.now)
    }

    #[test]
    fn a_silent_terminal_costs_the_patience_and_no_later_key() {
        let mut script = Script::new([(301, Act::Send(b"y"))]);
        assert_eq!(waited(&mut script), (Replies::default(), SILENCE));
        assert_eq!(script.acts.len(), 1, "the key is still there to be read");
    }

    #[test]
    fn signals_do_not_lengthen_the_wait_for_a_terminal_that_never_answers() {
        let mut script = Script::new((1..100).map(|at| (at * 40, Act::Signal)));
        assert_eq!(waited(&mut script), (Replies::default(), SILENCE));
    }

    #[test]
    fn the_last_answer_ends_the_wait_and_a_slow_one_is_waited_for() {
        let acts = [(200, Act::Send(CELL_SIZE)), (900, Act::Send(ATTRIBUTES))];
        let (replies, waited) = waited(&mut Script::new(acts));
        assert_eq!(waited.as_millis(), 900);
        assert_eq!(replies.cell_pixels, Some((9, 18)));
        assert!(replies.claims_sixel(), "though it came after the patience for silence");
    }

    #[test]
    fn a_terminal_that_stops_half_way_costs_no_more_than_a_slow_one() {
        let cells = (1..100).map(|at| (at * 250, Act::Send(CELL_SIZE)));
        let (replies, waited) = waited(&mut Script::new(cells));
        assert_eq!((replies.attributes, waited), (None, ANSWERING));
    }

    #[test]
    fn a_terminal_that_goes_away_ends_the_wait() {
        let (_, waited) = waited(&mut Script::new([(10, Act::Send(b""))]));
        assert_eq!(waited.as_millis(), 10);
    }

    #[test]
    fn a_line_is_readable_once_there_is_input() {
        let (terminal, mut line) = io::pipe().unwrap();
        assert_eq!(is_readable(&terminal, Duration::ZERO), Ok(false));
        line.write_all(b"y").unwrap();
        assert_eq!(is_readable(&terminal, Duration::ZERO), Ok(true));
    }
}
