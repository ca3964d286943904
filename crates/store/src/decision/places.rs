//! Taking places at items within a transaction, so that several are taken all or none.

use chrono::TimeDelta;
use rusqlite::{Connection, OptionalExtension, params};

use super::gate::{has_passed, pass_gate};
use super::lease::{LeaseRequest, duration, hold, room};
use crate::annotator::make_known;
use crate::answer_exposure::show_answers;
use crate::assignment::assignment_of;
use crate::clock::later;
use crate::people::is_author;
use crate::{Annotator, QuestionId, ShownAnswers, Store, StoreError, Together};
use assay_core::benchmark::queues::has_questions_as_items;

/// One annotator's places, in a transaction that is open.
#[derive(Clone, Copy, Debug)]
pub struct Places<'t> {
    pub(crate) connection: &'t Connection,
    pub(crate) annotator: &'t Annotator,
    pub(crate) now: &'t str,
    /// For how long they are held; `None` for a sitting.
    pub(crate) time: Option<TimeDelta>,
}

/// What an annotator sees when an item is opened, and later decisions depend on.
#[derive(Clone, Copy, Debug)]
pub struct SeenWhenOpened {
    /// The question.
    pub question_id: QuestionId,
    /// Whether it is the picture that a gate has kept from them until now.
    pub picture: bool,
    /// Whose answers; `None` where no answer is shown.
    pub answers: Option<ShownAnswers>,
}

impl Places<'_> {
    /// Holds an item. Returns `false` when it has no place for this annotator.
    pub fn take(&self, request: &LeaseRequest<'_>) -> Result<bool, StoreError> {
        let Places { connection, annotator, now, time } = *self;
        let LeaseRequest { queue, question_id, item, .. } = *request;
        if is_own_question(connection, annotator, request)? {
            return Ok(false);
        }
        let Some(room) = room(connection, annotator, request, now)? else { return Ok(true) };
        if room.is_open() {
            let time = time.unwrap_or_else(|| room.sitting());
            make_known(connection, annotator, now)?;
            hold(connection, queue, question_id, item, annotator.id, &later(now, time)?)?;
        }
        Ok(room.is_open())
    }

    /// Holds several items. Returns which are held.
    pub fn take_together(
        &self,
        requests: &[LeaseRequest<'_>],
        together: Together,
    ) -> Result<Vec<bool>, StoreError> {
        let Places { connection, annotator, now, time } = *self;
        let Some(first) = requests.first() else { return Ok(Vec::new()) };
        let assignment = assignment_of(connection, first.queue, first.question_id)?;
        if assignment.is_none() {
            // The number of people is not limited any more.
            return Ok(vec![true; requests.len()]);
        }
        let time = time.unwrap_or_else(|| duration(assignment.as_ref()));
        let (expires, soon) = (later(now, time)?, later(now, time * 2 / 3)?);
        let mut held = Vec::with_capacity(requests.len());
        let mut to_hold = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            // What is held has its place; the item that is handed out now is looked at all the same.
            let until = match at {
                0 => None,
                _ => held_until(connection, annotator, request, now)?,
            };
            let is_held = until.is_some() || has_place(connection, annotator, request, now)?;
            if !is_held && (at == 0 || together == Together::All) {
                return Ok(vec![false; requests.len()]);
            }
            if is_held && until.is_none_or(|until| until < soon) {
                to_hold.push(request);
            }
            held.push(is_held);
        }
        make_known(connection, annotator, now)?;
        for request in to_hold {
            let LeaseRequest { queue, question_id, item, .. } = *request;
            hold(connection, queue, question_id, item, annotator.id, &expires)?;
        }
        Ok(held)
    }

    /// Gives an item back, however long it was to be held.
    pub fn give_back(&self, request: &LeaseRequest<'_>) -> Result<(), StoreError> {
        let LeaseRequest { queue, question_id, item, .. } = *request;
        super::lease::end_lease(self.connection, queue, question_id, item, self.annotator.id)
    }

    /// Records what the annotator sees of an item from now on.
    pub(crate) fn record_seen(&self, seen: &SeenWhenOpened) -> Result<(), StoreError> {
        let Places { connection, annotator, now, .. } = *self;
        if seen.picture && !has_passed(connection, annotator, seen.question_id)? {
            pass_gate(connection, annotator, seen.question_id, now)?;
        }
        match seen.answers {
            Some(shown) => show_answers(connection, annotator, seen.question_id, shown, now),
            None => Ok(()),
        }
    }
}

impl Store {
    /// Holds the item for an annotator. Returns `false` when as many others as are wanted have
    /// decided it or hold it, or when it is not this annotator's to decide.
    pub fn lease(
        &mut self,
        annotator: &Annotator,
        request: LeaseRequest<'_>,
    ) -> Result<bool, StoreError> {
        let now = self.now();
        // Looked at without the writer's lock first: most items of a list are free or full.
        let seen = self.at_one_moment(|| {
            if is_own_question(&self.connection, annotator, &request)? {
                return Ok(Some(false));
            }
            let room = room(&self.connection, annotator, &request, &now)?;
            Ok(room.map_or(Some(true), |room| (!room.is_open()).then_some(false)))
        })?;
        if let Some(is_open) = seen {
            return Ok(is_open);
        }
        self.write(|connection| {
            Places { connection, annotator, now: &now, time: None }.take(&request)
        })
    }

    /// Records, durably, what an annotator sees of an item. Call it before it is on the screen.
    pub fn record_seen(
        &mut self,
        annotator: &Annotator,
        seen: &SeenWhenOpened,
    ) -> Result<(), StoreError> {
        if seen.picture {
            self.record_gate_passed(annotator, seen.question_id)?;
        }
        match seen.answers {
            Some(shown) => self.record_answer_exposure(annotator, seen.question_id, shown),
            None => Ok(()),
        }
    }
}

/// Whether it is a question that the annotator wrote.
pub(super) fn is_own_question(
    connection: &Connection,
    annotator: &Annotator,
    request: &LeaseRequest<'_>,
) -> Result<bool, StoreError> {
    Ok(has_questions_as_items(request.queue)
        && is_author(connection, &annotator.name, request.question_id)?)
}

/// Whether the annotator may open the item.
pub(super) fn has_place(
    connection: &Connection,
    annotator: &Annotator,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<bool, StoreError> {
    Ok(!is_own_question(connection, annotator, request)?
        && room(connection, annotator, request, now)?.is_none_or(|room| room.is_open()))
}

/// When the annotator's lease on an item ends, where there is one.
pub(super) fn held_until(
    connection: &Connection,
    annotator: &Annotator,
    request: &LeaseRequest<'_>,
    now: &str,
) -> Result<Option<String>, StoreError> {
    let LeaseRequest { queue, question_id, item, .. } = *request;
    Ok(connection
        .prepare_cached(
            "SELECT expires FROM lease
             WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3 AND expires > ?5
                AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)",
        )?
        .query_row(params![queue, item, annotator.id, question_id, now], |row| row.get(0))
        .optional()?)
}
