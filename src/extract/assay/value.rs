//! Where all choices have numbers: the value that the text comes to.
//!
//! A calculation names many values on its way. The one that counts is the last that something is
//! said to be; a text that was cut off on its way has come to none.

use super::by_text::Restatement;
use super::sentences::{concludes, final_value, is_cut_off};
use super::tokens::{Kind, Token};
use super::words::{self, number_word};
use super::{Answer, Extraction};

/// What may stand behind the value at the end of a text that has no full stop: a unit.
const UNIT: usize = 3;
/// A text of so many words that begins with a number's word is an answer: "three of them".
const SHORT: usize = 4;

impl Restatement<'_> {
    /// The value that the text comes to.
    pub fn value(&self) -> Option<Extraction> {
        if !self.are_numbers() {
            return None;
        }
        if let Some(number) = self.number_alone() {
            return Some(self.numbered(number, 0));
        }
        let is_cut_off = is_cut_off(self.tokens, &self.sentences);
        let at = self.sentences.iter().rev().find_map(|sentence| {
            let at = final_value(self.tokens, sentence)?;
            let ends = self.tokens.len() - at <= 1 + UNIT;
            (!is_cut_off || ends || concludes(self.tokens, sentence)).then_some(at)
        })?;
        if let Some(mention) = self.mentions.iter().find(|m| m.tokens.contains(&at)) {
            if goes_on(self.tokens, mention.tokens.end) {
                return Some(self.reading.found(Answer::Nothing, "other-value", &mention.tokens));
            }
            return Some(self.found(mention, "final-value"));
        }
        let key = number_word(self.tokens[at].key).unwrap_or(self.tokens[at].key);
        Some(self.numbered(key, at))
    }

    /// `4.40 meters` for the choice `4.40米`: the number alone tells the choices apart.
    fn numbered(&self, number: u64, at: usize) -> Extraction {
        let mut equal = self.choices.iter().filter(|choice| choice.numbers == [number]);
        let place = at..at + 1;
        match (equal.next(), equal.next()) {
            (Some(choice), None) if !goes_on(self.tokens, at + 1) => {
                self.reading.found(Answer::Label(choice.label), "final-number", &place)
            }
            _ => self.reading.found(Answer::Nothing, "other-value", &place),
        }
    }

    /// "Three.", "three people": a number's word that is all that is said.
    fn number_alone(&self) -> Option<u64> {
        let words = self.tokens.iter().filter(|token| token.kind != Kind::Break);
        let is_short = words.take(SHORT + 1).count() <= SHORT;
        number_word(self.tokens.first()?.key).filter(|_| is_short)
    }
}

/// Whether a calculation goes on behind a value: `45° + 15°`.
fn goes_on(tokens: &[Token], end: usize) -> bool {
    let operates = tokens.get(end).is_some_and(|token| {
        matches!(token.kind, Kind::Sign('+' | '×' | '÷' | '-' | '*' | '/'))
            || token.key == words::sign_key('×')
    });
    let operand = tokens.get(end + 1).is_some_and(|token| {
        matches!(token.kind, Kind::Number) || token.key == words::SQRT || token.is_sign('(')
    });
    operates && operand
}
