//! Finds the labels that a text names: `(B)`, `B.`, `option B`, `"B"`.
//!
//! A single letter is often something else: the article *A*, the pronoun *I*, a point or an angle, a
//! variable, a part of `USB-C` or `P(B)`. What is not clearly a label is left out here; the rest is
//! judged by [`super::cue`].

use std::ops::Range;

use super::Reading;
pub use super::cue::{Form, LetterMention};
use super::cue::{Strength, cue, is_chinese};
use super::restated::Restated;
use super::tokens::{Kind, Token, sentence_before};
use super::with_text::{
    choice_of_letter, end_of_its_text, is_closed, quoted_letters, run_together,
};
use super::word_roles::{Role, role};
use super::words::{self, key};
use crate::benchmark::Label;

/// The labels that the text names, in order. The text of a choice after its own label is a part of
/// the mention, and a letter within a restated choice is a part of that choice: whatever the words
/// of a choice say ("cannot be determined", "A and B", "not C"), they are not the model's own.
pub fn letter_mentions(reading: &Reading) -> Vec<LetterMention> {
    let tokens = &reading.tokens;
    let mut restated = Restated::new(reading);
    let quoted = quoted_letters(reading);
    let mut mentions = Vec::new();
    let mut end_of_last_text = 0;
    for (at, token) in tokens.iter().enumerate() {
        let Kind::Letter(letter) = token.kind else { continue };
        let Some(label) = Label::from_letter(letter.to_ascii_uppercase()) else { continue };
        let taken = mentions.last().map_or(0, |last: &LetterMention| last.tokens.end);
        if at < taken {
            continue; // part of a choice's text: `C. A and B`
        }
        let Some((mut range, marked)) = place(tokens, at) else {
            mentions.extend(run_together(tokens, at, label, &mut restated));
            continue;
        };
        // The quote that closes one label does not open another: `"B" C)`.
        range.start = range.start.max(taken);
        let mut form = form(tokens, &range, marked);
        let may_have_text =
            letter.is_ascii_uppercase() || form != Form::Bare || is_closed(tokens, &range);
        let end_of_text =
            end_of_its_text(tokens, &range, label, &mut restated).filter(|_| may_have_text);
        let has_text = end_of_text.is_some();
        range.end = end_of_text.unwrap_or(range.end);
        let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
        let is_text = range.start == taken
            && taken > 0
            && cases.iter().any(|letter| choice_of_letter(reading, *letter).is_some());
        let quoted_until = quoted.partition_point(|choice| choice.end <= at);
        let is_quoted = quoted.get(quoted_until).is_some_and(|choice| choice.start <= at);
        if !has_text && (is_text || is_quoted) {
            continue; // `(B) (d)`, "Both A and B"
        }
        let closes_a_bracket = letter.is_ascii_uppercase() && closes_a_bracket(tokens, &range);
        if form == Form::Bare && (has_text || closes_a_bracket) {
            form = Form::Marked;
        }
        // `(b)`, `b)`, `b.` at the start of a line, and "answer: b" at the end of one; *a* is an article
        // elsewhere.
        let may_be_lower_case = match form {
            Form::Alone | Form::Item => true,
            Form::Marked => has_text || marked,
            Form::Bare => has_text || tokens.get(range.end).is_none_or(Token::is_end),
        };
        if letter.is_ascii_lowercase() && !may_be_lower_case {
            continue;
        }
        // "angle A", "point B": the letter is the name of something in the picture.
        let is_name = at > 0 && words::NAMED_BY_LETTERS.contains(&tokens[at - 1].key);
        if form == Form::Bare && (is_word_of_the_sentence(tokens, at) || is_name) {
            continue;
        }
        let mut cue = cue(tokens, end_of_last_text, range.start, range.end);
        if has_text {
            end_of_last_text = range.end;
        }
        if !cue.negated && corrects(tokens, &range) {
            cue.strength = Strength::Stated;
        } else if cue.strength < Strength::Stated
            && !cue.negated
            && matches!(form, Form::Bare | Form::Marked)
            && closes(tokens, &range)
        {
            let corrects = opens_with_a_correction(tokens, at);
            cue.strength = if corrects { Strength::Stated } else { Strength::Concluded };
        }
        let is_variable = tokens.get(at + 1).is_some_and(|next| next.is_sign('='));
        if form == Form::Bare && cue.strength < Strength::Stated && is_variable {
            continue; // "thus I = 12/8"
        }
        if cue.strength == Strength::Stated && is_asked(tokens, range.end) {
            cue.strength = Strength::None;
        }
        if form == Form::Bare && cue.strength == Strength::None && !cue.negated {
            continue;
        }
        mentions.push(LetterMention { label, tokens: range, form, cue });
    }
    mentions
}

/// The tokens of the mention with its brackets or quotes, and whether it has them; `None` if the
/// letter is part of something longer.
fn place(tokens: &[Token], at: usize) -> Option<(Range<usize>, bool)> {
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let after = tokens.get(at + 1);
    let opens =
        before.is_some_and(|token| matches!(token.kind, Kind::Sign('(' | '[' | '"' | '\'' | '<')));
    let closes =
        after.is_some_and(|token| matches!(token.kind, Kind::Sign(')' | ']' | '"' | '\'' | '>')));
    if opens && closes {
        // `P(B)` and `f[A]` are not labels, `答案(B)` is one.
        let outside = at.checked_sub(2).map(|at| &tokens[at]);
        let function = tokens[at - 1].glued
            && tokens[at - 1].kind != Kind::Sign('"')
            && outside.is_some_and(|token| is_latin_word(token) || token.kind == Kind::Number);
        return (!function).then_some((at - 1..at + 2, true));
    }
    if before.is_some_and(|token| token.kind == Kind::Number) && !closes {
        return None; // `3 A`: a unit
    }
    let is_assigned = at >= 2
        && before.is_some_and(|t| matches!(t.kind, Kind::Sign('=' | '.')))
        // `answer=C`, `choice=C`, `Ans.C`.
        && matches!(
            role(tokens[at - 2].key),
            Role::Answer | Role::Option | Role::Choose | Role::Heading
        );
    let glued_left =
        tokens[at].glued && !is_assigned && before.is_some_and(|token| holds_on(token, false));
    let glued_right = after.is_some_and(|token| token.glued && holds_on(token, true));
    if glued_left || glued_right {
        return None;
    }
    let start = if opens { at - 1 } else { at };
    Some((start..if closes { at + 2 } else { at + 1 }, false))
}

/// The distance before `B)` within which an opening bracket is searched.
const BRACKETED: usize = 24;

/// `B)` within a line, if it does not close a bracket that was opened before: `(A and B)`.
fn closes_a_bracket(tokens: &[Token], place: &Range<usize>) -> bool {
    if !tokens[place.end - 1].is_sign(')') {
        return false;
    }
    let line = tokens[place.start.saturating_sub(BRACKETED)..place.start].iter().rev();
    let mut open = 0;
    let mut line = line.take_while(|token| token.kind != Kind::Break);
    !line.any(|token| {
        open += i32::from(token.is_sign('(')) - i32::from(token.is_sign(')'));
        open > 0
    })
}

fn is_latin_word(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Letter(_)) && !is_chinese(token)
}

/// Whether a token directly next to a letter joins with it: `B12`, `B-`, `A'`, `A/B`.
fn holds_on(token: &Token, right: bool) -> bool {
    match token.kind {
        Kind::Word | Kind::Letter(_) => !is_chinese(token),
        Kind::Number
        | Kind::Sign('-' | '\'' | '/' | '+' | '=' | '&' | '@' | '′' | '∠' | '△' | '⊙') => {
            true
        }
        Kind::Sign('(' | '[') => right,
        Kind::Sign('.' | ')') => !right,
        _ => false,
    }
}

fn form(tokens: &[Token], range: &Range<usize>, marked: bool) -> Form {
    let starts_line = tokens[..range.start]
        .iter()
        .rev()
        .take_while(|token| token.kind != Kind::Break)
        .all(|token| match token.kind {
            Kind::Sign(sign) => matches!(sign, '-' | '•' | '>' | '"' | '|' | '.') || points(sign),
            // The number of the question: `1. B`.
            Kind::Number => true,
            // `Option B: left`.
            _ => role(token.key) == Role::Option,
        });
    let rest = &tokens[range.end..];
    let ends_line =
        rest.iter().take_while(|token| token.kind != Kind::Break).all(|token| match token.kind {
            Kind::Sign(sign) => {
                matches!(sign, '.' | ')' | ':' | '"' | '!' | ',' | '?' | ';' | '|') || points(sign)
            }
            _ => false,
        });
    let closed = tokens[range.end - 1].is_sign(')') || tokens[range.end - 1].is_sign(']');
    let parted = marked
        || closed
        || rest.first().is_some_and(|token| match token.kind {
            Kind::Sign('.') => !rest.get(1).is_some_and(|next| next.glued && is_latin_word(next)),
            Kind::Sign(sign) => matches!(sign, ':' | ',' | '-' | '|'),
            _ => words::REASONS.contains(&token.key),
        });
    match (starts_line, ends_line, parted) {
        (true, true, _) => Form::Alone,
        (true, false, true) => Form::Item,
        (_, _, _) if marked => Form::Marked,
        _ => Form::Bare,
    }
}

/// Arrows and pictures that point at an answer or tick it: `→ B`, `=> B`, `✅ B`.
pub fn points(sign: char) -> bool {
    matches!(sign, '=' | '←'..='⇿' | '⌀'..='➿' | '⬀'..='⯿' | '\u{1F300}'..='\u{1FAFF}')
}

/// "Therefore the length is D.": asked to answer by a letter, models write it instead of the value,
/// as the last thing they say. Or as a separate sentence: "I cannot be sure. B". The choice's text may
/// follow its label: "The length is D) 5 cm."
fn closes(tokens: &[Token], place: &Range<usize>) -> bool {
    let at = place.start;
    let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else { return false };
    let is_contracted = before.key == key!("it") && before.end - before.start > 2;
    let is_closest = at.checked_sub(2).is_some_and(|at| {
        before.key == key!("to") && words::NEXT_TO.contains(&tokens[at].key)
            || before.key == key!("with") && tokens[at].key == key!("left")
    });
    let linked = role(before.key) == Role::Link
        || is_contracted
        || is_closest
        || words::GUESSES.contains(&before.key)
        || before.is_sign(':') && at > 1 && words::GUESSES.contains(&tokens[at - 2].key)
        || before.ends_sentence() && !tokens[at].glued;
    // "... near the cat is a": cut off before its noun.
    let is_cut_off = tokens[at].kind == Kind::Letter('a') && place.end == tokens.len();
    let mut rest = tokens[place.end..].iter();
    linked && !is_cut_off && rest.all(Token::is_end)
}

/// "Actually, looking again, it should be A."
fn opens_with_a_correction(tokens: &[Token], at: usize) -> bool {
    sentence_before(tokens, at, SENTENCE).any(|token| words::CORRECTIONS.contains(&token.key))
}

/// "So the answer is A? Let me verify": a question that the model then answers.
fn is_asked(tokens: &[Token], end: usize) -> bool {
    tokens.get(end).is_some_and(|token| token.is_sign('?'))
        && tokens[end + 1..].iter().any(|token| token.kind != Kind::Break)
}

/// The distance before a label within which the beginning of its sentence is searched.
const SENTENCE: usize = 16;

/// The largest distance before a label of the word that corrects the earlier one.
const CORRECTION: usize = 5;

/// "The answer is B, no wait, C", "Actually, it's A": the last label, after a word that
/// corrects what was said before.
fn corrects(tokens: &[Token], range: &Range<usize>) -> bool {
    let ends = tokens.get(range.end).is_none_or(|token| token.is_end() && !token.is_sign('?'));
    let reach = range.start.saturating_sub(CORRECTION)..range.start;
    let mut later = None;
    for token in tokens[reach].iter().rev() {
        let takes_back = words::CORRECTIONS.contains(&token.key)
            // "No, C" and not "there is no C".
            || token.key == key!("no") && later.is_some_and(|next: &Token| next.kind != Kind::Word);
        let connects = match token.kind {
            Kind::Sign(sign) => matches!(sign, ',' | ':' | '-' | '"' | '…'),
            Kind::Word => matches!(role(token.key), Role::Filler | Role::Link),
            _ => false,
        };
        if takes_back || !connects {
            return ends && takes_back;
        }
        later = Some(token);
    }
    false
}

/// The article *A* and the pronoun *I*: a word follows that does not follow a label.
fn is_word_of_the_sentence(tokens: &[Token], at: usize) -> bool {
    let Kind::Letter(letter @ ('A' | 'I' | 'a' | 'i')) = tokens[at].kind else { return false };
    let Some(next) = tokens.get(at + 1).filter(|next| next.kind == Kind::Word) else {
        return false;
    };
    let is_article = letter.eq_ignore_ascii_case(&'a');
    if next.key == key!("instead") {
        return false;
    }
    // "Option A best describes", "Option I matches", not "the option I choose".
    let speaks_of_it = letter == 'A' || matches!(role(next.key), Role::Match | Role::Praise);
    if at > 0 && role(tokens[at - 1].key) == Role::Option && speaks_of_it {
        return false;
    }
    let follows_a_label = match role(next.key) {
        Role::Joint => true,
        Role::Link if !is_article => next.key == key!("is"),
        Role::Link | Role::Negation | Role::Match | Role::Conclusion => is_article,
        _ => {
            words::REASONS.contains(&next.key)
                || is_article && words::FOLLOWS_A_LABEL.contains(&next.key)
                // "The answer is A rather than B", not "a rather large dog".
                || tokens.get(at + 2).is_some_and(|after| after.key == key!("than"))
        }
    };
    !follows_a_label && !is_chinese(next)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;
    use crate::extract::Choices;

    fn labels(text: &str, choices: &[&str]) -> String {
        let choices = Choices::new(Label::all().zip(choices.iter().copied()));
        let reading = Reading { text, offset: 0, tokens: tokens(text), choices: &choices };
        letter_mentions(&reading).iter().map(|mention| mention.label.letter()).collect()
    }

    #[test]
    fn a_bracket_behind_a_word_makes_a_function_and_a_quote_makes_a_label() {
        let choices = ["dog", "cat"];
        assert_eq!(labels("It is P(B).", &choices), "");
        assert_eq!(labels("It is option\"B\".", &choices), "B");
        assert_eq!(labels("It is option\"B).", &choices), "B");
        assert_eq!(labels("It is option(B\".", &choices), "");
    }

    #[test]
    fn a_label_with_its_number_runs_together_only_where_nothing_else_is_there() {
        let choices = ["1", "2", "3"];
        assert_eq!(labels("Answer: B2", &choices), "B");
        assert_eq!(labels("Answer: B2 vitamins", &choices), "");
        assert_eq!(labels("Answer: xB2", &choices), "");
        assert_eq!(labels("Answer: -B2", &choices), "");
    }
}
