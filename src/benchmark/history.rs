//! What is in force: one annotator's rows of one queue, read in the order they were appended.
//!
//! The rows are the truth and are never changed. This is the reading of them that the screens,
//! the queues and the reports share: which row counts for an item, what `u` would take back and
//! what `Ctrl-r` would bring back.

use std::collections::HashMap;

use uuid::Uuid;

use super::decision::{Act, Answer, Review};
use super::hand_label::HandExtraction;

/// The parts of a stored row that its reading needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// The row's own id.
    pub id: Uuid,
    /// The item it is about: a question's key in the review queue, a prediction's name in the
    /// extract queue.
    pub item: String,
    /// The revision of the question that was on screen.
    pub revision: u32,
    /// What was done.
    pub act: Act,
}

/// Where an item stands for one annotator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is in force.
    Untouched,
    /// The blind answer is given, the verdict is not.
    Answered(Answer),
    /// Finished.
    Reviewed(Review),
    /// Its text is read.
    Extracted(HandExtraction),
    /// Passed over.
    Skipped,
    /// Put off to the end of the queue.
    Later,
}

impl Standing {
    /// Whether the verdict is given.
    pub fn is_reviewed(&self) -> bool {
        matches!(self, Standing::Reviewed(_))
    }

    /// Whether the item has left the annotator's queue.
    pub fn is_done(&self) -> bool {
        matches!(self, Standing::Reviewed(_) | Standing::Extracted(_) | Standing::Skipped)
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

impl History {
    /// Reads the rows in order.
    pub fn of(rows: impl IntoIterator<Item = HistoryRow>) -> Self {
        let mut history = History::default();
        rows.into_iter().for_each(|row| history.append(row));
        history
    }

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

    /// Where this item stands in this revision of its question. Decisions on an older revision
    /// stay with theirs and do not count.
    pub fn standing(&self, item: &str, revision: u32) -> Standing {
        self.deciding_row(item, revision).map_or(Standing::Untouched, |row| match &row.act {
            Act::Answer { answer } => Standing::Answered(*answer),
            Act::Review(review) => Standing::Reviewed(review.clone()),
            Act::Extract(extraction) => Standing::Extracted(extraction.clone()),
            Act::Skip => Standing::Skipped,
            Act::Later => Standing::Later,
            Act::Note { .. } | Act::Undo { .. } | Act::Redo { .. } => Standing::Untouched,
        })
    }

    /// The row that decides where the item stands: the last one in force.
    pub fn deciding_row(&self, item: &str, revision: u32) -> Option<&HistoryRow> {
        self.in_force(item, revision)
            .filter(|row| {
                matches!(
                    row.act,
                    Act::Answer { .. } | Act::Review(_) | Act::Extract(_) | Act::Skip | Act::Later
                )
            })
            .last()
    }

    /// The blind answer in force, also beneath a verdict or a `later`.
    pub fn answer(&self, item: &str, revision: u32) -> Option<Answer> {
        self.in_force(item, revision)
            .filter_map(|row| match &row.act {
                Act::Answer { answer } => Some(*answer),
                Act::Review(review) => Some(review.answer),
                _ => None,
            })
            .last()
    }

    /// The notes in force on the item, oldest first.
    pub fn notes(&self, item: &str, revision: u32) -> impl Iterator<Item = &str> {
        self.in_force(item, revision).filter_map(|row| match &row.act {
            Act::Note { note } => Some(note.as_str()),
            Act::Review(review) => review.note.as_deref(),
            _ => None,
        })
    }

    /// Whether this annotator has ever committed an answer to this revision, taken back or not: from
    /// then on the reference answer has been on the screen.
    pub fn has_seen_reference(&self, item: &str, revision: u32) -> bool {
        self.of_item(item).any(|row| {
            row.revision == revision && matches!(row.act, Act::Answer { .. } | Act::Review(_))
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

    fn of_item(&self, item: &str) -> impl Iterator<Item = &HistoryRow> {
        self.by_item.get(item).into_iter().flatten().map(|&position| &self.rows[position])
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
    use crate::benchmark::decision::Verdict;
    use proptest::prelude::*;

    fn row(item: &str, act: Act) -> HistoryRow {
        HistoryRow { id: Uuid::now_v7(), item: item.into(), revision: 1, act }
    }

    fn answer(item: &str) -> HistoryRow {
        row(item, Act::Answer { answer: Answer::Choice(Label::A) })
    }

    fn keep(item: &str) -> HistoryRow {
        let review = Review {
            answer: Answer::Choice(Label::A),
            verdict: Verdict::Keep,
            reasons: vec![],
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
        let mut history = History::of([answer("1"), keep("1")]);
        undo(&mut history);
        assert_eq!(history.standing("1", 1), Standing::Answered(Answer::Choice(Label::A)));
        undo(&mut history);
        assert_eq!(history.standing("1", 1), Standing::Untouched);
        assert!(history.has_seen_reference("1", 1));
    }

    #[test]
    fn redo_brings_rows_back_in_the_order_they_were_made() {
        let mut history = History::of([keep("1"), keep("2")]);
        undo(&mut history);
        undo(&mut history);
        redo(&mut history);
        assert!(history.standing("1", 1).is_done() && !history.standing("2", 1).is_done());
        redo(&mut history);
        assert!(history.standing("2", 1).is_done());
        assert_eq!(history.next_redo(), None);
    }

    #[test]
    fn a_new_decision_ends_what_can_be_redone() {
        let mut history = History::of([keep("1")]);
        undo(&mut history);
        history.append(answer("2"));
        assert_eq!(history.next_redo(), None);
    }

    #[test]
    fn a_decision_on_an_older_revision_does_not_count() {
        let history = History::of([keep("1")]);
        assert_eq!(history.standing("1", 2), Standing::Untouched);
        assert!(!history.has_seen_reference("1", 2));
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
