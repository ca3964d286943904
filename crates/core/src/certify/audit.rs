//! What an audit certifies: errors and limits of the questions that were reviewed in the fixed order, of those that
//! were suspected before, and of both together.
//!
//! An open question counts as an error in the upper limit and as right in the lower one.

use serde::Serialize;

use super::sequence::{ErrorSequence, SequenceSetting};
use crate::keyword::keywords;
use crate::statistics::Statistic;

keywords! {
    /// Which questions an audit is about.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum AuditPopulation: Display {
        /// All; those that were suspected before are a set of their own
        #[default]
        All = "all",
        /// Those that no filter, reviewer or expert suspects
        Unflagged = "unflagged",
    }
}

/// What a review has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    /// The question is kept as it was.
    Right,
    /// It is removed or fixed.
    Error,
    /// Reviewed, and not settled.
    Open,
}

/// The limits after a number of reviews. The limits are rates; without any left there are none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// How many are reviewed.
    pub n: usize,
    /// How many of these are errors.
    pub errors: usize,
    /// The smallest rate that is left.
    pub lo: Option<f64>,
    /// The largest.
    pub hi: Option<f64>,
}

/// Whether the rate is certified to be below a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Below {
    /// The limit.
    pub rate: f64,
    /// Whether it is certified.
    pub certified: bool,
    /// The number of reviews in the fixed order after which it was.
    pub after: Option<usize>,
}

/// What is known of a set of questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certified {
    /// How many there are.
    pub population: usize,
    /// How many were reviewed.
    pub reviewed: usize,
    /// How many of these are errors.
    pub errors: usize,
    /// How many of these are not settled.
    pub open: usize,
    /// The share of errors among those that are settled.
    pub rate: Statistic,
    /// The smallest and the largest rate that is left; `None` if none is.
    pub interval: Option<[f64; 2]>,
    /// The limits that were asked for.
    pub below: Vec<Below>,
    /// The review after which no rate was left.
    pub empty_after: Option<usize>,
    /// The limits after each review.
    #[serde(skip)]
    pub steps: Vec<Step>,
}

/// The two sequences between which the true one is: each open question an error, and each one right.
#[derive(Clone, Debug)]
pub struct Bounds {
    upper: ErrorSequence,
    lower: ErrorSequence,
    empty_after: Option<usize>,
}

impl Bounds {
    /// The limits before the first review.
    pub fn new(population: usize, setting: SequenceSetting) -> Self {
        let upper = ErrorSequence::new(population, setting);
        Bounds { lower: upper.clone(), upper, empty_after: None }
    }

    /// The limits after these reviews.
    pub fn after(population: usize, setting: SequenceSetting, reviews: &[Review]) -> Self {
        let mut bounds = Bounds::new(population, setting);
        for &review in reviews {
            bounds.push(review);
        }
        bounds
    }

    /// Takes in the next review of the order.
    pub fn push(&mut self, review: Review) {
        self.upper.push(review != Review::Right);
        self.lower.push(review == Review::Error);
        if self.limits().is_none() && self.empty_after.is_none() {
            self.empty_after = Some(self.upper.reviewed());
        }
    }

    /// The sequence of the upper limit.
    pub fn upper(&self) -> &ErrorSequence {
        &self.upper
    }

    /// The smallest and the largest number of errors; `None` where none is left.
    pub fn limits(&self) -> Option<(usize, usize)> {
        let (low, high) = (self.lower.low(), self.upper.high());
        (low <= high).then_some((low, high))
    }
}

impl Certified {
    /// What these reviews, the first ones of the fixed order, say of the population.
    pub fn new(
        population: usize,
        setting: SequenceSetting,
        below: &[f64],
        reviews: &[Review],
    ) -> Self {
        let mut bounds = Bounds::new(population, setting);
        let mut steps = Vec::with_capacity(reviews.len());
        for &review in reviews {
            bounds.push(review);
            let limits = rates(bounds.limits(), population);
            let [lo, hi] = [0, 1].map(|at| limits.map(|limits| limits[at]));
            let (n, errors) = (bounds.lower.reviewed(), bounds.lower.errors());
            steps.push(Step { n, errors, lo, hi });
        }
        let under = |rate: f64| {
            let after = steps.iter().find(|step| step.hi.is_some_and(|hi| hi < rate));
            Below::new(rate, after.map(|step| step.n), bounds.empty_after)
        };
        Certified {
            interval: rates(bounds.limits(), population),
            below: below.iter().map(|&rate| under(rate)).collect(),
            empty_after: bounds.empty_after,
            steps,
            ..Certified::counted(population, reviews)
        }
    }

    /// The limits after each review, as long as a rate is left.
    pub fn narrowing(&self) -> Vec<(f64, f64)> {
        self.steps.iter().map_while(|step| step.lo.zip(step.hi)).collect()
    }

    /// The counts alone, with the limits that nothing but they give: what is reviewed is certain.
    fn counted(population: usize, reviews: &[Review]) -> Self {
        let count = |kind| reviews.iter().filter(|&&review| review == kind).count();
        let (errors, open) = (count(Review::Error), count(Review::Open));
        let settled = reviews.len() - open;
        let limits = (errors, population - (settled - errors));
        Certified {
            population,
            reviewed: reviews.len(),
            errors,
            open,
            // Without an interval: an ordinary one would not hold.
            rate: match settled {
                0 => Statistic::undefined("no question is settled", 0),
                _ => Statistic::new(errors as f64 / settled as f64, settled),
            },
            interval: rates(Some(limits), population),
            below: Vec::new(),
            empty_after: None,
            steps: Vec::new(),
        }
    }

    /// What is known of questions that were suspected before: `all` are those reviewed in any order, which are
    /// certain, `first` those of the fixed order before the first that was not, which say something of the rest.
    pub fn suspected(
        population: usize,
        setting: SequenceSetting,
        all: &[Review],
        first: &[Review],
    ) -> Self {
        let certain = Certified::counted(population, all);
        let bounds = Bounds::after(population, setting, first);
        let drawn = rates(bounds.limits(), population);
        let both = certain.interval.zip(drawn).map(|([low, high], [drawn_low, drawn_high])| {
            [low.max(drawn_low), high.min(drawn_high)]
        });
        let interval = both.filter(|[low, high]| low <= high);
        Certified { interval, empty_after: bounds.empty_after, ..certain }
    }

    /// What is known of two sets together. Their limits hold together where the error was split between them.
    #[must_use]
    pub fn joined(&self, other: &Certified, below: &[f64]) -> Self {
        let population = self.population + other.population;
        let wrong = |of: &Certified, rate: f64| rate * of.population as f64;
        let sum = |rate: f64, others: f64| {
            (wrong(self, rate) + wrong(other, others)).round() / population.max(1) as f64
        };
        let both = self.interval.zip(other.interval);
        let others_high = other.interval.map(|[_, high]| high);
        let high_at = |step: &Step| Some(sum(step.hi?, others_high?));
        let empty_after = self.empty_after.or(other.empty_after);
        let under = |rate: f64| {
            let after = self.steps.iter().find(|step| high_at(step).is_some_and(|hi| hi < rate));
            Below::new(rate, after.map(|step| step.n), empty_after)
        };
        let (errors, open) = (self.errors + other.errors, self.open + other.open);
        Certified {
            population,
            reviewed: self.reviewed + other.reviewed,
            errors,
            open,
            rate: self.rate_with(other),
            interval: both.map(|(own, others)| [0, 1].map(|at| sum(own[at], others[at]))),
            below: below.iter().map(|&rate| under(rate)).collect(),
            empty_after,
            steps: Vec::new(),
        }
    }

    /// The rate of two sets, each weighed by its size: in one of them more are reviewed.
    fn rate_with(&self, other: &Certified) -> Statistic {
        let n = self.rate.n() + other.rate.n();
        let population = (self.population + other.population) as f64;
        let wrong = |of: &Certified| match of.population {
            0 => Some(0.0),
            size => Some(of.rate.value()? * size as f64),
        };
        match (wrong(self), wrong(other)) {
            (Some(own), Some(others)) if population > 0.0 => {
                Statistic::new((own + others) / population, n)
            }
            _ => Statistic::undefined("one of the two sets has no settled question", n),
        }
    }
}

impl Below {
    fn new(rate: f64, after: Option<usize>, empty_after: Option<usize>) -> Self {
        Below { rate, certified: after.is_some() && empty_after.is_none(), after }
    }
}

/// Numbers of errors as rates.
fn rates(limits: Option<(usize, usize)>, population: usize) -> Option<[f64; 2]> {
    let rate = |errors: usize| errors as f64 / population.max(1) as f64;
    limits.map(|(low, high)| [rate(low), rate(high)])
}

#[cfg(test)]
mod tests;
