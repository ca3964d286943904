//! Short and numeric answers: what a text answers, and how far that is right.
//!
//! [`RULES`] has each rule of [`AnswerRule`] by its name; a file beside this one has each family of rules. Rules that
//! other programs have are reproduced, errors included, as far as they need no language model: where MathVista asks
//! one for the final value of a long answer, [`value`] reads it instead. Models' answers and what people type are
//! judged alike. Pure.

mod anls;
mod mathvista;
mod mmmu;
mod number;
mod python;
mod unit;
mod value;
mod vqa;
mod words;
mod yes_no;

use serde::Serialize;

use crate::benchmark::{AnswerRule, ShortAnswer};
use crate::extract::own_words;

pub use mathvista::{ValueKind, value_kind};

/// What a text answers, and how far that is right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShortVerdict {
    /// The value that was read, as the rule normalises it.
    pub value: String,
    /// From 0 to 1; rules without grades have only these two.
    pub score: f64,
}

impl ShortVerdict {
    /// A graded answer counts as right from this score on.
    pub const THRESHOLD: f64 = 0.5;

    fn new(value: String, is_right: bool) -> Self {
        ShortVerdict { value, score: if is_right { 1.0 } else { 0.0 } }
    }

    /// Whether it counts as right.
    pub fn is_right(&self) -> bool {
        self.score >= Self::THRESHOLD
    }
}

/// What a text answers under a rule; `None` if nothing was read.
type Judge = fn(&ShortAnswer, &str) -> Option<ShortVerdict>;

/// How each rule judges, and whether its scores have grades between right and wrong.
const RULES: [(AnswerRule, Judge, bool); 8] = [
    (AnswerRule::Exact, words::exact, false),
    (AnswerRule::Numeric, number::judge, false),
    (AnswerRule::List, words::list, false),
    (AnswerRule::YesNo, yes_no::judge, false),
    (AnswerRule::MathVista, mathvista::judge, false),
    (AnswerRule::MmmuOpen, mmmu::judge, false),
    (AnswerRule::Vqa, vqa::judge, true),
    (AnswerRule::Anls, anls::judge, true),
];

/// What a text answers, without the thoughts of a model before it; `None` if nothing was read from it.
pub fn judge(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let answer = match text.contains("think>") {
        true => &text[own_words(text)?],
        false => text,
    };
    if answer.trim().is_empty() {
        return None;
    }
    RULES
        .iter()
        .find(|(rule, ..)| *rule == short.rule)
        .and_then(|(_, judge, _)| judge(short, answer))
}

/// Whether a rule gives scores between right and wrong, so that a mean says more than an accuracy.
pub fn is_graded(rule: AnswerRule) -> bool {
    RULES.iter().any(|(named, _, is_graded)| *named == rule && *is_graded)
}

/// Whether two answers are the same under a rule: one is right where the other is the reference.
pub fn are_equal(short: &ShortAnswer, one: &str, other: &str) -> bool {
    let accepts = |reference: &str, answer: &str| {
        let reference = ShortAnswer { answers: vec![reference.to_owned()], ..short.clone() };
        judge(&reference, answer).is_some_and(|verdict| verdict.is_right())
    };
    one == other || accepts(one, other) || accepts(other, one)
}

#[cfg(test)]
mod tests;
