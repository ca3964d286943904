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

use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::review::TypedAnswer;
use crate::benchmark::{AnswerRule, Label, ShortAnswer};
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
const RULES: [(AnswerRule, Judge, bool); 11] = [
    (AnswerRule::Exact, |short, text| Some(words::exact(short, text)), false),
    (AnswerRule::Contains, |short, text| Some(words::contains(short, text)), false),
    (AnswerRule::ContainsFormula, |short, text| Some(words::contains_formula(short, text)), false),
    (AnswerRule::Numeric, number::judge, false),
    (AnswerRule::Relaxed, |short, text| Some(number::relaxed(short, text)), false),
    (AnswerRule::List, words::list, false),
    (AnswerRule::YesNo, yes_no::judge, false),
    (AnswerRule::MathVista, mathvista::judge, false),
    (AnswerRule::MmmuOpen, |short, text| Some(mmmu::judge(short, text)), false),
    (AnswerRule::Vqa, |short, text| Some(vqa::judge(short, text)), true),
    (AnswerRule::Anls, |short, text| Some(anls::judge(short, text)), true),
];

/// What a text answers, without the thoughts of a model before it; `None` if nothing was read from it.
pub fn judge(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let answer = if text.contains("think>") { &text[own_words(text)?] } else { text };
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

/// Whether a person's answer is the reference answer: the label of a choice, or by the rule of a short answer. `None` if
/// there is no reference.
pub fn is_reference(
    own: BlindAnswer,
    label: Option<Label>,
    short: Option<&ShortAnswer>,
) -> Option<bool> {
    match (label, short.filter(|short| short.has_reference())) {
        (Some(label), _) => Some(own == BlindAnswer::Choice(label)),
        (None, Some(short)) => Some(match own {
            BlindAnswer::Typed(text) => {
                judge(short, text.as_str()).is_some_and(|verdict| verdict.is_right())
            }
            _ => false,
        }),
        (None, None) => None,
    }
}

/// The reference answer as a person would give it; of several accepted ones the first.
pub fn reference(label: Option<Label>, short: Option<&ShortAnswer>) -> Option<BlindAnswer> {
    let first = || short.and_then(|short| short.answers.first());
    label.map(BlindAnswer::Choice).or_else(|| Some(BlindAnswer::Typed(TypedAnswer::cut(first()?))))
}

/// An answer in the form in which answers that are the same under the rule are equal: one that is right is the first
/// accepted answer, another one what the rule makes of it.
pub fn canonical(own: BlindAnswer, short: Option<&ShortAnswer>) -> BlindAnswer {
    let (BlindAnswer::Typed(text), Some(short)) = (own, short) else { return own };
    match judge(short, text.as_str()) {
        Some(verdict) if verdict.is_right() => reference(None, Some(short)).unwrap_or(own),
        Some(verdict) => BlindAnswer::Typed(TypedAnswer::cut(&verdict.value)),
        None => own,
    }
}

/// Whether an answer says what the right one says: the same, or what the rule takes for it.
pub fn says_the_same(own: BlindAnswer, right: BlindAnswer, short: Option<&ShortAnswer>) -> bool {
    let by_rule = |short: &ShortAnswer| match (own, right) {
        (BlindAnswer::Typed(own), BlindAnswer::Typed(right)) => {
            let right = ShortAnswer { answers: vec![right.as_str().to_owned()], ..short.clone() };
            judge(&right, own.as_str()).is_some_and(|verdict| verdict.is_right())
        }
        _ => false,
    };
    canonical(own, short) == canonical(right, short) || short.is_some_and(by_rule)
}

#[cfg(test)]
mod tests;
