//! The screens as a person meets them: keys in, cells out, without a terminal.
//!
//! [`sitting`] is a person at a small benchmark ([`questions`]); [`every_screen`] keeps
//! what each screen looks like, [`every_size`] draws each at hundreds of sizes; the others press
//! keys and look.

mod adjudicating;
mod agreement;
mod benchmarks;
mod board;
mod browsing;
mod bundles;
mod card;
mod categories;
mod checklists;
mod drafts;
mod ending;
mod every_screen;
mod every_size;
mod flagging;
mod gate;
mod home;
mod in_text;
mod kinds;
mod kinds_read;
mod looks;
pub mod models;
pub mod questions;
pub mod reading;
mod settings;
pub mod sitting;
mod three_ways;
mod typed_choices;
mod verifying;
pub mod votes;
mod voting;
mod waiting;
mod whole_loop;
