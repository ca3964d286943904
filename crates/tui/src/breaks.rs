//! Reminders of breaks: how long the annotator has worked without one.
//!
//! A pause of some minutes is a break. Off unless the configuration sets the number of minutes; the
//! screens choose the words and the moment.

use std::time::{Duration, Instant};

/// The time without a key that counts as a break.
const BREAK: Duration = Duration::from_mins(5);

/// How long the annotator has worked, and when they were reminded.
#[derive(Clone, Copy, Debug)]
pub struct Breaks {
    /// When the work began, or went on after the last break.
    pub began: Instant,
    last_input: Instant,
    reminded: Option<Instant>,
}

impl Breaks {
    /// Work begins now.
    pub fn start(now: Instant) -> Self {
        Breaks { began: now, last_input: now, reminded: None }
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self, now: Instant) {
        if now.saturating_duration_since(self.last_input) >= BREAK {
            *self = Breaks::start(now);
        }
        self.last_input = now;
    }

    /// How long the annotator has worked, if a reminder is due: once per interval `every`. `None`
    /// while none is due, or if one was just given.
    pub fn due(&mut self, every: Duration, now: Instant) -> Option<Duration> {
        let since = self.reminded.unwrap_or(self.began);
        if now.saturating_duration_since(since) < every {
            return None;
        }
        self.reminded = Some(now);
        Some(now.saturating_duration_since(self.began))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new session, and a function from minutes to the moment that long after its beginning.
    fn sitting() -> (Breaks, impl Fn(u64) -> Instant) {
        let start = Instant::now();
        (Breaks::start(start), move |minutes| start + Duration::from_mins(minutes))
    }

    #[test]
    fn a_reminder_comes_after_the_time_that_was_asked_for_and_again_after_as_long() {
        let every = Duration::from_mins(45);
        let (mut breaks, after) = sitting();
        for minute in 0..45 {
            breaks.attend(after(minute));
            assert_eq!(breaks.due(every, after(minute)), None, "{minute}");
        }
        breaks.attend(after(46));
        assert_eq!(breaks.due(every, after(46)), Some(Duration::from_mins(46)));
        assert_eq!(breaks.due(every, after(47)), None, "it was just given");
        for minute in 47..91 {
            breaks.attend(after(minute));
        }
        assert_eq!(breaks.due(every, after(91)), Some(Duration::from_mins(91)));
    }

    #[test]
    fn a_pause_of_minutes_is_a_break_and_a_long_thought_is_none() {
        let every = Duration::from_mins(20);
        let (mut breaks, after) = sitting();
        for minute in [4, 8, 12, 16, 20] {
            breaks.attend(after(minute));
        }
        assert!(breaks.due(every, after(20)).is_some());
        let (mut breaks, after) = sitting();
        for minute in [4, 8, 14, 18, 20] {
            breaks.attend(after(minute));
        }
        assert_eq!(breaks.due(every, after(20)), None, "six minutes of quiet were a break");
        breaks.attend(after(24));
        breaks.attend(after(28));
        breaks.attend(after(32));
        assert_eq!(breaks.due(every, after(34)), Some(Duration::from_mins(20)));
    }
}
