//! From a model's text to the label of a choice.
//!
//! Pure: a text and the choices it was shown go in, an [`Extraction`] comes out, with the step that
//! found it and the bytes of the text that are the evidence. Nothing here reads a file or calls a
//! model. There are two families of rules, which are never mixed, and a baseline:
//!
//! - [`vlmevalkit`]: the rules of VLMEvalKit, reproduced version by version, errors included;
//! - [`assay`]: our own rules, which read what models write;
//! - [`lexical`]: the choice whose text is most similar to the answer, by a fuzzy matcher.
//!
//! [`Extractor`] names them all, and the language models and people who read labels elsewhere.
//!
//! Whether the label is *right* is decided in `score`.

pub mod assay;
mod choices;
mod edition;
mod extractor;
pub mod lexical;
pub mod vlmevalkit;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::keyword::keywords;

pub use crate::benchmark::Answer;
pub use assay::own_words;
pub use choices::Choices;
pub use edition::edition;
pub use extractor::{BuiltIn, Extractor};

keywords! {
    /// A named and versioned way to read a label from a text.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum RuleSet: Display {
        /// VLMEvalKit from February 2024 to July 2025.
        VlmevalkitEarly = "vlmevalkit-early",
        /// VLMEvalKit from August 2025 on: the letter must stand near the end.
        VlmevalkitMid = "vlmevalkit-mid",
        /// VLMEvalKit from June 2026 on: also "answer is X". Comparable with what the field publishes.
        #[default]
        VlmevalkitLate = "vlmevalkit-late",
        /// Assay's own rules.
        Assay = "assay",
    }
}

/// An answer, the step of the rules that found it, and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extraction {
    /// What the text says.
    pub answer: Answer,
    /// The step's name; stable, for scripts.
    pub step: &'static str,
    /// The bytes of the text that decided; `None` if no bytes did.
    pub evidence: Option<Range<usize>>,
}

impl Extraction {
    /// The rules read nothing.
    pub const NOTHING: Extraction =
        Extraction { answer: Answer::Nothing, step: "nothing", evidence: None };

    /// An answer that a step found at a place in the text.
    pub fn found(answer: Answer, step: &'static str, evidence: Range<usize>) -> Self {
        Extraction { answer, step, evidence: Some(evidence) }
    }
}

/// Reads what `text` says about `choices` under these rules. The time is linear in the length of
/// the text for a given set of choices.
pub fn extract(rules: RuleSet, text: &str, choices: &Choices) -> Extraction {
    match rules {
        RuleSet::Assay => assay::extract(text, choices),
        version => vlmevalkit::extract(version, text, choices),
    }
}

/// As [`extract`] for the answer to a question that has these choices. Without any it is an open question:
/// the letters of its answer do not name choices. A row of a file may have choices that are not
/// known; such a text is read by [`extract`].
pub fn extract_answer(rules: RuleSet, text: &str, choices: &Choices) -> Extraction {
    if choices.is_empty() { Extraction::NOTHING } else { extract(rules, text, choices) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::keyword::Keyword;

    #[test]
    fn an_answer_to_an_open_question_names_no_choice() {
        for rules in RuleSet::all() {
            for text in ["A. A dog.", "The answer is B.", "Sorry, I can't help with images."] {
                assert_eq!(extract_answer(rules, text, &Choices::default()), Extraction::NOTHING);
            }
        }
        let choices = Choices::new(Label::all().zip(["cat", "dog"]));
        let found = extract_answer(RuleSet::Assay, "The answer is B.", &choices);
        assert_eq!(found.answer.letter(), Some('B'));
    }

    #[test]
    fn a_rule_set_reads_back_from_its_name() {
        for rules in RuleSet::all() {
            assert_eq!(RuleSet::from_name(rules.name()), Ok(rules));
            assert_eq!(serde_json::to_value(rules).unwrap(), rules.name());
        }
    }

    #[test]
    fn a_refusal_has_no_letter_to_compare() {
        assert_eq!(Answer::Refused.letter(), None);
        assert_eq!(Answer::NoneOfThem.letter(), Some('Z'));
    }

    #[test]
    fn the_evidence_is_a_place_in_the_whole_text_thoughts_included() {
        let text = "<think>Is it A? No.</think> The answer is B.";
        let choices = Choices::new(Label::all().zip(["cat", "dog"]));
        let found = extract(RuleSet::Assay, text, &choices);
        assert_eq!(found.answer.letter(), Some('B'));
        let evidence = &text[found.evidence.unwrap()];
        assert!(evidence.contains('B') && !evidence.contains("think"), "{evidence}");
    }
}
