//! The screens, and what they need of the terminal.

pub mod picture;
pub mod probe;
