//! The order of the items, which of them wait, and how far the annotator is.

use crate::queue::correction::Correction;
use std::collections::HashMap;

use super::super::order::ItemOrder;
use super::*;

fn waiting(desk: &Desk<ReviewQueue>, after: Option<usize>) -> Vec<usize> {
    desk.waiting_after(after).collect()
}

#[test]
fn items_come_from_here_to_the_end_and_then_from_the_start() {
    let mut team = Team::new();
    let desk = team.desk("alice", ReviewQueue);
    assert_eq!(waiting(&desk, None), [0, 1, 2]);
    assert_eq!(waiting(&desk, Some(0)), [1, 2]);
    assert_eq!(waiting(&desk, Some(1)), [2, 0]);
    assert_eq!(waiting(&desk, Some(2)), [0, 1]);
    assert_eq!(waiting(&desk, Some(9)), [0, 1, 2]);
}

#[test]
fn half_decided_items_wait_and_decided_and_skipped_ones_do_not() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    desk.commit(store, 0, answer(), &HERE).unwrap();
    assert_eq!(waiting(&desk, None), [0, 1, 2]);
    desk.commit(store, 0, keep(), &HERE).unwrap();
    desk.commit(store, 1, Act::Skip, &HERE).unwrap();
    assert_eq!(waiting(&desk, None), [2]);
    let progress = desk.progress();
    assert_eq!((progress.total, progress.done, progress.skipped, progress.later), (3, 2, 1, 0));
}

#[test]
fn what_was_put_off_comes_last_and_the_longest_waiting_first() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    for at in [2, 0] {
        desk.commit(store, at, Act::Later, &HERE).unwrap();
    }
    assert_eq!(waiting(&desk, None), [1, 2, 0]);
    assert_eq!(waiting(&desk, Some(1)), [2, 0]);
    assert_eq!(waiting(&desk, Some(2)), [1, 0], "the one on screen is not the next one");
    assert_eq!((desk.progress().later, desk.progress().done), (2, 0));

    desk.commit(store, 2, Act::Later, &HERE).unwrap();
    assert_eq!(waiting(&desk, None), [1, 0, 2], "put off again, it waits anew");
    desk.correct(store, Correction::Undo, &HERE).unwrap();
    assert_eq!(waiting(&desk, None), [1, 2, 0]);
    desk.commit(store, 2, keep(), &HERE).unwrap();
    assert_eq!(waiting(&desk, None), [1, 0]);
    assert_eq!((desk.progress().later, desk.progress().done), (1, 1));
    let again = team.desk("alice", ReviewQueue);
    assert_eq!((again.progress(), waiting(&again, None)), (desk.progress(), waiting(&desk, None)));
}

#[test]
fn taking_back_a_skip_changes_the_counts_back() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let before = desk.progress();
    let store = &mut team.store;
    for act in [Act::Skip, Act::Later, keep()] {
        desk.commit(store, 1, act, &HERE).unwrap();
        assert_ne!(desk.progress(), before);
        desk.correct(store, Correction::Undo, &HERE).unwrap();
        assert_eq!(desk.progress(), before);
    }
}

#[test]
fn everybody_has_an_order_of_their_own_that_stays() {
    let mut team = Team::new();
    let questions: Vec<Question> = (1..=9).map(|number| question(&number.to_string())).collect();
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    let keys = |desk: &Desk<ReviewQueue>| -> Vec<String> {
        desk.items().iter().map(|item| item.key.to_string()).collect()
    };
    let alice = keys(&team.desk("alice", ReviewQueue));
    assert_eq!(alice, keys(&team.desk("alice", ReviewQueue)));
    assert_ne!(alice, keys(&team.desk("bob", ReviewQueue)));
    let mut sorted = alice.clone();
    sorted.sort();
    assert_ne!(alice, sorted, "not the order of the file");
    assert_eq!(sorted, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
}

#[test]
fn an_item_is_found_by_its_name_and_beyond_the_last_there_is_none() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let name = desk.items()[1].key.to_string();
    assert_eq!(desk.position_of(&name), Some(1));
    assert_eq!(desk.position_of("9"), None);
    assert_eq!(desk.state(3), ItemState::Untouched);
    assert!(desk.item(2).is_ok() && desk.item(3).is_err());
    assert_eq!(desk.answer(3), None);
    assert!(desk.commit(&mut team.store, 3, keep(), &HERE).is_err());
}

#[derive(Debug)]
struct Named(String);

impl QueueItem for Named {
    fn name(&self) -> &str {
        &self.0
    }

    fn revision(&self) -> u32 {
        1
    }

    fn question_id(&self) -> assay_store::QuestionId {
        unreachable!("an order reads no questions")
    }
}

#[test]
fn a_block_comes_where_the_greatest_of_its_items_would() {
    for seed in 0..20 {
        for urgent in ["4", "5", "6", "7", "8", "9"] {
            let items = (1..=9)
                .map(|at| at.to_string())
                .map(|name| (Named(name.clone()), [u32::from(name == urgent), 0, 0]));
            let block = |at: u32| (at.to_string(), (at - 1) / 3);
            let blocks: HashMap<String, u32> = (1..=9).map(block).collect();
            let order = ItemOrder::ranked(items.collect(), Some(&blocks), seed, vec![]);
            let first: Vec<u32> = order.items()[..3].iter().map(|item| blocks[&item.0]).collect();
            assert_eq!(first, [blocks[urgent]; 3], "{seed} {urgent}");
            assert_eq!(order.items()[0].0, urgent, "the greatest is first in its block");
        }
    }
}
