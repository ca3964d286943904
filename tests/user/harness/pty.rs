//! The real program in a pseudo-terminal: types keys and reads the screen.
//!
//! Every wait is for a condition, with a limit that only a hanging program reaches.

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::Workplace;

/// Longer than any wait takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How the terminal behaves.
#[derive(Clone, Copy)]
pub struct Terminal {
    pub columns: u16,
    pub rows: u16,
    /// Whether it answers queries of its attributes.
    pub answers: bool,
    /// What it answers in addition to its device attributes.
    pub says: &'static str,
    /// Variables in addition to those of the workplace.
    pub variables: &'static [(&'static str, &'static str)],
    /// Whether a shell started the program. For each line it gets, it continues the stopped program
    /// twice.
    pub shell: bool,
    /// The command that runs the program, such as a tracer with its arguments; empty for none.
    pub under: &'static [&'static str],
}

impl Default for Terminal {
    fn default() -> Self {
        Terminal {
            columns: 100,
            rows: 30,
            answers: true,
            says: "",
            variables: &[],
            shell: false,
            under: &[],
        }
    }
}

/// The running program and its terminal.
pub struct TerminalSession {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Arc<Mutex<Box<dyn Write + Send>>>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    untouched: String,
    shell: bool,
}

/// The output so far.
pub struct Seen {
    pub terminal: vt100::Parser,
    pub bytes: Vec<u8>,
    pub is_over: bool,
}

impl Seen {
    /// Whether the last frame is written to its end. Keys pressed before count for the previous
    /// frame.
    fn is_whole(&self) -> bool {
        let last = |mark: &[u8]| self.bytes.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026l") >= last(b"\x1b[?2026h")
    }

    /// The screen as text.
    pub fn text(&self) -> String {
        self.terminal.screen().contents()
    }
}

impl TerminalSession {
    pub fn start(place: &Workplace, arguments: &[&str], terminal: Terminal) -> Self {
        let pair = native_pty_system().openpty(size(terminal.columns, terminal.rows)).unwrap();
        let program = env!("CARGO_BIN_EXE_assay");
        let mut command = if terminal.shell {
            let mut shell = CommandBuilder::new("sh");
            shell.args(["-mc", "\"$@\"; for _ in 1 2; do read -r line; fg; done", "sh", program]);
            shell
        } else {
            let words: Vec<&str> = terminal.under.iter().copied().chain([program]).collect();
            let mut command = CommandBuilder::new(words[0]);
            command.args(&words[1..]);
            command
        };
        command.args(arguments);
        command.cwd(place.path(""));
        command.env_clear();
        for (name, value) in place.environment() {
            command.env(name, value);
        }
        for (name, value) in terminal.variables {
            command.env(name, value);
        }
        let untouched = line_discipline(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let keyboard = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
        let seen = Arc::new((
            Mutex::new(Seen {
                terminal: vt100::Parser::new(side(terminal.rows), side(terminal.columns), 0),
                bytes: Vec::new(),
                is_over: false,
            }),
            Condvar::new(),
        ));
        let output = pair.master.try_clone_reader().unwrap();
        let (printed, typed) = (Arc::clone(&seen), Arc::clone(&keyboard));
        std::thread::spawn(move || {
            watch(output, &printed, terminal.answers.then_some((&typed, terminal.says)));
        });
        TerminalSession {
            master: pair.master,
            child,
            keyboard,
            seen,
            untouched,
            shell: terminal.shell,
        }
    }

    /// The review screen as alice.
    pub fn review(place: &Workplace, terminal: Terminal) -> Self {
        TerminalSession::start(place, &["annotate", "review", "--as", "alice"], terminal)
    }

    pub fn keys(&self, keys: &str) {
        let mut keyboard = self.keyboard.lock().unwrap();
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Waits until the condition holds between two frames, and returns the screen's text.
    #[track_caller]
    pub fn wait(&self, what: &str, condition: impl Fn(&Seen) -> bool) -> String {
        let (seen, changed) = &*self.seen;
        let start = Instant::now();
        let mut seen = seen.lock().unwrap();
        while !(seen.is_whole() && condition(&seen)) {
            let left = PATIENCE.checked_sub(start.elapsed());
            match left.filter(|_| !seen.is_over) {
                Some(left) => seen = changed.wait_timeout(seen, left).unwrap().0,
                None => panic!("waited for {what} in vain; the screen:\n{}", seen.text()),
            }
        }
        seen.text()
    }

    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |seen| seen.text().contains(text))
    }

    /// Waits for the end of the program; returns its exit code.
    #[track_caller]
    pub fn end(&mut self) -> u32 {
        let (seen, changed) = &*self.seen;
        let start = Instant::now();
        let mut seen = seen.lock().unwrap();
        while !seen.is_over {
            let Some(left) = PATIENCE.checked_sub(start.elapsed()) else {
                panic!("the program does not end; the screen:\n{}", seen.text());
            };
            seen = changed.wait_timeout(seen, left).unwrap().0;
        }
        self.child.wait().unwrap().exit_code()
    }

    pub fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.0.lock().unwrap()
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.seen().terminal.screen_mut().set_size(side(rows), side(columns));
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let pid = self.pid().to_string();
        let status = Command::new("sh").args(["-c", &format!("kill -{name} {pid}")]).status();
        assert!(status.unwrap().success());
    }

    pub fn pid(&self) -> u32 {
        let child = self.child.process_id().unwrap();
        if !self.shell {
            return child;
        }
        let children = std::fs::read_to_string(format!("/proc/{child}/task/{child}/children"));
        children.unwrap().trim().parse().unwrap()
    }

    /// The state of the process as the kernel names it: `S` sleeping, `T` stopped.
    pub fn state(&self) -> char {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        let after_name = stat.rsplit(") ").next().unwrap();
        after_name.chars().next().unwrap()
    }

    /// Waits until the process is in a state.
    #[track_caller]
    pub fn wait_for_state(&self, state: char) {
        let start = Instant::now();
        while self.state() != state {
            assert!(start.elapsed() < PATIENCE, "the process is never {state}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether the terminal is as it was before the program started: the normal screen, a cursor,
    /// no raw mode, no mouse, no bracketed paste.
    pub fn is_given_back(&self) -> bool {
        let seen = self.seen();
        let screen = seen.terminal.screen();
        line_discipline(&*self.master) == self.untouched
            && !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }
}

/// The line settings of the terminal, which raw mode changes.
fn line_discipline(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

impl Drop for TerminalSession {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn side(cells: u16) -> NonZero<u16> {
    // A larger screen is not read beyond that.
    NonZero::new(cells.min(500)).unwrap()
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

type Keyboard = Arc<Mutex<Box<dyn Write + Send>>>;

/// Reads until the program closes the terminal. The query for the device attributes is the last
/// one, so its answer ends the program's wait.
fn watch(
    mut output: Box<dyn Read + Send>,
    printed: &(Mutex<Seen>, Condvar),
    answering: Option<(&Keyboard, &str)>,
) {
    const ATTRIBUTES: &[u8] = b"\x1b[c";
    let (seen, changed) = printed;
    let mut chunk = [0; 16 * 1024];
    let mut answered = 0;
    loop {
        let length = output.read(&mut chunk).unwrap_or(0);
        let mut seen = seen.lock().unwrap();
        seen.is_over = length == 0;
        seen.terminal.process(&chunk[..length]);
        seen.bytes.extend_from_slice(&chunk[..length]);
        let asked = seen.bytes.windows(ATTRIBUTES.len()).filter(|&w| w == ATTRIBUTES).count();
        changed.notify_all();
        if seen.is_over {
            return;
        }
        drop(seen);
        if let Some((keyboard, says)) = answering {
            while answered < asked {
                answered += 1;
                let answer = format!("{says}\x1b[?62;c");
                let _ = keyboard.lock().unwrap().write_all(answer.as_bytes());
            }
        }
    }
}
