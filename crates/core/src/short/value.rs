//! The final value of a longer answer: what is in the last `\boxed{}`, behind the last `answer`, else at the end.
//!
//! MathVista has a language model read this.

use super::python;

/// Numbers in words, as VQA's evaluation reads them.
pub(super) const NUMBER_WORDS: [(&str, &str); 12] = [
    ("none", "0"),
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// The final number of a text.
pub(super) fn final_number(text: &str) -> Option<f64> {
    final_number_at(&python::with_plain_digits(text)).map(|(number, _)| number)
}

/// The final number of a text with the text behind it. Numbers in words count where there are no others.
pub(super) fn final_number_at(text: &str) -> Option<(f64, &str)> {
    if let Some(boxed) = last_boxed(text)
        && let Some(found) = leading_number(boxed)
    {
        return Some(found);
    }
    let lower = text.to_ascii_lowercase();
    let behind_cue = lower.rfind("answer").map(|at| &text[at + "answer".len()..]);
    // Of an equation the value is at its end.
    let behind_cue = behind_cue.map(|text| {
        let sentence = text.find(". ").map_or(text, |end| &text[..end]);
        sentence.rsplit('=').next().unwrap_or(sentence)
    });
    let found = behind_cue.and_then(leading_number);
    found
        .or_else(|| numbers(text).pop())
        .or_else(|| number_in_words(&lower).map(|found| (found, "")))
}

/// The first number of a text with the text behind it.
pub(super) fn leading_number(text: &str) -> Option<(f64, &str)> {
    numbers(text).into_iter().next()
}

/// The last list in brackets of a text.
pub(super) fn final_list(text: &str) -> Option<&str> {
    let end = text.rfind(']')?;
    let start = text[..end].rfind('[')?;
    Some(&text[start..=end])
}

/// The entries of a list, with or without brackets and quotes.
pub(super) fn entries(list: &str) -> Vec<&str> {
    let list = list.trim().trim_end_matches('.');
    let list = list.strip_prefix(['[', '(']).unwrap_or(list);
    let list = list.strip_suffix([']', ')']).unwrap_or(list);
    let entries = list.split([',', ';']).map(|entry| entry.trim().trim_matches(['"', '\'']).trim());
    entries.filter(|entry| !entry.is_empty()).collect()
}

fn last_boxed(text: &str) -> Option<&str> {
    const BOXED: &str = "\\boxed{";
    let start = text.rfind(BOXED)? + BOXED.len();
    text[start..].find('}').map(|end| &text[start..start + end])
}

fn number_in_words(lower: &str) -> Option<f64> {
    let named = |word: &str| NUMBER_WORDS.iter().find(|(name, _)| *name == word);
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| *word != "none").filter_map(named).next_back()?.1.parse().ok()
}

/// The numbers of a text, each with the text behind it: `1,234.5`, `-3`, `2e-4`. Digits within words such as `x2` do not
/// count.
fn numbers(text: &str) -> Vec<(f64, &str)> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let run =
        |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let begins = is_digit(at) || bytes[at] == b'.' && is_digit(at + 1);
        if !begins {
            at += 1;
            continue;
        }
        let before = text[..at].chars().next_back();
        let mut end = at + run(at);
        while bytes.get(end) == Some(&b',') && run(end + 1) == 3 {
            end += 4;
        }
        if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
            end += 1 + run(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let digits = run(end + 1 + sign);
            end += if digits > 0 { 1 + sign + digits } else { 0 };
        }
        let number = text[at..end].replace(',', "").parse::<f64>();
        let before_sign = text[..at].chars().rev().nth(1);
        let is_negative = matches!(before, Some('-' | '−'))
            && before_sign.is_none_or(|c| !c.is_alphanumeric() && c != ')');
        let is_in_word = before.is_some_and(|c| c.is_alphabetic() || c == '_');
        if let Ok(number) = number
            && !is_in_word
        {
            found.push((if is_negative { -number } else { number }, &text[end..]));
        }
        at = end.max(at + 1);
    }
    found
}
