//! Appending a decision: checked, committed, durable.

use chrono::TimeDelta;
use rusqlite::{Transaction, params};
use uuid::Uuid;

use super::allowed::check_act;
use super::content::checked_payload;
use super::decided::item_histories;
use super::gate::pass_gate;
use super::lease::{end_lease, hold_again, hold_while_assigned};
use super::{DecisionRow, NewDecision, SELECT, json, read_row};
use crate::annotator::make_known;
use crate::answer_exposure::{ShownAnswers, show_answers};
use crate::bundle_mark::is_bundle;
use crate::draft::end_drafts;
use crate::question::{add_revision, follow_fixes};
use crate::seal::seal_last;
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
    /// is limited, the place of each is kept for whoever had decided for so long.
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
    check_act(transaction, annotator, decision, now)?;
    let supersedes = last_row_on_item(transaction, annotator, decision)?;
    make_known(transaction, annotator, now)?;
    transaction
        .prepare_cached(
            "INSERT INTO decision (id, queue, benchmark_id, question_id, item,
                annotator_id, payload, supersedes, guideline, exposure, active_ms, created)
             SELECT ?1, ?2, benchmark_id, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
             FROM question WHERE question.id = ?3",
        )?
        .execute(params![
            id.to_string(),
            decision.queue,
            decision.question_id,
            decision.item,
            annotator.id,
            checked_payload(&decision.act)?,
            supersedes.map(|id| id.to_string()),
            decision.guideline,
            json(&decision.exposure)?,
            decision.active_ms as i64,
            now,
        ])?;
    seal_last(transaction)?;
    let NewDecision { queue, question_id, item, .. } = decision;
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
    let row = transaction.prepare_cached(&sql)?.query_row([id.to_string()], read_row)?;
    row.decode()
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

/// The annotator's row that counts last on an item, which a new row follows.
fn last_row_on_item(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
) -> Result<Option<Uuid>, StoreError> {
    let NewDecision { queue, question_id, item, .. } = decision;
    let histories = item_histories(transaction, queue, *question_id, item)?;
    Ok(histories.get(&annotator.id).and_then(|own| own.rows().last()).map(|row| row.id))
}
