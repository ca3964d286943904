//! What the open questions of a benchmark can change in the ranking of its models.
//!
//! The scores are those of the clean benchmark: what is removed counts for no model, what is fixed or corrected
//! as it is there. An open question with another reference answer is judged again in the scoring table, in all
//! passes that the strategy requires, so under CircularEval a model is right only if every pass has the new key.
//! Of a short answer each value that a model gave may be the right one.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::evaluation::{PreparedBenchmark, RunAnswers, RunOptions};
use crate::outcomes::cleaning::{Decided, prepared_clean, questions_with_outcome};
use assay_core::benchmark::Label;
use assay_core::benchmark::outcome::{Fate, Policy, WhyOpen};
use assay_core::certify::stakes::{OpenOutcome, OpenQuestion, Stakes};
use assay_core::score::Strategy;
use assay_store::{Benchmark, QuestionId, Result, Run, Store, StoreError};

/// Which questions are open, and what may become of them.
#[derive(Clone, Debug)]
pub struct Doubts {
    /// What may become of each.
    pub outcomes: Vec<OpenOutcome>,
    /// The keys of these questions instead of the open ones; the open ones where none is named.
    pub questions: Vec<String>,
    /// Of the open questions only those that are open for one of these reasons; all where none is named.
    pub why: Vec<WhyOpen>,
}

impl Doubts {
    /// What may become of the questions that verifiers decide on: those that something speaks against.
    pub fn of_verifiers() -> Self {
        let why = vec![WhyOpen::VerifiersDiffer, WhyOpen::ReviewersDiffer, WhyOpen::Suspected];
        Doubts { why, ..Doubts::default() }
    }
}

impl Default for Doubts {
    fn default() -> Self {
        let outcomes = vec![OpenOutcome::Keep, OpenOutcome::Remove, OpenOutcome::Rekey];
        Doubts { outcomes, questions: Vec::new(), why: Vec::new() }
    }
}

/// The stakes of a benchmark.
#[derive(Clone, Debug)]
pub struct BenchmarkStakes {
    /// The strategy, which may be the default.
    pub strategy: Strategy,
    /// The models, the best first.
    pub models: Vec<String>,
    /// The keys of the open questions, in the order of the file.
    pub open: Vec<String>,
    /// What they can change, with models and open questions by their positions here.
    pub stakes: Stakes,
    /// Whether any question counts for any of the models.
    pub is_scored: bool,
    /// What a reader should know, in sentences.
    pub warnings: Vec<String>,
}

impl BenchmarkStakes {
    /// The places, as the questions are now, of the models whose order is not decided.
    pub fn open_places(&self) -> Vec<usize> {
        let contested = self.stakes.contested();
        let models = contested.iter().flat_map(|one| &one.models);
        let mut places: Vec<usize> = models.map(|&model| self.stakes.places[model].place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The open questions by the number of pairs that they turn, those that turn the most first, then those that
    /// move them the farthest.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.open.len()).collect();
        let turns = |at: usize| (self.stakes.questions[at].pairs, self.stakes.questions[at].swing);
        order.sort_by_key(|&at| (Reverse(turns(at)), at));
        order
    }
}

/// What the open questions can change for the models of these runs.
///
/// # Errors
/// `Unknown` for a key that the benchmark does not have.
pub fn stakes(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &RunOptions,
    doubts: &Doubts,
) -> Result<BenchmarkStakes> {
    let questions = questions_with_outcome(store, benchmark, Policy::default())?;
    let open = open_positions(benchmark, &questions, doubts)?;
    let mut prepared = prepared_clean(store, benchmark, &questions)?;
    let (answers, strategy) = prepared.answers_by(store, runs, options)?;
    let options = RunOptions { strategy: Some(strategy), ..options.clone() };
    let right = prepared.right(&answers, strategy, options.missing);
    let now = |at: usize| match questions[at].1.fate {
        Fate::Removed => vec![false; runs.len()],
        _ => right_on(&right, at),
    };
    let now: Vec<Vec<bool>> = (0..questions.len()).map(now).collect();
    let asked = |&at: &usize| {
        let outcomes = doubts.outcomes.iter().filter_map(|outcome| match outcome {
            OpenOutcome::Keep => Some(right_on(&right, at)),
            OpenOutcome::Remove => Some(vec![false; runs.len()]),
            OpenOutcome::Rekey => None,
        });
        OpenQuestion { now: now[at].clone(), outcomes: outcomes.collect() }
    };
    let mut asked: Vec<OpenQuestion> = open.iter().map(asked).collect();
    if doubts.outcomes.contains(&OpenOutcome::Rekey) {
        add_other_keys(store, &mut prepared, runs, &options, (&open, &mut asked))?;
    }
    let is_open: HashSet<usize> = open.iter().copied().collect();
    let sum = |model: usize, of: &dyn Fn(&usize) -> bool| -> i64 {
        (0..questions.len()).filter(of).map(|at| i64::from(now[at][model])).sum()
    };
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by_cached_key(|&model| (-sum(model, &|_| true), runs[model].model.clone()));
    let in_order = |right: &Vec<bool>| order.iter().map(|&model| right[model]).collect();
    let ordered = |one: &OpenQuestion| OpenQuestion {
        now: in_order(&one.now),
        outcomes: one.outcomes.iter().map(in_order).collect(),
    };
    let asked: Vec<OpenQuestion> = asked.iter().map(ordered).collect();
    let is_settled = |at: &usize| !is_open.contains(at);
    let settled: Vec<i64> = order.iter().map(|&model| sum(model, &is_settled)).collect();
    Ok(BenchmarkStakes {
        strategy,
        models: order.iter().map(|&model| runs[model].model.clone()).collect(),
        open: open.iter().map(|&at| questions[at].0.key().to_owned()).collect(),
        stakes: Stakes::compute(&settled, &asked),
        is_scored: right.iter().flatten().any(Option::is_some),
        warnings: warnings(runs, &right, &answers),
    })
}

/// The positions of the open questions.
fn open_positions(
    benchmark: &Benchmark,
    questions: &[Decided],
    doubts: &Doubts,
) -> Result<Vec<usize>> {
    let at: HashMap<&str, usize> =
        questions.iter().enumerate().map(|(at, (one, _))| (one.key(), at)).collect();
    if let Some(unknown) = doubts.questions.iter().find(|key| !at.contains_key(key.as_str())) {
        let what = format!("{} has no question {unknown}", benchmark.name);
        return Err(StoreError::Unknown { what });
    }
    let named: HashSet<&str> = doubts.questions.iter().map(String::as_str).collect();
    let is_open = |(one, outcome): &Decided| match outcome.why_open() {
        _ if !named.is_empty() => named.contains(one.key()),
        Some(why) => doubts.why.is_empty() || doubts.why.contains(&why),
        None => false,
    };
    Ok((0..questions.len()).filter(|&at| is_open(&questions[at])).collect())
}

/// Which of the runs are right on the question at a position.
fn right_on(right: &[Vec<Option<bool>>], at: usize) -> Vec<bool> {
    right.iter().map(|run| run[at] == Some(true)).collect()
}

/// What makes right answers of these runs hard to compare.
fn warnings(runs: &[Run], right: &[Vec<Option<bool>>], answers: &[RunAnswers]) -> Vec<String> {
    let mut warnings = Vec::new();
    let counted: Vec<usize> = right.iter().map(|run| run.iter().flatten().count()).collect();
    if counted.iter().any(|count| *count != counted[0]) {
        let counts = runs.iter().zip(&counted).map(|(run, count)| format!("{} {count}", run.model));
        warnings.push(format!(
            "the models are scored on different numbers of questions ({}), and places are by right answers",
            counts.collect::<Vec<_>>().join(", ")
        ));
    }
    let outdated: usize = answers.iter().map(|run| run.answers.outdated).sum();
    if outdated > 0 {
        warnings.push(format!(
            "{outdated} answers are to the words before a fix: they are not right; ask again"
        ));
    }
    warnings
}

/// What else can be right on a question.
enum Key {
    Choice(Label),
    /// A short answer that a model gave.
    Value(String),
}

/// Adds which runs are right on the open questions, which are at these positions, under each other key.
fn add_other_keys(
    store: &mut Store,
    prepared: &mut PreparedBenchmark,
    runs: &[Run],
    options: &RunOptions,
    (open, asked): (&[usize], &mut [OpenQuestion]),
) -> Result<()> {
    let mut values: HashMap<usize, BTreeSet<String>> = HashMap::new();
    for run in runs {
        for (question, value) in prepared.wrong_values(store, run)? {
            values.entry(question).or_default().insert(value);
        }
    }
    let other_keys = |&at: &usize| {
        let sheet = &prepared.questions()[at].sheet;
        // Without a reference answer, as in test splits, it counts for no model.
        let labels = sheet.choices.iter().map(|choice| choice.label);
        let others = labels.filter(|label| sheet.answer.is_some_and(|answer| answer != *label));
        let others = others.map(Key::Choice);
        let values = values.remove(&at).unwrap_or_default().into_iter().map(Key::Value);
        (sheet.id, others.chain(values).collect())
    };
    let keys: Vec<(QuestionId, Vec<Key>)> = open.iter().map(other_keys).collect();
    let most = keys.iter().map(|(_, others)| others.len()).max().unwrap_or(0);
    for number in 0..most {
        let (mut labels, mut accepted) = (HashMap::new(), HashMap::new());
        for (id, keys) in &keys {
            match keys.get(number) {
                Some(Key::Choice(label)) => _ = labels.insert(*id, *label),
                Some(Key::Value(value)) => _ = accepted.insert(*id, value.clone()),
                None => {}
            }
        }
        prepared.correct_answers(&labels);
        prepared.accept_values(&accepted);
        let (answers, strategy) = prepared.answers_by(store, runs, options)?;
        let right = prepared.right(&answers, strategy, options.missing);
        for ((one, &at), (_, others)) in asked.iter_mut().zip(open).zip(&keys) {
            if number < others.len() {
                one.outcomes.push(right_on(&right, at));
            }
        }
    }
    Ok(())
}
