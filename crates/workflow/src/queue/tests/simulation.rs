//! A large team at one file: people who skip, put off, take back, leave items open and go home for
//! good. Every item ends with exactly as many decisions as are wanted.
//!
//! `ASSAY_SIMULATION=2000 cargo test -p assay-workflow --lib simulation -- --nocapture` takes that many items
//! and 200 people instead of 40.

use crate::queue::correction::Correction;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::super::assign::{AssignmentPlan, assign};
use super::super::{BlockPlan, RegisteredQueue};
use super::team::plan;
use super::*;

/// For so long the number of decided items may stay the same.
const PATIENCE: Duration = Duration::from_mins(2);

/// What all of the team share.
#[derive(Default)]
struct Shared {
    seconds: AtomicI64,
    /// Rows that were acknowledged.
    rows: AtomicUsize,
    refused: AtomicUsize,
    /// Writes that gave up because so many others were writing, and were tried again.
    busy: AtomicUsize,
    abandoned: AtomicUsize,
    /// From now on nobody takes anything back.
    is_calm: AtomicBool,
    is_done: AtomicBool,
}

fn open(path: &Path, shared: &Arc<Shared>) -> Store {
    let clock = Arc::clone(shared);
    let clock = Clock::from_fn(move || {
        DateTime::from_timestamp(NOON + clock.seconds.load(Ordering::Relaxed), 0).unwrap()
    });
    Store::open_or_create(path).unwrap().with_clock(clock)
}

/// The work of one of `people` until everything is done.
fn work(path: &Path, (number, people): (usize, usize), shared: &Arc<Shared>) {
    let mut random = ChaCha8Rng::seed_from_u64(number as u64);
    let mut store = open(path, shared);
    let name = format!("annotator{number}");
    let annotator = store.annotator(&name).unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let mut desk =
        Desk::open(&mut store, ReviewQueue, annotator.clone(), benchmark.clone()).unwrap();
    while !shared.is_done.load(Ordering::Relaxed) {
        let at = match desk.next_after(&mut store, None) {
            Ok(Some(at)) => at,
            Err(StoreError::Busy { .. }) => {
                shared.busy.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            Ok(None) => {
                shared.seconds.fetch_add(5, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(300));
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let count = |done: Result<bool, StoreError>| match done {
            Ok(wrote) => {
                shared.rows.fetch_add(usize::from(wrote), Ordering::Relaxed);
            }
            Err(StoreError::Busy { .. }) => {
                shared.busy.fetch_add(1, Ordering::Relaxed);
            }
            Err(StoreError::Refused(_) | StoreError::NotAllowed(_)) => {
                shared.refused.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => panic!("{error}"),
        };
        let mut commit = |desk: &mut ReviewDesk, act| {
            count(desk.commit(&mut store, at, act, &HERE).map(|_| true));
        };
        match random.next_u32() % 100 {
            0..10 => commit(&mut desk, Act::Skip),
            10..15 => commit(&mut desk, Act::Later),
            // Goes home for good, the item open.
            15..17 if number > people / 4 => {
                shared.abandoned.fetch_add(1, Ordering::Relaxed);
                return;
            }
            // The program is killed and started again.
            17..22 => {
                shared.abandoned.fetch_add(1, Ordering::Relaxed);
                let (annotator, benchmark) = (annotator.clone(), benchmark.clone());
                desk = Desk::open(&mut store, ReviewQueue, annotator, benchmark).unwrap();
            }
            _ => {
                commit(&mut desk, answer());
                commit(&mut desk, keep());
                if !shared.is_calm.load(Ordering::Relaxed) && random.next_u32() % 10 == 0 {
                    count(
                        desk.correct(&mut store, Correction::Undo, &HERE)
                            .map(|undone| undone.is_some()),
                    );
                    if random.next_u32() % 2 == 0 {
                        count(
                            desk.correct(&mut store, Correction::Redo, &HERE)
                                .map(|redone| redone.is_some()),
                        );
                    }
                }
            }
        }
    }
}

fn simulate(items: usize, plan: &AssignmentPlan) {
    // One at a time: each is as many people as a machine can take.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let per_item = plan.per_item;
    let people = if is_long() { 200 } else { 40 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("team.db");
    let shared = Arc::new(Shared::default());
    let mut store = open(&path, &shared);
    let questions: Vec<Question> = (0..items).map(|key| question(&key.to_string())).collect();
    store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let queue = RegisteredQueue::named("review").unwrap();
    assign(&mut store, &benchmark, queue, plan, "lena").unwrap();
    store.keep_guideline(&Guideline::review()).unwrap();
    // All at once, they would wait for each other before they begin.
    (0..people).for_each(|number| drop(store.annotator(&format!("annotator{number}")).unwrap()));

    let begun = Instant::now();
    let counts = |store: &Store| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for decision in store.current_decisions(&benchmark, "review").unwrap() {
            *counts.entry(decision.row.item).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        assert!(most <= per_item, "{most} people decided an item that {per_item} were wanted for");
        counts.values().filter(|&&count| count == per_item).count()
    };
    std::thread::scope(|scope| {
        let team: Vec<_> = (0..people)
            .map(|number| {
                scope.spawn({
                    let (path, shared) = (&path, &shared);
                    move || work(path, (number, people), shared)
                })
            })
            .collect();
        // Stuck is where nothing gets done any more, however slow the machine is.
        let (mut most_done, mut since) = (0, Instant::now());
        while most_done < items && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(100));
            let done = counts(&store);
            if done > most_done {
                (most_done, since) = (done, Instant::now());
            }
        }
        shared.is_calm.store(true, Ordering::Relaxed);
        // Whatever was being taken back just now is decided again.
        let (mut quiet, since) = (0, Instant::now());
        while quiet < 5 && since.elapsed() < PATIENCE {
            quiet = if counts(&store) == items { quiet + 1 } else { 0 };
            std::thread::sleep(Duration::from_millis(100));
        }
        shared.is_done.store(true, Ordering::Relaxed);
        for person in team {
            person.join().unwrap();
        }
    });
    assert_eq!(counts(&store), items, "every item has {per_item} decisions");
    let mut rows = 0;
    store
        .for_each_decision::<StoreError>(
            |_| true,
            |_| {
                rows += 1;
                Ok(())
            },
        )
        .unwrap();
    assert_eq!(rows, shared.rows.load(Ordering::Relaxed), "acknowledged is stored");
    let in_blocks = if plan.blocks.is_some() { " in blocks" } else { "" };
    println!(
        "{items} items by {per_item} of {people} people{in_blocks}: {rows} rows, {} left open, {} refused, {} tried again, {:.1} s",
        shared.abandoned.load(Ordering::Relaxed),
        shared.refused.load(Ordering::Relaxed),
        shared.busy.load(Ordering::Relaxed),
        begun.elapsed().as_secs_f64()
    );
}

fn items() -> usize {
    let items = std::env::var("ASSAY_SIMULATION").ok().and_then(|items| items.parse().ok());
    items.unwrap_or(150)
}

fn is_long() -> bool {
    items() > 150
}

#[test]
fn a_large_team_decides_every_item_exactly_twice() {
    simulate(items(), &plan(2));
}

#[test]
fn a_large_team_decides_every_item_exactly_three_times() {
    simulate(items(), &plan(3));
}

#[test]
fn a_large_team_that_takes_whole_blocks_decides_every_item_exactly_twice() {
    let blocks = Some(BlockPlan { size: 10, by: vec![] });
    simulate(items(), &AssignmentPlan { blocks, ..plan(2) });
}
