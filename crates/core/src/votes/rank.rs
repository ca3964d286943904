//! Leaderboards: the strengths of models from their votes, with intervals whose unit is the question.

use serde::Serialize;

use super::comparisons::{Control, Prepared};
use super::connected::unreachable_pair;
use super::length_controlled;
use super::likelihood::Ties;
use super::mean::with_resamples;
use super::rankings::kendall_tau;
use super::record::{Record, records};
use super::resampling::{Resamples, questions_of, resamples};
use super::{Feature, Outcome, Styles};
use crate::keyword::{Keyword as _, keywords};
use crate::names::Names;
use crate::statistics::{Plan, Statistic};

keywords! {
    /// How strengths are computed. Strengths are natural logarithms with mean 0.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Method {
        /// Bradley-Terry; a tie is half a win of both.
        #[default]
        BradleyTerry = "bradley-terry",
        /// Davidson: Bradley-Terry with a parameter for ties.
        Davidson = "davidson",
        /// Bradley-Terry with a term for length, and AlpacaEval's length-controlled win rates.
        LengthControlled = "length-controlled",
        /// Bradley-Terry with terms for the style of both answers.
        StyleControlled = "style-controlled",
    }
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
    pub controls: Vec<ControlTerm>,
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
}

/// A term of length or style.
#[derive(Clone, Debug, Serialize)]
pub struct ControlTerm {
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

/// The parameters of a fit, strengths first.
struct Strengths {
    models: Vec<u32>,
    questions: usize,
    /// Value and error by question of each parameter; or why there are none.
    parameters: Result<Vec<(f64, f64)>, String>,
    /// The parameters of the resamples that define them.
    resamples: Vec<Vec<f64>>,
    resampling: Resampling,
}

/// Ranks the models of these outcomes. `features` are those of the style control.
pub fn leaderboard(
    outcomes: &[Outcome],
    names: &Names,
    styles: &Styles,
    method: Method,
    features: &[Feature],
    plan: Plan,
) -> Leaderboard {
    let differing: Vec<Feature> =
        features.iter().copied().filter(|feature| differs(*feature, outcomes, styles)).collect();
    let control = match method {
        Method::BradleyTerry | Method::Davidson => Control { features: &[], tanh_length: false },
        Method::LengthControlled => Control::TANH_LENGTH,
        Method::StyleControlled => Control { features: &differing, tanh_length: false },
    };
    let ties = if method == Method::Davidson { Ties::Davidson } else { Ties::Half };
    let prepared = Prepared::new(outcomes, styles, control);
    let strengths = Strengths::compute(&prepared, names, ties, plan);
    let term = |(at, (&feature, &scale)): (usize, (&Feature, &f64))| {
        let coefficient = strengths.statistic(prepared.models.len() + at);
        ControlTerm { feature, coefficient, scale }
    };
    let left_out = (prepared.without_style > 0).then(|| {
        let count = prepared.without_style;
        format!("{count} outcomes are left out because the length or style of an answer is unknown")
    });
    let uncontrolled =
        (method == Method::StyleControlled).then(|| uncontrolled(features, &differing));
    let mut board = Leaderboard {
        unit: "question",
        controls: control.features.iter().zip(&prepared.scales).enumerate().map(term).collect(),
        nu: (method == Method::Davidson).then(|| strengths.nu()),
        resampling: strengths.resampling,
        stability: strengths.stability(),
        models: strengths.standings(outcomes, names),
        warnings: left_out.into_iter().chain(uncontrolled.flatten()).collect(),
    };
    if method == Method::LengthControlled {
        let rates = length_controlled::win_rates(outcomes, styles, plan);
        for standing in &mut board.models {
            let rate = names.find(&standing.model).and_then(|model| rates.get(&model).cloned());
            let because = "the votes on this model do not define the terms of length and model";
            standing.win_rate = rate.unwrap_or_else(|| Statistic::undefined(because, 0));
        }
    }
    board
}

/// The warning about features for which there is no term.
fn uncontrolled(features: &[Feature], differing: &[Feature]) -> Option<String> {
    let without = features.iter().filter(|feature| !differing.contains(feature));
    let names: Vec<&str> = without.map(|feature| feature.name()).collect();
    let what = names.join(", ");
    (!names.is_empty()).then(|| {
        format!(
            "not controlled: {what}; no two answers of known text that were compared differ in it"
        )
    })
}

/// Whether any two answers differ in a feature. A term for one that never does could be anything.
fn differs(feature: Feature, outcomes: &[Outcome], styles: &Styles) -> bool {
    outcomes.iter().any(|outcome| {
        let style = |model| styles.get(&(outcome.question, outcome.turn, model));
        let pair = style(outcome.a).zip(style(outcome.b));
        pair.is_some_and(|(a, b)| feature.difference(a, b) != 0.0)
    })
}

impl Strengths {
    fn compute(prepared: &Prepared, names: &Names, ties: Ties, plan: Plan) -> Strengths {
        let comparisons = &prepared.comparisons;
        // Without a tie Davidson's likelihood grows as ν falls to 0, and there it is Bradley-Terry's.
        let any_tie = comparisons.rows.iter().any(|row| row.counts[2] > 0.0);
        let ties = if any_tie { ties } else { Ties::Half };
        let mut drawing = Resamples::default();
        let parameters = is_defined(prepared, names).and_then(|()| {
            let fit =
                comparisons.fit(ties).ok_or("the likelihood of these votes has no maximum")?;
            drawing = resamples(comparisons, ties, &fit, plan);
            let errors = fit.clustered_errors(&comparisons.question_scores(ties, &fit.parameters));
            Ok(fit.parameters.into_iter().zip(errors).collect())
        });
        let drawn = drawing.parameters.len();
        let resamples: Vec<Vec<f64>> = drawing.parameters.into_iter().flatten().collect();
        let (left_out, refitted) = (drawn - resamples.len(), drawing.refitted);
        Strengths {
            models: prepared.models.clone(),
            questions: questions_of(&comparisons.rows).len(),
            parameters,
            resamples,
            resampling: Resampling { resamples: drawn, seed: plan.seed, left_out, refitted },
        }
    }

    /// A parameter with its error by question and its bootstrap interval.
    fn statistic(&self, place: usize) -> Statistic {
        match &self.parameters {
            Err(because) => Statistic::undefined(because, self.questions),
            Ok(parameters) => {
                let (value, error) = parameters[place];
                let resamples = self.resamples.iter().map(|resample| resample[place]).collect();
                with_resamples(value, self.questions, Some(error), resamples)
            }
        }
    }

    /// ν; its error is that of ln ν times ν.
    fn nu(&self) -> Statistic {
        let place = self.models.len();
        if self.parameters.as_ref().is_ok_and(|parameters| parameters.len() == place) {
            return Statistic::new(0.0, self.questions);
        }
        match self.statistic(place) {
            Statistic::Defined { value, n, se, ci95 } => Statistic::Defined {
                value: value.exp(),
                n,
                se: se.map(|se| se * value.exp()),
                ci95: ci95.map(|(low, high)| (low.exp(), high.exp())),
            },
            undefined @ Statistic::Undefined { .. } => undefined,
        }
    }

    /// The ranks by place, of all questions and of each resample.
    fn ranks(&self) -> (Option<Vec<usize>>, Vec<Vec<usize>>) {
        let count = self.models.len();
        let whole = self.parameters.as_ref().ok().map(|parameters| {
            ranks(&parameters[..count].iter().map(|(value, _)| *value).collect::<Vec<f64>>())
        });
        (whole, self.resamples.iter().map(|resample| ranks(&resample[..count])).collect())
    }

    /// The models, the strongest first, and behind them those without a strength.
    fn standings(&self, outcomes: &[Outcome], names: &Names) -> Vec<Standing> {
        let (whole, resampled) = self.ranks();
        let standing = |(model, record): (u32, Record)| {
            let place = self.models.binary_search(&model).ok();
            let own =
                place.map(|at| resampled.iter().map(|ranks| ranks[at]).collect::<Vec<usize>>());
            let because = match record.n {
                0 => "no outcome of this model has a verdict",
                _ => "the length or style of this model's answers is not known",
            };
            let none = || Statistic::undefined(because, 0);
            Standing {
                model: names.name(model).to_owned(),
                rank: place.zip(whole.as_ref()).map(|(at, ranks)| ranks[at]),
                rank95: own.and_then(middle),
                strength: place.map_or_else(none, |at| self.statistic(at)),
                win_rate: record.win_rates.graded.clone(),
                record,
            }
        };
        let mut all: Vec<Standing> = records(outcomes).into_iter().map(standing).collect();
        all.sort_by_key(|standing| standing.rank.unwrap_or(usize::MAX));
        all
    }

    fn stability(&self) -> Stability {
        let (whole, resampled) = self.ranks();
        let whole = whole.unwrap_or_default();
        let mean = |of: &dyn Fn(&[usize]) -> Option<f64>| {
            let values: Vec<f64> = resampled.iter().filter_map(|ranks| of(ranks)).collect();
            match values.len() {
                0 => Statistic::undefined("there are no resamples", 0),
                n => Statistic::new(values.iter().sum::<f64>() / n as f64, n),
            }
        };
        let first = |ranks: &[usize]| ranks.iter().position(|&rank| rank == 1);
        let number = |ranks: &[usize]| ranks.iter().map(|&rank| rank as f64).collect::<Vec<f64>>();
        let share = |same: bool| Some(f64::from(u8::from(same)));
        Stability {
            same_order: mean(&|ranks| share(ranks == whole)),
            same_first: mean(&|ranks| share(first(ranks) == first(&whole))),
            kendall: mean(&|ranks| kendall_tau(&number(ranks), &number(&whole))),
        }
    }
}

/// Why these comparisons define no strengths.
fn is_defined(prepared: &Prepared, names: &Names) -> Result<(), String> {
    let name = |place: usize| names.name(prepared.models[place]);
    match unreachable_pair(&prepared.comparisons) {
        _ if prepared.models.len() < 2 => Err("fewer than two models have outcomes".to_owned()),
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

/// The middle 95 % of ranks.
fn middle(mut ranks: Vec<usize>) -> Option<(usize, usize)> {
    ranks.sort_unstable();
    let last = ranks.len().checked_sub(1).filter(|&last| last > 0)? as f64;
    Some((ranks[(0.025 * last).floor() as usize], ranks[(0.975 * last).ceil() as usize]))
}
