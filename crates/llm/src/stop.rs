//! The request to stop, which ends every wait of the client at once.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A flag that every thread of a run shares. Once set it stays set.
///
/// A request that is already sent is not cut off: its answer may be paid for. Waits between
/// attempts and for a limit end at once.
#[derive(Clone, Default)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    requested: AtomicBool,
    waits: Mutex<()>,
    woken: Condvar,
}

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Sets the flag and wakes every wait.
    pub fn request(&self) {
        self.shared.requested.store(true, Ordering::SeqCst);
        // Taking the lock ensures that no thread is between checking the flag and waiting.
        drop(self.lock());
        self.shared.woken.notify_all();
    }

    /// Whether the flag is set.
    pub fn is_requested(&self) -> bool {
        self.shared.requested.load(Ordering::SeqCst)
    }

    /// Waits this long. Returns whether the wait was not ended by the flag.
    pub fn wait(&self, duration: Duration) -> bool {
        let until = Instant::now() + duration;
        let mut guard = self.lock();
        loop {
            if self.is_requested() {
                return false;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            let waited = self.shared.woken.wait_timeout(guard, left);
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.shared.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_requested())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

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
