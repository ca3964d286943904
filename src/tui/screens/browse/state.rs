//! A question in the list: how far its review is, with the sign and the word for it.

use crate::benchmark::decision::Verdict;
use crate::benchmark::history::Standing;

/// How far the review of a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is decided.
    Undecided,
    /// The blind answer is given, the verdict is not.
    Answered,
    /// Good.
    Kept,
    /// Flagged: answerable without the picture.
    TextOnly,
    /// Wrong.
    Wrong,
    /// Passed over.
    Skipped,
    /// Put off.
    Later,
}

impl From<&Standing> for State {
    fn from(standing: &Standing) -> Self {
        match standing {
            Standing::Untouched | Standing::Extracted(_) => State::Undecided,
            Standing::Answered(_) => State::Answered,
            Standing::Reviewed(review) => match review.verdict {
                Verdict::Keep => State::Kept,
                Verdict::TextOnly => State::TextOnly,
                Verdict::Wrong => State::Wrong,
            },
            Standing::Skipped => State::Skipped,
            Standing::Later => State::Later,
        }
    }
}

impl State {
    /// One cell that shows it, with or without colour.
    pub fn sign(self) -> &'static str {
        match self {
            State::Undecided => "·",
            State::Answered => "½",
            State::Kept => "✓",
            State::TextOnly => "T",
            State::Wrong => "✗",
            State::Skipped => "»",
            State::Later => "…",
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Undecided => "undecided",
            State::Answered => "answered",
            State::Kept => "kept",
            State::TextOnly => "text-only",
            State::Wrong => "wrong",
            State::Skipped => "skipped",
            State::Later => "later",
        }
    }
}

/// A question in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its position in the annotator's order.
    pub position: usize,
    /// How far its review is.
    pub state: State,
    /// Whether a filter suspects it, as far as this annotator may know.
    pub is_flagged: bool,
}
