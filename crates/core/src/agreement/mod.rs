//! Agreement between raters: people, extractors, judges.
//!
//! Pure functions from a [`RatingTable`] (items × raters, any rating may be missing) to
//! statistics. A statistic is a value with its n, or the reason why the data does not define it.
//! Reading tables from files is `formats::ratings`; printing is `report` and `cli`.
//!
//! Data flow: a table gives [`Tallies`] (how often an item got each category: all that
//! the statistics over many raters need) and, for each pair of raters, a [`Confusion`] (all that
//! the statistics of a pair need). [`Overview`] and [`Against`] collect the statistics that commands print.

mod against;
mod confusion;
mod dawid_skene;
pub mod extraction;
mod kappa;
mod krippendorff;
mod majority;
mod mcnemar;
mod observed;
mod overview;
pub mod published_table;
pub mod review;
mod sets;
mod table;
mod tallies;
mod warnings;
mod work_quality;

pub use against::{Against, Candidate, Comparison};
pub use confusion::{
    CategoryScores, Confusion, MeanScores, PairConfusion, category_scores, confusion_of,
    macro_mean, pair_confusions,
};
pub use dawid_skene::DawidSkeneSummary;
pub use kappa::{Weights, kappa};
pub use krippendorff::{Metric, alpha, alpha_with_interval};
pub use majority::{Majority, leave_one_out_agreement, majority};
pub use mcnemar::McNemar;
pub use observed::{fleiss_kappa, gwet_ac1, gwet_ac2, percent_agreement};
pub use overview::{Marginal, Overall, Overview, Pair};
pub use sets::{SetAgreement, set_agreement};
pub use table::{Categories, Rating, RatingTable, RatingTableBuilder, TableError};
pub use tallies::{Tallies, Tally};
pub use work_quality::{
    Drift, FAST, LEAST_MEASURED, TimedDecision, WorkQuality, median_seconds, work_quality,
};
