//! Attention: the time that a person spends on a decision, long pauses left out.

use std::time::{Duration, Instant};

/// Attention that no input interrupts for longer than this is taken for a pause.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// Adds up the time between inputs.
#[derive(Clone, Copy, Debug)]
pub struct Attention {
    last_input: Instant,
    so_far: Duration,
}

impl Attention {
    /// Starts to measure now.
    pub fn start() -> Self {
        Attention { last_input: Instant::now(), so_far: Duration::ZERO }
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        let now = Instant::now();
        self.so_far += now.duration_since(self.last_input).min(LONGEST_THOUGHT);
        self.last_input = now;
    }

    /// How long the annotator has done nothing.
    pub fn idle_time(&self) -> Duration {
        self.last_input.elapsed()
    }

    /// The milliseconds of attention since the last decision; from here on they are spent.
    pub fn spend(&mut self) -> u64 {
        self.attend();
        std::mem::take(&mut self.so_far).as_millis() as u64
    }
}
