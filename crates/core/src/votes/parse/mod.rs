//! From a judge's text to a reading, strictly: the verdict must be where the prompt asked for it, and a
//! text with two different verdicts is unresolved, never its first or its last.
//!
//! A template of one's own declares an [`OutputForm`] in its first line; [`Template`] has those of known prompts.

mod form;
mod places;
mod template;

use super::{Reading, Undecided};
pub use form::{Mode, OutputForm};
use places::Place;
pub use template::Template;

/// What a text says: about two answers, or about one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    Pair(Reading),
    Single(Result<f64, Undecided>),
}

impl Said {
    /// Why nothing is said; `None` for a verdict or a score.
    pub fn undecided(self) -> Option<Undecided> {
        match self {
            Said::Pair(Reading::Undecided(because)) | Said::Single(Err(because)) => Some(because),
            Said::Pair(_) | Said::Single(Ok(_)) => None,
        }
    }

    /// Nothing, about as many answers as this is, and why.
    #[must_use]
    pub fn without_verdict(self, because: Undecided) -> Said {
        match self {
            Said::Pair(_) => Said::Pair(Reading::Undecided(because)),
            Said::Single(_) => Said::Single(Err(because)),
        }
    }
}
