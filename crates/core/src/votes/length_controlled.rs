//! Length-controlled win rates: AlpacaEval's logistic form with length and model terms, its variant
//! "minimal", fitted for each pair of models: logit = θ tanh(Δ / sd Δ) + ψ, and the rate at Δ = 0.
//!
//! AlpacaEval's published rates have a term for each instruction's difficulty as well; these here are
//! not to be compared with them.

use std::collections::BTreeMap;

use super::comparisons::{Differences, Styled};
use super::likelihood::{Comparisons, Fit, Ties};
use super::resampling::{Weighable, by_blocks, is_refitted, place_in};
use super::{Outcome, Styles};
use crate::statistics::{Plan, Statistic, quantile};

/// One pair and its fit.
struct PairFit {
    a: u32,
    b: u32,
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
    let mut pairs: BTreeMap<(u32, u32), Vec<Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        pairs.entry((outcome.a, outcome.b)).or_default().push(*outcome);
    }
    let fits: Vec<PairFit> = pairs
        .into_iter()
        .filter_map(|(pair, outcomes)| PairFit::new(pair, &outcomes, styles))
        .collect();
    let mut sides: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, fit) in fits.iter().enumerate() {
        sides.entry(fit.a).or_default().push((at, 1.0));
        sides.entry(fit.b).or_default().push((at, -1.0));
    }
    let psi = fits.iter().map(|fit| Some(psi(&fit.fit.parameters))).collect::<Vec<_>>();
    let resampled = resampled_psi(&fits, plan);
    let statistic = |pairs: &[(usize, f64)]| {
        let n = pairs.iter().map(|&(at, _)| fits[at].comparisons.rows.len()).sum();
        let mut rates: Vec<f64> =
            resampled.iter().filter_map(|psi| mean_rate(pairs, psi)).collect();
        rates.sort_unstable_by(f64::total_cmp);
        let value = mean_rate(pairs, &psi).unwrap_or(f64::NAN);
        match rates.len() {
            0 | 1 => Statistic::new(value, n),
            _ => Statistic::Defined {
                value,
                n,
                se: Some(super::mean::variance(&rates).sqrt()),
                ci95: Some((quantile(&rates, 0.025), quantile(&rates, 0.975))),
            },
        }
    };
    sides.into_iter().map(|(model, pairs)| (model, statistic(&pairs))).collect()
}

/// The mean rate of a model over its pairs, each with the sign of its side.
fn mean_rate(pairs: &[(usize, f64)], psi: &[Option<f64>]) -> Option<f64> {
    let rate = |&(at, sign): &(usize, f64)| Some(1.0 / (1.0 + (-sign * psi[at]?).exp()));
    let rates: Option<Vec<f64>> = pairs.iter().map(rate).collect();
    rates.map(|rates| rates.iter().sum::<f64>() / rates.len() as f64)
}

/// ψ: the difference of the two strengths.
fn psi(parameters: &[f64]) -> f64 {
    parameters[0] - parameters[1]
}

/// ψ of every pair in each resample of the questions.
fn resampled_psi(fits: &[PairFit], plan: Plan) -> Vec<Vec<Option<f64>>> {
    let rows = || fits.iter().flat_map(|fit| &fit.comparisons.rows);
    let mut questions: Vec<u32> = rows().map(|row| row.question).collect();
    questions.sort_unstable();
    questions.dedup();
    if questions.len() < 2 {
        return Vec::new();
    }
    let refitted = is_refitted(rows().count(), plan);
    let weighable: Vec<Weighable> = fits
        .iter()
        .map(|fit| Weighable::new(&fit.comparisons, &fit.fit, place_in(&questions)))
        .collect();
    by_blocks(questions.len(), plan, |weights, wanted| {
        let mut resamples = vec![Vec::with_capacity(fits.len()); wanted];
        for pair in &weighable {
            let found = pair.parameters(weights, wanted, refitted);
            for (resample, found) in resamples.iter_mut().zip(found) {
                resample.push(found.map(|parameters| psi(&parameters)));
            }
        }
        resamples
    })
}

impl PairFit {
    fn new((a, b): (u32, u32), outcomes: &[Outcome], styles: &Styles) -> Option<PairFit> {
        let comparisons = Styled::new(outcomes, styles, Differences::TanhLength).comparisons;
        let fit = (comparisons.models == 2).then(|| comparisons.fit(Ties::Half)).flatten()?;
        Some(PairFit { a, b, comparisons, fit })
    }
}
