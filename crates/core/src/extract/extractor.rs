//! The extractors and their names.

use std::fmt;

use super::{Choices, Extraction, RuleSet, extract, lexical};
use crate::keyword::Keyword;

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
    /// The choice that is most similar to the answer: [`lexical`].
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

    /// The sort of extractor, for outputs: `rules`, `lexical`, `model` or `person`.
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

impl Keyword for BuiltIn {
    /// The rule sets in the order of [`RuleSet::ALL`], then the baseline.
    const ALL: &'static [Self] = &[
        BuiltIn::Rules(RuleSet::VlmevalkitEarly),
        BuiltIn::Rules(RuleSet::VlmevalkitMid),
        BuiltIn::Rules(RuleSet::VlmevalkitLate),
        BuiltIn::Rules(RuleSet::Assay),
        BuiltIn::Lexical,
    ];

    fn name(self) -> &'static str {
        match self {
            BuiltIn::Rules(rules) => rules.name(),
            BuiltIn::Lexical => "lexical",
        }
    }

    fn description(self) -> &'static str {
        match self {
            BuiltIn::Rules(rules) => rules.description(),
            BuiltIn::Lexical => "The choice that the answer looks most like",
        }
    }
}

impl BuiltIn {
    /// Reads a text.
    pub fn read(self, text: &str, choices: &Choices) -> Extraction {
        match self {
            BuiltIn::Rules(rules) => extract(rules, text, choices),
            BuiltIn::Lexical => lexical::extract(text, choices),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_extractor_is_found_by_its_name() {
        for built_in in BuiltIn::all() {
            assert_eq!(BuiltIn::from_name(built_in.name()), Ok(built_in));
        }
        assert!(BuiltIn::from_name("gpt-4").is_err());
    }

    #[test]
    fn every_rule_set_is_a_built_in_extractor() {
        let rules = BuiltIn::all().filter(|built_in| *built_in != BuiltIn::Lexical);
        assert!(rules.eq(RuleSet::all().map(BuiltIn::Rules)));
    }

    #[test]
    fn an_extractor_has_a_name_and_a_sort() {
        let extractors = [
            (Extractor::BuiltIn(BuiltIn::Rules(RuleSet::Assay)), "assay", "rules"),
            (Extractor::BuiltIn(BuiltIn::Lexical), "lexical", "lexical"),
            (Extractor::Model("gpt-4".into()), "gpt-4", "model"),
            (Extractor::Person("ann".into()), "ann", "person"),
        ];
        for (extractor, name, sort) in extractors {
            assert_eq!((extractor.name(), extractor.sort()), (name, sort));
            assert_eq!(format!("{extractor:>9}|"), format!("{name:>9}|"));
        }
    }
}
