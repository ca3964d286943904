//! What a line can mean, and the letters.

use crate::action::Action;
use assay_workflow::queue::steps::Input;

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// What the annotator says of the item.
    Take(Vec<Input>),
    /// A category, by its name or a part of it.
    Category(String),
    /// A remark.
    Note(String),
    /// Changing the words of the question.
    Fix,
    /// One picture as characters, or all of them.
    Picture(Option<usize>),
    /// An empty line.
    Again,
    /// Skip, later, undo, redo, guideline, help or quit.
    Other(Action),
}

/// Every letter, with the word that means the same.
pub(super) const LETTERS: [(&str, &str, Action); 14] = [
    ("z", "none", Action::NoneOfTheChoices),
    ("x", "cannot-tell", Action::CannotTell),
    ("y", "keep", Action::Keep),
    ("t", "text-only", Action::TextOnly),
    ("w", "wrong", Action::Wrong),
    ("n", "note", Action::Note),
    ("s", "skip", Action::Skip),
    ("l", "later", Action::Later),
    ("u", "undo", Action::Undo),
    ("r", "redo", Action::Redo),
    ("p", "picture", Action::FullScreen),
    ("g", "guideline", Action::Guideline),
    ("?", "help", Action::Help),
    ("q", "quit", Action::Quit),
];
