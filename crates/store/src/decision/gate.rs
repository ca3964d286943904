//! What is kept from a reviewer until they have committed something: the picture of a gated question until their
//! guess, and the category, where they are to choose one, until they have chosen.
//!
//! The store keeps it from them, not the view: a question is loaded here without it, and a bundle has none. To
//! whom a picture was handed out is recorded: from then on a guess is not taken back, and none is asked for.

use rusqlite::params;

use crate::query::Query;
use crate::question::noted_revisions;
use crate::{Annotator, BlindQuestion, QuestionId, QueuedItem, Result, Transaction, View};
use assay_core::benchmark::queues::QUEUE_REVIEW;

impl View {
    /// A question as this reviewer may see it before the blind answer: without its pictures as long as
    /// the gate is closed, and without its category as long as they are to choose it.
    pub fn question_at_gate(&self, annotator: &Annotator, id: QuestionId) -> Result<BlindQuestion> {
        let mut question = match self.is_gated(annotator, id)? {
            true => self.question_without_pictures(id)?,
            false => self.blind_question(id)?,
        };
        if self.asks_category(annotator, id)? {
            question.withhold_category();
        }
        Ok(question)
    }

    /// Whether the category of a question is kept from a reviewer until they have chosen one.
    pub fn asks_category(&self, annotator: &Annotator, question_id: QuestionId) -> Result<bool> {
        let (key, revision) = self.key_and_revision(question_id)?;
        if !self.checklists_of(question_id)?.confirms_category {
            return Ok(false);
        }
        if let Some(assignment) = self.assignment_of(QUEUE_REVIEW, question_id)?
            && !assignment.includes(self, annotator)?
        {
            return Ok(false);
        }
        let own = self.own_history(QueuedItem::new(QUEUE_REVIEW, question_id, &key), annotator)?;
        Ok(own.lacks_category(&key, revision) && self.has_categories(question_id)?)
    }

    /// Whether the picture of a question is kept from a reviewer until they guess.
    pub fn is_gated(&self, annotator: &Annotator, question_id: QuestionId) -> Result<bool> {
        let Some(assignment) = self.assignment_of(QUEUE_REVIEW, question_id)? else {
            return Ok(false);
        };
        let Some(gate) = assignment.gate else { return Ok(false) };
        let (key, revision) = self.key_and_revision(question_id)?;
        if !gate.draws(&["gate", &annotator.name, &key])
            || !assignment.includes(self, annotator)?
            || !self.can_be_gated(question_id)?
            || self.has_answered(annotator, question_id)?
            || self.has_passed(annotator, question_id)?
            || self.shown_answers(annotator, question_id)?.is_some()
        {
            return Ok(false);
        }
        let own = self.own_history(QueuedItem::new(QUEUE_REVIEW, question_id, &key), annotator)?;
        // An answer to an older revision was given with the picture in sight.
        let has_seen = own.rows().iter().any(|row| row.act.answer().is_some());
        Ok(!has_seen && own.guess(&key, revision).is_none())
    }

    /// Whether a reviewer was handed the picture of a question, in any of its revisions.
    pub(super) fn has_passed(&self, annotator: &Annotator, id: QuestionId) -> Result<bool> {
        let rows = noted_revisions("gate_passed");
        self.one(&format!("SELECT EXISTS (SELECT 1 {rows})"), params![annotator.id, id])
    }

    /// Whether a question can be guessed without its pictures: it has choices, none of which is a picture
    /// itself, and a picture.
    fn can_be_gated(&self, question_id: QuestionId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM choice WHERE question_id = ?1)
            AND EXISTS (SELECT 1 FROM question_image WHERE question_id = ?1)
            AND NOT EXISTS (SELECT 1 FROM question_image
                WHERE question_id = ?1 AND role NOT IN ('stem', 'frame'))";
        self.one(sql, [question_id])
    }
}

impl Transaction<'_> {
    /// Notes that a reviewer is handed the picture of a question: after a guess, which is not taken back from then
    /// on, or in another queue, after which no guess is asked for.
    pub(super) fn pass_gate(&self, annotator: &Annotator, question_id: QuestionId) -> Result<()> {
        self.make_known(annotator)?;
        let sql = "INSERT INTO gate_passed (annotator_id, question_id, created) VALUES (?1, ?2, ?3)
            ON CONFLICT DO NOTHING";
        self.change(sql, params![annotator.id, question_id, &self.now])
    }
}
