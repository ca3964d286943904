//! Questions without pictures or abilities, for tests that need no more. The unit tests of the library
//! include this file too.

use assay::benchmark::{Choice, Label, Question, QuestionKey};

/// A question with a single choice, which is right.
pub fn small_question(key: &str, stem: &str) -> Question {
    Question {
        key: QuestionKey::new(key).unwrap(),
        stem: stem.into(),
        hint: None,
        choices: vec![Choice { label: Label::A, text: "yes".into() }],
        answer: Some(Label::A),
        category: None,
        l2_category: None,
        split: None,
        source: None,
        comment: None,
        pictures: vec![],
        passes: vec![],
        extra: assay::benchmark::Extra::new(),
    }
}
