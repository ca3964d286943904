//! The extractors and their names.

use std::fmt;
use std::str::FromStr;

use super::{Choices, Extraction, RuleSet, extract, lexical};

/// A program or a person that reads labels from texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extractor {
    /// Part of this program: computed on demand, without a network.
    BuiltIn(BuiltIn),
    /// A language model, by the name under which its labels are kept in the database.
    Model(String),
    /// A person, by the annotator's name.
    Person(String),
}

/// An extractor that reads any text at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BuiltIn {
    /// A rule set.
    Rules(RuleSet),
    /// The choice that the answer looks most like: [`lexical`].
    Lexical,
}

impl Extractor {
    /// The name in the database, on the command line and in every output.
    pub fn name(&self) -> &str {
        match self {
            Extractor::BuiltIn(built_in) => built_in.name(),
            Extractor::Model(name) | Extractor::Person(name) => name,
        }
    }

    /// What sort of extractor it is, for outputs: `rules`, `lexical`, `model` or `person`.
    pub fn sort(&self) -> &'static str {
        match self {
            Extractor::BuiltIn(BuiltIn::Rules(_)) => "rules",
            Extractor::BuiltIn(BuiltIn::Lexical) => "lexical",
            Extractor::Model(_) => "model",
            Extractor::Person(_) => "person",
        }
    }
}

impl fmt::Display for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl BuiltIn {
    /// All of them, the rule sets in order of age.
    pub fn all() -> impl Iterator<Item = BuiltIn> {
        RuleSet::ALL.into_iter().map(BuiltIn::Rules).chain([BuiltIn::Lexical])
    }

    /// The name on the command line and in every output.
    pub fn name(self) -> &'static str {
        match self {
            BuiltIn::Rules(rules) => rules.name(),
            BuiltIn::Lexical => "lexical",
        }
    }

    /// What it reads.
    pub fn read(self, text: &str, choices: &Choices) -> Extraction {
        match self {
            BuiltIn::Rules(rules) => extract(rules, text, choices),
            BuiltIn::Lexical => lexical::extract(text, choices),
        }
    }
}

/// A text that names no built-in extractor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected vlmevalkit-early, vlmevalkit-mid, vlmevalkit-late, assay or lexical, found {0:?}"
)]
pub struct NotBuiltIn(pub String);

impl FromStr for BuiltIn {
    type Err = NotBuiltIn;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        BuiltIn::all()
            .find(|built_in| built_in.name() == text)
            .ok_or_else(|| NotBuiltIn(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_extractor_is_found_by_its_name() {
        for built_in in BuiltIn::all() {
            assert_eq!(built_in.name().parse(), Ok(built_in));
        }
        assert!("gpt-4".parse::<BuiltIn>().is_err());
    }
}
