//! How far the reviewers of a benchmark agree, for the board: the same figures as `assay agree review`, with
//! an interval for alpha and without the pairs.

use serde::Serialize;

use crate::outcomes::independent::{NotIndependent, independent_decisions};
use assay_core::agreement::review::{answer_table, verdict_table};
use assay_core::agreement::{
    Metric, RatingTable, TableError, Tallies, alpha_with_interval, gwet_ac1, percent_agreement,
};
use assay_core::benchmark::decision::ReviewDecision;
use assay_core::statistics::{Plan, Statistic};
use assay_store::{Benchmark, Result, Store};

/// Few enough resamples for a figure that is computed again every few seconds.
const PLAN: Plan = Plan { resamples: 1_000, seed: 1 };

/// How far reviewers agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewFigures {
    /// Questions with a review.
    pub questions: usize,
    /// Questions with two reviews or more.
    pub shared: usize,
    /// On the verdict.
    pub verdict: Figures,
    /// On the blind answer.
    pub answer: Figures,
    /// Reviews and answers that are in no figure.
    pub not_independent: NotIndependent,
}

/// The agreement of all reviewers together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Mean over items of the share of agreeing pairs.
    pub raw: Statistic,
    /// Gwet's AC1.
    pub gwet_ac1: Statistic,
    /// Krippendorff's alpha, nominal, with the interval of 1,000 resamples of the items.
    pub alpha: Statistic,
}

impl Figures {
    fn compute(table: Result<RatingTable, TableError>) -> Self {
        let table = match table {
            Ok(table) => table,
            Err(why) => {
                let undefined = || Statistic::undefined(why.to_string(), 0);
                return Figures { raw: undefined(), gwet_ac1: undefined(), alpha: undefined() };
            }
        };
        let tallies = Tallies::from_table(&table);
        Figures {
            raw: percent_agreement(&tallies),
            gwet_ac1: gwet_ac1(&tallies),
            alpha: alpha_with_interval(&table, &Metric::Nominal, PLAN),
        }
    }
}

pub(super) fn of_reviewers(store: &Store, benchmark: &Benchmark) -> Result<ReviewFigures> {
    let (questions, not_independent) = independent_decisions::<ReviewDecision>(store, benchmark)?;
    Ok(ReviewFigures {
        questions: questions.iter().filter(|question| !question.reviews.is_empty()).count(),
        shared: questions.iter().filter(|question| question.reviews.len() >= 2).count(),
        verdict: Figures::compute(verdict_table(&questions)),
        answer: Figures::compute(answer_table(&questions)),
        not_independent,
    })
}
