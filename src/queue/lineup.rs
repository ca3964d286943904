//! The items of a desk in one annotator's order, and where each stands.
//!
//! What desks have in common: an own seeded order, what waits, what was put off, how far one is. What
//! the items are, and what can be decided on them, the desks know.

use std::collections::HashMap;

use crate::benchmark::decision::Act;
use crate::benchmark::history::{History, HistoryRow, Standing};
use crate::store::DecisionRow;

/// How far the annotator is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Items in the queue.
    pub total: usize,
    /// Items finished: decided or skipped.
    pub done: usize,
    /// Of these, skipped.
    pub skipped: usize,
    /// Put off.
    pub later: usize,
}

impl Progress {
    fn count(&mut self, standing: &Standing) {
        self.done += usize::from(standing.is_done());
        self.skipped += usize::from(*standing == Standing::Skipped);
        self.later += usize::from(*standing == Standing::Later);
    }

    fn discount(&mut self, standing: &Standing) {
        self.done -= usize::from(standing.is_done());
        self.skipped -= usize::from(*standing == Standing::Skipped);
        self.later -= usize::from(*standing == Standing::Later);
    }
}

/// Items by name and revision, in order, with one annotator's history of them.
#[derive(Debug)]
pub struct Lineup {
    items: Vec<(String, u32)>,
    positions: HashMap<String, usize>,
    history: History,
    progress: Progress,
}

impl Lineup {
    /// The items in the order in which they are to be asked.
    pub fn new(items: Vec<(String, u32)>, history: History) -> Self {
        let positions =
            items.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
        let progress = Progress { total: items.len(), ..Progress::default() };
        let mut lineup = Lineup { items, positions, history, progress };
        // What was never touched counts for nothing.
        let touched: Vec<usize> =
            lineup.history.items().filter_map(|item| lineup.position_of(item)).collect();
        for position in touched {
            lineup.progress.count(&lineup.standing(position));
        }
        lineup
    }

    /// The annotator's own rows.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The position of an item.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// Where the item stands.
    pub fn standing(&self, position: usize) -> Standing {
        self.items
            .get(position)
            .map_or(Standing::Untouched, |(name, revision)| self.history.standing(name, *revision))
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The positions still to be asked, in the order in which they come: from `after` on, around
    /// to the start, then those put off, the longest waiting first.
    pub fn waiting_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let start = after.map_or(0, |position| position + 1);
        let around = (start..self.items.len()).chain(0..start.min(self.items.len()));
        let fresh = around.filter(move |&position| {
            Some(position) != after
                && matches!(self.standing(position), Standing::Untouched | Standing::Answered(_))
        });
        fresh.chain(self.put_off().into_iter().filter(move |&position| Some(position) != after))
    }

    fn put_off(&self) -> Vec<usize> {
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        for (order, row) in self.history.rows().iter().enumerate() {
            if let Act::Later = row.act
                && let Some(position) = self.position_of_row(row)
            {
                waiting.push((order, position));
            }
        }
        let mut newest_first = waiting.into_iter().rev();
        let mut positions: Vec<usize> = Vec::new();
        for (_, position) in &mut newest_first {
            let is_put_off = self.standing(position) == Standing::Later;
            if is_put_off && !positions.contains(&position) {
                positions.push(position);
            }
        }
        positions.reverse();
        positions
    }

    fn position_of_row(&self, row: &HistoryRow) -> Option<usize> {
        (!self.history.is_taken_back(row.id)).then(|| self.position_of(&row.item))?
    }

    /// Takes a row that was just committed on the item at `position`.
    pub fn append(&mut self, position: usize, row: &DecisionRow) {
        self.progress.discount(&self.standing(position));
        self.history.append(HistoryRow {
            id: row.id,
            item: row.item.clone(),
            revision: row.question_revision,
            act: row.act.clone(),
        });
        self.progress.count(&self.standing(position));
    }
}

/// Sorting by a keyed hash gives each annotator an order of their own that is the same on every
/// machine and stays when items are added.
pub fn place_in_order(seed: u64, name: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(name.as_bytes());
    let mut place = [0; 16];
    place.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    place
}
