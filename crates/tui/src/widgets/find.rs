//! Fuzzy search while a text is typed; case and accents do not matter.
//!
//! Texts are folded once and then matched many times. A query of several words wants each of them,
//! in any order.

use std::cmp::Reverse;
use std::sync::LazyLock;

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use memchr::memmem::Finder;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use assay_core::figures::table::{Meaning, Piece};
use assay_core::visible::visible_line;

/// The score of consecutive letters of a word, higher than any other.
const IN_A_ROW: i64 = 10_000;
/// The additional score at the start of a word of the text.
const AT_A_START: i64 = 1_000;
/// The score of a word with left-out letters, less for each of them.
const ALMOST: i64 = 5_000;
const LEFT_OUT: i64 = 200;
/// In a long text almost every word can be found letter by letter somewhere. So the number of
/// left-out letters is at most the number of typed ones, and at most this.
const MOST_LEFT_OUT: usize = 8;

/// The matcher of loose queries; one for all threads: it keeps its tables by thread. A limit of one
/// element makes it rank by its first find instead of its best one. Over many long texts it is too
/// slow: 19 ms over 31,325 questions.
static MATCHER: LazyLock<SkimMatcherV2> =
    LazyLock::new(|| SkimMatcherV2::default().respect_case().element_limit(1));

/// The text as it is compared: lower case, without accents, wide letters as plain ones.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(folded_char).collect()
}

fn folded_char(letter: char) -> impl Iterator<Item = char> {
    let parts = std::iter::once(letter).nfkd().filter(|&part| !is_combining_mark(part));
    parts.flat_map(char::to_lowercase)
}

/// A search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    words: Vec<Word>,
    is_loose: bool,
}

/// A folded word, prepared for searching many texts: over 31,325 of them this takes a fifth of the
/// time of `str::find`.
#[derive(Clone, Debug)]
struct Word {
    letters: String,
    finder: Finder<'static>,
}

impl Word {
    fn new(letters: &str) -> Self {
        Word { letters: letters.to_owned(), finder: Finder::new(letters).into_owned() }
    }

    /// The byte at which the word occurs first.
    fn find(&self, text: &str) -> Option<usize> {
        self.finder.find(text.as_bytes())
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        self.letters == other.letters
    }
}

impl Query {
    /// The words of a text that was typed. Each must occur in what is found, or almost: a few
    /// letters may be left out.
    pub fn new(typed: &str) -> Self {
        let words = folded(typed).split_whitespace().map(Word::new).collect();
        Query { words, is_loose: false }
    }

    /// As [`Query::new`], for short texts: any number of letters may be left out, so that `fs`
    /// finds `full-screen`.
    pub fn loose(typed: &str) -> Self {
        Query { is_loose: true, ..Query::new(typed) }
    }

    /// Whether everything fits.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How well a folded text fits, more being better; `None` if it does not contain one of the
    /// words.
    pub fn score(&self, folded: &str) -> Option<i64> {
        self.words.iter().map(|word| self.score_of_word(folded, word)).sum()
    }

    fn score_of_word(&self, folded: &str, word: &Word) -> Option<i64> {
        if let Some(at) = word.find(folded) {
            let starts = folded[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            return Some(IN_A_ROW + i64::from(starts) * AT_A_START - at.min(500) as i64);
        }
        if self.is_loose {
            return MATCHER.fuzzy_match(folded, &word.letters);
        }
        let Almost { at, left_out } = almost(folded, &word.letters)?;
        Some(ALMOST - LEFT_OUT * left_out as i64 - at.min(500) as i64)
    }

    /// The positions (in characters) of the letters of a word that does not occur as it is.
    fn scattered(&self, letters: &str, word: &str) -> Vec<usize> {
        if self.is_loose {
            return MATCHER.fuzzy_indices(letters, word).map(|found| found.1).unwrap_or_default();
        }
        let Some(Almost { at, .. }) = almost(letters, word) else { return Vec::new() };
        let mut wanted = word.chars().peekable();
        let text = letters.chars().enumerate().skip(letters[..at].chars().count());
        let fits = |(position, letter)| wanted.next_if_eq(&letter).map(|_| position);
        text.filter_map(fits).collect()
    }

    /// The positions (in characters) of the letters that fit, as far as words fit.
    pub fn marks(&self, text: &str) -> Vec<usize> {
        let mut letters = String::new();
        let mut origins = Vec::new();
        for (position, letter) in text.chars().enumerate() {
            for part in folded_char(letter) {
                letters.push(part);
                origins.push(position);
            }
        }
        let mut marks: Vec<usize> = Vec::new();
        for word in &self.words {
            let places = match word.find(&letters) {
                Some(at) => {
                    let first = letters[..at].chars().count();
                    (first..first + word.letters.chars().count()).collect()
                }
                None => self.scattered(&letters, &word.letters),
            };
            marks.extend(places.into_iter().filter_map(|at| origins.get(at).copied()));
        }
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    /// The text as pieces, those that fit as such.
    pub fn pieces(&self, text: &str, meaning: Meaning) -> Vec<Piece> {
        let text = visible_line(text);
        let marks = self.marks(&text);
        let mut pieces: Vec<Piece> = Vec::new();
        for (position, letter) in text.chars().enumerate() {
            let is_marked = marks.binary_search(&position).is_ok();
            let meaning = if is_marked { Meaning::Matched } else { meaning };
            match pieces.last_mut() {
                Some((last, piece)) if *last == meaning => piece.push(letter),
                _ => pieces.push((meaning, letter.to_string())),
            }
        }
        pieces
    }
}

/// The positions of the entries that have a score, the best first.
pub fn best_first<T>(entries: &[T], score: impl Fn(&T) -> Option<i64>) -> Vec<usize> {
    let scored = entries.iter().enumerate();
    let mut scored: Vec<_> =
        scored.filter_map(|(at, one)| Some((Reverse(score(one)?), at))).collect();
    scored.sort_unstable();
    scored.into_iter().map(|(_, at)| at).collect()
}

/// Where a word almost occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Almost {
    /// The byte at which it begins.
    at: usize,
    /// Letters of the text between those of the word.
    left_out: usize,
}

/// The place at which a word of three letters or more, which does not occur as it is, occurs with the
/// fewest letters left out. From a given beginning the next place of each letter leaves out the fewest, so
/// nothing is tried twice; a later beginning counts only if it leaves out fewer.
fn almost(text: &str, word: &str) -> Option<Almost> {
    let count = word.chars().count();
    if count < 3 {
        return None;
    }
    let mut letters = word.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let mut best: Option<Almost> = None;
    for (at, _) in text.match_indices(first) {
        let most = best.map_or(count.min(MOST_LEFT_OUT), |best| best.left_out - 1);
        let behind = &text[at + first.len_utf8()..];
        best = left_out(behind, rest, most).map(|left_out| Almost { at, left_out }).or(best);
        if best.is_some_and(|best| best.left_out <= 1) {
            break;
        }
    }
    best
}

/// The number of letters of a text to skip to find those of a word in order from its start on;
/// `None` if more than `most`.
fn left_out(text: &str, word: &str, most: usize) -> Option<usize> {
    let mut letters = text.chars();
    let mut left_out = 0;
    for wanted in word.chars() {
        while letters.next()? != wanted {
            left_out += 1;
            if left_out > most {
                return None;
            }
        }
    }
    Some(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_wide_letters_do_not_matter() {
        assert_eq!(folded("Élan Ｖｉｔａｌ ÅB"), "elan vital ab");
        assert!(Query::new("ÉLAN").score(&folded("un élan")).is_some());
    }

    #[test]
    fn every_word_must_fit_in_any_order() {
        let text = folded("Where is the sheep?");
        assert!(Query::new("sheep where").score(&text).is_some());
        assert!(Query::new("sheep dog").score(&text).is_none());
    }

    #[test]
    fn chinese_is_found() {
        assert!(Query::new("羊").score(&folded("图中有几只羊？")).is_some());
    }

    #[test]
    fn the_letters_that_fit_are_marked_where_they_stand_in_the_text() {
        assert_eq!(Query::new("elan").marks("un Élan"), [3, 4, 5, 6]);
        assert_eq!(Query::new("elan").marks("un E\u{301}lan"), [3, 5, 6, 7]);
    }

    #[test]
    fn a_word_in_a_row_ranks_above_one_with_a_gap_and_scattered_letters_are_no_find() {
        let query = Query::new("shep");
        let in_a_row = query.score("the shepherd").unwrap();
        let with_a_gap = query.score("where is the sheep?").unwrap();
        assert!(in_a_row > with_a_gap);
        assert_eq!(query.score("six of them are on the steps"), None);
    }

    #[test]
    fn the_place_with_the_fewest_letters_left_out_is_found() {
        assert_eq!(almost("s h e p shxep", "shep"), Some(Almost { at: 8, left_out: 1 }));
        assert_eq!(almost("she was, in the end, a p", "shep"), None);
        assert_eq!(almost("sh", "sh"), None);
        assert_eq!(almost("图中有几只羊", "图有羊"), Some(Almost { at: 0, left_out: 3 }));
        assert_eq!(Query::new("shep").marks("The sheep"), [4, 5, 6, 8]);
    }

    #[test]
    fn a_loose_query_takes_letters_wherever_they_are() {
        assert!(Query::loose("fs").score("full-screen").is_some());
        assert_eq!(Query::new("fs").score("full-screen"), None);
    }
}
