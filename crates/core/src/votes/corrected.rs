//! Win rates of a judge corrected by people's votes on a random sample of its pairs.
//!
//! The sample must be random: people who choose what they vote on correct nothing. The unit is the
//! question; several judgments or people on one question are averaged first.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Outcome;
use super::mean::{covariance, grouped, mean, question_means, variance, with_resamples};
use super::resampling::{Kind, resampled, sums};
use crate::keyword::keywords;
use crate::names::Names;
use crate::statistics::{Plan, Statistic, Z95};

keywords! {
    /// How a win rate is corrected.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Correction {
        /// Prediction-powered inference with power tuning (PPI++, Angelopoulos, Duchi and Zrnic 2023).
        #[default]
        Ppi = "ppi",
        /// Rogan and Gladen 1978: by the judge's sensitivity and specificity.
        RoganGladen = "rogan-gladen",
    }
}

/// The win rate of `a` over `b` according to the judge, to people, and to both together.
#[derive(Clone, Debug, Serialize)]
pub struct CorrectedPair {
    pub a: String,
    pub b: String,
    pub method: Correction,
    /// The judge's rate over all its questions.
    pub judge: Statistic,
    /// The people's rate over the questions they voted on.
    pub people: Statistic,
    /// Questions with votes of both.
    pub both: usize,
    pub corrected: Statistic,
    /// PPI++'s weight of the judge: 0 ignores it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lambda: Option<f64>,
    /// For each half width of the interval, how many more questions people must vote on to reach it;
    /// `null` if all of the judge's questions are not enough.
    pub votes_for: BTreeMap<String, Option<usize>>,
}

/// Corrects the win rate of every pair that both judged. `half_widths` are written as given.
pub fn corrected_win_rates(
    judge: &[Outcome],
    people: &[Outcome],
    models: &Names,
    method: Correction,
    half_widths: &[&str],
    plan: Plan,
) -> Vec<CorrectedPair> {
    let (of_judge, of_people) = (by_question(judge), by_question(people));
    let pair = |(&(a, b), judged): (&(u32, u32), &Means)| {
        let empty = Means::new();
        let labelled = of_people.get(&(a, b)).unwrap_or(&empty);
        let data = Labelled::new(judged, labelled);
        let (corrected, lambda) = match method {
            Correction::Ppi => data.prediction_powered(),
            Correction::RoganGladen => (data.rogan_gladen(plan), None),
        };
        let votes_for = |width: &&str| {
            let half = width.parse().ok().filter(|&half: &f64| half > 0.0)?;
            Some(((*width).to_owned(), data.more_for(method, &corrected, half)))
        };
        let rate = |means: &Means, because| mean(means.values().copied(), because).within_0_and_1();
        CorrectedPair {
            a: models.name(a).to_owned(),
            b: models.name(b).to_owned(),
            method,
            judge: rate(judged, "the judge has no verdict"),
            people: rate(labelled, "people have no verdict on this pair"),
            both: data.both.len(),
            votes_for: half_widths.iter().filter_map(votes_for).collect(),
            corrected,
            lambda,
        }
    };
    of_judge.iter().map(pair).collect()
}

/// The mean preference for `a` of each question and turn.
type Means = BTreeMap<(u32, u16), f64>;

/// The means of each pair.
fn by_question(outcomes: &[Outcome]) -> BTreeMap<(u32, u32), Means> {
    let preferences = outcomes
        .iter()
        .filter_map(|own| Some(((own.a, own.b), ((own.question, own.turn), own.preference()?))));
    let pairs = grouped(preferences).into_iter();
    pairs.map(|(pair, of)| (pair, question_means(&of).into_iter().collect())).collect()
}

/// The preferences of one pair.
struct Labelled {
    /// Judge and people, where both have a verdict.
    both: Vec<(f64, f64)>,
    /// The judge where people have none.
    judge_alone: Vec<f64>,
}

const TOO_FEW: &str = "fewer than two questions have votes of both the judge and people";

impl Labelled {
    fn new(judged: &Means, labelled: &Means) -> Labelled {
        let both = judged.iter().filter_map(|(key, &judge)| Some((judge, *labelled.get(key)?)));
        let alone = judged.iter().filter(|(key, _)| !labelled.contains_key(key));
        Labelled { both: both.collect(), judge_alone: alone.map(|(_, &judge)| judge).collect() }
    }

    /// The people's mean, moved by λ times the difference of the judge's means on the rest and on the
    /// sample.
    fn prediction_powered(&self) -> (Statistic, Option<f64>) {
        let (n, rest) = (self.both.len(), self.judge_alone.len());
        if n < 2 {
            return (Statistic::undefined(TOO_FEW, n), None);
        }
        let (lambda, se) = self.lambda_and_error(n, rest);
        let moved: f64 = self.both.iter().map(|(judge, people)| people - lambda * judge).sum();
        let far: f64 = self.judge_alone.iter().sum();
        let estimate = moved / n as f64 + lambda * far / rest.max(1) as f64;
        (Statistic::with_standard_error(estimate, n, se).within_0_and_1(), Some(lambda))
    }

    /// λ = cov(people, judge) / ((1 + n/N) var(judge)), between 0 and 1, and the error of the estimate,
    /// if people had voted on `n` of the questions and not on `rest`.
    fn lambda_and_error(&self, n: usize, rest: usize) -> (f64, f64) {
        let (n, rest) = (n as f64, rest as f64);
        let (judge, people): (Vec<f64>, Vec<f64>) = self.both.iter().copied().unzip();
        let all: Vec<f64> = judge.iter().chain(&self.judge_alone).copied().collect();
        let (spread, together) = (variance(&all), covariance(&judge, &people));
        let best = together / ((1.0 + n / rest) * spread);
        let lambda = if best.is_finite() { best.clamp(0.0, 1.0) } else { 0.0 };
        let of_sample =
            variance(&people) - 2.0 * lambda * together + lambda * lambda * variance(&judge);
        let of_rest = if lambda > 0.0 { lambda * lambda * spread / rest } else { 0.0 };
        (lambda, (of_sample / n + of_rest).max(0.0).sqrt())
    }

    /// (rate + specificity − 1) / (sensitivity + specificity − 1), kept within 0 and 1. A tie of the
    /// people counts half for either side. The interval resamples all questions, with and without people's votes.
    fn rogan_gladen(&self, plan: Plan) -> Statistic {
        let n = self.both.len();
        if n < 2 {
            return Statistic::undefined(TOO_FEW, n);
        }
        // The sums of the votes of people for a and for b, of the judge for a among both, of the judge for a, and
        // of all questions.
        let labelled = self.both.iter().map(|&(judge, people)| {
            [people, 1.0 - people, judge * people, judge * (1.0 - people), judge, 1.0]
        });
        let alone = self.judge_alone.iter().map(|&judge| [0.0, 0.0, 0.0, 0.0, judge, 1.0]);
        let kind = |amounts: [f64; 6]| Kind {
            question: 0,
            times: 1,
            amounts: (0..).zip(amounts).collect(),
        };
        let kinds: Vec<Kind> = labelled.chain(alone).map(kind).collect();
        let estimate = |sums: &[f64]| {
            let &[for_a, for_b, right, wrong, judged, all] = sums else { return None };
            let (sensitivity, false_rate) = (right / for_a, wrong / for_b);
            let informed = sensitivity - false_rate;
            (informed > 0.0).then(|| ((judged / all - false_rate) / informed).clamp(0.0, 1.0))
        };
        let Some(value) = estimate(&sums(&kinds, 6)) else {
            let because = "on this sample the judge does not prefer what people prefer more often than \
                           what they do not";
            return Statistic::undefined(because, n);
        };
        let resamples = resampled(&kinds, 6, plan, estimate);
        with_resamples(value, n, None, resamples.into_iter().flatten().collect())
    }

    /// How many more questions people must vote on for an interval of ± `half`.
    fn more_for(&self, method: Correction, corrected: &Statistic, half: f64) -> Option<usize> {
        let Statistic::Defined { se: Some(se), .. } = corrected else { return None };
        let (n, all) = (self.both.len(), self.both.len() + self.judge_alone.len());
        let reaches = |votes: usize| {
            let error = match method {
                Correction::Ppi => self.lambda_and_error(votes, all - votes).1,
                // Most of its error is that of the sample, which falls with its root.
                Correction::RoganGladen => se * (n as f64 / votes as f64).sqrt(),
            };
            Z95 * error <= half
        };
        let more: Vec<usize> = (0..=all - n).collect();
        more.get(more.partition_point(|more| !reaches(n + more))).copied()
    }
}
