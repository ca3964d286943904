//! From the stored judgments, and from what people voted here, to the votes that figures are computed from: the only
//! way from rows to figures.

mod loading;
mod people;
pub mod trust;

use std::collections::BTreeMap;

use assay_core::votes::{JudgeKind, Judgment, Style, Verdict, Votes};
use assay_store::{Benchmark, Result, Store};

use loading::Loading;
use people::person_votes;

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

/// Who judged answers to questions of a benchmark: judges whose judgments are stored, and people who voted here.
pub fn judges(store: &Store, benchmark: &Benchmark) -> Result<Vec<(String, JudgeKind)>> {
    let stored = store.judges(benchmark)?.into_iter().map(|judge| (judge.name, judge.kind));
    let mut all: Vec<(String, JudgeKind)> = stored.collect();
    for vote in person_votes(store, benchmark)? {
        if all.iter().all(|(name, _)| *name != vote.person) {
            all.push((vote.person, JudgeKind::Person));
        }
    }
    Ok(all)
}

/// Loads the votes of these judges; of all but labels if none is named.
///
/// # Errors
/// If one of them did not judge, or the database cannot be read.
pub fn load(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<LoadedVotes> {
    store.at_one_moment(|| {
        let mut loading = Loading::begin(store, benchmark, wanted)?;
        store.for_each_judgment(benchmark, |judgment| loading.add(&judgment))?;
        for vote in person_votes(store, benchmark)? {
            loading.add_vote(&vote);
        }
        loading.number_by_rows();
        store.for_each_judged_answer(benchmark, |_, (question, turn, model), text| {
            loading.add_style(question, turn, model, Style::from_text(text));
        })?;
        Ok(loading.loaded)
    })
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
