//! Differences between models on the same questions, with their uncertainty.

use serde::Serialize;

use super::Comparison;
use crate::score::{Judgement, ModelAnswers, Strategy};
use crate::statistics::{Plan, Statistic, paired_bootstrap};

/// The largest number of models of which every pair is compared: 28 pairs, each with a separate
/// bootstrap.
const EVERY_PAIR_UP_TO: usize = 8;

/// The pairs that were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    EveryPair,
    /// Each model with the next one in the ranking: there are many.
    Neighbours,
}

/// Differences between models.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// How passes make a score.
    pub strategy: Strategy,
    /// Which pairs.
    pub pairing: Pairing,
    /// Resamples of each pair.
    pub resamples: usize,
    /// Seed of the generator.
    pub seed: u64,
    /// The pairs, the better model first.
    pub pairs: Vec<Difference>,
}

/// Two models on the questions that count for both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The model that is better over all.
    pub a: String,
    /// The other one.
    pub b: String,
    /// Questions that only a has right.
    pub only_a: usize,
    /// Questions that only b has right.
    pub only_b: usize,
    /// Accuracy of a less that of b, with the percentile interval of a paired bootstrap over
    /// questions.
    pub difference: Statistic,
    /// The share of resamples in which a is better; `None` if nothing can be resampled.
    pub a_wins: Option<f64>,
}

/// Compares models. The same seed gives the same figures.
pub fn differences(comparison: &Comparison<'_>, strategy: Strategy, plan: Plan) -> Differences {
    let mut ranked: Vec<Ranked<'_>> = comparison.judged(strategy).collect();
    let accuracy = |judgements: &[Option<Judgement>]| {
        super::Share::from_judgements(judgements).accuracy().unwrap_or(-1.0)
    };
    ranked.sort_by(|one, other| accuracy(&other.1).total_cmp(&accuracy(&one.1)));
    let (pairing, others) = match ranked.len() {
        all @ 0..=EVERY_PAIR_UP_TO => (Pairing::EveryPair, all),
        _ => (Pairing::Neighbours, 1),
    };
    let mut pairs = Vec::new();
    for (at, a) in ranked.iter().enumerate() {
        pairs.extend(ranked.iter().skip(at + 1).take(others).map(|b| difference(a, b, plan)));
    }
    Differences { strategy, pairing, resamples: plan.resamples, seed: plan.seed, pairs }
}

/// A model and its verdicts.
type Ranked<'a> = (&'a ModelAnswers, Vec<Option<Judgement>>);

fn difference(a: &Ranked<'_>, b: &Ranked<'_>, plan: Plan) -> Difference {
    let both = a.1.iter().zip(&b.1).filter_map(|(a, b)| a.zip(*b));
    let both = both.filter(|(a, b)| a.counted && b.counted);
    // Sums of whole numbers, so that the figures are the same on every machine.
    let right = |judgement: Judgement| f64::from(u8::from(judgement.correct));
    let (of_a, of_b): (Vec<f64>, Vec<f64>) = both.map(|(a, b)| (right(a), right(b))).unzip();
    let only = |one: &[f64], other: &[f64]| one.iter().zip(other).filter(|(a, b)| a > b).count();
    let n = of_a.len();
    let (difference, a_wins) = match paired_bootstrap(&of_a, &of_b, plan) {
        Ok(found) => {
            let (se, ci95) = (Some(found.se), Some(found.percentile));
            (Statistic::Defined { value: found.value, n, se, ci95 }, Some(found.above_zero))
        }
        Err(why) => (Statistic::undefined(why, n), None),
    };
    Difference {
        a: a.0.model.clone(),
        b: b.0.model.clone(),
        only_a: only(&of_a, &of_b),
        only_b: only(&of_b, &of_a),
        difference,
        a_wins,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{model, question};
    use super::*;
    use crate::score::Missing;

    const PLAN: Plan = Plan { resamples: 1_000, seed: 3 };

    #[test]
    fn the_better_model_comes_first_and_the_interval_says_how_sure_that_is() {
        let questions: Vec<_> = (0..40).map(|number| question(number, "x", "y", 1)).collect();
        let answers = |right: usize| {
            let words: Vec<&str> = (0..40).map(|n| if n < right { "r" } else { "b" }).collect();
            words.join(" ")
        };
        let models = [model("weak", &answers(10)), model("strong", &answers(35))];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let found = differences(&comparison, Strategy::Circular, PLAN);
        let pair = &found.pairs[0];
        assert_eq!((pair.a.as_str(), pair.only_a, pair.only_b), ("strong", 25, 0));
        let Statistic::Defined { value, n, ci95: Some((low, high)), .. } = pair.difference else {
            panic!("{pair:?}");
        };
        assert_eq!((value, n), (0.625, 40));
        assert!(low > 0.4 && high < 0.8 && pair.a_wins == Some(1.0));
        assert_eq!(found, differences(&comparison, Strategy::Circular, PLAN));
    }

    #[test]
    fn one_question_cannot_be_resampled_and_says_so() {
        let questions = [question(1, "x", "y", 1)];
        let models = [model("a", "r"), model("b", "b")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let found = differences(&comparison, Strategy::FirstPass, PLAN);
        assert_eq!(found.pairs[0].difference.value(), None);
        assert_eq!(found.pairs[0].a_wins, None);
    }

    #[test]
    fn many_models_are_compared_with_their_neighbours_only() {
        let questions: Vec<_> = (0..3).map(|number| question(number, "x", "y", 1)).collect();
        let models: Vec<_> = (0..9).map(|n| model(&format!("m{n}"), "r b r")).collect();
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let found = differences(&comparison, Strategy::FirstPass, PLAN);
        assert_eq!((found.pairing, found.pairs.len()), (Pairing::Neighbours, 8));
    }

    #[test]
    fn few_models_are_compared_in_every_pair_and_one_without_questions_comes_last() {
        let questions: Vec<_> = (0..3).map(|number| question(number, "x", "y", 1)).collect();
        let models =
            [model("asked nothing", "- - -"), model("weak", "b b b"), model("ok", "r b r")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Wrong };
        let found = differences(&comparison, Strategy::FirstPass, PLAN);
        let names = found.pairs.iter().map(|pair| (pair.a.as_str(), pair.b.as_str()));
        let expected = [("ok", "weak"), ("ok", "asked nothing"), ("weak", "asked nothing")];
        assert_eq!(names.collect::<Vec<_>>(), expected);
        assert_eq!(found.pairing, Pairing::EveryPair);
    }

    #[test]
    fn a_question_that_counts_for_one_model_alone_is_left_out() {
        let questions: Vec<_> = (0..3).map(|number| question(number, "x", "y", 1)).collect();
        let models = [model("a", "r r ?"), model("b", "b ? b")];
        let comparison =
            Comparison { questions: &questions, models: &models, missing: Missing::Exclude };
        let pair = &differences(&comparison, Strategy::FirstPass, PLAN).pairs[0];
        assert_eq!((pair.difference.n(), pair.only_a, pair.only_b), (1, 1, 0));
    }
}
