//! The map of the house.
//!
//! Assay turns a pile of image questions into a benchmark that can be trusted, and scores models
//! on it. Data flows one way:
//!
//! file → [`formats`] → [`benchmark`] → [`store`] → `queue` → `tui` → decision → [`store`]
//!
//! A floor imports only from the floors below it, lowest first:
//!
//! 1. [`visible`], [`benchmark`], [`statistics`]: nouns and definitions; pure
//! 2. [`extract`], [`score`], [`quality`], [`agreement`]: pure functions over the nouns
//! 3. [`formats`], [`store`]: the outside world; the only SQL is in [`store`]
//! 4. `queue`: whom to ask what next; [`scoring`]: models against a benchmark; no terminal here
//! 5. [`report`], [`tui`]: what people see
//! 6. [`cli`]: one file per command
//!
//! ARCHITECTURE.md says why each room and each dependency is there.

pub mod agreement;
pub mod benchmark;
pub mod cli;
pub mod extract;
pub mod formats;
pub mod quality;
pub mod queue;
pub mod report;
pub mod score;
pub mod scoring;
pub mod statistics;
pub mod store;
pub mod tui;
pub mod visible;
