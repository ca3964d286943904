//! Rows of judgments and decisions become votes. Names are numbers in the order of their rows, whichever vote came
//! first: what is asked again gives the same tables.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use assay_core::benchmark::PairName;
use assay_core::keyword::did_you_mean;
use assay_core::names::Names;
use assay_core::votes::parse::Said;
use assay_core::votes::{AnswerScore, JudgeKind, Judgment, Reading, Style, Votes};
use assay_store::{
    Benchmark, JudgeId, ModelId, QuestionId, Result, Store, StoreError, StoredJudgment,
};

use super::{LoadedVotes, judges, person_votes, removed_questions};

/// The votes so far, with numbers for all names that there are.
struct Loading {
    loaded: LoadedVotes,
    /// The numbers of rows; of questions those of all their revisions.
    judges: HashMap<JudgeId, u32>,
    questions: HashMap<QuestionId, u32>,
    models: HashMap<ModelId, u32>,
    /// The numbers of questions that were removed.
    removed: HashSet<u32>,
}

/// Loads the votes of these judges; of all but labels if none is named.
///
/// # Errors
/// If one of them did not judge, or the database cannot be read.
pub fn load(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<LoadedVotes> {
    store.at_one_moment(|| {
        let mut loading = Loading::begin(store, benchmark, wanted)?;
        store.for_each_judgment(benchmark, |row| loading.add(&row))?;
        let of_people = person_votes(store, benchmark)?;
        for (person, pair, reading) in &of_people {
            loading.add_vote(person, pair, *reading);
        }
        store.for_each_judged_answer(benchmark, |_, (question, turn, model), text| {
            let place = loading.questions.get(&question).zip(loading.models.get(&model));
            if let Some((&question, &model)) = place {
                let style = Style::from_text(text);
                loading.loaded.votes.styles.insert((question, turn, model), style);
            }
        })?;
        // The answers that only people saw.
        let votes = &mut loading.loaded.votes;
        for (_, PairName { key, models, turn }, _) in &of_people {
            for model in models {
                let number = votes.questions.find(key.as_str()).zip(votes.models.find(model));
                let place = number.map(|(question, model)| (question, *turn, model));
                let place = place.filter(|place| !votes.styles.contains_key(place));
                let Some(place) = place else { continue };
                if let Some(text) = store.answer_text(benchmark, key.as_str(), *turn, model)? {
                    votes.styles.insert(place, Style::from_text(&text));
                }
            }
        }
        let mut loaded = loading.loaded;
        leave_out_unused_names(&mut loaded.votes);
        let entries = store.question_entries(benchmark)?.into_iter();
        let levels = entries.map(|of| (of.key.to_string(), of.l2_category.or(of.category)));
        let levels: HashMap<String, Option<String>> = levels.collect();
        let level = |key: &String| levels.get(key).cloned().flatten();
        loaded.levels = loaded.votes.questions.in_order().iter().map(level).collect();
        Ok(loaded)
    })
}

impl Loading {
    fn begin(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<Loading> {
        let mut all = judges(store, benchmark)?;
        let there = || all.iter().map(|(name, _)| name.as_str());
        if let Some(unknown) = wanted.iter().find(|name| there().all(|known| known != *name)) {
            let (meant, there) =
                (did_you_mean(unknown, there()), there().collect::<Vec<_>>().join(", "));
            let of = &benchmark.name;
            let what = format!("no judge of {of} is called {unknown}{meant} (there are: {there})");
            return Err(StoreError::Unknown { what });
        }
        all.retain(|(name, kind)| match wanted {
            [] => *kind != JudgeKind::Label,
            _ => wanted.contains(name),
        });
        let kinds = all.iter().map(|(_, kind)| *kind).collect();
        let mut loaded = LoadedVotes { kinds, ..LoadedVotes::default() };
        let Votes { judges, questions, models, .. } = &mut loaded.votes;
        *judges = all.iter().map(|(name, _)| name.as_str()).collect();
        let number = |judge: assay_store::Judge| Some((judge.id, judges.find(&judge.name)?));
        let judges = store.judges(benchmark)?.into_iter().filter_map(number).collect();
        let of_rows = numbered(store.keys_of_revisions(benchmark)?, questions);
        let removed = removed_questions(store, benchmark)?;
        Ok(Loading {
            judges,
            removed: removed.iter().filter_map(|key| questions.find(key)).collect(),
            questions: of_rows,
            models: numbered(store.model_names()?, models),
            loaded,
        })
    }

    /// Adds a stored judgment, if its judge is wanted.
    fn add(&mut self, row: &StoredJudgment) {
        let model = |id| self.models.get(&id).copied();
        let (Some(&judge), Some(&question), Some(first)) =
            (self.judges.get(&row.judge), self.questions.get(&row.question_id), model(row.first))
        else {
            return;
        };
        let second = row.second.and_then(model);
        if self.removed.contains(&question) {
            self.loaded.of_removed_questions += 1;
            return;
        }
        let (votes, StoredJudgment { turn, repeat, has_order, said, .. }) =
            (&mut self.loaded.votes, *row);
        match (said, second) {
            (Said::Pair(reading), Some(second)) => votes.judgments.push(Judgment {
                question,
                turn,
                repeat,
                first,
                second,
                has_order,
                judge,
                reading,
            }),
            (Said::Single(score), _) => {
                let score = AnswerScore { question, turn, repeat, model: first, judge, score };
                votes.scores.push(score);
            }
            // The store gives a pair for two answers.
            (Said::Pair(_), None) => {}
        }
    }

    /// Adds what a person voted here, if the person is wanted.
    fn add_vote(&mut self, person: &str, pair: &PairName, reading: Reading) {
        let votes = &mut self.loaded.votes;
        let Some(judge) = votes.judges.find(person) else { return };
        let question = votes.questions.code(pair.key.as_str());
        if self.removed.contains(&question) {
            self.loaded.of_removed_questions += 1;
            return;
        }
        let [first, second] = pair.models.each_ref().map(|name| votes.models.code(name));
        let (turn, repeat, has_order) = (pair.turn, 0, true);
        let vote = Judgment { question, turn, repeat, first, second, has_order, judge, reading };
        votes.judgments.push(vote);
    }
}

/// Numbers names in the order of their rows.
fn numbered<I: Copy + Ord + Hash>(rows: HashMap<I, String>, names: &mut Names) -> HashMap<I, u32> {
    let mut rows: Vec<(I, String)> = rows.into_iter().collect();
    rows.sort_unstable_by_key(|(id, _)| *id);
    rows.into_iter().map(|(id, name)| (id, names.code(&name))).collect()
}

/// Leaves out the questions and models on which there is no vote, and numbers the others anew in their order.
fn leave_out_unused_names(votes: &mut Votes) {
    let Votes { questions, models, judgments, scores, styles, .. } = votes;
    let of_judgments = judgments.iter().flat_map(|vote| [vote.first, vote.second]);
    let of_scores = scores.iter().map(|score| score.model);
    let models = renumbered(models, of_judgments.chain(of_scores));
    let of_judgments = judgments.iter().map(|vote| vote.question);
    let of_scores = scores.iter().map(|score| score.question);
    let questions = renumbered(questions, of_judgments.chain(of_scores));
    let change = |numbers: &[Option<u32>], number: &mut u32| {
        *number = numbers[*number as usize].unwrap_or_default();
    };
    for vote in judgments {
        change(&questions, &mut vote.question);
        change(&models, &mut vote.first);
        change(&models, &mut vote.second);
    }
    for score in scores {
        change(&questions, &mut score.question);
        change(&models, &mut score.model);
    }
    let known =
        std::mem::take(styles).into_iter().filter_map(|((question, turn, model), style)| {
            Some(((questions[question as usize]?, turn, models[model as usize]?), style))
        });
    *styles = known.collect();
}

/// Keeps the names that are used. Returns the new number of each old one.
fn renumbered(names: &mut Names, used: impl Iterator<Item = u32>) -> Vec<Option<u32>> {
    let old = std::mem::take(names);
    let mut is_used = vec![false; old.count()];
    for number in used {
        is_used[number as usize] = true;
    }
    let new = |(name, is_used): (&String, bool)| is_used.then(|| names.code(name));
    old.in_order().iter().zip(is_used).map(new).collect()
}
