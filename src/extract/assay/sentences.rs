//! A text's sentences, and which part of a sentence carries its statement.

use std::ops::Range;

use super::cue::ends_sentence;
use super::tokens::{Kind, Token};
use super::words::{APPROXIMATIONS, OPENINGS, Role, SQRT, SUBORDINATES, role};

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
/// the pelicans increase, fish may decrease because they are eaten" what stands before "because".
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
    let end = (start + 1..sentence.end).find(|&at| is_subordinate(at)).unwrap_or(sentence.end);
    start.min(end)..end
}

/// Whether the sentence draws a conclusion: "therefore", 因此.
pub fn concludes(tokens: &[Token], sentence: &Range<usize>) -> bool {
    tokens[sentence.clone()]
        .iter()
        .any(|token| role(token.key) == Role::Conclusion || token.is_sign('∴'))
}

/// The place of the value that a sentence ends in: behind the last "is", "=" or "of" that a
/// number follows.
pub fn final_value(tokens: &[Token], sentence: &Range<usize>) -> Option<usize> {
    let mut value = None;
    let mut at = sentence.start;
    while at < sentence.end {
        let token = &tokens[at];
        at += 1;
        let ties = token.is_sign('=') || token.is_sign('≈') || role(token.key) == Role::Link;
        if !ties {
            continue;
        }
        let mut next = at;
        while next < sentence.end && leads_to_value(&tokens[next]) {
            next += 1;
        }
        let is_value = |token: &Token| token.kind == Kind::Number || token.key == SQRT;
        if next < sentence.end && is_value(&tokens[next]) {
            value = Some(next);
        }
        at = next;
    }
    value
}

fn leads_to_value(token: &Token) -> bool {
    APPROXIMATIONS.contains(&token.key)
        || matches!(role(token.key), Role::Link | Role::Filler)
        || matches!(token.kind, Kind::Sign('£' | '€' | '¥' | '('))
}
