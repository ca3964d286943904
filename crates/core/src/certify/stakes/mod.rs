//! What open questions can change in a ranking of models. Pure.
//!
//! Each open question has one of several outcomes, and each outcome says which models are right on it; a removed
//! question has no model right. The difference of two models is a sum over questions, so its minimum and maximum
//! over all outcomes are sums of the questions' minima and maxima. A pair is *decided* if no outcome changes
//! which of the two is ahead, a tie that no outcome breaks included.
//!
//! A model's place is 1 and the number of models with more right answers, so models that tie share the better
//! place. Its best and its worst place are over outcomes of all questions *together*: a single set of outcomes
//! must put it there. [`joint`] searches for it.
//!
//! A question *turns* a pair if some outcomes of the other questions leave the pair so close that the outcome of
//! this question decides who is ahead, or whether they tie.

mod joint;

use rayon::prelude::*;

use self::joint::{Gains, most_met};
use crate::keyword::keywords;

keywords! {
    /// What may become of an open question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum OpenOutcome: Display {
        /// It stays as it is.
        Keep = "keep",
        /// It leaves the benchmark.
        Remove = "remove",
        /// Another of its choices is the reference answer.
        Rekey = "rekey",
    }
}

/// An open question as far as the ranking depends on it. All lists are in the order of the models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Which models are right as the question is now.
    pub now: Vec<bool>,
    /// Which models are right under each outcome that it may have; as it is now if there is none.
    pub outcomes: Vec<Vec<bool>>,
}

/// What the open questions can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Every pair of models.
    pub pairs: Vec<PairStakes>,
    /// Every model.
    pub places: Vec<Places>,
    /// Every open question.
    pub questions: Vec<QuestionStakes>,
}

/// The difference of two models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStakes {
    /// The models, by their positions.
    pub models: [usize; 2],
    /// The right answers of the first minus those of the second as the questions are now.
    pub difference: i64,
    /// The least that outcomes of the open questions make of it.
    pub min: i64,
    /// The most that they make of it.
    pub max: i64,
    /// The open questions that turn it, by their positions.
    pub turned_by: Vec<usize>,
}

/// The places that a model can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Its right answers as the questions are now.
    pub correct: i64,
    /// Its place as the questions are now.
    pub place: usize,
    /// The best place over all outcomes.
    pub best: usize,
    /// The worst place over all outcomes.
    pub worst: usize,
    /// Whether outcomes exist that give the best and the worst place. Otherwise they are bounds: the model
    /// has no better and no worse place.
    pub exact: bool,
}

/// What depends on one open question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionStakes {
    /// The pairs that it turns.
    pub pairs: usize,
    /// How far it moves these pairs: over all of them, its largest minus its least contribution to the
    /// difference.
    pub swing: usize,
}

/// Models whose places depend on each other, and the questions that they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contested {
    /// The models, by their positions; pairs that are not decided connect them.
    pub models: Vec<usize>,
    /// The open questions that turn these pairs, by their positions.
    pub questions: Vec<usize>,
}

impl PairStakes {
    /// Whether no outcome changes which model is ahead.
    pub fn is_decided(&self) -> bool {
        self.min.signum() == self.max.signum()
    }
}

impl Stakes {
    /// What these open questions can change, for models with these numbers of right answers on the others.
    pub fn compute(settled: &[i64], open: &[OpenQuestion]) -> Stakes {
        let outcomes: Vec<Vec<&[bool]>> = open.iter().map(OpenQuestion::different).collect();
        let now = |model: usize| -> i64 {
            settled[model] + open.iter().map(|one| i64::from(one.now[model])).sum::<i64>()
        };
        let correct: Vec<i64> = (0..settled.len()).map(now).collect();
        let mut questions = vec![QuestionStakes::default(); open.len()];
        let all = (1..settled.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let mut pairs = Vec::new();
        for [a, b] in all {
            let spans: Vec<Span> = outcomes.iter().map(|one| Span::new(one, a, b)).collect();
            let (base, difference) = (settled[a] - settled[b], correct[a] - correct[b]);
            let pair = pair_stakes([a, b], base, difference, &spans);
            for &at in &pair.turned_by {
                questions[at].pairs += 1;
                questions[at].swing += spans[at].size() as usize;
            }
            pairs.push(pair);
        }
        pairs.sort_by_key(|pair| pair.models);
        let models = (0..settled.len()).into_par_iter();
        let places = models.map(|model| places(model, settled, &correct, &outcomes)).collect();
        Stakes { pairs, places, questions }
    }

    /// The groups of models whose order is not decided, the best first.
    pub fn contested(&self) -> Vec<Contested> {
        let mut group: Vec<usize> = (0..self.places.len()).collect();
        let open = || self.pairs.iter().filter(|pair| !pair.is_decided());
        for PairStakes { models: [a, b], .. } in open() {
            let (from, to) = (group[*b], group[*a]);
            group.iter_mut().filter(|one| **one == from).for_each(|one| *one = to);
        }
        let contested = |&root: &usize| {
            let mut models: Vec<usize> =
                (0..group.len()).filter(|&model| group[model] == root).collect();
            models.sort_by_key(|&model| (self.places[model].place, model));
            let of_group = open().filter(|pair| group[pair.models[0]] == root);
            let mut questions: Vec<usize> =
                of_group.flat_map(|pair| pair.turned_by.iter().copied()).collect();
            questions.sort_unstable();
            questions.dedup();
            Contested { models, questions }
        };
        let roots = (0..group.len()).filter(|&model| group[model] == model);
        let mut all: Vec<Contested> = roots.map(|root| contested(&root)).collect();
        all.retain(|one| one.models.len() > 1);
        all.sort_by_key(|one| self.places[one.models[0]].place);
        all
    }
}

impl OpenQuestion {
    /// The outcomes that differ for these models.
    fn different(&self) -> Vec<&[bool]> {
        let mut different: Vec<&[bool]> = self.outcomes.iter().map(Vec::as_slice).collect();
        if different.is_empty() {
            different.push(&self.now);
        }
        different.sort_unstable();
        different.dedup();
        different
    }
}

/// What a question adds to the difference of two models.
#[derive(Clone, Copy, Debug)]
struct Span {
    least: i64,
    most: i64,
    /// Whether it adds 0 or can add two numbers that follow each other; else it adds −1 or 1.
    has_zero: bool,
}

impl Span {
    fn new(outcomes: &[&[bool]], a: usize, b: usize) -> Span {
        let mut span = Span { least: 1, most: -1, has_zero: false };
        for right in outcomes {
            let gain = i64::from(right[a]) - i64::from(right[b]);
            span.least = span.least.min(gain);
            span.most = span.most.max(gain);
            span.has_zero |= gain == 0;
        }
        span
    }

    fn size(self) -> i64 {
        self.most - self.least
    }

    /// Whether it closes the gaps that questions leave which add −1 or 1.
    fn moves_by_one(self) -> bool {
        self.has_zero && self.size() > 0
    }
}

/// The stakes of a pair whose difference on the settled questions is `base`.
fn pair_stakes(models: [usize; 2], base: i64, difference: i64, spans: &[Span]) -> PairStakes {
    let min = base + spans.iter().map(|span| span.least).sum::<i64>();
    let max = base + spans.iter().map(|span| span.most).sum::<i64>();
    let fine = spans.iter().filter(|span| span.moves_by_one()).count();
    let turns = |span: &Span| {
        // The others add up to every number of `from..=to`, or to every second one.
        let (from, to) = (min - span.least, max - span.most);
        let step = if fine > usize::from(span.moves_by_one()) { 1 } else { 2 };
        // This question decides where the others leave the pair between −most and −least.
        let (low, high) = (from.max(-span.most), to.min(-span.least));
        let first = low + (low - from).rem_euclid(step);
        span.size() > 0 && first <= high
    };
    let turned_by = (0..spans.len()).filter(|&at| turns(&spans[at])).collect();
    PairStakes { models, difference, min, max, turned_by }
}

/// The places of a model.
fn places(model: usize, settled: &[i64], correct: &[i64], outcomes: &[Vec<&[bool]>]) -> Places {
    let rivals: Vec<usize> = (0..settled.len()).filter(|&one| one != model).collect();
    let gains = |sign: i64| -> Vec<Gains> {
        let gain = |right: &[bool], rival: usize| {
            sign * (i64::from(right[rival]) - i64::from(right[model]))
        };
        let of_outcome = |right: &&[bool]| rivals.iter().map(|&one| gain(right, one)).collect();
        outcomes.iter().map(|question| question.iter().map(of_outcome).collect()).collect()
    };
    // A rival is ahead if it gains one more than it lacks; it is not if the model catches up.
    let lacks = |rival: &usize| settled[model] - settled[*rival];
    let ahead = most_met(rivals.iter().map(|one| lacks(one) + 1).collect(), gains(1));
    let not_ahead = most_met(rivals.iter().map(|one| -lacks(one)).collect(), gains(-1));
    let better = rivals.iter().filter(|&&rival| correct[rival] > correct[model]).count();
    Places {
        correct: correct[model],
        place: 1 + better,
        best: 1 + rivals.len() - not_ahead.met,
        worst: 1 + ahead.met,
        exact: ahead.exact && not_ahead.exact,
    }
}

#[cfg(test)]
mod tests;
