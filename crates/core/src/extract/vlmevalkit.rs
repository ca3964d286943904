//! VLMEvalKit's rules, version by version: `can_infer` of its `matching_util.py`.
//!
//! Equal to VLMEvalKit on every input, its errors included, because published scores were made with
//! them.
//! Surprising results are intended: `A man rides a horse` is an A (early), `The answer is a dog`
//! is an A (late), an option is found inside another word, `(B).` is seen and `"B"` is not. Better
//! rules live in [`super::assay`].
//!
//! In order, for every version (dates are those of the commits that brought a rule):
//!
//! | step | rule | example |
//! |---|---|---|
//! | `refusal` | one of four fixed phrases anywhere | `Cannot determine the answer` → Z |
//! | `letter` | exactly one label is a whole token | `It is (B).` → B |
//! | | mid, late (2025-08): its first place must be among the last four tokens | `B. Long text of more words` → nothing |
//! | `none` | no label, but the token `Z` | `Z` → Z |
//! | `answer-is` | late (2026-06): the first `answer is X`, X in A to D, upper or lower case | `The answer is C, since …` → C |
//! | `option-text` | exactly one option occurs in the text, both lower-cased | `a CAT` → the option `cat` |
//! | | mid, late: only if the text is at most twice as long as all options together | |
//!
//! A text with VLMEvalKit's own failure message skips everything but `option-text`.

use std::ops::Range;

use super::{Answer, Choices, Extraction, RuleSet};
use crate::benchmark::Label;
use crate::benchmark::prediction::find_phrase;

/// The text that VLMEvalKit writes in place of an answer when a request failed.
pub const FAILURE: &str = "Failed to obtain answer via API";

/// VLMEvalKit's list of refusals, with straight apostrophes and exact case.
const REFUSALS: [&str; 4] = [
    "Sorry, I can't help with images of people yet.",
    "I can't process this file.",
    "I'm sorry, but without the image provided",
    "Cannot determine the answer",
];

/// Shorter texts, which are most, need not be searched for the phrases above.
const SHORTEST_REFUSAL: usize = 26;

/// The label that VLMEvalKit's rules read from `text`: early ones from commit 98e3733f (2024-02) on, mid
/// from c3371551 (2025-08), late from a67ace50 (2026-06).
pub fn extract(version: RuleSet, text: &str, choices: &Choices) -> Extraction {
    from_letters(version, text, choices)
        .or_else(|| from_option_text(version, text, choices))
        .unwrap_or(Extraction::NOTHING)
}

fn from_letters(version: RuleSet, text: &str, choices: &Choices) -> Option<Extraction> {
    if find_phrase(text, FAILURE).is_some() {
        return None;
    }
    let refusals = if text.len() < SHORTEST_REFUSAL { &[][..] } else { &REFUSALS };
    let refusal =
        refusals.iter().find_map(|phrase| Some((find_phrase(text, phrase)?, phrase.len())));
    if let Some((start, len)) = refusal {
        return Some(Extraction::found(Answer::NoneOfThem, "refusal", start..start + len));
    }
    let tokens = LetterTokens::from_text(text);
    let labels = tokens.seen & choices.labels;
    match labels.count_ones() {
        1 => {
            let label = Label::from_index(labels.trailing_zeros() as usize)?;
            let (position, byte) = tokens.first[label.index()];
            if version == RuleSet::VlmevalkitEarly || position + 4 >= tokens.count {
                return Some(Extraction::found(Answer::Label(label), "letter", byte..byte + 1));
            }
        }
        0 if tokens.seen & (1 << 25) != 0 => {
            let (_, byte) = tokens.first[25];
            return Some(Extraction::found(Answer::NoneOfThem, "none", byte..byte + 1));
        }
        _ => {}
    }
    if version != RuleSet::VlmevalkitLate {
        return None;
    }
    let (label, evidence) = first_answer_is(text)?;
    choices.has(label).then(|| Extraction::found(Answer::Label(label), "answer-is", evidence))
}

/// The capital letters that are separate words in a text, as bits, A being the lowest.
pub(crate) fn letters_as_words(text: &str) -> u32 {
    LetterTokens::from_text(text).seen
}

/// The single capital letters that are tokens of a text, with the first position of each.
struct LetterTokens {
    /// Bits, A being the lowest.
    seen: u32,
    /// Per letter: number of tokens before it, byte.
    first: [(usize, usize); Label::COUNT],
    /// Number of all tokens.
    count: usize,
}

impl LetterTokens {
    fn from_text(text: &str) -> Self {
        let mut tokens = LetterTokens { seen: 0, first: [(0, 0); Label::COUNT], count: 0 };
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (parts_tokens(c), start) {
                (true, Some(from)) => {
                    tokens.end(text.as_bytes(), from, at);
                    start = None;
                }
                (false, None) => start = Some(at),
                _ => {}
            }
        }
        tokens
    }

    fn end(&mut self, bytes: &[u8], from: usize, to: usize) {
        let letter = bytes[from];
        if to - from == 1 && letter.is_ascii_uppercase() {
            let index = usize::from(letter - b'A');
            if self.seen & (1 << index) == 0 {
                self.seen |= 1 << index;
                self.first[index] = (self.count, from);
            }
        }
        self.count += 1;
    }
}

/// White space as Python's `str.split` sees it, and the signs that VLMEvalKit replaces by a space.
fn parts_tokens(c: char) -> bool {
    matches!(c, '.' | '(' | ')' | '[' | ']' | ',' | ':' | ';' | '!' | '*' | '#' | '{' | '}')
        || is_python_space(c)
}

/// White space of Python's `str.isspace`, which includes the separators U+001C to U+001F; Rust's
/// `char::is_whitespace` does not.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

/// The first match of `(?i)(?:correct\s+)?answer\s+is\s+\**([ABCD])\**`: the letter in upper case,
/// and the bytes from "answer" to the letter. There is no word boundary after the letter.
fn first_answer_is(text: &str) -> Option<(Label, Range<usize>)> {
    let mut from = 0;
    while let Some(offset) = memchr::memchr2(b'a', b'A', &text.as_bytes()[from..]) {
        let start = from + offset;
        if let Some((label, end)) = answer_is_at(&text[start..]) {
            return Some((label, start..start + end));
        }
        from = start + 1;
    }
    None
}

fn answer_is_at(text: &str) -> Option<(Label, usize)> {
    let rest = skip_folded(text, "answer")?;
    let rest = skip_spaces(rest)?;
    let rest = skip_folded(rest, "is")?;
    let rest = skip_spaces(rest)?.trim_start_matches('*');
    let letter = rest.chars().next()?.to_ascii_uppercase();
    let label = Label::from_letter(letter).filter(|label| label.index() < 4)?;
    Some((label, text.len() - rest.len() + 1))
}

/// The text after `word`, which is lower-case ASCII, in any case. Python's `(?i)` lets three more
/// characters fold to `i` and `s`.
fn skip_folded<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in word.chars() {
        let folded = match rest.next()? {
            '\u{17F}' => 's',
            '\u{130}' | '\u{131}' => 'i',
            c => c.to_ascii_lowercase(),
        };
        if folded != expected {
            return None;
        }
    }
    Some(rest.as_str())
}

fn skip_spaces(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(is_python_space);
    (rest.len() < text.len()).then_some(rest)
}

fn from_option_text(version: RuleSet, text: &str, choices: &Choices) -> Option<Extraction> {
    let code_points = || choices.prepared().map(|choice| choice.text.chars().count());
    let limit = (version != RuleSet::VlmevalkitEarly).then(|| 2 * code_points().sum::<usize>());
    // Lower-casing never makes a text shorter in code points, so that a long one is detected at
    // once.
    if limit.is_some_and(|limit| text.chars().nth(limit).is_some()) {
        return None;
    }
    let lowered = text.to_lowercase();
    if limit.is_some_and(|limit| lowered.chars().nth(limit).is_some()) {
        return None;
    }
    let mut found = choices.prepared().filter_map(|choice| {
        // As Python: full Unicode mappings, final sigma included.
        let wanted = choice.text.to_lowercase();
        // `str::find` prepares each search for longer than a search of an answer's few bytes takes.
        let start = memchr::memmem::find(lowered.as_bytes(), wanted.as_bytes())?;
        Some((choice.label, start..start + wanted.len()))
    });
    let (label, place) = found.next().filter(|_| found.next().is_none())?;
    let evidence = place_before_lowering(text, place);
    Some(Extraction::found(Answer::Label(label), "option-text", evidence))
}

/// The bytes of `text` that became the bytes `place` when it was lower-cased; a character that is
/// partly in it counts whole.
fn place_before_lowering(text: &str, place: Range<usize>) -> Range<usize> {
    if place.is_empty() || text.is_ascii() {
        return place;
    }
    let mut after = 0;
    let is_within = |&(_, c): &(usize, char)| {
        let before = after;
        // A final sigma is a `ς`: another letter, but of the same length.
        after += c.to_lowercase().map(char::len_utf8).sum::<usize>();
        after > place.start && before < place.end
    };
    let mut within = text.char_indices().filter(is_within).map(|(at, c)| at..at + c.len_utf8());
    let first = within.next().unwrap_or(text.len()..text.len());
    first.start..within.last().unwrap_or(first).end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Choices {
        Choices::new(Label::all().zip(texts.iter().copied()))
    }

    fn letters(text: &str, texts: &[&str]) -> [Option<char>; 3] {
        [RuleSet::VlmevalkitEarly, RuleSet::VlmevalkitMid, RuleSet::VlmevalkitLate]
            .map(|version| extract(version, text, &choices(texts)).answer.letter())
    }

    const ANIMALS: [&str; 4] = ["dog", "cat", "horse", "sheep"];

    #[test]
    fn a_letter_counts_only_near_the_end_since_mid() {
        let text = "Option A is the best choice here.";
        assert_eq!(letters(text, &["red", "blue"]), [Some('A'), None, None]);
        assert_eq!(letters("So B is my answer", &ANIMALS), [Some('B'); 3], "one of the last four");
        assert_eq!(letters("So B is my final answer", &ANIMALS), [Some('B'), None, None]);
        let twice = "B is a pet that we all like, B";
        assert_eq!(letters(twice, &ANIMALS), [Some('B'), None, None], "its first place counts");
    }

    #[test]
    fn late_takes_the_letter_that_begins_the_word_after_answer_is() {
        let text = "The answer is a bird, because it has feathers and a beak and sings.";
        assert_eq!(letters(text, &ANIMALS), [None, None, Some('A')]);
        assert_eq!(letters("Answer \u{130}\u{17f} clear", &ANIMALS), [None, None, Some('C')]);
    }

    #[test]
    fn only_the_first_answer_is_counts() {
        let text = "The answer is B. No, the answer is A.";
        assert_eq!(letters(text, &ANIMALS), [None, None, Some('B')]);
        assert_eq!(letters("The answer is D. Or the answer is A.", &ANIMALS[..2])[2], Some('A'));
    }

    #[test]
    fn a_refusal_is_z_whatever_else_is_said() {
        let text = "Cannot determine the answer, but B.";
        assert_eq!(letters(text, &ANIMALS), [Some('Z'); 3]);
    }

    #[test]
    fn the_failure_message_is_still_searched_for_option_texts() {
        let text = "Failed to obtain answer via API. B";
        assert_eq!(letters(text, &ANIMALS), [None; 3]);
        assert_eq!(letters(text, &["answer via API", "dog"]), [Some('A'); 3]);
    }

    #[test]
    fn python_splits_at_separators_that_rust_does_not() {
        assert_eq!(letters("x\u{1f}B", &ANIMALS), [Some('B'); 3]);
        assert_eq!(letters("x\u{200b}B", &ANIMALS), [None; 3]);
    }

    #[test]
    fn an_option_is_found_inside_a_word_but_only_alone() {
        assert_eq!(letters("doghouse", &ANIMALS), [Some('A'); 3]);
        assert_eq!(letters("dog and cat", &ANIMALS), [None; 3]);
    }

    #[test]
    fn the_evidence_lies_on_the_original_text() {
        let text = "İİ ΣΟΦΟΣ.";
        let found = extract(RuleSet::VlmevalkitEarly, text, &choices(&["σοφος", "x"]));
        assert_eq!(&text[found.evidence.unwrap()], "ΣΟΦΟΣ");
        let text = "It is (B), the answer";
        let found = extract(RuleSet::VlmevalkitEarly, text, &choices(&ANIMALS));
        assert_eq!((&text[found.evidence.unwrap()], found.step), ("B", "letter"));
    }

    #[test]
    fn the_evidence_is_the_phrase_or_the_letter_that_decided() {
        let late = |text: &str, texts: &[&str]| {
            let found = extract(RuleSet::VlmevalkitLate, text, &choices(texts));
            (found.answer.letter(), found.step, found.evidence.map(|place| text[place].to_owned()))
        };
        let found = |letter, step, evidence: &str| (Some(letter), step, Some(evidence.to_owned()));
        let refusal = "Well: I can't process this file. No.";
        assert_eq!(late(refusal, &ANIMALS), found('Z', "refusal", "I can't process this file."));
        let shortest = "I can't process this file.";
        assert_eq!(shortest.len(), SHORTEST_REFUSAL);
        assert_eq!(late(shortest, &ANIMALS), found('Z', "refusal", shortest));
        assert_eq!(late("It is Z.", &ANIMALS), found('Z', "none", "Z"));
        assert_eq!(late("It is G.", &ANIMALS), (None, "nothing", None));
        assert_eq!(late("It is (B), or B.", &ANIMALS), found('B', "letter", "B"));
        let text = "Any answer: the Answer  is **c** of all the letters, A to D.";
        assert_eq!(late(text, &ANIMALS), found('C', "answer-is", "Answer  is **c"));
        // Of five choices, "answer is" reads the first four only.
        let five = ["dog", "cat", "horse", "sheep", "cow"];
        let text = "The answer is Each of the letters A, B and C.";
        assert_eq!(late(text, &five), (None, "nothing", None));
        assert_eq!(late("The answeris Dull. A and B.", &ANIMALS), (None, "nothing", None));
        assert_eq!(late("a CAT", &ANIMALS), found('B', "option-text", "CAT"));
    }

    #[test]
    fn an_option_is_searched_for_in_texts_twice_as_long_as_all_options() {
        // Six code points in all options.
        let texts = ["dog", "cat"];
        assert_eq!(letters("it is a cat!", &texts), [Some('B'); 3], "twelve");
        assert_eq!(letters("it is a cat!!", &texts), [Some('B'), None, None]);
    }

    #[test]
    fn an_empty_option_is_found_at_the_beginning() {
        let text = "İ";
        let found = extract(RuleSet::VlmevalkitEarly, text, &choices(&["", "dog"]));
        assert_eq!((found.answer.letter(), found.evidence), (Some('A'), Some(0..0)));
    }
}
