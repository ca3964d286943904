//! Answered passes written as letters, for tests of judgements and verdicts.

use super::{AnsweredPass, Group, RequiredPasses};
use crate::benchmark::{Label, Pass};
use crate::extract::Answer;

/// Passes as letters: `r` right, `w` wrong, `x` refused, `?` nothing read, `-` absent.
pub fn with_group<T>(passes: &str, read: impl FnOnce(&Group<'_>) -> T) -> T {
    let answered = passes.chars().enumerate().filter_map(|(number, letter)| {
        let answer = match letter {
            'r' => Answer::Label(Label::A),
            'w' => Answer::NoneOfThem,
            'x' => Answer::Refused,
            '?' => Answer::Nothing,
            _ => return None,
        };
        Some(AnsweredPass { pass: Pass(number as u32), answer, reference: Some(Label::A) })
    });
    let required = RequiredPasses::Rotated(passes.len() as u32);
    let passes: Vec<AnsweredPass> = answered.collect();
    read(&Group { passes: &passes, required: &required })
}
