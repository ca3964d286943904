//! Whom to ask what next. No terminal here: the screens, the plain mode and scripts share it.

pub mod review;

pub use review::{Progress, ReviewDesk, ReviewItem};
