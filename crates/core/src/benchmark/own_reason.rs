//! The name of a reason that a benchmark's makers have given themselves.
//!
//! A decision holds the name alone; what it means is in the benchmark's [`Checklists`](super::Checklists).

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};

use crate::keyword::{Keyword, UnexpectedText};

/// Longer names fill the lines in which several are listed.
const LONGEST: usize = 40;

/// The name of a reason of a benchmark's own, such as `needs-local-knowledge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct OwnReason(&'static str);

impl OwnReason {
    /// The reason of this name. Names are kept as long as the program runs, each once.
    ///
    /// # Errors
    /// If the text is not a name.
    pub fn new(name: &str) -> Result<Self, UnexpectedText> {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        if !is_name(name) {
            return Err(UnexpectedText::new(
                format!(
                    "a name of at most {LONGEST} lower-case letters, digits and single hyphens that \
                     begins with a letter"
                ),
                name,
            ));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return Ok(OwnReason(known));
        }
        let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
        known.insert(kept);
        Ok(OwnReason(kept))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// A reason that Assay has, or one of a benchmark's own.
pub trait Reason: Keyword {
    /// The reason with a name of a benchmark's own.
    fn from_own(own: OwnReason) -> Self;

    /// The name, where it is one of a benchmark's own.
    fn own(self) -> Option<OwnReason>;
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(is_letter)
        && !text.ends_with('-')
        && !text.contains("--")
}

impl<'de> Deserialize<'de> for OwnReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OwnReason::new(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for OwnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_lower_case() {
        for name in ["too-local", "a", "x2-y", &"a".repeat(LONGEST)] {
            assert_eq!(OwnReason::new(name).unwrap().name(), name);
        }
        let long = "a".repeat(LONGEST + 1);
        for name in ["", "-a", "a-", "a--b", "Too-local", "2x", "a b", "本地", &long] {
            assert!(OwnReason::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_name_is_the_same_however_often_it_is_read() {
        let [first, again] = ["too-local", "too-local"].map(|name| OwnReason::new(name).unwrap());
        assert!(std::ptr::eq(first.name(), again.name()));
    }
}
