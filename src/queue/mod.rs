//! Whom to ask what next. No terminal here: the screens, the plain mode and scripts share it.
//!
//! [`Desk`] is written once for all queues: the annotator's own order, progress, commit, undo, redo,
//! leases, the day's work. [`Desks`] holds the open ones. What differs between queues is a
//! [`Queue`], one file each.
//!
//! # What a new queue must provide
//!
//! In its own files:
//! 1. here, an implementation of [`Queue`]: its name, its items and their content as the annotator
//!    may see it before deciding, which acts it takes, whether it holds items by a lease, and
//!    whether the annotator has seen the reference answer;
//! 2. in `tui::screens`, a folder with a `QueueView`: the item on screen, what its keys do, how it is
//!    drawn;
//! 3. in `tui::plain`, a file with a `PlainQueue`: what is said about an item, how a line is
//!    understood.
//!
//! Elsewhere, a line or two each:
//! - `benchmark::decision`: the name in `QUEUES`; for a new kind of decision an `Act` and where it
//!   belongs, with its words in `tui::plain::words`, `tui::widgets::history_text` and the title line,
//!   and what the store checks of it in `store::decision::append`;
//! - `tui::action` and the key map: the action that opens it and its keys;
//! - `tui::screens::registry`: the screen in `SCREENS` and in `QUEUE_SCREENS`;
//! - `cli::annotate`: opening its desk; `cli::decide`: the command for scripts.
//!
//! What comes first is [`QueueItem::rank`]; without it, the annotator's own order alone.
//!
//! Undo, redo, progress, notes, skip and later, the title line, drafts and the plain conversation
//! then work without another line. The tests of this module drive a third queue to show it.

pub mod correction;
mod desk;
mod desks;
pub mod extract;
mod order;
mod question;
pub mod review;
mod sitting;
pub mod verify;

pub use desk::{DecisionContext, Desk, Queue};
pub use desks::{Desks, OpenDesk};
pub use extract::{ExtractDesk, ExtractQueue};
pub use order::{Progress, QueueItem};
pub use question::OpenedQuestion;
pub use review::{ReviewDesk, ReviewQueue};
pub use sitting::SittingSummary;
pub use verify::{OpenedSuspect, VerifyDesk, VerifyQueue};

#[cfg(test)]
mod tests;
