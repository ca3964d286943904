//! A text's sentences, and which part of a sentence carries its statement.

use std::ops::Range;

use super::cue::ends_sentence;
use super::tokens::{Kind, Token};
use super::words::{self, APPROXIMATIONS, OPENINGS, Role, SQRT, SUBORDINATES, role};

/// The sentences as ranges of tokens, without the signs that end them.
pub fn sentences(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let ends = token.kind == Kind::Break
            || ends_sentence(token) && tokens.get(at + 1).is_none_or(|next| !next.glued);
        if ends {
            if at > start {
                sentences.push(start..at);
            }
            start = at + 1;
        }
    }
    if start < tokens.len() {
        sentences.push(start..tokens.len());
    }
    sentences
}

/// The sentence without the clauses that give its condition or its reason: of "Based on the web, if
/// the pelicans increase, fish may decrease because they are eaten" the part before "because".
pub fn main_clause(tokens: &[Token], sentence: &Range<usize>) -> Range<usize> {
    let is_subordinate = |at: usize| SUBORDINATES.contains(&tokens[at].key);
    let is_opening = |at: usize| OPENINGS.contains(&tokens[at].key);
    let mut start = sentence.start;
    while start < sentence.end && (is_subordinate(start) || is_opening(start)) {
        match (start..sentence.end).find(|&at| tokens[at].is_sign(',')) {
            Some(comma) => start = comma + 1,
            None => break,
        }
    }
    // "It appears to be blue, with some touches of green."
    let accompanies = |at: usize| {
        matches!(tokens[at].key, words::WITH | words::FOLLOWED) && tokens[at - 1].is_sign(',')
    };
    let end = (start + 1..sentence.end)
        .find(|&at| is_subordinate(at) || accompanies(at))
        .unwrap_or(sentence.end);
    start.min(end)..end
}

/// Whether the sentence draws a conclusion: "therefore", 因此.
pub fn concludes(tokens: &[Token], sentence: &Range<usize>) -> bool {
    tokens[sentence.clone()]
        .iter()
        .any(|token| role(token.key) == Role::Conclusion || token.is_sign('∴'))
}

/// The part after the sentence's last "so" or "therefore".
pub fn conclusion(tokens: &[Token], sentence: &Range<usize>) -> Range<usize> {
    let draws = |&at: &usize| role(tokens[at].key) == Role::Conclusion || tokens[at].is_sign('∴');
    let last = sentence.clone().rev().find(draws);
    last.map_or(sentence.start, |at| at + 1)..sentence.end
}

/// "Actually, ...", "No, ...", "Wait: ...".
pub fn opens_a_correction(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let opening = &tokens[sentence.start..sentence.end.min(sentence.start + 2)];
    opening.iter().any(|token| words::CORRECTIONS.contains(&token.key))
        || opening.len() == 2 && opening[0].key == words::NO && opening[1].is_sign(',')
}

/// Whether a text stops in the middle of what it has to say: its last sentence has no end, and it is
/// one of several that draws no conclusion, or it ends in a word that something must follow.
pub fn is_cut_off(tokens: &[Token], sentences: &[Range<usize>]) -> bool {
    let Some(last) = sentences.last() else { return false };
    let ends = tokens.iter().rev().find(|token| token.kind != Kind::Break).is_none_or(|token| {
        ends_sentence(token) || matches!(token.kind, Kind::Sign(')' | ']' | '"' | ':'))
    });
    let dangles = words::DANGLING.contains(&tokens[last.end - 1].key)
        || role(tokens[last.end - 1].key) == Role::Joint;
    let draws_none = !concludes(tokens, last) && final_value(tokens, last).is_none();
    !ends && (dangles || sentences.len() > 1 && draws_none)
}

/// The place of the value that a sentence ends in: behind the last "is", "=" or "of" that a
/// number follows.
pub fn final_value(tokens: &[Token], sentence: &Range<usize>) -> Option<usize> {
    let mut value = None;
    let mut at = sentence.start;
    while at < sentence.end {
        let token = &tokens[at];
        at += 1;
        let ties = token.is_sign('=')
            || token.is_sign('≈')
            || role(token.key) == Role::Link
            || token.key == words::BOXED
            || words::RESULTS.contains(&token.key);
        if !ties {
            continue;
        }
        let mut next = at;
        while next < sentence.end && tokens[next].key != words::ONE && leads_to_value(&tokens[next])
        {
            next += 1;
        }
        let is_value = |token: &Token| {
            token.kind == Kind::Number
                || token.key == SQRT
                || words::number_word(token.key).is_some()
                    && (next + 1 == sentence.end || is_counted(tokens, at - 1))
        };
        if next < sentence.end && is_value(&tokens[next]) {
            value = Some(next);
        }
        at = next;
    }
    value
}

/// "There are", "a total of", before a number's word; *two* and *one* mean other things elsewhere.
fn is_counted(tokens: &[Token], tie: usize) -> bool {
    words::RESULTS.contains(&tokens[tie].key) || tie > 0 && tokens[tie - 1].key == words::THERE
}

fn leads_to_value(token: &Token) -> bool {
    APPROXIMATIONS.contains(&token.key)
        || matches!(role(token.key), Role::Link | Role::Filler)
        || matches!(token.kind, Kind::Sign('£' | '€' | '¥' | '('))
}
