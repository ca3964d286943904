//! What is in force: one annotator's rows of one queue, read in the order they were appended.
//!
//! The rows are the truth and never change. This file is the one place that says what follows from
//! them: which row counts for an item, whether the item is decided, what undo and redo act on, and
//! what was done since a moment. `store::decision::decided` asks the same questions of rows that it
//! loads from the database.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::decision::{Act, BlindAnswer, ReviewDecision};
use super::hand_label::HandExtraction;
use super::verification::VerifyDecision;

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
}

/// The state of an item for one annotator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemState {
    /// Nothing is in force.
    Untouched,
    /// The blind answer is given, the verdict is not.
    Answered(BlindAnswer),
    /// The last step of the queue is done: a review, an extraction or a verification.
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

    /// The review in force.
    pub fn review(&self) -> Option<&ReviewDecision> {
        match self {
            ItemState::Decided(Act::Review(review)) => Some(review),
            _ => None,
        }
    }

    /// The verification in force.
    pub fn verification(&self) -> Option<&VerifyDecision> {
        match self {
            ItemState::Decided(Act::Verify(decision)) => Some(decision),
            _ => None,
        }
    }

    /// The extraction in force.
    pub fn extraction(&self) -> Option<&HandExtraction> {
        match self {
            ItemState::Decided(Act::Extract(extraction)) => Some(extraction),
            _ => None,
        }
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
                    self.undoable.retain(|&position| position != target);
                    self.redoable.push(here);
                }
            }
            Act::Redo { row: undo } => {
                if let Some(target) = self.target_of_undo(*undo) {
                    self.taken_back[target] = false;
                    self.redoable.retain(|&position| self.rows[position].id != *undo);
                    self.undoable.push(target);
                }
            }
            _ => {
                self.redoable.clear();
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
            Act::Review(_) | Act::Extract(_) | Act::Verify(_) => {
                ItemState::Decided(row.act.clone())
            }
            Act::Skip => ItemState::Skipped,
            Act::Later => ItemState::Later,
            Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. } => ItemState::Untouched,
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

    /// Whether the annotator has ever committed an answer to this revision, taken back or not: from
    /// then on the reference answer has been on the screen.
    pub fn has_answered(&self, item: &str, revision: u32) -> bool {
        let rows = self.by_item.get(item).into_iter().flatten();
        rows.map(|&position| &self.rows[position]).any(|row| {
            row.revision == revision
                && matches!(row.act, Act::Answer { .. } | Act::Review(_) | Act::Verify(_))
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

    /// The blind answer in force, also beneath a verdict or a `later`.
    pub fn answer(&self, item: &str, revision: u32) -> Option<BlindAnswer> {
        self.in_force(item, revision)
            .filter_map(|row| match &row.act {
                Act::Answer { answer } => Some(*answer),
                Act::Review(review) => Some(review.answer),
                Act::Verify(decision) => decision.answer,
                _ => None,
            })
            .last()
    }

    /// The newest note in force on the item in this revision of its question.
    pub fn note(&self, item: &str, revision: u32) -> Option<&str> {
        let notes = self.in_force(item, revision).filter_map(|row| match &row.act {
            Act::Note { note } => Some(note.as_str()),
            _ => None,
        });
        notes.last()
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
mod tests {
    use super::*;
    use crate::benchmark::Label;
    use crate::benchmark::decision::{ReviewDecision, ReviewVerdict};
    use proptest::prelude::*;

    fn row(item: &str, act: Act) -> HistoryRow {
        HistoryRow {
            id: Uuid::now_v7(),
            item: item.into(),
            revision: 1,
            act,
            created: "2026-01-31T09:30:00.000Z".into(),
            active_ms: 2000,
        }
    }

    fn answer(item: &str) -> HistoryRow {
        row(item, Act::Answer { answer: BlindAnswer::Choice(Label::A) })
    }

    fn keep(item: &str) -> HistoryRow {
        let review = ReviewDecision {
            answer: BlindAnswer::Choice(Label::A),
            verdict: ReviewVerdict::Keep,
            reasons: vec![],
            corrected: None,
            note: None,
        };
        row(item, Act::Review(review))
    }

    fn undo(history: &mut History) {
        if let Some(target) = history.next_undo().cloned() {
            history.append(row(&target.item, Act::Undo { row: target.id }));
        }
    }

    fn redo(history: &mut History) {
        let next = history.next_redo().map(|(undo, restored)| (undo.id, restored.item.clone()));
        if let Some((undo, item)) = next {
            history.append(row(&item, Act::Redo { row: undo }));
        }
    }

    #[test]
    fn undo_walks_back_from_the_verdict_to_the_answer_to_nothing() {
        let mut history = History::from_iter([answer("1"), keep("1")]);
        undo(&mut history);
        assert_eq!(history.state("1", 1), ItemState::Answered(BlindAnswer::Choice(Label::A)));
        undo(&mut history);
        assert_eq!(history.state("1", 1), ItemState::Untouched);
        assert!(history.has_answered("1", 1));
    }

    #[test]
    fn redo_brings_rows_back_in_the_order_they_were_made() {
        let mut history = History::from_iter([keep("1"), keep("2")]);
        undo(&mut history);
        undo(&mut history);
        redo(&mut history);
        assert!(history.state("1", 1).is_done() && !history.state("2", 1).is_done());
        redo(&mut history);
        assert!(history.state("2", 1).is_done());
        assert_eq!(history.next_redo(), None);
    }

    #[test]
    fn a_new_decision_ends_what_can_be_redone() {
        let mut history = History::from_iter([keep("1")]);
        undo(&mut history);
        history.append(answer("2"));
        assert_eq!(history.next_redo(), None);
    }

    #[test]
    fn a_decision_on_an_older_revision_does_not_count() {
        let history = History::from_iter([keep("1")]);
        assert_eq!(history.state("1", 2), ItemState::Untouched);
        assert!(!history.has_answered("1", 2));
    }

    fn extraction(item: &str) -> HistoryRow {
        let label = crate::benchmark::HandLabel::Refusal;
        row(item, Act::Extract(HandExtraction { label, shown: "x".into(), evidence: None }))
    }

    #[test]
    fn a_state_is_decided_by_a_review_or_an_extraction_alone() {
        let later = row("later", Act::Later);
        let skipped = row("skipped", Act::Skip);
        let rows = [answer("answered"), keep("kept"), extraction("read"), later, skipped];
        let history = History::from_iter(rows);
        // Decided, done, has a review, has an extraction.
        for (item, expected) in [
            ("untouched", [false, false, false, false]),
            ("answered", [false, false, false, false]),
            ("kept", [true, true, true, false]),
            ("read", [true, true, false, true]),
            ("later", [false, false, false, false]),
            ("skipped", [false, true, false, false]),
        ] {
            let state = history.state(item, 1);
            let (review, extraction) = (state.review().is_some(), state.extraction().is_some());
            let found = [state.is_decided(), state.is_done(), review, extraction];
            assert_eq!(found, expected, "{item}");
            assert_eq!(history.is_decided(item, 1), expected[0], "{item}");
        }
        assert!(!history.is_decided("kept", 2));
    }

    #[test]
    fn the_answer_in_force_is_found_beneath_later_acts() {
        let mut history = History::from_iter([answer("1"), row("1", Act::Later)]);
        assert_eq!(history.answer("1", 1), Some(BlindAnswer::Choice(Label::A)));
        assert_eq!((history.answer("1", 2), history.answer("2", 1)), (None, None));
        undo(&mut history);
        undo(&mut history);
        assert_eq!(history.answer("1", 1), None);
        history.append(keep("1"));
        assert_eq!(history.answer("1", 1), Some(BlindAnswer::Choice(Label::A)));
    }

    #[test]
    fn a_row_is_found_by_its_id_and_knows_whether_it_was_taken_back() {
        let (first, second) = (keep("1"), keep("2"));
        let ids = [first.id, second.id];
        let mut history = History::from_iter([first.clone(), second]);
        assert_eq!(history.row(ids[0]), Some(&first));
        assert_eq!(history.row(Uuid::nil()), None);
        undo(&mut history);
        assert_eq!(ids.map(|id| history.is_taken_back(id)), [false, true]);
        assert!(!history.is_taken_back(Uuid::nil()));
        redo(&mut history);
        assert_eq!(ids.map(|id| history.is_taken_back(id)), [false, false]);
    }

    #[test]
    fn the_work_since_a_moment_is_what_was_decided_then_and_is_in_force() {
        let at = |hour: u32, row: HistoryRow| HistoryRow {
            created: format!("2026-01-31T{hour:02}:00:00.000Z"),
            ..row
        };
        let mut history = History::from_iter([
            at(1, keep("before")),
            at(2, keep("1")),
            at(3, keep("1")),
            at(4, answer("2")),
            at(5, row("3", Act::Skip)),
            at(6, keep("4")),
        ]);
        let since_two = "2026-01-31T02:00:00.000Z";
        assert_eq!(history.work_since(since_two), Work { decided: 2, active_ms: 10_000 });
        undo(&mut history);
        history.append(at(8, HistoryRow { active_ms: u64::MAX, ..row("3", Act::Skip) }));
        let work = history.work_since(since_two);
        // A day for the last row, two seconds for each of the other six.
        assert_eq!(work, Work { decided: 1, active_ms: 12_000 + 86_400_000 });
        assert_eq!(history.work_since("2026-02-01"), Work::default());
    }

    #[test]
    fn seconds_for_each_item_are_rounded_down() {
        let each = |decided, active_ms| Work { decided, active_ms }.seconds_each();
        assert_eq!((each(2, 9_999), each(3, 9_000), each(0, 9_000)), (Some(4), Some(3), None));
    }

    #[derive(Clone, Debug)]
    enum Step {
        Answer(u8),
        Keep(u8),
        Skip(u8),
        Undo,
        Redo,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0u8..4).prop_map(Step::Answer),
            (0u8..4).prop_map(Step::Keep),
            (0u8..4).prop_map(Step::Skip),
            Just(Step::Undo),
            Just(Step::Redo),
        ]
    }

    /// The textbook undo model: a list of acts in force and a list of those taken back.
    #[derive(Default)]
    struct Textbook {
        done: Vec<(String, Act)>,
        undone: Vec<(String, Act)>,
    }

    proptest! {
        #[test]
        fn no_sequence_of_undo_and_redo_loses_history(steps in prop::collection::vec(step(), 0..60)) {
            let mut history = History::default();
            let mut textbook = Textbook::default();
            let mut appended = 0;
            for step in steps {
                let before: Vec<HistoryRow> = history.rows().to_vec();
                match step {
                    Step::Answer(_) | Step::Keep(_) | Step::Skip(_) => {
                        let new = match step {
                            Step::Answer(item) => answer(&item.to_string()),
                            Step::Keep(item) => keep(&item.to_string()),
                            Step::Skip(item) => row(&item.to_string(), Act::Skip),
                            Step::Undo | Step::Redo => unreachable!(),
                        };
                        textbook.done.push((new.item.clone(), new.act.clone()));
                        textbook.undone.clear();
                        history.append(new);
                        appended += 1;
                    }
                    Step::Undo => {
                        appended += usize::from(history.next_undo().is_some());
                        undo(&mut history);
                        textbook.undone.extend(textbook.done.pop());
                    }
                    Step::Redo => {
                        appended += usize::from(history.next_redo().is_some());
                        redo(&mut history);
                        textbook.done.extend(textbook.undone.pop());
                    }
                }
                prop_assert_eq!(&history.rows()[..before.len()], &before[..]);
            }
            prop_assert_eq!(history.rows().len(), appended);
            for item in 0..4 {
                let item = item.to_string();
                let expected = textbook.done.iter().rev().find(|(of, _)| *of == item).map(|(_, act)| act);
                let found = history.deciding_row(&item, 1).map(|row| &row.act);
                prop_assert_eq!(found, expected);
            }
        }
    }
}
