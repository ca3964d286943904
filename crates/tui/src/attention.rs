//! Attention: the time that a person spends on a decision, without long pauses, and on work without a
//! break.
//!
//! Reminders of breaks are off unless the configuration sets the number of minutes; the screens choose the
//! words and the moment.

use std::mem::take;
use std::time::{Duration, Instant};

/// A time without input that is longer than this counts as a pause.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// The time without input that counts as a break.
const BREAK: Duration = Duration::from_mins(5);

/// Adds up the time between inputs.
#[derive(Clone, Copy, Debug)]
pub struct Attention {
    /// When the work began, or went on after the last break.
    pub began: Instant,
    /// When the annotator was reminded of a break.
    reminded: Option<Instant>,
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
        let (now, zero) = (Instant::now(), Duration::ZERO);
        Attention { began: now, reminded: None, last_input: now, so_far: zero, pauses: zero }
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        self.attend_at(Instant::now());
    }

    fn attend_at(&mut self, now: Instant) {
        let passed = now.duration_since(self.last_input);
        if passed >= BREAK {
            (self.began, self.reminded) = (now, None);
        }
        let thought = passed.min(LONGEST_THOUGHT);
        self.so_far += thought;
        self.pauses += passed.saturating_sub(thought);
        self.last_input = now;
    }

    /// How long the annotator had done nothing at a moment.
    pub fn idle_time_at(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.last_input)
    }

    /// How long the annotator has worked, if a reminder is due: once per interval `every`. `None`
    /// while none is due, or if one was just given.
    pub fn break_due(&mut self, every: Duration, now: Instant) -> Option<Duration> {
        let since = self.reminded.unwrap_or(self.began);
        if now.saturating_duration_since(since) < every {
            return None;
        }
        self.reminded = Some(now);
        Some(now.saturating_duration_since(self.began))
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

    /// A new session, and a function from minutes to the moment that long after its beginning.
    fn sitting() -> (Attention, impl Fn(u64) -> Instant) {
        let attention = Attention::start();
        (attention, move |minutes| attention.began + Duration::from_mins(minutes))
    }

    #[test]
    fn a_reminder_comes_after_the_time_that_was_asked_for_and_again_after_as_long() {
        let every = Duration::from_mins(45);
        let (mut attention, after) = sitting();
        for minute in 0..45 {
            attention.attend_at(after(minute));
            assert_eq!(attention.break_due(every, after(minute)), None, "{minute}");
        }
        attention.attend_at(after(46));
        assert_eq!(attention.break_due(every, after(46)), Some(Duration::from_mins(46)));
        assert_eq!(attention.break_due(every, after(47)), None, "it was just given");
        for minute in 47..91 {
            attention.attend_at(after(minute));
        }
        assert_eq!(attention.break_due(every, after(91)), Some(Duration::from_mins(91)));
    }

    #[test]
    fn a_pause_of_minutes_is_a_break_and_a_long_thought_is_none() {
        let every = Duration::from_mins(20);
        let (mut attention, after) = sitting();
        for minute in [4, 8, 12, 16, 20] {
            attention.attend_at(after(minute));
        }
        assert!(attention.break_due(every, after(20)).is_some());
        let (mut attention, after) = sitting();
        for minute in [4, 8, 14, 18, 20] {
            attention.attend_at(after(minute));
        }
        assert_eq!(
            attention.break_due(every, after(20)),
            None,
            "six minutes of quiet were a break"
        );
        attention.attend_at(after(24));
        attention.attend_at(after(28));
        attention.attend_at(after(32));
        assert_eq!(attention.break_due(every, after(34)), Some(Duration::from_mins(20)));
    }
}
