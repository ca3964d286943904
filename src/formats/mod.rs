//! Other people's files, in and out; one file or folder per format.

pub mod extraction_cases;
pub mod python;
