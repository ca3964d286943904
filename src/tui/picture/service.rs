//! The pictures of the screens, from wish to cells: asks for what is shown, prepares neighbours,
//! says what is ready. Nothing here waits.

use std::io;
use std::sync::Arc;
use std::thread;

use ratatui::layout::Size;

use crate::benchmark::ImageHash;

use super::fit::{Look, View};
use super::mode::Surface;
use super::painted::{Painted, pane};
use super::wishes::Wishes;
use super::worker::Worker;

/// Reads the bytes of a picture, or says why it cannot; called on the worker thread.
pub type Loader = Arc<dyn Fn(ImageHash) -> Result<Vec<u8>, String> + Send + Sync>;
/// Called on the worker thread when a picture on screen got ready or turned out to be broken.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Name of the worker thread. A panic there is caught and becomes a broken picture: a panic hook
/// that restores the terminal must let this thread alone.
pub const THREAD_NAME: &str = "pictures";

/// A picture for an area and a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Which picture.
    pub hash: ImageHash,
    /// The area, in cells.
    pub area: Size,
    /// The part of it.
    pub view: View,
}

/// How far a picture is.
#[derive(Clone, Debug)]
pub enum PictureState {
    /// It can be drawn.
    Ready(Arc<Painted>),
    /// It is being made ready.
    Loading {
        /// The same picture for another area or view, to be shown until then.
        meanwhile: Option<Arc<Painted>>,
    },
    /// It cannot be shown, and why.
    Broken(Arc<str>),
}

/// The worker thread and what it shares with the screen. The thread ends when this is dropped.
pub struct PictureService {
    wishes: Arc<Wishes>,
}

impl PictureService {
    /// Starts the worker.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(surface: Surface, load: Loader, wake: Waker) -> io::Result<Self> {
        let wishes = Arc::new(Wishes::new(surface));
        let worker = Worker::new(Arc::clone(&wishes), load, wake);
        thread::Builder::new().name(THREAD_NAME.into()).spawn(move || worker.run())?;
        Ok(PictureService { wishes })
    }

    /// Says what is on screen, the most important first, and what may be on screen next. Replaces
    /// what was said before; saying the same again costs nothing.
    pub fn want(&self, on_screen: &[Request], neighbours: &[Request]) {
        self.wishes.replace(on_screen, neighbours);
    }

    /// How far a picture is.
    pub fn state(&self, request: &Request) -> PictureState {
        self.wishes.state(request)
    }

    /// Width and height of a picture in pixels, once it has been painted.
    pub fn natural(&self, hash: ImageHash) -> Option<(u32, u32)> {
        self.wishes.natural(hash)
    }

    /// The view after one look; unchanged while the picture is not known yet.
    pub fn view_after(&self, request: &Request, look: Look) -> View {
        match self.natural(request.hash) {
            Some(natural) => {
                request.view.after(look, &pane(natural, request.area, &self.surface()))
            }
            None => request.view,
        }
    }

    /// What the painters know of the terminal.
    pub fn surface(&self) -> Surface {
        self.wishes.surface()
    }

    /// Another painter, or cells of another size (the font was changed). Painted pictures are dropped.
    pub fn set_surface(&self, surface: Surface) {
        self.wishes.set_surface(surface);
    }
}

impl Drop for PictureService {
    fn drop(&mut self) {
        self.wishes.close();
    }
}
