//! Whom to ask what next. No terminal here: the screens, the plain mode and scripts share it.

pub mod extract;
mod lineup;
pub mod review;
pub mod sample;

pub use extract::ExtractDesk;
pub use lineup::Progress;
pub use review::{ReviewDesk, ReviewItem};
