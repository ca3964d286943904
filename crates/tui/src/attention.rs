//! Attention: the time that a person spends on a decision, without long pauses.

use std::mem::take;
use std::time::{Duration, Instant};

/// A time without input that is longer than this counts as a pause.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// Adds up the time between inputs.
#[derive(Clone, Copy, Debug)]
pub struct Attention {
    last_input: Instant,
    so_far: Duration,
    pauses: Duration,
}

/// The time spent on a decision, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSpent {
    /// Of attention.
    pub active_ms: u64,
    /// Of pauses.
    pub idle_ms: u64,
}

impl Attention {
    /// Starts to measure now.
    pub fn start() -> Self {
        Attention { last_input: Instant::now(), so_far: Duration::ZERO, pauses: Duration::ZERO }
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        self.attend_at(Instant::now());
    }

    fn attend_at(&mut self, now: Instant) {
        let passed = now.duration_since(self.last_input);
        let thought = passed.min(LONGEST_THOUGHT);
        self.so_far += thought;
        self.pauses += passed.saturating_sub(thought);
        self.last_input = now;
    }

    /// How long the annotator had done nothing at a moment.
    pub fn idle_time_at(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.last_input)
    }

    /// Returns the time since the last decision, and starts a new measurement.
    pub fn spend(&mut self) -> TimeSpent {
        self.attend();
        let (attention, pauses) = (take(&mut self.so_far), take(&mut self.pauses));
        TimeSpent { active_ms: attention.as_millis() as u64, idle_ms: pauses.as_millis() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_pause_is_a_minute_of_thought_and_the_rest_is_idle() {
        let mut attention = Attention::start();
        let start = attention.last_input;
        attention.attend_at(start + Duration::from_secs(20));
        attention.attend_at(start + Duration::from_secs(200));
        let spent = attention.spend();
        assert_eq!((spent.active_ms / 1000, spent.idle_ms / 1000), (80, 120));
        let next = attention.spend();
        assert!(next.active_ms < 1000 && next.idle_ms == 0, "{next:?}");
    }
}
