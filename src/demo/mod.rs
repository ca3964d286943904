//! The simulated models of the sample benchmark: their recorded predictions, which are built into
//! the program, and a server on the loopback that answers as they did.
//!
//! Two simulated judges have planted faults.
//!
//! `assay demo` imports the predictions; `assay demo --live` starts the server instead, so that a
//! newcomer can ask models without a key. This module is not meant for real data.

mod chance;
mod connection;
mod declined;
mod judges;
mod likelihoods;
mod players;
mod sample;
mod server;

pub use chance::chance;
pub use judges::{JUDGED, SimulatedJudge, fair_vote, is_judged};
pub use players::Players;
pub use sample::{CHINESE, ENGLISH, RUNS, SampleError, SimulatedRun};
pub use server::DemoServer;
