//! MathVista's comparison (`normalize_extracted_answer` and `safe_equal` of its `calculate_score.py`). A reference in
//! brackets is a list, one with a precision a floating-point number, and other numbers are integers, as in its data.

use super::value::{final_list, final_number};
use super::{ShortVerdict, python};
use crate::benchmark::ShortAnswer;

/// What kind of value a reference is, in MathVista's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A whole number.
    Integer,
    /// A number with this many decimals.
    Float(u8),
    /// A list as Python writes it.
    List,
    /// Anything else.
    Text,
}

/// What kind of value the reference is. Without a reference it is a number if there is a precision, else a text. A
/// decimal without a precision has that with which it is written, as in MathVista's data.
pub fn value_kind(short: &ShortAnswer) -> ValueKind {
    let reference = short.answers.first().map_or("", String::as_str).trim();
    match short.precision {
        _ if reference.starts_with('[') => ValueKind::List,
        Some(decimals) => ValueKind::Float(decimals),
        None if python::int(reference).is_some() => ValueKind::Integer,
        None => match reference.split_once('.') {
            Some((_, decimals)) if python::float(reference).is_some() => {
                let count = decimals.bytes().filter(u8::is_ascii_digit).count();
                ValueKind::Float(count.min(15) as u8)
            }
            _ => ValueKind::Text,
        },
    }
}

pub(super) fn judge(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let kind = value_kind(short);
    let value = normalized(kind, &extracted(kind, text)?)?;
    // With a precision MathVista compares what is written; without one there may be zeros at the end.
    let has_zeros = matches!(kind, ValueKind::Float(_)) && short.precision.is_none();
    let is_right = short.answers.iter().any(|answer| {
        answer.trim() == value.trim()
            || has_zeros && normalized(kind, answer).as_ref() == Some(&value)
    });
    Some(ShortVerdict::new(value, is_right))
}

/// The value in a text: the whole text where it is one, what MathVista's quick extraction finds, else the final value.
fn extracted(kind: ValueKind, text: &str) -> Option<String> {
    match kind {
        ValueKind::Integer => python::int(text).or_else(|| quoted(text)).or_else(|| {
            // As in MathVista a decimal is cut off, not rounded.
            python::float(text)
                .map(python::written)
                .or_else(|| final_number(text).map(python::written))
        }),
        ValueKind::Float(_) => python::float(text)
            .map(python::written)
            .or_else(|| quoted(text))
            .or_else(|| final_number(text).map(python::written)),
        ValueKind::List => quoted(text).or_else(|| final_list(text).map(str::to_owned)),
        ValueKind::Text => quoted(text).or_else(|| Some(text.to_owned())),
    }
}

/// What is between the quotes of `The answer is "..."."`, to the last such end of the line.
fn quoted(text: &str) -> Option<String> {
    const CUE: &str = "The answer is \"";
    let start = text.find(CUE)? + CUE.len();
    let line = text[start..].lines().next()?;
    line.rfind("\".").map(|end| line[..end].to_owned())
}

/// As `normalize_extracted_answer`; `None` where it gives none.
fn normalized(kind: ValueKind, extracted: &str) -> Option<String> {
    match kind {
        ValueKind::Integer => python::float(extracted).and_then(python::whole),
        ValueKind::Float(decimals) => {
            let number = python::float(extracted)?;
            Some(python::written(python::round(number, decimals)))
        }
        ValueKind::List | ValueKind::Text => Some(extracted.to_owned()),
    }
}
