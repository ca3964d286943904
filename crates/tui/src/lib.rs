//! The screens.
//!
//! [`app`] is the program as a state; [`event_loop`] drives it; [`terminal`] owns the real
//! terminal. [`screens`] are layers made of [`widgets`]; [`picture`] paints pictures. [`plain`]
//! works without screens, for screen readers and simple terminals. Each command of the user is an
//! [`action::Action`]; [`keymap`] maps keys to actions.

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

pub mod action;
pub mod app;
pub mod attention;
mod category_find;
pub mod config;
pub mod config_file;
pub mod drafts;
pub mod event_loop;
pub mod fault;
mod guideline_head;
pub mod key;
pub mod keyboard;
pub mod keymap;
mod marked_texts;
#[cfg(test)]
mod message_tests;
pub mod picture;
pub mod plain;
pub mod probe;
mod queue_files;
mod run;
pub mod screens;
pub mod session;
pub mod settings;
pub mod status;
mod stems;
pub mod terminal;
pub mod terms;
pub mod theme;
mod translated_guideline;
pub mod typed_choice;
mod welcome;
mod wide_characters;
pub mod widgets;

pub use assay_words as messages;
pub use run::{ImportFile, Options, run, welcome as run_welcome};
pub use welcome::{Welcome, Wish};
