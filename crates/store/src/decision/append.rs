//! Appending a decision: checked, committed, durable.

use chrono::TimeDelta;
use uuid::Uuid;

use super::allowed::Proposed;
use super::content::checked_payload;
use super::{DecisionRow, NewDecision, SELECT, WrittenRow};
use crate::answer_exposure::ShownAnswers;
use crate::histories::Rows;
use crate::query::Query;
use crate::{Annotator, QuestionId, Result, Store, Transaction};
use assay_core::benchmark::decision::{Act, QUEUE_VERIFY};
use assay_core::benchmark::queues::shows_evidence;

impl Store {
    /// Appends a decision. When this returns, it is on the disk.
    ///
    /// # Errors
    /// `Refused` where the act makes no sense: a choice the question does not have, an undo of a
    /// row that is not in force. Nothing is saved then.
    pub fn decide(&mut self, annotator: &Annotator, decision: &NewDecision) -> Result<DecisionRow> {
        self.check_clock()?;
        self.write(|transaction| transaction.append_decision(annotator, decision))
    }

    /// Appends decisions that were made elsewhere, one after the other, all or nothing: a screen that
    /// has said "saved" once for each needs [`Store::decide`].
    ///
    /// # Errors
    /// As [`Store::decide`], for the first that is refused.
    pub fn decide_together(
        &mut self,
        annotator: &Annotator,
        decisions: &[NewDecision],
    ) -> Result<Vec<DecisionRow>> {
        self.check_clock()?;
        let append = |transaction: &Transaction<'_>| {
            let rows = decisions.iter();
            rows.map(|decision| transaction.append_decision(annotator, decision)).collect()
        };
        self.write(append)
    }

    /// Appends rows that open decisions of several people again, all or none. Where the number of people
    /// is limited, the place of each is kept for the annotator who had decided, for this time.
    ///
    /// # Errors
    /// As [`Store::decide`], for the first that is refused.
    pub fn requeue(&mut self, rows: &[(Annotator, NewDecision)], time: TimeDelta) -> Result<()> {
        self.check_clock()?;
        self.write(|transaction| {
            for (annotator, decision) in rows {
                transaction.append_decision(annotator, decision)?;
                transaction.hold_again(annotator, decision, time)?;
            }
            Ok(())
        })
    }
}

impl Transaction<'_> {
    fn append_decision(&self, by: &Annotator, decision: &NewDecision) -> Result<DecisionRow> {
        let id = Uuid::now_v7();
        Proposed { transaction: self, annotator: by, decision }.check()?;
        let NewDecision { queue, question_id, item, .. } = decision;
        // The annotator's row that counts last on the item.
        let rows = Rows::OnItemOf(*question_id, item, by.id);
        let supersedes = self.load_own_rows(queue, rows)?.last().map(|row| row.id);
        self.make_known(by)?;
        WrittenRow {
            id,
            of: decision.queued_item(),
            annotator_id: by.id,
            payload: &checked_payload(&decision.act)?,
            supersedes,
            guideline: decision.guideline.as_deref(),
            exposure: &decision.exposure,
            active_ms: decision.active_ms,
            created: &self.now,
        }
        .append(self)?;
        match decision.act {
            // The item stays on the screen.
            Act::Note { .. } => {}
            Act::Answer { .. } | Act::Category { .. } => {
                self.hold_while_assigned(by, decision)?;
                // The evidence is on the screen next; a bundle has none.
                if shows_evidence(queue) && self.bundle()?.is_none() {
                    self.show_answers(by, &[*question_id], ShownAnswers::ALL)?;
                }
            }
            Act::Guess(_) => {
                self.hold_while_assigned(by, decision)?;
                if decision.hands_out_picture {
                    self.pass_gate(by, *question_id)?;
                }
            }
            _ => self.end_lease(decision.queued_item(), by.id)?,
        }
        self.end_drafts(by, decision)?;
        self.revise(queue, *question_id, &decision.act)?;
        let sql = format!("{SELECT} WHERE decision.id = ?1");
        self.one(&sql, [id.to_string()])
    }

    /// After a row of the verify queue: adds the revision that a fix makes, and makes the revision
    /// current that the decisions in force lead to.
    pub(super) fn revise(&self, queue: &str, question_id: QuestionId, act: &Act) -> Result<()> {
        if queue != QUEUE_VERIFY {
            return Ok(());
        }
        if let Some(text) = act.final_act().and_then(|last| last.new_text) {
            self.add_revision(question_id, text)?;
        }
        match act {
            Act::Note { .. } => Ok(()),
            _ => self.follow_fixes(question_id),
        }
    }
}
