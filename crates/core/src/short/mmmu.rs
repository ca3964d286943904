//! MMMU's open questions: `parse_open_response`, `normalize_str` and `eval_open` of its `eval_utils.py`.
//!
//! A response gives several candidates: the ends of its sentences behind words such as `is`, and all numbers in them. It
//! is right if one of them is the reference: numbers are equal after rounding, texts contain it.

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

/// As `extract_numbers`: those with commas, in scientific notation, and the others.
fn numbers(text: &str) -> Vec<String> {
    let text: Vec<char> = text.chars().collect();
    let find = |length_at: fn(&[char], usize) -> Option<usize>| {
        let mut found: Vec<String> = Vec::new();
        let mut at = 0;
        while at < text.len() {
            match length_at(&text, at) {
                Some(end) => {
                    found.push(text[at..end].iter().collect());
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    };
    [find(with_commas), find(scientific), find(simple)].concat()
}

fn digits(text: &[char], from: usize) -> usize {
    text.iter().skip(from).take_while(|c| python::digit(**c).is_some()).count()
}

fn is_at(text: &[char], at: usize, wanted: impl Fn(char) -> bool) -> bool {
    text.get(at).is_some_and(|c| wanted(*c))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `-?\b\d{1,3}(?:,\d{3})+\b`: where such a number ends.
fn with_commas(text: &[char], at: usize) -> Option<usize> {
    let start = at + usize::from(is_at(text, at, |c| c == '-'));
    if start == at && at > 0 && is_word(text[at - 1]) {
        return None;
    }
    let first = digits(text, start);
    if !(1..=3).contains(&first) {
        return None;
    }
    let (mut end, mut last) = (start + first, None);
    while is_at(text, end, |c| c == ',') && digits(text, end + 1) >= 3 {
        end += 4;
        if !is_at(text, end, is_word) {
            last = Some(end);
        }
    }
    last
}

/// `-?\d+(?:\.\d+)?[eE][+-]?\d+`: where such a number ends.
fn scientific(text: &[char], at: usize) -> Option<usize> {
    let start = at + usize::from(is_at(text, at, |c| c == '-'));
    let mut end = start + Some(digits(text, start)).filter(|count| *count > 0)?;
    if is_at(text, end, |c| c == '.') && digits(text, end + 1) > 0 {
        end += 1 + digits(text, end + 1);
    }
    exponent(text, end)
}

/// `[eE][+-]?\d+`: where it ends.
fn exponent(text: &[char], at: usize) -> Option<usize> {
    if !is_at(text, at, |c| c == 'e' || c == 'E') {
        return None;
    }
    let start = at + 1 + usize::from(is_at(text, at + 1, |c| c == '+' || c == '-'));
    Some(digits(text, start)).filter(|count| *count > 0).map(|count| start + count)
}

/// `-?(?:\d+\.\d+|\.\d+|\d+\b)(?![eE][+-]?\d+)(?![,\d])`: where such a number ends. Fewer digits than there are never fit:
/// another one follows them.
fn simple(text: &[char], at: usize) -> Option<usize> {
    let start = at + usize::from(is_at(text, at, |c| c == '-'));
    let first = digits(text, start);
    let point = start + first;
    let is_free = |end: &usize| exponent(text, *end).is_none() && !is_at(text, *end, |c| c == ',');
    let decimals = match is_at(text, point, |c| c == '.') {
        true => digits(text, point + 1),
        false => 0,
    };
    let with_decimals = (decimals > 0).then_some(point + 1 + decimals).filter(is_free);
    with_decimals.or_else(|| {
        let is_whole = first > 0 && !is_at(text, point, is_word);
        is_whole.then_some(point).filter(is_free)
    })
}
