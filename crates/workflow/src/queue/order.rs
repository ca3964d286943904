//! The items of a queue in one annotator's own order, with the state of each.
//!
//! Every queue shares this: a seeded order, which items wait, which were put off, how far the
//! annotator is. What an item is, the queue knows.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::block_order::BlockOrder;
use super::gold::is_due;
use super::random_share::mixed_at_random;
use assay_core::benchmark::PredictionName;
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::gate::{DrawnShare, place_in_order};
use assay_core::benchmark::history::{History, HistoryRow, ItemState};
use assay_core::benchmark::queues::has_questions_as_items;
use assay_store::QuestionId;

/// What comes first: the greater ranks, compared number by number. Items of the same rank come in the
/// annotator's own order.
pub type Rank = [u32; 3];

/// Items without ranks: in the annotator's own order alone.
pub fn unranked<I>(items: Vec<I>) -> Vec<(I, Rank)> {
    items.into_iter().map(|item| (item, [0; 3])).collect()
}

/// An item of a queue as the order knows it.
pub trait QueueItem {
    /// The name that decisions on it carry.
    fn name(&self) -> &str;
    /// The name by which those know it who decide on it.
    fn blind_name(&self) -> String {
        self.name().to_owned()
    }
    /// The revision of its question.
    fn revision(&self) -> u32;
    /// The row of that revision.
    fn question_id(&self) -> QuestionId;
    /// The hash of what is shown, where decisions count for that alone.
    fn shown(&self) -> Option<&str> {
        None
    }
}

/// How far the annotator is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Items in the queue.
    pub total: usize,
    /// Items decided or skipped.
    pub done: usize,
    /// Of these, skipped.
    pub skipped: usize,
    /// Put off.
    pub later: usize,
}

impl Progress {
    /// Items decided: a skip is none.
    pub fn decided(&self) -> usize {
        self.done - self.skipped
    }

    /// Items neither decided nor skipped.
    pub fn left(&self) -> usize {
        self.total - self.done
    }

    /// An item was in one state and is in another.
    fn follow(&mut self, before: &ItemState, after: &ItemState) {
        let count = |number: &mut usize, is_counted: fn(&ItemState) -> bool| {
            *number = *number + usize::from(is_counted(after)) - usize::from(is_counted(before));
        };
        count(&mut self.done, ItemState::is_done);
        count(&mut self.skipped, |state| *state == ItemState::Skipped);
        count(&mut self.later, |state| *state == ItemState::Later);
    }
}

/// Items in order, with one annotator's history of them.
#[derive(Debug)]
pub struct ItemOrder<I> {
    items: Vec<I>,
    positions: HashMap<String, usize>,
    /// The positions as they are handed out where there are no blocks.
    sequence: Vec<usize>,
    history: History,
    progress: Progress,
    /// What is mixed in as gold, where the queue is assigned with gold.
    gold: Option<GoldMix>,
    /// What is taken as a whole, where the queue is assigned in blocks.
    blocks: Option<BlockOrder>,
}

/// Which positions are gold, and how often one is due.
#[derive(Debug)]
struct GoldMix {
    seed: u64,
    share: f64,
    positions: HashSet<usize>,
}

impl<I: QueueItem + Send + Sync> ItemOrder<I> {
    /// The items in the order of the annotator with this seed, those of the greatest rank first, and
    /// the annotator's rows as far as they still count for their items. With `blocks`, the numbers of the
    /// items' blocks by name, the items of a block are together; the block ranks as its greatest item.
    pub fn ranked(
        mut items: Vec<(I, Rank)>,
        blocks: Option<&HashMap<String, u32>>,
        seed: u64,
        rows: Vec<HistoryRow>,
    ) -> Self {
        let place = |(item, rank): &(I, Rank)| place(*rank, seed, item.name());
        match blocks {
            None => items.par_sort_by_cached_key(place),
            Some(blocks) => {
                let places = block_places(&items, blocks, seed);
                items.par_sort_by_cached_key(|item| {
                    let own = place(item);
                    let block = blocks.get(item.0.name());
                    let of_block = block.and_then(|block| places.get(block)).unwrap_or(&own);
                    (*of_block, block.copied(), own)
                });
            }
        }
        let items: Vec<I> = items.into_iter().map(|(item, _)| item).collect();
        let positions: HashMap<String, usize> =
            items.iter().enumerate().map(|(at, item)| (item.name().to_owned(), at)).collect();
        let item_of = |row: &HistoryRow| positions.get(&row.item).map(|&at| &items[at]);
        let rows = rows.into_iter();
        let counts =
            |row: &HistoryRow| item_of(row).is_none_or(|item| row.act.counts_for(item.shown()));
        let history = rows.filter(counts).collect();
        let progress = Progress { total: items.len(), ..Progress::default() };
        let sequence = (0..items.len()).collect();
        let mut order =
            ItemOrder { items, positions, sequence, history, progress, gold: None, blocks: None };
        // Items without a row are untouched and change no count.
        let touched: Vec<usize> =
            order.history.items().filter_map(|item| order.position_of(item)).collect();
        for &position in &touched {
            order.progress.follow(&ItemState::Untouched, &order.state(position));
        }
        if let Some(numbers) = blocks {
            let number = |at: usize| numbers.get(order.items[at].name()).copied();
            let all = (0..order.items.len()).map(|at| (number(at), order.is_open(at)));
            order.blocks = Some(BlockOrder::new(all));
            order.begin_blocks(&touched);
        }
        order
    }

    /// From now on hands out what waits by these ranks, with a share of it in a random order, which has positions.
    /// Positions stay.
    pub(super) fn rearrange(
        &mut self,
        seed: u64,
        rank: impl Fn(&str) -> Rank,
        random: Option<(DrawnShare, Vec<usize>)>,
    ) {
        let (mut waiting, handed_out): (Vec<usize>, Vec<usize>) =
            (0..self.items.len()).partition(|&at| self.is_open(at));
        waiting.sort_by_cached_key(|&at| {
            let name = self.items[at].name();
            place(rank(name), seed, name)
        });
        if let Some((drawn, at_random)) = random {
            waiting = mixed_at_random(&waiting, &at_random, handed_out.len(), drawn);
        }
        waiting.extend(handed_out);
        self.sequence = waiting;
    }

    /// Mixes these questions in as gold at this share of what the annotator decides.
    #[must_use]
    pub fn with_gold(mut self, seed: u64, share: f64, gold: &HashSet<QuestionId>) -> Self {
        let is_gold = |at: &usize| gold.contains(&self.items[*at].question_id());
        let positions = (0..self.items.len()).filter(is_gold).collect();
        self.gold = Some(GoldMix { seed, share, positions });
        self
    }

    /// The items in order.
    pub fn items(&self) -> &[I] {
        &self.items
    }

    /// The annotator's own rows.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The position of an item.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// The position of an item by either of its names.
    pub fn position_named(&self, name: &str) -> Option<usize> {
        let blind = || self.items.iter().position(|item| item.blind_name() == name);
        self.position_of(name).or_else(blind)
    }

    /// The state of the item at a position.
    pub fn state(&self, position: usize) -> ItemState {
        self.items
            .get(position)
            .map_or(ItemState::Untouched, |item| self.history.state(item.name(), item.revision()))
    }

    /// How far the annotator is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The positions that wait, in the order in which they come: from `after` on, around to the
    /// start, then those put off, the longest waiting first. Gold comes where it is due.
    pub fn waiting_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (mut golden, mut others) = (self.fresh_gold_after(after), self.others_after(after));
        let mut slot = self.progress.done;
        std::iter::from_fn(move || {
            let due = self.is_gold_due(slot).then(|| golden.next()).flatten();
            slot += 1;
            due.or_else(|| others.next())
        })
    }

    /// The positions to hand out now: gold first if it is due now, else none of it, however many of the
    /// others turn out to have no place.
    pub fn candidates_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let is_due = self.is_gold_due(self.progress.done);
        let golden = is_due.then(|| self.fresh_gold_after(after)).into_iter().flatten();
        golden.chain(self.others_after(after))
    }

    fn fresh_gold_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        self.fresh_after(after).filter(|&at| self.is_gold(at))
    }

    /// What waits beside gold. Gold that was put off comes as any other.
    fn others_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let is_other = |&at: &usize| !self.is_gold(at) || self.state(at) == ItemState::Later;
        self.all_waiting_after(after).filter(is_other)
    }

    /// Whether the item after this number of decided ones is gold.
    pub fn is_gold_due(&self, decided: usize) -> bool {
        self.gold.as_ref().is_some_and(|gold| is_due(gold.seed, gold.share, decided))
    }

    /// Whether gold is mixed in.
    pub fn has_gold(&self) -> bool {
        self.gold.is_some()
    }

    /// Whether the position is gold.
    pub fn is_gold(&self, position: usize) -> bool {
        self.gold.as_ref().is_some_and(|gold| gold.positions.contains(&position))
    }

    /// The blocks, where the queue is assigned in blocks.
    pub(super) fn blocks(&self) -> Option<&BlockOrder> {
        self.blocks.as_ref()
    }

    /// The annotator begins the blocks of these positions.
    pub(super) fn begin_blocks(&mut self, positions: &[usize]) {
        if let Some(blocks) = &mut self.blocks {
            for &position in positions {
                blocks.begin(position);
            }
        }
    }

    /// The untouched and half decided positions; those of blocks that were begun come first.
    fn fresh_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let around: Box<dyn Iterator<Item = usize> + '_> = match &self.blocks {
            Some(blocks) => Box::new(blocks.after(after)),
            None => {
                let place =
                    after.and_then(|after| self.sequence.iter().position(|&at| at == after));
                let (before, rest) = self.sequence.split_at(place.map_or(0, |place| place + 1));
                Box::new(rest.iter().chain(before).copied())
            }
        };
        around.filter(move |&position| Some(position) != after && self.is_open(position))
    }

    /// Every position that waits, gold or not.
    pub fn all_waiting_after(&self, after: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        // The positions put off are looked for only when the fresh ones have run out.
        let put_off = std::iter::once(()).flat_map(|()| self.put_off());
        self.fresh_after(after).chain(put_off.filter(move |&position| Some(position) != after))
    }

    /// Whether the item is untouched or half decided.
    pub(super) fn is_open(&self, position: usize) -> bool {
        let item = &self.items[position];
        let row = self.history.deciding_row(item.name(), item.revision());
        row.is_none_or(|row| row.act.is_step() || matches!(row.act, Act::Requeue { .. }))
    }

    /// The positions put off, the longest waiting first.
    fn put_off(&self) -> Vec<usize> {
        let mut positions: Vec<usize> = Vec::new();
        for row in self.history.rows().iter().rev().filter(|row| row.act == Act::Later) {
            if self.history.is_taken_back(row.id) {
                continue;
            }
            if let Some(position) = self.position_of(&row.item)
                && self.state(position) == ItemState::Later
                && !positions.contains(&position)
            {
                positions.push(position);
            }
        }
        positions.reverse();
        positions
    }

    /// Takes in a row that was just committed on the item at `position`.
    pub fn append(&mut self, position: usize, row: HistoryRow) {
        let (before, was_open) = (self.state(position), self.is_open(position));
        self.history.append(row);
        self.progress.follow(&before, &self.state(position));
        let is_open = self.is_open(position);
        if let Some(blocks) = &mut self.blocks {
            blocks.count(position, was_open, is_open);
            blocks.begin(position);
        }
    }
}

/// The place of an item in an order: by rank, then by a seed.
pub(super) type Place = (Reverse<Rank>, [u8; 32]);

/// The place of an item of this rank.
pub(super) fn place(rank: Rank, seed: u64, name: &str) -> Place {
    (Reverse(rank), place_in_order(seed, name))
}

/// The place of each block: that of its greatest rank, then in the annotator's own order.
fn block_places<I: QueueItem>(
    items: &[(I, Rank)],
    blocks: &HashMap<String, u32>,
    seed: u64,
) -> HashMap<u32, Place> {
    let mut places: HashMap<u32, Place> = HashMap::new();
    for (item, rank) in items {
        let Some(&block) = blocks.get(item.name()) else { continue };
        let own = place(*rank, seed, &format!("block {block}"));
        let first = places.entry(block).or_insert(own);
        first.0 = first.0.min(own.0);
    }
    places
}

/// The key of an item's question in a queue.
pub(super) fn question_key(queue: &str, item: &str) -> String {
    if has_questions_as_items(queue) { item.to_owned() } else { PredictionName::key_in(item) }
}
