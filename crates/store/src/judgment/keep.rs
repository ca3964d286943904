//! Judgments that are kept, in the transaction of an import or one of their own.

use std::collections::HashMap;

use rusqlite::{ToSql, params};
use serde_json::Value;

use super::{KeptJudgments, NewJudgment, written};
use crate::query::Query;
use crate::{Importer, JudgeId, ModelId, Result, Store, Transaction};
use assay_core::keyword::Keyword;

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

/// Adds a judgment, or replaces one that failed.
const KEEP: &str = "INSERT INTO judgment (question_id, turn, judge_id, first_model_id, second_model_id, repeat,
       first_answer, second_answer, has_order, reading, grade, template, created, facts, text)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
    ON CONFLICT (question_id, turn, judge_id, first_model_id, coalesce(second_model_id, 0), repeat)
    DO UPDATE SET first_answer = excluded.first_answer, second_answer = excluded.second_answer,
       has_order = excluded.has_order, reading = excluded.reading, grade = excluded.grade,
       template = excluded.template, created = excluded.created, facts = excluded.facts, text = excluded.text
    WHERE judgment.reading ->> 'undecided' = 'failed' AND judgment.reading <> excluded.reading";

/// Whether the judgment that is there says the same.
const SAYS_THE_SAME: &str = "SELECT reading = ?7 FROM judgment
    WHERE (question_id, turn, judge_id, first_model_id, coalesce(second_model_id, 0), repeat)
       = (?1, ?2, ?3, ?4, coalesce(?5, 0), ?6)";

impl Transaction<'_> {
    fn keep_judgments<'a>(
        &self,
        judgments: impl IntoIterator<Item = NewJudgment<'a>>,
    ) -> Result<KeptJudgments> {
        let mut kept = KeptJudgments::default();
        let (mut judges, mut models) = (HashMap::new(), HashMap::new());
        let mut keep = self.connection.prepare_cached(KEEP)?;
        for (position, judgment) in judgments.into_iter().enumerate() {
            let NewJudgment { question_id, turn, repeat, first_answer, second_answer, .. } =
                judgment;
            let NewJudgment { has_order, grade, template, text, .. } = judgment;
            let judge: JudgeId = once(&mut judges, judgment.judge, |name| {
                let sql = "INSERT INTO judge (name, kind, created) VALUES (?1, ?2, ?3)
                    ON CONFLICT (name) DO NOTHING";
                self.change(sql, params![name, judgment.kind.name(), self.now])?;
                self.one("SELECT id FROM judge WHERE name = ?1", [name])
            })?;
            let mut model = |name| {
                once(&mut models, name, |name| {
                    self.find_or_make_model(name)?;
                    self.one::<ModelId>("SELECT id FROM model WHERE name = ?1", [name])
                })
            };
            let (first, second) = (model(judgment.first)?, judgment.second.map(model).transpose()?);
            let (facts, reading) = (judgment.facts.map(Value::to_string), written(judgment.said)?);
            let key: [&dyn ToSql; 6] = [&question_id, &turn, &judge, &first, &second, &repeat];
            let said: [&dyn ToSql; 5] =
                [&first_answer, &second_answer, &has_order, &reading, &grade];
            let more: [&dyn ToSql; 4] = [&template, &self.now, &facts, &text];
            if keep.execute([&key[..], &said[..], &more[..]].concat().as_slice())? == 1 {
                kept.new += 1;
            } else if self.one(SAYS_THE_SAME, [&key[..], &said[3..4]].concat().as_slice())? {
                kept.known += 1;
            } else {
                kept.differing.push(position);
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
