//! The screens: what people see and press.
//!
//! [`app`] is the program as a state; [`event_loop`] drives it; [`terminal`] owns the real
//! terminal. [`screens`] are layers, one file each, made of [`widgets`]; pictures come from
//! [`picture`]. [`plain`] is the review for those whom a screen does not serve. What a person can do is an [`action::Action`]; [`keymap`] says by which key.

pub mod action;
pub mod app;
mod attention;
pub mod config;
pub mod drafts;
pub mod event_loop;
pub mod fault;
pub mod key;
pub mod keymap;
mod late_replies;
pub mod picture;
pub mod plain;
pub mod probe;
mod run;
pub mod screens;
pub mod session;
pub mod status;
pub mod terminal;
pub mod theme;
mod wide_characters;
pub mod widgets;

pub use run::{Opening, Options, run};
