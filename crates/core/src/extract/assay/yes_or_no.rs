//! Answers to yes-or-no questions given as a statement that affirms or denies.
//!
//! Assumes that the questions are asked in the positive.

use std::ops::Range;

use super::by_text::Restatement;
use super::sentences::main_clause;
use super::tokens::{Kind, Token};
use super::word_roles::{Role, role};
use super::words::{self, key};
use super::{Answer, Extraction};
use crate::benchmark::Label;

/// A longer text discusses several things.
const SENTENCES: usize = 3;

impl Restatement<'_> {
    /// A plain statement: denied it is a no, and affirmed a yes unless it compares.
    pub fn yes_or_no(&self) -> Option<Extraction> {
        let yes = self.label_that_says(&[key!("yes"), key!("true")])?;
        let no = self.label_that_says(&[key!("no"), key!("false")])?;
        let (first, last) = (self.sentences.first()?, self.sentences.last()?);
        let all = &self.tokens[first.clone()];
        if self.choices.len() != 2 || is_both(all) {
            return None;
        }
        let label = |affirms: bool| Answer::Label(if affirms { yes } else { no });
        if let Some((affirms, place)) = said(self.tokens, first, last) {
            return Some(self.reading.found(label(affirms), "verdict", &place));
        }
        let mut clause = main_clause(self.tokens, first);
        let is_relative = |&at: &usize| words::RELATIVES.contains(&self.tokens[at].key);
        clause.end = clause.clone().find(is_relative).unwrap_or(clause.end);
        let said = &self.tokens[clause.clone()];
        if self.sentences.len() > SENTENCES
            || !self.letters.listed.is_empty()
            || said.len() < 3
            || all.iter().any(|token| words::HEDGES.contains(&token.key))
            || !said.iter().any(|t| t.kind == Kind::Word)
        {
            return None;
        }
        if (0..said.len()).any(|at| denies(said, at)) {
            return Some(self.reading.found(label(false), "denial", &clause));
        }
        let compares = all.iter().any(|token| words::COMPARISONS.contains(&token.key));
        (!compares).then(|| self.reading.found(label(true), "affirmation", &clause))
    }

    fn label_that_says(&self, keys: &[u64]) -> Option<Label> {
        let is_one = |choice: &&super::restated::ChoiceKeys| {
            choice.single().is_some_and(|key| keys.contains(&key))
        };
        self.choices.iter().find(is_one).map(|choice| choice.label)
    }
}

/// The yes or no that a text begins with, "Nope", or ends with, "..., so no"; or what it says of the
/// statement in question, "That is incorrect".
fn said(
    tokens: &[Token],
    first: &Range<usize>,
    last: &Range<usize>,
) -> Option<(bool, Range<usize>)> {
    let spoken = |at: usize| match tokens[at].key {
        key if words::AFFIRMS.contains(&key) => Some((true, at..at + 1)),
        key if words::DENIES.contains(&key) => Some((false, at..at + 1)),
        _ => None,
    };
    let is_determiner = |at: usize| {
        tokens[at].key == key!("no") && tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word)
    };
    let opening = &tokens[first.clone()];
    if opening
        .windows(2)
        .take(4)
        .any(|pair| words::DENYING_PHRASES.contains(&[pair[0].key, pair[1].key]))
    {
        return Some((false, first.clone()));
    }
    let assures = |&at: &usize| words::ASSURES.contains(&tokens[at].key) || tokens[at].is_sign(',');
    let start = first.clone().find(|at| !assures(at)).unwrap_or(first.start);
    let at_the_start = spoken(start).filter(|_| !is_determiner(start));
    let is_concluded = |at: &usize| {
        *at > last.start
            && (tokens[*at - 1].is_sign(',')
                || words::GUESSES.contains(&tokens[*at - 1].key)
                || matches!(role(tokens[*at - 1].key), Role::Conclusion | Role::Link))
    };
    let end = last.end - 1;
    at_the_start.or_else(|| spoken(end).filter(|_| is_concluded(&end))).or_else(|| {
        let is_said = end > first.start + 1 && role(tokens[end - 1].key) == Role::Link;
        match role(tokens[end].key) {
            Role::Dismissal if is_said => Some((false, end..end + 1)),
            Role::Praise if is_said => Some((true, end..end + 1)),
            _ => None,
        }
    })
}

/// "Yes and no."
fn is_both(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|three| {
        [three[0].key, three[2].key].iter().all(|key| words::YES_OR_NO.contains(key))
            && role(three[1].key) == Role::Joint
    })
}

/// "not", or "no" before what there is none of.
fn denies(said: &[Token], at: usize) -> bool {
    let token = &said[at];
    role(token.key) == Role::Negation && token.key != key!("than")
        || token.key == key!("no") && said.get(at + 1).is_some_and(|next| next.kind == Kind::Word)
}
