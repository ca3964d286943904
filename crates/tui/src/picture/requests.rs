//! The requested and the finished pictures: the state that the thread of the screens and the worker
//! share.
//!
//! A new list of requests replaces the old one, so the latest request wins and a stale neighbour is
//! never painted. The pictures on screen come first, and are never dropped for a neighbour.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ratatui::layout::Size;

use assay_core::benchmark::ImageHash;

use super::cache::Cache;
use super::fit::View;
use super::mode::{PictureMode, Surface};
use super::painted::Painted;

/// Memory for painted pictures, in bytes.
const PAINTED_BYTES: usize = 14 << 20;

/// Reads the bytes of a picture, or returns the reason for a failure; called on the worker thread.
pub type Loader = Arc<dyn Fn(ImageHash) -> Result<Vec<u8>, String> + Send + Sync>;
/// Called on the worker thread when a picture on screen became ready or turned out to be broken.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

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

#[derive(Clone, Debug)]
pub enum PictureState {
    /// It can be drawn.
    Ready(Arc<Painted>),
    /// It is being prepared; until then the same picture for another area or view is shown, if there is one.
    Loading { meanwhile: Option<Arc<Painted>> },
    /// It cannot be shown, and why.
    Broken(Arc<str>),
}

/// The requests and results, behind a lock.
pub(super) struct Requests {
    state: Mutex<State>,
    changed: Condvar,
}

pub(super) struct State {
    pub(super) surface: Surface,
    pub(super) on_screen: Vec<Request>,
    pub(super) neighbours: Vec<Request>,
    pub(super) painted: Cache<Request, Arc<Painted>>,
    pub(super) broken: HashMap<ImageHash, Arc<str>>,
    /// The neighbours that did not fit in addition to what is on screen.
    pub(super) no_room: HashSet<Request>,
    pub(super) closed: bool,
}

/// A request that the worker has taken.
pub(super) struct Job {
    pub(super) request: Request,
    pub(super) surface: Surface,
    /// The pictures on screen that are zoomed into.
    pub(super) closely: Vec<ImageHash>,
}

impl Requests {
    pub(super) fn new(surface: Surface) -> Self {
        let state = State {
            surface,
            on_screen: Vec::new(),
            neighbours: Vec::new(),
            painted: Cache::with_bound(PAINTED_BYTES),
            broken: HashMap::new(),
            no_room: HashSet::new(),
            closed: false,
        };
        Requests { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Changes the state, and wakes the worker.
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_one();
    }

    /// Waits for something to do; `None` when the service is gone.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(request) = state.first_missing() {
                let zoomed = state.on_screen.iter().filter(|request| !request.view.is_whole());
                let closely = zoomed.map(|request| request.hash).collect();
                return Some(Job { request, surface: state.surface, closely });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a result. True if it can be used at once: the screen shows it, or it can already be
    /// sent to the terminal.
    pub(super) fn finished(&self, job: &Job, outcome: Result<Arc<Painted>, String>) -> bool {
        let mut state = self.lock();
        if state.surface != job.surface {
            return false;
        }
        let request = job.request;
        let on_screen = state.on_screen.contains(&request);
        // A picture that is broken is so in every size.
        let shows_broken =
            outcome.is_err() && state.on_screen.iter().any(|shown| shown.hash == request.hash);
        match outcome {
            Ok(painted) => {
                let State { on_screen: shown, neighbours, painted: cache, .. } = &mut *state;
                let needed =
                    |key: &Request| shown.contains(key) || !on_screen && neighbours.contains(key);
                let bytes = painted.bytes();
                if !cache.insert(request, painted, bytes, on_screen, needed) {
                    state.no_room.insert(request);
                }
            }
            Err(reason) => {
                state.broken.insert(request.hash, reason.into());
            }
        }
        on_screen || shows_broken || job.surface.mode == PictureMode::Kitty
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // A panic under the lock is impossible but for a bug; the state stays consistent even then.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn first_missing(&self) -> Option<Request> {
        let requested = self.on_screen.iter().chain(&self.neighbours);
        requested
            .filter(|request| !self.painted.contains(request))
            .filter(|request| !self.broken.contains_key(&request.hash))
            .find(|request| !self.no_room.contains(request))
            .copied()
    }
}
