//! Answer exposure: who has seen the answers to a question before deciding on it.
//!
//! The review is blind. The Models and the Agreement screens are not: they show the reference
//! answer, the predictions, and the labels that were extracted from them. Nor is a queue in which others'
//! decisions are settled, or one that shows after the blind answer what speaks against a question. When an
//! annotator opens a question there, this is recorded here with whose answers they see, and the
//! [`Exposure`](super::Exposure) of every later decision of theirs on it says so. A count of independent
//! decisions can then leave them out.

use rusqlite::params;

use super::question::noted_revisions;
use super::{Annotator, QuestionId, Result, Store, Transaction, View};
use crate::query::{Query, records};

/// Whose answers to a question an annotator was shown; with any of them goes the reference answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownAnswers {
    /// What models answered.
    pub models: bool,
    /// What other people answered or decided.
    pub people: bool,
}

impl ShownAnswers {
    /// The reference answer alone.
    pub const REFERENCE: Self = ShownAnswers { models: false, people: false };
    /// The reference answer and what models answered.
    pub const MODELS: Self = ShownAnswers { models: true, people: false };
    /// The reference answer and what other people decided.
    pub const PEOPLE: Self = ShownAnswers { models: false, people: true };
    /// Everything.
    pub const ALL: Self = ShownAnswers { models: true, people: true };
}

records! { ShownAnswers { models, people } }

impl View {
    /// Whose answers to a question an annotator was shown, in any of its revisions; `None` if not even
    /// the reference answer was.
    pub fn shown_answers(&self, by: &Annotator, id: QuestionId) -> Result<Option<ShownAnswers>> {
        let rows = noted_revisions("answers_seen");
        let sql = format!("SELECT max(noted.models), max(noted.people) {rows}");
        self.one(&sql, params![by.id, id])
    }
}

impl Store {
    /// Records, durably, that an annotator sees the answers to questions. Call it before they are on the
    /// screen.
    pub fn record_answer_exposures(
        &mut self,
        annotator: &Annotator,
        question_ids: &[QuestionId],
        shown: ShownAnswers,
    ) -> Result<()> {
        let ids = ids_in_json(question_ids);
        let sql = "SELECT EXISTS (SELECT 1 FROM json_each(?2) WHERE NOT EXISTS (
            SELECT 1 FROM answers_seen WHERE annotator_id = ?1 AND question_id = value
                AND models >= ?3 AND people >= ?4))";
        match self.one(sql, params![annotator.id, ids, shown.models, shown.people])? {
            true => {
                self.write(|transaction| transaction.show_answers(annotator, question_ids, shown))
            }
            false => Ok(()),
        }
    }
}

impl Transaction<'_> {
    /// Notes that an annotator sees answers to questions.
    pub(super) fn show_answers(
        &self,
        annotator: &Annotator,
        question_ids: &[QuestionId],
        shown: ShownAnswers,
    ) -> Result<()> {
        self.make_known(annotator)?;
        let ids = ids_in_json(question_ids);
        let sql = "INSERT INTO answers_seen (annotator_id, question_id, models, people, created)
            SELECT ?1, value, ?3, ?4, ?5 FROM json_each(?2) WHERE true
            ON CONFLICT DO UPDATE SET
               models = max(models, excluded.models), people = max(people, excluded.people)";
        self.change(sql, params![annotator.id, ids, shown.models, shown.people, &self.now])
    }
}

fn ids_in_json(ids: &[QuestionId]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("[{}]", ids.join(","))
}
