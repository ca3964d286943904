//! Pairs of models' answers to open questions: what they are drawn from, and those that people vote on.

use std::collections::HashSet;

use rusqlite::params;

use super::{Benchmark, ModelId, PredictionId, QuestionId, Result, StoreError, View};
use crate::error::refuse_if;
use crate::query::{Query, records};
use assay_core::benchmark::vote::{Ballot, VoteDecision, shown_hash};
use assay_core::benchmark::{PairName, QuestionKey};

/// An answer to an open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAnswer {
    /// Its row.
    pub prediction_id: PredictionId,
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The question's key.
    pub key: QuestionKey,
    /// The turn of a conversation.
    pub turn: u16,
    /// The row of its model.
    pub model_id: ModelId,
    /// Its model.
    pub model: String,
}

/// A question, a turn and two models.
pub type JudgedPair = (QuestionId, u16, [ModelId; 2]);

impl OpenAnswer {
    /// The pair with another answer to the same question.
    pub fn pair_with(&self, other: &OpenAnswer) -> JudgedPair {
        let models = [self.model_id.min(other.model_id), self.model_id.max(other.model_id)];
        (self.question_id, self.turn, models)
    }
}

/// A pair of a sample as lists show it, without any vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairEntry {
    /// The rows of the answers, in the order of the name.
    pub answers: [PredictionId; 2],
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The number of that revision.
    pub revision: u32,
    /// The pair's name, by which decisions know it.
    pub item: String,
    /// The hash of both texts.
    pub shown: String,
    /// How people vote on it.
    pub ballot: Ballot,
}

records! {
    OpenAnswer { prediction_id, question_id, key, turn, model_id, model }
}

impl View {
    /// The answers of current runs, with pictures, to the open questions of a benchmark, by question, turn and
    /// model.
    pub fn open_answers(&self, benchmark: &Benchmark) -> Result<Vec<OpenAnswer>> {
        let sql = "SELECT prediction.id, question.id, question.key, pass, model.id, model.name
            FROM run JOIN model ON model.id = model_id
            JOIN prediction ON run_id = run.id JOIN question ON question.id = question_id
            WHERE run.benchmark_id = ?1 AND run.is_current = 1 AND run.input = 'image'
               AND prediction.status = 'ok' AND question.is_current = 1
               AND NOT EXISTS (SELECT 1 FROM choice WHERE question_id = question.id)
            ORDER BY question.id, pass, model.name";
        self.all(sql, [benchmark.id])
    }

    /// The pairs of answers to questions of a benchmark that a judge compared.
    pub fn judged_pairs(&self, benchmark: &Benchmark, judge: &str) -> Result<HashSet<JudgedPair>> {
        let sql = "SELECT DISTINCT question_id, turn, min(first_model_id, second_model_id),
               max(first_model_id, second_model_id)
            FROM judgment JOIN judge ON judge.id = judge_id
            JOIN question ON question.id = question_id
            WHERE benchmark_id = ?1 AND judge.name = ?2 AND second_model_id IS NOT NULL";
        let pairs: Vec<(QuestionId, u16, ModelId, ModelId)> =
            self.all(sql, params![benchmark.id, judge])?;
        Ok(pairs.into_iter().map(|(question, turn, a, b)| (question, turn, [a, b])).collect())
    }

    /// Whether there are pairs to vote on.
    pub fn has_pairs(&self, benchmark: &Benchmark) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM sample
            WHERE benchmark_id = ?1 AND filters ->> 'queue' = 'vote')";
        self.one(sql, [benchmark.id])
    }

    /// The pairs of all samples of a benchmark, each once: as the newest sample has it.
    pub fn pair_entries(&self, benchmark: &Benchmark) -> Result<Vec<PairEntry>> {
        let sql = "SELECT prediction_id, second_id, question_id, revision, item, shown,
               coalesce(filters ->> 'ballot', iif(filters ->> 'grades', 'grades', 'better'))
            FROM sample JOIN sample_item ON sample_id = sample.id
            JOIN prediction ON prediction.id = prediction_id
            JOIN question ON question.id = question_id
            WHERE sample.benchmark_id = ?1 AND second_id IS NOT NULL
            ORDER BY sample.id DESC, sample_item.position";
        let (mut entries, mut known) = (Vec::new(), HashSet::new());
        self.each(sql, [benchmark.id], |row| {
            let (first, second, question_id, revision) = row.take()?;
            let (item, shown, ballot): (String, _, _) = row.take()?;
            if known.insert(item.clone()) {
                let answers = [first, second];
                entries.push(PairEntry { answers, question_id, revision, item, shown, ballot });
            }
            Ok::<_, StoreError>(())
        })?;
        Ok(entries)
    }

    /// The texts of two answers.
    pub fn texts_of_pair(&self, [a, b]: [PredictionId; 2]) -> Result<[String; 2]> {
        let text = |id: PredictionId| -> Result<String> {
            self.one("SELECT text FROM prediction WHERE id = ?1", [id])
        };
        Ok([text(a)?, text(b)?])
    }

    /// Checks a vote before it is appended: the answers must be as they were on screen.
    pub(super) fn check_vote(
        &self,
        question_id: QuestionId,
        item: &str,
        vote: &VoteDecision,
    ) -> Result<()> {
        let name: PairName = item.parse().map_err(|error| format!("{error}"))?;
        let texts = |model: &str| -> Result<Vec<String>> {
            let sql = "SELECT text FROM model CROSS JOIN run ON model_id = model.id
                CROSS JOIN prediction ON run_id = run.id
                WHERE question_id = ?1 AND pass = ?2 AND model.name = ?3 AND input = 'image'
                   AND status = 'ok'";
            self.all(sql, params![question_id, name.turn, model])
        };
        let [first, second] = &name.models;
        let (first, second) = (texts(first)?, texts(second)?);
        let is_shown = |a: &String| second.iter().any(|b| shown_hash([a, b]) == vote.shown);
        refuse_if(!first.iter().any(is_shown), || {
            format!(
                "there are no two answers {item} with the texts that were on screen; import the \
                 answers of these models first (assay import answers)"
            )
        })
    }
}
