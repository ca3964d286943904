//! Models against a benchmark in the database: tying their files to questions, scoring their runs,
//! and filtering questions by what they answered.
//!
//! The pure rooms judge; this one brings the store's rows before them. No terminal, no SQL.
//!
//! - [`tie`]: the rows of a prediction file become predictions of known questions
//! - [`exam`]: a benchmark's questions and a run's answers, side by side
//! - [`compared`]: several runs, ready for the tables of [`crate::score::comparison`]
//! - [`results`]: what each run makes of each question
//! - [`stand_in`]: whose labels stand in where the rules read nothing
//! - [`standing`]: the score of each run
//! - [`suspicion`]: the filters of [`crate::quality`] over runs
//! - [`transcript`]: what a run's model wrote, under the questions as they are now

pub mod compared;
pub mod exam;
pub mod results;
pub mod stand_in;
pub mod standing;
pub mod suspicion;
pub mod tie;
pub mod transcript;

pub use compared::Compared;
pub use exam::{Answers, Exam, Item};
pub use results::{QuestionResult, for_each_result};
pub use stand_in::StandIn;
pub use standing::{Options, Standing, standings};
pub use suspicion::{Evidence, EvidencePass, Filter, Suspected, Suspicion, suspicion};
pub use tie::{Duplicates, Tie, TieError, Tied};
pub use transcript::Transcript;
