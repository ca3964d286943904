//! Filters that find questions to look at: those that need no picture, those that are wrong, and those
//! whose reference answer most models contradict. Pure.
//!
//! Papers: MMBench §3.2 and appendix B. Text-only: language models are asked without the picture; a
//! question that enough of them answer is suspected to need none. Wrong: a question that no model with
//! pictures answers is suspected to be wrong. A flag is never more than that; a person decides.
//!
//! A model's verdict on a question is CircularEval's (or the first pass's), and unknown passes are
//! never guessed:
//!
//! - one wrong pass decides, whatever else is missing or unread;
//! - a pass that is missing leaves the question *incomplete*: the run is not finished there, so the
//!   question stays open until it is;
//! - a pass that is present but from which nothing was read (or whose request failed) may be right
//!   or wrong. It never counts for or against: the question is incomplete only if that answer could
//!   still change the outcome. Counting it as a miss would hide questions from the text-only filter
//!   and would make the wrong filter accuse sound ones: on 539 real questions VLMEvalKit's late
//!   rules, which find 38 % of the labels, would so accuse 232;
//! - a refusal is read, and it is not the right answer.
//!
//! Next to the text-only filter: what people guess right from the text (`guesses`), and how
//! probable that is by chance (`guess_test`).
//!
//! If requested ([`Missing::Wrong`](crate::score::Missing::Wrong)), missing and unread answers
//! count as not correct instead, as VLMEvalKit counts them: [`Verdict::counted`].
//!
//! The definition of a contradicted question, and of its strength, is at the head of
//! `contradicted.rs`.

mod chance;
mod contradicted;
mod guess_test;
mod guesses;
mod rule;
mod verdict;

pub use chance::{flag_probability, right_by_chance};
pub use contradicted::{Accuracy, Contradiction, PassVote, VotedQuestion, Votes, weight};
pub use guesses::{AnswerRow, GuessFigures, GuessRow, GuessedQuestion, guess_figures};
pub use rule::{FilterVerdict, Rule, suspect_text_only, suspect_wrong};
pub use verdict::{Verdict, verdict};
