//! Appending a decision: checked, committed, durable.

use rusqlite::{Transaction, params};
use uuid::Uuid;

use super::{DecisionRow, NewDecision, SELECT, json, others_who_decided, read_history, read_row};
use crate::benchmark::decision::{Act, BlindAnswer, QUEUE_VERIFY};
use crate::benchmark::history::History;
use crate::benchmark::{FinalAct, Label, QuestionText};
use crate::store::question::{add_revision, follow_fixes, is_open_to_fixes, whole_question};
use crate::store::sample::most_people;
use crate::store::shown_text::check_label;
use crate::store::{Annotator, AnnotatorId, BenchmarkId, QuestionId, Store, StoreError};

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
        let now = self.now();
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
        let now = self.now();
        let append = |transaction: &Transaction<'_>| {
            let rows = decisions.iter();
            rows.map(|decision| append(transaction, annotator, decision, &now)).collect()
        };
        self.write(append)
    }
}

fn append(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    now: &str,
) -> Result<DecisionRow, StoreError> {
    let id = Uuid::now_v7();
    check_act(transaction, annotator, decision)?;
    transaction
        .prepare_cached(
            "INSERT INTO decision (id, queue, benchmark_id, question_id, item,
                annotator_id, payload, supersedes, guideline, exposure, active_ms, created)
             SELECT ?1, ?2, benchmark_id, id, ?4, ?5, ?6,
                (SELECT id FROM decision WHERE annotator_id = ?5 AND queue = ?2
                    AND item = ?4 AND benchmark_id = question.benchmark_id
                 ORDER BY seq DESC LIMIT 1),
                ?7, ?8, ?9, ?10
             FROM question WHERE question.id = ?3",
        )?
        .execute(params![
            id.to_string(),
            decision.queue,
            decision.question_id,
            decision.item,
            annotator.id,
            json(&decision.act)?,
            decision.guideline,
            json(&decision.exposure)?,
            decision.active_ms as i64,
            now,
        ])?;
    let NewDecision { queue, question_id, item, .. } = decision;
    end_lease(transaction, queue, *question_id, item, annotator.id)?;
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

/// Ends the annotator's lease on the item: a decision takes its place.
fn end_lease(
    transaction: &Transaction<'_>,
    queue: &str,
    question_id: QuestionId,
    item: &str,
    annotator_id: AnnotatorId,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "DELETE FROM lease WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3
             AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)",
        )?
        .execute(params![queue, item, annotator_id, question_id])?;
    Ok(())
}

fn check_act(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
) -> Result<(), StoreError> {
    let refused = |why: &str| Err(StoreError::Refused(why.into()));
    check_content(transaction, decision.question_id, &decision.item, &decision.act)?;
    match &decision.act {
        Act::Undo { row } => {
            let history = own_history(transaction, annotator, decision)?;
            match history.next_undo() {
                Some(newest) if newest.id == *row => Ok(()),
                _ => refused("only the newest decision in force can be taken back"),
            }
        }
        Act::Redo { row } => {
            let history = own_history(transaction, annotator, decision)?;
            match history.next_redo() {
                Some((undo, _)) if undo.id == *row => Ok(()),
                _ => refused("only what was taken back last can be brought back"),
            }
        }
        act => match act.final_act() {
            Some(new) => check_decision(transaction, annotator, decision, new),
            None => Ok(()),
        },
    }
}

/// Checks a decision against what else is in the database at this moment.
fn check_decision(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    new: &dyn FinalAct,
) -> Result<(), StoreError> {
    if let Some(shown) = new.shown() {
        check_room(transaction, annotator, decision, shown)?;
    }
    if new.new_text().is_some() && !is_open_to_fixes(transaction, decision.question_id)? {
        return Err(StoreError::Refused(format!(
            "question {} was changed since; a fix would bring older words back",
            decision.item
        )));
    }
    Ok(())
}

/// Checks that an act makes sense by itself and for its question.
pub(super) fn check_content(
    transaction: &Transaction<'_>,
    question_id: QuestionId,
    item: &str,
    act: &Act,
) -> Result<(), StoreError> {
    if let Some(why) = act.final_act().and_then(FinalAct::contradiction) {
        return Err(StoreError::Refused(why));
    }
    if let Some(text) = act.final_act().and_then(FinalAct::new_text) {
        check_change(transaction, question_id, item, text)?;
    }
    if let Act::Extract(extraction) = act {
        check_label(transaction, question_id, item, extraction)?;
    }
    if let Act::Review(review) = act
        && let Some(corrected) = review.corrected
    {
        check_choice(transaction, question_id, item, corrected)?;
    }
    match act.answer() {
        Some(BlindAnswer::Choice(label)) => check_choice(transaction, question_id, item, label),
        Some(BlindAnswer::NoneOfTheChoices | BlindAnswer::CannotTell) | None => Ok(()),
    }
}

/// A fix changes something.
fn check_change(
    transaction: &Transaction<'_>,
    question_id: QuestionId,
    item: &str,
    text: &QuestionText,
) -> Result<(), StoreError> {
    let before = QuestionText::from_question(&whole_question(transaction, question_id)?);
    match before == *text {
        true => Err(StoreError::Refused(format!("the edit changes nothing in question {item}"))),
        false => Ok(()),
    }
}

/// No more people than the sample asks for read one text.
fn check_room(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    shown: &str,
) -> Result<(), StoreError> {
    let NewDecision { question_id, queue, item, .. } = decision;
    let Some(most) = most_people(transaction, *question_id, item)? else { return Ok(()) };
    let others =
        others_who_decided(transaction, queue, *question_id, item, Some(shown), annotator)?;
    if others < most {
        return Ok(());
    }
    Err(StoreError::Refused(format!("{others} others have read {item}, and {most} are enough")))
}

fn check_choice(
    transaction: &Transaction<'_>,
    question_id: QuestionId,
    item: &str,
    label: Label,
) -> Result<(), StoreError> {
    let exists: bool = transaction
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM choice WHERE question_id = ?1 AND label = ?2)",
        )?
        .query_row(params![question_id, label.to_string()], |row| row.get(0))?;
    if exists {
        return Ok(());
    }
    Err(StoreError::Refused(format!("question {item} has no choice {label}")))
}

/// Read inside the transaction, so that two windows of one annotator cannot take back the same row.
fn own_history(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
) -> Result<History, StoreError> {
    let benchmark_id: BenchmarkId = transaction.query_row(
        "SELECT benchmark_id FROM question WHERE id = ?1",
        [decision.question_id],
        |row| row.get(0),
    )?;
    let rows = read_history(transaction, annotator, decision.queue, benchmark_id)?;
    Ok(rows.into_iter().collect())
}
