//! What people and machines said about each question, and what becomes of it.
//!
//! - [`clean_benchmark`]: the questions that stay as they stay, and those that leave
//! - [`cleaning`](mod@cleaning): the counts of a cleaning, and scores before and after it
//! - [`evidence`]: the evidence of a flag, model by model and pass by pass
//! - [`flag_evidence`]: what models answered and people found on a flagged question
//! - [`guesses`]: what reviewers guessed from the text alone, and what they answered after the picture
//! - [`independent`]: which decisions are independent of each other
//! - [`question_outcomes`](mod@question_outcomes): what becomes of each question
//! - [`readings`]: what people and extractors read from the same texts
//! - [`records`]: everything that was said about questions; what becomes of them follows from it
//! - [`verification`]: the evidence against a question

pub mod clean_benchmark;
pub mod cleaning;
pub mod evidence;
pub mod flag_evidence;
pub mod guesses;
pub mod independent;
pub mod question_outcomes;
pub mod readings;
pub mod records;
pub mod verification;

pub use flag_evidence::{Evidence, EvidencePass, FlaggedBy, ModelEvidence, PersonEvidence};
pub use guesses::guessed_questions;
pub use question_outcomes::{QuestionOutcome, question_outcomes, removed_questions};
pub use readings::{GatheredReadings, TextOrigin, decided_questions, gather_readings};
pub use records::{RecordedQuestion, recorded_questions};
pub use verification::{Finding, Suspicion, suspicion_after_answer};
