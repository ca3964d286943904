//! How much a figure needs: questions and models for a difference, people for each item, reviews for an audit, requests,
//! tokens, money and hours. Each number is measured where the database has seen such work, and else rests on a stated
//! assumption.

use serde::Serialize;

use crate::evaluation::{PreparedBenchmark, RunOptions, current_runs};
use assay_core::benchmark::Input;
use assay_core::certify::{
    AlphaPlan, PairedSpread, SequenceSetting, alpha_plans, reviews_until_below,
};
use assay_store::{Benchmark, QuestionId, RequestPace, Result, Store};

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

/// A number of a plan, with what it rests on.
#[derive(Clone, Debug, Serialize)]
pub struct Planned {
    #[serde(skip)]
    pub name: &'static str,
    /// `None` where it is not known, or nothing is enough.
    pub value: Option<f64>,
    pub assumption: String,
}

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The questions that it is for.
    pub questions: usize,
    pub numbers: Vec<Planned>,
    /// How far alpha is known, by the number of people for each item.
    pub people: Vec<AlphaPlan>,
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
        let mut prepared = PreparedBenchmark::load(store, benchmark)?;
        let questions = prepared.questions().len();
        let passes = prepared.questions().iter().map(|one| one.required.iter().count()).sum();
        Ok(Measured {
            questions,
            passes,
            spread: spread_of_runs(store, benchmark, &mut prepared, options)?,
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
    prepared: &mut PreparedBenchmark,
    options: &RunOptions,
) -> Result<Option<(PairedSpread, usize)>> {
    let runs = current_runs(store, benchmark, Some(Input::Image))?;
    let (answers, strategy) = prepared.answers_by(store, &runs, options)?;
    let right = prepared.right(&answers, strategy, options.missing);
    let ids: Vec<QuestionId> = prepared.questions().iter().map(|one| one.sheet.id).collect();
    let pictures = store.first_pictures(&ids)?;
    // A question without a picture is a cluster of its own.
    let clusters: Vec<_> = ids.into_iter().map(|id| pictures.get(&id).ok_or(id)).collect();
    let number = |right: bool| f64::from(u8::from(right));
    let mut spreads = Vec::new();
    for (at, one) in right.iter().enumerate() {
        for other in &right[at + 1..] {
            let both = clusters.iter().zip(one.iter().zip(other));
            let differences = both.filter_map(|(cluster, (one, other))| {
                Some((cluster, number((*one)?) - number((*other)?)))
            });
            spreads.extend(PairedSpread::measured(&differences.collect::<Vec<_>>()));
        }
    }
    Ok(PairedSpread::mean(&spreads).map(|spread| (spread, spreads.len())))
}

/// The seed of the simulated audits.
const SEED: u64 = 1;
/// How many people review a question.
const REVIEWERS: usize = 2;

/// The plan.
pub fn plan(measured: &Measured, wanted: &PlanFlags) -> Plan {
    let questions = wanted.questions.unwrap_or(measured.questions).max(1);
    let mut numbers = Vec::new();
    let mut add = |assumption: String, rows: &[(&'static str, Option<f64>)]| {
        let number = |&(name, value)| Planned { name, value, assumption: assumption.clone() };
        numbers.extend(rows.iter().map(number));
    };
    let PlanFlags { difference, power, models, below, within, concurrency, price, .. } = *wanted;
    let (spread, rests_on) = measured.spread();
    let needed = spread.questions_needed(difference, power, models);
    let smallest = spread.smallest_difference(questions, power, models);
    let apart = spread.models_told_apart(questions, difference, power);
    add(
        format!(
            "a difference of {difference} between each two of {models} models, with a power of {power}; at 5 % for all \
             pairs together (Bonferroni); {rests_on}"
        ),
        &[
            ("questions_needed", count(Some(needed))),
            ("smallest_difference", Some(smallest).filter(|one| *one <= 1.0)),
            ("models_told_apart", count(apart)),
        ],
    );
    let (people, rests_on) = measured.alpha_plans(questions, within);
    let enough = people.iter().find(|one| one.items_needed <= questions).map(|one| one.people);
    add(
        format!("for each item, for an alpha within {within}; {rests_on}"),
        &[("people_needed", count(enough))],
    );
    let setting = SequenceSetting::default();
    let reviews = reviews_until_below(questions, setting, below / 2.0, below, SEED).median;
    add(
        format!(
            "to certify an error rate below {below} at 95 %, the median; assumed: it is {}",
            below / 2.0
        ),
        &[("audit_reviews", count(reviews))],
    );
    let (requests, seconds, tokens, rests_on) = measured.asking(questions);
    let [prompt, completion] = tokens.map(|each| each.map(|each| each * requests));
    let cost = price.zip(prompt.zip(completion));
    let cost = cost.map(|(price, tokens)| (price.0 * tokens.0 + price.1 * tokens.1) / 1e6);
    let hours = requests * seconds / concurrency as f64 / 3600.0;
    add(
        format!("one model, {concurrency} requests at once; {rests_on}"),
        &[
            ("requests", Some(requests)),
            ("prompt_tokens", prompt),
            ("completion_tokens", completion),
            ("cost", cost),
            ("hours_asking", Some(hours)),
        ],
    );
    let (seconds, rests_on) = match measured.reviews.seconds {
        Some((seconds, done)) => (seconds, format!("as in {done} reviews of this database")),
        None => (30.0, "assumed so".to_owned()),
    };
    let decisions = (REVIEWERS * questions) as f64;
    add(
        format!("{REVIEWERS} people for each question, {seconds:.0} s each; {rests_on}"),
        &[("decisions", Some(decisions)), ("hours_reviewing", Some(decisions * seconds / 3600.0))],
    );
    Plan { questions, numbers, people }
}

fn count(number: Option<usize>) -> Option<f64> {
    number.map(|number| number as f64)
}

impl Measured {
    fn spread(&self) -> (PairedSpread, String) {
        match self.spread {
            Some((spread, pairs)) => {
                (spread, format!("variance of pairs of models of this database ({pairs}), clustered by picture"))
            }
            None => (
                PairedSpread::assumed(0.6, 0.5, 1.2),
                "assumed: accuracies of 0.6, correlation 0.5 between models; assumed: 20 % more variance, as questions share \
                 pictures"
                    .to_owned(),
            ),
        }
    }

    fn alpha_plans(&self, questions: usize, within: f64) -> (Vec<AlphaPlan>, String) {
        let seen = self.reviews.alpha.zip(self.reviews.rejected);
        let (alpha, share, rests_on) = match seen {
            // At the ends nothing scatters, which no plan can rest on.
            Some((alpha, share)) => (
                alpha.clamp(0.05, 0.95),
                share.clamp(0.02, 0.98),
                "as in the reviews of this database",
            ),
            None => (0.6, 0.1, "assumed"),
        };
        let rests_on =
            format!("{rests_on}: alpha {alpha:.2}, {:.0} % of questions rejected", 100.0 * share);
        (alpha_plans(questions, share, alpha, within), rests_on)
    }

    /// Requests, seconds and tokens of each, and what they rest on.
    fn asking(&self, questions: usize) -> (f64, f64, [Option<f64>; 2], String) {
        let (passes, of_passes) = match self.questions {
            0 => (4.0, "assumed: 4 passes"),
            known => (self.passes as f64 / known as f64, "every pass, none spared"),
        };
        let (seconds, tokens, of_pace) = match &self.pace {
            Some(pace) => (
                pace.latency_ms / 1000.0,
                [pace.prompt_tokens, pace.completion_tokens],
                format!("means of {} requests of this database", pace.requests),
            ),
            None => (2.0, [None, None], "assumed: 2 s a request".to_owned()),
        };
        ((passes * questions as f64).ceil(), seconds, tokens, format!("{of_passes}; {of_pace}"))
    }
}
