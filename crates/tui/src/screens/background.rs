//! Figures that are computed on a background thread, so that keys are not delayed.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use crate::messages::{speak, spoken, text};
use crate::session::Session;
use assay_store::{Benchmark, Store, StoreError};

/// Figures that are being computed, are ready, or failed.
pub(super) enum Background<T> {
    Running(Receiver<Result<T, String>>),
    Ready(Arc<T>),
    Failed(String),
}

impl<T: Send + 'static> Background<T> {
    /// Computes over a separate database connection; wakes the screen when done.
    pub fn start<E: Display + From<StoreError>>(
        session: &Session,
        compute: impl FnOnce(&mut Store, &Benchmark) -> Result<T, E> + Send + 'static,
    ) -> Self {
        Self::over(session, Store::open, compute)
    }

    /// The same over a read-only connection, so that it never delays writers.
    pub fn read<E: Display + From<StoreError>>(
        session: &Session,
        compute: impl FnOnce(&Store, &Benchmark) -> Result<T, E> + Send + 'static,
    ) -> Self {
        Self::over(session, Store::open_to_read, |store, benchmark| compute(store, benchmark))
    }

    fn over<E: Display + From<StoreError>>(
        session: &Session,
        open: fn(&Path) -> Result<Store, StoreError>,
        compute: impl FnOnce(&mut Store, &Benchmark) -> Result<T, E> + Send + 'static,
    ) -> Self {
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
        Background::Running(receiver)
    }

    /// Takes the figures if they are ready. Returns whether the computation has just ended.
    pub fn collect(&mut self) -> bool {
        let Background::Running(receiver) = self else { return false };
        *self = match receiver.try_recv() {
            Ok(Ok(figures)) => Background::Ready(Arc::new(figures)),
            Ok(Err(failure)) => Background::Failed(failure),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => {
                Background::Failed(text!("computation-stopped").into())
            }
        };
        true
    }

    /// Why there are no figures: that they are being computed, in these words, or the failure.
    pub fn notice(&self, computing: &str) -> Option<String> {
        match self {
            Background::Running(_) => Some(computing.to_owned()),
            Background::Failed(failure) => Some(failure.clone()),
            Background::Ready(_) => None,
        }
    }

    /// The figures, once they are ready.
    pub fn ready(&self) -> Option<&Arc<T>> {
        match self {
            Background::Ready(figures) => Some(figures),
            Background::Running(_) | Background::Failed(_) => None,
        }
    }

    /// Whether they are still being computed.
    pub fn is_running(&self) -> bool {
        matches!(self, Background::Running(_))
    }
}
