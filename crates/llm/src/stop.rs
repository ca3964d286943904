//! The request to stop, which ends every wait of the client at once, and the locks of the client.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A flag that every thread of a run shares. Once set it stays set.
///
/// A request that is already sent is not cut off: its answer may be paid for. Waits between
/// attempts and for a limit end at once.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Sets the flag and wakes every wait.
    pub fn request(&self) {
        *lock(&self.0.is_set) = true;
        self.0.changed.notify_all();
    }

    /// Whether the flag is set.
    pub fn is_requested(&self) -> bool {
        *lock(&self.0.is_set)
    }

    /// Waits this long. Returns whether the wait was not ended by the flag.
    pub fn wait(&self, duration: Duration) -> bool {
        let is_set = lock(&self.0.is_set);
        let waited = self.0.changed.wait_timeout_while(is_set, duration, |is_set| !*is_set);
        !*waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The content of a mutex. A thread that panicked leaves it valid: every change is a single step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Instant;

    #[test]
    fn a_wait_ends_at_once_when_the_run_stops() {
        let stop = Stop::new();
        let waiting = thread::spawn({
            let stop = stop.clone();
            move || stop.wait(Duration::from_mins(1))
        });
        thread::sleep(Duration::from_millis(20));
        stop.request();
        assert!(!waiting.join().unwrap());
        assert!(!stop.wait(Duration::from_mins(1)));
    }

    #[test]
    fn a_wait_that_nothing_ends_takes_its_time() {
        let started = Instant::now();
        assert!(Stop::new().wait(Duration::from_millis(15)));
        assert!(started.elapsed() >= Duration::from_millis(15));
    }
}
