//! From the stored judgments to the votes that figures are computed from: the only way from rows to figures.

mod people;
pub mod trust;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use assay_core::benchmark::outcome::{Fate, Policy};
use assay_core::keyword::did_you_mean;
use assay_core::votes::parse::Said;
use assay_core::votes::{AnswerScore, JudgeKind, Judgment, Style, Verdict, Votes};
use assay_store::{
    Benchmark, JudgeId, ModelId, QuestionId, Result, Store, StoreError, StoredJudgment,
};

use self::people::{PersonVote, person_votes};
use crate::outcomes::question_outcomes;

/// The votes of some judges on the questions of a benchmark.
#[derive(Clone, Debug, Default)]
pub struct LoadedVotes {
    pub votes: Votes,
    /// The kind of each judge, by its number.
    pub kinds: Vec<JudgeKind>,
    /// The level of each question, by its number: its L-2 ability, else its category.
    pub levels: Vec<Option<String>>,
    /// The number of judgments that are left out because their questions were removed.
    pub of_removed_questions: usize,
}

/// Loads the votes of these judges; of all but labels if none is named.
///
/// # Errors
/// If one of them did not judge, or the database cannot be read.
pub fn load(store: &Store, benchmark: &Benchmark, judges: &[String]) -> Result<LoadedVotes> {
    store.at_one_moment(|| {
        let people = person_votes(store, benchmark)?;
        let mut loading = Loading::begin(store, benchmark, judges, &people)?;
        store.for_each_judgment(benchmark, |judgment| loading.add(&judgment))?;
        loading.add_people(people, judges);
        store.for_each_judged_answer(benchmark, |_, (question, turn, model), text| {
            if let (Some(&Some(question)), Some(&model)) =
                (loading.questions.get(&question), loading.models.get(&model))
            {
                let style = Style::from_text(text);
                loading.loaded.votes.styles.insert((question, turn, model), style);
            }
        })?;
        Ok(loading.loaded)
    })
}

/// The numbers of names, which are given out as they occur.
struct Loading {
    loaded: LoadedVotes,
    judges: HashMap<JudgeId, (String, JudgeKind)>,
    codes: HashMap<JudgeId, u32>,
    names: HashMap<ModelId, String>,
    models: HashMap<ModelId, u32>,
    /// The keys and levels of questions that were not removed.
    keys: HashMap<QuestionId, (String, Option<String>)>,
    /// `None` for a question that was removed.
    questions: HashMap<QuestionId, Option<u32>>,
}

impl Loading {
    fn begin(
        store: &Store,
        benchmark: &Benchmark,
        wanted: &[String],
        people: &[PersonVote],
    ) -> Result<Loading> {
        let all = store.judges(benchmark)?;
        let people: BTreeSet<&str> = people.iter().map(|vote| vote.person.as_str()).collect();
        for name in wanted {
            if !all.iter().any(|judge| judge.name == *name) && !people.contains(name.as_str()) {
                let names = all.iter().map(|judge| judge.name.as_str());
                let names = names.chain(people.iter().copied());
                let there = names.clone().collect::<Vec<_>>().join(", ");
                let meant = did_you_mean(name, names);
                let what = format!(
                    "no judge of {} is called {name}{meant} (there are: {there})",
                    benchmark.name
                );
                return Err(StoreError::Unknown { what });
            }
        }
        let is_wanted = |name: &String, kind| match wanted {
            [] => kind != JudgeKind::Label,
            _ => wanted.contains(name),
        };
        let chosen = all.into_iter().filter(|judge| is_wanted(&judge.name, judge.kind));
        let judges = chosen.map(|judge| (judge.id, (judge.name, judge.kind))).collect();
        let removed: HashSet<String> = question_outcomes(store, benchmark, Policy::default())?
            .into_iter()
            .filter(|question| question.outcome.fate == Fate::Removed)
            .map(|question| question.question.key().to_owned())
            .collect();
        let entries = store.question_entries(benchmark)?.into_iter();
        let levels: HashMap<String, Option<String>> = entries
            .map(|entry| (entry.key.to_string(), entry.l2_category.or(entry.category)))
            .collect();
        let with_level = |(id, key): (QuestionId, String)| {
            let level = levels.get(&key).cloned().flatten();
            (id, (key, level))
        };
        let keys = store.keys_of_revisions(benchmark)?.into_iter();
        Ok(Loading {
            loaded: LoadedVotes::default(),
            judges,
            codes: HashMap::new(),
            names: store.model_names()?,
            models: HashMap::new(),
            keys: keys.filter(|(_, key)| !removed.contains(key)).map(with_level).collect(),
            questions: HashMap::new(),
        })
    }

    fn add(&mut self, row: &StoredJudgment) {
        let Loading { loaded, judges, codes, names, models, keys, questions } = self;
        let LoadedVotes { votes, kinds, levels, of_removed_questions } = loaded;
        let Some((judge, kind)) = judges.get(&row.judge) else { return };
        let question = *questions.entry(row.question_id).or_insert_with(|| {
            let (key, level) = keys.get(&row.question_id)?;
            let code = votes.questions.code(key);
            if code as usize == levels.len() {
                levels.push(level.clone());
            }
            Some(code)
        });
        let Some(question) = question else {
            *of_removed_questions += 1;
            return;
        };
        let judge = *codes.entry(row.judge).or_insert_with(|| {
            kinds.push(*kind);
            votes.judges.code(judge)
        });
        let mut model = |id| {
            let name = names.get(&id).map(String::as_str).unwrap_or_default();
            *models.entry(id).or_insert_with(|| votes.models.code(name))
        };
        let (first, second) = (model(row.first), row.second.map(model));
        let StoredJudgment { turn, repeat, said, .. } = *row;
        match (said, second) {
            (Said::Pair(reading), Some(second)) => {
                let vote = Judgment { question, turn, repeat, first, second, judge, reading };
                votes.judgments.push(vote);
            }
            (Said::Single(score), _) => {
                let score = AnswerScore { question, turn, repeat, model: first, judge, score };
                votes.scores.push(score);
            }
            // The store gives a pair for two answers.
            (Said::Pair(_), None) => {}
        }
    }
}

impl Loading {
    /// Adds the votes that people gave here, each person a judge.
    fn add_people(&mut self, people: Vec<PersonVote>, wanted: &[String]) {
        let Loading { loaded, keys, .. } = self;
        let LoadedVotes { votes, kinds, levels, of_removed_questions } = loaded;
        let known: HashMap<&str, &Option<String>> =
            keys.values().map(|(key, level)| (key.as_str(), level)).collect();
        for PersonVote { person, pair, reading } in people {
            if !wanted.is_empty() && !wanted.contains(&person) {
                continue;
            }
            let Some(level) = known.get(pair.key.as_str()) else {
                *of_removed_questions += 1;
                continue;
            };
            let question = votes.questions.code(pair.key.as_str());
            if question as usize == levels.len() {
                levels.push((*level).clone());
            }
            let judge = votes.judges.code(&person);
            if judge as usize == kinds.len() {
                kinds.push(JudgeKind::Person);
            }
            let [first, second] = pair.models.map(|model| votes.models.code(&model));
            let (turn, repeat) = (pair.turn, 0);
            let vote = Judgment { question, turn, repeat, first, second, judge, reading };
            votes.judgments.push(vote);
        }
    }
}

impl LoadedVotes {
    /// The number of a judge.
    pub fn judge(&self, name: &str) -> Option<u32> {
        self.votes.judges.find(name)
    }

    /// The names of the judges of this kind.
    pub fn judges_of(&self, kind: JudgeKind) -> Vec<String> {
        let named = self.votes.judges.in_order().iter().zip(&self.kinds);
        named.filter(|(_, own)| **own == kind).map(|(name, _)| name.clone()).collect()
    }

    /// The votes of one judge alone.
    #[must_use]
    pub fn of_judge(&self, judge: u32) -> LoadedVotes {
        let mut own = self.clone();
        own.votes.judgments.retain(|vote| vote.judge == judge);
        own.votes.scores.retain(|score| score.judge == judge);
        own
    }

    /// The level of a question.
    pub fn level(&self, question: u32) -> Option<String> {
        self.levels.get(question as usize).cloned().flatten()
    }

    /// The model whose answer is known to be the better one, by question, as a judge of labels has it.
    pub fn labels(&self, label: u32) -> BTreeMap<u32, u32> {
        let better = |vote: &Judgment| match vote.reading.verdict().ok()? {
            Verdict::First => Some((vote.question, vote.first)),
            Verdict::Second => Some((vote.question, vote.second)),
            Verdict::Tie => None,
        };
        let votes = self.votes.judgments.iter().filter(|vote| vote.judge == label);
        votes.filter_map(better).collect()
    }

    /// What readers of every table must know of its votes.
    pub fn warnings(&self) -> Vec<String> {
        let has = |kind| self.kinds.contains(&kind);
        let mixed = (has(JudgeKind::Model) && has(JudgeKind::Person)).then(|| {
            "votes of language models and of people are pooled; --by judge parts them, --judge chooses"
                .to_owned()
        });
        let judges = self.kinds.len();
        let pooled = (judges > 1 && mixed.is_none()).then(|| {
            format!(
                "the votes of {judges} judges are pooled; --by judge parts them, --judge chooses"
            )
        });
        let removed = (self.of_removed_questions > 0).then(|| {
            let count = self.of_removed_questions;
            format!("{count} votes are left out because reviewers removed their questions")
        });
        mixed.into_iter().chain(pooled).chain(removed).collect()
    }
}
