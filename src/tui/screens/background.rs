//! Figures that are counted on a thread of their own, so that no key waits for them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use crate::store::{Benchmark, Store};
use crate::tui::session::Session;

/// Figures that are on their way, have come, or will not come.
pub(super) enum Background<T> {
    Counting(Receiver<Result<T, String>>),
    Ready(Arc<T>),
    Failed(String),
}

impl<T: Send + 'static> Background<T> {
    /// Counts over a connection of its own; wakes the screen when done.
    pub fn start(
        session: &Session,
        count: impl FnOnce(&mut Store, &Benchmark) -> anyhow::Result<T> + Send + 'static,
    ) -> Self {
        let (sender, coming) = channel();
        let path = session.store.path().to_owned();
        let benchmark = session.review().benchmark().clone();
        let wake = Arc::clone(&session.wake);
        thread::spawn(move || {
            let opened = Store::open(&path).map_err(anyhow::Error::from);
            let figures = opened.and_then(|mut store| count(&mut store, &benchmark));
            // Whoever waited may have left the screen.
            let _ = sender.send(figures.map_err(|error| error.to_string()));
            wake();
        });
        Background::Counting(coming)
    }

    /// Takes the figures where they have come.
    pub fn collect(&mut self) {
        let Background::Counting(coming) = self else { return };
        *self = match coming.try_recv() {
            Ok(Ok(figures)) => Background::Ready(Arc::new(figures)),
            Ok(Err(failure)) => Background::Failed(failure),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Background::Failed("counting stopped".into()),
        };
    }

    /// The figures, once they are there.
    pub fn ready(&self) -> Option<&Arc<T>> {
        match self {
            Background::Ready(figures) => Some(figures),
            Background::Counting(_) | Background::Failed(_) => None,
        }
    }

    /// Whether they are on their way.
    pub fn is_waiting(&self) -> bool {
        matches!(self, Background::Counting(_))
    }
}
