//! Scores of prediction files and of runs in the database, and what is built on them. No terminal, no SQL.
//!
//! The pure modules [`assay_core::score`] and [`assay_core::quality`] judge; this one fills their tables, from a
//! file or from the store.
//!
//! - [`file`]: a prediction file, with its data set or without
//! - [`link`]: the rows of a prediction file become predictions of known questions
//! - [`run_files`]: the prediction files of a run are read and linked
//! - [`runs`]: which runs count
//! - [`prepared`]: a benchmark's questions, and the scoring table of a run
//! - [`import_run`](mod@import_run): a run is stored with the labels of the usual rule sets
//! - [`labels`](mod@labels): the labels of a run, extracted once and cached
//! - [`label_check`]: whether cached labels are those in the texts
//! - [`run_score`]: the score of each run
//! - [`question_results`]: the verdict on each question for each run
//! - [`compared`]: several runs, ready for the tables of [`assay_core::score::comparison`]
//! - [`extraction_rules`]: the rules whose unread texts a language model was given
//! - [`fallback`]: the extractor whose labels fill in where the rules find nothing
//! - [`quality_filter`]: the filters of [`assay_core::quality`] over runs
//! - [`clean_benchmark`]: the questions that stay as they stay, and those that leave
//! - [`cleaning`](mod@cleaning): the counts of a cleaning, and scores before and after it
//! - [`records`]: everything that was said about questions; what becomes of them follows from it
//! - [`verification`]: the evidence against a question
//! - [`evidence`]: the evidence of a flag, model by model and pass by pass
//! - [`guesses`]: what reviewers guessed from the text alone, and what they answered after the picture
//! - [`independent`]: which decisions are independent of each other
//! - [`flag_evidence`]: what models answered and people found on a flagged question
//! - `votes`: the choices that runs vote for
//! - [`readings`]: what people and extractors read from the same texts
//! - [`sample`]: samples of texts for people to read
//! - `by_text`: questions found by the text that a model was asked
//! - [`setting`]: the rules, the strategy and the treatment of missing passes that hold for a benchmark
//! - [`scored_choices`]: whether scores of choices are those of a question's choices
//! - [`outcomes`]: what becomes of each question
//! - [`predictions_by_question`]: the predictions of a run, by the questions as they are now

mod by_text;
pub mod clean_benchmark;
pub mod cleaning;
pub mod compared;
pub mod evidence;
pub mod extraction_rules;
pub mod fallback;
pub mod file;
pub mod flag_evidence;
pub mod guesses;
pub mod import_run;
pub mod independent;
pub mod label_check;
pub mod labels;
pub mod link;
pub mod outcomes;
pub mod predictions_by_question;
pub mod prepared;
pub mod quality_filter;
pub mod question_results;
pub mod readings;
pub mod records;
pub mod run_files;
pub mod run_score;
pub mod runs;
pub mod sample;
pub mod scored_choices;
pub mod setting;
pub mod verification;
mod votes;

pub use compared::Compared;
pub use fallback::FallbackCounts;
pub use file::{FileError, FileInput, FileOptions, FileScore, FileScoring, SampleCounts};
pub use flag_evidence::{Evidence, EvidencePass, FlaggedBy, ModelEvidence, PersonEvidence};
pub use guesses::guessed_questions;
pub use import_run::import_run;
pub use label_check::check_labels;
pub use labels::{Labels, labels, prepare_labels};
pub use link::{Duplicates, LinkError, LinkedPredictions, PredictionLinker};
pub use outcomes::{QuestionOutcome, question_outcomes};
pub use predictions_by_question::{PredictionsByQuestion, positions_of_revisions};
pub use prepared::{PreparedBenchmark, RunAnswers, ScoredQuestion};
pub use quality_filter::{
    Filter, FilterOptions, FilterResult, FlaggedQuestion, apply_filter, keep_flags,
    text_only_without_runs, unsettled_questions,
};
pub use question_results::{QuestionResult, for_each_result};
pub use readings::{
    GatheredReadings, TextOrigin, adjudicated_questions, gather_readings, reviewed_questions,
    verified_questions,
};
pub use records::{RecordedQuestion, recorded_questions};
pub use run_files::{LinkedRun, PredictionFormat, RunFiles, RunFilesError};
pub use run_score::{RunOptions, RunScore, RunScores, score_runs};
pub use runs::{RunsError, current_run, current_runs, runs_of_models};
pub use sample::draw_sample;
pub use setting::{Purpose, ScoringSetting, SettledScoring};
pub use verification::{EvidenceStrength, Finding, Suspicion, suspicion_after_answer};
