//! Leaderboards: the strengths of models from their votes, with intervals whose unit is the question.

use serde::Serialize;

use super::comparisons::{Comparisons, Control};
use super::length_controlled;
use super::mean::with_resamples;
use super::rankings::kendall_tau;
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
    let comparisons = Comparisons::new(outcomes, styles, control, has_ties).merged();
    let strengths = Strengths::compute(&comparisons, names, plan);
    let terms = (strengths.models.len()..).zip(&comparisons.features);
    let term = |(place, &(feature, scale)): (usize, &(Feature, f64))| ControlTerm {
        feature,
        coefficient: strengths.statistic(place),
        scale,
    };
    let mut board = Leaderboard {
        unit: "question",
        controls: terms.map(term).collect(),
        nu: (method == Method::Davidson).then(|| strengths.nu(has_ties)),
        resampling: strengths.resampling,
        stability: strengths.stability(),
        models: strengths.standings(outcomes, names),
        warnings: warnings(&comparisons, control),
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

/// What is left out, and features for which there is no term.
fn warnings(comparisons: &Comparisons, control: Control<'_>) -> Vec<String> {
    let has_term = |feature: &&Feature| comparisons.features.iter().any(|(own, _)| own == *feature);
    let without = control.features.iter().filter(|feature| !has_term(feature));
    let without = without.map(|feature| feature.name()).collect::<Vec<_>>().join(", ");
    let left_out = (comparisons.without_style > 0).then(|| {
        let count = comparisons.without_style;
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
struct Strengths<'c> {
    /// The models' numbers, by place.
    models: &'c [u32],
    questions: usize,
    /// Value and error by question of each parameter; or why there are none.
    parameters: Result<Vec<(f64, f64)>, String>,
    /// The parameters of the resamples that define them.
    resamples: Vec<Vec<f64>>,
    resampling: Resampling,
}

impl Strengths<'_> {
    fn compute<'c>(comparisons: &'c Comparisons, names: &Names, plan: Plan) -> Strengths<'c> {
        let mut resampling =
            Resampling { resamples: 0, seed: plan.seed, left_out: 0, refitted: false };
        let mut resamples = Vec::new();
        let parameters = is_defined(comparisons, names).and_then(|()| {
            let fit = comparisons.fit().ok_or("the likelihood of these votes has no maximum")?;
            let (drawn, refitted) = comparisons.resampled(&fit, plan);
            (resampling.resamples, resampling.refitted) = (drawn.len(), refitted);
            resamples = drawn.into_iter().flatten().collect();
            let errors = fit.clustered_errors();
            Ok(fit.parameters.into_iter().zip(errors).collect())
        });
        resampling.left_out = resampling.resamples - resamples.len();
        let questions = comparisons.questions();
        Strengths { models: &comparisons.models, questions, parameters, resamples, resampling }
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
    fn nu(&self, has_ties: bool) -> Statistic {
        if self.parameters.is_ok() && !has_ties {
            return Statistic::new(0.0, self.questions);
        }
        match self.statistic(self.models.len()) {
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
            let own = |at: usize| middle(resampled.iter().map(|ranks| ranks[at]).collect());
            let because = match record.n {
                0 => "no outcome of this model has a verdict",
                _ => "the length or style of this model's answers is not known",
            };
            Standing {
                model: names.name(model).to_owned(),
                rank: place.zip(whole.as_ref()).map(|(at, ranks)| ranks[at]),
                rank95: place.and_then(own),
                strength: place
                    .map_or_else(|| Statistic::undefined(because, 0), |at| self.statistic(at)),
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
fn is_defined(comparisons: &Comparisons, names: &Names) -> Result<(), String> {
    let name = |place: usize| names.name(comparisons.models[place]);
    match comparisons.unreachable_pair(&comparisons.totals()) {
        _ if comparisons.models.len() < 2 => Err("fewer than two models have outcomes".to_owned()),
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
