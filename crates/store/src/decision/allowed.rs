//! What is refused before a decision is appended: acts that make no sense for their question, or that
//! other rows do not allow at this moment.

use std::collections::BTreeSet;

use rusqlite::Transaction;
use uuid::Uuid;

use super::NewDecision;
use super::category_first::asks_category;
use super::content::check_content;
use super::decided::kind_of;
use super::gate::{has_passed, is_gated};
use super::lease::{LeaseRequest, room};
use super::loading::load_own_rows;
use super::void::had_decided;
use crate::bundle_mark::check_bundle;
use crate::category::check_category;
use crate::checklist::checklists_of;
use crate::histories::Rows;
use crate::people;
use crate::query::Query;
use crate::question::is_open_to_fixes;
use crate::sample::most_people;
use crate::{Annotator, Refusal, StoreError};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::queues::{QUEUE_REVIEW, settled_by};
use assay_core::benchmark::verification::VerifyReason;
use assay_core::benchmark::{FinalAct, QuestionKind};
use assay_core::keyword::{Keyword, did_you_mean};

/// A decision that is about to be appended, in the transaction that appends it.
#[derive(Clone, Copy)]
pub(super) struct Proposed<'a> {
    pub transaction: &'a Transaction<'a>,
    pub annotator: &'a Annotator,
    pub decision: &'a NewDecision,
    pub now: &'a str,
}

impl Proposed<'_> {
    /// Checks the act against its question and against the rows there are.
    pub fn check(&self) -> Result<(), StoreError> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let refused = |why: Refusal| Err(why.into());
        let is_fix = decision.act.final_act().is_some_and(|act| act.new_text().is_some());
        check_bundle(transaction, annotator, decision.queue, is_fix)?;
        check_content(transaction, decision.question_id, &decision.item, &decision.act)?;
        self.check_kind()?;
        match decision.act.category() {
            Some(name) => check_category(transaction, decision.question_id, name)?,
            None => self.check_category_chosen()?,
        }
        match &decision.act {
            Act::Undo { row } => {
                let history = self.own_history()?;
                let requeue =
                    history.row(*row).filter(|row| matches!(row.act, Act::Requeue { .. }));
                let decides =
                    |row: &HistoryRow| history.deciding_row(&row.item, row.revision) == Some(row);
                match (requeue, history.next_undo()) {
                    // A lead takes it back, as long as the item was not decided again.
                    (Some(requeue), _) if decides(requeue) => {}
                    (None, Some(newest)) if newest.id == *row => self.check_not_seen(newest)?,
                    _ => return refused(Refusal::NotTheNewest),
                }
                self.check_room_after(history)
            }
            Act::Redo { row } => {
                let history = self.own_history()?;
                match history.next_redo() {
                    Some((undo, _)) if undo.id == *row => {}
                    _ => return refused(Refusal::NotTakenBackLast),
                }
                self.check_room_after(history)
            }
            Act::Answer { .. } | Act::Category { .. } => {
                self.check_guessed()?;
                self.check_person_and_room(&decision.act, None)
            }
            Act::Guess(_) => {
                let item = decision.item.clone();
                if !is_gated(transaction, annotator, decision.question_id)? {
                    return refused(Refusal::NoGuessAsked { item });
                }
                self.check_person_and_room(&decision.act, None)
            }
            // What was decided again meanwhile stays.
            Act::Requeue { row, .. } => {
                let history = self.own_history()?;
                let revision = history.row(*row).map(|row| row.revision);
                let deciding = revision.and_then(|at| history.deciding_row(&decision.item, at));
                match deciding {
                    Some(deciding) if deciding.id == *row => Ok(()),
                    _ => refused(Refusal::NotTheNewest),
                }
            }
            act => match act.final_act() {
                Some(new) => {
                    self.check_guessed()?;
                    self.check_person_and_room(act, new.shown())?;
                    self.check_still_open(new)
                }
                None => Ok(()),
            },
        }
    }

    /// Where the category is asked for, a review has one.
    fn check_category_chosen(&self) -> Result<(), StoreError> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_review = matches!(decision.act, Act::Review(_));
        match is_review && asks_category(transaction, annotator, decision.question_id)? {
            true => Err(Refusal::CategoryFirst { item: decision.item.clone() }.into()),
            false => Ok(()),
        }
    }

    /// Where a guess is asked for, it comes before anything that says what is right.
    fn check_guessed(&self) -> Result<(), StoreError> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_review = decision.queue == QUEUE_REVIEW;
        match is_review && is_gated(transaction, annotator, decision.question_id)? {
            true => Err(Refusal::GuessFirst { item: decision.item.clone() }.into()),
            false => Ok(()),
        }
    }

    /// A guess from the text alone stays once the picture has been handed out.
    fn check_not_seen(&self, newest: &HistoryRow) -> Result<(), StoreError> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_guess = matches!(newest.act, Act::Guess(_));
        match is_guess && has_passed(transaction, annotator, decision.question_id)? {
            true => Err(Refusal::PictureSeen { item: decision.item.clone() }.into()),
            false => Ok(()),
        }
    }

    /// Checks that this person may decide the item (by role, as no author of it, and where a queue settles
    /// others' decisions, as one who made none of them), and that it lacks a decision: no more people than are
    /// wanted decide it. `shown` is the hash of what the decision holds for, where it holds for that alone.
    fn check_person_and_room(&self, act: &Act, shown: Option<&str>) -> Result<(), StoreError> {
        let Proposed { transaction, annotator, decision, now } = *self;
        let NewDecision { question_id, queue, item, .. } = decision;
        people::check_person(transaction, annotator, *question_id, item, queue, act)?;
        if let Some(queue) = settled_by(queue).filter(|_| act.is_final())
            && had_decided(transaction, queue, *question_id, item, annotator.id, None)?
        {
            let (item, name) = (item.clone(), annotator.name.clone());
            return Err(Refusal::DecidedBefore { item, name, queue }.into());
        }
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

    /// A fix is of a revision that is current, or that fixes led on from.
    fn check_still_open(&self, new: &dyn FinalAct) -> Result<(), StoreError> {
        let Proposed { transaction, decision, .. } = *self;
        match new.new_text().is_some() && !is_open_to_fixes(transaction, decision.question_id)? {
            true => Err(Refusal::ChangedSince { item: decision.item.clone() }.into()),
            false => Ok(()),
        }
    }

    /// What a question with choices asks for and an open one does not: an answer of the reviewer's own. And
    /// the reasons are those of its checklist.
    fn check_kind(&self) -> Result<(), StoreError> {
        let NewDecision { question_id, item, act, .. } = self.decision;
        let review = act.final_act().and_then(FinalAct::reasons_of_review);
        let gives_reasons = act.final_act().is_some_and(|act| !act.reason_names().is_empty());
        if review.is_none() && act.answer().is_none() && !gives_reasons {
            return Ok(());
        }
        let kind = kind_of(self.transaction, *question_id)?;
        let refused = |why: String| Err(StoreError::Refused(why));
        match (kind.takes_answer(), act.answer()) {
            (false, Some(_)) => {
                return refused(format!("question {item} has no choices: it takes no answer"));
            }
            (true, None) if review.is_some() => {
                return refused(format!(
                    "question {item} has choices: a review of it needs an answer"
                ));
            }
            _ => {}
        }
        self.check_reasons(kind)
    }

    /// The reasons are those of the question's checklist. A review that is adopted keeps the reasons that it
    /// has, also those that the checklist offers no more; and a verifier may give any that Assay has.
    fn check_reasons(&self, kind: QuestionKind) -> Result<(), StoreError> {
        let NewDecision { question_id, item, act, .. } = self.decision;
        let Some(done) = act.final_act() else { return Ok(()) };
        let checklist = checklists_of(self.transaction, *question_id)?.for_kind(kind);
        let adopted = match act {
            Act::Adjudicate(settled) => settled.adopted,
            _ => None,
        };
        let adopted = adopted.map(|row| reasons_of_row(self.transaction, row)).transpose()?;
        let names = checklist.names();
        let is_strange = |name: &&&str| {
            let is_free =
                done.reasons_of_review().is_none() && VerifyReason::from_name(name).is_ok();
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

    /// What an undo or a redo brings back into force counts like a decision made now: meanwhile enough
    /// others may have decided.
    fn check_room_after(&self, mut history: History) -> Result<(), StoreError> {
        let NewDecision { item, act, .. } = self.decision;
        let (Act::Undo { row: target } | Act::Redo { row: target }) = *act else {
            return Ok(());
        };
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
            act: act.clone(),
            created: String::new(),
            active_ms: 0,
            supersedes: None,
        });
        match decided(&history) {
            after if after == before => Ok(()),
            Some(act) => {
                let shown = act.final_act().and_then(FinalAct::shown);
                self.check_person_and_room(&act, shown)
            }
            None => Ok(()),
        }
    }

    /// Read inside the transaction, so that two windows of one annotator cannot take back the same row.
    fn own_history(&self) -> Result<History, StoreError> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let sql = "SELECT benchmark_id FROM question WHERE id = ?1";
        let benchmark_id = transaction.one(sql, [decision.question_id])?;
        let rows = Rows::OfAnnotator(benchmark_id, annotator.id);
        Ok(load_own_rows(transaction, decision.queue, rows)?.into_iter().collect())
    }
}

/// The reasons that a row of history gives.
fn reasons_of_row(
    transaction: &Transaction<'_>,
    row: Uuid,
) -> Result<BTreeSet<&'static str>, StoreError> {
    let sql = "SELECT payload FROM decision WHERE id = ?1";
    let act: Option<Act> = transaction.find(sql, [row.to_string()])?;
    let Some(act) = act else { return Ok(BTreeSet::new()) };
    Ok(act.final_act().map(|done| done.reason_names().into_iter().collect()).unwrap_or_default())
}
