//! Holds the requests of a call back until the first one has ended, so that a key that the server refuses is
//! sent once and not by every thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time that the others are held back: a key is refused at once, an answer may take
/// minutes.
const LONGEST_HELD: Duration = Duration::from_secs(1);

/// The first request of a call.
#[derive(Debug, Default)]
pub(super) struct FirstRequest {
    is_over: AtomicBool,
    has_begun: Mutex<bool>,
    ended: Condvar,
}

/// A request in progress. When the first one is dropped, the others continue.
pub(super) struct Turn<'f>(Option<&'f FirstRequest>);

impl FirstRequest {
    /// Waits until the first request has ended, or returns at once as the first one.
    pub fn wait_for_it(&self) -> Turn<'_> {
        if self.is_over.load(Ordering::Acquire) {
            return Turn(None);
        }
        let mut has_begun = self.lock();
        if !*has_begun {
            *has_begun = true;
            return Turn(Some(self));
        }
        let is_under_way = |_: &mut bool| !self.is_over.load(Ordering::Acquire);
        let waited = self.ended.wait_timeout_while(has_begun, LONGEST_HELD, is_under_way);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.is_over.store(true, Ordering::Release);
        Turn(None)
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.has_begun.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(first) = self.0 {
            let held = first.lock();
            first.is_over.store(true, Ordering::Release);
            drop(held);
            first.ended.notify_all();
        }
    }
}
