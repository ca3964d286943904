//! Times and their quantiles.

use std::fmt;
use std::time::Duration;

/// Measured times.
#[derive(Debug, Default)]
pub struct Figures {
    times: Vec<Duration>,
}

impl Figures {
    pub fn add(&mut self, time: Duration) {
        self.times.push(time);
    }

    /// The smallest time that this share of all does not exceed (nearest rank).
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let rank = (share * sorted.len() as f64).ceil() as usize;
        let time = sorted.get(rank.clamp(1, sorted.len().max(1)) - 1);
        time.map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    }
}

/// The cells `n | p50 | p90 | p99 | longest`, in milliseconds.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.times.len())?;
        if self.times.is_empty() {
            return f.write_str(" | | | | ");
        }
        for share in [0.5, 0.9, 0.99, 1.0] {
            write!(f, " | {:.1}", self.quantile(share))?;
        }
        Ok(())
    }
}
