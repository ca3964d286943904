//! How many questions, models and people a figure needs.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use crate::statistics::{Z95, normal_quantile};

/// The most models for which a benchmark is planned.
const MOST_MODELS: usize = 100;
/// The most people who decide an item.
const MOST_PEOPLE: usize = 10;

/// How much the difference between two models varies from question to question.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedSpread {
    /// The variance of the difference of one question, as it counts for the mean: questions about one picture go together.
    pub variance: f64,
    /// By how much it is larger than it would be if they did not.
    pub design_effect: f64,
}

impl PairedSpread {
    /// Without runs: two models of this accuracy, which are right on the same questions as far as this correlation
    /// says. `design_effect` is that of questions that share pictures.
    pub fn assumed(accuracy: f64, correlation: f64, design_effect: f64) -> Self {
        let variance = 2.0 * accuracy * (1.0 - accuracy) * (1.0 - correlation) * design_effect;
        PairedSpread { variance, design_effect }
    }

    /// From the differences of two models on the same questions, each with its picture: the cluster-robust variance of
    /// the mean, times the number of questions. `None` where there are fewer than two pictures or no difference.
    pub fn measured<K: Eq + Hash>(differences: &[(K, f64)]) -> Option<Self> {
        let n = differences.len() as f64;
        let mean = differences.iter().map(|(_, difference)| difference).sum::<f64>() / n;
        let mut clusters: HashMap<&K, f64> = HashMap::new();
        for (cluster, difference) in differences {
            *clusters.entry(cluster).or_default() += difference - mean;
        }
        let mut sums: Vec<f64> = clusters.into_values().map(|sum| sum * sum).collect();
        // In one order, so that the sum is the same each time.
        sums.sort_by(f64::total_cmp);
        let pictures = sums.len() as f64;
        let alone = differences.iter().map(|(_, one)| (one - mean).powi(2)).sum::<f64>() / n;
        if pictures < 2.0 || alone <= 0.0 {
            return None;
        }
        let variance = pictures / (pictures - 1.0) * sums.iter().sum::<f64>() / n;
        let design_effect = variance / (alone * n / (n - 1.0));
        Some(PairedSpread { variance, design_effect })
    }

    /// The mean of the spreads of several pairs.
    pub fn mean(spreads: &[PairedSpread]) -> Option<Self> {
        let mean = |of: fn(&PairedSpread) -> f64| {
            spreads.iter().map(of).sum::<f64>() / spreads.len() as f64
        };
        let (variance, design_effect) = (mean(|one| one.variance), mean(|one| one.design_effect));
        (!spreads.is_empty()).then_some(PairedSpread { variance, design_effect })
    }

    /// How many questions show a difference of accuracies with this probability, at 5 % for all pairs of the models
    /// together (Bonferroni).
    pub fn questions_needed(self, difference: f64, power: f64, models: usize) -> usize {
        (self.variance * (reach(power, models) / difference).powi(2)).ceil() as usize
    }

    /// The smallest difference that this number of questions shows.
    pub fn smallest_difference(self, questions: usize, power: f64, models: usize) -> f64 {
        reach(power, models) * (self.variance / questions.max(1) as f64).sqrt()
    }

    /// For how many models at most this number of questions shows the difference in every pair.
    pub fn models_told_apart(self, questions: usize, difference: f64, power: f64) -> Option<usize> {
        let is_enough =
            |models: &usize| self.questions_needed(difference, power, *models) <= questions;
        (2..=MOST_MODELS).take_while(is_enough).last()
    }
}

/// How many standard errors a difference must be away from 0.
fn reach(power: f64, models: usize) -> f64 {
    let pairs = (models * (models.saturating_sub(1)) / 2).max(1) as f64;
    normal_quantile(1.0 - 0.025 / pairs) + normal_quantile(power)
}

/// How far an alpha is known if this many people decide each item.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AlphaPlan {
    /// People for each item.
    pub people: usize,
    /// Half of the width of its 95 % interval with all items.
    pub half_width: f64,
    /// How many items make the interval as narrow as it is wanted.
    pub items_needed: usize,
}

/// How far Krippendorff's nominal alpha of two categories is known, by the number of people for each item. The rarer
/// category has this share; the people of an item agree as a beta-binomial with this alpha says.
pub fn alpha_plans(items: usize, share: f64, alpha: f64, within: f64) -> Vec<AlphaPlan> {
    let plan = |people| {
        let spread = alpha_spread(people, share, alpha);
        let half_width = Z95 * (spread / items.max(1) as f64).sqrt();
        let items_needed = (spread * (Z95 / within).powi(2)).ceil() as usize;
        AlphaPlan { people, half_width, items_needed }
    };
    (2..=MOST_PEOPLE).map(plan).collect()
}

/// The variance that one item adds to an alpha, by the delta method: alpha = 1 − D_o / D_e, where D_o is the mean share of
/// pairs of an item that differ, and D_e = 2 p (1 − p) for the share p.
fn alpha_spread(people: usize, share: f64, alpha: f64) -> f64 {
    let r = people as f64;
    // The intraclass correlation of a beta-binomial is 1 / (a + b + 1).
    let size = (1.0 - alpha) / alpha;
    let (a, b) = (share * size, (1.0 - share) * size);
    let expected = 2.0 * share * (1.0 - share);
    let observed = expected * (1.0 - alpha);
    let mut chance: f64 = (0..people).map(|k| (b + k as f64) / (size + k as f64)).product();
    let mut variance = 0.0;
    for chosen in 0..=people {
        let x = chosen as f64;
        let differ = 2.0 * x * (r - x) / (r * (r - 1.0));
        let of_expected = 2.0 * (1.0 - 2.0 * share) * (x / r - share);
        let influence = -(differ - observed) / expected + observed / expected.powi(2) * of_expected;
        variance += chance * influence * influence;
        chance *= (r - x) / (x + 1.0) * (a + x) / (b + r - x - 1.0);
    }
    variance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_models_need_as_many_questions_as_the_textbook_says() {
        // scipy: ceil(2 * 0.6 * 0.4 * 0.5 * ((norm.ppf(0.975) + norm.ppf(0.8)) / 0.02) ** 2)
        let spread = PairedSpread::assumed(0.6, 0.5, 1.0);
        assert_eq!(spread.questions_needed(0.02, 0.8, 2), 4_710);
        let smallest = spread.smallest_difference(4_710, 0.8, 2);
        assert!((smallest - 0.02).abs() < 1e-5, "{smallest}");
        let ten = spread.questions_needed(0.02, 0.8, 10);
        assert!(ten > 9_000 && ten < 11_000, "{ten}: 45 pairs at 5 % together");
        assert_eq!(spread.models_told_apart(ten, 0.02, 0.8), Some(10));
        assert_eq!(spread.models_told_apart(1_000, 0.02, 0.8), None);
    }

    #[test]
    fn questions_about_one_picture_count_less_where_they_go_together() {
        let alike: Vec<(usize, f64)> =
            (0..400).map(|at| (at / 4, [1.0, 0.0, -1.0, 0.0][(at / 4) % 4])).collect();
        let together = PairedSpread::measured(&alike).unwrap();
        assert!((together.design_effect - 4.0).abs() < 0.1, "{together:?}");
        let apart: Vec<(usize, f64)> =
            alike.iter().enumerate().map(|(at, (_, one))| (at, *one)).collect();
        let alone = PairedSpread::measured(&apart).unwrap();
        assert!((alone.design_effect - 1.0).abs() < 1e-9);
        assert!((alone.variance - 0.5 * 400.0 / 399.0).abs() < 1e-9, "{alone:?}");
        assert_eq!(PairedSpread::measured(&[(1, 0.0), (2, 0.0)]), None, "nothing differs");
        assert_eq!(PairedSpread::measured::<usize>(&[]), None);
    }

    /// Beside 4,000 simulated tables of 500 items each (benches/alpha_plan.py): the standard deviation of alpha.
    #[test]
    fn the_width_of_alpha_is_that_of_simulated_tables() {
        for (people, share, alpha, simulated) in
            [(2, 0.1, 0.6, SIMULATED[0]), (3, 0.1, 0.6, SIMULATED[1]), (5, 0.3, 0.8, SIMULATED[2])]
        {
            let plans = alpha_plans(500, share, alpha, 0.05);
            let plan = plans.iter().find(|plan| plan.people == people).unwrap();
            let expected = Z95 * simulated;
            let off = (plan.half_width / expected - 1.0).abs();
            assert!(off < 0.06, "{plan:?} {expected}");
        }
    }

    const SIMULATED: [f64; 3] = [0.061_25, 0.046_83, 0.019_93];

    #[test]
    fn more_people_need_fewer_items() {
        let plans = alpha_plans(1_000, 0.1, 0.6, 0.05);
        assert!(plans.windows(2).all(|two| two[1].items_needed < two[0].items_needed), "{plans:?}");
        assert!(plans[0].items_needed > 1_000, "{plans:?}");
    }
}
