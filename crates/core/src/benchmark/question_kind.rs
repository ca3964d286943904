//! What a question asks for: the one place that says whether a question takes an answer.

use serde::Deserialize;

use crate::keyword::keywords;

keywords! {
    /// What a question asks for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum QuestionKind {
        /// One of its choices.
        Choice = "choice",
        /// Words of one's own: it has no choices, and nothing that an answer could be compared with.
        Open = "open",
    }
}

impl QuestionKind {
    /// The kind of a question with this number of choices.
    pub const fn from_choices(count: usize) -> Self {
        match count {
            0 => QuestionKind::Open,
            _ => QuestionKind::Choice,
        }
    }

    /// Whether people answer it, blind, before they judge it.
    pub const fn takes_answer(self) -> bool {
        matches!(self, QuestionKind::Choice)
    }
}
