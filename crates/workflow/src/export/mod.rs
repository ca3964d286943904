//! What leaves a database as files.
//!
//! - [`decisions`]: which rows of history are in force, and the picture of an item
//! - [`questions`]: what goes with the questions of a benchmark, and what the file does not say
//! - [`submission`]: the file that MMBench's evaluation server takes
//! - [`votes`]: judgments as the rows that files of votes are written from

pub mod decisions;
pub mod questions;
pub mod submission;
pub mod votes;
