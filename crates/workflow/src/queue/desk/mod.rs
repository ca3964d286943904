//! The desk: one annotator, one queue of one benchmark.
//!
//! A desk holds the items in the annotator's order and the annotator's own history. It commits every
//! act before it says so: what it answers is on the disk. It never reads what others decided, so
//! several people work on one file without seeing each other's decisions. What differs between
//! queues is a [`Queue`]. `ranking` says what comes first, `in_blocks` finds the next one, `places` holds it for the
//! annotator.

mod in_blocks;
mod places;
mod ranking;

use std::any::Any;
use std::collections::HashSet;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

pub use self::places::PassedOverItems;
use self::ranking::Ranking;
use super::correction::Correction;
use super::decision_context::DecisionContext;
use super::definition::Queue;
use super::opened::OwnRows;
use super::order::{ItemOrder, Progress, QueueItem};
use super::priority::{Ranks, ranks};
use assay_core::benchmark::Checklists;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::history::{History, Work};
use assay_core::benchmark::queues::{QUEUE_REVIEW, has_questions_as_items, settled_by};
use assay_core::benchmark::team::ItemPriority;
use assay_store::{
    Annotator, Assignment, Benchmark, DecisionRow, Exposure, Guideline, NewDecision, QuestionId,
    Result, ShownAnswers, Store, StoreError, lease_time, refuse_if,
};

/// One annotator at one queue of one benchmark.
#[derive(Debug)]
pub struct Desk<Q: Queue> {
    queue: Q,
    annotator: Annotator,
    benchmark: Benchmark,
    guideline: Guideline,
    checklists: Arc<Checklists>,
    pub(super) order: ItemOrder<Q::Item>,
    ranking: Option<Ranking>,
    /// Items that were full when they were looked at; they come last.
    full: HashSet<usize>,
    /// Items that were opened here and not given back.
    held: HashSet<usize>,
    /// How long an item is held for the person who has it open.
    lease_time: Duration,
    day_start: String,
    today: Work,
}

impl<Q: Queue> Desk<Q> {
    /// Loads the items and the annotator's own history.
    pub fn open(store: &mut Store, queue: Q, by: Annotator, benchmark: Benchmark) -> Result<Self> {
        // Each read outside of the moment would take the locks of the database once more.
        let (guideline, is_kept, assignment, is_audited, packed) = store.at_one_moment(|| {
            let guideline = queue.guideline(store)?;
            let is_kept = store.guideline(&guideline.version)?.is_some();
            let is_audited = Q::NAME == QUEUE_REVIEW && store.has_audit(&benchmark)?;
            let assignment = store.assignment(&benchmark, Q::NAME)?;
            Ok((guideline, is_kept, assignment, is_audited, store.packed_order()?))
        })?;
        if !is_kept {
            store.keep_guideline(&guideline)?;
        }
        let assigned = assignment.as_ref().and_then(|assignment| assignment.order);
        let order = assigned.or(is_audited.then_some(ItemPriority::Audit));
        let order = order.filter(|_| packed.is_none());
        // Ranking may keep labels that it read, which cannot be written at one moment.
        let ranks = match packed {
            Some(items) => Some(Ranks::packed(Q::NAME, items)),
            None => order.map(|order| ranks(store, &benchmark, Q::NAME, order)).transpose()?,
        };
        let ranking = order.map(|order| Ranking::new(order, assignment.as_ref()));
        let store: &Store = store;
        let who = (by, benchmark, guideline);
        store.at_one_moment(|| {
            let mut desk = Self::read(store, queue, who, assignment.as_ref(), ranks.as_ref())?;
            desk.ranking = ranking;
            ranks.map_or(Ok(()), |ranks| desk.mix(store, &ranks))?;
            Ok(desk)
        })
    }

    fn read(
        store: &Store,
        queue: Q,
        (annotator, benchmark, guideline): (Annotator, Benchmark, Guideline),
        assignment: Option<&Assignment>,
        ranks: Option<&Ranks>,
    ) -> Result<Self> {
        let checklists = store.checklists(&benchmark)?;
        let mut items = queue.items(store, &benchmark)?;
        if has_questions_as_items(Q::NAME) {
            let own = store.authored_keys(&annotator, &benchmark)?;
            items.retain(|(item, _)| !own.contains(item.name()));
        }
        if let Some(settled) = settled_by(Q::NAME) {
            store.check_settler(&annotator)?;
            let own = store.decided_questions(&annotator, settled, &benchmark)?;
            items.retain(|(item, _)| !own.contains(item.name()));
        }
        let lease_time = lease_time(assignment).to_std().unwrap_or_default();
        if let Some(ranks) = ranks {
            for (item, rank) in &mut items {
                *rank = ranks.of_item(item.name());
            }
        }
        let rows = store.history(&annotator, Q::NAME, &benchmark)?;
        let mut blocks = store.blocks_of_assignment(assignment)?;
        if let (Some(blocks), Some(ranks)) =
            (&mut blocks, ranks.filter(|ranks| ranks.are_of_disagreement()))
        {
            // One more person is asked about each of these, whatever becomes of its block.
            blocks.retain(|name, _| ranks.of_item(name) == [0; 3]);
        }
        let mut order = ItemOrder::ranked(items, blocks.as_ref(), annotator.seed, rows);
        if order.blocks().is_some() {
            // A script or a program that ended has not given them back.
            let held = store.items_held(&annotator, &benchmark, Q::NAME, false)?;
            let held: Vec<usize> = held.iter().filter_map(|item| order.position_of(item)).collect();
            order.begin_blocks(&held);
        }
        if let Some(assignment) = assignment
            && let Some(share) = assignment.gold_share
        {
            order = order.with_gold(annotator.seed, share, &store.gold_of_assignment(assignment)?);
        }
        let day_start = store.start_of_today();
        let today = order.history().work_since(&day_start);
        Ok(Desk {
            queue,
            annotator,
            benchmark,
            guideline,
            checklists,
            order,
            ranking: None,
            full: HashSet::new(),
            held: HashSet::new(),
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

    /// The benchmark's checklists as they were when the desk was opened.
    pub fn checklists(&self) -> &Arc<Checklists> {
        &self.checklists
    }

    /// The item at a position.
    pub fn item(&self, position: usize) -> Result<&Q::Item> {
        let no_item = || StoreError::Unknown { what: "there is no such item".into() };
        self.items().get(position).ok_or_else(no_item)
    }

    fn found(&self, position: usize) -> Option<FoundItem> {
        let item = self.items().get(position)?;
        let (name, question) = (item.name().to_owned(), item.question_id());
        Some(FoundItem { position, name, question })
    }

    /// Whether categories are chosen here before those of the data are shown.
    pub fn confirms_categories(&self) -> bool {
        Q::WITHHOLDS && self.checklists.confirms_category
    }

    /// The content of the item at a position.
    pub fn load(&self, store: &Store, position: usize) -> Result<Q::Content> {
        self.queue.load(store, &self.annotator, self.item(position)?)
    }

    /// The item at a position as the annotator may see it now.
    ///
    /// # Errors
    /// `Refused` where the annotator may not see it.
    pub fn open_item(&self, store: &Store, position: usize) -> Result<Q::Opened> {
        let own = OwnRows { annotator: &self.annotator, history: self.history() };
        self.queue.open(store, own, self.item(position)?)
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
    ) -> Result<DecisionRow> {
        let decision = store.at_one_moment(|| self.decision(store, position, act, context))?;
        // A fix that is refused because it changes nothing says what is there, the reference answer too.
        let is_fix = decision.act.final_act().is_some_and(|act| act.new_text.is_some());
        if is_fix {
            let (id, shown) = (decision.question_id, ShownAnswers::REFERENCE);
            store.record_answer_exposures(&self.annotator, &[id], shown)?;
        }
        let row = store.decide(&self.annotator, &decision)?;
        self.take_in(position, &row);
        Ok(row)
    }

    /// Follows a row that was committed on the item at a position.
    fn take_in(&mut self, position: usize, row: &DecisionRow) {
        if !row.act.leaves_item_open() {
            self.held.remove(&position);
            self.ranking.iter_mut().for_each(Ranking::count);
        }
        self.order.append(position, row.history_row());
        self.today = self.history().work_since(&self.day_start);
    }

    /// Commits acts on different items together, all or none.
    pub fn commit_together(
        &mut self,
        store: &mut Store,
        acts: Vec<(usize, Act)>,
        context: &DecisionContext,
    ) -> Result<()> {
        let positions: Vec<usize> = acts.iter().map(|(position, _)| *position).collect();
        let decisions = acts.into_iter().zip(0..).map(|((position, act), before)| {
            let mut decision = self.decision(store, position, act, context)?;
            let place = decision.exposure.position;
            decision.exposure.position = place.map(|place| place + before);
            Ok(decision)
        });
        let decisions: Vec<NewDecision> = store.at_one_moment(|| decisions.collect())?;
        let rows = store.decide_together(&self.annotator, &decisions)?;
        for (position, row) in positions.into_iter().zip(&rows) {
            self.take_in(position, row);
        }
        Ok(())
    }

    /// Whether the category of the data is on the annotator's screen, or has been.
    fn shows_category(&self, store: &Store, item: &Q::Item) -> Result<bool> {
        let is_hidden = match Q::WITHHOLDS {
            true => {
                !self.history().has_been_revealed(item.name(), item.revision())
                    && store.asks_category(&self.annotator, item.question_id())?
            }
            false => !has_questions_as_items(Q::NAME),
        };
        Ok(!is_hidden)
    }

    /// The row to append for an act.
    fn decision(
        &self,
        store: &Store,
        position: usize,
        act: Act,
        context: &DecisionContext,
    ) -> Result<NewDecision> {
        refuse_if(!self.queue.takes(&act), || format!("the {} queue does not take this", Q::NAME))?;
        let item = self.item(position)?;
        let question_id = item.question_id();
        // The reference answer is shown after the category, where that is asked for.
        let is_blind = matches!(act, Act::Category { .. })
            && !self.history().has_been_revealed(item.name(), item.revision());
        let has_seen_reference = !is_blind
            && (store.has_answered(&self.annotator, question_id)?
                || self.queue.shows_reference(store, item)?);
        let shown_answers = store.shown_answers(&self.annotator, question_id)?;
        let gate = self.history().guess(item.name(), item.revision()).is_some();
        let exposure = context.exposure(has_seen_reference, shown_answers);
        // A script has no screen and no place.
        let (category, position) = match context.is_shown() {
            true => {
                let is_shown = shown_answers.is_some() || self.shows_category(store, item)?;
                (Some(is_shown), Some(self.progress().done as u32 + 1))
            }
            false => (None, None),
        };
        Ok(NewDecision {
            queue: Q::NAME,
            question_id,
            item: item.name().to_owned(),
            act,
            guideline: Some(self.guideline.version.clone()),
            exposure: Exposure { gate, category, position, ..exposure },
            active_ms: context.active_ms,
            hands_out_picture: context.is_shown(),
        })
    }
}

/// The items in the annotator's order, with the state of each.
impl<Q: Queue> Deref for Desk<Q> {
    type Target = ItemOrder<Q::Item>;

    fn deref(&self) -> &Self::Target {
        &self.order
    }
}

/// An item of a queue, by its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundItem {
    pub position: usize,
    pub name: String,
    /// The row of the question's revision.
    pub question: QuestionId,
}

/// What every desk can do, whichever its queue.
pub trait OpenDesk: Any {
    /// The name of its queue.
    fn queue_name(&self) -> &'static str;

    /// The guideline in force.
    fn guideline(&self) -> &Guideline;

    /// How far the annotator is.
    fn progress(&self) -> Progress;

    /// What the annotator did in this queue since midnight of the day on which the desk was opened.
    fn today(&self) -> Work;

    /// The annotator's own rows of this queue.
    fn history(&self) -> &History;

    /// The position of an item and its question; `None` if the queue does not have it.
    fn find(&self, item: &str) -> Option<FoundItem>;

    /// The items that come next, `most` of them, in their order.
    fn coming(&self, most: usize) -> Vec<FoundItem>;

    /// Gives back all items that were opened here and are not decided.
    fn release(&mut self, store: &mut Store) -> Result<()>;

    /// Takes back the newest decision in force, whichever item and session it is from, or brings the one that
    /// was taken back last into force again. Returns the position of its item; `None` if there is none.
    fn correct(
        &mut self,
        store: &mut Store,
        correction: Correction,
        context: &DecisionContext,
    ) -> Result<Option<usize>>;
}

impl<Q: Queue> OpenDesk for Desk<Q> {
    fn queue_name(&self) -> &'static str {
        Q::NAME
    }

    fn guideline(&self) -> &Guideline {
        &self.guideline
    }

    fn progress(&self) -> Progress {
        self.order.progress()
    }

    fn today(&self) -> Work {
        self.today
    }

    fn history(&self) -> &History {
        self.order.history()
    }

    fn find(&self, item: &str) -> Option<FoundItem> {
        self.found(self.position_of(item)?)
    }

    fn coming(&self, most: usize) -> Vec<FoundItem> {
        let coming = self.waiting_after(None).take(most);
        coming.filter_map(|position| self.found(position)).collect()
    }

    fn release(&mut self, store: &mut Store) -> Result<()> {
        let held: Vec<usize> = self.held.drain().collect();
        match held.is_empty() {
            true => Ok(()),
            false => store.release_leases(&self.annotator, &self.queued_items(&held)?),
        }
    }

    fn correct(
        &mut self,
        store: &mut Store,
        correction: Correction,
        context: &DecisionContext,
    ) -> Result<Option<usize>> {
        let Some((act, about)) = correction.target(self.order.history()) else { return Ok(None) };
        let Some(position) = self.position_of(&about.item) else {
            return Err(StoreError::Unknown { what: self.queue.why_absent(&about.item) });
        };
        self.commit(store, position, act, context)?;
        Ok(Some(position))
    }
}
