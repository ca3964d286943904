//! What the screen wishes for, and what has been granted: all that its thread and the worker's
//! share.
//!
//! A new list of wishes replaces the old one, so the latest request wins and a stale neighbour is
//! never painted. The pictures on screen come first, and are never dropped for a neighbour.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::benchmark::ImageHash;

use super::cache::Cache;
use super::mode::{PictureMode, Surface};
use super::painted::Painted;
use super::service::{PictureState, Request};

/// Memory for painted pictures, in bytes.
const PAINTED_BYTES: usize = 14 << 20;

pub(super) struct Wishes {
    desk: Mutex<Desk>,
    changed: Condvar,
}

struct Desk {
    surface: Surface,
    on_screen: Vec<Request>,
    neighbours: Vec<Request>,
    painted: Cache<Request, Arc<Painted>>,
    broken: HashMap<ImageHash, Arc<str>>,
    /// The neighbours that did not fit beside what is on screen.
    no_room: HashSet<Request>,
    closed: bool,
}

/// A wish taken up by the worker.
pub(super) struct Job {
    pub(super) request: Request,
    pub(super) surface: Surface,
    /// The pictures on screen that are zoomed into.
    pub(super) closely: Vec<ImageHash>,
}

impl Wishes {
    pub(super) fn new(surface: Surface) -> Self {
        let desk = Desk {
            surface,
            on_screen: Vec::new(),
            neighbours: Vec::new(),
            painted: Cache::with_bound(PAINTED_BYTES),
            broken: HashMap::new(),
            no_room: HashSet::new(),
            closed: false,
        };
        Wishes { desk: Mutex::new(desk), changed: Condvar::new() }
    }

    /// Replaces the wishes. A failure is forgotten with the wish, so that coming back tries again.
    pub(super) fn replace(&self, on_screen: &[Request], neighbours: &[Request]) {
        let mut desk = self.desk();
        if desk.on_screen == on_screen && desk.neighbours == neighbours {
            return;
        }
        desk.on_screen = on_screen.to_vec();
        desk.neighbours = neighbours.to_vec();
        desk.no_room.clear();
        let Desk { on_screen, neighbours, broken, .. } = &mut *desk;
        broken
            .retain(|hash, _| on_screen.iter().chain(&*neighbours).any(|wish| wish.hash == *hash));
        drop(desk);
        self.changed.notify_one();
    }

    pub(super) fn state(&self, request: &Request) -> PictureState {
        let mut desk = self.desk();
        if let Some(painted) = desk.painted.get(request) {
            return PictureState::Ready(painted);
        }
        if let Some(reason) = desk.broken.get(&request.hash) {
            return PictureState::Broken(Arc::clone(reason));
        }
        let meanwhile = desk.painted.latest(|other| other.hash == request.hash).cloned();
        PictureState::Loading { meanwhile }
    }

    pub(super) fn natural(&self, hash: ImageHash) -> Option<(u32, u32)> {
        self.desk().painted.latest(|request| request.hash == hash).map(|painted| painted.natural)
    }

    pub(super) fn surface(&self) -> Surface {
        self.desk().surface
    }

    pub(super) fn set_surface(&self, surface: Surface) {
        let mut desk = self.desk();
        if desk.surface != surface {
            desk.surface = surface;
            desk.painted.clear();
            desk.no_room.clear();
            drop(desk);
            self.changed.notify_one();
        }
    }

    pub(super) fn close(&self) {
        self.desk().closed = true;
        self.changed.notify_one();
    }

    /// Waits for something to do; `None` when the service is gone.
    pub(super) fn next(&self) -> Option<Job> {
        let mut desk = self.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some(request) = desk.first_ungranted() {
                let zoomed = desk.on_screen.iter().filter(|wish| !wish.view.is_whole());
                let closely = zoomed.map(|wish| wish.hash).collect();
                return Some(Job { request, surface: desk.surface, closely });
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a result. True when there is something to do with it at once: the screen shows it, or
    /// it can be sent to the terminal already.
    pub(super) fn granted(&self, job: &Job, outcome: Result<Arc<Painted>, String>) -> bool {
        let mut desk = self.desk();
        if desk.surface != job.surface {
            return false;
        }
        let request = job.request;
        let on_screen = desk.on_screen.contains(&request);
        match outcome {
            Ok(painted) => {
                let Desk { on_screen: shown, neighbours, painted: cache, .. } = &mut *desk;
                let needed =
                    |key: &Request| shown.contains(key) || !on_screen && neighbours.contains(key);
                let bytes = painted.bytes();
                if !cache.insert(request, painted, bytes, on_screen, needed) {
                    desk.no_room.insert(request);
                }
            }
            Err(reason) => {
                desk.broken.insert(request.hash, reason.into());
            }
        }
        on_screen || job.surface.mode == PictureMode::Kitty
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // A panic under the lock is impossible but for a bug; the desk stays consistent even then.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    fn first_ungranted(&self) -> Option<Request> {
        let wished = self.on_screen.iter().chain(&self.neighbours);
        wished
            .filter(|wish| !self.painted.contains(wish))
            .filter(|wish| !self.broken.contains_key(&wish.hash))
            .find(|wish| !self.no_room.contains(wish))
            .copied()
    }
}
