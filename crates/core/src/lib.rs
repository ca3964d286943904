//! The pure part of Assay: no file, no network, no clock, no terminal.
//!
//! - [`benchmark`]: questions, labels, passes, decisions and the reading of their history
//! - [`extract`]: text to label; [`score`]: the scoring table; [`quality`]: filter rules
//! - [`short`]: what short and numeric answers are worth under named rules
//! - [`certify`]: errors that are left, open doubts, scores that differ
//! - [`agreement`], [`statistics`]: statistics that say why they are undefined; [`figures`]: how they
//!   are written
//! - [`votes`]: answers compared in pairs, and how far their judges can be trusted
//! - [`visible`]: untrusted text made visible; [`names`]: names and their numbers

// Input must not be able to stop the program: what can fail is an error that says so.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub mod agreement;
pub mod benchmark;
pub mod certify;
pub mod embedded;
pub mod extract;
pub mod figures;
pub mod keyword;
pub mod names;
pub mod quality;
pub mod score;
pub mod short;
pub mod statistics;
pub mod visible;
pub mod votes;
