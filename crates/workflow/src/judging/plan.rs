//! The comparisons that a judge is to be asked about: those of the answers in the database that it has not judged.

use std::collections::{HashMap, HashSet};

use super::options::JudgingOptions;
use super::pairs::{Orders, Pairs};
use crate::evaluation::{positions_of_revisions, runs_of_models};
use crate::infer::AskError;
use assay_core::benchmark::Question;
use assay_core::votes::parse::{Mode, Said};
use assay_core::votes::{JudgeKind, Undecided};
use assay_store::{Benchmark, ModelId, PredictionId, Store, StoredQuestion};

/// An answer in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub id: Option<PredictionId>,
    pub text: String,
}

/// Answers by the model, the position of the question, and the turn.
pub type Answers = HashMap<(usize, usize, u16), Answer>;

/// A look at two answers in the order shown, or at one. Models and questions are positions in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    pub question: usize,
    pub turn: u16,
    pub first: usize,
    pub second: Option<usize>,
    pub repeat: u16,
}

/// What a judge is to be asked.
#[derive(Debug)]
pub struct Plan {
    pub models: Vec<String>,
    pub questions: Vec<StoredQuestion>,
    pub answers: Answers,
    pub comparisons: Vec<Comparison>,
    /// Open questions that were examined.
    pub looked_at: usize,
    /// Comparisons that were judged before.
    pub reused: usize,
    /// Pairs of answers, or answers, of which one is not there.
    pub unanswered: usize,
}

impl Plan {
    /// Loads the answers, and compares with what the judge has said.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        options: &JudgingOptions,
    ) -> Result<Self, AskError> {
        let named = options.pairs.named();
        // Each of them must have answers.
        runs_of_models(store, benchmark, &named, Some(options.input))?;
        let is_all = options.models.is_empty() && !matches!(options.pairs, Pairs::List(_));
        let wanted = if is_all { Vec::new() } else { [options.models.clone(), named].concat() };
        let (models, questions, answers) = load_answers(store, benchmark, options, &wanted)?;
        let done = judged(store, benchmark, options, &models, &questions)?;
        let mut plan = Plan {
            models,
            questions,
            answers,
            comparisons: Vec::new(),
            looked_at: 0,
            reused: 0,
            unanswered: 0,
        };
        plan.compare(options, &done)?;
        Ok(plan)
    }

    /// Adds the comparisons of all open questions that are not done.
    fn compare(
        &mut self,
        options: &JudgingOptions,
        done: &HashSet<Comparison>,
    ) -> Result<(), AskError> {
        let sides: Vec<(usize, Option<usize>)> = match options.mode() {
            Mode::Single => (0..self.models.len()).map(|model| (model, None)).collect(),
            Mode::Vote | Mode::Score => {
                options.pairs.between(&self.models).into_iter().map(|(a, b)| (a, Some(b))).collect()
            }
        };
        if sides.is_empty() {
            return Err(AskError::Refused(format!(
                "there is nothing to compare: only {} answered (input {}); bring answers of another model with \
                 `assay infer` or `assay import answers`",
                self.models.join(", "),
                options.input
            )));
        }
        let turns = turns(&self.answers, self.questions.len());
        let is_open = |at: &usize| self.questions[*at].question.choices.is_empty();
        let open =
            (0..self.questions.len()).filter(is_open).take(options.limit.unwrap_or(usize::MAX));
        for question in open.collect::<Vec<_>>() {
            self.looked_at += 1;
            for &turn in &turns[question] {
                for &(a, b) in &sides {
                    let has = |model| self.answers.contains_key(&(model, question, turn));
                    if !has(a) || b.is_some_and(|b| !has(b)) {
                        self.unanswered += 1;
                        continue;
                    }
                    for repeat in 0..options.repeats {
                        let one = Comparison { question, turn, first: a, second: b, repeat };
                        for alternatives in self.in_orders(options, one) {
                            match alternatives.iter().any(|one| done.contains(one)) {
                                true => self.reused += 1,
                                false => self.comparisons.push(alternatives[0]),
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// A comparison in the orders that are wanted, each with what counts for it if it is done.
    fn in_orders(&self, options: &JudgingOptions, one: Comparison) -> Vec<Vec<Comparison>> {
        let Some(second) = one.second else { return vec![vec![one]] };
        let swapped = Comparison { first: second, second: Some(one.first), ..one };
        let models = [one.first, second].map(|model| self.models[model].as_str());
        let question = &self.questions[one.question].question;
        match options.orders {
            Orders::Both => vec![vec![one], vec![swapped]],
            Orders::Random if is_swapped(options.seed, question, one, models) => {
                vec![vec![swapped, one]]
            }
            Orders::Random => vec![vec![one, swapped]],
        }
    }

    /// The texts that are shown, in order.
    pub fn texts(&self, one: &Comparison) -> Vec<&str> {
        let answer = |model| self.answer(one, model).map_or("", |answer| answer.text.as_str());
        [Some(one.first), one.second].into_iter().flatten().map(answer).collect()
    }

    /// The answer of a model.
    pub fn answer(&self, one: &Comparison, model: usize) -> Option<&Answer> {
        self.answers.get(&(model, one.question, one.turn))
    }
}

/// The models, the questions and the answers of a benchmark; of all models if none is wanted.
pub fn load_answers(
    store: &Store,
    benchmark: &Benchmark,
    options: &JudgingOptions,
    wanted: &[String],
) -> Result<(Vec<String>, Vec<StoredQuestion>, Answers), AskError> {
    let runs = runs_of_models(store, benchmark, wanted, Some(options.input))?;
    let questions = store.whole_questions(benchmark)?;
    let ids = questions.iter().map(|stored| stored.id);
    let positions = positions_of_revisions(store, benchmark, ids)?;
    let mut answers = Answers::new();
    for (model, run) in runs.iter().enumerate() {
        let rows = store.prediction_ids(run)?;
        store.for_each_prediction(run, |id, prediction| {
            let turn = u16::try_from(prediction.pass.0).ok();
            let place = positions.get(&id).copied().zip(turn);
            let place = place.filter(|_| !prediction.failed());
            if let Some((question, turn)) = place {
                let id = rows.get(&(id, prediction.pass)).copied();
                answers.insert((model, question, turn), Answer { id, text: prediction.text });
            }
        })?;
    }
    Ok((runs.into_iter().map(|run| run.model).collect(), questions, answers))
}

/// The turns of each question to which there are answers; one, if there are none.
fn turns(answers: &Answers, questions: usize) -> Vec<Vec<u16>> {
    let mut turns = vec![Vec::new(); questions];
    for &(_, question, turn) in answers.keys() {
        turns[question].push(turn);
    }
    for turns in &mut turns {
        if turns.is_empty() {
            turns.push(0);
        }
        turns.sort_unstable();
        turns.dedup();
    }
    turns
}

/// What the judge said about these models and questions, without what failed.
fn judged(
    store: &Store,
    benchmark: &Benchmark,
    options: &JudgingOptions,
    models: &[String],
    questions: &[StoredQuestion],
) -> Result<HashSet<Comparison>, AskError> {
    let mut done = HashSet::new();
    let judges = store.judges(benchmark)?;
    let Some(judge) = judges.into_iter().find(|judge| judge.name == options.judge) else {
        return Ok(done);
    };
    if judge.kind != JudgeKind::Model {
        return Err(AskError::Refused(format!(
            "{} is a judge whose votes were imported, not a language model; choose another --judge name",
            judge.name
        )));
    }
    let names = store.model_names()?;
    let number = |id: ModelId| models.iter().position(|model| names.get(&id) == Some(model));
    let ids = questions.iter().map(|stored| stored.id);
    let positions = positions_of_revisions(store, benchmark, ids)?;
    store.for_each_judgment(benchmark, |one| {
        let has_failed = match one.said {
            Said::Pair(reading) => reading.preference().err(),
            Said::Single(value) => value.err(),
        } == Some(Undecided::Failed);
        let second = one.second.map(number);
        if let (Some(&question), Some(first), false, false) = (
            positions.get(&one.question_id).filter(|_| one.judge == judge.id),
            number(one.first),
            has_failed,
            second == Some(None),
        ) {
            let second = second.flatten();
            let (turn, repeat) = (one.turn, one.repeat);
            done.insert(Comparison { question, turn, first, second, repeat });
        }
    })?;
    Ok(done)
}

/// Whether the seed shows the second model first.
fn is_swapped(seed: u64, question: &Question, one: Comparison, models: [&str; 2]) -> bool {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&seed.to_le_bytes())
        .update(&one.turn.to_le_bytes())
        .update(&one.repeat.to_le_bytes());
    // The same pair has the same order, whichever model is named first.
    let is_descending = models[0] > models[1];
    let [low, high] = if is_descending { [models[1], models[0]] } else { models };
    for text in [question.key.as_str(), low, high] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    (hasher.finalize().as_bytes()[0] % 2 == 1) != is_descending
}
