//! The desk: one annotator, one queue of one benchmark.
//!
//! A desk holds the items in the annotator's order and the annotator's own history. It commits every
//! act before it says so: what it answers is on the disk. It never reads what others decided, so
//! several people work on one file without seeing each other's decisions. What differs between
//! queues is a [`Queue`].

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use super::order::{ItemOrder, Progress, QueueItem};
use super::priority::ranks;
use crate::benchmark::decision::Act;
use crate::benchmark::history::{History, ItemState, Work};
use crate::benchmark::queues::{has_questions_as_items, settled_by};
use crate::store::{
    Annotator, Assignment, Benchmark, DecisionRow, Exposure, Guideline, LeaseRequest, NewDecision,
    Store, StoreError,
};

/// What a queue says about itself; see the module's documentation.
pub trait Queue: fmt::Debug + 'static {
    /// The name that decisions and leases carry.
    const NAME: &'static str;

    /// An item as lists know it: without its content.
    type Item: QueueItem + fmt::Debug + Send + Sync;

    /// The content of an item as it is shown before the annotator's own decision.
    type Content;

    /// The guideline in force.
    fn guideline(&self, store: &Store) -> Result<Guideline, StoreError>;

    /// Every item, in any order.
    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>, StoreError>;

    /// The items that the team's progress is counted over: those of every desk at this queue.
    fn team_items(store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>, StoreError>
    where
        Self: Sized;

    /// Loads the content of an item as this annotator may see it. It must not hold the reference answer,
    /// nor what other people or machines found.
    fn load(
        &self,
        store: &Store,
        annotator: &Annotator,
        item: &Self::Item,
    ) -> Result<Self::Content, StoreError>;

    /// Whether an act can be committed here. Skips, notes, undo and redo can everywhere.
    fn takes(&self, act: &Act) -> bool {
        act.belongs_to(Self::NAME)
    }

    /// How many people decide an item where no assignment says it. It is then held by a lease while it
    /// is shown, and passed over where enough others have decided or hold it; without a number, every
    /// item is free.
    fn people_per_item(&self) -> Option<usize> {
        None
    }

    /// Why an item on which the annotator has decided is not at the desk.
    fn why_absent(&self, item: &str) -> String;
}

/// What surrounds a decision and is stored with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionContext {
    /// Where it is made: `review`, `plain`, `script`.
    pub screen: &'static str,
    /// How the picture is drawn.
    pub picture: Option<String>,
    /// The picture's area in cells.
    pub cells: Option<(u16, u16)>,
    /// Milliseconds of attention.
    pub active_ms: u64,
}

impl DecisionContext {
    /// A decision made without a picture and without measured attention.
    pub const fn new(screen: &'static str) -> Self {
        DecisionContext { screen, picture: None, cells: None, active_ms: 0 }
    }

    /// Whether the picture follows a guess at once: a script is handed it with the item.
    fn shows_pictures(&self) -> bool {
        self.screen != "script"
    }

    /// What is stored of it, with what the annotator had seen before.
    pub(super) fn exposure(&self, has_seen_reference: bool, has_seen_answers: bool) -> Exposure {
        Exposure {
            gate: false,
            screen: self.screen.into(),
            reference: has_seen_reference || has_seen_answers,
            predictions: has_seen_answers,
            picture: self.picture.clone(),
            cells: self.cells,
        }
    }
}

/// One annotator at one queue of one benchmark.
#[derive(Debug)]
pub struct Desk<Q: Queue> {
    queue: Q,
    annotator: Annotator,
    benchmark: Benchmark,
    guideline: Guideline,
    order: ItemOrder<Q::Item>,
    /// Items that were full when they were looked at; they come last.
    full: RefCell<HashSet<usize>>,
    /// Items that were opened here and not given back.
    held: RefCell<HashSet<usize>>,
    /// How long an item is held for whoever has it open.
    lease_time: Duration,
    day_start: String,
    today: Work,
}

impl<Q: Queue> Desk<Q> {
    /// Loads the items and the annotator's own history.
    pub fn open(
        store: &mut Store,
        queue: Q,
        annotator: Annotator,
        benchmark: Benchmark,
    ) -> Result<Self, StoreError> {
        let guideline = queue.guideline(store)?;
        store.keep_guideline(&guideline)?;
        let mut items = queue.items(store, &benchmark)?;
        if has_questions_as_items(Q::NAME) {
            let own = store.authored_keys(&annotator, &benchmark)?;
            items.retain(|item| !own.contains(item.name()));
        }
        if let Some(settled) = settled_by(Q::NAME) {
            store.check_settler(&annotator)?;
            let own = store.decided_questions(&annotator, settled, &benchmark)?;
            items.retain(|item| !own.contains(item.name()));
        }
        let assignment = store.assignment(&benchmark, Q::NAME)?;
        let lease_time = LeaseRequest::duration(assignment.as_ref());
        let first = assignment.as_ref().and_then(|assignment| assignment.order);
        let ranks = first.map(|order| ranks(store, &benchmark, Q::NAME, order)).transpose()?;
        let rank = |item: &Q::Item| match &ranks {
            Some(ranks) => ranks.of_item(item.name()),
            None => item.rank(),
        };
        let rows = store.history(&annotator, Q::NAME, &benchmark)?;
        let mut order = ItemOrder::ranked(items, rank, annotator.seed, rows);
        if let Some((assignment, share)) = assignment.as_ref().and_then(with_gold) {
            order = order.with_gold(annotator.seed, share, &store.gold_of_assignment(assignment)?);
        }
        let day_start = store.start_of_today();
        let today = order.history().work_since(&day_start);
        let (full, held) = (RefCell::default(), RefCell::default());
        Ok(Desk {
            queue,
            annotator,
            benchmark,
            guideline,
            order,
            full,
            held,
            lease_time,
            day_start,
            today,
        })
    }

    /// What differs between queues.
    pub fn queue(&self) -> &Q {
        &self.queue
    }

    /// Who decides here.
    pub fn annotator(&self) -> &Annotator {
        &self.annotator
    }

    /// The benchmark.
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
    }

    /// The guideline in force.
    pub fn guideline(&self) -> &Guideline {
        &self.guideline
    }

    /// Every item in the annotator's order.
    pub fn items(&self) -> &[Q::Item] {
        self.order.items()
    }

    /// The item at a position.
    pub fn item(&self, position: usize) -> Result<&Q::Item, StoreError> {
        let no_item = || StoreError::Unknown { what: "there is no such item".into() };
        self.items().get(position).ok_or_else(no_item)
    }

    /// The annotator's own rows of this queue.
    pub fn history(&self) -> &History {
        self.order.history()
    }

    /// The position of an item in the annotator's order.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.order.position_of(name)
    }

    /// The state of the item at a position.
    pub fn state(&self, position: usize) -> ItemState {
        self.order.state(position)
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        self.order.progress()
    }

    /// What the annotator did in this queue since midnight of the day on which the desk was opened.
    pub fn today(&self) -> Work {
        self.today
    }

    /// The positions that wait, in the order in which they come: from `after` on, around to the
    /// start, then those put off, the longest waiting first.
    pub fn waiting_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        self.order.waiting_after(after)
    }

    /// Every position that waits, gold or not, as long as anything waits.
    pub(super) fn every_waiting(&self) -> Vec<usize> {
        self.order.all_waiting_after(None).collect()
    }

    /// Whether the item after so many decided ones is gold.
    pub(super) fn is_gold_due(&self, decided: usize) -> bool {
        self.order.is_gold_due(decided)
    }

    /// Whether a question is mixed in as gold.
    pub(super) fn is_gold(&self, position: usize) -> bool {
        self.order.is_gold(position)
    }

    /// The next position to decide, held for this annotator where the queue is assigned or has a number
    /// of people; items that enough others have decided or hold are passed over.
    pub fn next_after(
        &self,
        store: &mut Store,
        after: Option<usize>,
    ) -> Result<Option<usize>, StoreError> {
        let is_known_as_full = |position: usize| self.full.borrow().contains(&position);
        let mut newly_full = Vec::new();
        let mut next = None;
        let candidates = || self.order.candidates_after(after);
        for position in candidates().filter(|&position| !is_known_as_full(position)) {
            if self.take_place(store, position)? {
                next = Some(position);
                break;
            }
            newly_full.push(position);
        }
        if next.is_none() && !self.full.borrow().is_empty() {
            // They may have a place again: a decision was taken back, a lease has run out.
            for position in candidates().filter(|&position| is_known_as_full(position)) {
                if self.take_place(store, position)? {
                    next = Some(position);
                    break;
                }
            }
        }
        let mut full = self.full.borrow_mut();
        full.extend(newly_full);
        if let Some(position) = &next {
            full.remove(position);
            self.record_exposure(store, *position)?;
        }
        Ok(next)
    }

    /// Holds the item at a position for this annotator; `false` when it is to be passed over. Where others'
    /// decisions are settled, it is recorded that the annotator sees them from now on.
    pub fn hold(&self, store: &mut Store, position: usize) -> Result<bool, StoreError> {
        self.record_exposure(store, position)?;
        self.take_place(store, position)
    }

    /// What the annotator sees when the item is opened and later decisions depend on: others' decisions
    /// where they are settled, the picture after a guess.
    pub fn record_exposure(&self, store: &mut Store, position: usize) -> Result<(), StoreError> {
        let item = self.item(position)?;
        if self.history().guess(item.name(), item.revision()).is_some() {
            store.record_gate_passed(&self.annotator, item.question_id())?;
        }
        match settled_by(Q::NAME) {
            Some(_) => store.record_answer_exposure(&self.annotator, item.question_id()),
            None => Ok(()),
        }
    }

    fn take_place(&self, store: &mut Store, position: usize) -> Result<bool, StoreError> {
        let is_held = store.lease(&self.annotator, self.lease_request(position)?)?;
        if is_held {
            self.held.borrow_mut().insert(position);
        }
        Ok(is_held)
    }

    /// Holds the item at a position for longer, if it is still held.
    pub fn renew(&self, store: &mut Store, position: usize) -> Result<(), StoreError> {
        match self.held.borrow().contains(&position) {
            true => store.renew_lease(&self.annotator, self.lease_request(position)?),
            false => Ok(()),
        }
    }

    /// How long the item at a position is held unless it is held again; nothing where it is not held.
    pub fn lease_time(&self, position: usize) -> Option<Duration> {
        self.held.borrow().contains(&position).then_some(self.lease_time)
    }

    /// Gives back all items that were opened here and are not decided.
    pub fn release(&self, store: &mut Store) -> Result<(), StoreError> {
        for position in self.held.take() {
            store.release_lease(&self.annotator, self.lease_request(position)?)?;
        }
        Ok(())
    }

    /// What the store must know to hold the item at a position.
    pub(super) fn lease_request(&self, position: usize) -> Result<LeaseRequest<'_>, StoreError> {
        let item = self.item(position)?;
        Ok(LeaseRequest {
            queue: Q::NAME,
            question_id: item.question_id(),
            item: item.name(),
            shown: item.shown(),
            most: self.queue.people_per_item(),
        })
    }

    /// The content of the item at a position.
    pub fn load(&self, store: &Store, position: usize) -> Result<Q::Content, StoreError> {
        self.queue.load(store, &self.annotator, self.item(position)?)
    }

    /// Commits an act on the item at a position.
    ///
    /// # Errors
    /// `Refused` where the act makes no sense here; nothing is saved then.
    pub fn commit(
        &mut self,
        store: &mut Store,
        position: usize,
        act: Act,
        context: &DecisionContext,
    ) -> Result<DecisionRow, StoreError> {
        let decision = self.decision(store, position, act, context)?;
        let row = store.decide(&self.annotator, &decision)?;
        if !row.act.leaves_item_open() {
            self.held.get_mut().remove(&position);
        }
        self.order.append(position, row.history_row());
        self.today = self.history().work_since(&self.day_start);
        Ok(row)
    }

    /// Commits acts on different items together, all or none.
    pub fn commit_together(
        &mut self,
        store: &mut Store,
        acts: Vec<(usize, Act)>,
        context: &DecisionContext,
    ) -> Result<(), StoreError> {
        let positions: Vec<usize> = acts.iter().map(|(position, _)| *position).collect();
        let decisions = acts
            .into_iter()
            .map(|(position, act)| self.decision(store, position, act, context))
            .collect::<Result<Vec<_>, _>>()?;
        let rows = store.decide_together(&self.annotator, &decisions)?;
        for (position, row) in positions.into_iter().zip(&rows) {
            self.held.get_mut().remove(&position);
            self.order.append(position, row.history_row());
        }
        self.today = self.history().work_since(&self.day_start);
        Ok(())
    }

    /// Takes back the newest decision in force, whichever item and session it is from. Returns the
    /// position of its item; nothing when no decision is left.
    pub fn undo(
        &mut self,
        store: &mut Store,
        context: &DecisionContext,
    ) -> Result<Option<usize>, StoreError> {
        let Some(target) = self.history().next_undo() else { return Ok(None) };
        let (act, item) = (Act::Undo { row: target.id }, target.item.clone());
        self.correct(store, &item, act, context)
    }

    /// Brings the decision that was taken back last into force again.
    pub fn redo(
        &mut self,
        store: &mut Store,
        context: &DecisionContext,
    ) -> Result<Option<usize>, StoreError> {
        let Some((undo, restored)) = self.history().next_redo() else { return Ok(None) };
        let (act, item) = (Act::Redo { row: undo.id }, restored.item.clone());
        self.correct(store, &item, act, context)
    }

    fn correct(
        &mut self,
        store: &mut Store,
        item: &str,
        act: Act,
        context: &DecisionContext,
    ) -> Result<Option<usize>, StoreError> {
        let Some(position) = self.position_of(item) else {
            return Err(StoreError::Unknown { what: self.queue.why_absent(item) });
        };
        self.commit(store, position, act, context)?;
        Ok(Some(position))
    }

    /// The row to append for an act.
    fn decision(
        &self,
        store: &Store,
        position: usize,
        act: Act,
        context: &DecisionContext,
    ) -> Result<NewDecision, StoreError> {
        if !self.queue.takes(&act) {
            return Err(StoreError::Refused(format!("the {} queue does not take this", Q::NAME)));
        }
        let item = self.item(position)?;
        let question_id = item.question_id();
        let has_seen_reference = store.has_answered(&self.annotator, question_id)?;
        let has_seen_answers = store.has_seen_answers(&self.annotator, question_id)?;
        let gate = self.history().guess(item.name(), item.revision()).is_some();
        let exposure = context.exposure(has_seen_reference, has_seen_answers);
        Ok(NewDecision {
            queue: Q::NAME,
            question_id,
            item: item.name().to_owned(),
            act,
            guideline: Some(self.guideline.version.clone()),
            exposure: Exposure { gate, ..exposure },
            active_ms: context.active_ms,
            hands_out_picture: context.shows_pictures(),
        })
    }
}

fn with_gold(assignment: &Assignment) -> Option<(&Assignment, f64)> {
    Some((assignment, assignment.gold_share?))
}
