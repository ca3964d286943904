//! MMMU's open questions: `parse_open_response`, `normalize_str` and `eval_open` of its `eval_utils.py`.
//!
//! A response gives several candidates: the ends of its sentences behind words such as `is`, and all numbers in them. It
//! is right if one of them is the reference: numbers are equal after rounding, texts contain it.

use std::sync::LazyLock;

use regex::Regex;

use super::{ShortVerdict, python};
use crate::benchmark::ShortAnswer;

/// Words behind which an answer is.
const CUES: [&str; 8] =
    ["could be ", "so ", "is ", "thus ", "therefore ", "final ", "answer ", "result "];

/// A candidate, or a form of the reference.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    Number(f64),
    Text(String),
}

pub(super) fn judge(short: &ShortAnswer, response: &str) -> ShortVerdict {
    let parts = key_parts(response);
    let numbers = parts.iter().flat_map(|part| numbers(part));
    let candidates: Vec<Form> =
        parts.iter().cloned().chain(numbers).flat_map(|text| forms(&text)).collect();
    let references: Vec<Form> = short.answers.iter().flat_map(|answer| forms(answer)).collect();
    let is_right = candidates.iter().any(|candidate| match candidate {
        Form::Number(_) => references.contains(candidate),
        Form::Text(text) => references.iter().any(
            |reference| matches!(reference, Form::Text(wanted) if text.contains(wanted.as_str())),
        ),
    });
    ShortVerdict::new(parts.join(" | "), is_right)
}

/// The ends of the lines behind the cues, the shortest of each line; the whole response if there are none.
fn key_parts(response: &str) -> Vec<String> {
    let response = response.trim().trim_matches('.').to_lowercase();
    // MMMU also means to cut at full stops before capitals, but there are none in small letters.
    let lines: Vec<&str> = response.split('\n').collect();
    let mut parts = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let equation = (number + 1 == lines.len()).then_some("=");
        let mut shortest: Option<&str> = None;
        for cue in CUES.into_iter().chain(equation) {
            let Some((_, end)) = line.rsplit_once(cue) else { continue };
            let end = end.trim();
            let is_shorter =
                |known: &str| known.is_empty() || end.chars().count() < known.chars().count();
            if shortest.is_none_or(is_shorter) {
                shortest = Some(end);
            }
        }
        let is_trivial = |part: &&str| ["", ":", ",", ".", "!", "?", ";", "'"].contains(part);
        parts.extend(shortest.filter(|part| !is_trivial(part)).map(str::to_owned));
    }
    if parts.is_empty() { vec![response] } else { parts }
}

/// As `normalize_str`: a number with two decimals, or a text in small letters; a single letter has a space on one side, so
/// that it is not found in every word.
fn forms(text: &str) -> Vec<Form> {
    let text = text.trim();
    if let Some(number) = python::float(&text.replace(',', "")) {
        return vec![Form::Number(python::round(number, 2))];
    }
    let text = text.to_lowercase();
    match text.chars().count() {
        1 => vec![Form::Text(format!(" {text}")), Form::Text(format!("{text} "))],
        _ => vec![Form::Text(text)],
    }
}

/// The patterns of `extract_numbers`: numbers with commas, in scientific notation, and the others. What may not follow the
/// last ones is taken with them, and is where the next one may begin.
static NUMBERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        r"(-?\b\d{1,3}(?:,\d{3})+\b)",
        r"(-?\d+(?:\.\d+)?[eE][+-]?\d+)",
        r"(-?(?:\d+\.\d+|\.\d+|\d+\b))(?:$|[^eE,\d]|[eE](?:$|[^\d+-]|[+-](?:$|\D)))",
    ];
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for pattern in &*NUMBERS {
        let mut at = 0;
        while let Some(number) = pattern.captures_at(text, at).and_then(|groups| groups.get(1)) {
            found.push(number.as_str().to_owned());
            at = number.end();
        }
    }
    found
}
