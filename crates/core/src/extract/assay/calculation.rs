//! Calculations in a text.

use super::tokens::{Kind, Token};
use super::word_keys;
use super::words;

/// Whether a calculation continues after a value: `45° + 15°`.
pub fn goes_on(tokens: &[Token], end: usize) -> bool {
    let operates = tokens.get(end).is_some_and(|token| {
        matches!(token.kind, Kind::Sign('+' | '×' | '÷' | '-' | '*' | '/'))
            || token.key == word_keys::sign_key('×')
    });
    let operand = tokens.get(end + 1).is_some_and(|token| {
        matches!(token.kind, Kind::Number) || token.key == words::SQRT || token.is_sign('(')
    });
    operates && operand
}
