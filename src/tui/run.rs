//! From a database and a name to a program on the screen.

use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use crossterm::execute;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::app::{App, Event};
use super::event_loop::{self, Host};
use super::keymap::Keymap;
use super::picture::fullscreen;
use super::picture::{Loader, PictureMode, PictureService, PictureStage, Surface, Waker};
use super::probe::Capabilities;
use super::session::Session;
use super::terminal::{Inputs, TerminalGuard};
use super::theme::Theme;
use crate::benchmark::ImageHash;
use crate::queue::ReviewDesk;
use crate::store::{PictureReader, Store};

/// Which screen the program opens with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The home screen.
    Home,
    /// The review, at the next question.
    Review,
}

/// What was chosen by flags and configuration.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A theme's name; without one, dark or light by the terminal's background.
    pub theme: Option<String>,
    /// How pictures are painted; without it, the best that the terminal can.
    pub pictures: Option<PictureMode>,
    /// Which key does what.
    pub keymap: Keymap,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Said on every screen about the data.
    pub notice: Option<String>,
}

/// Runs the screens until the annotator quits.
///
/// # Errors
/// When the terminal or the database fails. Everything decided is saved by then.
pub fn run(
    store: Store,
    desk: ReviewDesk,
    opening: Opening,
    options: Options,
) -> anyhow::Result<()> {
    let mut guard = TerminalGuard::enter(options.mouse)?;
    let found = Capabilities::probe();
    let surface = Surface { mode: options.pictures.unwrap_or(found.pictures), ..found.surface() };
    let theme_name = options.theme.as_deref().unwrap_or(match surface.light_background {
        true => "light",
        false => "dark",
    });
    let theme = Theme::named(theme_name, found.colours)
        .ok_or_else(|| anyhow::anyhow!("there is no theme called {theme_name}"))?;

    let (events, incoming) = mpsc::channel();
    let service = PictureService::start(surface, loader(store.path().to_owned()), waker(&events))?;
    let mut session = Session::new(store, desk, surface, theme, options.keymap)?;
    session.notice = options.notice;
    session.wake = waker(&events);
    session.terminal = found.terminal;
    let mut app = App::new(session, PictureStage::new(service));
    if opening == Opening::Review {
        app.open_review();
    }

    let inputs = Inputs::start(&events)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    terminal.clear()?;
    let mut owner = TerminalOwner { guard: &mut guard, inputs, surface };
    let outcome = event_loop::run(&mut terminal, &mut app, &incoming, &mut owner);
    let farewell = app.farewell();
    let _ = stdout().write_all(farewell.as_bytes());
    Ok(outcome?)
}

/// Reads pictures on a connection of its own, opened at the first one.
fn loader(path: PathBuf) -> Loader {
    let reader: Mutex<Option<PictureReader>> = Mutex::new(None);
    Arc::new(move |hash: ImageHash| {
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let open = match reader.take() {
            Some(open) => open,
            None => PictureReader::open(&path).map_err(|error| error.to_string())?,
        };
        let bytes = open.bytes(hash).map_err(|error| error.to_string());
        *reader = Some(open);
        bytes
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
    surface: Surface,
}

impl Host for TerminalOwner<'_> {
    fn begin_frame(&mut self) -> io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        execute!(stdout(), EndSynchronizedUpdate)
    }

    fn suspend(&mut self) -> io::Result<()> {
        let guard = &mut *self.guard;
        self.inputs.paused(|| guard.suspend())
    }

    fn full_screen(&mut self, _: ImageHash, bytes: &[u8]) -> io::Result<()> {
        let surface = self.surface;
        self.inputs.paused(|| {
            let (width, height) = crossterm::terminal::size()?;
            let screen = ratatui::layout::Size { width, height };
            if let Err(error) = fullscreen::cover_screen(bytes, screen, &surface) {
                write!(stdout(), "{}", crate::visible::visible(&error.to_string()))?;
            }
            let hint = "any key goes back";
            execute!(stdout(), crossterm::cursor::MoveTo(1, height.saturating_sub(1)))?;
            write!(stdout(), "{hint}")?;
            stdout().flush()?;
            wait_for_any_input()?;
            fullscreen::after_full_screen(&surface)
        })
    }
}

/// Waits for a key, a click or a resize.
fn wait_for_any_input() -> io::Result<()> {
    use crossterm::event::{Event, KeyEventKind, MouseEventKind, read};
    loop {
        match read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(()),
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => return Ok(()),
            Event::Resize(..) => return Ok(()),
            _ => {}
        }
    }
}
