//! Figures that are computed on a background thread, so that keys are not delayed. The last ones stay
//! while they are computed again.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use crate::messages::{speak, spoken, text};
use crate::session::Session;
use assay_store::{Benchmark, Result, Store, StoreError};

/// Figures that are computed, ready, or both: computed again.
pub(super) struct Figures<T: Send + Sync + 'static> {
    running: Option<Receiver<Result<T, String>>>,
    ready: Option<Arc<T>>,
    /// Why the last computation failed.
    pub failure: Option<String>,
}

impl<T: Send + Sync + 'static> Default for Figures<T> {
    fn default() -> Self {
        Figures { running: None, ready: None, failure: None }
    }
}

impl<T: Send + Sync + 'static> Figures<T> {
    /// Figures that are computed for the first time.
    pub fn computed<E: Display + From<StoreError>>(
        session: &Session,
        compute: impl FnOnce(&mut Store, &Benchmark) -> Result<T, E> + Send + 'static,
    ) -> Self {
        let mut figures = Figures::default();
        figures.start(session, Store::open, compute);
        figures
    }

    /// Computes over a separate database connection; wakes the screen when done. A connection that
    /// only reads never delays writers.
    pub fn start<E: Display + From<StoreError>>(
        &mut self,
        session: &Session,
        open: fn(&Path) -> Result<Store>,
        compute: impl FnOnce(&mut Store, &Benchmark) -> Result<T, E> + Send + 'static,
    ) {
        let (sender, receiver) = channel();
        let path = session.store.path().to_owned();
        let benchmark = session.review().benchmark().clone();
        let wake = Arc::clone(&session.wake);
        let language = spoken();
        thread::spawn(move || {
            speak(language);
            let opened = open(&path).map_err(E::from);
            let figures = opened.and_then(|mut store| compute(&mut store, &benchmark));
            // The screen may already be closed.
            let _ = sender.send(figures.map_err(|error| error.to_string()));
            wake();
        });
        self.running = Some(receiver);
    }

    /// Takes the figures if they are ready. Returns whether the computation has just ended.
    pub fn collect(&mut self) -> bool {
        let Some(receiver) = &self.running else { return false };
        let ended = match receiver.try_recv() {
            Ok(ended) => ended,
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Err(text!("computation-stopped").to_owned()),
        };
        self.running = None;
        match ended {
            Ok(figures) => {
                drop_in_background(self.ready.replace(Arc::new(figures)));
                self.failure = None;
            }
            Err(failure) => self.failure = Some(failure),
        }
        true
    }

    /// Why there are no figures: that they are being computed, in these words, or the failure.
    pub fn notice(&self, computing: &str) -> Option<String> {
        let notice = || self.failure.clone().unwrap_or_else(|| computing.to_owned());
        self.ready.is_none().then(notice)
    }

    /// The figures that were computed last.
    pub fn ready(&self) -> Option<&Arc<T>> {
        self.ready.as_ref()
    }

    /// Whether they are being computed, for the first time or again.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }
}

impl<T: Send + Sync + 'static> Drop for Figures<T> {
    fn drop(&mut self) {
        drop_in_background(self.ready.take());
    }
}

/// Frees figures on another thread: half a million small allocations take longer than a frame.
fn drop_in_background<T: Send + Sync + 'static>(figures: Option<Arc<T>>) {
    if let Some(figures) = figures {
        thread::spawn(move || drop(figures));
    }
}
