//! Scores of prediction files and of runs in the database. No terminal, no SQL.
//!
//! The pure module [`assay_core::score`] judges; this one fills its tables, from a file or from the
//! store.
//!
//! - [`answered`]: what one model answered, with everything that its score is made of
//! - [`compared`]: several runs, ready for the tables of [`assay_core::score::comparison`]
//! - [`extraction_rules`]: the rules whose unread texts a language model was given
//! - [`fallback`]: the extractor whose labels fill in where the rules find nothing
//! - [`file`]: a prediction file, with its data set or without
//! - [`import_run`](mod@import_run): a run is stored with the labels of the usual rule sets
//! - [`label_check`]: whether cached labels are those in the texts
//! - [`labels`](mod@labels): the labels of a run, extracted once and cached
//! - [`predictions_by_question`]: the predictions of a run, by the questions as they are now
//! - [`prepared`]: a benchmark's questions, and the scoring table of a run
//! - [`question_results`]: the verdict on each question for each run
//! - [`run_score`]: the score of each run
//! - [`runs`]: which runs count
//! - [`sample`]: samples of texts for people to read
//! - [`setting`]: the rules, the strategy and the treatment of missing passes that hold for a benchmark

pub mod answered;
pub mod compared;
pub mod extraction_rules;
pub mod fallback;
pub mod file;
pub mod import_run;
pub mod label_check;
pub mod labels;
pub mod predictions_by_question;
pub mod prepared;
pub mod question_results;
pub mod run_score;
pub mod runs;
pub mod sample;
pub mod setting;
pub(crate) mod short_answers;

pub(crate) use answered::compared_short;
pub use answered::{Answered, AnsweredPass, AnsweredQuestion, answered_by_run};
pub use compared::Compared;
pub use fallback::FallbackCounts;
pub use file::{
    DifferingQuestion, FileError, FileInput, FileOptions, FileScore, FileScoring, SampleCounts,
    ScoresByRules, scores_by_rules,
};
pub use import_run::import_run;
pub use label_check::check_labels;
pub use labels::{labels, prepare_labels};
pub use predictions_by_question::{PredictionsByQuestion, positions_of_revisions};
pub use prepared::{PreparedBenchmark, RunAnswers, ScoredQuestion};
pub use question_results::{QuestionResult, for_each_result};
pub use run_score::{RunScore, RunScores, score_runs};
pub use runs::{RunOverview, RunsError, current_run, current_runs, run_overviews, runs_of_models};
pub use sample::draw_sample;
pub use setting::{Purpose, RunOptions, ScoringSetting, SettledScoring};
pub use short_answers::ScorerAgreement;
