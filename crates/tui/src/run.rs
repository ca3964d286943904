//! Runs the screens: opens the terminal, the pictures and the session, and starts the event loop.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossterm::event::{KeyEventKind, MouseButton, MouseEventKind};
use crossterm::execute;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::{Terminal, TerminalOptions, Viewport};
use rustix::io::Errno;

use super::action::Action;
use super::app::{App, Event, TerminalRequest};
use super::config_file::Unchanged;
use super::event_loop::{self, Host};
use super::key::Key;
use super::keymap::{KeyContext, Keymap};
use super::picture::{ColourDepth, Loader, PicturePanes, PictureService, Waker};
use super::probe::{ProbeResult, ask_tmux_again, cell_pixels_now};
use super::session::Session;
use super::settings::{OfOptions, Settings};
use super::status::StatusMessage;
use super::terminal::{self, TerminalGuard, inputs::Inputs, signals};
use super::theme::ThemeError;
use super::welcome::{Welcome, Wish};
use crate::messages::{speak, spoken, text};
use crate::terms;
use assay_core::benchmark::ImageHash;
use assay_store::{Store, StoreError};
use assay_workflow::certification::against::LookAlikes;
use assay_workflow::queue::Desks;

/// Bytes of a frame with a picture of cells on a large terminal; one of kitty's pixels takes more and
/// is passed on in several pieces.
const LONGEST_USUAL_FRAME: usize = 256 << 10;

/// The values of flags and configuration.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a separate flag
pub struct Options {
    /// The values of flags.
    pub of_options: OfOptions,
    /// The configuration file, if there is a path for one.
    pub config_file: Option<PathBuf>,
    /// Whether labels and choices are marked in the texts that are read.
    pub hints: bool,
    /// Shown once on the first screen.
    pub hint: Option<String>,
    /// Whether the annotator is asked for the benchmark first.
    pub asks_for_benchmark: bool,
    /// What the benchmark shares with something else, for the screen that shows it.
    pub look_alikes: Option<Arc<LookAlikes>>,
    /// Pictures are only prepared when they are shown.
    pub no_prefetch: bool,
}

/// Why the screens cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The terminal cannot be set up, read or written.
    #[error("the terminal fails: {0}")]
    Terminal(#[from] io::Error),
    /// The theme file cannot be used.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The configuration file cannot be read.
    #[error(transparent)]
    Configuration(#[from] Unchanged),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Runs the screens until the annotator quits, from the screen that `opening` opens or else from the
/// home screen.
///
/// # Errors
/// When the terminal or the database fails. All decisions are saved by then.
pub fn run(
    mut store: Store,
    desks: Desks,
    opening: Option<Action>,
    options: Options,
) -> Result<(), RunError> {
    let (events, incoming) = mpsc::channel();
    signals::listen(&events)?;
    let (settings, mut guard, found) = enter(options.config_file, options.of_options)?;
    let (surface, theme) = (settings.surface(), settings.theme()?);

    let service = PictureService::start(
        surface,
        loader(store.path().to_owned(), options.look_alikes.clone()),
        waker(&events),
    )?;
    // The screens report waiting writes themselves.
    store.on_wait(None);
    let mut session = Session::new(store, desks, surface, theme, Keymap::default());
    session.settings = settings;
    session.follow_settings()?;
    session.hints = options.hints;
    session.look_alikes = options.look_alikes;
    session.editor = editor();
    session.notice = session.store.notice(session.review().benchmark())?;
    session.wake = waker(&events);
    session.status = options.hint.map(StatusMessage::hint);
    if found.capabilities.may_be_set && session.settings.chosen_pictures().is_none() {
        let (mode, because) = (surface.mode.words(), &found.capabilities.because);
        session.hint(text!("pictures-at-start", mode, because));
    }
    if let Err(why) = session.store.check_bundle_person(session.review().annotator()) {
        // Reported now, not when the first decision is refused.
        session.show_error(why);
    }
    let awaits_answer = !found.has_answered;
    session.terminal = found.terminal;
    if found.may_be_known_later && session.settings.chosen_pictures().is_none() {
        let events = events.clone();
        ask_tmux_again(move || {
            // There is no receiver any more if the program has ended.
            let _ = events.send(Event::Terminal(TerminalRequest::AskAgain));
        });
    }
    let pictures = PicturePanes::new(service);
    let pictures = if options.no_prefetch { pictures.without_prefetch() } else { pictures };
    let mut app = App::new(session, pictures);
    match opening {
        then if options.asks_for_benchmark => app.choose_benchmark(then),
        Some(action) => app.act(action),
        None => {}
    }

    let inputs = Inputs::start(&events, awaits_answer)?;
    let mut terminal = open_terminal()?;
    let kernel_knows_cells = cell_pixels_now() == Some(surface.cell);
    let mut owner = TerminalOwner { guard: &mut guard, inputs, kernel_knows_cells, awaits_answer };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        event_loop::run(&mut terminal, &mut app, &incoming, &mut owner)
    }));
    app.release();
    let _ = stdout().write_all(app.pictures.farewell().as_bytes());
    drop(owner);
    match outcome {
        Ok(outcome) => {
            drop(guard);
            // On the shell's own screen.
            let summary = app.session().summary().map(|summary| terms::session_summary(&summary));
            for line in summary.unwrap_or_default() {
                let _ = writeln!(stdout(), "{line}");
            }
            match outcome {
                Err(error) if is_gone(&error) => Ok(()),
                other => Ok(other?),
            }
        }
        // Reported already, on a terminal that was given back; the pictures are deleted now too.
        Err(panic) => resume_unwind(panic),
    }
}

/// Takes the terminal and asks it what it can do.
fn enter(
    config_file: Option<PathBuf>,
    of_options: OfOptions,
) -> Result<(Settings, TerminalGuard, ProbeResult), RunError> {
    // The terminal is not known yet, and the use of the mouse does not depend on it.
    let unasked = ProbeResult::unasked().capabilities;
    let mut settings = Settings::load(config_file, of_options, unasked)?;
    speak(settings.language());
    let guard = TerminalGuard::enter(settings.mouse())?;
    let found = ProbeResult::probe(false);
    if let Some(colours) = settings.chosen_colours() {
        // crossterm follows NO_COLOR by itself.
        crossterm::style::force_color_output(colours > ColourDepth::None);
    }
    settings.terminal = found.capabilities.clone();
    Ok((settings, guard, found))
}

type Screen = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Dropping it would show the cursor, and panic if the terminal is gone; the guard shows it.
fn open_terminal() -> io::Result<ManuallyDrop<Screen>> {
    // A frame in one piece: standard output alone would pass on every kilobyte.
    let screen = BufWriter::with_capacity(LONGEST_USUAL_FRAME, stdout());
    let backend = CrosstermBackend::new(screen);
    let viewport = Viewport::Fixed(event_loop::drawn_area(backend.size()?));
    Ok(ManuallyDrop::new(Terminal::with_options(backend, TerminalOptions { viewport })?))
}

/// Imports the questions of a file, and returns a summary or why nothing was imported. It is given what to
/// call with the bytes that are read and those of the file.
pub type ImportFile =
    Arc<dyn Fn(&Path, &mut dyn FnMut(u64, u64)) -> Result<String, String> + Send + Sync>;

/// Runs the first screen, which has no database, until the person quits or there are questions to open.
///
/// # Errors
/// When the terminal fails.
pub fn welcome(
    mut screen: Welcome,
    import: &ImportFile,
    config_file: Option<PathBuf>,
    of_options: OfOptions,
) -> Result<Wish, RunError> {
    let (events, incoming) = mpsc::channel();
    signals::listen(&events)?;
    let (settings, mut guard, found) = enter(config_file, of_options)?;
    let (theme, keymap) = (settings.theme()?, settings.config.keymap.clone());
    let mut inputs = Inputs::start(&events, !found.has_answered)?;
    let mut terminal = open_terminal()?;
    event_loop::clear(&mut *terminal)?;
    let mut importing: Option<Receiver<Step>> = None;
    loop {
        let area = event_loop::drawn_area(terminal.size()?);
        if terminal.get_frame().area() != area {
            terminal.resize(area)?;
        }
        execute!(stdout(), BeginSynchronizedUpdate)?;
        terminal.draw(|frame| screen.draw(area, &theme, &keymap, frame.buffer_mut()))?;
        execute!(stdout(), EndSynchronizedUpdate)?;
        let wish = match incoming.recv() {
            Ok(Event::Key(key, _)) if key.kind != KeyEventKind::Release => {
                let key = Key::from(key);
                if keymap.actions(KeyContext::List, key).next() == Some(Action::Suspend) {
                    inputs.paused(|| guard.suspend())?;
                    event_loop::clear(&mut *terminal)?;
                }
                screen.press(key, &keymap)
            }
            Ok(Event::Mouse(mouse, _)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                screen.click((mouse.column, mouse.row).into())
            }
            Ok(Event::Terminal(TerminalRequest::Suspend)) => {
                inputs.paused(|| guard.suspend())?;
                event_loop::clear(&mut *terminal)?;
                None
            }
            Ok(Event::Terminal(TerminalRequest::Retake)) => {
                inputs.paused(|| guard.retake())?;
                event_loop::clear(&mut *terminal)?;
                None
            }
            Ok(Event::Terminal(TerminalRequest::Quit)) | Err(_) => Some(Wish::Quit),
            Ok(_) => None,
        };
        for step in importing.iter().flat_map(Receiver::try_iter) {
            match step {
                Step::Read(done, all) => screen.follow(done, all),
                Step::Ended(words) => screen.end(words),
            }
        }
        match wish {
            Some(Wish::Import(file)) => importing = Some(start_import(file, import, &events)),
            Some(wish) => return Ok(wish),
            None => {}
        }
    }
}

/// What an import reports.
enum Step {
    Read(u64, u64),
    Ended(Result<String, String>),
}

/// Imports on another thread; each step wakes the screen.
fn start_import(file: PathBuf, import: &ImportFile, events: &Sender<Event>) -> Receiver<Step> {
    let (steps, receiver) = mpsc::channel();
    let (import, wake, language) = (Arc::clone(import), waker(events), spoken());
    thread::spawn(move || {
        speak(language);
        // The screen may be gone.
        let report = |step| {
            let _ = steps.send(step);
            wake();
        };
        let mut percent = None;
        let mut progress = |done: u64, all: u64| {
            let now = done.saturating_mul(100).checked_div(all);
            if now != percent {
                percent = now;
                report(Step::Read(done, all));
            }
        };
        let imported = catch_unwind(AssertUnwindSafe(|| import(&file, &mut progress)));
        let stopped = || Err(text!("computation-stopped").to_owned());
        report(Step::Ended(imported.unwrap_or_else(|_| stopped())));
    });
    receiver
}

/// Whether the terminal was closed, so that no message can be shown.
fn is_gone(error: &io::Error) -> bool {
    let cause = || error.get_ref()?.downcast_ref::<io::Error>()?.raw_os_error();
    let code = error.raw_os_error().or_else(cause);
    [Errno::IO, Errno::NXIO, Errno::PIPE, Errno::BADF]
        .iter()
        .any(|gone| code == Some(gone.raw_os_error()))
}

/// The user's editor, by the variables that name it.
fn editor() -> Option<String> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    named.map(|editor| editor.trim().to_owned()).find(|editor| !editor.is_empty())
}

/// Reads pictures on a connection of its own, opened at the first one.
fn loader(path: PathBuf, others: Option<Arc<LookAlikes>>) -> Loader {
    let store: Mutex<Option<Store>> = Mutex::new(None);
    Arc::new(move |hash: ImageHash| {
        if let Some(bytes) = others.as_ref().and_then(|others| others.pictures.get(&hash)) {
            return Ok(bytes.clone());
        }
        let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match &mut *store {
            Some(open) => open,
            none => none.insert(Store::open_to_read(&path).map_err(|error| error.to_string())?),
        };
        open.picture_bytes(hash).map_err(|error| error.to_string())
    })
}

fn waker(events: &Sender<Event>) -> Waker {
    let events = Mutex::new(events.clone());
    Arc::new(move || {
        let events = events.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = events.send(Event::PictureReady);
    })
}

struct TerminalOwner<'a> {
    guard: &'a mut TerminalGuard,
    inputs: Inputs,
    /// At the start the kernel reported the same cell size as the terminal. Only then is its report
    /// used later; asking the terminal again would mean reading what is being typed.
    kernel_knows_cells: bool,
    /// The terminal has not answered in time; if it is asked again, there is no short time limit.
    awaits_answer: bool,
}

impl Host for TerminalOwner<'_> {
    fn begin_frame(&mut self) -> io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        execute!(stdout(), EndSynchronizedUpdate)
    }

    fn cell_pixels(&mut self) -> Option<(u16, u16)> {
        cell_pixels_now().filter(|_| self.kernel_knows_cells)
    }

    fn ask_again(&mut self) -> Option<ProbeResult> {
        let was_late = std::mem::take(&mut self.awaits_answer);
        let found = self.inputs.paused_for_answers(|| {
            let mut found = ProbeResult::probe(was_late);
            let typed = std::mem::take(&mut found.typed);
            (found, typed)
        });
        self.kernel_knows_cells = cell_pixels_now() == Some(found.capabilities.surface.cell);
        Some(found)
    }

    fn send_ahead(&mut self, sequence: &str) -> io::Result<()> {
        terminal::send(sequence)
    }

    fn use_mouse(&mut self, is_used: bool) -> io::Result<()> {
        self.guard.use_mouse(is_used)
    }

    fn use_colours(&mut self, are_used: bool) {
        crossterm::style::force_color_output(are_used);
    }

    fn edit(&mut self, editor: &mut Command) -> io::Result<io::Result<ExitStatus>> {
        let guard = &mut *self.guard;
        self.inputs.paused(|| guard.lend(|| editor.status()))
    }

    fn suspend(&mut self) -> io::Result<()> {
        let guard = &mut *self.guard;
        self.inputs.paused(|| guard.suspend())
    }

    fn retake(&mut self) -> io::Result<()> {
        let guard = &mut *self.guard;
        self.inputs.paused(|| guard.retake())
    }
}
