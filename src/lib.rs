//! The map of the house.
//!
//! Assay turns a pile of image questions into a benchmark that can be trusted, and scores models
//! on it. Data flows one way:
//!
//! file → `formats` → [`benchmark`] → [`store`] → `queue` → `tui` → decision → [`store`]
//!
//! A floor imports only from the floors below it, lowest first:
//!
//! 1. [`visible`], [`benchmark`], [`statistics`]: nouns and definitions; pure
//! 2. `formats`, [`store`]: the outside world; the only SQL is in [`store`]
//! 3. `queue`: whom to ask what next; no terminal here
//! 4. [`report`], `tui`: what people see
//! 5. [`cli`]: one file per command
//!
//! ARCHITECTURE.md says why each room and each dependency is there.

pub mod benchmark;
pub mod cli;
pub mod extract;
pub mod formats;
pub mod report;
pub mod statistics;
pub mod store;
pub mod visible;
