//! Rows of judgments and decisions become votes. Names are numbers in the order of their rows, whichever vote came
//! first: what is asked again gives the same tables.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use assay_core::benchmark::team::Role;
use assay_core::benchmark::{PairName, ShortAnswer};
use assay_core::keyword::did_you_mean;
use assay_core::names::Names;
use assay_core::short::judge;
use assay_core::votes::parse::Said;
use assay_core::votes::{AnswerScore, JudgeKind, Judgment, Reading, Style, Votes};
use assay_store::{
    Benchmark, JudgeId, ModelId, QuestionId, Result, Store, StoreError, StoredJudgment,
};

use super::{LoadedVotes, PersonVote, person_votes, removed_questions};
use crate::judging::right_answers;

/// The votes of everyone who judged, with numbers for all names that there are.
pub struct AllVotes {
    loaded: LoadedVotes,
    /// The numbers of rows; of questions those of all their revisions.
    judges: HashMap<JudgeId, u32>,
    questions: HashMap<QuestionId, u32>,
    models: HashMap<ModelId, u32>,
    /// The numbers of questions that were removed.
    removed: HashSet<u32>,
    /// The rows of each judge: all, and those on removed questions.
    rows: Vec<[usize; 2]>,
}

/// Loads the votes of these judges; of all but labels if none is named.
///
/// # Errors
/// If one of them did not judge, or the database cannot be read.
pub fn load(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<LoadedVotes> {
    AllVotes::load(store, benchmark)?.of(wanted)
}

impl AllVotes {
    /// Reads every judgment once, and what people voted here.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark) -> Result<AllVotes> {
        store.at_one_moment(|| {
            let mut all = AllVotes::begin(store, benchmark)?;
            store.for_each_judgment(benchmark, |row, snapshot| all.add(&row, snapshot))?;
            let of_people = person_votes(store, benchmark)?;
            for vote in &of_people {
                all.add_vote(vote);
            }
            all.examine_answers(store, benchmark, &of_people)?;
            let settling = store.people()?.into_iter();
            let settling = settling.filter(|person| person.role.is_some_and(Role::settles));
            let (loaded, entries) = (&mut all.loaded, store.question_entries(benchmark)?);
            let number = |name: String| loaded.votes.judges.find(&name);
            loaded.settling = settling.filter_map(|person| number(person.name)).collect();
            let levels = entries.into_iter();
            let levels = levels.map(|of| (of.key.to_string(), of.l2_category.or(of.category)));
            let levels: HashMap<String, Option<String>> = levels.collect();
            let level = |key: &String| levels.get(key).cloned().flatten();
            loaded.levels = loaded.votes.questions.in_order().iter().map(level).collect();
            Ok(all)
        })
    }

    fn begin(store: &Store, benchmark: &Benchmark) -> Result<AllVotes> {
        let mut loaded = LoadedVotes::default();
        let Votes { judges, questions, models, .. } = &mut loaded.votes;
        let every = store.every_judge()?;
        loaded.kinds = every.iter().map(|judge| judge.kind).collect();
        let numbers = every.iter().map(|judge| (judge.id, judges.code(&judge.name))).collect();
        let of_rows = numbered(store.keys_of_revisions(benchmark)?, questions);
        let removed = removed_questions(store, benchmark)?;
        Ok(AllVotes {
            judges: numbers,
            removed: removed.iter().filter_map(|key| questions.find(key)).collect(),
            questions: of_rows,
            models: numbered(store.model_names()?, models),
            rows: vec![[0; 2]; every.len()],
            loaded,
        })
    }

    /// Adds a stored judgment.
    fn add(&mut self, row: &StoredJudgment, snapshot: &str) {
        let model = |id| self.models.get(&id).copied();
        let (Some(&judge), Some(&question), Some(first)) =
            (self.judges.get(&row.judge), self.questions.get(&row.question_id), model(row.first))
        else {
            return;
        };
        let second = row.second.and_then(model);
        if let Some(cost) = row.cost {
            let of = self.loaded.costs.entry(judge).or_default();
            of.total += cost;
            of.votes += 1;
        }
        let StoredJudgment { turn, repeat, has_order, said, .. } = *row;
        let snapshot = self.loaded.votes.number_snapshot(snapshot);
        match (said, second) {
            (Said::Pair(reading), Some(second)) => self.judged(Judgment {
                question,
                turn,
                repeat,
                first,
                second,
                has_order,
                judge,
                snapshot,
                reading,
            }),
            (Said::Single(score), _) if self.counts(judge, question) => {
                let model = first;
                let score = AnswerScore { question, turn, repeat, model, judge, snapshot, score };
                self.loaded.votes.scores.push(score);
            }
            // The store gives a pair for two answers.
            (Said::Single(_), _) | (Said::Pair(_), None) => {}
        }
    }

    /// Adds what a person voted here.
    fn add_vote(&mut self, (person, pair, reading): &PersonVote) {
        let votes = &mut self.loaded.votes;
        let judge = votes.judges.code(person);
        if votes.judges.count() > self.rows.len() {
            self.rows.push([0; 2]);
            self.loaded.kinds.push(JudgeKind::Person);
        }
        let question = votes.questions.code(pair.key.as_str());
        let [first, second] = pair.models.each_ref().map(|name| votes.models.code(name));
        let (turn, reading) = (pair.turn, *reading);
        let (repeat, has_order, snapshot) = (0, true, 0);
        let judgment =
            Judgment { question, turn, repeat, first, second, has_order, judge, snapshot, reading };
        self.judged(judgment);
    }

    fn judged(&mut self, judgment: Judgment) {
        if self.counts(judgment.judge, judgment.question) {
            self.loaded.votes.judgments.push(judgment);
        }
    }

    /// Counts a row; whether its question was not removed.
    fn counts(&mut self, judge: u32, question: u32) -> bool {
        let is_removed = self.removed.contains(&question);
        let [all, of_removed] = &mut self.rows[judge as usize];
        *all += 1;
        *of_removed += usize::from(is_removed);
        !is_removed
    }

    /// Measures the answers, and compares those that may be scored with the references.
    fn examine_answers(
        &mut self,
        store: &Store,
        benchmark: &Benchmark,
        of_people: &[PersonVote],
    ) -> Result<()> {
        let AllVotes { loaded, questions, models, .. } = self;
        let votes = &mut loaded.votes;
        let is_scored = |vote: &Judgment| matches!(vote.reading, Reading::Scores { .. });
        let mut right: HashMap<u32, ShortAnswer> = HashMap::new();
        if !votes.scores.is_empty() || votes.judgments.iter().any(is_scored) {
            for stored in store.questions_without_parts(benchmark)? {
                let number = votes.questions.find(stored.question.key.as_str());
                right.extend(number.zip(right_answers(&stored.question)));
            }
        }
        let examine = |votes: &mut Votes, place: (u32, u16, u32), text: &str| {
            votes.styles.insert(place, Style::from_text(text));
            if let Some(right) = right.get(&place.0) {
                let is_right = judge(right, text).is_some_and(|verdict| verdict.is_right());
                votes.exact.insert(place, is_right);
            }
        };
        store.for_each_judged_answer(benchmark, |_, (question, turn, model), text| {
            if let Some((&question, &model)) = questions.get(&question).zip(models.get(&model)) {
                examine(votes, (question, turn, model), text);
            }
        })?;
        // The answers that only people saw.
        for (_, PairName { key, models, turn }, _) in of_people {
            for model in models {
                let number = votes.questions.find(key.as_str()).zip(votes.models.find(model));
                let place = number.map(|(question, model)| (question, *turn, model));
                let place = place.filter(|place| !votes.styles.contains_key(place));
                let Some(place) = place else { continue };
                if let Some(text) = store.answer_text(benchmark, key.as_str(), *turn, model)? {
                    examine(votes, place, &text);
                }
            }
        }
        Ok(())
    }

    /// Who judged answers to questions of the benchmark: language models, labels, people.
    pub fn judges(&self) -> impl Iterator<Item = (&str, JudgeKind)> {
        let named = self.loaded.votes.judges.in_order().iter().zip(&self.loaded.kinds);
        let there = named.zip(&self.rows).filter(|(_, [all, _])| *all > 0);
        there.map(|((name, kind), _)| (name.as_str(), *kind))
    }

    /// The votes of these judges; of all but labels if none is named.
    ///
    /// # Errors
    /// If one of them did not judge.
    pub fn of(self, wanted: &[String]) -> Result<LoadedVotes> {
        let there: Vec<&str> = self.judges().map(|(name, _)| name).collect();
        if let Some(unknown) = wanted.iter().find(|name| !there.contains(&name.as_str())) {
            let meant = did_you_mean(unknown, there.iter().copied());
            let there = there.join(", ");
            let what = format!("no judge is called {unknown}{meant} (there are: {there})");
            return Err(StoreError::Unknown { what });
        }
        let AllVotes { mut loaded, rows, .. } = self;
        let LoadedVotes { votes, kinds, settling, costs, of_removed_questions, .. } = &mut loaded;
        let mut names = Names::default();
        let all = votes.judges.in_order().iter().zip(std::mem::take(kinds)).zip(rows);
        let numbers = all.map(|((name, kind), [all, of_removed])| {
            let is_wanted = match wanted {
                [] => kind != JudgeKind::Label,
                _ => wanted.contains(name),
            };
            (all > 0 && is_wanted).then(|| {
                kinds.push(kind);
                *of_removed_questions += of_removed;
                names.code(name)
            })
        });
        let numbers: Vec<Option<u32>> = numbers.collect();
        let number = |judge: u32| numbers[judge as usize];
        votes.judgments.retain(|vote| number(vote.judge).is_some());
        votes.scores.retain(|score| number(score.judge).is_some());
        let own = votes.judgments.iter_mut().map(|vote| &mut vote.judge);
        for judge in own.chain(votes.scores.iter_mut().map(|score| &mut score.judge)) {
            *judge = number(*judge).unwrap_or_default();
        }
        votes.judges = names;
        *settling = settling.iter().filter_map(|&judge| number(judge)).collect();
        let own = std::mem::take(costs).into_iter();
        *costs = own.filter_map(|(judge, cost)| Some((number(judge)?, cost))).collect();
        Ok(loaded)
    }
}

/// Numbers names in the order of their rows.
fn numbered<I: Copy + Ord + Hash>(rows: HashMap<I, String>, names: &mut Names) -> HashMap<I, u32> {
    let mut rows: Vec<(I, String)> = rows.into_iter().collect();
    rows.sort_unstable_by_key(|(id, _)| *id);
    rows.into_iter().map(|(id, name)| (id, names.code(&name))).collect()
}
