//! A terminal without a window: it answers terminal queries, records when each byte arrived, and
//! keeps the content of the screen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The silence after which the output counts as complete.
const QUIET: Duration = Duration::from_millis(60);
/// The time limit for output.
const PATIENCE: Duration = Duration::from_secs(20);
/// The end of a frame: the end of a synchronized update.
const FRAME_END: &[u8] = b"\x1b[?2026l";
/// The last query that a program sends to its terminal: the device attributes.
const LAST_QUESTION: &[u8] = b"\x1b[c";

/// The capabilities that the terminal reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Graphics {
    /// True colour, no graphics: pictures are made of cells.
    Cells,
    /// kitty's graphics.
    Kitty,
}

/// The program to run, and where.
pub struct Program<'a> {
    pub path: &'a Path,
    pub db: &'a Path,
    pub home: &'a Path,
    pub size: (u16, u16),
    pub graphics: Graphics,
    pub prefetch: bool,
}

/// Memory of the program in megabytes (10^6 bytes).
pub struct Memory {
    pub resident: f64,
    pub most: f64,
}

/// A running program.
pub struct Terminal {
    parser: vt100::Parser,
    keyboard: Keyboard,
    output: Receiver<(Instant, Vec<u8>)>,
    first_frame: Option<Instant>,
    frames_since_key: usize,
    /// What the latest frame showed.
    seen: String,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
}

type Keyboard = Arc<Mutex<Box<dyn Write + Send>>>;

impl Program<'_> {
    pub fn start(&self, arguments: &[&str], annotator: &str) -> anyhow::Result<Terminal> {
        let mut command = CommandBuilder::new(self.path);
        command.cwd(std::env::current_dir()?);
        command.args(["--db".as_ref(), self.db.as_os_str()]);
        command.args(arguments);
        command.args(["--as", annotator]);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("XDG_CONFIG_HOME", self.home);
        command.env("ASSAY_PREFETCH", if self.prefetch { "1" } else { "0" });
        for variable in ["NO_COLOR", "TMUX", "SSH_CONNECTION", "SSH_TTY", "TERM_PROGRAM"] {
            command.env_remove(variable);
        }
        Terminal::running(command, self.size, self.graphics)
    }
}

impl Terminal {
    /// A terminal in which a command runs.
    pub fn running(
        command: CommandBuilder,
        (columns, rows): (u16, u16),
        graphics: Graphics,
    ) -> anyhow::Result<Terminal> {
        let size =
            PtySize { rows, cols: columns, pixel_width: columns * 9, pixel_height: rows * 18 };
        let pair = native_pty_system().openpty(size)?;
        let child = pair.slave.spawn_command(command)?;
        drop(pair.slave);
        let keyboard: Keyboard = Arc::new(Mutex::new(pair.master.take_writer()?));
        let mut reader = pair.master.try_clone_reader()?;
        let (send, output) = mpsc::channel();
        let answering = Arc::clone(&keyboard);
        thread::spawn(move || read_all(&mut reader, &send, &answering, graphics));
        let cells = |number: u16| NonZeroU16::new(number).context("a terminal has a cell");
        Ok(Terminal {
            parser: vt100::Parser::new(cells(rows)?, cells(columns)?, 0),
            keyboard,
            output,
            first_frame: None,
            frames_since_key: 0,
            seen: String::new(),
            child,
            _master: pair.master,
        })
    }
}

/// Records the time of every output, and answers the first queries at once.
fn read_all(
    reader: &mut dyn Read,
    send: &Sender<(Instant, Vec<u8>)>,
    keyboard: &Keyboard,
    graphics: Graphics,
) {
    let mut asked = Some(Vec::new());
    let mut chunk = vec![0; 1 << 16];
    while let Ok(length @ 1..) = reader.read(&mut chunk) {
        let came = (Instant::now(), chunk[..length].to_vec());
        if let Some(so_far) = &mut asked {
            so_far.extend_from_slice(&came.1);
            if holds(so_far, LAST_QUESTION) {
                answer(keyboard, graphics);
                asked = None;
            }
        }
        if send.send(came).is_err() {
            return;
        }
    }
}

fn answer(keyboard: &Keyboard, graphics: Graphics) {
    let name = match graphics {
        Graphics::Cells => "\x1bP>|bench(1)\x1b\\",
        Graphics::Kitty => "\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.41.1)\x1b\\",
    };
    let answers = format!("{name}\x1b[6;18;9t\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c");
    let mut keyboard = keyboard.lock().unwrap_or_else(PoisonError::into_inner);
    // A program that has already ended is detected later.
    let _ = keyboard.write_all(answers.as_bytes());
    let _ = keyboard.flush();
}

impl Terminal {
    /// The content of the screen.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// When the first frame was complete.
    pub fn first_frame(&self) -> Option<Instant> {
        self.first_frame
    }

    /// The number of frames with a change since the last key.
    pub fn frames_since_key(&self) -> usize {
        self.frames_since_key
    }

    /// Types a key and returns the moment before it.
    pub fn press(&mut self, key: &[u8]) -> anyhow::Result<Instant> {
        self.frames_since_key = 0;
        let mut keyboard = self.keyboard.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        keyboard.write_all(key)?;
        keyboard.flush()?;
        Ok(now)
    }

    /// Waits until the screen is as wanted and the output is complete. Returns the moment of the
    /// last byte of the frame that changed the screen. Data sent ahead between two frames does not
    /// change the screen.
    pub fn painted(
        &mut self,
        is_there: impl Fn(&vt100::Screen) -> bool,
    ) -> anyhow::Result<Instant> {
        let begun = Instant::now();
        let mut last = None;
        loop {
            match self.output.recv_timeout(QUIET) {
                Ok((at, bytes)) => {
                    self.parser.process(&bytes);
                    if holds(&bytes, FRAME_END) {
                        self.first_frame.get_or_insert(at);
                        let seen = self.screen().contents_formatted();
                        if seen != self.seen {
                            self.seen = seen;
                            self.frames_since_key += 1;
                            last = Some(at);
                        }
                    } else if self.first_frame.is_none() {
                        // A program that draws no frames: `cat`.
                        last = Some(at);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(last) = last.filter(|_| is_there(self.screen())) {
                        return Ok(last);
                    }
                    if begun.elapsed() > PATIENCE {
                        bail!("the screen never came:\n{}", self.screen().contents());
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("the program ended:\n{}", self.screen().contents());
                }
            }
        }
    }

    /// The program's memory now and at most.
    pub fn memory(&self) -> anyhow::Result<Memory> {
        let id = self.child.process_id().context("the program has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let megabytes = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kibibytes * 1024.0 / 1e6)
        };
        Ok(Memory {
            resident: megabytes("VmRSS:").context("no VmRSS")?,
            most: megabytes("VmHWM:").context("no VmHWM")?,
        })
    }

    /// Quits the program by its key and waits for its end.
    pub fn quit(mut self) -> anyhow::Result<()> {
        self.press(b"\x03")?;
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the program ended with {status:?}");
        }
        Ok(())
    }
}

/// Whether a sequence occurs. One that is cut in two by the end of a read is missed, which has not
/// been seen: the end of a frame is a separate write.
fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
