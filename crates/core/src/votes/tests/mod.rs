//! The votes module against published results, other programs' fits and simulations.

mod fits;
mod laws;
mod paper;
mod published;
mod simulated;

use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::statistics::{Plan, Statistic};

const PLAN: Plan = Plan { resamples: 120, seed: 1 };

/// A file of the shared data of judges; `None`, with a message, where it is absent.
fn shared(path: &str) -> Option<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/judges");
    let text = std::fs::read_to_string(root.join(path)).ok();
    if text.is_none() {
        eprintln!("skipped: {path} is not here");
    }
    text
}

fn expected(path: &str) -> Option<Value> {
    shared(path).map(|text| serde_json::from_str(&text).unwrap())
}

/// Votes from a long CSV without quotes: `[question,] left, right, [judge,] winner`.
fn long_csv(text: &str) -> Votes {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut votes = Votes::default();
    for (number, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |name: &str| head.iter().position(|column| *column == name).map(|at| cells[at]);
        let number = number.to_string();
        let (first, second) = (cell("left").unwrap(), cell("right").unwrap());
        let reading = match cell("winner").unwrap() {
            "left" => Reading::FIRST,
            "right" => Reading::SECOND,
            "tie" => Reading::TIE,
            "" => Reading::Undecided(Undecided::Null),
            other => panic!("{other}"),
        };
        let question = cell("question").unwrap_or(&number);
        let judge = cell("judge").unwrap_or("worker");
        let named = Named { question, first, second, judge, ..Named::default() };
        votes.add(named, reading).unwrap();
    }
    votes
}

fn close(found: &Statistic, expected: f64, tolerance: f64, what: &str) {
    let value = found.value().unwrap_or_else(|| panic!("{what}: {found:?}"));
    assert!((value - expected).abs() <= tolerance, "{what}: {value}, expected {expected}");
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
