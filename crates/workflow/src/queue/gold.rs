//! Gold: questions whose right verdict is known, mixed into a reviewer's order at the share that an
//! assignment asks for.
//!
//! Of pairs of answers those are gold on which experts or leads have voted.
//!
//! A reviewer sees nothing of it: a gold question is shown, held and decided like any other. It is gold
//! because a lead said its verdict, or because experts settled it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::outcomes::recorded_questions;
use assay_core::benchmark::ShortAnswer;
use assay_core::benchmark::decision::{BlindAnswer, ReviewDecision, ReviewVerdict};
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::benchmark::team::Role;
use assay_core::keyword::keywords;
use assay_core::short::says_the_same;
use assay_store::{Benchmark, InForce, QuestionId, Result, Store};

/// A question whose right verdict is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Settled {
    /// The right verdict.
    pub verdict: ReviewVerdict,
    /// The answer that a reviewer should give; `None` if the verdict alone is compared.
    pub answer: Option<BlindAnswer>,
    /// Who says so.
    pub by: SettledBy,
    /// Since when.
    pub since: String,
    /// What a typed answer is compared by.
    #[serde(skip)]
    pub short: Option<ShortAnswer>,
}

keywords! {
    /// Who says what the right verdict is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum SettledBy: Display {
        /// A lead.
        Given = "given",
        /// Experts, who settled a disagreement of reviewers.
        Adjudicated = "adjudicated",
    }
}

impl Settled {
    /// Whether a review says what is right: the verdict, and the answer where it is known. What was typed is compared by
    /// the rule of the question.
    pub fn agrees_with(&self, review: &ReviewDecision) -> bool {
        let is_same =
            |right| review.answer.is_some_and(|own| says_the_same(own, right, self.short.as_ref()));
        self.verdict == review.verdict && self.answer.is_none_or(is_same)
    }
}

/// Questions whose right verdict is known, by key.
pub type SettledQuestions = BTreeMap<String, Settled>;

/// The current questions whose right verdict is known. What a lead says comes before what experts
/// decide.
pub fn settled_questions(store: &Store, benchmark: &Benchmark) -> Result<SettledQuestions> {
    let mut settled = adjudicated_questions(store, benchmark)?;
    for gold in store.given_gold(benchmark)? {
        let (verdict, answer, since) = (gold.verdict, gold.answer, gold.created);
        let short = short_of(store, gold.question_id, answer)?;
        let right = Settled { verdict, answer, by: SettledBy::Given, since, short };
        settled.insert(gold.key, right);
    }
    Ok(settled)
}

/// The current questions that adjudicators have settled and verifiers have not settled otherwise, by key.
pub fn adjudicated_questions(store: &Store, benchmark: &Benchmark) -> Result<SettledQuestions> {
    let recorded = recorded_questions(store, benchmark)?;
    let settled = recorded.iter().filter_map(|one| {
        let said = &one.record.current;
        let adopted = said.adopted()?;
        // Verifiers have the last word.
        let stands = said.verified().is_none_or(|verdict| verdict == adopted.becomes());
        let since = said.adjudications.iter().map(|one| &one.at).max().filter(|_| stands)?;
        let answer = said.adopted_answer();
        let settled = short_of(store, one.current().id, answer).map(|short| Settled {
            verdict: adopted.verdict,
            answer,
            by: SettledBy::Adjudicated,
            since: since.clone(),
            short,
        });
        Some(settled.map(|settled| (one.key().to_owned(), settled)))
    });
    settled.collect()
}

/// What an answer to a question is compared by, if it was typed.
fn short_of(
    store: &Store,
    question: QuestionId,
    answer: Option<BlindAnswer>,
) -> Result<Option<ShortAnswer>> {
    match answer {
        Some(BlindAnswer::Typed(_)) => Ok(store.reference(question)?.short),
        _ => Ok(None),
    }
}

/// What experts and leads voted on pairs of answers, by pair: the outcome by the names of the models, and when.
/// Where they differ, nothing is settled.
pub(super) fn settled_pairs(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<BTreeMap<String, (String, String)>> {
    let people = store.people()?.into_iter();
    let settles: BTreeSet<String> = people
        .filter(|person| person.role.is_some_and(Role::settles))
        .map(|person| person.name)
        .collect();
    let mut settled: BTreeMap<String, Option<(String, String)>> = BTreeMap::new();
    for InForce { annotator, row, .. } in store.current_decisions(benchmark, QUEUE_VOTE)? {
        let outcome = row.act.final_act().map(|last| last.outcome.to_string());
        let Some(outcome) = outcome.filter(|_| settles.contains(&annotator)) else { continue };
        let said = settled.entry(row.item.clone()).or_insert(Some((outcome.clone(), row.created)));
        *said = said.take().filter(|(other, _)| *other == outcome);
    }
    Ok(settled.into_iter().filter_map(|(item, said)| Some((item, said?))).collect())
}

/// Whether gold is due after this number of decided items: once in each stretch of 1 / `share` items, at a place
/// that follows from the annotator's seed.
pub(super) fn is_due(seed: u64, share: f64, decided: usize) -> bool {
    let start = |stretch: u64| (stretch as f64 / share).ceil() as usize;
    // Rounding may put the stretch one further.
    let near = (decided as f64 * share).floor() as u64;
    let mut stretches = near.saturating_sub(1)..=near + 1;
    stretches.any(|stretch| {
        let (from, to) = (start(stretch), start(stretch + 1));
        from + ((to - from) as f64 * place_in(seed, stretch)) as usize == decided
    })
}

/// The place of the gold in a stretch, from 0 to below 1.
fn place_in(seed: u64, stretch: u64) -> f64 {
    let bytes = [seed.to_le_bytes(), stretch.to_le_bytes()].concat();
    let [a, b, c, d, ..] = blake3::derive_key("assay gold place", &bytes);
    f64::from(u32::from_le_bytes([a, b, c, d])) / (f64::from(u32::MAX) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::AnswerRule;

    fn due(seed: u64, share: f64, items: usize) -> Vec<usize> {
        (0..items).filter(|&decided| is_due(seed, share, decided)).collect()
    }

    #[test]
    fn gold_is_due_once_in_each_stretch_at_a_place_of_the_annotators_own() {
        for share in [0.05, 0.1, 0.3, 0.5] {
            for seed in 0..50 {
                let places = due(seed, share, 1000);
                assert_eq!(places.len(), (1000.0 * share).round() as usize, "{seed}");
                for stretch in 0..places.len() {
                    let start = |stretch: usize| (stretch as f64 / share).ceil() as usize;
                    let within = start(stretch)..start(stretch + 1);
                    let found = places.iter().filter(|at| within.contains(at)).count();
                    assert_eq!(found, 1, "{share} {seed} {stretch}");
                }
            }
        }
        assert_ne!(due(1, 0.1, 100), due(2, 0.1, 100));
        assert_eq!(due(1, 0.1, 100), due(1, 0.1, 100));
    }

    #[test]
    fn a_review_is_right_by_verdict_and_where_it_is_known_by_answer() {
        let review = |verdict, answer| ReviewDecision::new(Some(answer), verdict, vec![]);
        let b = BlindAnswer::Choice(assay_core::benchmark::Label::A);
        let mut right = Settled {
            verdict: ReviewVerdict::Keep,
            answer: None,
            by: SettledBy::Given,
            since: String::new(),
            short: None,
        };
        assert!(right.agrees_with(&review(ReviewVerdict::Keep, BlindAnswer::CannotTell)));
        assert!(!right.agrees_with(&review(ReviewVerdict::TextOnly, b)));
        right.answer = Some(b);
        assert!(right.agrees_with(&review(ReviewVerdict::Keep, b)));
        assert!(!right.agrees_with(&review(ReviewVerdict::Keep, BlindAnswer::CannotTell)));
        let typed = |text: &str| BlindAnswer::Typed(text.parse().unwrap());
        right.answer = Some(typed("2.5 cm"));
        let length = ShortAnswer::new(AnswerRule::Numeric, vec!["2.5".into()]);
        right.short = Some(ShortAnswer { unit: Some("cm".into()), ..length });
        assert!(right.agrees_with(&review(ReviewVerdict::Keep, typed("25 mm"))));
        assert!(!right.agrees_with(&review(ReviewVerdict::Keep, typed("3"))));
    }
}
