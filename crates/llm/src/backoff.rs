//! The wait before the next attempt, and the chance that spreads it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chrono::{DateTime, Utc};

/// The longest wait before the second attempt; it doubles from one attempt to the next.
const FIRST: Duration = Duration::from_millis(500);

/// The longest wait if the server does not ask for one.
const LONGEST: Duration = Duration::from_secs(30);

/// The longest wait that a server may ask for. A request that would have to wait longer fails.
pub(super) const LONGEST_ASKED: Duration = Duration::from_mins(2);

/// Exponential back-off with full jitter: a wait between zero and a limit that doubles with each
/// attempt, so that many threads that failed at once do not retry at once. `chance` is a number
/// from 0 to 1.
pub(super) fn delay(attempts: u32, chance: f64) -> Duration {
    let doubled = FIRST.saturating_mul(1 << attempts.saturating_sub(1).min(16));
    doubled.min(LONGEST).mul_f64(chance.clamp(0.0, 1.0))
}

/// The wait that a `Retry-After` header asks for: seconds, or a moment.
pub(super) fn retry_after(header: &str, now: DateTime<Utc>) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        let is_wait = seconds.is_finite() && (0.0..1e9).contains(&seconds);
        return is_wait.then(|| Duration::from_secs_f64(seconds));
    }
    let moment = DateTime::parse_from_rfc2822(header).ok()?;
    Some(moment.signed_duration_since(now).to_std().unwrap_or_default())
}

/// A number from 0 to 1, for waits alone: no reported figure depends on it.
pub(super) fn chance() -> f64 {
    let bits = RandomState::new().build_hasher().finish();
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_doubles_up_to_the_longest_wait() {
        let most: Vec<u64> =
            (1..9).map(|attempts| delay(attempts, 1.0).as_millis() as u64).collect();
        assert_eq!(most, [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
        assert_eq!(delay(3, 0.0), Duration::ZERO);
        assert_eq!(delay(3, 0.5), Duration::from_secs(1));
        assert_eq!(delay(u32::MAX, 1.0), LONGEST);
    }

    #[test]
    fn retry_after_is_seconds_or_a_moment() {
        let now = "2026-11-22T08:00:00Z".parse().unwrap();
        let read = |header| retry_after(header, now);
        assert_eq!(read("3"), Some(Duration::from_secs(3)));
        assert_eq!(read(" 0.5 "), Some(Duration::from_millis(500)));
        assert_eq!(read("Sun, 22 Nov 2026 08:00:07 GMT"), Some(Duration::from_secs(7)));
        assert_eq!(read("Sun, 22 Nov 2026 07:00:00 GMT"), Some(Duration::ZERO));
        for wrong in ["", "soon", "-1", "nan", "1e300"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_spread_from_0_to_1() {
        let numbers: Vec<f64> = (0..1000).map(|_| chance()).collect();
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        let mean = numbers.iter().sum::<f64>() / 1000.0;
        assert!((0.4..0.6).contains(&mean), "{mean}");
    }
}
