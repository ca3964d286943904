//! Which question of one side is which of the other: by their keys, else by their texts.

use std::collections::HashMap;

use super::ReconcileError;
use crate::evaluation::{Answered, AnsweredQuestion};
use assay_core::benchmark::likeness::plain_text;
use assay_core::score::Strategy;

/// A question as each side has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    /// The question of the first side that has it.
    pub any: &'a AnsweredQuestion,
    pub sides: [Option<&'a AnsweredQuestion>; 2],
}

impl<'a> Pair<'a> {
    /// The question of one side, else that of the other, with the side that it is of.
    pub fn of(&self, side: usize) -> (usize, &'a AnsweredQuestion) {
        self.sides[side].map_or((1 - side, self.any), |question| (side, question))
    }

    pub fn key(&self) -> &'a str {
        &self.any.key
    }
}

/// Where one side has verdicts on whole questions, its passes and its strategy are not in its file: they are
/// taken to be those of the other side.
pub(super) fn settle_strategies(a: &mut Answered, b: &mut Answered) {
    match [&*a, &*b].map(has_whole_verdicts) {
        [true, false] => (a.strategy, a.missing) = (b.strategy, b.missing),
        [false, true] => (b.strategy, b.missing) = (a.strategy, a.missing),
        [true, true] => (a.strategy, b.strategy) = (Strategy::FirstPass, Strategy::FirstPass),
        [false, false] => {}
    }
}

fn has_whole_verdicts(answered: &Answered) -> bool {
    answered.questions.iter().any(|question| question.hit.is_some())
}

/// The pairs of all questions, those of A first, and whether they were matched by their texts.
///
/// # Errors
/// When no question is in both.
pub(super) fn pairs(sides: [&Answered; 2]) -> Result<(Vec<Pair<'_>>, bool), ReconcileError> {
    let [a, b] = sides;
    let of_b: HashMap<&str, usize> =
        b.questions.iter().enumerate().map(|(at, one)| (one.key.as_str(), at)).collect();
    let by_key = |one: &AnsweredQuestion| of_b.get(one.key.as_str()).copied();
    if are_the_same(sides, by_key) {
        return Ok((paired(sides, by_key), false));
    }
    let mut by_text: HashMap<String, Option<usize>> = HashMap::new();
    for (at, one) in b.questions.iter().enumerate() {
        let other = by_text.entry(content(one)).or_insert(Some(at));
        *other = other.filter(|other| *other == at);
    }
    let mut of_a: HashMap<String, usize> = HashMap::new();
    a.questions.iter().for_each(|one| *of_a.entry(content(one)).or_default() += 1);
    let by_text = |one: &AnsweredQuestion| {
        let content = content(one);
        let is_only = !one.stem.trim().is_empty() && of_a.get(&content) == Some(&1);
        by_text.get(&content).copied().flatten().filter(|_| is_only)
    };
    if a.questions.iter().any(|one| by_text(one).is_some()) {
        return Ok((paired(sides, by_text), true));
    }
    let first = |side: &Answered| side.questions.first().map_or("none", |one| &one.key).to_owned();
    let first = format!("{} and {}", first(a), first(b));
    Err(ReconcileError::NothingInCommon { a: a.name.clone(), b: b.name.clone(), first })
}

/// Whether questions of the same key are the same: where both sides have texts, at least half of these agree.
fn are_the_same([a, b]: [&Answered; 2], find: impl Fn(&AnsweredQuestion) -> Option<usize>) -> bool {
    let (mut shared, mut compared, mut equal) = (0, 0, 0);
    for one in &a.questions {
        let Some(other) = find(one).map(|at| &b.questions[at]) else { continue };
        shared += 1;
        let texts = [folded(&one.stem), folded(&other.stem)];
        if texts.iter().all(|text| !text.is_empty()) {
            compared += 1;
            equal += usize::from(texts[0] == texts[1]);
        }
    }
    shared > 0 && 2 * equal >= compared
}

fn paired<'a>(
    [a, b]: [&'a Answered; 2],
    find: impl Fn(&AnsweredQuestion) -> Option<usize>,
) -> Vec<Pair<'a>> {
    let mut is_taken = vec![false; b.questions.len()];
    let mut pairs: Vec<Pair<'a>> = Vec::with_capacity(a.questions.len());
    for one in &a.questions {
        let other = find(one);
        if let Some(at) = other {
            is_taken[at] = true;
        }
        pairs.push(Pair { any: one, sides: [Some(one), other.map(|at| &b.questions[at])] });
    }
    let only_b = b.questions.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken);
    pairs.extend(only_b.map(|(one, _)| Pair { any: one, sides: [None, Some(one)] }));
    pairs
}

fn folded(text: &str) -> String {
    plain_text(text).to_lowercase()
}

/// The text of a question and its choices in any order.
fn content(question: &AnsweredQuestion) -> String {
    let choices = question.passes.first().map_or(&[][..], |pass| &pass.choices);
    let mut texts: Vec<String> = choices.iter().map(|(_, text)| folded(text)).collect();
    texts.sort_unstable();
    format!("{}\n{}", folded(&question.stem), texts.join("\n"))
}
