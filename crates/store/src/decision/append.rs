//! Appending a decision: checked, committed, durable.

use chrono::TimeDelta;
use rusqlite::Transaction;
use uuid::Uuid;

use super::allowed::Proposed;
use super::content::checked_payload;
use super::gate::pass_gate;
use super::lease::{end_lease, hold_again, hold_while_assigned};
use super::loading::load_own_rows;
use super::{DecisionRow, NewDecision, SELECT, WrittenRow};
use crate::annotator::make_known;
use crate::answer_exposure::{ShownAnswers, show_answers};
use crate::bundle_mark::is_bundle;
use crate::draft::end_drafts;
use crate::histories::Rows;
use crate::query::Query;
use crate::question::{add_revision, follow_fixes};
use crate::{Annotator, QuestionId, Store, StoreError};
use assay_core::benchmark::FinalAct;
use assay_core::benchmark::decision::{Act, QUEUE_VERIFY};
use assay_core::benchmark::queues::shows_evidence;

impl Store {
    /// Appends a decision. When this returns, it is on the disk.
    ///
    /// # Errors
    /// `Refused` where the act makes no sense: a choice the question does not have, an undo of a
    /// row that is not in force. Nothing is saved then.
    pub fn decide(
        &mut self,
        annotator: &Annotator,
        decision: &NewDecision,
    ) -> Result<DecisionRow, StoreError> {
        let now = self.moment_of_decision()?;
        self.write(|transaction| append(transaction, annotator, decision, &now))
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
    ) -> Result<Vec<DecisionRow>, StoreError> {
        let now = self.moment_of_decision()?;
        let append = |transaction: &Transaction<'_>| {
            let rows = decisions.iter();
            rows.map(|decision| append(transaction, annotator, decision, &now)).collect()
        };
        self.write(append)
    }
}

impl Store {
    /// Appends rows that open decisions of several people again, all or none. Where the number of people
    /// is limited, the place of each is kept for the annotator who had decided, for this time.
    ///
    /// # Errors
    /// As [`Store::decide`], for the first that is refused.
    pub fn requeue(
        &mut self,
        rows: &[(Annotator, NewDecision)],
        time: TimeDelta,
    ) -> Result<(), StoreError> {
        let now = self.moment_of_decision()?;
        self.write(|transaction| {
            for (annotator, decision) in rows {
                append(transaction, annotator, decision, &now)?;
                hold_again(transaction, annotator, decision, &now, time)?;
            }
            Ok(())
        })
    }
}

fn append(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    now: &str,
) -> Result<DecisionRow, StoreError> {
    let id = Uuid::now_v7();
    Proposed { transaction, annotator, decision, now }.check()?;
    let NewDecision { queue, question_id, item, .. } = decision;
    // The annotator's row that counts last on the item.
    let rows = Rows::OnItemOf(*question_id, item, annotator.id);
    let supersedes = load_own_rows(transaction, queue, rows)?.last().map(|row| row.id);
    make_known(transaction, annotator, now)?;
    WrittenRow {
        id,
        queue: decision.queue,
        question_id: decision.question_id,
        item: &decision.item,
        annotator_id: annotator.id,
        payload: &checked_payload(&decision.act)?,
        supersedes,
        guideline: decision.guideline.as_deref(),
        exposure: &decision.exposure,
        active_ms: decision.active_ms,
        created: now,
    }
    .append(transaction)?;
    match decision.act {
        // The item stays on the screen.
        Act::Note { .. } => {}
        Act::Answer { .. } | Act::Category { .. } => {
            hold_while_assigned(transaction, annotator, decision, now)?;
            // The evidence is on the screen next; a bundle has none.
            if shows_evidence(queue) && !is_bundle(transaction)? {
                show_answers(transaction, annotator, *question_id, ShownAnswers::ALL, now)?;
            }
        }
        Act::Guess(_) => {
            hold_while_assigned(transaction, annotator, decision, now)?;
            if decision.hands_out_picture {
                pass_gate(transaction, annotator, *question_id, now)?;
            }
        }
        _ => end_lease(transaction, queue, *question_id, item, annotator.id)?,
    }
    end_drafts(transaction, annotator, decision)?;
    revise(transaction, queue, *question_id, &decision.act, now)?;
    let sql = format!("{SELECT} WHERE decision.id = ?1");
    transaction.one(&sql, [id.to_string()])
}

/// After a row of the verify queue: adds the revision that a fix makes, and makes the revision
/// current that the decisions in force lead to.
pub(super) fn revise(
    transaction: &Transaction<'_>,
    queue: &str,
    question_id: QuestionId,
    act: &Act,
    now: &str,
) -> Result<(), StoreError> {
    if queue != QUEUE_VERIFY {
        return Ok(());
    }
    if let Some(text) = act.final_act().and_then(FinalAct::new_text) {
        add_revision(transaction, question_id, text, now)?;
    }
    match act {
        Act::Note { .. } => Ok(()),
        _ => follow_fixes(transaction, question_id),
    }
}
