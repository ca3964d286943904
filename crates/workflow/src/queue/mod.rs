//! Whom to ask what next. No terminal here: the screens, the plain mode and scripts share it.
//!
//! [`Desk`] is written once for all queues: the annotator's own order, progress, commit, undo, redo,
//! leases, the day's work. [`Desks`] holds the open ones. What differs between queues is a
//! [`Queue`], one file each.
//!
//! # What a new queue must provide
//!
//! In its own files:
//! 1. in `benchmark`, for a new kind of decision, a type with
//!    [`EndsItem`](assay_core::benchmark::EndsItem): its queue, what it says of itself, whether it
//!    contradicts itself;
//! 2. here, an implementation of [`Queue`]: its name, its items and their content as the annotator
//!    may see it before deciding, and how many people decide an item;
//! 3. its [`steps`];
//! 4. in `tui::screens` and `tui::plain`, what is said about an item, how keys and lines are understood, how it
//!    is drawn, its line on the home screen;
//! 5. in `cli::queues`, its commands; among the assets its keys, messages and guidelines.
//!
//! Elsewhere a row or a line each; ARCHITECTURE.md counts them.
//!
//! What comes first is the rank of an item; without it, the annotator's own order alone.
//!
//! Undo, redo, progress, notes, skip and later, the title line, drafts and the plain conversation
//! then work without another line. The tests of this module drive a third queue to show it.

pub mod adjudicate;
pub mod administration;
pub mod assign;
mod block_order;
mod blocks;
pub mod board;
pub mod correction;
mod decision_context;
mod definition;
mod desk;
mod desks;
pub mod extract;
pub mod gold;
pub mod guidelines;
mod next;
mod opened;
mod order;
pub mod pack;
mod priority;
mod question;
mod random_share;
mod registry;
pub mod review;
mod session_summary;
pub mod steps;
pub mod team;
pub mod verify;
pub mod vote;
mod work;

pub use blocks::{BlockLeft, BlockPlan};
pub use board::Board;
pub use decision_context::DecisionContext;
pub use definition::Queue;
pub use desk::{Desk, FoundItem, OpenDesk, PassedOverItems};
pub use desks::Desks;
pub use extract::{ExtractDesk, ExtractQueue};
pub use next::NextItem;
pub use opened::{
    AnonymousReview, OpenedItem, OpenedQuestion, OpenedText, OwnRows, ShownItem, ShownPair,
    UndecidedAdoption, category_beside,
};
pub use order::{Progress, QueueItem};
pub use pack::PackRequest;
pub use registry::RegisteredQueue;
pub use review::{ReviewDesk, ReviewQueue};
pub use session_summary::SessionSummary;
pub use team::{BenchmarkWork, Waiting};
pub use verify::{VerifyDesk, VerifyQueue};
pub use vote::{VoteDesk, VoteQueue};
pub use work::{AnnotatorWork, DAYS, QueueWork};

#[cfg(test)]
mod tests;
