//! Shared code of the tests, without the harness that runs the binary.

pub mod fault_server;
pub mod small_questions;
