//! Finds the choices that a text restates: `the length is 5 cm` against the choice `5cm`.
//!
//! Choices and text are compared as sequences of keys, so that case, punctuation, articles, degree
//! and percent signs, plural endings, LaTeX and the writing of numbers do not count, and word
//! boundaries do: `cat` is not found in `catalog`, 10 not in 100. A choice within a longer one is
//! not mentioned where the longer one is.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::Reading;
use super::cue::{Cue, cue};
use super::tokens::{Kind, Token, tokens};
use super::word_keys;
use super::word_roles::{Role, role};
use super::words::{self, key};
use crate::benchmark::Label;

/// How closely a text must follow a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closeness {
    /// The same words.
    Words,
    /// The same stems; function words do not count: `it would decrease` is found in "will likely
    /// have decreased".
    Stems,
    /// The stems by which a choice differs from all others, if the choices are alike: "he is riding
    /// a bicycle" of `The man is riding a bicycle` and `The man is walking a dog`.
    Differences,
}

/// A choice that a text restates.
#[derive(Clone, Debug)]
pub struct TextMention {
    /// The choice's label.
    pub label: Label,
    /// Its tokens in the text.
    pub tokens: Range<usize>,
    /// What the words around it say about it.
    pub cue: Cue,
}

/// Compares a place of a text with a choice. The choice's keys are made when they are first asked for,
/// because most texts name no label that needs them.
pub struct Restated<'a> {
    reading: &'a Reading<'a>,
    known: BTreeMap<Label, Vec<u64>>,
}

impl<'a> Restated<'a> {
    /// For the choices that `reading` is read against.
    pub fn new(reading: &'a Reading<'a>) -> Self {
        Restated { reading, known: BTreeMap::new() }
    }

    /// Whether the choice's text is a question.
    pub fn ends_with_a_question(&self, label: Label) -> bool {
        self.reading.choices.text(label).is_some_and(|text| text.trim_end().ends_with(['?', '？']))
    }

    /// The end of the choice's text, if it begins at the token `from`.
    pub fn end(&mut self, label: Label, from: usize) -> Option<usize> {
        let text = self.reading.choices.text(label)?;
        let keys = || Comparable::new(text, &tokens(text), Closeness::Words).keys;
        let keys = self.known.entry(label).or_insert_with(keys);
        let all = &self.reading.tokens;
        let mut counted = (from..all.len()).filter(|&at| counts(all, at));
        keys.iter().try_fold(None, |_, key| {
            let at = counted.next()?;
            (all[at].key == *key).then_some(Some(at + 1))
        })?
    }
}

/// The keys of the tokens that count in comparisons, each with its token's position.
pub struct Comparable {
    keys: Vec<u64>,
    positions: Vec<usize>,
}

/// A choice's text as keys.
#[derive(Clone, Debug)]
pub struct ChoiceKeys {
    /// The choice's label.
    pub label: Label,
    keys: Vec<u64>,
    /// For each prefix the length of its longest proper prefix that is also its suffix: what lets
    /// the search run in linear time (Knuth, Morris and Pratt).
    borders: Vec<usize>,
    /// The numbers in it.
    pub numbers: Vec<u64>,
}

impl ChoiceKeys {
    /// The keys of a choice.
    pub fn new(label: Label, text: &str, closeness: Closeness) -> Self {
        let tokens = tokens(text);
        let keys = Comparable::new(text, &tokens, closeness).keys;
        let numbers = tokens.iter().filter(|token| token.kind == Kind::Number);
        let numbers = numbers.map(|token| token.key).collect();
        ChoiceKeys { label, borders: borders(&keys), keys, numbers }
    }

    /// Keeps of a choice only the keys that no other has, if the choices are alike and the text
    /// does not have a word of another choice that this one lacks: "the steelheads increase" has
    /// one of `the sticklebacks increase`, and so does not say `the steelheads decrease`. A single
    /// key counts only if the rest of its choice is in the text too.
    pub fn keep_differences(choices: &[ChoiceKeys], text: &Comparable) -> Vec<ChoiceKeys> {
        let in_text = |key: &&u64| text.keys.contains(key);
        let mut kept = Vec::new();
        for choice in choices {
            let others = || choices.iter().filter(|other| other.label != choice.label);
            let is_shared = |key: &&u64| others().any(|other| other.keys.contains(key));
            let (shared, own): (Vec<u64>, Vec<u64>) = choice.keys.iter().partition(is_shared);
            let mentions_others = others()
                .flat_map(|other| &other.keys)
                .filter(in_text)
                .any(|key| !choice.keys.contains(key));
            let identifies = own.len() > 1 || shared.iter().all(|key| in_text(&key));
            if !shared.is_empty() && identifies && !mentions_others {
                kept.push(ChoiceKeys { borders: borders(&own), keys: own, ..choice.clone() });
            }
        }
        kept
    }

    /// Whether these tokens of `text` are the choice and nothing else.
    pub fn is_all_of(&self, text: &str, tokens: &[Token]) -> bool {
        !self.keys.is_empty() && Comparable::new(text, tokens, Closeness::Words).keys == self.keys
    }

    /// Whether it compares: "more than 3".
    pub fn compares(&self) -> bool {
        self.keys.iter().any(|key| words::COMPARISONS.contains(key))
    }

    /// Whether the two have a word in common.
    pub fn shares_a_word(&self, other: &ChoiceKeys) -> bool {
        self.keys.iter().any(|key| other.keys.contains(key))
    }

    /// Whether a longer choice contains this one.
    pub fn is_part_of(&self, longer: &ChoiceKeys) -> bool {
        let is_shorter = !self.keys.is_empty() && self.keys.len() < longer.keys.len();
        is_shorter && longer.keys.windows(self.keys.len()).any(|keys| keys == self.keys)
    }

    /// Whether a longer choice begins with this one.
    pub fn begins(&self, longer: &ChoiceKeys) -> bool {
        self.is_part_of(longer) && longer.keys.starts_with(&self.keys)
    }

    /// Whether it has several words.
    pub fn is_phrase(&self) -> bool {
        self.keys.len() > 1
    }

    /// The only key, if there is only one.
    pub fn single(&self) -> Option<u64> {
        (self.keys.len() == 1).then(|| self.keys[0])
    }
}

impl Comparable {
    /// What counts of the tokens of `text`.
    pub fn new(text: &str, tokens: &[Token], closeness: Closeness) -> Self {
        let mut comparable = Comparable {
            keys: Vec::with_capacity(tokens.len()),
            positions: Vec::with_capacity(tokens.len()),
        };
        for (at, token) in tokens.iter().enumerate() {
            if !counts(tokens, at) {
                continue;
            }
            let key = match closeness {
                Closeness::Stems | Closeness::Differences
                    if words::FUNCTION_WORDS.contains(&token.key) =>
                {
                    continue;
                }
                Closeness::Stems | Closeness::Differences if token.kind == Kind::Word => {
                    word_keys::loose_key(&text[token.start..token.end])
                }
                _ => token.key,
            };
            comparable.keys.push(key);
            comparable.positions.push(at);
        }
        comparable
    }
}

fn counts(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    match token.kind {
        Kind::Break => false,
        Kind::Sign(_) => token.key != 0,
        Kind::Number => true,
        Kind::Word | Kind::Letter(_) => {
            !words::LEFT_OUT.contains(&token.key)
                && (token.key != key!("a") || !is_article(tokens, at))
        }
    }
}

/// *A* before a word, unless it follows one as in `Plan A is` or is a part of `B / A`.
fn is_article(tokens: &[Token], at: usize) -> bool {
    let before_word = tokens.get(at + 1).is_some_and(|next| {
        next.kind == Kind::Word
            && !next.glued
            && !matches!(role(next.key), Role::Joint | Role::Link)
    });
    let behind_word = at > 0
        && matches!(tokens[at - 1].kind, Kind::Word | Kind::Number | Kind::Sign('/' | '+' | '='));
    before_word && (tokens[at].kind == Kind::Letter('a') || !behind_word)
}

fn borders(keys: &[u64]) -> Vec<usize> {
    let mut borders = vec![0; keys.len()];
    let mut matched = 0;
    for at in 1..keys.len() {
        while matched > 0 && keys[at] != keys[matched] {
            matched = borders[matched - 1];
        }
        if keys[at] == keys[matched] {
            matched += 1;
        }
        borders[at] = matched;
    }
    borders
}

/// The choices that the text restates, in order, without those within a longer one.
pub fn text_mentions(
    all: &[Token],
    comparable: &Comparable,
    choices: &[ChoiceKeys],
) -> Vec<TextMention> {
    let mut mentions: Vec<TextMention> = Vec::new();
    for (place, label) in places(comparable, choices) {
        let mut cue = cue(all, 0, place.start, place.end);
        let joins_a_denied = mentions.last().is_some_and(|last: &TextMention| {
            last.cue.negated && is_enumeration(&all[last.tokens.end.min(place.start)..place.start])
        });
        cue.negated |= joins_a_denied || is_denied(all, place.start);
        mentions.push(TextMention { label, tokens: place, cue });
    }
    mentions
}

/// The tokens of each restated choice, in order, without those within a longer one.
pub fn places(
    comparable: &Comparable,
    choices: &[ChoiceKeys],
) -> impl Iterator<Item = (Range<usize>, Label)> {
    let mut places: Vec<(usize, usize, Label)> = Vec::new();
    for choice in choices {
        find(choice, &comparable.keys, |from, to| places.push((from, to, choice.label)));
    }
    places.sort_unstable_by_key(|&(from, to, label)| (from, Reverse(to), label));
    let mut longest = (0, 0);
    places.retain(|&(from, to, _)| {
        let counts = to > longest.1 || (from, to) == longest;
        if counts {
            longest = (from, to);
        }
        counts
    });
    let positions = &comparable.positions;
    places.into_iter().map(|(from, to, label)| (positions[from]..positions[to - 1] + 1, label))
}

/// "red, blue or green": what is between two choices that are named, or denied, together.
pub fn is_enumeration(between: &[Token]) -> bool {
    between.iter().all(|token| match token.kind {
        Kind::Sign(sign) => sign == ',',
        Kind::Word | Kind::Letter(_) => {
            role(token.key) == Role::Joint || words::ARTICLES.contains(&token.key)
        }
        Kind::Number | Kind::Break => false,
    }) && !between.is_empty()
}

/// Calls `found` with every place of the choice, overlapping ones included.
fn find(choice: &ChoiceKeys, keys: &[u64], mut found: impl FnMut(usize, usize)) {
    if choice.keys.is_empty() {
        return;
    }
    let mut matched = 0;
    for (at, key) in keys.iter().enumerate() {
        while matched > 0 && (matched == choice.keys.len() || *key != choice.keys[matched]) {
            matched = choice.borders[matched - 1];
        }
        if *key == choice.keys[matched] {
            matched += 1;
        }
        if matched == choice.keys.len() {
            found(at + 1 - matched, at + 1);
        }
    }
}

/// The largest distance of a negation before a choice: with any words between (`NEAR`), and with
/// words that only lead from it to the choice (`FAR`): "definitely does not look like a".
const NEAR: usize = 3;
const FAR: usize = 7;

/// "not", "unlike", "rather than" shortly before; "no", "anything but" right before.
fn is_denied(tokens: &[Token], first: usize) -> bool {
    let (mut only_leads, mut only_describes) = (true, true);
    let before = tokens[first.saturating_sub(FAR)..first].iter().rev();
    for (distance, token) in before.enumerate() {
        if !matches!(token.kind, Kind::Word | Kind::Letter(_)) {
            return false;
        }
        let at = first - 1 - distance;
        let is_behind = |word: u64| at > 0 && tokens[at - 1].key == word;
        let denies = role(token.key) == Role::Negation
            || token.key == key!("doubt") && !is_behind(key!("no"))
            || token.key == key!("but") && is_behind(key!("anything"))
            || token.key == key!("whether")
            || token.key == key!("if") && at > 0 && words::LEAVES_OPEN.contains(&tokens[at - 1].key)
            // "no cat", "no big cat", not "no, the cat".
            || token.key == key!("no") && only_describes
            || token.key == key!("out") && at > 0 && words::RULES.contains(&tokens[at - 1].key);
        if denies && (distance < NEAR || only_leads) {
            return !tokens.get(at + 1).is_some_and(|next| words::NOT_ONLY.contains(&next.key));
        }
        only_leads &= matches!(role(token.key), Role::Filler | Role::Link | Role::Match)
            || words::LEADS_ON.contains(&token.key);
        only_describes &= role(token.key) == Role::Other;
        if distance >= NEAR && !only_leads {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_part_of_another_that_has_its_words_in_their_order() {
        let choice = |text| ChoiceKeys::new(Label::A, text, Closeness::Words);
        let longer = choice("big red cat");
        for (text, expected) in
            [("red cat", true), ("cat", true), ("cat red", false), ("dog", false), ("", false)]
        {
            assert_eq!(choice(text).is_part_of(&longer), expected, "{text:?}");
        }
        assert!(!longer.is_part_of(&longer));
    }

    proptest::proptest! {
        #[test]
        fn every_place_of_a_choice_is_found_overlapping_ones_too(
            keys in proptest::collection::vec(0..2_u64, 0..40),
            choice in proptest::collection::vec(0..2_u64, 0..7),
        ) {
            let borders = borders(&choice);
            let choice = ChoiceKeys { label: Label::A, keys: choice, borders, numbers: Vec::new() };
            let mut places = Vec::new();
            find(&choice, &keys, |from, to| places.push(from..to));
            let length = choice.keys.len();
            let expected: Vec<_> = (0..keys.len())
                .map(|from| from..from + length)
                .filter(|place| length > 0 && keys.get(place.clone()) == Some(&choice.keys))
                .collect();
            proptest::prop_assert_eq!(places, expected);
        }
    }
}
