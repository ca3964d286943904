//! Rules for words: the same words, words that are part of a text (OCRBench's), and lists of the same entries.

use super::ShortVerdict;
use super::value::{entries, final_list};
use crate::benchmark::ShortAnswer;

pub(super) fn exact(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let value = normalized(text);
    let is_right = short.answers.iter().any(|answer| normalized(answer) == value);
    ShortVerdict::new(value, is_right)
}

/// As OCRBench compares all but its handwritten formulas.
pub(super) fn contains(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let one_line = |text: &str| text.to_lowercase().trim().replace('\n', " ");
    let value = one_line(text);
    let is_right = short.answers.iter().any(|answer| value.contains(&one_line(answer)));
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
