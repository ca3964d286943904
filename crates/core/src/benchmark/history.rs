//! What is in force: one annotator's rows of one queue, read in the order they were appended.
//!
//! The rows are the truth and never change. This file is the one place that says what follows from
//! them: which row counts for an item, whether the item is decided, what undo and redo act on, and
//! what was done since a moment. `store::decision::decided` asks the same questions of rows that it
//! loads from the database.

mod merged;

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::decision::{Act, BlindAnswer};
use super::gate::TextGuess;
pub use merged::in_order;

/// Attention for a single decision counts up to this, in milliseconds: one day. An imported row may
/// hold any number.
const LONGEST_ATTENTION_MS: u64 = 24 * 60 * 60 * 1000;

/// The parts of a stored row that reading a history needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// The row's own id.
    pub id: Uuid,
    /// The item: a question's key, or a prediction's name in the extract queue.
    pub item: String,
    /// The revision of the question that was on screen.
    pub revision: u32,
    /// What was done.
    pub act: Act,
    /// When: RFC 3339, UTC, milliseconds. Such moments sort as text.
    pub created: String,
    /// Milliseconds of attention.
    pub active_ms: u64,
    /// The row before this one on the same item by the same annotator.
    pub supersedes: Option<Uuid>,
}

/// The state of an item for one annotator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemState {
    /// Nothing is in force.
    Untouched,
    /// The guess from the text alone is given, the blind answer is not.
    Guessed(TextGuess),
    /// The blind answer is given, the verdict is not.
    Answered(BlindAnswer),
    /// The last step of the queue is done.
    Decided(Act),
    /// Passed over.
    Skipped,
    /// Put off to the end of the queue.
    Later,
}

impl ItemState {
    /// Whether the annotator's decision is in force.
    pub fn is_decided(&self) -> bool {
        matches!(self, ItemState::Decided(_))
    }

    /// Whether the item has left the annotator's queue: decided or skipped.
    pub fn is_done(&self) -> bool {
        matches!(self, ItemState::Decided(_) | ItemState::Skipped)
    }
}

/// What was done since a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Items whose decision was made since then and is in force. What was taken back does not count,
    /// neither does a skip, and an item that was decided twice counts once.
    pub decided: usize,
    /// Milliseconds of attention, that for decisions taken back included.
    pub active_ms: u64,
}

impl Work {
    /// Seconds of attention for each decided item, once there are some.
    pub fn seconds_each(self) -> Option<u64> {
        (self.active_ms / 1000).checked_div(self.decided as u64)
    }
}

/// One annotator's rows of one queue in order, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct History {
    rows: Vec<HistoryRow>,
    position: HashMap<Uuid, usize>,
    by_item: HashMap<String, Vec<usize>>,
    /// Rows in force that `undo` can take back, oldest first.
    undoable: Vec<usize>,
    /// `undo` rows that `redo` can take back, oldest first.
    redoable: Vec<usize>,
    taken_back: Vec<bool>,
}

impl FromIterator<HistoryRow> for History {
    fn from_iter<T: IntoIterator<Item = HistoryRow>>(rows: T) -> Self {
        let mut history = History::default();
        rows.into_iter().for_each(|row| history.append(row));
        history
    }
}

impl History {
    /// Adds the next row. A row that names an unknown one to undo or redo changes nothing.
    pub fn append(&mut self, row: HistoryRow) {
        let here = self.rows.len();
        match &row.act {
            Act::Undo { row: target } => {
                if let Some(&target) = self.position.get(target) {
                    self.taken_back[target] = true;
                    // Taking back what a lead did is not the annotator's own doing either.
                    if !matches!(self.rows[target].act, Act::Requeue { .. }) {
                        self.undoable.retain(|&position| position != target);
                        self.redoable.push(here);
                    }
                }
            }
            Act::Redo { row: undo } => {
                if let Some(target) = self.target_of_undo(*undo) {
                    self.taken_back[target] = false;
                    self.redoable.retain(|&position| self.rows[position].id != *undo);
                    self.undoable.push(target);
                }
            }
            // Not the annotator's own doing: neither undo nor redo reach it.
            Act::Requeue { .. } => {}
            _ => {
                self.redoable.clear();
                self.settle_guess(&row);
                self.undoable.push(here);
            }
        }
        self.position.insert(row.id, here);
        self.by_item.entry(row.item.clone()).or_default().push(here);
        self.taken_back.push(false);
        self.rows.push(row);
    }

    /// All rows, oldest first.
    pub fn rows(&self) -> &[HistoryRow] {
        &self.rows
    }

    /// The row with this id.
    pub fn row(&self, id: Uuid) -> Option<&HistoryRow> {
        self.position.get(&id).map(|&position| &self.rows[position])
    }

    /// The state of this item in this revision of its question. Decisions on an older revision do
    /// not count.
    pub fn state(&self, item: &str, revision: u32) -> ItemState {
        self.deciding_row(item, revision).map_or(ItemState::Untouched, |row| match &row.act {
            Act::Answer { answer } => ItemState::Answered(*answer),
            Act::Guess(guess) => ItemState::Guessed(*guess),
            // A further step of the blind answer; an open question has no other.
            Act::Category { .. } => {
                self.answer(item, revision).map_or(ItemState::Untouched, ItemState::Answered)
            }
            Act::Skip => ItemState::Skipped,
            Act::Later => ItemState::Later,
            act if act.is_final() => ItemState::Decided(act.clone()),
            _ => ItemState::Untouched,
        })
    }

    /// The row that decides the state of the item: the last one in force, notes left out.
    pub fn deciding_row(&self, item: &str, revision: u32) -> Option<&HistoryRow> {
        self.in_force(item, revision).filter(|row| row.act.changes_state()).last()
    }

    /// Whether the annotator has decided this item in this revision: the decision is in force, and
    /// the item was neither skipped nor put off after it.
    pub fn is_decided(&self, item: &str, revision: u32) -> bool {
        self.deciding_row(item, revision).is_some_and(|row| row.act.is_final())
    }

    /// The rows from the one with this number on that settle their items for now: the decision, the skip or
    /// the putting off that is in force. In the order in which they were made.
    pub fn settling_since(&self, first: usize) -> impl DoubleEndedIterator<Item = &HistoryRow> {
        self.rows.iter().skip(first).filter(|row| {
            let settles = row.act.is_final() || matches!(row.act, Act::Skip | Act::Later);
            let deciding = || self.deciding_row(&row.item, row.revision);
            settles && deciding().is_some_and(|deciding| deciding.id == row.id)
        })
    }

    /// What was done since a moment, written as in [`HistoryRow::created`].
    pub fn work_since(&self, moment: &str) -> Work {
        let mut work = Work::default();
        let mut decided = HashSet::new();
        for row in self.rows.iter().filter(|row| row.created.as_str() >= moment) {
            work.active_ms = work.active_ms.saturating_add(row.active_ms.min(LONGEST_ATTENTION_MS));
            let is_in_force = |row: &HistoryRow| {
                self.deciding_row(&row.item, row.revision).is_some_and(|last| last.id == row.id)
            };
            if row.act.is_final() && is_in_force(row) {
                decided.insert(row.item.as_str());
            }
        }
        work.decided = decided.len();
        work
    }

    /// Milliseconds of attention for an item: that of its rows in force, `undo` and `redo` left out.
    pub fn attention_ms(&self, item: &str, revision: u32) -> u64 {
        let rows = self.in_force(item, revision);
        let rows = rows.filter(|row| !matches!(row.act, Act::Undo { .. } | Act::Redo { .. }));
        rows.map(|row| row.active_ms.min(LONGEST_ATTENTION_MS)).fold(0, u64::saturating_add)
    }

    /// The blind answer in force, also beneath a verdict or a `later`.
    pub fn answer(&self, item: &str, revision: u32) -> Option<BlindAnswer> {
        self.last_in_force(item, revision, Act::answer)
    }

    /// The row that gave the answer in force: the blind answer, or the decision itself where it brings an
    /// answer of its own, as a script's does.
    pub fn answering_row(&self, item: &str, revision: u32) -> Option<&HistoryRow> {
        let is_blind = |row: &&HistoryRow| matches!(row.act, Act::Answer { .. });
        let deciding = self.deciding_row(item, revision)?;
        if !deciding.act.is_final() {
            return self.in_force(item, revision).filter(is_blind).last();
        }
        let answer = deciding.act.answer()?;
        let before = self.in_force(item, revision).take_while(|row| row.id != deciding.id);
        let mut blind = None;
        for row in before {
            // What was answered before another decision belongs to that one.
            blind = if row.act.is_final() { None } else { Some(row).filter(is_blind).or(blind) };
        }
        Some(blind.filter(|row| row.act.answer() == Some(answer)).unwrap_or(deciding))
    }

    /// The category chosen by the annotator in force, also beneath what was decided after it.
    pub fn category(&self, item: &str, revision: u32) -> Option<&str> {
        self.last_in_force(item, revision, Act::category)
    }

    /// Whether the category of the item is still to be chosen, where one is asked for: none was chosen that
    /// counts, and the item is not decided. A skipped item is asked about anew.
    pub fn lacks_category(&self, item: &str, revision: u32) -> bool {
        match self.state(item, revision) {
            ItemState::Decided(_) => false,
            ItemState::Skipped => true,
            _ => self.category(item, revision).is_none(),
        }
    }

    /// Whether a category was ever chosen for the item, or the item decided, taken back or not: from then on
    /// that of the data has been on the screen.
    pub fn has_been_revealed(&self, item: &str, revision: u32) -> bool {
        let rows = self.by_item.get(item).into_iter().flatten().map(|&at| &self.rows[at]);
        let mut rows = rows.filter(|row| row.revision == revision);
        rows.any(|row| row.act.is_final() || matches!(row.act, Act::Category { .. }))
    }

    /// The guess from the text alone in force, also beneath what was decided after it.
    pub fn guess(&self, item: &str, revision: u32) -> Option<TextGuess> {
        self.last_in_force(item, revision, |act| match act {
            Act::Guess(guess) => Some(*guess),
            _ => None,
        })
    }

    /// The newest note in force on the item in this revision of its question.
    pub fn note(&self, item: &str, revision: u32) -> Option<&str> {
        self.last_in_force(item, revision, |act| match act {
            Act::Note { note } => Some(note.as_str()),
            _ => None,
        })
    }

    /// The row that `undo` takes back: the newest one in force.
    pub fn next_undo(&self) -> Option<&HistoryRow> {
        self.undoable.last().map(|&position| &self.rows[position])
    }

    /// The `undo` row that `redo` takes back, and the row that comes into force again; none after
    /// anything new was decided.
    pub fn next_redo(&self) -> Option<(&HistoryRow, &HistoryRow)> {
        let undo = &self.rows[*self.redoable.last()?];
        let restored = self.target_of_undo(undo.id)?;
        Some((undo, &self.rows[restored]))
    }

    /// Whether the row has been taken back.
    pub fn is_taken_back(&self, id: Uuid) -> bool {
        self.position.get(&id).is_some_and(|&position| self.taken_back[position])
    }

    /// The items this annotator has touched.
    pub fn items(&self) -> impl Iterator<Item = &str> {
        self.by_item.keys().map(String::as_str)
    }

    /// A guess is made once: with the next step on its item it can no longer be taken back, since the
    /// picture has been seen, and undo passes it over.
    fn settle_guess(&mut self, next: &HistoryRow) {
        let mut before = self.by_item.get(&next.item).into_iter().flatten();
        let guess = before.rfind(|&&position| matches!(self.rows[position].act, Act::Guess(_)));
        if let Some(guess) = guess.filter(|_| next.act.changes_state()) {
            self.undoable.retain(|one| one != guess);
        }
    }

    /// What the last row in force says that says anything of this.
    fn last_in_force<'h, T>(
        &'h self,
        item: &str,
        revision: u32,
        of: impl Fn(&'h Act) -> Option<T>,
    ) -> Option<T> {
        self.in_force(item, revision).filter_map(|row| of(&row.act)).last()
    }

    /// The rows in force on the item in this revision of its question, oldest first.
    fn in_force(&self, item: &str, revision: u32) -> impl Iterator<Item = &HistoryRow> {
        let positions = self.by_item.get(item).into_iter().flatten();
        positions
            .filter(|&&position| !self.taken_back[position])
            .map(|&position| &self.rows[position])
            .filter(move |row| row.revision == revision)
    }

    fn target_of_undo(&self, undo: Uuid) -> Option<usize> {
        let row = &self.rows[*self.position.get(&undo)?];
        match row.act {
            Act::Undo { row: target } => self.position.get(&target).copied(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
