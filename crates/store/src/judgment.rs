//! Judges, and what they said about answers: one row for each look of a judge at two answers, or at one.
//!
//! A row is never changed, except that one whose request failed gives way to what is said when it is asked again.
//! From rows to figures only `workflow::voting` goes.

use std::collections::HashMap;

use rusqlite::{ToSql, params};
use serde_json::{Value, json};

use super::error::damaged;
use super::{
    Benchmark, Importer, JudgeId, ModelId, PredictionId, QuestionId, Result, Store, Transaction,
    View,
};
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
        Ok(StoredJudgment { judge, question_id, turn, repeat, first, second, has_order, said })
    }
}

fn read(text: &str) -> Result<Said> {
    let fault = || damaged(format!("the reading {text} of a judgment"));
    let number = |text: &str| text.parse::<f64>().map_err(|_| fault());
    let body = text.strip_prefix("{\"").and_then(|text| text.strip_suffix('}'));
    let (name, value) = body.and_then(|body| body.split_once("\":")).ok_or_else(fault)?;
    Ok(match name {
        "preference" => Said::Pair(Reading::Preference(number(value)?)),
        "score" => Said::Single(Ok(number(value)?)),
        "scores" => {
            let (first, second) = value.split_once(',').ok_or_else(fault)?;
            let (first, second) = (first.trim_start_matches('['), second.trim_end_matches(']'));
            Said::Pair(Reading::Scores { first: number(first)?, second: number(second)? })
        }
        "undecided" => {
            let because = Undecided::from_name(value.trim_matches('"')).map_err(damaged)?;
            Said::Pair(Reading::Undecided(because))
        }
        _ => return Err(fault()),
    })
}

fn written(said: Said) -> String {
    match said {
        Said::Pair(Reading::Preference(preference)) => json!({ "preference": preference }),
        Said::Pair(Reading::Scores { first, second }) => json!({ "scores": [first, second] }),
        Said::Single(Ok(score)) => json!({ "score": score }),
        Said::Pair(Reading::Undecided(because)) | Said::Single(Err(because)) => {
            json!({ "undecided": because.name() })
        }
    }
    .to_string()
}

const COLUMNS: &str =
    "judge_id, question_id, turn, repeat, first_model_id, second_model_id, has_order, reading";
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

    /// Calls `each` with every judgment on a benchmark, in the order in which they came.
    pub fn for_each_judgment(
        &self,
        benchmark: &Benchmark,
        mut each: impl FnMut(StoredJudgment),
    ) -> Result<()> {
        self.each(&format!("SELECT {COLUMNS} {OF_BENCHMARK}"), [benchmark.id], |row| {
            each(row.take()?);
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

impl Store {
    /// Keeps judgments durably, all of them or none. Where there is one with the same judge, question, turn, order
    /// of answers and repeat, it stays, unless it failed.
    pub fn keep_judgments(&mut self, judgments: &[NewJudgment<'_>]) -> Result<KeptJudgments> {
        self.write(|transaction| transaction.keep_judgments(judgments.iter().copied()))
    }
}

impl Importer<'_> {
    /// Keeps judgments in the transaction of the import; see [`Store::keep_judgments`].
    pub fn keep_judgments<'a>(
        &self,
        judgments: impl IntoIterator<Item = NewJudgment<'a>>,
    ) -> Result<KeptJudgments> {
        self.transaction().keep_judgments(judgments)
    }
}

/// The columns by which a judgment is known.
const KEY: &str =
    "question_id, turn, judge_id, first_model_id, coalesce(second_model_id, 0), repeat";

impl Transaction<'_> {
    fn keep_judgments<'a>(
        &self,
        judgments: impl IntoIterator<Item = NewJudgment<'a>>,
    ) -> Result<KeptJudgments> {
        let (mut judges, mut models) = (HashMap::new(), HashMap::new());
        let mut insert = self.connection.prepare_cached(&format!(
            "INSERT INTO judgment (question_id, turn, judge_id, first_model_id, second_model_id, repeat,
                first_answer, second_answer, reading, grade, template, created, facts, text, has_order)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
             ON CONFLICT ({KEY}) DO UPDATE SET first_answer = excluded.first_answer,
                second_answer = excluded.second_answer, reading = excluded.reading,
                grade = excluded.grade, template = excluded.template, created = excluded.created,
                facts = excluded.facts, text = excluded.text, has_order = excluded.has_order
             WHERE judgment.reading ->> 'undecided' = 'failed' AND judgment.reading <> excluded.reading"
        ))?;
        let mut kept = KeptJudgments::default();
        for (position, judgment) in judgments.into_iter().enumerate() {
            let judge = once(&mut judges, judgment.judge, |name| {
                let sql = "INSERT INTO judge (name, kind, created) VALUES (?1, ?2, ?3)
                    ON CONFLICT (name) DO NOTHING";
                self.change(sql, params![name, judgment.kind.name(), self.now])?;
                self.one::<JudgeId>("SELECT id FROM judge WHERE name = ?1", [name])
            })?;
            let mut model = |name| {
                once(&mut models, name, |name| {
                    self.find_or_make_model(name)?;
                    self.one::<ModelId>("SELECT id FROM model WHERE name = ?1", [name])
                })
            };
            let (first, second) = (model(judgment.first)?, judgment.second.map(model).transpose()?);
            let (facts, reading) = (judgment.facts.map(Value::to_string), written(judgment.said));
            let key: [&dyn ToSql; 6] =
                [&judgment.question_id, &judgment.turn, &judge, &first, &second, &judgment.repeat];
            let rest: [&dyn ToSql; 9] = [
                &judgment.first_answer,
                &judgment.second_answer,
                &reading,
                &judgment.grade,
                &judgment.template,
                &self.now,
                &facts,
                &judgment.text,
                &judgment.has_order,
            ];
            let values: Vec<&dyn ToSql> = key.into_iter().chain(rest).collect();
            if insert.execute(values.as_slice())? == 1 {
                kept.new += 1;
                continue;
            }
            let sql = format!(
                "SELECT reading = ?7 FROM judgment WHERE ({KEY}) = (?1, ?2, ?3, ?4, coalesce(?5, 0), ?6)"
            );
            let known: Vec<&dyn ToSql> = key.into_iter().chain([&reading as &dyn ToSql]).collect();
            match self.one(&sql, known.as_slice())? {
                true => kept.known += 1,
                false => kept.differing.push(position),
            }
        }
        Ok(kept)
    }
}

/// What is found for a name, which is looked up once.
fn once<'a, I: Copy>(
    known: &mut HashMap<&'a str, I>,
    name: &'a str,
    find: impl FnOnce(&'a str) -> Result<I>,
) -> Result<I> {
    if let Some(&id) = known.get(name) {
        return Ok(id);
    }
    let id = find(name)?;
    known.insert(name, id);
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoreError;
    use crate::small_questions::small_question;
    use std::collections::BTreeMap;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
        let questions = ["1", "2"].map(|key| small_question(key, "Where?"));
        let keep = |importer: &Importer<'_>| importer.keep_questions(&questions).map(drop);
        store.import::<_, StoreError>("b", None, keep).unwrap();
        (dir, store)
    }

    fn judgment(store: &Store, key: &str, said: Said) -> NewJudgment<'static> {
        let benchmark = store.the_benchmark(None).unwrap();
        NewJudgment {
            judge: "gpt",
            kind: JudgeKind::Model,
            question_id: store.question_id(&benchmark, key).unwrap(),
            turn: 0,
            repeat: 0,
            first: "a",
            second: Some("b"),
            has_order: true,
            first_answer: None,
            second_answer: None,
            said,
            grade: None,
            template: None,
            facts: None,
            text: None,
        }
    }

    fn all(store: &Store) -> Vec<StoredJudgment> {
        let mut found = Vec::new();
        let benchmark = store.the_benchmark(None).unwrap();
        store.for_each_judgment(&benchmark, |judgment| found.push(judgment)).unwrap();
        found
    }

    #[test]
    fn a_judgment_is_kept_once_and_a_failed_one_gives_way_to_the_next() {
        let (_dir, mut store) = store();
        let failed = Said::Pair(Reading::Undecided(Undecided::Failed));
        let first = judgment(&store, "1", Said::Pair(Reading::Preference(0.75)));
        let other = judgment(&store, "2", failed);
        let kept = store.keep_judgments(&[first, other]).unwrap();
        assert_eq!(kept, KeptJudgments { new: 2, ..KeptJudgments::default() });
        let contrary = judgment(&store, "1", Said::Pair(Reading::SECOND));
        let again = judgment(&store, "2", Said::Pair(Reading::TIE));
        let kept = store.keep_judgments(&[first, contrary, again]).unwrap();
        assert_eq!(kept, KeptJudgments { new: 1, known: 1, differing: vec![1] });
        let said: Vec<Said> = all(&store).iter().map(|judgment| judgment.said).collect();
        assert_eq!(said, [Said::Pair(Reading::Preference(0.75)), Said::Pair(Reading::TIE)]);
        let swapped = NewJudgment { first: "b", second: Some("a"), ..first };
        assert_eq!(
            store.keep_judgments(&[swapped]).unwrap().new,
            1,
            "the other order is another one"
        );
    }

    #[test]
    fn readings_come_back_as_they_were_written() {
        let (_dir, mut store) = store();
        let pairs = [
            Said::Pair(Reading::FIRST),
            Said::Pair(Reading::Scores { first: 7.5, second: 3.0 }),
            Said::Pair(Reading::Undecided(Undecided::SituationTwo)),
        ];
        let singles = [Said::Single(Ok(0.1)), Said::Single(Err(Undecided::Refused))];
        let mut written = Vec::new();
        for (turn, said) in (0..).zip(pairs) {
            written.push(NewJudgment { turn, ..judgment(&store, "1", said) });
        }
        for (turn, said) in (0..).zip(singles) {
            written.push(NewJudgment { turn, second: None, ..judgment(&store, "1", said) });
        }
        store.keep_judgments(&written).unwrap();
        let said: Vec<Said> = all(&store).iter().map(|judgment| judgment.said).collect();
        assert_eq!(said, [&pairs[..], &singles].concat());
        assert_eq!(store.keep_judgments(&written).unwrap().known, 5);
    }

    #[test]
    fn the_database_itself_refuses_to_change_or_delete_a_judgment() {
        let (_dir, mut store) = store();
        let failed = Said::Pair(Reading::Undecided(Undecided::Failed));
        let rows =
            [judgment(&store, "1", Said::Pair(Reading::FIRST)), judgment(&store, "2", failed)];
        store.keep_judgments(&rows).unwrap();
        for (sql, refused) in [
            ("UPDATE judgment SET grade = 'x' WHERE id = 1", true),
            ("UPDATE judgment SET grade = 'x' WHERE id = 2", false),
            ("UPDATE judgment SET turn = 3 WHERE id = 2", true),
            ("DELETE FROM judgment WHERE id = 2", true),
        ] {
            assert_eq!(store.connection.execute_batch(sql).is_err(), refused, "{sql}");
        }
    }

    #[test]
    fn answers_that_come_again_are_the_same_run() {
        let (_dir, mut store) = store();
        let mut keep = |answers: &[(&str, u16, &str)]| {
            store
                .import::<_, StoreError>("b", None, |importer| {
                    let ids = importer.question_ids()?;
                    let answers: BTreeMap<_, _> =
                        answers.iter().map(|&(key, turn, text)| ((ids[key], turn), text)).collect();
                    importer.keep_answers("m", &[], &answers)
                })
                .unwrap()
        };
        assert_eq!(keep(&[("1", 0, "yes")]).new, 1);
        let more = keep(&[("1", 0, "yes"), ("2", 0, "no")]);
        assert_eq!((more.new, more.changed, more.ids.len()), (1, 0, 2));
        let same = keep(&[("2", 0, "no")]);
        assert_eq!((same.new, same.changed, same.ids.len()), (0, 0, 2));
        assert_eq!(keep(&[("2", 0, "maybe")]).changed, 1);
        let runs = store.runs(&store.the_benchmark(None).unwrap()).unwrap();
        let sizes: Vec<usize> = runs.iter().map(|run| run.predictions).collect();
        assert_eq!((sizes, runs[2].is_current), (vec![1, 2, 2], true));
    }
}
