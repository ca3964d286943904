//! The votes module against tables of a paper, other programs' fits and simulations. Published results on
//! files are in `crates/core/tests`.

mod fits;
mod laws;
mod paper;
mod simulated;

use serde_json::Value;

use super::table::tests::Named;
use super::*;
use crate::statistics::{Plan, Statistic};

const PLAN: Plan = Plan { resamples: 120, seed: 1 };

fn close(found: &Statistic, expected: f64, tolerance: f64, what: &str) {
    let value = found.value().unwrap_or_else(|| panic!("{what}: {found:?}"));
    assert!((value - expected).abs() <= tolerance, "{what}: {value}, expected {expected}");
}

/// People none of whom settles what others differ on.
fn people(all: &[u32]) -> People<'_> {
    People { all, settling: &[] }
}

fn se(found: &Statistic) -> f64 {
    match found {
        Statistic::Defined { se: Some(se), .. } => *se,
        other => panic!("{other:?}"),
    }
}

/// A generator that a test in another language can have as well (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn fraction(&mut self) -> f64 {
        self.below(1 << 30) as f64 / (1_u64 << 30) as f64
    }
}
