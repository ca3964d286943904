//! Figures that say what they are: a value with its n and interval, or why there is none.
//!
//! The lowest room of the numbers: scores and agreement both stand on it.

mod bootstrap;
mod correlation_matrix;
mod normal;
mod resample;
mod statistic;
mod stratified;
mod wilson;

pub use bootstrap::{Bootstrap, NoBca, NoBootstrap, bootstrap};
pub use correlation_matrix::smallest_eigenvalue;
pub use normal::{Z95, normal_cdf, normal_quantile};
pub use resample::{Plan, Units};
pub use statistic::Statistic;
pub use stratified::{Drawn, draw_stratified};
pub use wilson::wilson95;
