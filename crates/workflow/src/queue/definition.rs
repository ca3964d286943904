//! What a queue says about itself: its items, their content, its steps, the decisions it takes.

use std::fmt;

use super::opened::{OpenedItem, OwnRows, ShownItem};
use super::order::{QueueItem, Rank};
use super::steps::Steps;
use assay_core::benchmark::decision::Act;
use assay_store::{Annotator, Benchmark, Guideline, Result, Store};

/// A queue; the documentation of [`crate::queue`] says what a new one provides.
pub trait Queue: fmt::Debug + Sized + 'static {
    /// The name that decisions and leases carry.
    const NAME: &'static str;

    /// Whether the store withholds pictures and categories here until the annotator has guessed and chosen.
    const WITHHOLDS: bool = false;

    /// What an item asks, one thing after the other.
    const STEPS: Steps<Self::Opened>;

    /// An item as lists know it: without its content.
    type Item: QueueItem + fmt::Debug + Send + Sync;

    /// The content of an item as it is shown before the annotator's own decision.
    type Content: Into<ShownItem>;

    /// An item as its annotator may see it now, with what they said of it.
    type Opened: OpenedItem;

    /// The queue of a benchmark, of the newest sample where it needs one.
    ///
    /// # Errors
    /// Where there is nothing to decide on yet, such as no sample of texts.
    fn of_benchmark(store: &Store, benchmark: &Benchmark) -> Result<Self>;

    /// The guideline in force.
    fn guideline(&self, store: &Store) -> Result<Guideline>;

    /// Every item with its rank, in any order.
    fn items(&self, store: &Store, benchmark: &Benchmark) -> Result<Vec<(Self::Item, Rank)>>;

    /// The items that the team's progress is counted over: those of every desk at this queue.
    fn team_items(store: &Store, benchmark: &Benchmark) -> Result<Vec<Self::Item>> {
        let items = Self::of_benchmark(store, benchmark)?.items(store, benchmark)?;
        Ok(items.into_iter().map(|(item, _)| item).collect())
    }

    /// Loads the content of an item as this annotator may see it. It must not hold the reference answer,
    /// nor what other people or machines found.
    fn load(&self, store: &Store, by: &Annotator, item: &Self::Item) -> Result<Self::Content>;

    /// An item as the annotator with these rows may see it now.
    ///
    /// # Errors
    /// `Refused` where the annotator may not see it.
    fn open(&self, store: &Store, own: OwnRows<'_>, item: &Self::Item) -> Result<Self::Opened>;

    /// Whether the reference answer of an item is shown before the decision.
    fn shows_reference(&self, _: &Store, _: &Self::Item) -> Result<bool> {
        Ok(false)
    }

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
