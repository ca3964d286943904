//! Figures by which a benchmark is certified: how many errors are left, what open doubts can change,
//! and why two scores differ. Pure; `workflow` brings the questions, `report` prints.

mod audit;
mod forecast;
mod sequence;

pub use audit::{AuditPopulation, Below, Bounds, Certified, Review, Step};
pub use forecast::{Forecast, more_until_below, reviews_until_below};
pub use sequence::{BetaPrior, ErrorSequence, SequenceSetting};
