//! The loop: draw what changed, wait for what happens, do errands. Generic over the terminal, so
//! that tests run it without one.

use std::io;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::{Position, Rect};

use super::app::{App, Errand, Event};
use crate::benchmark::ImageHash;

/// What the loop needs of whoever owns the terminal.
pub trait Host {
    /// A frame is about to be written.
    fn begin_frame(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The frame is written.
    fn end_frame(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Gives the terminal back to the shell, stops the process, and takes the terminal again.
    fn suspend(&mut self) -> io::Result<()>;

    /// Shows a picture on the whole screen until a key is pressed.
    fn full_screen(&mut self, picture: ImageHash, bytes: &[u8]) -> io::Result<()>;
}

/// Runs the program until it quits or nothing can happen any more.
///
/// # Errors
/// When the terminal cannot be written. Everything decided is saved by then.
pub fn run<B>(
    terminal: &mut Terminal<B>,
    app: &mut App,
    events: &Receiver<Event>,
    host: &mut dyn Host,
) -> io::Result<()>
where
    B: Backend,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    loop {
        if app.needs_drawing() {
            draw(terminal, app, host)?;
        }
        let Ok(event) = events.recv() else { return Ok(()) };
        app.handle(event);
        // Whatever has come meanwhile is handled before the next frame, so that a storm of resizes
        // is drawn once; but a new item is painted before any further key counts.
        while !app.has_new_item()
            && !app.has_errand()
            && let Ok(event) = events.try_recv()
        {
            app.handle(event);
        }
        match app.take_errand() {
            Some(Errand::Quit) => return Ok(()),
            Some(Errand::Suspend) => {
                host.suspend()?;
                redraw(terminal, app)?;
            }
            Some(Errand::FullScreen(hash)) => {
                show_full_screen(app, host, hash)?;
                redraw(terminal, app)?;
            }
            Some(Errand::Redraw) => redraw(terminal, app)?,
            None => {}
        }
    }
}

fn draw<B>(terminal: &mut Terminal<B>, app: &mut App, host: &mut dyn Host) -> io::Result<()>
where
    B: Backend,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    host.begin_frame()?;
    terminal.autoresize().map_err(io::Error::other)?;
    terminal
        .draw(|frame| {
            let area = frame.area();
            app.prepare(area);
            app.draw(area, frame.buffer_mut());
        })
        .map_err(io::Error::other)?;
    // With synchronised output the frame shows at its end; no key that is pressed for it is older.
    let shown = Instant::now();
    host.end_frame()?;
    app.painted(shown);
    Ok(())
}

fn redraw<B>(terminal: &mut Terminal<B>, app: &mut App) -> io::Result<()>
where
    B: Backend,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
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
pub fn clear<B>(terminal: &mut Terminal<B>) -> io::Result<()>
where
    B: Backend,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let size = terminal.size().map_err(io::Error::other)?;
    terminal.resize(Rect::from((Position::ORIGIN, size))).map_err(io::Error::other)
}

fn show_full_screen(app: &mut App, host: &mut dyn Host, hash: ImageHash) -> io::Result<()> {
    use super::widgets::chrome::Echo;
    match app.session().store.picture_bytes(hash) {
        Ok(bytes) => host.full_screen(hash, &bytes),
        Err(error) => {
            app.session_mut().echo = Some(Echo::error(error.to_string()));
            Ok(())
        }
    }
}
