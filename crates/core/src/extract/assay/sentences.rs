//! Splits a text into sentences, and finds the part of a sentence that has its statement.

use std::ops::Range;

use super::tokens::{Kind, Token};
use super::word_roles::{Role, role};
use super::words::{self, APPROXIMATIONS, OPENINGS, SUBORDINATES, key};

/// The sentences as ranges of tokens, without the signs that end them.
pub fn sentences(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let ends = token.kind == Kind::Break
            || token.ends_sentence() && tokens.get(at + 1).is_none_or(|next| !next.glued);
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
            None => {
                // "After 2001 it falls."
                let is_subject = |&at: &usize| words::PRONOUNS.contains(&tokens[at].key);
                start = (start + 2..sentence.end).find(is_subject).unwrap_or(start);
                break;
            }
        }
    }
    // "It appears to be blue, with some touches of green."
    let accompanies = |at: usize| {
        [key!("with"), key!("followed")].contains(&tokens[at].key) && tokens[at - 1].is_sign(',')
    };
    let end = (start + 1..sentence.end)
        .find(|&at| is_subordinate(at) || accompanies(at))
        .unwrap_or(sentence.end);
    start.min(end)..end
}

/// Whether the sentence draws a conclusion: "therefore", 因此.
pub fn concludes(tokens: &[Token], sentence: &Range<usize>) -> bool {
    tokens[sentence.start..sentence.end - 1].iter().any(draws_a_conclusion)
}

/// The number of words at the start of a sentence that are searched for a word of reason.
const REASON: usize = 4;

/// "This is because they feed on fish, so fewer are left": the conclusion is a part of the reason.
pub fn gives_a_reason(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let opening = &tokens[sentence.start..sentence.end.min(sentence.start + REASON)];
    opening.iter().any(|token| token.key == key!("because"))
}

/// The part after the sentence's last "so" or "therefore".
pub fn conclusion(tokens: &[Token], sentence: &Range<usize>) -> Range<usize> {
    let last = sentence.clone().rev().find(|&at| draws_a_conclusion(&tokens[at]));
    last.map_or(sentence.start, |at| at + 1)..sentence.end
}

/// "Actually, ...", "No, ...", "Wait: ...".
pub fn opens_a_correction(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let opening = &tokens[sentence.start..sentence.end.min(sentence.start + 2)];
    opening.iter().any(|token| words::CORRECTIONS.contains(&token.key))
        || opening.len() == 2 && opening[0].key == key!("no") && opening[1].is_sign(',')
}

/// The distance from a value within which words for its origin are searched.
const CLAUSES: usize = 40;

/// Whether the value at `at` is one that the question gives: "Given that ∠A = 36°, we can find", "∠1 = 54°
/// is given", "where r = 5 cm".
pub fn is_given(tokens: &[Token], sentence: &Range<usize>, at: usize) -> bool {
    let start = sentence.start.max(at.saturating_sub(CLAUSES));
    let sentence = start..sentence.end.min(at + CLAUSES);
    let assumes =
        |token: &Token| [key!("let"), key!("suppose"), key!("assume")].contains(&token.key);
    let before = &tokens[sentence.start..at];
    // "We are given that ∠A = 36°."
    let is_given = |pair: &[Token]| role(pair[0].key) == Role::Link && pair[1].key == key!("given");
    if before.iter().any(assumes) || before.windows(2).any(is_given) {
        return true;
    }
    let behind = &tokens[at..sentence.end];
    let clause = behind.iter().take_while(|token| !token.is_sign(','));
    if clause.clone().any(|token| token.key == key!("given")) {
        return true;
    }
    let gives = |&at: &usize| words::GIVES.contains(&tokens[at].key);
    let Some(from) = (sentence.start..at).rev().find(gives) else { return false };
    let begins_a_clause = |at: usize| {
        tokens[at].is_sign(',')
            && tokens.get(at + 1).is_some_and(|next| words::SUBJECTS.contains(&next.key))
    };
    let ends_before = (from..at).any(|at| begins_a_clause(at) || draws_a_conclusion(&tokens[at]));
    let explains = tokens[from].key == key!("where") && from > 0 && tokens[from - 1].is_sign(',');
    !ends_before && (explains || (at..sentence.end).any(begins_a_clause))
}

/// Whether the sentence says what is to be done: "We can use the sum of the angles."
pub fn plans(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let words = &tokens[sentence.clone()];
    words.windows(2).enumerate().any(|(at, pair)| {
        words::PLANNED.contains(&pair[1].key)
            && words[at.saturating_sub(1)..=at].iter().any(|t| words::PLANS.contains(&t.key))
    })
}

/// Whether the sentence is a question: "What would you like to know about the 3 objects?"
pub fn asks(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let opening = tokens[sentence.start].key;
    let is_one_of_several = sentence.start > 0 || sentence.end + 1 < tokens.len();
    tokens.get(sentence.end).is_some_and(|end| end.is_sign('?'))
        && (words::ASKS_FOR.contains(&opening)
            || is_one_of_several && words::ASKS.contains(&opening))
}

fn draws_a_conclusion(token: &Token) -> bool {
    role(token.key) == Role::Conclusion || token.is_sign('∴')
}

/// Whether a text was cut off: its last sentence has no end mark, and it is one of several without a
/// conclusion, or its last word cannot end a sentence. A text that ends with a plan was not carried out.
pub fn is_cut_off(tokens: &[Token], sentences: &[Range<usize>]) -> bool {
    let Some(last) = sentences.last() else { return false };
    let ends = tokens.iter().rev().find(|token| token.kind != Kind::Break).is_none_or(|token| {
        token.ends_sentence() || matches!(token.kind, Kind::Sign(')' | ']' | '"'))
    });
    let dangles = dangles(tokens, last);
    let draws_none = !concludes(tokens, last) && final_value(tokens, last).is_none();
    let is_planned = draws_none && plans(tokens, last);
    !ends && (dangles || sentences.len() > 1 && draws_none) || is_planned
}

/// Whether a sentence ends in a word that cannot end one: "hence", "the".
pub fn dangles(tokens: &[Token], sentence: &Range<usize>) -> bool {
    let last = &tokens[sentence.end - 1];
    // A unit: "= 3 A".
    let is_article = last.kind != Kind::Letter('A');
    words::DANGLING.contains(&last.key) && is_article
        || matches!(role(last.key), Role::Joint | Role::Conclusion)
}

/// The position of the value that a sentence ends in: after the last "is", "=" or "of" that is
/// followed by a number.
pub fn final_value(tokens: &[Token], sentence: &Range<usize>) -> Option<usize> {
    let mut value = None;
    let mut at = sentence.start;
    while at < sentence.end {
        let token = &tokens[at];
        at += 1;
        let ties = token.is_sign('=')
            || token.is_sign('≈')
            || role(token.key) == Role::Link
            || token.key == key!("boxed")
            // "2 sit and 1 is walking, thus 3 people."
            || draws_a_conclusion(token)
            || words::RESULTS.contains(&token.key);
        if !ties {
            continue;
        }
        let mut next = at;
        while next < sentence.end
            && tokens[next].key != key!("one")
            && leads_to_value(&tokens[next])
        {
            next += 1;
        }
        let is_value = |token: &Token| {
            token.kind == Kind::Number
                || token.key == key!("sqrt")
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
    let before = tokens[..tie].last();
    words::RESULTS.contains(&tokens[tie].key) || before.is_some_and(|t| t.key == key!("there"))
}

fn leads_to_value(token: &Token) -> bool {
    APPROXIMATIONS.contains(&token.key)
        || matches!(role(token.key), Role::Link | Role::Filler)
        || matches!(token.kind, Kind::Sign('£' | '€' | '¥' | '('))
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[test]
    fn a_text_is_cut_off_where_it_ends_on_the_way() {
        for (text, expected) in [
            ("The value is the", true),
            ("There are three cats. They sit beside a dog", true),
            ("There are three cats. They sit beside a dog.", false),
            ("There are three cats. They sit beside a dog (left)", false),
            ("They sit beside a dog", false),
            ("It is 3. So it is 4", false),
            ("Let us calculate the sum.", true),
            ("", false),
        ] {
            let tokens = tokens(text);
            assert_eq!(is_cut_off(&tokens, &sentences(&tokens)), expected, "{text:?}");
        }
    }
}
