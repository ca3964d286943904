//! The results of the commands as documents, with the tables that people read.
//!
//! A file for one command, or for several that report on the same work: functions that turn what the command found into a [`Printout`](super::Printout).

pub mod asking;
pub mod assignment;
pub mod audit;
pub mod check;
pub mod cleaning;
pub mod dataset_card;
pub mod description;
pub mod differences;
pub mod guesses;
pub mod import;
pub mod judging;
pub mod merge;
pub mod models;
pub mod next_item;
pub mod paper_tables;
pub mod probable_error;
pub mod quality_filter;
pub mod scores;
pub mod scoring_setting;
pub mod stakes;
pub mod status;
pub mod team;
