//! Reasons why a question is wrong, by name: those that Assay has, and those that the makers of a benchmark
//! have named.
//!
//! A decision holds the name alone; what a custom reason means is in the benchmark's
//! [`Checklists`](super::Checklists).

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;

use crate::keyword::{UnexpectedText, find_named, written_as_text};

/// Longer names fill the lines in which several are listed.
const LONGEST: usize = 40;

/// The name of a custom reason of a benchmark, such as `needs-local-knowledge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnReason(ArrayString<LONGEST>);

impl OwnReason {
    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A reason that Assay has, or a custom one of a benchmark.
pub trait Reason: Copy + PartialEq + 'static {
    /// Those that Assay has with their names, in the order in which a decision has them.
    fn named() -> impl Iterator<Item = (Self, &'static str)>;

    /// The custom reason of this name.
    fn from_own(own: OwnReason) -> Self;

    /// The name of a custom reason; `None` for those that Assay has.
    fn own(&self) -> Option<&OwnReason>;

    /// Those that Assay has, in order.
    fn all() -> impl Iterator<Item = Self> {
        Self::named().map(|(reason, _)| reason)
    }

    /// The name. Stable: files and databases hold it.
    fn name(&self) -> &str {
        match self.own() {
            Some(own) => own.name(),
            None => Self::named().find(|(one, _)| one == self).map_or("", |(_, name)| name),
        }
    }

    /// The reason of this name that Assay has.
    ///
    /// # Errors
    /// If no reason has it. The error lists the names.
    fn from_name(text: &str) -> Result<Self, UnexpectedText> {
        find_named(Self::named, text)
    }
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(is_letter)
        && !text.ends_with('-')
        && !text.contains("--")
}

written_as_text!(OwnReason);

impl FromStr for OwnReason {
    type Err = UnexpectedText;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let own = ArrayString::from(name).ok().filter(|name| is_name(name)).map(OwnReason);
        own.ok_or_else(|| {
            let expected = format!(
                "a name of at most {LONGEST} lower-case letters, digits and single hyphens that begins \
                 with a letter"
            );
            UnexpectedText::new(expected, name)
        })
    }
}

impl fmt::Display for OwnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_lower_case() {
        for name in ["too-local", "a", "x2-y", &"a".repeat(LONGEST)] {
            assert_eq!(name.parse::<OwnReason>().unwrap().name(), name);
        }
        let long = "a".repeat(LONGEST + 1);
        for name in ["", "-a", "a-", "a--b", "Too-local", "2x", "a b", "本地", &long] {
            assert!(name.parse::<OwnReason>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_name_is_the_same_however_often_it_is_read() {
        let [first, again] =
            ["too-local", "too-local"].map(|name| name.parse::<OwnReason>().unwrap());
        assert_eq!((first, first.name()), (again, "too-local"));
    }
}
