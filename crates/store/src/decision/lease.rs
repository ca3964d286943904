//! Leases: who has an item open now, so that exactly as many people decide it as are wanted.
//!
//! A lease is taken in the transaction that hands the item out, kept while the item is open, and ended
//! by the decision. It expires by itself, so that a person who went home blocks no item. How many are
//! wanted is an [`Assignment`]'s to say, or the queue's own, as for a sample of texts. The same rule is
//! asked again when a decision is committed, so that a script, a redo or an item that stayed open for
//! too long make no decision too many.

use chrono::TimeDelta;
use rusqlite::params;

use super::{Decided, NewDecision};
use crate::assignment::Assignment;
use crate::clock::later;
use crate::query::Query;
use crate::{Annotator, AnnotatorId, Benchmark, QuestionId, Refusal, Result, Transaction, View};

/// How long an item is held for the person who looks at it, where no assignment says it.
const LEASE: TimeDelta = TimeDelta::minutes(15);

/// An item of a queue, and how many people decide it.
#[derive(Clone, Copy, Debug)]
pub struct QueuedItem<'a> {
    /// The queue.
    pub queue: &'a str,
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The item's name.
    pub item: &'a str,
    /// The hash of what is shown, where other people's decisions count for that text only.
    pub shown: Option<&'a str>,
    /// How many people decide the item, where no assignment says it; `None` for any number.
    pub most: Option<usize>,
}

impl<'a> QueuedItem<'a> {
    /// An item that any number of people decide where no assignment says it.
    pub(crate) fn new(queue: &'a str, question_id: QuestionId, item: &'a str) -> Self {
        QueuedItem { queue, question_id, item, shown: None, most: None }
    }
}

/// Why an item is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// It has all decisions that are wanted.
    Decided,
    /// Others have it open and will decide it.
    OpenElsewhere,
    /// The queue is not assigned to this annotator.
    NotAssigned,
}

/// The places at one item: how many are wanted, and how many are taken.
pub(super) struct Room {
    decided: Decided,
    /// Others who have it open.
    held: usize,
    /// Whether this annotator has it open.
    holds: bool,
    wanted: usize,
    /// Whether the assignment mixes the item in as gold: any number of people decide it.
    is_gold: bool,
    assignment: Option<Assignment>,
    /// Why it is not this annotator's to decide.
    excluded: Option<Refusal>,
}

impl Room {
    /// Whether the annotator may open the item.
    pub(super) fn is_open(&self) -> bool {
        self.excluded.is_none() && self.decided.others.len() + self.held < self.wanted
    }

    /// How long the item is held for a person who opens it.
    pub(super) fn lease_time(&self) -> TimeDelta {
        lease_time(self.assignment.as_ref())
    }

    /// Refuses a decision that would be one too many.
    pub(super) fn check_decision(&self, item: &str) -> Result<()> {
        // To change one's own decision takes no other place.
        if self.decided.own.is_some() {
            return Ok(());
        }
        if let Some(why) = &self.excluded {
            return Err(why.clone().into());
        }
        let (others, wanted) = (self.decided.others.len(), self.wanted);
        if others >= wanted {
            let item = item.to_owned();
            return Err(match self.assignment {
                Some(_) => Refusal::EnoughDecided { item, others, wanted },
                None => Refusal::EnoughRead { item, others, wanted },
            }
            .into());
        }
        if self.assignment.is_some() && !self.holds && others + self.held >= wanted {
            let (item, decided, open) = (item.to_owned(), others, self.held);
            return Err(Refusal::PlacesTaken { item, wanted, decided, open }.into());
        }
        Ok(())
    }
}

impl View {
    /// Why an item that waits for an annotator is passed over, if it is.
    pub fn why_passed_over(
        &self,
        annotator: &Annotator,
        item: QueuedItem<'_>,
    ) -> Result<Option<PassedOver>> {
        let room = self.room(annotator, item)?;
        Ok(room.filter(|room| !room.is_open()).map(|room| match room {
            Room { excluded: Some(_), .. } => PassedOver::NotAssigned,
            room if room.decided.others.len() >= room.wanted => PassedOver::Decided,
            _ => PassedOver::OpenElsewhere,
        }))
    }

    /// How many more people are wanted for an item on which these outcomes are in force; none for gold.
    pub fn places_left(
        &self,
        assignment: &Assignment,
        question_id: QuestionId,
        item: &str,
        outcomes: &[&str],
    ) -> Result<usize> {
        if assignment.gold_share.is_some() && self.is_gold(assignment, question_id)? {
            return Ok(0);
        }
        let wanted = assignment.wanted(self, item, outcomes)?;
        Ok(wanted.saturating_sub(outcomes.len()))
    }

    /// How many items of a queue are open now.
    pub fn items_open_now(&self, benchmark: &Benchmark, queue: &str) -> Result<usize> {
        let sql = "SELECT count(DISTINCT item) FROM lease
            WHERE queue = ?1 AND benchmark_id = ?2 AND expires > ?3";
        let count: i64 = self.one(sql, params![queue, benchmark.id, self.now()])?;
        Ok(count as usize)
    }

    /// Whether more people are wanted for an item than have decided it, whether or not it is open.
    pub fn wants_more(&self, annotator: &Annotator, item: QueuedItem<'_>) -> Result<bool> {
        let Some(room) = self.room(annotator, item)? else {
            return Ok(true);
        };
        if room.is_gold {
            // It needs no one: each annotator's own order says whether they get it.
            return Ok(false);
        }
        let Decided { others, own } = room.decided;
        let outcomes: Vec<String> = others.into_iter().chain(own).collect();
        let wanted = match &room.assignment {
            Some(assignment) => assignment.wanted(self, item.item, &outcomes)?,
            None => room.wanted,
        };
        Ok(outcomes.len() < wanted)
    }

    /// The places at an item; `None` if any number of people may decide it.
    pub(super) fn room(&self, annotator: &Annotator, of: QueuedItem<'_>) -> Result<Option<Room>> {
        let QueuedItem { queue, question_id, item, most, .. } = of;
        let assignment = self.assignment_of(queue, question_id)?;
        if assignment.is_none() && most.is_none() {
            return Ok(None);
        }
        let decided = self.decided(of, annotator)?;
        let is_gold = match &assignment {
            Some(assignment) => self.is_gold(assignment, question_id)?,
            None => false,
        };
        let wanted = match &assignment {
            Some(_) if is_gold => usize::MAX,
            Some(assignment) => assignment.wanted(self, item, &decided.others)?,
            None => most.unwrap_or(usize::MAX),
        };
        let excluded = match &assignment {
            Some(assignment) if !assignment.includes(self, annotator)? => {
                let (queue, name) = (queue.to_owned(), annotator.name.clone());
                Some(Refusal::NotAssigned { queue, name })
            }
            _ => None,
        };
        // A decision ends the lease of its annotator, so no one counts twice.
        let sql = "SELECT count(*) FILTER (WHERE annotator_id <> ?4),
               count(*) FILTER (WHERE annotator_id = ?4)
            FROM lease WHERE queue = ?1 AND item = ?2
               AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?3)
               AND expires > ?5";
        let (held, own): (i64, i64) =
            self.one(sql, params![queue, item, question_id, annotator.id, self.now()])?;
        let (held, holds) = (held as usize, own > 0);
        Ok(Some(Room { decided, held, holds, wanted, is_gold, assignment, excluded }))
    }
}

/// How long an item is held.
pub fn lease_time(assignment: Option<&Assignment>) -> TimeDelta {
    assignment.map_or(LEASE, |assignment| TimeDelta::seconds(i64::from(assignment.lease_seconds)))
}

pub(super) const END_LEASE: &str =
    "DELETE FROM lease WHERE queue = ?1 AND item = ?2 AND annotator_id = ?3
    AND benchmark_id = (SELECT benchmark_id FROM question WHERE id = ?4)";

impl Transaction<'_> {
    pub(super) fn hold(&self, of: QueuedItem<'_>, by: AnnotatorId, expires: &str) -> Result<()> {
        let sql = "INSERT INTO lease (queue, benchmark_id, item, annotator_id, expires)
            SELECT ?1, benchmark_id, ?2, ?4, ?5 FROM question WHERE id = ?3
            ON CONFLICT DO UPDATE SET expires = max(expires, excluded.expires)";
        self.change(sql, params![of.queue, of.item, of.question_id, by, expires])
    }

    /// After a blind answer, which takes a place at an assigned item until the decision.
    pub(super) fn hold_while_assigned(&self, by: &Annotator, decision: &NewDecision) -> Result<()> {
        let of = decision.queued_item();
        let Some(assignment) = self.assignment_of(of.queue, of.question_id)? else { return Ok(()) };
        self.hold(of, by.id, &later(&self.now, lease_time(Some(&assignment)))?)
    }

    /// Keeps the place of a decision that is opened again for its annotator, where the number of people is
    /// limited.
    pub(super) fn hold_again(
        &self,
        annotator: &Annotator,
        decision: &NewDecision,
        time: TimeDelta,
    ) -> Result<()> {
        let of = decision.queued_item();
        let is_limited = self.assignment_of(of.queue, of.question_id)?.is_some()
            || self.most_people(of.question_id, of.item)?.is_some();
        match is_limited {
            true => self.hold(of, annotator.id, &later(&self.now, time)?),
            false => Ok(()),
        }
    }

    /// Ends the annotator's lease on the item: a decision takes its place.
    pub(crate) fn end_lease(&self, of: QueuedItem<'_>, by: AnnotatorId) -> Result<()> {
        self.change(END_LEASE, params![of.queue, of.item, by, of.question_id])
    }
}
