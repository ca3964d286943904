//! How much a figure needs: questions and models for a difference, people for each item, reviews for an audit, requests,
//! tokens, money and hours. Each number is measured where the database has seen such work, and else rests on a stated
//! assumption.

use std::collections::HashMap;

use serde::Serialize;

use crate::evaluation::{RunOptions, current_runs, for_each_result, prepared::PreparedBenchmark};
use assay_core::benchmark::Input;
use assay_core::certify::{
    AlphaPlan, Forecast, PairedSpread, SequenceSetting, alpha_plans, reviews_until_below,
};
use assay_store::{Benchmark, QuestionId, RequestPace, Result, RunId, Store, StoreError};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct PlanFlags {
    /// How many questions the benchmark is to have; `None` for those that it has.
    pub questions: Option<usize>,
    /// The difference of accuracies to be shown, with this probability, between every two of these models.
    pub difference: f64,
    pub power: f64,
    pub models: usize,
    /// Half of the width that the interval of alpha may have.
    pub within: f64,
    /// The error rate that an audit is to certify.
    pub below: f64,
    /// Requests under way at once.
    pub concurrency: usize,
    /// The price of a million tokens of prompts and of answers.
    pub price: Option<(f64, f64)>,
}

/// A plan. Each part says what it rests on.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The questions that it is for.
    pub questions: usize,
    pub difference: DifferencePlan,
    pub people: PeoplePlan,
    pub audit: AuditPlan,
    pub asking: AskingPlan,
    pub reviewing: ReviewingPlan,
}

/// What shows a difference between models.
#[derive(Clone, Debug, Serialize)]
pub struct DifferencePlan {
    pub difference: f64,
    pub power: f64,
    pub models: usize,
    #[serde(flatten)]
    pub spread: PairedSpread,
    /// How many questions show it between every two of the models.
    pub questions_needed: usize,
    /// The smallest difference that the questions of the plan show.
    pub smallest_difference: f64,
    /// For how many models these show the difference between every two.
    pub models_told_apart: Option<usize>,
    pub assumption: String,
}

/// How many people for each item.
#[derive(Clone, Debug, Serialize)]
pub struct PeoplePlan {
    pub within: f64,
    /// The fewest people with whom alpha is known as well as is wanted.
    pub people_needed: Option<usize>,
    pub each: Vec<AlphaPlan>,
    pub assumption: String,
}

/// How many reviews certify an error rate.
#[derive(Clone, Debug, Serialize)]
pub struct AuditPlan {
    pub below: f64,
    pub true_rate: f64,
    #[serde(flatten)]
    pub reviews: Forecast,
    pub assumption: String,
}

/// What asking one model takes.
#[derive(Clone, Debug, Serialize)]
pub struct AskingPlan {
    pub requests: usize,
    pub prompt_tokens: Option<f64>,
    pub completion_tokens: Option<f64>,
    pub cost: Option<f64>,
    pub hours: f64,
    pub assumption: String,
}

/// What the people of a review need.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewingPlan {
    pub people_for_each: usize,
    pub decisions: usize,
    pub hours: f64,
    pub assumption: String,
}

/// What a database has seen of such work; empty without one.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    questions: usize,
    passes: usize,
    spread: Option<(PairedSpread, usize)>,
    reviews: ReviewWork,
    pace: Option<RequestPace>,
}

/// What the reviews of a benchmark have shown.
#[derive(Clone, Debug, Default)]
pub struct ReviewWork {
    /// Krippendorff's alpha of the verdicts.
    pub alpha: Option<f64>,
    /// The share of reviews that reject their question.
    pub rejected: Option<f64>,
    /// The medians of attention to a question, weighed by what each person has decided, and how much that is.
    pub seconds: Option<(f64, usize)>,
}

impl Measured {
    /// Whether there is anything to plan for.
    pub fn has_questions(&self) -> bool {
        self.questions > 0
    }

    /// Reads runs, reviews and requests of a benchmark.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(
        store: &mut Store,
        benchmark: &Benchmark,
        options: &RunOptions,
        reviews: ReviewWork,
    ) -> Result<Self> {
        let prepared = PreparedBenchmark::load(store, benchmark)?;
        let questions = prepared.questions().len();
        let passes = prepared.questions().iter().map(|one| one.required.iter().count()).sum();
        Ok(Measured {
            questions,
            passes,
            spread: spread_of_runs(store, benchmark, options)?,
            reviews,
            pace: store.request_pace(benchmark)?,
        })
    }
}

/// How much the difference of two models varies: the mean over all pairs of runs that were shown the pictures. With it,
/// the number of pairs.
fn spread_of_runs(
    store: &mut Store,
    benchmark: &Benchmark,
    options: &RunOptions,
) -> Result<Option<(PairedSpread, usize)>> {
    let runs = current_runs(store, benchmark, Some(Input::Image))?;
    if runs.len() < 2 {
        return Ok(None);
    }
    let ids: Vec<QuestionId> =
        store.question_entries(benchmark)?.into_iter().map(|entry| entry.id).collect();
    let pictures = store.first_pictures(&ids)?;
    let mut right: Vec<(RunId, Vec<(QuestionId, f64)>)> = Vec::new();
    for_each_result::<StoreError>(store, benchmark, &runs, options, |result| {
        if right.last().is_none_or(|(run, _)| *run != result.run.id) {
            right.push((result.run.id, Vec::new()));
        }
        if let Some((_, own)) = right.last_mut().filter(|_| result.counted) {
            own.push((result.question.id, f64::from(u8::from(result.correct))));
        }
        Ok(())
    })?;
    // A question without a picture is a cluster of its own.
    let cluster = |id: QuestionId| pictures.get(&id).copied().ok_or(id);
    let mut spreads = Vec::new();
    for (at, (_, one)) in right.iter().enumerate() {
        for (_, other) in &right[at + 1..] {
            let other: HashMap<QuestionId, f64> = other.iter().copied().collect();
            let both =
                one.iter().filter_map(|(id, own)| Some((cluster(*id), own - other.get(id)?)));
            spreads.extend(PairedSpread::measured(&both.collect::<Vec<_>>()));
        }
    }
    Ok(PairedSpread::mean(&spreads).map(|spread| (spread, spreads.len())))
}

/// The plan.
pub fn plan(measured: &Measured, wanted: &PlanFlags) -> Plan {
    let questions = wanted.questions.unwrap_or(measured.questions).max(1);
    let people = people(measured, wanted, questions);
    Plan {
        questions,
        difference: difference(measured, wanted, questions),
        audit: audit(wanted, questions),
        asking: asking(measured, wanted, questions),
        reviewing: reviewing(measured, questions),
        people,
    }
}

fn difference(measured: &Measured, wanted: &PlanFlags, questions: usize) -> DifferencePlan {
    let PlanFlags { difference, power, models, .. } = *wanted;
    let (spread, assumption) = match measured.spread {
        Some((spread, pairs)) => {
            (spread, format!("paired variance by picture, the mean of {pairs} pairs of models of this database"))
        }
        None => (
            PairedSpread::assumed(0.6, 0.5, 1.2),
            "assumed: accuracies of 60 %, right on the same questions with a correlation of 0.5, questions that share \
             pictures add 20 % to the variance"
                .to_owned(),
        ),
    };
    DifferencePlan {
        difference,
        power,
        models,
        spread,
        questions_needed: spread.questions_needed(difference, power, models),
        smallest_difference: spread.smallest_difference(questions, power, models),
        models_told_apart: spread.models_told_apart(questions, difference, power),
        assumption: format!("{assumption}; 5 % for all pairs together (Bonferroni)"),
    }
}

fn people(measured: &Measured, wanted: &PlanFlags, questions: usize) -> PeoplePlan {
    // At the ends nothing scatters, which no plan can rest on.
    let alpha = measured.reviews.alpha.map(|alpha| alpha.clamp(0.05, 0.95));
    let share = measured.reviews.rejected.map(|share| share.clamp(0.02, 0.98));
    let each = alpha_plans(questions, share.unwrap_or(0.1), alpha.unwrap_or(0.6), wanted.within);
    let assumption = match (alpha, share) {
        (Some(alpha), Some(share)) => {
            format!(
                "alpha {alpha:.2} and {:.0} % rejected, as in the reviews of this database",
                100.0 * share
            )
        }
        _ => "assumed: alpha 0.6, and 10 % of questions rejected".to_owned(),
    };
    PeoplePlan {
        within: wanted.within,
        people_needed: each.iter().find(|one| one.items_needed <= questions).map(|one| one.people),
        each,
        assumption,
    }
}

/// The seed of the simulated audits.
const SEED: u64 = 1;

fn audit(wanted: &PlanFlags, questions: usize) -> AuditPlan {
    let true_rate = wanted.below / 2.0;
    let setting = SequenceSetting::default();
    AuditPlan {
        below: wanted.below,
        true_rate,
        reviews: reviews_until_below(questions, setting, true_rate, wanted.below, SEED),
        assumption: format!(
            "assumed: {:.1} % of the questions are wrong, half of the limit; at 95 %, whenever one stops",
            100.0 * true_rate
        ),
    }
}

fn asking(measured: &Measured, wanted: &PlanFlags, questions: usize) -> AskingPlan {
    let passes = match measured.questions {
        0 => 4.0,
        known => measured.passes as f64 / known as f64,
    };
    let requests = (passes * questions as f64).ceil() as usize;
    let tokens = |each: Option<f64>| each.map(|each| each * requests as f64);
    let pace = measured.pace.as_ref();
    let (prompt, completion) = (
        tokens(pace.and_then(|pace| pace.prompt_tokens)),
        tokens(pace.and_then(|pace| pace.completion_tokens)),
    );
    let cost = wanted.price.zip(prompt.zip(completion));
    let cost = cost.map(|(price, tokens)| (price.0 * tokens.0 + price.1 * tokens.1) / 1e6);
    let seconds = pace.map_or(2.0, |pace| pace.latency_ms / 1000.0);
    let hours = requests as f64 * seconds / wanted.concurrency as f64 / 3600.0;
    let of_pace = match pace {
        Some(pace) => format!(
            "{seconds:.1} s a request and their tokens, the mean of {} requests of this database",
            pace.requests
        ),
        None => "assumed: 2 s a request; tokens are not known before requests were made".to_owned(),
    };
    let of_passes = match measured.questions {
        0 => "assumed: 4 choices, so 4 passes",
        _ => "every pass of every question",
    };
    AskingPlan {
        requests,
        prompt_tokens: prompt,
        completion_tokens: completion,
        cost,
        hours,
        assumption: format!(
            "one model; {of_passes} (fewer where a wrong pass spares the rest); {of_pace}; {} at once",
            wanted.concurrency
        ),
    }
}

fn reviewing(measured: &Measured, questions: usize) -> ReviewingPlan {
    let (seconds, of_seconds) = match measured.reviews.seconds {
        Some((seconds, done)) => (
            seconds,
            format!(
                "{seconds:.0} s a question, the medians of the people of this database over {done} reviews"
            ),
        ),
        None => (30.0, "assumed: 30 s a question".to_owned()),
    };
    let people_for_each = 2;
    let decisions = people_for_each * questions;
    ReviewingPlan {
        people_for_each,
        decisions,
        hours: decisions as f64 * seconds / 3600.0,
        assumption: format!("two people review each question; {of_seconds}"),
    }
}
