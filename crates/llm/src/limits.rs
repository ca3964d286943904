//! Limits that all threads of a client share: requests at once, requests and tokens per minute, and
//! the pause that a server asks for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::stop::{Stop, lock};

/// The interval at which a waiting thread checks the stop flag.
const GLANCE: Duration = Duration::from_millis(100);

/// Bounds the number of requests in progress. Each holder has a distinct number below the bound.
#[derive(Debug)]
pub(super) struct Permits {
    free: Mutex<Free>,
    returned: Condvar,
}

#[derive(Debug)]
struct Free {
    numbers: Vec<usize>,
    /// The number of waiting threads. Waking a thread when none waits costs a system call.
    awaited_by: usize,
}

/// The right to send one request. Returned when dropped.
#[derive(Debug)]
pub(super) struct Permit<'p> {
    permits: &'p Permits,
    /// From 0.
    pub number: usize,
}

impl Permits {
    pub(super) fn new(bound: usize) -> Self {
        let free = Free { numbers: (0..bound).rev().collect(), awaited_by: 0 };
        Permits { free: Mutex::new(free), returned: Condvar::new() }
    }

    /// Waits for a permit; `None` if the run stops first.
    pub(super) fn acquire(&self, stop: &Stop) -> Option<Permit<'_>> {
        let mut free = lock(&self.free);
        loop {
            if stop.is_requested() {
                return None;
            }
            if let Some(number) = free.numbers.pop() {
                return Some(Permit { permits: self, number });
            }
            free.awaited_by += 1;
            let waited = self.returned.wait_timeout(free, GLANCE);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
            free.awaited_by -= 1;
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut free = lock(&self.permits.free);
        free.numbers.push(self.number);
        let is_awaited = free.awaited_by > 0;
        drop(free);
        if is_awaited {
            self.permits.returned.notify_one();
        }
    }
}

/// Spreads requests and tokens evenly over the minutes. Pure: the present is an argument, counted
/// from any fixed moment.
///
/// There are no bursts, so that no minute, at any offset, has more requests than the limit. A
/// request may begin when the tokens of those before it are paid off; a minute therefore has at
/// most one request's tokens over the limit.
#[derive(Debug, Default)]
pub(super) struct Pace {
    request_takes: Duration,
    token_takes: f64,
    next_request: Duration,
    tokens_paid: Duration,
    /// The moment before which no request begins.
    pub paused_until: Duration,
}

impl Pace {
    pub(super) fn new(requests_per_minute: Option<f64>, tokens_per_minute: Option<f64>) -> Self {
        // Slower than one a day is one a day: the sums must not overflow.
        let share = |limit: Option<f64>| limit.map_or(0.0, |limit| (60.0 / limit).min(86_400.0));
        Pace {
            request_takes: Duration::from_secs_f64(share(requests_per_minute)),
            token_takes: share(tokens_per_minute),
            ..Pace::default()
        }
    }

    /// Books the next time slot for a request of this many tokens. Returns when it begins.
    pub(super) fn book(&mut self, now: Duration, tokens: u64) -> Duration {
        let begins = now.max(self.next_request).max(self.tokens_paid).max(self.paused_until);
        self.next_request = begins + self.request_takes;
        self.tokens_paid = begins + self.cost(tokens);
        begins
    }

    /// Corrects what was booked by what was used.
    pub(super) fn correct(&mut self, booked: u64, used: u64) {
        if used >= booked {
            self.tokens_paid += self.cost(used - booked);
        } else {
            self.tokens_paid = self.tokens_paid.saturating_sub(self.cost(booked - used));
        }
    }

    /// Delays all requests until a moment.
    pub(super) fn pause(&mut self, until: Duration) {
        self.paused_until = self.paused_until.max(until);
    }

    fn cost(&self, tokens: u64) -> Duration {
        Duration::from_secs_f64((self.token_takes * tokens as f64).min(86_400.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn never_more_requests_are_under_way_than_there_are_permits() {
        let (permits, stop) = (Permits::new(3), Stop::new());
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let permit = permits.acquire(&stop).unwrap();
                        assert!(permit.number < 3);
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!((2..=3).contains(&most.load(Ordering::SeqCst)));
        assert_eq!(lock(&permits.free).numbers.len(), 3);
    }

    #[test]
    fn waiting_for_a_permit_ends_when_the_run_stops() {
        let (permits, stop) = (Permits::new(1), Stop::new());
        let held = permits.acquire(&stop);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| permits.acquire(&stop).is_none());
            thread::sleep(Duration::from_millis(20));
            stop.request();
            assert!(waiting.join().unwrap());
        });
        drop(held);
    }

    #[test]
    fn no_minute_has_more_requests_than_the_limit() {
        let mut pace = Pace::new(Some(30.0), None);
        let begins: Vec<Duration> = (0..100).map(|_| pace.book(Duration::ZERO, 50)).collect();
        assert_eq!(begins[..3], [Duration::ZERO, 2 * SECOND, 4 * SECOND]);
        for &start in &begins {
            let end = start + Duration::from_mins(1);
            assert!(begins.iter().filter(|&&at| (start..end).contains(&at)).count() <= 30);
        }
        // Unused time is not saved up.
        assert_eq!(pace.book(1000 * SECOND, 50), 1000 * SECOND);
        assert_eq!(pace.book(1000 * SECOND, 50), 1002 * SECOND);
    }

    #[test]
    fn tokens_are_paid_off_before_the_next_request_and_corrected_by_what_was_used() {
        let mut pace = Pace::new(None, Some(600.0));
        assert_eq!(pace.book(Duration::ZERO, 50), Duration::ZERO);
        assert_eq!(pace.book(Duration::ZERO, 50), 5 * SECOND);
        pace.correct(50, 80);
        assert_eq!(pace.book(SECOND, 10), 13 * SECOND);
        pace.correct(10, 0);
        assert_eq!(pace.book(SECOND, 10), 13 * SECOND);
    }

    #[test]
    fn without_limits_every_request_begins_at_once_except_in_a_pause() {
        let mut pace = Pace::new(None, None);
        assert_eq!(pace.book(SECOND, 1_000_000), SECOND);
        pace.pause(9 * SECOND);
        pace.pause(3 * SECOND);
        assert_eq!(pace.book(2 * SECOND, 1), 9 * SECOND);
        assert_eq!(pace.paused_until, 9 * SECOND);
        assert_eq!(pace.book(10 * SECOND, 1), 10 * SECOND);
    }
}
