//! What is refused before a decision is appended: acts that make no sense for their question, or that
//! other rows do not allow at this moment.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::NewDecision;
use super::lease::QueuedItem;
use crate::error::refuse_if;
use crate::histories::Rows;
use crate::query::Query;
use crate::{Annotator, Refusal, Result, StoreError, Transaction, View};
use assay_core::benchmark::decision::{Act, BlindAnswer};
use assay_core::benchmark::history::{History, HistoryRow};
use assay_core::benchmark::own_reason::Reason;
use assay_core::benchmark::queues::{QUEUE_REVIEW, settled_by};
use assay_core::benchmark::verification::VerifyReason;
use assay_core::benchmark::{FinalAct, QuestionKind};
use assay_core::keyword::did_you_mean;

/// A decision that is about to be appended, in the transaction that appends it.
#[derive(Clone, Copy)]
pub(super) struct Proposed<'a> {
    pub transaction: &'a Transaction<'a>,
    pub annotator: &'a Annotator,
    pub decision: &'a NewDecision,
}

impl Proposed<'_> {
    /// Checks the act against its question and against the rows there are.
    pub fn check(&self) -> Result<()> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let refused = |why: Refusal| Err(why.into());
        let is_fix = decision.act.final_act().is_some_and(|act| act.new_text.is_some());
        transaction.check_bundle(annotator, decision.queue, is_fix)?;
        transaction.check_content(decision.queued_item(), &decision.act)?;
        self.check_kind()?;
        match decision.act.category() {
            Some(name) => transaction.check_category(decision.question_id, name)?,
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
                if !transaction.is_gated(annotator, decision.question_id)? {
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
                    self.check_person_and_room(act, new.shown)?;
                    self.check_still_open(&new)
                }
                None => Ok(()),
            },
        }
    }

    /// Where the category is asked for, a review has one.
    fn check_category_chosen(&self) -> Result<()> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_review = matches!(decision.act, Act::Review(_));
        refuse_if(is_review && transaction.asks_category(annotator, decision.question_id)?, || {
            Refusal::CategoryFirst { item: decision.item.clone() }
        })
    }

    /// Where a guess is asked for, it comes before anything that says what is right.
    fn check_guessed(&self) -> Result<()> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_review = decision.queue == QUEUE_REVIEW;
        refuse_if(is_review && transaction.is_gated(annotator, decision.question_id)?, || {
            Refusal::GuessFirst { item: decision.item.clone() }
        })
    }

    /// A guess from the text alone stays once the picture has been handed out.
    fn check_not_seen(&self, newest: &HistoryRow) -> Result<()> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let is_guess = matches!(newest.act, Act::Guess(_));
        refuse_if(is_guess && transaction.has_passed(annotator, decision.question_id)?, || {
            Refusal::PictureSeen { item: decision.item.clone() }
        })
    }

    /// Checks that this person may decide the item (by role, as no author of it, and where a queue settles
    /// others' decisions, as one who made none of them), and that it lacks a decision: no more people than are
    /// wanted decide it. `shown` is the hash of what the decision holds for, where it holds for that alone.
    fn check_person_and_room(&self, act: &Act, shown: Option<&str>) -> Result<()> {
        let Proposed { transaction, annotator, decision } = *self;
        let of = decision.queued_item();
        transaction.check_person(annotator, of, act)?;
        if let Some(queue) = settled_by(of.queue).filter(|_| act.is_final())
            && transaction.had_decided(QueuedItem { queue, ..of }, annotator.id, None)?
        {
            let (item, name) = (decision.item.clone(), annotator.name.clone());
            return Err(Refusal::DecidedBefore { item, name, queue }.into());
        }
        let most = match shown {
            Some(_) => transaction.most_people(of.question_id, of.item)?,
            None => None,
        };
        match transaction.room(annotator, QueuedItem { shown, most, ..of })? {
            Some(room) => room.check_decision(of.item),
            None => Ok(()),
        }
    }

    /// A fix is of a revision that is current, or that fixes led on from.
    fn check_still_open(&self, new: &FinalAct<'_>) -> Result<()> {
        let Proposed { transaction, decision, .. } = *self;
        refuse_if(
            new.new_text.is_some() && !transaction.is_open_to_fixes(decision.question_id)?,
            || Refusal::ChangedSince { item: decision.item.clone() },
        )
    }

    /// What a question with choices asks for and an open one does not: an answer of the reviewer's own. And
    /// the reasons are those of its checklist.
    fn check_kind(&self) -> Result<()> {
        let NewDecision { question_id, item, act, .. } = self.decision;
        let has_answer = act.answer().is_some();
        let is_review = act.final_act().is_some_and(|act| act.is_like_a_review());
        // Why a person prefers an answer says nothing of the question.
        let is_vote = matches!(act, Act::Vote(_));
        let gives_reasons = act.final_act().is_some_and(|act| !act.reason_names().is_empty());
        if is_vote || !is_review && !has_answer && !gives_reasons {
            return Ok(());
        }
        let kind = self.transaction.question_kind(*question_id)?;
        let takes_typed = kind == QuestionKind::Short;
        let is_fitting = act.answer().is_none_or(|answer| match answer {
            BlindAnswer::CannotTell => true,
            BlindAnswer::Typed(_) => takes_typed,
            BlindAnswer::Choice(_) | BlindAnswer::NoneOfTheChoices => !takes_typed,
        });
        refuse_if(has_answer && !kind.takes_answer(), || {
            format!("question {item} has no choices: it takes no answer")
        })?;
        refuse_if(is_review && !has_answer && kind.takes_answer(), || {
            format!("question {item} takes an answer: a review of it needs one")
        })?;
        refuse_if(!is_fitting, || match takes_typed {
            true => {
                format!("question {item} has no choices: its answer is a few words or a number")
            }
            false => format!("question {item} has choices: its answer is one of them"),
        })?;
        self.check_reasons(kind)
    }

    /// The reasons are those of the question's checklist. A review that is adopted keeps the reasons that it
    /// has, also those that the checklist offers no more; and a verifier may give any that Assay has.
    fn check_reasons(&self, kind: QuestionKind) -> Result<()> {
        let NewDecision { question_id, item, act, .. } = self.decision;
        let Some(done) = act.final_act() else { return Ok(()) };
        let checklists = self.transaction.checklists_of(*question_id)?;
        let adopted = match act {
            Act::Adjudicate(settled) => settled.adopted,
            _ => None,
        };
        let adopted = adopted.map(|row| self.transaction.reasons_of_row(row)).transpose()?;
        let names = checklists.for_kind(kind).names();
        let is_strange = |name: &&&str| {
            let is_free = !done.is_like_a_review() && VerifyReason::from_name(name).is_ok();
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
    fn check_room_after(&self, mut history: History) -> Result<()> {
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
                let shown = act.final_act().and_then(|last| last.shown);
                self.check_person_and_room(&act, shown)
            }
            None => Ok(()),
        }
    }

    /// Read inside the transaction, so that two windows of one annotator cannot take back the same row.
    fn own_history(&self) -> Result<History> {
        let Proposed { transaction, annotator, decision, .. } = *self;
        let sql = "SELECT benchmark_id FROM question WHERE id = ?1";
        let benchmark_id = transaction.one(sql, [decision.question_id])?;
        let rows = Rows::OfAnnotator(benchmark_id, annotator.id);
        Ok(transaction.load_own_rows(decision.queue, rows)?.into_iter().collect())
    }
}

impl View {
    /// The reasons that a row of history gives.
    fn reasons_of_row(&self, row: Uuid) -> Result<BTreeSet<String>> {
        let sql = "SELECT payload FROM decision WHERE id = ?1";
        let act: Option<Act> = self.find(sql, [row.to_string()])?;
        let Some(act) = act else { return Ok(BTreeSet::new()) };
        let names = act.final_act().map(|last| last.reason_names()).unwrap_or_default();
        Ok(names.into_iter().map(str::to_owned).collect())
    }
}
