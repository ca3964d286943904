//! Statistics: a value with its n and its interval, or the reason why there is none.
//!
//! Used by `score` and `agreement`; does not import other modules of the crate.

mod bootstrap;
mod chi_square;
mod clustered_share;
mod correlation_matrix;
mod normal;
mod resample;
mod spread;
mod statistic;
mod stratified;
mod wilson;

pub use bootstrap::{Bootstrap, bootstrap, paired_bootstrap};
pub use chi_square::ChiSquare;
pub use clustered_share::clustered_share;
pub use correlation_matrix::smallest_eigenvalue;
pub use normal::{Z95, normal_cdf, normal_quantile};
pub(crate) use resample::Drawer;
pub use resample::Plan;
pub use spread::Spread;
pub(crate) use spread::quantile;
pub use statistic::Statistic;
pub use stratified::{Drawn, draw_stratified};
use wilson::wilson95_of_share;
pub use wilson::{share_difference, wilson95};
