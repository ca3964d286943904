//! Whom to ask what next. No terminal here: the screens, the plain mode and scripts share it.
//!
//! [`Desk`] is written once for all queues: order, progress, commit, undo, redo, leases, the day's
//! work. A queue implements [`Queue`].

mod desk;
mod desks;
pub mod extract;
mod order;
pub mod review;
pub mod sample;

pub use desk::{DecisionContext, Desk, Queue};
pub use desks::{Desks, OpenDesk};
pub use extract::{ExtractDesk, ExtractQueue};
pub use order::{Progress, QueueItem};
pub use review::{OpenedQuestion, ReviewDesk, ReviewQueue};

#[cfg(test)]
mod tests;
