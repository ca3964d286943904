//! The review desk: one annotator, one benchmark, every question in an order of their own.
//!
//! The desk holds the annotator's history and knows which question comes next. It commits each act
//! before it tells of it: what it answers is what lies on the disk. It never reads what others
//! decided, so several people work on one file without seeing or disturbing each other.

use super::lineup::{Lineup, Progress, place_in_order};
use crate::benchmark::decision::{Act, Answer, Review};
use crate::benchmark::history::{History, HistoryRow, Standing};
use crate::store::{
    Annotator, Benchmark, BlindQuestion, DecisionRow, Exposure, Guideline, NewDecision,
    QUEUE_REVIEW, QuestionEntry, Reveal, Store, StoreError,
};

/// A question in the annotator's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewItem {
    /// What lists show of the question.
    pub entry: QuestionEntry,
}

impl ReviewItem {
    fn key(&self) -> &str {
        self.entry.key.as_str()
    }
}

/// What surrounds a decision and is stored with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// Where it is made: `review`, `plain`, `script`.
    pub screen: &'static str,
    /// How the picture is drawn.
    pub picture: Option<String>,
    /// The picture's area in cells.
    pub cells: Option<(u16, u16)>,
    /// Milliseconds of attention.
    pub active_ms: u64,
}

/// One annotator's review of one benchmark.
#[derive(Debug)]
pub struct ReviewDesk {
    annotator: Annotator,
    benchmark: Benchmark,
    guideline: Guideline,
    items: Vec<ReviewItem>,
    lineup: Lineup,
}

impl ReviewDesk {
    /// Sits the annotator down: reads the questions and their own history.
    pub fn open(
        store: &mut Store,
        annotator: Annotator,
        benchmark: Benchmark,
        guideline: Guideline,
    ) -> Result<Self, StoreError> {
        store.keep_guideline(&guideline)?;
        let history = History::of(store.history(&annotator, QUEUE_REVIEW, &benchmark)?);
        let mut items: Vec<ReviewItem> = store
            .question_entries(&benchmark)?
            .into_iter()
            .map(|entry| ReviewItem { entry })
            .collect();
        items.sort_by_cached_key(|item| place_in_order(annotator.seed, item.key()));
        let names = items.iter().map(|item| (item.key().to_owned(), item.entry.revision)).collect();
        let lineup = Lineup::new(names, history);
        Ok(ReviewDesk { annotator, benchmark, guideline, items, lineup })
    }

    /// Who sits here.
    pub fn annotator(&self) -> &Annotator {
        &self.annotator
    }

    /// What is reviewed.
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
    }

    /// The guideline in force.
    pub fn guideline(&self) -> &Guideline {
        &self.guideline
    }

    /// Every question in the annotator's order.
    pub fn items(&self) -> &[ReviewItem] {
        &self.items
    }

    /// The annotator's own rows.
    pub fn history(&self) -> &History {
        self.lineup.history()
    }

    /// The position of a question in the annotator's order.
    pub fn position_of(&self, key: &str) -> Option<usize> {
        self.lineup.position_of(key)
    }

    /// Where the item stands for this annotator.
    pub fn standing(&self, position: usize) -> Standing {
        self.lineup.standing(position)
    }

    /// The blind answer in force on the item.
    pub fn answer(&self, position: usize) -> Option<Answer> {
        let item = self.items.get(position)?;
        self.history().answer(item.key(), item.entry.revision)
    }

    /// The positions still to be asked, in the order in which they come: from `after` on, around
    /// to the start, then those put off, the longest waiting first.
    pub fn waiting_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        self.lineup.waiting_after(after)
    }

    /// The next position to ask.
    pub fn next_after(&self, after: Option<usize>) -> Option<usize> {
        self.waiting_after(after).next()
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        self.lineup.progress()
    }

    /// The question at a position, without its reference answer.
    pub fn question(&self, store: &Store, position: usize) -> Result<BlindQuestion, StoreError> {
        store.blind_question(self.item(position)?.entry.id)
    }

    /// The reference answer of the question at a position, once an answer is in force.
    pub fn reveal(&self, store: &Store, position: usize) -> Result<Reveal, StoreError> {
        store.reveal(self.item(position)?.entry.id, &self.annotator)
    }

    /// Commits the blind answer.
    pub fn answer_blind(
        &mut self,
        store: &mut Store,
        position: usize,
        answer: Answer,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        self.commit(store, position, Act::Answer { answer }, circumstances)
    }

    /// Commits the finished review.
    pub fn judge(
        &mut self,
        store: &mut Store,
        position: usize,
        review: Review,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        self.commit(store, position, Act::Review(review), circumstances)
    }

    /// Commits finished reviews of different questions together, all or none.
    pub fn judge_together(
        &mut self,
        store: &mut Store,
        reviews: Vec<(usize, Review)>,
        circumstances: &Circumstances,
    ) -> Result<(), StoreError> {
        let positions: Vec<usize> = reviews.iter().map(|(position, _)| *position).collect();
        let decisions = reviews
            .into_iter()
            .map(|(at, review)| self.decision(store, at, Act::Review(review), circumstances))
            .collect::<Result<Vec<_>, _>>()?;
        let rows = store.decide_together(&self.annotator, &decisions)?;
        positions.into_iter().zip(&rows).for_each(|(at, row)| self.lineup.append(at, row));
        Ok(())
    }

    /// Commits a skip, a `later` or a note.
    pub fn set_aside(
        &mut self,
        store: &mut Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        self.commit(store, position, act, circumstances)
    }

    /// Takes the newest decision in force back, whichever item and session it is from. Returns
    /// the position of its item; nothing when there is nothing left to take back.
    pub fn undo(
        &mut self,
        store: &mut Store,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some(target) = self.history().next_undo().cloned() else { return Ok(None) };
        self.correct(store, &target, Act::Undo { row: target.id }, circumstances)
    }

    /// Brings the decision that was taken back last into force again.
    pub fn redo(
        &mut self,
        store: &mut Store,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some((undo, restored)) = self.history().next_redo() else { return Ok(None) };
        let (undo, restored) = (undo.id, restored.clone());
        self.correct(store, &restored, Act::Redo { row: undo }, circumstances)
    }

    fn correct(
        &mut self,
        store: &mut Store,
        target: &HistoryRow,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<Option<usize>, StoreError> {
        let Some(position) = self.position_of(&target.item) else {
            let gone = format!("question {} is no longer in the benchmark", target.item);
            return Err(StoreError::Unknown { what: gone });
        };
        self.commit(store, position, act, circumstances)?;
        Ok(Some(position))
    }

    fn commit(
        &mut self,
        store: &mut Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<DecisionRow, StoreError> {
        let decision = self.decision(store, position, act, circumstances)?;
        let row = store.decide(&self.annotator, &decision)?;
        self.lineup.append(position, &row);
        Ok(row)
    }

    /// What is appended for an act.
    fn decision(
        &self,
        store: &Store,
        position: usize,
        act: Act,
        circumstances: &Circumstances,
    ) -> Result<NewDecision, StoreError> {
        let entry = &self.item(position)?.entry;
        let has_seen_answers = store.has_seen_answers(&self.annotator, entry.id)?;
        let has_revealed = self.history().has_seen_reference(entry.key.as_str(), entry.revision);
        let exposure = Exposure {
            screen: circumstances.screen.into(),
            reference: has_revealed || has_seen_answers,
            predictions: has_seen_answers,
            picture: circumstances.picture.clone(),
            cells: circumstances.cells,
        };
        Ok(NewDecision {
            queue: QUEUE_REVIEW,
            question_id: entry.id,
            item: entry.key.as_str().to_owned(),
            act,
            guideline: Some(self.guideline.version.clone()),
            exposure,
            active_ms: circumstances.active_ms,
        })
    }

    fn item(&self, position: usize) -> Result<&ReviewItem, StoreError> {
        self.items
            .get(position)
            .ok_or_else(|| StoreError::Unknown { what: "there is no such question".into() })
    }
}
