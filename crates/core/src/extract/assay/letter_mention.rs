//! A label that a text names, with its context.

use std::ops::Range;

use super::cue::Strength;
use crate::benchmark::Label;

/// A label that a text names.
#[derive(Clone, Debug)]
pub struct LetterMention {
    /// The label; not always one of the choices.
    pub label: Label,
    /// Its tokens, brackets included.
    pub tokens: Range<usize>,
    /// How it is written in the text.
    pub form: Form,
    /// How strongly it is said to be the answer.
    pub strength: Strength,
    /// Said not to be the answer.
    pub negated: bool,
}

/// How a label is written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Alone on its line: `**B**`.
    Alone,
    /// At the start of a line, separated from what follows: `B. left`, `(B) left`.
    Item,
    /// In brackets or quotes within a line, or in front of its choice's text: `is B) left`.
    Marked,
    /// A bare letter within a line, which counts only with certain words around it.
    Bare,
}
