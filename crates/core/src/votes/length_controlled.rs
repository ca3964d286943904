//! Length-controlled win rates: AlpacaEval's logistic form with length and model terms, its variant "minimal", fitted
//! for each pair of models: logit = θ tanh(Δ / sd Δ) + ψ, and the rate at Δ = 0.
//!
//! AlpacaEval's published rates have a term for each instruction's difficulty as well; these here are not to be
//! compared with them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::comparisons::{Comparisons, Control};
use super::mean::{grouped, with_resamples};
use super::resampling::{Kind, resampled};
use super::{Outcome, Styles};
use crate::statistics::{Plan, Statistic};

/// The fit of a pair of models.
struct PairFit {
    models: [u32; 2],
    psi: f64,
    /// For each question how far it moves ψ.
    moves: Vec<(u32, f64)>,
}

impl PairFit {
    fn new(models: [u32; 2], outcomes: &[Outcome], styles: &Styles) -> Option<PairFit> {
        let comparisons = Comparisons::new(outcomes, styles, Control::TANH_LENGTH, false);
        let fit = (comparisons.models.len() == 2).then(|| comparisons.fit()).flatten()?;
        // The difference of two strengths whose mean is 0.
        let psi = 2.0 * fit.parameters[0];
        let moved = |score: &Kind| (score.question, 2.0 * fit.influence(score, 0));
        Some(PairFit { models, psi, moves: fit.scores.iter().map(moved).collect() })
    }
}

/// The length-controlled win rate of each model: the mean over its opponents of the rate in their pair. A model is
/// not in it if no pair of it defines one. A resample moves each fit by one Newton step.
pub(super) fn win_rates(
    outcomes: &[Outcome],
    styles: &Styles,
    plan: Plan,
) -> BTreeMap<u32, Statistic> {
    let pairs = grouped(outcomes.iter().map(|outcome| ([outcome.a, outcome.b], *outcome)));
    let fit =
        |(models, outcomes): ([u32; 2], Vec<Outcome>)| PairFit::new(models, &outcomes, styles);
    let fits: Vec<PairFit> = pairs.into_par_iter().filter_map(fit).collect();
    let questions = (0..).zip(&fits).flat_map(|(at, fit)| {
        fit.moves.iter().map(move |&(question, moved)| (question, (at, moved)))
    });
    let kinds = grouped(questions).into_iter();
    let kinds = kinds.map(|(question, amounts)| Kind { question, times: 1, amounts });
    let kinds: Vec<Kind> = kinds.collect();
    let rates = |moves: &[f64]| {
        let rate = |(fit, moved): (&PairFit, &f64)| 1.0 / (1.0 + (-fit.psi - moved).exp());
        fits.iter().zip(moves).map(rate).collect::<Vec<f64>>()
    };
    let whole = rates(&vec![0.0; fits.len()]);
    let resamples = resampled(&kinds, fits.len(), plan, rates);

    let statistic = |model: u32| {
        let signs: Vec<f64> = fits
            .iter()
            .map(|fit| match fit.models {
                [a, _] if a == model => 1.0,
                [_, b] if b == model => -1.0,
                _ => 0.0,
            })
            .collect();
        let pairs: f64 = signs.iter().map(|sign| sign.abs()).sum();
        let mean = |rates: &Vec<f64>| {
            let lead = rates.iter().zip(&signs).map(|(rate, sign)| sign * (rate - 0.5));
            0.5 + lead.sum::<f64>() / pairs
        };
        // How far a question moves the mean rate: d rate / d ψ = rate (1 − rate).
        let effect = |kind: &Kind| -> f64 {
            let of_pair = |&(at, moved): &(u32, f64)| {
                let rate = whole[at as usize];
                signs[at as usize] * rate * (1.0 - rate) * moved
            };
            kind.amounts.iter().map(of_pair).sum::<f64>() / pairs
        };
        let se = kinds.iter().map(|kind| effect(kind).powi(2)).sum::<f64>().sqrt();
        let own = fits.iter().zip(&signs).filter(|(_, sign)| **sign != 0.0);
        let n = own.map(|(fit, _)| fit.moves.len()).sum();
        with_resamples(mean(&whole), n, Some(se), resamples.iter().map(mean).collect())
    };
    let models: BTreeSet<u32> = fits.iter().flat_map(|fit| fit.models).collect();
    models.into_iter().map(|model| (model, statistic(model))).collect()
}
