//! Judges how strongly the words around a mention say that it is the answer.
//!
//! Models announce an answer in few ways, and the words that do it are next to it: "the answer is",
//! "I choose option", "B is correct", 答案是B, 选B. So a mention of a choice is judged by walking from
//! it to the left and to the right over words that only connect, until a word decides.

use std::ops::Range;

use super::tokens::{Kind, Token, sentence_before};
use super::word_roles::{Role, role};
use super::words::{self, key};
use crate::benchmark::Label;

/// What the words around a mention say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// How strongly it is said to be the answer.
    pub strength: Strength,
    /// The mention is denied: "not B", "rather than B".
    pub negated: bool,
}

impl Cue {
    const DENIED: Cue = Cue { strength: Strength::None, negated: true };

    /// A mention that is not denied.
    const fn new(strength: Strength) -> Self {
        Cue { strength, negated: false }
    }
}

/// A label that a text names.
#[derive(Clone, Debug)]
pub struct LetterMention {
    /// The label; not always one of the choices.
    pub label: Label,
    /// Its tokens, brackets included.
    pub tokens: Range<usize>,
    /// How it is written in the text.
    pub form: Form,
    /// What the words around it say about it.
    pub cue: Cue,
}

/// How a label is written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Alone on its line: `**B**`.
    Alone,
    /// At the start of a line, separated from what follows: `B. left`, `(B) left`.
    Item,
    /// In brackets or quotes within a line, or in front of its choice's text: `is B) left`.
    Marked,
    /// A bare letter within a line, which counts only with certain words around it.
    Bare,
}

/// Ordered: a stronger statement wins over a weaker one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// The words do not say anything about it.
    None,
    /// Called an option: "option B".
    Named,
    /// "Therefore, B"; "this matches B".
    Concluded,
    /// "The answer is B"; "B is correct".
    Stated,
}

/// The most connecting words that are skipped; models do not write more.
const WALK: usize = 16;
/// The largest distance between "answer" and "is": "the answer to the question of ... is B".
const SUBJECT: usize = 24;

/// Judges the mention that is the tokens `first..end`. The words before `floor` are another choice's.
pub fn cue(tokens: &[Token], floor: usize, first: usize, end: usize) -> Cue {
    let left = from_the_left(tokens, floor, first);
    if left.negated {
        return left;
    }
    let right = from_the_right(tokens, end);
    if right.negated || right.strength > left.strength { right } else { left }
}

/// The roles of the words skipped so far.
#[derive(Default)]
struct Seen(u16);

impl Seen {
    fn add(&mut self, role: Role) {
        self.0 |= 1 << role as u16;
    }

    fn has(&self, role: Role) -> bool {
        self.0 & (1 << role as u16) != 0
    }

    fn strength(&self) -> Strength {
        let [praise, option, link] = [Role::Praise, Role::Option, Role::Link].map(|r| self.has(r));
        if praise && (link || option) || option && link {
            Strength::Stated
        } else if self.has(Role::Match) || self.has(Role::Conclusion) {
            Strength::Concluded
        } else if option {
            Strength::Named
        } else {
            Strength::None
        }
    }
}

fn from_the_left(tokens: &[Token], floor: usize, first: usize) -> Cue {
    let stated = |at| match is_of_the_past(tokens, at) {
        true => Cue::new(Strength::None),
        false => Cue { strength: Strength::Stated, negated: is_negated(tokens, at) },
    };
    let mut seen = Seen::default();
    let (mut has_words, mut parted) = (false, false);
    let mut at = first;
    while at > floor && first - at < WALK {
        at -= 1;
        let token = &tokens[at];
        let role = match token.kind {
            // Only the mention itself may begin a line.
            Kind::Break if !has_words && announces(tokens, at) => continue,
            Kind::Sign(':' | '=') => Role::Link,
            Kind::Sign('∴') => Role::Conclusion,
            Kind::Sign('.') if at > 0 && tokens[at - 1].key == key!("ans") => continue,
            Kind::Sign(',') => {
                parted = true;
                continue;
            }
            Kind::Sign('"' | '\'' | '(' | '[' | ']' | '<' | '>' | '|' | '-' | '→' | '⇒' | '/') =>
            {
                continue;
            }
            // The name of another choice or of something in the picture; *I* is the speaker.
            Kind::Break | Kind::Sign(_) | Kind::Number | Kind::Letter('A'..='H' | 'J'..='Z') => {
                break;
            }
            Kind::Word | Kind::Letter(_) => {
                has_words = true;
                role(token.key)
            }
        };
        match role {
            Role::Negation if seen.has(Role::Conclusion) => break,
            Role::Negation => return Cue::DENIED,
            // "answer choice B" names a choice and does not take it.
            Role::Answer if seen.has(Role::Option) && !seen.has(Role::Link) => {}
            Role::Answer | Role::Choose => return stated(at),
            Role::Heading if seen.has(Role::Link) => return stated(at),
            // "The least suitable option is C."
            Role::Other if token.key == key!("least") && seen.has(Role::Praise) => {
                return Cue::DENIED;
            }
            Role::Other if is_go_with(tokens, at) => return stated(at),
            Role::Other if token.key == key!("but") && is_contrast(tokens, at) => {
                return Cue::new(Strength::Stated);
            }
            // "The only option that is wrong is B", not "A is wrong, B".
            Role::Dismissal
                if !parted
                    && words::WRONG.contains(&token.key)
                    && (seen.has(Role::Link) || seen.has(Role::Option)) =>
            {
                return Cue::DENIED;
            }
            Role::Praise if token.key == key!("right") && !is_the_right_answer(tokens, at) => break,
            Role::Heading | Role::Joint | Role::Dismissal | Role::Other => break,
            passed => seen.add(passed),
        }
    }
    let mut strength = seen.strength();
    if seen.has(Role::Link) && the_subject_is_the_answer(tokens, at + 1) {
        strength = Strength::Stated;
    }
    Cue::new(strength)
}

/// "I would go with B".
fn is_go_with(tokens: &[Token], at: usize) -> bool {
    [key!("go"), key!("going")].contains(&tokens[at].key)
        && tokens.get(at + 1).is_some_and(|next| next.key == key!("with"))
}

/// "not A but B".
fn is_contrast(tokens: &[Token], but: usize) -> bool {
    sentence_before(tokens, but, 8).any(|token| role(token.key) == Role::Negation)
}

/// Whether the text before the line break at `at` leads over it: "Answer:", "the answer is",
/// or the heading "Answer".
fn announces(tokens: &[Token], at: usize) -> bool {
    let before = tokens[..at].iter().rev().find(|token| token.kind != Kind::Break);
    before.is_some_and(|token| match token.kind {
        Kind::Sign(sign) => matches!(sign, ':' | '=' | '"' | '[' | '>'),
        Kind::Word => matches!(role(token.key), Role::Link | Role::Answer),
        _ => false,
    })
}

/// Whether the word at `at` is itself denied: "I would not choose B", "the wrong answers are B", "the
/// least likely answer is B".
fn is_negated(tokens: &[Token], at: usize) -> bool {
    let before = &tokens[at.saturating_sub(3)..at];
    let mut phrase =
        before.iter().rev().take_while(|token| matches!(token.kind, Kind::Word | Kind::Letter(_)));
    before.last().is_some_and(|token| words::WRONG.contains(&token.key))
        || phrase.any(|t| role(t.key) == Role::Negation || t.key == key!("least"))
}

/// Whether the answer at `at` is one of the past: "my first answer was D".
fn is_of_the_past(tokens: &[Token], at: usize) -> bool {
    let was = tokens.get(at + 1).is_some_and(|next| next.key == key!("was"));
    let before = &tokens[at.saturating_sub(2)..at];
    was && before.iter().any(|token| words::EARLIER.contains(&token.key))
}

/// "The right answer", not "on the right: 3".
fn is_the_right_answer(tokens: &[Token], right: usize) -> bool {
    tokens.get(right + 1).is_some_and(|next| {
        matches!(role(next.key), Role::Answer | Role::Option | Role::Choose)
            || next.key == key!("one")
    })
}

/// Whether the sentence's subject, before the tokens from `end` on, is "the answer ..." or
/// "the correct option ...".
fn the_subject_is_the_answer(tokens: &[Token], end: usize) -> bool {
    let (mut praise, mut option) = (false, false);
    for token in sentence_before(tokens, end, SUBJECT) {
        match role(token.key) {
            Role::Answer => return true,
            Role::Praise => praise = true,
            Role::Option => option = true,
            _ => {}
        }
    }
    praise && option
}

fn from_the_right(tokens: &[Token], end: usize) -> Cue {
    let mut seen = Seen::default();
    for (at, token) in tokens.iter().enumerate().skip(end).take(10) {
        match token.kind {
            Kind::Sign('"' | '\'' | ')' | ']') => continue,
            Kind::Word | Kind::Letter(_) => {}
            _ => break,
        }
        // Chinese needs no word for "is": B正确.
        let linked = seen.has(Role::Link) || is_chinese(token);
        match role(token.key) {
            Role::Link => seen.add(Role::Link),
            _ if token.key == key!("can") => seen.add(Role::Link),
            // "C rather than A", "C instead of A".
            _ if at == end && [key!("rather"), key!("instead")].contains(&token.key) => {
                return Cue::new(Strength::Concluded);
            }
            _ if linked && token.key == key!("least") && is_praised(tokens, at + 1) => {
                return Cue::DENIED;
            }
            _ if token.key == key!("most") && is_most_likely(tokens, at) => {
                return Cue::new(Strength::Stated);
            }
            Role::Negation | Role::Dismissal if linked => return Cue::DENIED,
            Role::Praise if token.key == key!("right") && is_direction(tokens, at) => break,
            Role::Praise | Role::Answer if linked => return Cue::new(Strength::Stated),
            // "fits", "is the only option that fits".
            Role::Match if !linked || seen.has(Role::Option) => {
                seen.add(Role::Match);
                break;
            }
            Role::Filler if linked => {}
            // "B option is correct", B选项正确.
            Role::Option | Role::Choose => seen.add(Role::Option),
            _ => break,
        }
    }
    Cue::new(if seen.has(Role::Match) { Strength::Concluded } else { Strength::None })
}

/// "(is the least) likely", "(least) suitable"; not "is least similar to".
fn is_praised(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|word| word.key == key!("likely") || role(word.key) == Role::Praise)
}

/// "B is most likely.", "B seems the most likely option", and not "is most likely due to".
fn is_most_likely(tokens: &[Token], most: usize) -> bool {
    let likely = tokens.get(most + 1).is_some_and(|word| word.key == key!("likely"));
    likely
        && tokens.get(most + 2).is_none_or(|next| {
            next.kind != Kind::Word || matches!(role(next.key), Role::Answer | Role::Option)
        })
}

/// "the right angle", "right of the dog".
fn is_direction(tokens: &[Token], right: usize) -> bool {
    tokens.get(right + 1).is_some_and(|next| {
        next.kind == Kind::Word && !matches!(role(next.key), Role::Answer | Role::Option)
    })
}

/// Whether a token is a Chinese character: see [`super::word_keys::key`].
pub fn is_chinese(token: &Token) -> bool {
    (0x3400..0x1_0000).contains(&token.key)
}
