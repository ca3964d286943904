//! Answers compared in pairs and scored, by LLMs and by people, and how far each judge can be trusted.
//!
//! Pure functions. [`Votes`] holds judgments with names as numbers; [`outcomes`] derives by a named
//! [`Rule`] what the orders of a pair say together; everything else is computed from judgments or
//! outcomes: [`tally`], [`mean_scores`], [`leaderboard`], biases ([`position_bias`],
//! [`feature_preference`], [`self_preference`]), trust ([`agreement`], [`against_labels`], [`flips`],
//! [`transitivity`], [`corrected_win_rates`]). [`parse`] reads what a judge wrote.
//!
//! Nothing is guessed and nothing is dropped: what has no verdict is counted by its reason. The unit of
//! every interval is the question. Reading files is `formats`, storing `store`, printing `cli`.

mod agree;
mod bias;
mod comparisons;
mod consistency;
mod corrected;
mod judge_kind;
mod judgment;
mod length_controlled;
mod likelihood;
pub(crate) mod linear;
mod mean;
pub mod parse;
mod person;
mod rank;
mod rankings;
mod resampling;
mod rule;
mod scores;
mod style;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use agree::{
    Agreement, Among, Equal, EqualVotes, LabelAgreement, People, WithMajority, against_labels,
    agreement, between_snapshots,
};
pub use bias::{
    FeaturePreference, Gap, PositionBias, PositionClasses, SelfPreference, feature_preference,
    position_bias, self_preference,
};
pub use consistency::{Flips, Transitivity, flips, transitivity};
pub use corrected::{CorrectedPair, Correction, corrected_win_rates};
pub use judge_kind::JudgeKind;
pub use judgment::{Judgment, Reading, Undecided, Verdict};
pub use person::judged_by_person;
pub use rank::{
    ControlTerm, Leaderboard, Method, Resampling, Stability, Standing, Unit, leaderboard,
};
pub use rankings::{Correlations, RankTable, correlations};
pub use rule::{Outcome, Rule, State, apply_length_margin, outcomes};
pub use scores::{
    AnswerScore, ExactMatches, MeanScore, ScoreRatio, TurnScore, mean_scores, score_ratios,
};
pub use style::{Feature, Style, Styles};
pub use table::{JudgeCount, Votes};
pub use tally::{LevelOf, PairTally, Record, WinRates, tally};
