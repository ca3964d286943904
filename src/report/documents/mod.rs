//! The results of the commands as documents, with the tables that people read.
//!
//! One file for each command: functions that turn what the command found into a [`Printout`](super::Printout).

pub mod agreement;
pub mod assignment;
pub mod batch;
pub mod board;
pub mod check;
pub mod checklists;
pub mod cleaning;
pub mod description;
pub mod endpoint_check;
pub mod extraction_run;
pub mod file_score;
pub mod guesses;
pub mod guidelines;
pub mod import;
pub mod inference;
pub mod merge;
pub mod models;
pub mod next_item;
pub mod outcome;
pub mod paper_tables;
pub mod quality_filter;
pub mod run_scores;
pub mod sample;
pub mod scoring_setting;
pub mod status;
pub mod team;
