//! VQA's evaluation (`vqaEval.py`): punctuation, numbers in words, articles and contractions are made alike, and an answer
//! counts by how many of the people who were asked gave it.
//!
//! As in lmms-eval and VLMEvalKit the people's answers are normalised too. Fewer than ten answers are a list of accepted
//! ones, of which one is enough.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::value::NUMBER_WORDS;
use super::{ShortVerdict, python};
use crate::benchmark::ShortAnswer;

/// How many people VQA asks.
const PEOPLE: usize = 10;
const ARTICLES: [&str; 3] = ["a", "an", "the"];
const PUNCTUATION: [char; 21] = [
    ';', '/', '[', ']', '"', '{', '}', '(', ')', '=', '+', '\\', '_', '-', '>', '<', '@', '`', ',',
    '?', '!',
];
/// `re.UNICODE`, which VQA's code passes as the number of replacements.
const MOST_PERIODS: usize = 32;

static CONTRACTIONS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../assets/answers/contractions.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' ')).collect()
});

pub(super) fn judge(short: &ShortAnswer, text: &str) -> ShortVerdict {
    let value = normalized(text);
    let given = short.answers.iter().filter(|answer| normalized(answer) == value).count();
    let people = short.answers.len();
    if people < PEOPLE {
        return ShortVerdict::new(value, given > 0);
    }
    // Each person's answer is left out in turn; three of the others are enough.
    let share = |others: usize| (others as f64 / 3.0).min(1.0);
    let with_own = given as f64 * share(given.saturating_sub(1));
    let sum = with_own + (people - given) as f64 * share(given);
    ShortVerdict { value, score: sum / people as f64 }
}

fn normalized(text: &str) -> String {
    let text = text.replace(['\n', '\t'], " ");
    words(&without_punctuation(text.trim(), |_| false))
}

/// As `processPunctuation`: a sign goes where a space is beside it, or a comma is within a number, and else becomes a space;
/// full stops go except before a digit. `keeps_period` says of the character before one that it stays.
pub(super) fn without_punctuation(text: &str, keeps_period: fn(Option<char>) -> bool) -> String {
    let has_comma = {
        let chars: Vec<char> = text.chars().collect();
        let is_within =
            |three: &[char]| three[1] == ',' && [three[0], three[2]].into_iter().all(is_digit);
        chars.windows(3).any(is_within)
    };
    let mut out = text.to_owned();
    for sign in PUNCTUATION.into_iter().filter(|sign| text.contains(*sign)) {
        let goes =
            has_comma || text.contains(&format!("{sign} ")) || text.contains(&format!(" {sign}"));
        out = out.replace(sign, if goes { "" } else { " " });
    }
    let chars: Vec<char> = out.chars().collect();
    let mut periods = 0;
    let is_kept = |(at, c): (usize, &char)| {
        let before = at.checked_sub(1).map(|before| chars[before]);
        let is_number = chars.get(at + 1).is_some_and(|c| is_digit(*c));
        if *c != '.' || is_number || keeps_period(before) || periods == MOST_PERIODS {
            return Some(*c);
        }
        periods += 1;
        None
    };
    chars.iter().enumerate().filter_map(is_kept).collect()
}

/// As `\d` in Python.
pub(super) fn is_digit(c: char) -> bool {
    python::digit(c).is_some()
}

/// As `processDigitArticle`.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split_whitespace().map(|word| {
        let number = NUMBER_WORDS.iter().find(|(named, _)| *named == word);
        number.map_or(word, |(_, digits)| digits)
    });
    let words = words.filter(|word| !ARTICLES.contains(word));
    let words: Vec<&str> =
        words.map(|word| CONTRACTIONS.get(word).copied().unwrap_or(word)).collect();
    words.join(" ")
}
