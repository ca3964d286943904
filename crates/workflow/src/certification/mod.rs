//! The database's questions, reviews and runs as the figures of `core::certify`: audits, what open
//! doubts can change, where errors are likely, and why two scores differ.

pub mod against;
pub mod diff;
pub mod reconcile;

pub mod audit;
pub mod plan;
pub mod probable_error;
pub(crate) mod random_order;
mod signals;
pub mod stakes;
