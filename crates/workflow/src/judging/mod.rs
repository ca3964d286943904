//! Language models as judges of answers to open questions.
//!
//! [`Judging::ask`] asks one which of two stored answers is better, or for scores, and stores what it says; a `Plan`
//! has the comparisons that it was not asked yet. [`drill`] asks it about answers whose result is known, before
//! its votes count. What a judge is sent is in [`JudgePrompt`], how its reply is read in
//! `assay_core::votes::parse`; requests are sent as those of [`infer`](crate::infer).

mod drill;
mod drill_items;
mod options;
mod pairs;
mod plan;
mod prompt;
mod requests;
mod run;

pub(crate) use prompt::{judged_by, right_answers};

pub use drill::{DrillCard, DrillSummary, NEEDED_PERCENT, TestCount, drill, drill_card};
pub use drill_items::DrillTest;
pub use options::{JudgingOptions, MOST_REPEATS};
pub use pairs::{Orders, Pairs};
pub use prompt::JudgePrompt;
pub use run::{Judging, JudgingSummary};
