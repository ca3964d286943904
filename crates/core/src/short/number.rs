//! Rules for numbers: the final number of a text, in the unit of the reference, is the reference (ours); the text
//! is a number near the reference (ChartQA's relaxed accuracy).

use std::cmp::Ordering;

use super::value::{final_number_at, leading_number};
use super::{ShortVerdict, python, unit};
use crate::benchmark::ShortAnswer;

pub(super) fn judge(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let text = python::with_plain_digits(text);
    let (number, behind) = final_number_at(&text)?;
    let found = unit::converted(number, behind, short.unit.as_deref());
    let is_right = short.answers.iter().any(|answer| {
        let wanted = leading_number(answer)
            .and_then(|(wanted, behind)| unit::converted(wanted, behind, short.unit.as_deref()));
        found.zip(wanted).is_some_and(|(one, other)| are_equal(one, other, short.precision))
    });
    let found = found.unwrap_or(number);
    let rounded = short.precision.map_or(found, |decimals| python::round(found, decimals));
    Some(ShortVerdict::new(python::written(rounded), is_right))
}

/// The share of the reference by which a number may differ under ChartQA's relaxed accuracy.
const RELAXED: f64 = 0.05;

/// As lmms-eval compares for ChartQA: texts that are numbers, or percentages, by their distance, others as they are.
pub(super) fn relaxed(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let number = |text: &str| match text.strip_suffix('%') {
        Some(_) => python::float(text.trim_end_matches('%')).map(|percent| percent / 100.0),
        None => python::float(text),
    };
    let found = number(text);
    let is_right = short.answers.iter().any(|answer| match (found, number(answer)) {
        (Some(found), Some(wanted)) if wanted != 0.0 => {
            (found - wanted).abs() / wanted.abs() <= RELAXED
        }
        _ => text.to_lowercase() == answer.to_lowercase(),
    });
    ShortVerdict::new(text.to_lowercase(), is_right)
}

/// Equal after both are rounded to the decimals that count, else up to the errors of conversion.
pub(super) fn are_equal(one: f64, other: f64, precision: Option<u8>) -> bool {
    let round = |number| precision.map_or(number, |decimals| python::round(number, decimals));
    let (one, other) = (round(one), round(other));
    one.partial_cmp(&other).is_some_and(Ordering::is_eq)
        || (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}
