//! Other people's files, in and out, one file per format.

pub mod published_table;
pub mod ratings;
pub mod separated;
