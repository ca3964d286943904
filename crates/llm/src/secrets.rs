//! Removes secrets from texts that servers send: whole or in parts, with signs between the letters, in
//! percent-encoding and in base64.

use std::borrow::Cow;
use std::ops::Range;

use super::secret::Secret;

/// What is shown in place of a secret.
const SUBSTITUTE: &str = "[secret]";

/// Shorter values are not secrets (`x`, `EMPTY`), and removing them would garble messages.
const SHORTEST: usize = 4;

/// Secrets from this length on are also removed in parts, and from answers: an answer of a model
/// keeps short words even if they are the key of a local server (`ollama`).
const LONG: usize = 12;

/// The shortest part that is removed from a message.
const PART: usize = 6;

/// The shortest part that is removed from an answer: with a digit, or without.
const PART_OF_ANSWER: (usize, usize) = (8, LONG);

/// The most signs between two letters of a secret.
const MOST_SIGNS: usize = 3;

/// Every part is found by this many of its letters.
const SEED: usize = 4;

/// The secrets of an endpoint, for removing them from texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Secrets(Vec<Secret>);

/// Who wrote a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A server, in a message.
    Message,
    /// A model, whose answer must not be garbled.
    Answer,
}

impl Secrets {
    pub(super) fn push(&mut self, secret: Secret) {
        self.0.push(secret);
    }

    /// A message of a server without the secrets.
    pub(super) fn without<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, Source::Message)
    }

    /// A model's answer without the secrets.
    pub(super) fn without_in_answer<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, Source::Answer)
    }

    fn replaced<'t>(&self, text: &'t str, source: Source) -> Cow<'t, str> {
        let shortest = if source == Source::Answer { LONG } else { SHORTEST };
        let values = self.0.iter().map(Secret::reveal).filter(|value| value.len() >= shortest);
        let mut of_text = None;
        let mut found = Vec::new();
        for value in values {
            found.extend(text.match_indices(value).map(|(at, value)| at..at + value.len()));
            let of_text = of_text.get_or_insert_with(|| letters(text.as_bytes()));
            let (key, _) = letters(value.as_bytes());
            found.extend(parts(&key, of_text, source));
            let is_encoded =
                |run: &Range<usize>| decoded_has_part(&key, &text.as_bytes()[run.clone()], source);
            found.extend(base64_runs(text.as_bytes()).filter(is_encoded));
        }
        if found.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(substituted(text, found)) }
    }
}

/// The text with these ranges, which may overlap, replaced.
fn substituted(text: &str, mut ranges: Vec<Range<usize>>) -> String {
    ranges.sort_by_key(|range| range.start);
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for range in ranges {
        if range.start >= end {
            shown.push_str(&text[end..range.start]);
            shown.push_str(SUBSTITUTE);
        }
        end = end.max(range.end);
    }
    shown.push_str(&text[end..]);
    shown
}

/// The ASCII letters and digits of a text, percent-encoding undone, with the position of each. A
/// zero marks many signs between two of them.
type Letters = (Vec<u8>, Vec<Range<usize>>);

fn letters(text: &[u8]) -> Letters {
    let mut found = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let (mut at, mut signs) = (0, 0);
    while at < text.len() {
        let (byte, length) = match text[at..] {
            [b'%', high, low, ..] => match (hex(high), hex(low)) {
                (Some(high), Some(low)) => (high * 16 + low, 3),
                _ => (b'%', 1),
            },
            [byte, ..] => (byte, 1),
            [] => break,
        };
        let is_letter = byte.is_ascii_alphanumeric();
        signs = if is_letter { 0 } else { signs + 1 };
        if is_letter || signs == MOST_SIGNS + 1 {
            found.0.push(if is_letter { byte } else { 0 });
            found.1.push(at..at + length);
        }
        at += length;
    }
    found
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

/// The places of the parts of a key.
fn parts(key: &[u8], (letters, places): &Letters, source: Source) -> Vec<Range<usize>> {
    let least = match source {
        _ if key.len() < LONG => key.len(),
        Source::Message => PART,
        Source::Answer => PART_OF_ANSWER.0,
    };
    let mut found = Vec::new();
    if least < SEED {
        return found;
    }
    let counts = |part: &[u8]| match source {
        Source::Message => part.len() >= least,
        Source::Answer => {
            let (with_digit, without) = PART_OF_ANSWER;
            part.len() >= without || part.len() >= with_digit && part.iter().any(u8::is_ascii_digit)
        }
    };
    let mut at = 0;
    while let Some(seed) = letters.get(at..at + SEED) {
        let common = longest_common(key, letters, at, seed);
        let next = at + least - SEED + 1;
        if counts(&letters[common.clone()]) {
            found.push(places[common.start].start..places[common.end - 1].end);
            at = next.max(common.end);
        } else {
            at = next;
        }
    }
    found
}

/// The longest part of the key that the text has around a seed; empty if the key does not have the seed.
fn longest_common(key: &[u8], text: &[u8], at: usize, seed: &[u8]) -> Range<usize> {
    let places = key.windows(SEED).enumerate().filter(|(_, window)| *window == seed);
    let common = places.map(|(in_key, _)| {
        let before = key[..in_key].iter().rev().zip(text[..at].iter().rev());
        let begin = at - before.take_while(|(one, other)| one == other).count();
        let after = key[in_key..].iter().zip(&text[at..]);
        begin..at + after.take_while(|(one, other)| one == other).count()
    });
    common.max_by_key(Range::len).unwrap_or(at..at)
}

/// The words of a text that may be base64, in either alphabet.
fn base64_runs(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let runs = text.chunk_by(move |one, other| is_digit(one) == is_digit(other));
    let places = runs.scan(0, |end, run| {
        *end += run.len();
        Some((run, *end - run.len()..*end))
    });
    places.filter(move |(run, _)| run.len() > SEED && is_digit(&run[0])).map(|(_, place)| place)
}

/// Whether a word is base64 that has a part of the key in it, from whichever letter on.
fn decoded_has_part(key: &[u8], word: &[u8], source: Source) -> bool {
    (0..4).filter_map(|skipped| word.get(skipped..)).any(|word| {
        let standard = word.iter().map(|byte| match byte {
            b'-' => b'+',
            b'_' => b'/',
            other => *other,
        });
        let mut digits: Vec<u8> = standard.collect();
        // A single digit at the end is not a byte.
        if digits.len() % 4 == 1 {
            digits.pop();
        }
        let decoded = base64_simd::forgiving_decode_to_vec(&digits);
        decoded.is_ok_and(|bytes| !parts(key, &letters(&bytes), source).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-ab12-Zq0987wxYZ/45+t";

    fn secrets() -> Secrets {
        let mut secrets = Secrets::default();
        for key in [KEY, "ollama", "x"] {
            secrets.push(Secret::new(key));
        }
        secrets
    }

    #[test]
    fn an_echoed_key_is_removed_and_short_words_stay_in_answers() {
        let echoed = format!("bad key {KEY} for ollama, next");
        assert_eq!(secrets().without(&echoed), "bad key [secret] for [secret], next");
        assert_eq!(secrets().without_in_answer(&echoed), "bad key [secret] for ollama, next");
    }

    #[test]
    fn a_key_in_base64_in_percent_encoding_or_in_parts_is_removed() {
        let base64 = |text: &str| base64_simd::STANDARD.encode_to_string(text);
        let url = |text: &str| base64_simd::URL_SAFE_NO_PAD.encode_to_string(text);
        let percent = KEY.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
        let spaced: String = KEY.chars().flat_map(|letter| [letter, ' ']).collect();
        for text in [
            base64(KEY),
            url(KEY),
            base64(&format!("Bearer {KEY}")),
            base64(&format!("x{KEY}")),
            format!("basic:{}", base64(&format!("me:{KEY}"))),
            percent,
            KEY.replace('/', "%2F").replace('+', "%2B"),
            spaced,
            format!("{} and then {}", &KEY[..11], &KEY[11..]),
            format!("题{}题 {}", &KEY[..12], &KEY[12..]),
            KEY.replace('-', "\n"),
        ] {
            let shown = secrets().without(&text).into_owned();
            let answer = secrets().without_in_answer(&text).into_owned();
            for shown in [shown, answer] {
                let of_text = letters(shown.as_bytes());
                let left = parts(&letters(KEY.as_bytes()).0, &of_text, Source::Message);
                assert!(left.is_empty() && shown.contains(SUBSTITUTE), "{text}: {shown}");
                assert!(!shown.contains(&base64(KEY)[4..12]), "{text}: {shown}");
            }
        }
    }

    #[test]
    fn texts_without_a_key_stay_as_they_are() {
        let long =
            "The answer is (B), because 100% of the sheep stand behind the dog. 羊在狗后面。 "
                .repeat(50);
        for text in ["", "B", "100%", "%4", "c2hlZXA=", &long] {
            assert!(matches!(secrets().without_in_answer(text), Cow::Borrowed(_)), "{text}");
            assert_eq!(secrets().without(text), text);
        }
        assert_eq!(secrets().without("the name sk-ab.."), "the name sk-ab..");
    }
}
