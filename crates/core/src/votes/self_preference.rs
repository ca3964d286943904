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
    let mut items: BTreeMap<(u32, u16, u32), [Vec<f64>; 2]> = BTreeMap::new();
    let of_model = outcomes.iter().filter(|outcome| outcome.a == model || outcome.b == model);
    for outcome in of_model {
        let own = if outcome.a == model { *outcome } else { outcome.turned() };
        let by = usize::from(own.judge != judge);
        let item = items.entry((own.question, own.turn, own.b)).or_default();
        item[by].extend(own.preference());
    }
    let judged_alone =
        items.values().filter(|[own, others]| !own.is_empty() && others.is_empty()).count();
    items.retain(|_, [own, others]| !own.is_empty() && !others.is_empty());
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let of = |value: fn(f64, f64) -> f64| {
        let values =
            items.iter().map(|(key, [own, others])| (key.0, value(mean(own), mean(others))));
        clustered_mean(values, "no item was judged by this judge and by another")
    };
    SelfPreference {
        own: of(|own, _| own).within_0_and_1(),
        others: of(|_, others| others).within_0_and_1(),
        difference: of(|own, others| own - others),
        judged_alone,
    }
}
