//! What leaves a database as files.
//!
//! - [`submission`]: the file that MMBench's evaluation server takes

pub mod submission;
