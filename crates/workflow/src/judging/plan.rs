//! The comparisons that a judge is to be asked about: those of the answers in the database that it has not judged.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::options::JudgingOptions;
use super::pairs::{Orders, Pairs};
use crate::evaluation::{positions_of_revisions, runs_of_models};
use crate::infer::AskError;
use assay_core::benchmark::vote::PairOrder;
use assay_core::benchmark::{PairName, Question};
use assay_core::votes::Undecided;
use assay_core::votes::parse::Mode;
use assay_store::{Benchmark, ModelId, PredictionId, Store, StoredQuestion};
use serde_json::Value;

/// An answer in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub id: Option<PredictionId>,
    pub text: String,
}

/// Answers by the position of the question and the turn, and by model.
pub type Answers = BTreeMap<(usize, u16), BTreeMap<usize, Answer>>;

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
#[derive(Debug, Default)]
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
        let mut plan = Plan::without_comparisons(store, benchmark, options, &wanted)?;
        let done = plan.judged(store, benchmark, &options.judge)?;
        plan.compare(options, &done)?;
        Ok(plan)
    }

    /// The answers of these models, of all if none is wanted.
    pub fn without_comparisons(
        store: &Store,
        benchmark: &Benchmark,
        options: &JudgingOptions,
        wanted: &[String],
    ) -> Result<Self, AskError> {
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
                if let Some(place) = place.filter(|_| !prediction.failed()) {
                    let id = rows.get(&(id, prediction.pass)).copied();
                    let answer = Answer { id, text: prediction.text };
                    answers.entry(place).or_default().insert(model, answer);
                }
            })?;
        }
        let models = runs.into_iter().map(|run| run.model).collect();
        Ok(Plan { models, questions, answers, ..Plan::default() })
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
        let open = |at: &usize| self.questions[*at].question.choices.is_empty();
        let open = (0..self.questions.len()).filter(open).take(options.limit.unwrap_or(usize::MAX));
        let (mut wanted, mut without) = (Vec::new(), 0);
        for question in open {
            self.looked_at += 1;
            let mut turns = self.answers.range((question, 0)..=(question, u16::MAX)).peekable();
            if turns.peek().is_none() {
                without += sides.len();
            }
            for (&(_, turn), answered) in turns {
                for &(first, second) in &sides {
                    let mut models = [Some(first), second].into_iter().flatten();
                    if !models.all(|model| answered.contains_key(&model)) {
                        without += 1;
                        continue;
                    }
                    for repeat in 0..options.repeats {
                        let one = Comparison { question, turn, first, second, repeat };
                        wanted.extend(self.in_orders(options, one));
                    }
                }
            }
        }
        self.unanswered = without;
        for orders in wanted {
            match orders.iter().any(|one| done.contains(one)) {
                true => self.reused += 1,
                false => self.comparisons.push(orders[0]),
            }
        }
        Ok(())
    }

    /// A comparison in the orders that are wanted, each with what counts for it if it is done.
    fn in_orders(&self, options: &JudgingOptions, one: Comparison) -> Vec<Vec<Comparison>> {
        let Some(second) = one.second else { return vec![vec![one]] };
        let swapped = Comparison { first: second, second: Some(one.first), ..one };
        match options.orders {
            Orders::Both => vec![vec![one], vec![swapped]],
            Orders::Random => {
                let mut models = [one.first, second].map(|model| self.models[model].clone());
                // The same pair has the same order, whichever model is named first.
                let is_descending = models[0] > models[1];
                models.sort_unstable();
                let key = self.question(&one).key.clone();
                let name = PairName { key, models, turn: one.turn };
                let order = PairOrder::for_person(options.seed, &format!("{name}/{}", one.repeat));
                match (order == PairOrder::Ba) == is_descending {
                    true => vec![vec![one, swapped]],
                    false => vec![vec![swapped, one]],
                }
            }
        }
    }

    /// The question of a comparison.
    pub fn question(&self, one: &Comparison) -> &Question {
        &self.questions[one.question].question
    }

    /// The answer of a model.
    pub fn answer(&self, one: &Comparison, model: usize) -> Option<&Answer> {
        self.answers.get(&(one.question, one.turn))?.get(&model)
    }

    /// The texts that are shown, in order: an answer of a later turn below the turns before it.
    pub fn texts(&self, one: &Comparison) -> Vec<String> {
        let asked = self.question(one).extra.get("turns");
        let turns = self.answers.range((one.question, 0)..=(one.question, one.turn));
        let text = |model| {
            let own = turns.clone().filter_map(|(&(_, turn), of)| Some((turn, of.get(&model)?)));
            let own: Vec<(u16, &Answer)> = own.collect();
            if let [(_, only)] = own[..] {
                return only.text.clone();
            }
            let shown = |(turn, answer): (u16, &Answer)| {
                let asked = asked.and_then(|asked| asked.get(usize::from(turn).wrapping_sub(1)));
                let asked = asked.and_then(Value::as_str).unwrap_or_default();
                let is_last = if turn == one.turn { ", to be judged" } else { "" };
                let head = format!("[Turn {turn}{is_last}] {asked}");
                format!("{}\n{}", head.trim_end(), answer.text)
            };
            own.into_iter().map(shown).collect::<Vec<_>>().join("\n\n")
        };
        [Some(one.first), one.second].into_iter().flatten().map(text).collect()
    }

    /// What a judge said about these models and questions, without what failed.
    fn judged(
        &self,
        store: &Store,
        benchmark: &Benchmark,
        judge: &str,
    ) -> Result<HashSet<Comparison>, AskError> {
        let mut done = HashSet::new();
        let judges = store.judges(benchmark)?;
        let Some(judge) = judges.into_iter().find(|known| known.name == judge) else {
            return Ok(done);
        };
        let names: HashMap<ModelId, String> = store.model_names()?;
        let number =
            |id: ModelId| self.models.iter().position(|model| Some(model) == names.get(&id));
        let ids = self.questions.iter().map(|stored| stored.id);
        let positions = positions_of_revisions(store, benchmark, ids)?;
        store.for_each_judgment(benchmark, |row, _| {
            if row.judge != judge.id || row.said.undecided() == Some(Undecided::Failed) {
                return;
            }
            let second = row.second.map(number);
            if let (Some(&question), Some(first), false) =
                (positions.get(&row.question_id), number(row.first), second == Some(None))
            {
                let (turn, second, repeat) = (row.turn, second.flatten(), row.repeat);
                done.insert(Comparison { question, turn, first, second, repeat });
            }
        })?;
        Ok(done)
    }
}
