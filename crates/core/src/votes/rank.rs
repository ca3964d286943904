//! Leaderboards: the strengths of models from their votes, with intervals whose unit is the question.

use serde::Serialize;

use super::comparisons::{Comparisons, Control};
use super::length_controlled;
use super::likelihood::Fit;
use super::mean::with_resamples;
use super::rankings::kendall_tau;
use super::resampling::merge_alike;
use super::tally::{Record, records};
use super::{Feature, Outcome, Styles, Verdict};
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

keywords! {
    /// What is resampled, and counts once: never votes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Unit {
        #[default]
        Question = "question",
        /// How far the ranking depends on who votes.
        Judge = "judge",
    }
}

impl Unit {
    /// The outcomes with their unit in the place of the question, in its order.
    pub fn group(self, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
        if self == Unit::Judge {
            for outcome in &mut outcomes {
                outcome.question = outcome.judge;
            }
            outcomes.sort_by_key(|outcome| outcome.question);
        }
        outcomes
    }
}

/// The models in order of their strength.
#[derive(Clone, Debug, Serialize)]
pub struct Leaderboard {
    /// What is resampled.
    pub unit: Unit,
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

/// Ranks the models of these outcomes. `features` are those of the style control.
pub fn leaderboard(
    outcomes: &[Outcome],
    names: &Names,
    styles: &Styles,
    method: Method,
    features: &[Feature],
    plan: Plan,
) -> Leaderboard {
    let control = match method {
        Method::BradleyTerry | Method::Davidson => Control::default(),
        Method::LengthControlled => Control::TANH_LENGTH,
        Method::StyleControlled => Control { features, tanh_length: false },
    };
    // Without a tie Davidson's likelihood grows as ν falls to 0, and there it is Bradley-Terry's.
    let any_tie = || outcomes.iter().any(|outcome| outcome.verdict() == Some(Verdict::Tie));
    let has_ties = method == Method::Davidson && any_tie();
    let mut comparisons = Comparisons::new(outcomes, styles, control, has_ties);
    comparisons.kinds = merge_alike(comparisons.kinds);
    let strengths = Strengths::compute(&comparisons, names, plan);
    let rates = (method == Method::LengthControlled)
        .then(|| length_controlled::win_rates(outcomes, styles, plan));
    let standing = |(model, record): (u32, Record)| {
        let place = comparisons.models.binary_search(&model).ok();
        let because = match record.n {
            0 => "no outcome of this model has a verdict",
            _ => "the length or style of this model's answers is not known",
        };
        let no_rate = "the votes on this model do not define the terms of length and model";
        let win_rate = match &rates {
            None => record.win_rates.graded.clone(),
            Some(rates) => {
                rates.get(&model).cloned().unwrap_or_else(|| Statistic::undefined(no_rate, 0))
            }
        };
        Standing {
            model: names.name(model).to_owned(),
            rank: place.and_then(|at| strengths.ranks.get(at).copied()),
            rank95: place.and_then(|at| strengths.middle_ranks(at)),
            strength: place
                .map_or_else(|| Statistic::undefined(because, 0), |at| strengths.statistic(at)),
            win_rate,
            record,
        }
    };
    let mut models: Vec<Standing> = records(outcomes).into_iter().map(standing).collect();
    // Behind them those without a strength.
    models.sort_by_key(|standing| standing.rank.unwrap_or(usize::MAX));
    let terms = (comparisons.models.len()..).zip(&comparisons.features);
    let terms = terms.map(|(place, &(feature, scale))| ControlTerm {
        feature,
        coefficient: strengths.statistic(place),
        scale,
    });
    Leaderboard {
        unit: Unit::default(),
        models,
        nu: (method == Method::Davidson).then(|| strengths.nu(&comparisons)),
        controls: terms.collect(),
        stability: strengths.stability(),
        resampling: strengths.resampling,
        warnings: warnings(&comparisons, control),
    }
}

/// What is left out, and features for which there is no term.
fn warnings(comparisons: &Comparisons, control: Control<'_>) -> Vec<String> {
    let has_term = |feature: &&Feature| comparisons.features.iter().any(|(own, _)| own == *feature);
    let without = control.features.iter().filter(|feature| !has_term(feature));
    let without = without.map(|feature| feature.name()).collect::<Vec<_>>().join(", ");
    let count = comparisons.without_style;
    let left_out = (count > 0).then(|| {
        format!("{count} outcomes are left out because the length or style of an answer is unknown")
    });
    let uncontrolled = (!without.is_empty()).then(|| {
        format!(
            "not controlled: {without}; no two answers of known text that were compared differ in it"
        )
    });
    left_out.into_iter().chain(uncontrolled).collect()
}

/// The parameters of a fit, strengths first.
struct Strengths {
    /// Each with its error by question and its bootstrap interval; or why there are none.
    parameters: Result<Vec<Statistic>, Statistic>,
    /// The ranks of the models by place; empty without strengths.
    ranks: Vec<usize>,
    /// The ranks of each resample that defines them.
    resampled: Vec<Vec<usize>>,
    resampling: Resampling,
}

impl Strengths {
    fn compute(comparisons: &Comparisons, names: &Names, plan: Plan) -> Strengths {
        let (models, n) = (comparisons.models.len(), comparisons.questions());
        let (resamples, seed, left_out, refitted) = (0, plan.seed, 0, false);
        let resampling = Resampling { resamples, seed, left_out, refitted };
        let fit = match defined_fit(comparisons, names) {
            Ok(fit) => fit,
            Err(because) => {
                let (parameters, ranks) = (Err(Statistic::undefined(because, n)), Vec::new());
                return Strengths { parameters, ranks, resampled: Vec::new(), resampling };
            }
        };
        let (drawn, refitted) = comparisons.resampled(&fit, plan);
        let resamples = drawn.len();
        let drawn: Vec<Vec<f64>> = drawn.into_iter().flatten().collect();
        let left_out = resamples - drawn.len();
        let parameters = fit.parameters.iter().zip(fit.clustered_errors()).enumerate();
        let parameters = parameters.map(|(place, (&value, error))| {
            let resamples = drawn.iter().map(|resample| resample[place]).collect();
            with_resamples(value, n, Some(error), resamples)
        });
        Strengths {
            parameters: Ok(parameters.collect()),
            ranks: ranks(&fit.parameters[..models]),
            resampled: drawn.iter().map(|resample| ranks(&resample[..models])).collect(),
            resampling: Resampling { resamples, seed, left_out, refitted },
        }
    }

    fn statistic(&self, place: usize) -> Statistic {
        self.parameters.as_ref().map_or_else(Statistic::clone, |all| all[place].clone())
    }

    /// ν; its error is that of ln ν times ν.
    fn nu(&self, comparisons: &Comparisons) -> Statistic {
        if self.parameters.is_ok() && !comparisons.has_ties {
            return Statistic::new(0.0, comparisons.questions());
        }
        match self.statistic(comparisons.models.len()) {
            Statistic::Defined { value, n, se, ci95 } => Statistic::Defined {
                value: value.exp(),
                n,
                se: se.map(|se| se * value.exp()),
                ci95: ci95.map(|(low, high)| (low.exp(), high.exp())),
            },
            undefined @ Statistic::Undefined { .. } => undefined,
        }
    }

    /// The middle 95 % of a model's ranks.
    fn middle_ranks(&self, place: usize) -> Option<(usize, usize)> {
        let mut ranks: Vec<usize> = self.resampled.iter().map(|ranks| ranks[place]).collect();
        ranks.sort_unstable();
        let last = ranks.len().checked_sub(1).filter(|&last| last > 0)? as f64;
        Some((ranks[(0.025 * last).floor() as usize], ranks[(0.975 * last).ceil() as usize]))
    }

    fn stability(&self) -> Stability {
        let mean = |of: &dyn Fn(&[usize]) -> Option<f64>| {
            let values: Vec<f64> = self.resampled.iter().filter_map(|ranks| of(ranks)).collect();
            match values.len() {
                0 => Statistic::undefined("there are no resamples", 0),
                n => Statistic::new(values.iter().sum::<f64>() / n as f64, n),
            }
        };
        let first = |ranks: &[usize]| ranks.iter().position(|&rank| rank == 1);
        let number = |ranks: &[usize]| ranks.iter().map(|&rank| rank as f64).collect::<Vec<f64>>();
        let share = |same: bool| Some(f64::from(u8::from(same)));
        Stability {
            same_order: mean(&|ranks| share(ranks == self.ranks)),
            same_first: mean(&|ranks| share(first(ranks) == first(&self.ranks))),
            kendall: mean(&|ranks| kendall_tau(&number(ranks), &number(&self.ranks))),
        }
    }
}

/// The fit, or why these comparisons define no strengths.
fn defined_fit(comparisons: &Comparisons, names: &Names) -> Result<Fit, String> {
    let name = |place: usize| names.name(comparisons.models[place]);
    match comparisons.unreachable_pair(&comparisons.totals()) {
        _ if comparisons.models.len() < 2 => Err("fewer than two models have outcomes".to_owned()),
        None => {
            let because = || "the likelihood of these votes has no maximum".to_owned();
            comparisons.fit().ok_or_else(because)
        }
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
