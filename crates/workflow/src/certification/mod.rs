//! The database's questions, reviews and runs as the figures of `core::certify`: audits, what open
//! doubts can change, where errors are likely, and why two scores differ.

pub mod audit;
