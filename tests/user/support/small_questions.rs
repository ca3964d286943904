//! Questions without pictures or abilities, for tests that do not need them. The unit tests of the
//! library include this file too.

use assay::benchmark::{Choice, Label, Question, QuestionKey};

/// A question with a single choice, which is right.
pub fn small_question(key: &str, stem: &str) -> Question {
    let choices = vec![Choice { label: Label::A, text: "yes".into() }];
    let question = Question::new(QuestionKey::new(key).unwrap(), stem, choices);
    Question { answer: Some(Label::A), ..question }
}
