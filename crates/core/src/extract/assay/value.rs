//! Reads the final value of a text if all choices have numbers.
//!
//! A calculation has many intermediate values. The last stated value counts; a text that was cut
//! off does not have a final value.

use super::by_text::{Restatement, goes_on};
use super::sentences::{asks, concludes, conclusion, dangles, final_value, is_cut_off, is_given};
use super::tokens::Kind;
use super::word_roles::{Role, role};
use super::words::{self, key, number_word};
use super::{Answer, Extraction};

/// What may follow the value at the end of a text that has no full stop: a unit.
const UNIT: usize = 3;
/// A text of at most this many words that begins with a number's word is an answer: "three of
/// them".
const SHORT: usize = 4;

impl Restatement<'_> {
    /// The final value of the text.
    pub fn value(&self) -> Option<Extraction> {
        if !self.are_numbers {
            return None;
        }
        if let Some((number, at)) = self.only_number() {
            return Some(self.numbered(number, at));
        }
        let is_cut_off = is_cut_off(self.tokens, &self.sentences);
        let at = self.sentences.iter().rev().find_map(|sentence| {
            let at = final_value(self.tokens, sentence)?;
            if is_given(self.tokens, sentence, at) || asks(self.tokens, sentence) {
                return None;
            }
            let ends = self.tokens.len() - at <= 1 + UNIT && !dangles(self.tokens, sentence);
            let is_concluded = || {
                concludes(self.tokens, sentence) && conclusion(self.tokens, sentence).contains(&at)
            };
            (!is_cut_off || ends || is_concluded()).then_some(at)
        })?;
        if let Some(mention) = self.mentions.iter().find(|m| m.tokens.contains(&at)) {
            if goes_on(self.tokens, mention.tokens.end) {
                return Some(self.reading.found(Answer::Nothing, "other-value", &mention.tokens));
            }
            if self.is_one_of_several(mention.tokens.end) {
                return Some(self.reading.found(Answer::Nothing, "several", &mention.tokens));
            }
            return Some(self.found(mention, "final-value"));
        }
        let key = number_word(self.tokens[at].key).unwrap_or(self.tokens[at].key);
        Some(self.numbered(key, at))
    }

    /// `4.40 meters` for the choice `4.40米`: the number alone identifies the choice.
    fn numbered(&self, number: u64, at: usize) -> Extraction {
        let equal = self.choices.iter().filter(|choice| choice.numbers == [number]);
        // "Three people" is `3 people` and not `more than 3 people`.
        let is_clear = equal.clone().filter(|choice| !choice.compares()).count() == 1;
        let mut equal = equal.filter(|choice| !is_clear || !choice.compares());
        let place = at..at + 1;
        match (equal.next(), equal.next()) {
            (Some(choice), None) if !goes_on(self.tokens, at + 1) => {
                self.reading.found(Answer::Label(choice.label), "final-number", &place)
            }
            _ => self.reading.found(Answer::Nothing, "other-value", &place),
        }
    }

    /// "Three people are waiting": the only number of a text of one sentence; "the two" are known
    /// already.
    fn only_number(&self) -> Option<(u64, usize)> {
        if self.sentences.len() != 1 || !self.mentions.is_empty() {
            return None;
        }
        let number = |at: usize| match self.tokens[at].kind {
            Kind::Number => Some((self.tokens[at].key, at)),
            Kind::Word => number_word(self.tokens[at].key).map(|key| (key, at)),
            _ => None,
        };
        let mut numbers = (0..self.tokens.len()).filter_map(number);
        let (key, at) = numbers.next().filter(|_| numbers.next().is_none())?;
        let word = &self.tokens[at];
        let is_pronoun = word.key == key!("one");
        let is_known = at > 0 && words::KNOWN.contains(&self.tokens[at - 1].key);
        let is_alone = self.tokens.len() <= SHORT;
        (word.kind == Kind::Word && !is_pronoun && !is_known || is_alone).then_some((key, at))
    }

    /// "There are 3 chairs and 2 tables."
    fn is_one_of_several(&self, end: usize) -> bool {
        let rest = self.tokens[end..]
            .split(|t| t.kind == Kind::Break || matches!(t.kind, Kind::Sign(_)))
            .next();
        rest.is_some_and(|rest| {
            rest.windows(2).any(|pair| {
                role(pair[0].key) == Role::Joint
                    && (pair[1].kind == Kind::Number || number_word(pair[1].key).is_some())
            })
        })
    }
}
