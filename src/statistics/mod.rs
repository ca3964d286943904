//! Figures that say what they are: a value with its n and interval, or why there is none.
//!
//! The lowest room of the numbers: scores and agreement both stand on it.

mod statistic;
mod wilson;

pub use statistic::Statistic;
pub use wilson::wilson95;
