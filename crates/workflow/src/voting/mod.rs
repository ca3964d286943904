//! From the stored judgments, and from what people voted here, to the votes that figures are computed from: the only
//! way from rows to figures.

pub mod bias;
mod loading;
pub mod pairs;
pub mod trust;

use std::collections::{BTreeMap, HashMap, HashSet};

use assay_core::benchmark::PairName;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::outcome::{Fate, Policy};
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::votes::{
    AnswerScore, JudgeKind, Judgment, LabelAgreement, Outcome, People, Reading, Rule, Verdict,
    Votes, against_labels, judged_by_person, outcomes,
};
use assay_store::{Benchmark, Result, Store};
use serde::Serialize;

use crate::outcomes::question_outcomes;
pub use loading::{AllVotes, load};

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
    /// The judges whose votes settle what people differ on: experts and leads.
    pub settling: Vec<u32>,
    /// What the requests of each judge cost, where that is known.
    pub costs: HashMap<u32, Cost>,
}

/// What requests cost whose endpoint has a price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    pub total: f64,
    /// Judgments with a known cost.
    pub votes: usize,
}

impl Cost {
    pub fn per_vote(self) -> f64 {
        self.total / self.votes as f64
    }
}

/// What a person voted here: who, the pair with the models in the order in which their answers were shown, and what
/// the vote says.
type PersonVote = (String, PairName, Reading);

/// The votes in force of people here on answers to current questions.
fn person_votes(store: &Store, benchmark: &Benchmark) -> Result<Vec<PersonVote>> {
    let decisions = store.current_decisions(benchmark, QUEUE_VOTE)?.into_iter();
    let votes = decisions.filter_map(|decision| {
        let Act::Vote(vote) = &decision.row.act else { return None };
        // The store takes no vote on an item that is not the name of a pair.
        let (pair, reading) = judged_by_person(&decision.row.item, vote).ok()?;
        Some((decision.annotator, pair, reading))
    });
    Ok(votes.collect())
}

/// The keys of the questions that reviewers removed: their votes do not count, and no more are asked for.
fn removed_questions(store: &Store, benchmark: &Benchmark) -> Result<HashSet<String>> {
    let outcomes = question_outcomes(store, benchmark, Policy::default())?.into_iter();
    let removed = outcomes.filter(|question| question.outcome.fate == Fate::Removed);
    Ok(removed.map(|question| question.question.key().to_owned()).collect())
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

    /// The scores of single answers, and those that people gave both answers of a pair.
    pub fn answer_scores(&self) -> Vec<AnswerScore> {
        let is_person = |judge: u32| self.kinds.get(judge as usize) == Some(&JudgeKind::Person);
        let of_people = self.votes.judgments.iter().filter(|vote| is_person(vote.judge));
        let of_both = of_people.flat_map(|vote| {
            let &Judgment { question, turn, repeat, judge, snapshot, .. } = vote;
            let score = move |(model, score)| {
                let score = Ok(score);
                AnswerScore { question, turn, repeat, model, judge, snapshot, score }
            };
            let both = match vote.reading {
                Reading::Scores { first, second } => {
                    vec![(vote.first, first), (vote.second, second)]
                }
                Reading::Preference(_) | Reading::Undecided(_) => Vec::new(),
            };
            both.into_iter().map(score)
        });
        self.votes.scores.iter().copied().chain(of_both).collect()
    }

    /// The outcomes of people's votes, those that settle in place of others.
    pub fn outcomes_of_people(&self, names: &[String]) -> Vec<Outcome> {
        let all: Vec<u32> = names.iter().filter_map(|name| self.judge(name)).collect();
        let people = People { all: &all, settling: &self.settling };
        outcomes(&people.settled(&self.votes.judgments), Rule::Single)
    }

    /// The level of a question.
    pub fn level(&self, question: u32) -> Option<String> {
        self.levels.get(question as usize).cloned().flatten()
    }

    /// The judgments of judges by name.
    pub fn judgments_of(&self, names: &[String]) -> Vec<Judgment> {
        let judges: Vec<u32> = names.iter().filter_map(|name| self.judge(name)).collect();
        self.votes.of_judges(&judges)
    }

    /// A judge against the labels of others, which name the better answers: over all questions, and by level.
    pub fn against_labels(
        &self,
        judge: &[String],
        labels: &[String],
    ) -> (LabelAgreement, Vec<(String, LabelAgreement)>) {
        let better = |vote: Judgment| match vote.reading.verdict().ok()? {
            Verdict::First => Some((vote.question, vote.first)),
            Verdict::Second => Some((vote.question, vote.second)),
            Verdict::Tie => None,
        };
        let labels: BTreeMap<u32, u32> =
            self.judgments_of(labels).into_iter().filter_map(better).collect();
        let judgments = self.judgments_of(judge);
        let mut levels: BTreeMap<String, Vec<Judgment>> = BTreeMap::new();
        for &vote in &judgments {
            if let Some(level) = self.level(vote.question) {
                levels.entry(level).or_default().push(vote);
            }
        }
        let of_level = |(level, votes): (String, Vec<_>)| (level, against_labels(&votes, &labels));
        (against_labels(&judgments, &labels), levels.into_iter().map(of_level).collect())
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
