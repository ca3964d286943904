//! The lexical extractor: chooses the choice whose text is most similar to the answer.
//!
//! A baseline without rules and without a model. The answer is cut into statements; a choice scores
//! by its best statement, as the fuzzy matcher scores it relative to a statement that is the choice
//! itself (1 = the statement contains the whole choice). The best choice is taken if it reaches
//! [`THRESHOLD`] and leaves the next one behind by [`MARGIN`]; else nothing is read. Letters are not
//! looked at: "The answer is (C)" gives nothing here; the rules read it.
//!
//! The last statement is searched before the first one, and both before all of them together,
//! because models name other choices before they conclude. Two choices in one statement do not give
//! a label, unless the text of one contains the other's: then the longer one is chosen.
//!
//! Measured on 3,010 real outputs: `docs/lexical.md`.

use std::cmp::Reverse;
use std::ops::Range;

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use super::assay::own_words;
use super::choices::PreparedChoice;
use super::{Answer, Choices, Extraction};

/// The least share of a choice's own score that its best statement must reach.
pub const THRESHOLD: f64 = 0.75;

/// The lead that the best choice must have over the second, in the same measure.
pub const MARGIN: f64 = 0.2;

/// The matcher takes time in proportion to statement times choice: both are bounded, in code points.
const LONGEST_STATEMENT: usize = 300;
const LONGEST_CHOICE: usize = 200;
/// Of a longer answer only the first and the last half of this many statements are read.
const MOST_STATEMENTS: usize = 60;

/// The choice whose text is most similar to the answer.
pub fn extract(text: &str, choices: &Choices) -> Extraction {
    let Some(own) = own_words(text) else {
        return Extraction { step: "unfinished-thought", ..Extraction::NOTHING };
    };
    let statements = statements(text, own);
    let (Some(first), Some(last)) = (statements.first(), statements.last()) else {
        return Extraction { step: "empty", ..Extraction::NOTHING };
    };
    let matcher = SkimMatcherV2::default().ignore_case();
    let candidates: Vec<Candidate<'_>> =
        choices.prepared().filter_map(|choice| Candidate::new(choice, &matcher)).collect();
    let read = |statements: &[Range<usize>], step| {
        let found = closest(text, statements, &candidates, &matcher)?;
        Some(Extraction::found(Answer::Label(found.0), step, found.1))
    };
    read(std::slice::from_ref(last), "closest-last")
        .or_else(|| read(std::slice::from_ref(first), "closest-first"))
        .or_else(|| read(&statements, "closest"))
        .unwrap_or(Extraction::NOTHING)
}

/// A choice to be searched for, and the matcher's score for the choice itself.
struct Candidate<'a> {
    choice: PreparedChoice<'a>,
    text: String,
    own_score: f64,
}

impl<'a> Candidate<'a> {
    /// `None` for a choice without a text: a picture cannot be found in words.
    fn new(choice: PreparedChoice<'a>, matcher: &SkimMatcherV2) -> Option<Self> {
        let text: String = plain(choice.text).chars().take(LONGEST_CHOICE).collect();
        let own_score = matcher.fuzzy_match(&text, &text).filter(|&score| score > 0)?;
        Some(Candidate { choice, text, own_score: own_score as f64 })
    }
}

/// The choice that one of the statements is closest to, if it is close and alone.
fn closest(
    text: &str,
    statements: &[Range<usize>],
    candidates: &[Candidate<'_>],
    matcher: &SkimMatcherV2,
) -> Option<(crate::benchmark::Label, Range<usize>)> {
    let mut scored: Vec<(f64, Range<usize>, &Candidate<'_>)> = candidates
        .iter()
        .map(|candidate| {
            let (score, statement) = best_statement(text, statements, candidate, matcher);
            (score, statement, candidate)
        })
        .collect();
    scored.sort_by(|a, b| {
        let by_length = |one: &Candidate<'_>| Reverse(one.text.chars().count());
        b.0.total_cmp(&a.0)
            .then_with(|| by_length(a.2).cmp(&by_length(b.2)))
            .then_with(|| a.2.choice.label.cmp(&b.2.choice.label))
    });
    let (score, statement, best) = scored.first()?;
    if *score < THRESHOLD {
        return None;
    }
    let is_alone = scored[1..].iter().all(|(other_score, _, other)| {
        let is_part = other.text != best.text && best.text.contains(&other.text);
        score - other_score >= MARGIN || is_part
    });
    is_alone.then(|| (best.choice.label, statement.clone()))
}

/// The highest share of the choice's own score, at most 1, and the statement that reaches it; of
/// equal ones the last.
fn best_statement(
    text: &str,
    statements: &[Range<usize>],
    candidate: &Candidate<'_>,
    matcher: &SkimMatcherV2,
) -> (f64, Range<usize>) {
    let scored = statements.iter().map(|statement| {
        let words = plain(&text[statement.clone()]);
        let words: String = words.chars().take(LONGEST_STATEMENT).collect();
        (score(&words, candidate, matcher), statement.clone())
    });
    scored.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((0.0, 0..0))
}

fn score(words: &str, candidate: &Candidate<'_>, matcher: &SkimMatcherV2) -> f64 {
    let Some((score, found)) = matcher.fuzzy_indices(words, &candidate.text) else { return 0.0 };
    if !is_whole_words(words, &found) {
        return 0.0;
    }
    (score as f64 / candidate.own_score).min(1.0)
}

/// Whether the match begins and ends at the edge of a word: `art` is not in `party`.
fn is_whole_words(words: &str, found: &[usize]) -> bool {
    let letters: Vec<char> = words.chars().collect();
    let is_joined = |at: usize| letters.get(at).is_some_and(char::is_ascii_alphanumeric);
    let (Some(&first), Some(&last)) = (found.first(), found.last()) else { return false };
    let begins = !(is_joined(first) && first.checked_sub(1).is_some_and(is_joined));
    let ends = !(is_joined(last) && is_joined(last + 1));
    begins && ends
}

/// Lower case, spaces in a row as one, without the marks of Markdown.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.replace(['*', '`', '$'], ""));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase().trim_end_matches(['.', '。']).to_owned()
}

/// The statements of a text: lines, cut at full stops that end a sentence.
fn statements(text: &str, own: Range<usize>) -> Vec<Range<usize>> {
    let mut statements = Vec::new();
    let mut start = own.start;
    let mut letters = text[own.clone()].char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let ends = match letter {
            '\n' | '。' | '！' | '？' => true,
            '.' | '!' | '?' | ';' => letters.peek().is_none_or(|(_, next)| next.is_whitespace()),
            _ => false,
        };
        if ends {
            let end = own.start + at + letter.len_utf8();
            statements.push(start..end);
            start = end;
        }
    }
    statements.push(start..own.end);
    statements.retain(|statement| text[statement.clone()].chars().any(char::is_alphanumeric));
    if statements.len() > MOST_STATEMENTS {
        let middle = MOST_STATEMENTS / 2..statements.len() - MOST_STATEMENTS / 2;
        statements.drain(middle);
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Label;

    fn read(text: &str, choices: &[&str]) -> Option<char> {
        let choices = Choices::new(Label::all().zip(choices.iter().copied()));
        let found = extract(text, &choices);
        if let Some(evidence) = &found.evidence {
            assert!(text.get(evidence.clone()).is_some_and(|words| !words.is_empty()));
        }
        found.answer.letter()
    }

    #[test]
    fn a_choice_in_the_answer_is_read() {
        let animals = ["a dog", "a cat", "a horse", "a sheep"];
        assert_eq!(read("The picture shows A Cat on a sofa.", &animals), Some('B'));
        assert_eq!(read("I see a dog. No wait, it is **a sheep**.", &animals), Some('D'));
    }

    #[test]
    fn an_answer_close_to_two_choices_is_left_to_people() {
        assert_eq!(read("It is a dog and a cat.", &["a dog", "a cat"]), None);
        assert_eq!(read("It is a bird.", &["a dog", "a cat"]), None);
        assert_eq!(read("The answer is (B).", &["a dog", "a cat"]), None);
    }

    #[test]
    fn the_longer_of_two_choices_is_meant_where_one_is_part_of_the_other() {
        assert_eq!(read("This is dark red.", &["red", "dark red"]), Some('B'));
    }

    #[test]
    fn a_choice_inside_another_word_is_not_there() {
        for text in ["They have a party.", "She is smart.", "Artists sing."] {
            assert_eq!(read(text, &["art", "music"]), None, "{text}");
        }
    }

    #[test]
    fn a_thought_without_end_and_an_empty_text_say_nothing() {
        assert_eq!(read("<think>perhaps a dog", &["a dog", "a cat"]), None);
        assert_eq!(read("  \n ", &["a dog", "a cat"]), None);
    }

    #[test]
    fn letters_that_lie_apart_are_no_choice_and_the_choice_alone_is_one() {
        assert_eq!(read("The car has a flat.", &["dog", "cat"]), None);
        assert_eq!(read("cat", &["dog", "cat"]), Some('B'));
    }

    #[test]
    fn a_line_and_a_full_stop_end_a_statement() {
        let statements = |text: &str| -> Vec<String> {
            let own = 1..text.len();
            super::statements(text, own).into_iter().map(|s| text[s].to_owned()).collect()
        };
        assert_eq!(statements("<A b.c\nd. e!"), ["A b.c\n", "d.", " e!"]);
        assert_eq!(statements("<一。二？"), ["一。", "二？"]);
        assert!(statements("<. ; \n").is_empty());
    }

    #[test]
    fn of_more_than_sixty_statements_the_first_and_the_last_half_are_read() {
        for (count, read) in [(60, 60), (61, 60), (200, 60)] {
            let lines: Vec<String> = (0..count).map(|number| format!("s{number}\n")).collect();
            let text = lines.concat();
            let statements = super::statements(&text, 0..text.len());
            assert_eq!(statements.len(), read);
            let read_lines = [&lines[..30], &lines[count - 30..]].concat();
            let found: Vec<&str> = statements.into_iter().map(|place| &text[place]).collect();
            assert_eq!(found, read_lines, "{count}");
        }
    }
}
