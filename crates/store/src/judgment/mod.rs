//! Judges, and what they said about answers: one row for each look of a judge at two answers, or at one.
//!
//! A row is never changed, except that one whose request failed gives way to what is said when it is asked again;
//! see `keep`. From rows to figures only `workflow::voting` goes.

mod keep;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use rusqlite::params;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::{damaged, json};
use super::{Benchmark, JudgeId, ModelId, PredictionId, QuestionId, Result, View};
use crate::query::{Columns, FromRow, Query, records};
use assay_core::benchmark::queues::QUEUE_VOTE;
use assay_core::keyword::Keyword;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Reading, Undecided};

/// A judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    pub id: JudgeId,
    pub name: String,
    pub kind: JudgeKind,
}

/// A judgment about to be kept. A judge and models that are new are made.
#[derive(Clone, Copy, Debug)]
pub struct NewJudgment<'a> {
    pub judge: &'a str,
    /// Of a judge that is new.
    pub kind: JudgeKind,
    pub question_id: QuestionId,
    /// The turn of a conversation, 0 where there is only one.
    pub turn: u16,
    /// Which of several equal requests, from 0.
    pub repeat: u16,
    /// The model whose answer was shown first, or alone.
    pub first: &'a str,
    pub second: Option<&'a str>,
    /// Whether it is known which answer was shown first.
    pub has_order: bool,
    pub first_answer: Option<PredictionId>,
    pub second_answer: Option<PredictionId>,
    pub said: Said,
    /// The verdict as the file or the judge wrote it.
    pub grade: Option<&'a str>,
    /// The name or the hash of the prompt.
    pub template: Option<&'a str>,
    /// Of the request: stop reason, tokens, the model as the server names it, sampling.
    pub facts: Option<&'a Value>,
    /// What the judge wrote.
    pub text: Option<&'a str>,
}

/// How the judge said it; see [`NewJudgment`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgmentDetails {
    pub grade: Option<String>,
    pub template: Option<String>,
    pub facts: Option<Value>,
    pub text: Option<String>,
}

/// What became of judgments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptJudgments {
    /// Those that were not there before, and failed ones that were asked again.
    pub new: usize,
    /// Those that were there and say the same.
    pub known: usize,
    /// The positions of those that were there and say something else; what was there stays.
    pub differing: Vec<usize>,
}

/// A judgment as it is in the database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredJudgment {
    pub judge: JudgeId,
    pub question_id: QuestionId,
    pub turn: u16,
    pub repeat: u16,
    pub first: ModelId,
    pub second: Option<ModelId>,
    /// Whether it is known which answer was shown first.
    pub has_order: bool,
    pub said: Said,
    /// What the request cost, if that is known.
    pub cost: Option<f64>,
}

records! {
    Judge { id, name, kind }
    JudgmentDetails { grade, template, facts, text }
}

impl FromRow for StoredJudgment {
    fn from_row(row: &mut Columns<'_, '_>) -> Result<Self> {
        let (judge, question_id, turn, repeat) = row.take()?;
        let (first, second, has_order) = row.take()?;
        let said = match (read(row.text()?)?, second) {
            (Said::Pair(Reading::Undecided(because)), None) => Said::Single(Err(because)),
            (said, _) => said,
        };
        let cost = row.take()?;
        Ok(StoredJudgment {
            judge,
            question_id,
            turn,
            repeat,
            first,
            second,
            has_order,
            said,
            cost,
        })
    }
}

/// What a judge said, as a row has it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Written {
    Preference(f64),
    Scores(f64, f64),
    Score(f64),
    Undecided(String),
}

fn read(text: &str) -> Result<Said> {
    Ok(match serde_json::from_str(text).map_err(damaged)? {
        Written::Preference(preference) => Said::Pair(Reading::Preference(preference)),
        Written::Scores(first, second) => Said::Pair(Reading::Scores { first, second }),
        Written::Score(score) => Said::Single(Ok(score)),
        Written::Undecided(because) => {
            let because = Undecided::from_name(&because).map_err(damaged)?;
            Said::Pair(Reading::Undecided(because))
        }
    })
}

fn written(said: Said) -> Result<String> {
    json(&match said {
        Said::Pair(Reading::Preference(preference)) => Written::Preference(preference),
        Said::Pair(Reading::Scores { first, second }) => Written::Scores(first, second),
        Said::Single(Ok(score)) => Written::Score(score),
        Said::Pair(Reading::Undecided(because)) | Said::Single(Err(because)) => {
            Written::Undecided(because.name().to_owned())
        }
    })
}

const COLUMNS: &str =
    "judge_id, question_id, turn, repeat, first_model_id, second_model_id, has_order,
    reading, facts ->> 'cost'";
/// In the order of the file's pages: by an index a million rows are sorted again.
const OF_BENCHMARK: &str = "FROM judgment NOT INDEXED
    WHERE question_id IN (SELECT id FROM question WHERE benchmark_id = ?1) ORDER BY id";

impl View {
    /// The judges who judged answers to questions of a benchmark, in the order in which they came.
    pub fn judges(&self, benchmark: &Benchmark) -> Result<Vec<Judge>> {
        let sql = "SELECT id, name, kind FROM judge WHERE id IN (
               SELECT judge_id FROM judgment NOT INDEXED
               WHERE question_id IN (SELECT id FROM question WHERE benchmark_id = ?1)) ORDER BY id";
        self.all(sql, [benchmark.id])
    }

    /// All judges, of whatever benchmark.
    pub fn every_judge(&self) -> Result<Vec<Judge>> {
        self.all("SELECT id, name, kind FROM judge ORDER BY id", [])
    }

    /// Whether anyone judged answers to questions of a benchmark, or voted on them here.
    pub fn has_judgments(&self, benchmark: &Benchmark) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM question WHERE benchmark_id = ?1
               AND EXISTS (SELECT 1 FROM judgment WHERE question_id = question.id))
            OR EXISTS (SELECT 1 FROM annotator CROSS JOIN decision
               WHERE annotator_id = annotator.id AND queue = ?2 AND benchmark_id = ?1)";
        self.one(sql, params![benchmark.id, QUEUE_VOTE])
    }

    /// What a judge wrote about two models' answers to a question, in the order in which they were shown.
    pub fn text_of_judgment(
        &self,
        benchmark: &Benchmark,
        key: &str,
        (turn, repeat): (u16, u16),
        judge: &str,
        [first, second]: [&str; 2],
    ) -> Result<Option<String>> {
        let sql = "SELECT text FROM judgment JOIN judge ON judge.id = judge_id
            JOIN model one ON one.id = first_model_id JOIN model other ON other.id = second_model_id
            WHERE question_id IN (SELECT id FROM question WHERE benchmark_id = ?1 AND key = ?2)
               AND turn = ?3 AND repeat = ?4 AND judge.name = ?5 AND one.name = ?6
               AND other.name = ?7";
        let text = self.find(sql, params![benchmark.id, key, turn, repeat, judge, first, second]);
        Ok(text?.flatten())
    }

    /// A model's answer to a question: the one that was judged, else its newest one.
    pub fn answer_text(
        &self,
        benchmark: &Benchmark,
        key: &str,
        turn: u16,
        model: &str,
    ) -> Result<Option<String>> {
        let sql = "SELECT text FROM model CROSS JOIN run ON model_id = model.id
            CROSS JOIN prediction ON run_id = run.id
            WHERE model.name = ?4 AND run.benchmark_id = ?1 AND pass = ?3 AND question_id IN (
               SELECT id FROM question WHERE benchmark_id = ?1 AND key = ?2)
            ORDER BY EXISTS (SELECT 1 FROM judgment WHERE judgment.question_id = prediction.question_id
               AND prediction.id IN (first_answer, second_answer)) DESC, run.id DESC";
        self.find(sql, params![benchmark.id, key, turn, model])
    }

    /// The names of all models.
    pub fn model_names(&self) -> Result<HashMap<ModelId, String>> {
        self.all("SELECT id, name FROM model", [])
    }

    /// The keys of a benchmark's questions by the rows of all their revisions.
    pub fn keys_of_revisions(&self, benchmark: &Benchmark) -> Result<HashMap<QuestionId, String>> {
        self.all("SELECT id, key FROM question WHERE benchmark_id = ?1", [benchmark.id])
    }

    /// Calls `each` with every judgment on a benchmark, in the order in which they came, and the snapshot of the judge
    /// as its server names it: the model and the system fingerprint; empty if that is not known.
    pub fn for_each_judgment(
        &self,
        benchmark: &Benchmark,
        mut each: impl FnMut(StoredJudgment, &str),
    ) -> Result<()> {
        let snapshot = "trim(concat_ws(' ', facts ->> 'model', facts ->> 'system_fingerprint'))";
        self.each(&format!("SELECT {COLUMNS}, {snapshot} {OF_BENCHMARK}"), [benchmark.id], |row| {
            each(row.take()?, row.text()?);
            Ok(())
        })
    }

    /// The same with how the judge said it, and with the answers that were judged.
    pub fn for_each_judgment_in_full(
        &self,
        benchmark: &Benchmark,
        mut each: impl FnMut(StoredJudgment, JudgmentDetails, [Option<PredictionId>; 2]),
    ) -> Result<()> {
        let sql = format!(
            "SELECT {COLUMNS}, grade, template, facts, text, first_answer, second_answer {OF_BENCHMARK}"
        );
        self.each(&sql, [benchmark.id], |row| {
            let (judgment, details, first, second) = row.take()?;
            each(judgment, details, [first, second]);
            Ok(())
        })
    }

    /// Calls `each` with every answer that was judged on a benchmark, the question, turn and model that it is of, and
    /// its text.
    pub fn for_each_judged_answer(
        &self,
        benchmark: &Benchmark,
        mut each: impl FnMut(PredictionId, (QuestionId, u16, ModelId), &str),
    ) -> Result<()> {
        let sql = "WITH
            own (id) AS (SELECT id FROM question WHERE benchmark_id = ?1),
            judged (id) AS (
               SELECT first_answer FROM judgment NOT INDEXED
               WHERE first_answer IS NOT NULL AND question_id IN own
               UNION SELECT second_answer FROM judgment NOT INDEXED
               WHERE second_answer IS NOT NULL AND question_id IN own)
            SELECT prediction.id, question_id, pass, model_id, text FROM judged
            JOIN prediction ON prediction.id = judged.id JOIN run ON run.id = run_id";
        self.each(sql, [benchmark.id], |row| {
            each(row.take()?, row.take()?, row.text()?);
            Ok(())
        })
    }
}
