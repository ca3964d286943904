//! Rules for words: the same words, words that are part of a text (OCRBench's), and lists of the same entries.

use super::ShortVerdict;
use super::value::{entries, final_list};
use crate::benchmark::ShortAnswer;

pub(super) fn exact(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let value = normalized(text);
    let is_right = short.answers.iter().any(|answer| normalized(answer) == value);
    ShortVerdict::new(value, is_right)
}

/// As OCRBench compares all but its formulas.
pub(super) fn contains(short: &ShortAnswer, text: &str) -> ShortVerdict {
    within(short, text, |text| text.to_lowercase().trim().replace('\n', " "))
}

/// As OCRBench compares its handwritten formulas: without spaces, and case counts.
pub(super) fn contains_formula(short: &ShortAnswer, text: &str) -> ShortVerdict {
    within(short, text, |text| text.trim().replace(['\n', ' '], ""))
}

/// Whether an accepted answer is part of the text, both in this form.
fn within(short: &ShortAnswer, text: &str, form: fn(&str) -> String) -> ShortVerdict {
    let value = form(text);
    let is_right = short.answers.iter().any(|answer| value.contains(&form(answer)));
    ShortVerdict::new(value, is_right)
}

/// Small letters, single spaces, no full stop at the end.
fn normalized(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_lowercase()
}

/// Entries are numbers or words; a text without brackets is a list too.
pub(super) fn list(short: &ShortAnswer, text: &str) -> Option<ShortVerdict> {
    let found = entries(final_list(text).unwrap_or(text));
    let are_equal = |wanted: &[&str]| {
        wanted.len() == found.len()
            && wanted.iter().zip(&found).all(|(one, other)| match (one.parse(), other.parse()) {
                (Ok(one), Ok(other)) => super::number::are_equal(one, other, short.precision),
                _ => normalized(one) == normalized(other),
            })
    };
    let is_right = short.answers.iter().any(|answer| are_equal(&entries(answer)));
    (!found.is_empty()).then(|| ShortVerdict::new(found.join(", "), is_right))
}
