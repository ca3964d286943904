//! What can be asked for, what a line can mean, and the letters.

use crate::benchmark::Label;
use crate::benchmark::decision::{BlindAnswer, ReviewVerdict, WrongReason};
use crate::benchmark::gate::TextGuess;
use crate::tui::action::Action;

/// What is asked for when a line is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A guess from the text, before the picture.
    Guess,
    /// The blind answer.
    Answer,
    /// The category, chosen before that of the data is shown.
    Category,
    /// What becomes of the question.
    Verdict,
    /// Nothing: all is done.
    Nothing,
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The blind answer.
    Answer(BlindAnswer),
    /// The guess from the text.
    Guess(TextGuess),
    /// A verdict without reasons.
    Judge(ReviewVerdict),
    /// The question is wrong: why, which answer is right, and a remark. Without reasons these are asked
    /// for.
    Wrong(Vec<WrongReason>, Option<Label>, Option<String>),
    /// A category, by its name or a part of it.
    Category(String),
    /// A remark.
    Note(String),
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
