//! Leaderboards: the strengths of models from their votes, with intervals whose unit is the question.

use serde::Serialize;

use super::comparisons::{Counted, Differences, Styled};
use super::connected::unreachable_pair;
use super::length_controlled;
use super::likelihood::{Comparisons, Fit, Ties};
use super::rankings::kendall_tau;
use super::record::{Record, records};
use super::resampling::{Weighable, by_blocks, is_refitted, place_in, questions_of, refitted};
use super::{Feature, Outcome, Styles};
use crate::names::Names;
use crate::statistics::{Plan, Statistic, quantile};

/// How strengths are computed. Strengths are natural logarithms with mean 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Bradley-Terry; a tie is half a win of both.
    BradleyTerry,
    /// Davidson: Bradley-Terry with a parameter for ties.
    Davidson,
    /// Bradley-Terry with a term for length, and AlpacaEval's length-controlled win rates.
    LengthControlled,
    /// Bradley-Terry with terms for the style of both answers.
    StyleControlled(Vec<Feature>),
}

/// The models in order of their strength.
#[derive(Clone, Debug, Serialize)]
pub struct Leaderboard {
    /// What is resampled: always questions.
    pub unit: &'static str,
    pub models: Vec<Standing>,
    /// Davidson's parameter of ties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nu: Option<Statistic>,
    /// The terms of length and style.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<Control>,
    pub resampling: Resampling,
    pub stability: Stability,
    pub warnings: Vec<String>,
}

/// One model.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    pub model: String,
    /// 1 is the best; equal strengths share a rank.
    pub rank: Option<usize>,
    /// The 95 % interval of the rank.
    pub rank95: Option<(usize, usize)>,
    pub strength: Statistic,
    /// The mean graded preference, or the length-controlled rate.
    pub win_rate: Statistic,
    #[serde(flatten)]
    pub record: Record,
    /// The same without the controls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<Raw>,
}

/// A model without controls.
#[derive(Clone, Debug, Serialize)]
pub struct Raw {
    pub rank: Option<usize>,
    pub strength: Statistic,
    pub win_rate: Statistic,
}

/// A term of length or style.
#[derive(Clone, Debug, Serialize)]
pub struct Control {
    pub feature: Feature,
    pub coefficient: Statistic,
    /// What the differences were divided by.
    pub scale: f64,
}

/// How the resamples were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resampling {
    pub resamples: usize,
    pub seed: u64,
    /// Resamples that do not define the strengths.
    pub left_out: usize,
    /// False where each fit was moved by one Newton step because there are too many rows.
    pub refitted: bool,
}

/// How much the ranking changes from resample to resample.
#[derive(Clone, Debug, Serialize)]
pub struct Stability {
    /// Resamples with the same order of all models.
    pub same_order: Statistic,
    /// Resamples with the same model in front.
    pub same_first: Statistic,
    /// The mean of Kendall's tau with the ranking of all questions.
    pub kendall: Statistic,
}

/// The strengths of some models, and of each resample.
struct Strengths {
    models: Vec<u32>,
    /// By place: value and error of each parameter; or why there are none.
    fit: Result<(Fit, Vec<f64>), String>,
    resamples: Vec<Option<Vec<f64>>>,
    refitted: bool,
    questions: usize,
}

/// Ranks the models of these outcomes.
pub fn leaderboard(
    outcomes: &[Outcome],
    names: &Names,
    styles: &Styles,
    method: &Method,
    plan: Plan,
) -> Leaderboard {
    let mut warnings = Vec::new();
    let mut controlled = |features: &[Feature], differences| {
        let styled = Styled::new(outcomes, styles, differences);
        if styled.without_style > 0 {
            warnings.push(format!(
                "{} outcomes are left out because the length or style of an answer is unknown",
                styled.without_style
            ));
        }
        let scales = features.iter().copied().zip(styled.scales.iter().copied()).collect();
        (Strengths::controlled(styled, names, plan), scales)
    };
    let (strengths, scales): (Strengths, Vec<(Feature, f64)>) = match method {
        Method::BradleyTerry => (Strengths::counted(outcomes, names, Ties::Half, plan), Vec::new()),
        Method::Davidson => (Strengths::counted(outcomes, names, Ties::Davidson, plan), Vec::new()),
        Method::LengthControlled => controlled(&[Feature::Length], Differences::TanhLength),
        Method::StyleControlled(features) => {
            controlled(features, Differences::Standardised(features))
        }
    };
    let nu = (*method == Method::Davidson).then(|| strengths.nu());
    let controls = (0..).zip(&scales).map(|(at, &(feature, scale))| {
        let place = strengths.models.len() + at;
        Control { feature, coefficient: strengths.statistic(place), scale }
    });
    let mut board = Leaderboard {
        unit: "question",
        controls: controls.collect(),
        nu,
        resampling: strengths.resampling(plan),
        stability: strengths.stability(),
        models: strengths.standings(outcomes, names),
        warnings,
    };
    if !scales.is_empty() {
        let raw = leaderboard(outcomes, names, styles, &Method::BradleyTerry, plan);
        let rates = (*method == Method::LengthControlled)
            .then(|| length_controlled::win_rates(outcomes, styles, plan));
        for standing in &mut board.models {
            let same = raw.models.iter().find(|raw| raw.model == standing.model);
            standing.raw = same.map(|raw| Raw {
                rank: raw.rank,
                strength: raw.strength.clone(),
                win_rate: raw.win_rate.clone(),
            });
            if let Some(rates) = &rates {
                let rate = names.find(&standing.model).and_then(|model| rates.get(&model));
                let because = "the votes on this model do not define the terms of length and model";
                standing.win_rate =
                    rate.cloned().unwrap_or_else(|| Statistic::undefined(because, 0));
            }
        }
    }
    board
}

impl Strengths {
    fn counted(outcomes: &[Outcome], names: &Names, ties: Ties, plan: Plan) -> Strengths {
        let counted = Counted::new(outcomes);
        let any_tie = counted.totals.rows.iter().any(|row| row.counts[2] > 0.0);
        // Without a tie Davidson's likelihood grows as ν falls to 0, and there it is Bradley-Terry's.
        let ties = if any_tie { ties } else { Ties::Half };
        let fit = defined(&counted.totals, &counted.models, names).and_then(|()| {
            let fit = counted.totals.fit(ties).ok_or_else(|| NO_MAXIMUM.to_owned())?;
            let scores = counted.by_question.question_scores(ties, &fit.parameters);
            let errors = fit.clustered_errors(&scores);
            Ok((fit, errors))
        });
        let questions = questions_of(&counted.by_question.rows).len();
        let resamples = match &fit {
            Ok((fit, _)) if questions > 1 => refitted(&counted, ties, fit, plan),
            _ => Vec::new(),
        };
        Strengths { models: counted.models, fit, resamples, refitted: true, questions }
    }

    fn controlled(styled: Styled, names: &Names, plan: Plan) -> Strengths {
        let Styled { models, comparisons, .. } = styled;
        let questions = questions_of(&comparisons.rows);
        let mut refitted = true;
        let mut resamples = Vec::new();
        let fit = defined(&comparisons, &models, names).and_then(|()| {
            let fit = comparisons.fit(Ties::Half).ok_or_else(|| NO_MAXIMUM.to_owned())?;
            let scores = comparisons.question_scores(Ties::Half, &fit.parameters);
            let errors = fit.clustered_errors(&scores);
            if questions.len() > 1 {
                refitted = is_refitted(comparisons.rows.len(), plan);
                let weighable = Weighable::new(&comparisons, &fit, place_in(&questions));
                resamples = by_blocks(questions.len(), plan, |weights, wanted| {
                    weighable.parameters(weights, wanted, refitted)
                });
            }
            Ok((fit, errors))
        });
        Strengths { models, fit, resamples, refitted, questions: questions.len() }
    }

    /// A parameter with its error by question and its bootstrap interval.
    fn statistic(&self, place: usize) -> Statistic {
        let (fit, errors) = match &self.fit {
            Ok(found) => found,
            Err(because) => return Statistic::undefined(because, self.questions),
        };
        let mut resampled: Vec<f64> =
            self.resamples.iter().flatten().map(|parameters| parameters[place]).collect();
        resampled.sort_unstable_by(f64::total_cmp);
        let enough = resampled.len() > 1;
        Statistic::Defined {
            value: fit.parameters[place],
            n: self.questions,
            se: (self.questions > 1).then_some(errors[place]),
            ci95: enough.then(|| (quantile(&resampled, 0.025), quantile(&resampled, 0.975))),
        }
    }

    /// ν; its error is that of ln ν times ν.
    fn nu(&self) -> Statistic {
        let place = self.models.len();
        let without_ties = self.fit.as_ref().is_ok_and(|(fit, _)| fit.parameters.len() == place);
        match if without_ties { Statistic::new(0.0, self.questions) } else { self.statistic(place) }
        {
            Statistic::Defined { value, n, se, ci95 } if !without_ties => Statistic::Defined {
                value: value.exp(),
                n,
                se: se.map(|se| se * value.exp()),
                ci95: ci95.map(|(low, high)| (low.exp(), high.exp())),
            },
            other => other,
        }
    }

    fn resampling(&self, plan: Plan) -> Resampling {
        let left_out = self.resamples.iter().filter(|resample| resample.is_none()).count();
        Resampling {
            resamples: self.resamples.len(),
            seed: plan.seed,
            left_out,
            refitted: self.refitted,
        }
    }

    /// The models, the strongest first, and behind them those without a strength.
    fn standings(&self, outcomes: &[Outcome], names: &Names) -> Vec<Standing> {
        let count = self.models.len();
        let whole = self.fit.as_ref().ok().map(|(fit, _)| ranks(&fit.parameters[..count]));
        let resampled: Vec<Vec<usize>> =
            self.resamples.iter().flatten().map(|parameters| ranks(&parameters[..count])).collect();
        let standing = |(model, record): (u32, Record)| {
            let place = self.models.binary_search(&model).ok();
            let mut own: Vec<usize> =
                place.map_or_else(Vec::new, |at| resampled.iter().map(|ranks| ranks[at]).collect());
            own.sort_unstable();
            let of_none = || Statistic::undefined("no outcome of this model has a verdict", 0);
            Standing {
                model: names.name(model).to_owned(),
                rank: place.zip(whole.as_ref()).map(|(at, ranks)| ranks[at]),
                rank95: interval_of(&own),
                strength: place.map_or_else(of_none, |at| self.statistic(at)),
                win_rate: record.win_rates.graded.clone(),
                record,
                raw: None,
            }
        };
        let mut all: Vec<Standing> = records(outcomes).into_iter().map(standing).collect();
        all.sort_by_key(|standing| standing.rank.unwrap_or(usize::MAX));
        all
    }

    fn stability(&self) -> Stability {
        let count = self.models.len();
        let because = "there are no resamples";
        let whole = self
            .fit
            .as_ref()
            .map_or_else(|_| Vec::new(), |(fit, _)| ranks(&fit.parameters[..count]));
        let resampled: Vec<Vec<usize>> =
            self.resamples.iter().flatten().map(|found| ranks(&found[..count])).collect();
        let first = |ranks: &[usize]| ranks.iter().position(|&rank| rank == 1);
        let same_first = resampled.iter().filter(|ranks| first(ranks) == first(&whole)).count();
        let as_values =
            |ranks: &[usize]| ranks.iter().map(|&rank| rank as f64).collect::<Vec<f64>>();
        let taus: Vec<f64> = resampled
            .iter()
            .filter_map(|ranks| kendall_tau(&as_values(ranks), &as_values(&whole)))
            .collect();
        let mean = taus.iter().sum::<f64>() / taus.len() as f64;
        let share = |hits: usize| match resampled.len() {
            0 => Statistic::undefined(because, 0),
            n => Statistic::new(hits as f64 / n as f64, n),
        };
        Stability {
            same_order: share(resampled.iter().filter(|ranks| **ranks == whole).count()),
            same_first: share(same_first),
            kendall: match taus.len() {
                0 => Statistic::undefined(because, 0),
                n => Statistic::new(mean, n),
            },
        }
    }
}

const NO_MAXIMUM: &str = "the likelihood of these votes has no maximum";

/// Why these comparisons define no strengths.
fn defined(comparisons: &Comparisons, models: &[u32], names: &Names) -> Result<(), String> {
    let name = |place: usize| names.name(models[place]);
    match unreachable_pair(comparisons.models, &comparisons.rows) {
        _ if models.len() < 2 => Err("fewer than two models have outcomes".to_owned()),
        None => Ok(()),
        Some((from, to)) => Err(format!(
            "no chain of wins and ties leads from \"{}\" to \"{}\", so their difference is not finite",
            name(from),
            name(to)
        )),
    }
}

/// 1 for the largest; equal values share a rank.
fn ranks(values: &[f64]) -> Vec<usize> {
    values.iter().map(|own| 1 + values.iter().filter(|&other| other > own).count()).collect()
}

/// The middle 95 % of sorted ranks.
fn interval_of(sorted: &[usize]) -> Option<(usize, usize)> {
    let last = sorted.len().checked_sub(1).filter(|&last| last > 0)? as f64;
    Some((sorted[(0.025 * last).floor() as usize], sorted[(0.975 * last).ceil() as usize]))
}
