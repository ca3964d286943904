//! The event loop: draw what changed, wait for an event, carry out requests to the terminal. Generic
//! over the terminal, so that tests run it without one.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::{Position, Rect, Size};

use super::app::{App, Event, TerminalRequest};
use super::picture::ColourDepth;
use super::probe::ProbeResult;

/// How long keys and sizes are handled before a write that another program blocks is tried again.
const BETWEEN_RETRIES: Duration = Duration::from_millis(20);

/// The maximum number of events between two frames, so that the screen is updated while a burst of
/// keys is handled.
const MOST_EVENTS_OF_A_FRAME: usize = 2_000;
/// The same as a time, for keys that take long.
const LONGEST_BETWEEN_FRAMES: Duration = Duration::from_millis(100);
/// The maximum number of cells that are drawn: a screen of 8K with the smallest readable cells.
const MOST_CELLS: u32 = 1 << 20;
/// The longest side that is drawn, in cells.
const LONGEST_SIDE: u16 = 10_000;
/// The area of the message on a terminal that is too large.
const MESSAGE: Size = Size { width: 60, height: 3 };

/// The error of any backend.
type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// What the loop needs from the owner of the terminal.
pub trait Host {
    /// A frame is about to be written.
    fn begin_frame(&mut self) -> io::Result<()>;

    /// The frame is written.
    fn end_frame(&mut self) -> io::Result<()>;

    /// Width and height of a cell in screen pixels now, if it is known without reading the input.
    /// Called after a resize, which may have changed the font.
    fn cell_pixels(&mut self) -> Option<(u16, u16)>;

    /// Asks the terminal again for its capabilities; `None` if it cannot be asked.
    fn ask_again(&mut self) -> Option<ProbeResult>;

    /// Sends pictures that are not shown yet.
    fn send_ahead(&mut self, sequence: &str) -> io::Result<()>;

    /// Captures the mouse, or releases it to the terminal.
    fn use_mouse(&mut self, is_used: bool) -> io::Result<()>;

    /// Sends colours, or none.
    fn use_colours(&mut self, are_used: bool);

    /// Gives the terminal to an editor until it ends, and takes the terminal again.
    ///
    /// # Errors
    /// When the terminal fails; what became of the editor is inside.
    fn edit(&mut self, editor: &mut Command) -> io::Result<io::Result<ExitStatus>>;

    /// Gives the terminal back to the shell, stops the process, and takes the terminal again.
    fn suspend(&mut self) -> io::Result<()>;

    /// Takes the terminal again, after the process was stopped and continued from outside.
    fn retake(&mut self) -> io::Result<()>;
}

/// Runs the program until it quits or no event can occur any more.
///
/// # Errors
/// When the terminal cannot be written. All decisions are saved by then.
pub fn run<B: Backend<Error: Into<AnyError>>>(
    terminal: &mut Terminal<B>,
    app: &mut App,
    events: &Receiver<Event>,
    host: &mut dyn Host,
) -> io::Result<()> {
    redraw(terminal, app)?;
    loop {
        if app.terminal_request.is_none() {
            if app.needs_drawing {
                if std::mem::take(&mut app.was_resized) {
                    app.follow_cells(host.cell_pixels());
                }
                draw(terminal, app, host)?;
            }
            let Some(event) = next_event(events, app, host)? else { return Ok(()) };
            app.handle(event);
        }
        // Pending events are handled before the next frame, so that many resizes are drawn once;
        // but a new item is painted before any further key counts.
        let since = Instant::now();
        let mut handled = 0;
        while !app.has_new_item()
            && app.terminal_request.is_none()
            && handled < MOST_EVENTS_OF_A_FRAME
            && since.elapsed() < LONGEST_BETWEEN_FRAMES
            && let Ok(event) = events.try_recv()
        {
            app.handle(event);
            handled += 1;
        }
        match app.terminal_request.take() {
            None => continue,
            Some(TerminalRequest::Quit) => return Ok(()),
            Some(TerminalRequest::Redraw) => {}
            Some(TerminalRequest::Suspend) => host.suspend()?,
            Some(TerminalRequest::Retake) => host.retake()?,
            Some(TerminalRequest::AskAgain) => match host.ask_again() {
                Some(found) => app.follow_terminal(found),
                None => continue,
            },
            Some(TerminalRequest::EditSettings) => {
                if let Some(mut editor) = app.editor() {
                    let ended = host.edit(&mut editor)?;
                    app.settings_were_edited(ended);
                }
            }
            Some(TerminalRequest::FollowSettings) => {
                let session = app.session();
                host.use_mouse(session.mouse)?;
                host.use_colours(session.settings.colours() > ColourDepth::None);
            }
        }
        redraw(terminal, app)?;
    }
}

/// The part of a terminal that is drawn: all of it, or the area of the message that it is too
/// large.
pub fn drawn_area(size: Size) -> Rect {
    let cells = u32::from(size.width) * u32::from(size.height);
    let is_too_large = cells > MOST_CELLS || size.width.max(size.height) > LONGEST_SIDE;
    Rect::from((Position::ORIGIN, if is_too_large { MESSAGE } else { size }))
}

/// The next event; while there is none, pictures are sent ahead. `None` when no event can occur any
/// more.
fn next_event(
    events: &Receiver<Event>,
    app: &mut App,
    host: &mut dyn Host,
) -> io::Result<Option<Event>> {
    loop {
        match events.try_recv() {
            Ok(event) => return Ok(Some(event)),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) => {}
        }
        match app.pictures.sent_ahead() {
            Some(sequence) => host.send_ahead(&sequence)?,
            None => break,
        }
    }
    let timer = match app.is_waiting_for_writer() {
        true => Some((BETWEEN_RETRIES, Event::Retry)),
        false => app.next_timer(),
    };
    let Some((until_due, due)) = timer else { return Ok(events.recv().ok()) };
    Ok(match events.recv_timeout(until_due) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => Some(due),
        Err(RecvTimeoutError::Disconnected) => None,
    })
}

fn draw<B: Backend<Error: Into<AnyError>>>(
    terminal: &mut Terminal<B>,
    app: &mut App,
    host: &mut dyn Host,
) -> io::Result<()> {
    host.begin_frame()?;
    let size = terminal.size().map_err(io::Error::other)?;
    let area = drawn_area(size);
    app.too_large = (area.as_size() != size).then_some(size);
    if terminal.get_frame().area() != area {
        terminal.resize(area).map_err(io::Error::other)?;
    }
    terminal
        .draw(|frame| {
            let area = frame.area();
            app.prepare(area);
            app.draw(area, frame.buffer_mut());
        })
        .map_err(io::Error::other)?;
    // With synchronised output the frame appears at its end; keys pressed in response to it are not
    // older.
    let shown = Instant::now();
    host.end_frame()?;
    app.painted(shown);
    Ok(())
}

fn redraw<B: Backend<Error: Into<AnyError>>>(
    terminal: &mut Terminal<B>,
    app: &mut App,
) -> io::Result<()> {
    clear(terminal)?;
    app.repaint();
    Ok(())
}

/// Clears the screen, so that the next frame is written whole. `Terminal::clear` would ask the terminal
/// where its cursor is: a silent one costs two seconds and fails, and the answer of any other is taken
/// from under the thread that reads keys.
///
/// # Errors
/// When the terminal cannot be written.
pub fn clear<B: Backend<Error: Into<AnyError>>>(terminal: &mut Terminal<B>) -> io::Result<()> {
    let size = terminal.size().map_err(io::Error::other)?;
    terminal.resize(drawn_area(size)).map_err(io::Error::other)
}
