//! Whether a judge prefers the answers of its own model, compared with other judges on the same items.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Outcome;
use super::mean::clustered_mean;
use crate::statistics::Statistic;

/// The win rate of a model according to itself and according to other judges.
#[derive(Clone, Debug, Serialize)]
pub struct SelfPreference {
    /// The judge's own preference for its model, over the items that others judged as well.
    pub own: Statistic,
    /// The mean preference of the other judges on the same items.
    pub others: Statistic,
    /// The difference, item by item.
    pub difference: Statistic,
    /// Items that only this judge judged.
    pub judged_alone: usize,
}

/// Compares `judge` with all others on the items that contain `model`, the one the judge is.
pub fn self_preference(outcomes: &[Outcome], judge: u32, model: u32) -> SelfPreference {
    let mut items: BTreeMap<(u32, u16, u32, u32), [Vec<f64>; 2]> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.a == model || outcome.b == model) {
        let Some(for_a) = outcome.preference() else { continue };
        let for_model = if outcome.a == model { for_a } else { 1.0 - for_a };
        let key = (outcome.question, outcome.turn, outcome.a, outcome.b);
        items.entry(key).or_default()[usize::from(outcome.judge != judge)].push(for_model);
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let own_alone = |[own, others]: &&[Vec<f64>; 2]| !own.is_empty() && others.is_empty();
    let judged_alone = items.values().filter(own_alone).count();
    let both: Vec<(u32, f64, f64)> = items
        .iter()
        .filter(|(_, [own, others])| !own.is_empty() && !others.is_empty())
        .map(|(key, [own, others])| (key.0, mean(own), mean(others)))
        .collect();
    let of = |value: fn(&(u32, f64, f64)) -> f64| {
        let values: Vec<(u32, f64)> = both.iter().map(|item| (item.0, value(item))).collect();
        clustered_mean(&values, "no item was judged by this judge and by another")
    };
    SelfPreference {
        own: of(|item| item.1),
        others: of(|item| item.2),
        difference: of(|item| item.1 - item.2),
        judged_alone,
    }
}
