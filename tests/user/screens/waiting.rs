//! Others: another program that is writing, an item that others decide, an annotator who has gone away.

use std::time::{Duration, Instant};

use assay::benchmark::decision::{Act, QUEUE_REVIEW, ReviewVerdict};
use assay::store::{NewAssignment, Store};
use assay::tui::app::Event;
use assay::tui::key::Key;
use rusqlite::Connection;

use super::questions::Language;
use super::sitting::{Sitting, desk_of, judge};

fn assign(store: &mut Store, per_item: usize) {
    let benchmark = store.the_benchmark(None).unwrap();
    let assignment = NewAssignment {
        queue: QUEUE_REVIEW,
        per_item,
        people: vec![],
        overlap: None,
        order: None,
        lease_seconds: 900,
        disagreement_extra: 0,
        gate: None,
        agreed_sample: None,
        random: None,
        gold: None,
        blocks: None,
    };
    store.assign(&benchmark, &assignment, "alice").unwrap();
}

/// Bob keeps the first questions of his order.
fn bob_keeps(store: &mut Store, count: usize) {
    let mut bob = desk_of("bob", store);
    let keys: Vec<String> =
        bob.items().iter().take(count).map(|item| item.key.as_str().to_owned()).collect();
    for key in keys {
        judge(store, &mut bob, &key, 'B', ReviewVerdict::Keep, &[]);
    }
}

#[test]
fn whoever_finds_every_item_decided_by_others_is_not_thanked_for_all_of_them() {
    let mut sitting = Sitting::after(Language::English, |store, desk| {
        bob_keeps(store, 6);
        assign(store, 1);
        *desk = desk_of("alice", store);
    });
    let screen = sitting.press("1").screen();
    assert!(screen.contains("0 of 6 decided by you."), "{screen}");
    assert!(screen.contains("6 others are decided by enough people."), "{screen}");
    assert!(!screen.contains("All 6 questions are done"), "{screen}");
}

#[test]
fn what_others_have_open_is_not_called_done() {
    let mut sitting = Sitting::after(Language::English, |store, desk| {
        bob_keeps(store, 5);
        assign(store, 1);
        let mut bob = desk_of("bob", store);
        assert!(bob.next_after(store, None).unwrap().is_some());
        *desk = desk_of("alice", store);
    });
    let screen = sitting.press("1").screen();
    assert!(screen.contains("5 others are decided by enough people"), "{screen}");
    assert!(screen.contains("Another person has 1 open now"), "{screen}");
}

#[test]
fn a_key_that_was_pressed_while_another_program_was_writing_counts_no_second_time() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("1 b y b y");
    let other = Connection::open(sitting.app.session().store.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let undo = |at| Event::Key("u".parse::<Key>().unwrap().event(), at);
    sitting.app.handle(undo(Instant::now()));
    assert!(sitting.app.is_waiting_for_writer());
    let meanwhile = Instant::now();
    other.execute_batch("ROLLBACK").unwrap();
    sitting.app.handle(Event::Retry);
    assert!(!sitting.app.is_waiting_for_writer());
    let session = sitting.app.session();
    assert!(session.was_waiting_for_writer(meanwhile));
    assert!(!session.was_waiting_for_writer(Instant::now() + Duration::from_secs(1)));
    sitting.look();
    sitting.app.handle(undo(meanwhile));
    let rows = sitting.app.session().review().history().rows();
    assert_eq!(rows.iter().filter(|row| matches!(row.act, Act::Undo { .. })).count(), 1);
}

#[test]
fn an_item_is_not_held_for_whoever_has_gone_away() {
    let mut sitting = Sitting::after(Language::English, |store, desk| {
        assign(store, 2);
        *desk = desk_of("alice", store);
    });
    sitting.press("1");
    let app = &sitting.app;
    let after = |minutes| app.until_renewal_at(Instant::now() + Duration::from_mins(minutes));
    assert!(after(0).is_some_and(|until| !until.is_zero()));
    assert_eq!(after(29), Some(Duration::ZERO), "held for longer while somebody is there");
    assert_eq!(after(31), None);
}
