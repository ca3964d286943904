//! Rows of judgments and decisions become votes, whose names are numbers in order of appearance.

use std::collections::{HashMap, HashSet};

use assay_core::benchmark::PairName;
use assay_core::benchmark::outcome::{Fate, Policy};
use assay_core::keyword::did_you_mean;
use assay_core::names::Names;
use assay_core::votes::parse::Said;
use assay_core::votes::{AnswerScore, JudgeKind, Judgment, Style};
use assay_store::{
    Benchmark, JudgeId, ModelId, QuestionId, Result, Store, StoreError, StoredJudgment,
};

use super::people::PersonVote;
use super::{LoadedVotes, judges};
use crate::outcomes::question_outcomes;

pub(super) struct Loading {
    pub loaded: LoadedVotes,
    /// The judges whose votes are wanted.
    wanted: HashMap<String, JudgeKind>,
    /// The names of those whose judgments are stored.
    names: HashMap<JudgeId, String>,
    model_names: HashMap<ModelId, String>,
    /// The keys of questions by their revisions.
    keys: HashMap<QuestionId, String>,
    levels: HashMap<String, Option<String>>,
    removed: HashSet<String>,
    /// The numbers that rows were given; `None` for a judge who is not wanted, and for a removed question.
    judges: HashMap<JudgeId, Option<u32>>,
    questions: HashMap<QuestionId, Option<u32>>,
    models: HashMap<ModelId, u32>,
}

impl Loading {
    pub fn begin(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<Loading> {
        let all = judges(store, benchmark)?;
        let there = || all.iter().map(|(name, _)| name.as_str());
        if let Some(unknown) = wanted.iter().find(|name| there().all(|known| known != *name)) {
            let (meant, there) =
                (did_you_mean(unknown, there()), there().collect::<Vec<_>>().join(", "));
            let of = &benchmark.name;
            let what = format!("no judge of {of} is called {unknown}{meant} (there are: {there})");
            return Err(StoreError::Unknown { what });
        }
        let is_wanted = |(name, kind): &(String, JudgeKind)| match wanted {
            [] => *kind != JudgeKind::Label,
            _ => wanted.contains(name),
        };
        let outcomes = question_outcomes(store, benchmark, Policy::default())?.into_iter();
        let removed = outcomes.filter(|question| question.outcome.fate == Fate::Removed);
        let entries = store.question_entries(benchmark)?.into_iter();
        let level = entries.map(|of| (of.key.to_string(), of.l2_category.or(of.category)));
        let stored = store.judges(benchmark)?;
        Ok(Loading {
            loaded: LoadedVotes::default(),
            wanted: all.iter().filter(|judge| is_wanted(judge)).cloned().collect(),
            names: stored.into_iter().map(|judge| (judge.id, judge.name)).collect(),
            model_names: store.model_names()?,
            keys: store.keys_of_revisions(benchmark)?,
            levels: level.collect(),
            removed: removed.map(|question| question.question.key().to_owned()).collect(),
            judges: HashMap::new(),
            questions: HashMap::new(),
            models: HashMap::new(),
        })
    }

    /// Adds a stored judgment.
    pub fn add(&mut self, row: &StoredJudgment) {
        let Some(judge) = self.judge_of_row(row.judge) else { return };
        let Some(question) = self.question_of_row(row.question_id) else {
            self.loaded.of_removed_questions += 1;
            return;
        };
        let first = self.model_of_row(row.first);
        let second = row.second.map(|model| self.model_of_row(model));
        let StoredJudgment { turn, repeat, has_order, said, .. } = *row;
        let votes = &mut self.loaded.votes;
        match (said, second) {
            (Said::Pair(reading), Some(second)) => {
                votes.judgments.push(Judgment {
                    question,
                    turn,
                    repeat,
                    first,
                    second,
                    has_order,
                    judge,
                    reading,
                });
            }
            (Said::Single(score), _) => {
                let score = AnswerScore { question, turn, repeat, model: first, judge, score };
                votes.scores.push(score);
            }
            // The store gives a pair for two answers.
            (Said::Pair(_), None) => {}
        }
    }

    /// Adds what a person voted here.
    pub fn add_vote(&mut self, vote: &PersonVote) {
        let PairName { key, models, turn } = &vote.pair;
        let Some(judge) = self.judge(&vote.person) else { return };
        let Some(question) = self.question(key.as_str()) else {
            self.loaded.of_removed_questions += 1;
            return;
        };
        let [first, second] = models.each_ref().map(|name| self.loaded.votes.models.code(name));
        let (turn, repeat, has_order, reading) = (*turn, 0, true, vote.reading);
        let vote = Judgment { question, turn, repeat, first, second, has_order, judge, reading };
        self.loaded.votes.judgments.push(vote);
    }

    /// Gives models and questions their numbers in the order of their rows, whichever judgment came first: what is
    /// asked again gives the same tables.
    pub fn number_by_rows(&mut self) {
        let LoadedVotes { votes, levels, .. } = &mut self.loaded;
        let mut models: Vec<(ModelId, u32)> =
            self.models.iter().map(|(&id, &number)| (id, number)).collect();
        models.sort_unstable();
        let models = renumber(&mut votes.models, models.into_iter().map(|(_, number)| number));
        let mut questions: Vec<(QuestionId, u32)> =
            self.questions.iter().filter_map(|(&id, &number)| Some((id, number?))).collect();
        questions.sort_unstable();
        let questions =
            renumber(&mut votes.questions, questions.into_iter().map(|(_, number)| number));
        let new = |numbers: &[u32], number: &mut u32| *number = numbers[*number as usize];
        for vote in &mut votes.judgments {
            new(&questions, &mut vote.question);
            new(&models, &mut vote.first);
            new(&models, &mut vote.second);
        }
        for score in &mut votes.scores {
            new(&questions, &mut score.question);
            new(&models, &mut score.model);
        }
        let mut ordered = vec![None; levels.len()];
        for (level, &number) in levels.drain(..).zip(&questions) {
            ordered[number as usize] = level;
        }
        *levels = ordered;
        self.models.values_mut().for_each(|number| new(&models, number));
        self.questions.values_mut().flatten().for_each(|number| new(&questions, number));
    }

    /// Adds the style of an answer that was judged.
    pub fn add_style(&mut self, question: QuestionId, turn: u16, model: ModelId, style: Style) {
        let known = self.questions.get(&question).copied().flatten().zip(self.models.get(&model));
        if let Some((question, &model)) = known {
            self.loaded.votes.styles.insert((question, turn, model), style);
        }
    }

    fn judge_of_row(&mut self, id: JudgeId) -> Option<u32> {
        if let Some(&known) = self.judges.get(&id) {
            return known;
        }
        let name = self.names.get(&id).cloned();
        let judge = name.and_then(|name| self.judge(&name));
        self.judges.insert(id, judge);
        judge
    }

    fn judge(&mut self, name: &str) -> Option<u32> {
        let kind = *self.wanted.get(name)?;
        let code = self.loaded.votes.judges.code(name);
        if code as usize == self.loaded.kinds.len() {
            self.loaded.kinds.push(kind);
        }
        Some(code)
    }

    fn question_of_row(&mut self, id: QuestionId) -> Option<u32> {
        if let Some(&known) = self.questions.get(&id) {
            return known;
        }
        let key = self.keys.get(&id).cloned();
        let question = key.and_then(|key| self.question(&key));
        self.questions.insert(id, question);
        question
    }

    /// The number of a question; `None` if it was removed.
    fn question(&mut self, key: &str) -> Option<u32> {
        if self.removed.contains(key) {
            return None;
        }
        let code = self.loaded.votes.questions.code(key);
        if code as usize == self.loaded.levels.len() {
            self.loaded.levels.push(self.levels.get(key).cloned().flatten());
        }
        Some(code)
    }

    fn model_of_row(&mut self, id: ModelId) -> u32 {
        let name = self.model_names.get(&id).map(String::as_str).unwrap_or_default();
        let votes = &mut self.loaded.votes;
        *self.models.entry(id).or_insert_with(|| votes.models.code(name))
    }
}

/// Numbers names anew, these first and in this order. Returns the new number of each old one.
fn renumber(names: &mut Names, first: impl Iterator<Item = u32>) -> Vec<u32> {
    let old = std::mem::take(names);
    let count = old.count() as u32;
    let mut new = vec![0; count as usize];
    for number in first.chain(0..count) {
        new[number as usize] = names.code(old.name(number));
    }
    new
}
