//! Timing of the frames of a video. The strip of pictures determines the next frame.

use std::time::{Duration, Instant};

/// How long a frame is shown: benchmarks sample a few seconds of video as eight frames or so.
const EACH_FRAME: Duration = Duration::from_millis(500);

/// Whether frames play, and when the next one is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    next_frame: Option<Instant>,
}

impl Play {
    /// Starts; the frame on the screen is shown for its time first.
    pub fn start(&mut self, now: Instant) {
        self.next_frame = Some(now + EACH_FRAME);
    }

    pub fn stop(&mut self) {
        self.next_frame = None;
    }

    /// Whether frames play.
    pub fn is_on(self) -> bool {
        self.next_frame.is_some()
    }

    /// The time until the next frame is due.
    pub fn until_next(self, now: Instant) -> Option<Duration> {
        self.next_frame.map(|due| due.saturating_duration_since(now))
    }

    /// Whether the next frame is to be shown now; its time starts then. If the previous frame is
    /// not on the screen yet, it is shown for its time first, so that none is left out.
    pub fn is_due(&mut self, now: Instant, is_loading: bool) -> bool {
        let is_due = self.next_frame.is_some_and(|due| due <= now);
        if is_due {
            self.start(now);
        }
        is_due && !is_loading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_has_its_time_and_one_that_is_late_gets_it_too() {
        let start = Instant::now();
        let after = |frames: u32| start + EACH_FRAME * frames;
        let mut play = Play::default();
        assert!(!play.is_due(after(9), false), "nothing plays");
        play.start(start);
        assert_eq!(play.until_next(start), Some(EACH_FRAME));
        assert!(!play.is_due(start + EACH_FRAME / 2, false));
        assert!(play.is_due(after(1), false));
        assert!(!play.is_due(after(1), false), "the next one has its time");
        assert!(!play.is_due(after(2), true), "the frame before is not there yet");
        assert_eq!(play.until_next(after(2)), Some(EACH_FRAME));
        assert!(play.is_due(after(3), false));
        play.stop();
        assert_eq!((play.is_on(), play.until_next(after(4))), (false, None));
    }
}
