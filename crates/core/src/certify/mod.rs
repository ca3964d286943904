//! Figures by which a benchmark is certified: how many errors are left, what open doubts can change,
//! and why two scores differ. Pure; `workflow` brings the questions, `report` prints.

pub mod shapley;

mod audit;
pub mod discovery;
mod forecast;
mod plan;
pub mod probable_error;
mod sequence;
pub mod stakes;

pub use audit::{AuditPopulation, Below, Bounds, Certified, Review, Step};
pub use forecast::{Forecast, more_until_below, reviews_until_below};
pub use plan::{AlphaPlan, PairedSpread, alpha_plans};
pub use sequence::{BetaPrior, ErrorSequence, SequenceSetting};
