//! Sends queries to the terminal and waits for its replies, with a time limit.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode, is_raw_mode_enabled, window_size};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::environment::Environment;
use super::replies::Replies;
use super::tmux::Outer;

/// How long a terminal may stay silent.
const SILENCE: Duration = Duration::from_millis(300);
/// How long a terminal may take that has begun to answer, or that is far away.
const ANSWERING: Duration = Duration::from_secs(1);
/// More input than this is no answer.
const MOST_INPUT: usize = 64 << 10;

const KITTY_QUERY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
const KITTY_QUERY_THROUGH_TMUX: &str =
    "\x1bPtmux;\x1b\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\x1b\\\x1b\\";
/// Name, size of a cell, background colour, and last what every terminal answers.
const QUESTIONS: &str = "\x1b[>q\x1b[16t\x1b]11;?\x1b\\\x1b[c";
/// Only for terminals with sixel: others might scroll.
const SIXEL_QUESTIONS: &str = "\x1b[?2;4;0S\x1b[c";

/// Asks everything; what cannot be asked or is not answered is missing in the replies.
pub(super) fn ask(environment: &Environment, outer: Option<&Outer>) -> Replies {
    let was_raw = is_raw_mode_enabled().unwrap_or(false);
    if !was_raw && enable_raw_mode().is_err() {
        return Replies::default();
    }
    let replies = asked(environment, outer).unwrap_or_default();
    if !was_raw {
        // A failure here would mean that the terminal has gone.
        let _ = disable_raw_mode();
    }
    replies
}

/// The size of a cell as the kernel reports it; many terminals set no pixels there.
pub(super) fn cell_from_window_size() -> Option<(u16, u16)> {
    let window = window_size().ok()?;
    Some((window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?))
}

fn asked(environment: &Environment, outer: Option<&Outer>) -> io::Result<Replies> {
    let mut tty = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    let through_tmux = outer.is_some_and(Outer::draws_placeholders);
    let query = match (through_tmux, environment.takes_kitty_query()) {
        (true, _) => KITTY_QUERY_THROUGH_TMUX,
        (false, true) => KITTY_QUERY,
        (false, false) => "",
    };
    write!(tty, "{query}{QUESTIONS}")?;

    let patience = if environment.over_ssh() { ANSWERING } else { SILENCE };
    let mut input = Vec::new();
    // tmux answers for itself at once; what passes through it comes later.
    wait(&mut tty, &mut input, patience, |input| {
        let replies = Replies::parse(input);
        replies.attributes.is_some() && (!through_tmux || replies.kitty)
    })?;
    let replies = Replies::parse(&input);
    if !replies.claims_sixel() || replies.kitty {
        return Ok(replies);
    }
    write!(tty, "{SIXEL_QUESTIONS}")?;
    let first = input.len();
    wait(&mut tty, &mut input, patience, |input| {
        Replies::parse(&input[first..]).attributes.is_some()
    })?;
    Ok(Replies::parse(&input))
}

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaitEnd {
    /// There is enough input, or too much.
    Enough,
    /// The time is over.
    Silence,
    /// The terminal is gone.
    Closed,
}

/// Reads until there is enough or the time is over. It polls before each read, so that nothing is
/// left behind that would take a later key.
fn wait<T: Read + AsFd>(
    tty: &mut T,
    input: &mut Vec<u8>,
    patience: Duration,
    is_enough: impl Fn(&[u8]) -> bool,
) -> io::Result<WaitEnd> {
    let start = Instant::now();
    let mut limit = patience;
    let mut chunk = [0; 4096];
    while input.len() < MOST_INPUT && !is_enough(input) {
        let Some(left) = limit.checked_sub(start.elapsed()) else { return Ok(WaitEnd::Silence) };
        match is_readable(tty, left) {
            Ok(true) => {}
            Ok(false) => return Ok(WaitEnd::Silence),
            // A signal, such as a resize; the clock goes on.
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let length = tty.read(&mut chunk)?;
        if length == 0 {
            return Ok(WaitEnd::Closed);
        }
        input.extend_from_slice(&chunk[..length]);
        if Replies::parse(input).have_an_answer() {
            limit = limit.max(ANSWERING);
        }
    }
    Ok(WaitEnd::Enough)
}

fn is_readable<T: AsFd>(tty: &T, patience: Duration) -> Result<bool, Errno> {
    let patience = Timespec::try_from(patience).map_err(|_| Errno::INVAL)?;
    let mut waited_for = [PollFd::new(tty, PollFlags::IN)];
    Ok(poll(&mut waited_for, Some(&patience))? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::BorrowedFd;

    const A_MOMENT: Duration = Duration::from_millis(60);

    /// A terminal whose last reply comes only after the patience for silence is over.
    struct SlowTerminal {
        terminal: io::PipeReader,
        line: io::PipeWriter,
        start: Instant,
    }

    impl AsFd for SlowTerminal {
        fn as_fd(&self) -> BorrowedFd<'_> {
            self.terminal.as_fd()
        }
    }

    impl Read for SlowTerminal {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.terminal.read(buffer)?;
            while self.start.elapsed() < 2 * A_MOMENT {
                std::hint::spin_loop();
            }
            self.line.write_all(b"\x1b[?62;4c")?;
            Ok(length)
        }
    }

    fn fenced(input: &[u8]) -> bool {
        Replies::parse(input).attributes.is_some()
    }

    #[test]
    fn a_silent_terminal_costs_the_patience_and_no_later_key() {
        let (mut terminal, mut keyboard) = io::pipe().unwrap();
        let end = wait(&mut terminal, &mut Vec::new(), A_MOMENT, fenced).unwrap();
        assert_eq!(end, WaitEnd::Silence);
        keyboard.write_all(b"y").unwrap();
        let mut key = [0];
        terminal.read_exact(&mut key).unwrap();
        assert_eq!(&key, b"y");
    }

    #[test]
    fn the_last_answer_ends_the_wait_and_a_slow_one_is_waited_for() {
        let (terminal, mut line) = io::pipe().unwrap();
        line.write_all(b"\x1b[6;18;9t").unwrap();
        let mut terminal = SlowTerminal { terminal, line, start: Instant::now() };
        let mut input = Vec::new();
        let end = wait(&mut terminal, &mut input, A_MOMENT, fenced).unwrap();
        assert_eq!(end, WaitEnd::Enough);
        let replies = Replies::parse(&input);
        assert_eq!(replies.cell_pixels(), Some((9, 18)));
        assert!(replies.claims_sixel(), "though it came after the patience for silence");
    }

    #[test]
    fn a_terminal_that_goes_away_ends_the_wait() {
        let (mut terminal, line) = io::pipe().unwrap();
        drop(line);
        let end = wait(&mut terminal, &mut Vec::new(), ANSWERING, fenced).unwrap();
        assert_eq!(end, WaitEnd::Closed);
    }
}
