//! Length-controlled win rates: AlpacaEval's logistic form with length and model terms, its variant
//! "minimal", fitted for each pair of models: logit = θ tanh(Δ / sd Δ) + ψ, and the rate at Δ = 0.
//!
//! AlpacaEval's published rates have a term for each instruction's difficulty as well; these here are
//! not to be compared with them.

use std::collections::BTreeMap;

use super::comparisons::{Control, Prepared};
use super::likelihood::{Comparisons, Fit, Ties};
use super::mean::with_resamples;
use super::resampling::{Weighable, by_blocks, questions_of};
use super::{Outcome, Styles};
use crate::statistics::{Plan, Statistic};

/// A pair of models and its fit.
struct PairFit {
    models: [u32; 2],
    comparisons: Comparisons,
    fit: Fit,
}

/// The length-controlled win rate of each model: the mean over its opponents of the rate in their
/// pair. A model is not in it if no pair of it defines one.
pub(super) fn win_rates(
    outcomes: &[Outcome],
    styles: &Styles,
    plan: Plan,
) -> BTreeMap<u32, Statistic> {
    let mut pairs: BTreeMap<[u32; 2], Vec<Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        pairs.entry([outcome.a, outcome.b]).or_default().push(*outcome);
    }
    let fit = |(models, outcomes): ([u32; 2], Vec<Outcome>)| {
        let comparisons = Prepared::new(&outcomes, styles, Control::TANH_LENGTH).comparisons;
        let fit = (comparisons.models == 2).then(|| comparisons.fit(Ties::Half)).flatten()?;
        Some(PairFit { models, comparisons, fit })
    };
    let fits: Vec<PairFit> = pairs.into_iter().filter_map(fit).collect();
    let mut sides: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, fit) in fits.iter().enumerate() {
        sides.entry(fit.models[0]).or_default().push((at, 1.0));
        sides.entry(fit.models[1]).or_default().push((at, -1.0));
    }
    let mut questions: Vec<u32> =
        fits.iter().flat_map(|fit| questions_of(&fit.comparisons.rows)).collect();
    questions.sort_unstable();
    questions.dedup();
    let rows = fits.iter().map(|fit| fit.comparisons.rows.len()).sum();
    let refitted = Weighable::can_be_refitted(rows, plan);
    let weighable: Vec<Weighable> = fits
        .iter()
        .map(|PairFit { comparisons, fit, .. }| {
            Weighable::new(comparisons, fit, &questions, 1, refitted)
        })
        .collect();
    let resampled: Vec<Vec<Option<f64>>> = by_blocks(questions.len(), plan, |weights, wanted| {
        let pairs = weighable.iter().map(|pair| pair.resampled(weights, wanted));
        let pairs: Vec<_> = pairs.collect();
        let psi_of =
            |lane: usize| pairs.iter().map(|pair| Some(psi(pair[lane].as_ref()?))).collect();
        (0..wanted).map(psi_of).collect()
    });
    let whole: Vec<Option<f64>> = fits.iter().map(|fit| Some(psi(&fit.fit.parameters))).collect();

    let statistic = |pairs: &[(usize, f64)]| {
        let n = pairs.iter().map(|&(at, _)| fits[at].comparisons.rows.len()).sum();
        let rates = resampled.iter().filter_map(|psi| mean_rate(pairs, psi)).collect();
        // By question, how much it moves the mean rate: d rate / d psi = rate (1 - rate).
        let mut moved = vec![0.0; questions.len()];
        for &(at, sign) in pairs {
            let rate = mean_rate(&[(at, 1.0)], &whole).unwrap_or(0.5);
            let factor = sign * 2.0 * rate * (1.0 - rate) / pairs.len() as f64;
            let Weighable { questions, influences, .. } = &weighable[at];
            for (&place, influence) in questions.iter().zip(influences) {
                moved[place] += factor * influence;
            }
        }
        let se = moved.iter().map(|moved| moved * moved).sum::<f64>().sqrt();
        let because = || Statistic::undefined("there is no pair", 0);
        mean_rate(pairs, &whole)
            .map_or_else(because, |rate| with_resamples(rate, n, Some(se), rates))
    };
    sides.into_iter().map(|(model, pairs)| (model, statistic(&pairs))).collect()
}

/// ψ, the difference of two strengths whose mean is 0.
fn psi(parameters: &[f64]) -> f64 {
    2.0 * parameters[0]
}

/// The mean rate of a model over its pairs, each with the sign of its side.
fn mean_rate(pairs: &[(usize, f64)], psi: &[Option<f64>]) -> Option<f64> {
    let rate = |&(at, sign): &(usize, f64)| Some(1.0 / (1.0 + (-sign * psi[at]?).exp()));
    let rates: Option<Vec<f64>> = pairs.iter().map(rate).collect();
    rates.map(|rates| rates.iter().sum::<f64>() / rates.len() as f64)
}
