//! What is refused before a decision is appended: acts that make no sense for their question, or that
//! other rows do not allow at this moment.

use std::collections::BTreeSet;

use rusqlite::{OptionalExtension, Transaction};
use uuid::Uuid;

use super::category_first::asks_category;
use super::content::check_content;
use super::decided::kind_of;
use super::gate::{has_passed, is_gated};
use super::lease::{LeaseRequest, room};
use super::void::had_decided;
use super::{NewDecision, read_history};
use crate::bundle_mark::check_bundle;
use crate::category::check_category;
use crate::checklist::checklists_of;
use crate::error::damaged;
use crate::people;
use crate::question::is_open_to_fixes;
use crate::sample::most_people;
use crate::{Annotator, BenchmarkId, QuestionId, Refusal, StoreError};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::queues::{QUEUE_REVIEW, settled_by};
use assay_core::benchmark::verification::VerifyReason;
use assay_core::benchmark::{FinalAct, QuestionKind};
use assay_core::keyword::{Keyword, did_you_mean};

/// Checks an act against its question and against the rows there are.
pub(super) fn check_act(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    now: &str,
) -> Result<(), StoreError> {
    let refused = |why: Refusal| Err(why.into());
    let is_fix = decision.act.final_act().is_some_and(|act| act.new_text().is_some());
    check_bundle(transaction, annotator, decision.queue, is_fix)?;
    check_content(transaction, decision.question_id, &decision.item, &decision.act)?;
    check_kind(transaction, decision)?;
    match decision.act.category() {
        Some(name) => check_category(transaction, decision.question_id, name)?,
        None => check_category_chosen(transaction, annotator, decision)?,
    }
    match &decision.act {
        Act::Undo { row } => {
            let history = own_history(transaction, annotator, decision)?;
            let requeue = history.row(*row).filter(|row| matches!(row.act, Act::Requeue { .. }));
            let decides =
                |row: &HistoryRow| history.deciding_row(&row.item, row.revision) == Some(row);
            match (requeue, history.next_undo()) {
                // A lead takes it back, as long as the item was not decided again.
                (Some(requeue), _) if decides(requeue) => {}
                (None, Some(newest)) if newest.id == *row => {
                    check_not_seen(transaction, annotator, decision, newest)?;
                }
                _ => return refused(Refusal::NotTheNewest),
            }
            check_room_after(transaction, annotator, decision, history, now)
        }
        Act::Redo { row } => {
            let history = own_history(transaction, annotator, decision)?;
            match history.next_redo() {
                Some((undo, _)) if undo.id == *row => {}
                _ => return refused(Refusal::NotTakenBackLast),
            }
            check_room_after(transaction, annotator, decision, history, now)
        }
        Act::Answer { .. } | Act::Category { .. } => {
            check_guessed(transaction, annotator, decision)?;
            check_person_and_room(transaction, annotator, decision, None, now)
        }
        Act::Guess(_) => {
            let item = decision.item.clone();
            if !is_gated(transaction, annotator, decision.question_id)? {
                return refused(Refusal::NoGuessAsked { item });
            }
            check_person_and_room(transaction, annotator, decision, None, now)
        }
        // What was decided again meanwhile stays.
        Act::Requeue { row, .. } => {
            let history = own_history(transaction, annotator, decision)?;
            let revision = history.row(*row).map(|row| row.revision);
            let deciding = revision.and_then(|at| history.deciding_row(&decision.item, at));
            match deciding {
                Some(deciding) if deciding.id == *row => Ok(()),
                _ => refused(Refusal::NotTheNewest),
            }
        }
        act => match act.final_act() {
            Some(new) => {
                check_guessed(transaction, annotator, decision)?;
                check_decision(transaction, annotator, decision, new, now)
            }
            None => Ok(()),
        },
    }
}

/// Where the category is asked for, a review has one.
fn check_category_chosen(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
) -> Result<(), StoreError> {
    let is_review = matches!(decision.act, Act::Review(_));
    match is_review && asks_category(transaction, annotator, decision.question_id)? {
        true => Err(Refusal::CategoryFirst { item: decision.item.clone() }.into()),
        false => Ok(()),
    }
}

/// Where a guess is asked for, it comes before anything that says what is right.
fn check_guessed(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
) -> Result<(), StoreError> {
    let is_review = decision.queue == QUEUE_REVIEW;
    match is_review && is_gated(transaction, annotator, decision.question_id)? {
        true => Err(Refusal::GuessFirst { item: decision.item.clone() }.into()),
        false => Ok(()),
    }
}

/// A guess from the text alone is one no more once the picture has been handed out.
fn check_not_seen(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    newest: &HistoryRow,
) -> Result<(), StoreError> {
    let is_guess = matches!(newest.act, Act::Guess(_));
    match is_guess && has_passed(transaction, annotator, decision.question_id)? {
        true => Err(Refusal::PictureSeen { item: decision.item.clone() }.into()),
        false => Ok(()),
    }
}

/// Checks that this person may decide the item, and that it lacks a decision. `shown` is the hash of what
/// the decision holds for, where it holds for that alone.
fn check_person_and_room(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    shown: Option<&str>,
    now: &str,
) -> Result<(), StoreError> {
    let NewDecision { question_id, item, queue, act, .. } = decision;
    check_person(transaction, annotator, *question_id, item, queue, act)?;
    check_room(transaction, annotator, decision, shown, now)
}

/// Checks that this person may decide the item: by role, as no author of it, and where a queue settles
/// others' decisions, as nobody who made one of them.
fn check_person(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    question_id: QuestionId,
    item: &str,
    queue: &str,
    act: &Act,
) -> Result<(), StoreError> {
    people::check_person(transaction, annotator, question_id, item, queue, act)?;
    let Some(settled) = settled_by(queue).filter(|_| act.is_final()) else { return Ok(()) };
    match had_decided(transaction, settled, question_id, item, annotator.id, None)? {
        true => {
            let (item, name) = (item.to_owned(), annotator.name.clone());
            Err(Refusal::DecidedBefore { item, name, queue: settled }.into())
        }
        false => Ok(()),
    }
}

/// Checks a decision against what else is in the database at this moment.
fn check_decision(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    new: &dyn FinalAct,
    now: &str,
) -> Result<(), StoreError> {
    check_person_and_room(transaction, annotator, decision, new.shown(), now)?;
    if new.new_text().is_some() && !is_open_to_fixes(transaction, decision.question_id)? {
        return Err(Refusal::ChangedSince { item: decision.item.clone() }.into());
    }
    Ok(())
}

/// What a question with choices asks for and an open one does not: an answer of the reviewer's own. And
/// the reasons are those of its checklist.
fn check_kind(transaction: &Transaction<'_>, decision: &NewDecision) -> Result<(), StoreError> {
    let NewDecision { question_id, item, act, .. } = decision;
    let review = act.final_act().and_then(FinalAct::reasons_of_review);
    let gives_reasons = act.final_act().is_some_and(|act| !act.reason_names().is_empty());
    if review.is_none() && act.answer().is_none() && !gives_reasons {
        return Ok(());
    }
    let kind = kind_of(transaction, *question_id)?;
    let refused = |why: String| Err(StoreError::Refused(why));
    match (kind.takes_answer(), act.answer()) {
        (false, Some(_)) => {
            return refused(format!("question {item} has no choices: it takes no answer"));
        }
        (true, None) if review.is_some() => {
            return refused(format!("question {item} has choices: a review of it needs an answer"));
        }
        _ => {}
    }
    check_reasons(transaction, decision, kind)
}

/// The reasons are those of the question's checklist. A review that is adopted keeps the reasons that it
/// has, also those that the checklist offers no more; and a verifier may give any that Assay has.
fn check_reasons(
    transaction: &Transaction<'_>,
    decision: &NewDecision,
    kind: QuestionKind,
) -> Result<(), StoreError> {
    let NewDecision { question_id, item, act, .. } = decision;
    let Some(done) = act.final_act() else { return Ok(()) };
    let checklist = checklists_of(transaction, *question_id)?.for_kind(kind);
    let adopted = match act {
        Act::Adjudicate(settled) => settled.adopted,
        _ => None,
    };
    let adopted = adopted.map(|row| reasons_of_row(transaction, row)).transpose()?;
    let names = checklist.names();
    let is_strange = |name: &&&str| {
        let is_free = done.reasons_of_review().is_none() && VerifyReason::from_name(name).is_ok();
        let is_adopted = adopted.as_ref().is_some_and(|adopted| adopted.contains(**name));
        !is_free && !is_adopted && !names.contains(*name)
    };
    match done.reason_names().iter().find(is_strange) {
        Some(name) => Err(StoreError::Refused(format!(
            "question {item} cannot be wrong for `{name}`{}; the reasons for its kind are {}",
            did_you_mean(name, names.iter().copied()),
            names.join(", ")
        ))),
        None => Ok(()),
    }
}

/// The reasons that a row of history gives.
fn reasons_of_row(
    transaction: &Transaction<'_>,
    row: Uuid,
) -> Result<BTreeSet<&'static str>, StoreError> {
    let payload: Option<String> = transaction
        .prepare_cached("SELECT payload FROM decision WHERE id = ?1")?
        .query_row([row.to_string()], |row| row.get(0))
        .optional()?;
    let Some(payload) = payload else { return Ok(BTreeSet::new()) };
    let act: Act = serde_json::from_str(&payload).map_err(damaged)?;
    Ok(act.final_act().map(|done| done.reason_names().into_iter().collect()).unwrap_or_default())
}

/// What an undo or a redo brings back into force counts like a decision made now: meanwhile enough
/// others may have decided.
fn check_room_after(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    mut history: History,
    now: &str,
) -> Result<(), StoreError> {
    let (Act::Undo { row: target } | Act::Redo { row: target }) = decision.act else {
        return Ok(());
    };
    let item = &decision.item;
    let target = match history.row(target).map(|row| &row.act) {
        Some(Act::Undo { row }) => *row,
        _ => target,
    };
    let Some(revision) = history.row(target).map(|row| row.revision) else { return Ok(()) };
    let decided = |history: &History| {
        history.deciding_row(item, revision).map(|row| row.act.clone()).filter(Act::is_final)
    };
    let before = decided(&history);
    history.append(HistoryRow {
        id: Uuid::nil(),
        item: item.clone(),
        revision,
        act: decision.act.clone(),
        created: String::new(),
        active_ms: 0,
        supersedes: None,
    });
    match decided(&history) {
        after if after == before => Ok(()),
        Some(act) => {
            check_person(transaction, annotator, decision.question_id, item, decision.queue, &act)?;
            let shown = act.final_act().and_then(FinalAct::shown);
            check_room(transaction, annotator, decision, shown, now)
        }
        None => Ok(()),
    }
}

/// No more people than are wanted decide one item.
fn check_room(
    transaction: &Transaction<'_>,
    annotator: &Annotator,
    decision: &NewDecision,
    shown: Option<&str>,
    now: &str,
) -> Result<(), StoreError> {
    let NewDecision { question_id, queue, item, .. } = decision;
    let most = match shown {
        Some(_) => most_people(transaction, *question_id, item)?,
        None => None,
    };
    let request = LeaseRequest { queue, question_id: *question_id, item, shown, most };
    match room(transaction, annotator, &request, now)? {
        Some(room) => room.check_decision(item),
        None => Ok(()),
    }
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
