//! A queue assigned in blocks: people take whole blocks, exactly as many people as are wanted decide each
//! item, and what somebody leaves is free for others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::assign::{AssignmentPlan, assign};
use super::super::{BlockPlan, NextItem, RegisteredQueue};
use super::team::{assign_review, plan};
use super::*;
use assay_core::benchmark::decision::WrongReason;
use assay_core::benchmark::team::ItemPriority;

fn in_blocks(size: usize, per_item: usize) -> AssignmentPlan {
    AssignmentPlan { blocks: Some(BlockPlan { size, by: vec![] }), ..plan(per_item) }
}

fn wrong() -> Act {
    let reasons = vec![WrongReason::BadPicture];
    Act::Review(ReviewDecision::new(Some(BlindAnswer::CannotTell), ReviewVerdict::Wrong, reasons))
}

impl Team {
    /// A team with so many questions, assigned like this.
    fn in_blocks(questions: usize, plan: &AssignmentPlan) -> Self {
        let mut team = Team::new();
        let more: Vec<Question> = (4..=questions).map(|key| question(&key.to_string())).collect();
        team.store
            .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&more))
            .unwrap();
        assign_review(&mut team, plan);
        team
    }

    /// The number of each question's block.
    fn blocks(&self) -> HashMap<String, u32> {
        let benchmark = self.store.the_benchmark(None).unwrap();
        let assignment = self.store.assignment(&benchmark, "review").unwrap().unwrap();
        self.store.blocks_of_assignment(Some(&assignment)).unwrap().unwrap()
    }

    /// The next question for somebody, decided; nothing where there is none.
    fn decide_next(&mut self, desk: &mut ReviewDesk, act: &Act) -> Option<String> {
        let at = desk.next_after(&mut self.store, None).unwrap()?;
        desk.commit(&mut self.store, at, act.clone(), &HERE).unwrap();
        Some(desk.items()[at].name().to_owned())
    }

    fn decide_rest(&mut self, desk: &mut ReviewDesk) -> Vec<String> {
        std::iter::from_fn(|| self.decide_next(desk, &keep())).collect()
    }

    /// How many decisions on each question are in force.
    fn counts(&self) -> BTreeMap<String, usize> {
        let benchmark = self.store.the_benchmark(None).unwrap();
        let mut counts = BTreeMap::new();
        for decision in self.store.current_decisions(&benchmark, "review").unwrap() {
            *counts.entry(decision.row.item).or_default() += 1;
        }
        counts
    }
}

/// The blocks of items in their order, each named once for every stretch of it.
fn stretches(items: &[String], blocks: &HashMap<String, u32>) -> Vec<u32> {
    let mut stretches: Vec<u32> = items.iter().map(|item| blocks[item]).collect();
    stretches.dedup();
    stretches
}

#[test]
fn people_take_whole_blocks_and_exactly_as_many_as_are_wanted_decide_each_item() {
    let mut team = Team::in_blocks(20, &in_blocks(5, 2));
    let blocks = team.blocks();
    assert_eq!((blocks.len(), blocks.values().collect::<BTreeSet<_>>().len()), (20, 4));
    let names = ["alice", "bob", "carol", "dave"];
    let mut desks = names.map(|name| team.desk(name, ReviewQueue));
    let mut done: [Vec<String>; 4] = Default::default();
    // In turn, one question each.
    for _ in 0..20 {
        for (desk, done) in desks.iter_mut().zip(&mut done) {
            done.extend(team.decide_next(desk, &keep()));
        }
    }
    assert!(team.counts().values().all(|&count| count == 2), "{:?}", team.counts());
    assert_eq!(team.counts().len(), 20);
    for items in &done {
        let stretches = stretches(items, &blocks);
        assert_eq!((items.len(), stretches.len()), (10, 2), "whole blocks, one after the other");
    }
}

#[test]
fn everybody_has_the_same_blocks_in_an_order_of_their_own() {
    let mut team = Team::in_blocks(20, &in_blocks(4, 9));
    let blocks = team.blocks();
    let mut orders = BTreeSet::new();
    for name in ["alice", "bob", "carol", "dave", "eve"] {
        let desk = team.desk(name, ReviewQueue);
        let items: Vec<String> = desk.items().iter().map(|item| item.name().to_owned()).collect();
        let stretches = stretches(&items, &blocks);
        assert_eq!(stretches.len(), 5, "the items of a block are together");
        orders.insert(stretches);
    }
    assert!(orders.len() > 2, "{orders:?}");
}

#[test]
fn an_abandoned_block_is_held_until_its_lease_expires_and_then_free_for_others() {
    let mut team = Team::in_blocks(9, &in_blocks(3, 1));
    let blocks = team.blocks();
    let mut alice = team.desk("alice", ReviewQueue);
    let begun = team.decide_next(&mut alice, &keep()).unwrap();
    alice.next_after(&mut team.store, None).unwrap();
    drop(alice);
    let mut bob = team.desk("bob", ReviewQueue);
    let done = team.decide_rest(&mut bob);
    assert_eq!(done.len(), 6);
    assert!(done.iter().all(|item| blocks[item] != blocks[&begun]));
    team.wait(16);
    let rest = team.decide_rest(&mut bob);
    assert_eq!(rest.len(), 2);
    assert!(rest.iter().all(|item| blocks[item] == blocks[&begun]));
    let mut alice = team.desk("alice", ReviewQueue);
    assert!(team.decide_rest(&mut alice).is_empty());
    assert!(team.counts().values().all(|&count| count == 1));
}

#[test]
fn the_whole_block_is_renewed_while_one_of_its_items_is_open() {
    let mut team = Team::in_blocks(6, &in_blocks(3, 1));
    let mut alice = team.desk("alice", ReviewQueue);
    let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let mut bob = team.desk("bob", ReviewQueue);
    assert_eq!(team.decide_rest(&mut bob).len(), 3);
    for _ in 0..3 {
        team.wait(10);
        alice.renew(&mut team.store, at).unwrap();
        assert!(team.decide_rest(&mut bob).is_empty());
    }
    team.wait(10);
    // So does going on to the next one.
    alice.next_after(&mut team.store, Some(at)).unwrap();
    team.wait(10);
    assert!(team.decide_rest(&mut bob).is_empty());
}

#[test]
fn whoever_quits_gives_the_block_back_and_others_take_it_last() {
    let mut team = Team::in_blocks(12, &in_blocks(3, 1));
    let blocks = team.blocks();
    let mut alice = team.desk("alice", ReviewQueue);
    let begun = blocks[&team.decide_next(&mut alice, &keep()).unwrap()];
    alice.next_after(&mut team.store, None).unwrap();
    alice.release(&mut team.store).unwrap();
    // Back again, she goes on where she was.
    let mut alice = team.desk("alice", ReviewQueue);
    assert_eq!(blocks[&team.decide_next(&mut alice, &keep()).unwrap()], begun);
    alice.next_after(&mut team.store, None).unwrap();
    alice.release(&mut team.store).unwrap();
    for number in 0..12 {
        let mut desk = team.desk(&format!("annotator{number}"), ReviewQueue);
        let first = desk.next_after(&mut team.store, None).unwrap().unwrap();
        assert_ne!(blocks[desk.items()[first].name()], begun, "{number}");
        desk.release(&mut team.store).unwrap();
    }
    let mut bob = team.desk("bob", ReviewQueue);
    let done = team.decide_rest(&mut bob);
    assert_eq!(done.len(), 12 - 2);
    assert_eq!(done.last().map(|item| blocks[item]), Some(begun));
    assert!(team.counts().values().all(|&count| count == 1));
}

#[test]
fn what_is_skipped_in_a_block_goes_to_somebody_else_and_what_is_put_off_comes_last() {
    let mut team = Team::in_blocks(6, &in_blocks(3, 1));
    let mut alice = team.desk("alice", ReviewQueue);
    let skipped = team.decide_next(&mut alice, &Act::Skip).unwrap();
    let later = team.decide_next(&mut alice, &Act::Later).unwrap();
    let rest = team.decide_rest(&mut alice);
    assert_eq!(rest.len(), 5, "{rest:?}");
    assert_eq!(rest.last(), Some(&later));
    let mut bob = team.desk("bob", ReviewQueue);
    assert_eq!(team.decide_rest(&mut bob), [skipped]);
}

#[test]
fn on_disagreement_one_more_person_decides_that_item_and_no_other_of_the_block() {
    for order in [None, Some(ItemPriority::Disagreement)] {
        let plan = AssignmentPlan { order, disagreement_extra: 1, ..in_blocks(3, 2) };
        let mut team = Team::in_blocks(6, &plan);
        let mut alice = team.desk("alice", ReviewQueue);
        team.decide_rest(&mut alice);
        let mut bob = team.desk("bob", ReviewQueue);
        let disputed = team.decide_next(&mut bob, &wrong()).unwrap();
        team.decide_rest(&mut bob);
        let mut carol = team.desk("carol", ReviewQueue);
        assert_eq!(team.decide_rest(&mut carol), [disputed]);
        let mut dave = team.desk("dave", ReviewQueue);
        assert!(team.decide_rest(&mut dave).is_empty());
    }
}

#[test]
fn what_differs_comes_before_whole_blocks_where_that_is_the_order() {
    let order = Some(ItemPriority::Disagreement);
    let mut team =
        Team::in_blocks(9, &AssignmentPlan { order, disagreement_extra: 1, ..in_blocks(3, 2) });
    let mut alice = team.desk("alice", ReviewQueue);
    let first = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let disputed = alice.items()[first].name().to_owned();
    // Another question of its block has all its decisions, so the block cannot be had whole.
    let blocks = team.blocks();
    let mut others = blocks.iter().filter(|(_, block)| **block == blocks[&disputed]);
    let full = others.find(|(other, _)| **other != disputed).unwrap().0.clone();
    alice.commit(&mut team.store, first, keep(), &HERE).unwrap();
    let at = alice.position_of(&full).unwrap();
    alice.commit(&mut team.store, at, keep(), &HERE).unwrap();
    alice.release(&mut team.store).unwrap();
    let mut bob = team.desk("bob", ReviewQueue);
    for (item, act) in [(&disputed, wrong()), (&full, keep())] {
        let at = bob.position_of(item).unwrap();
        bob.commit(&mut team.store, at, act, &HERE).unwrap();
    }
    for name in ["carol", "dave", "eve"] {
        let mut desk = team.desk(name, ReviewQueue);
        let at = desk.next_after(&mut team.store, None).unwrap().unwrap();
        assert_eq!(desk.items()[at].name(), disputed, "{name}");
        desk.release(&mut team.store).unwrap();
    }
}

#[test]
fn a_block_is_of_items_that_as_many_people_decide_and_of_one_category() {
    let plan = AssignmentPlan { overlap_share: Some(0.5), ..in_blocks(4, 3) };
    let mut team = Team::in_blocks(20, &plan);
    let mut people = ["alice", "bob", "carol", "dave"].map(|name| team.desk(name, ReviewQueue));
    for desk in &mut people {
        team.decide_rest(desk);
    }
    let (counts, blocks) = (team.counts(), team.blocks());
    assert_eq!(counts.values().filter(|&&count| count == 3).count(), 10);
    assert_eq!(counts.len(), 20);
    for (one, block) in &blocks {
        let others = blocks.iter().filter(|(_, other)| *other == block);
        assert!(others.map(|(other, _)| counts[other]).all(|count| count == counts[one]));
    }

    let mut team = Team::new();
    let questions: Vec<Question> = (1..=12)
        .map(|key| {
            let mut question = question(&key.to_string());
            question.category = Some(if key % 3 == 0 { "ocr" } else { "colour" }.into());
            question
        })
        .collect();
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    let by = vec![crate::evaluation::sample::Stratum::Category];
    let blocks = Some(BlockPlan { size: 3, by });
    assign_review(&mut team, &AssignmentPlan { blocks, ..plan });
    let blocks = team.blocks();
    assert!(blocks.values().collect::<BTreeSet<_>>().len() >= 4);
    for (one, block) in &blocks {
        let is_ocr = |key: &str| key.parse::<u32>().unwrap() % 3 == 0;
        let mut others = blocks.iter().filter(|(_, other)| *other == block);
        assert!(others.all(|(other, _)| is_ocr(other) == is_ocr(one)));
    }
}

#[test]
fn texts_of_one_model_are_never_a_block() {
    let mut team = Team::new();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let queue = RegisteredQueue::named("review").unwrap();
    let by = vec![crate::evaluation::sample::Stratum::Model];
    let plan = AssignmentPlan { blocks: Some(BlockPlan { size: 2, by }), ..plan(1) };
    let error = assign(&mut team.store, &benchmark, queue, &plan, "lena").unwrap_err().to_string();
    assert!(error.contains("would show whose they are"), "{error}");
}

#[test]
fn the_authors_part_of_a_block_goes_to_others() {
    let mut team = Team::new();
    let benchmark = team.store.the_benchmark(None).unwrap();
    team.store.name_author(&benchmark, &["2".into()], "alice", "lena").unwrap();
    assign_review(&mut team, &in_blocks(3, 1));
    let mut alice = team.desk("alice", ReviewQueue);
    let mut done = team.decide_rest(&mut alice);
    done.sort();
    assert_eq!(done, ["1", "3"]);
    let mut bob = team.desk("bob", ReviewQueue);
    assert_eq!(team.decide_rest(&mut bob), ["2"]);
}

#[test]
fn whoever_is_named_as_the_author_at_their_open_desk_is_handed_the_question_no_more() {
    for plan in [plan(1), in_blocks(3, 1)] {
        let mut team = Team::in_blocks(3, &plan);
        let mut alice = team.desk("alice", ReviewQueue);
        let benchmark = team.store.the_benchmark(None).unwrap();
        let own = alice.items()[0].name().to_owned();
        team.store.name_author(&benchmark, std::slice::from_ref(&own), "alice", "lena").unwrap();
        let done = team.decide_rest(&mut alice);
        assert!(done.len() == 2 && !done.contains(&own), "{done:?}");
    }
}

#[test]
fn a_script_is_handed_what_the_screen_shows_and_how_much_of_its_block_is_left() {
    let mut team = Team::in_blocks(9, &in_blocks(3, 2));
    let queue = RegisteredQueue::named("review").unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let blocks = team.blocks();
    let next = |team: &mut Team| {
        let annotator = team.store.annotator("alice").unwrap();
        let next = (queue.next)(&mut team.store, annotator, benchmark.clone()).unwrap();
        let NextItem::Item { item, block, .. } = next else { panic!("{next:?}") };
        let block = block.unwrap();
        (item, (block.items, block.left))
    };
    let (first, left) = next(&mut team);
    assert_eq!(left, (3, 3));
    assert_eq!(next(&mut team), (first.clone(), left), "the same until it is decided");
    let mut alice = team.desk("alice", ReviewQueue);
    for left in [2, 1] {
        let shown = team.decide_next(&mut alice, &keep()).unwrap();
        let (item, of_block) = next(&mut team);
        let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
        assert_eq!(alice.items()[at].name(), item);
        assert_eq!((blocks[&item], of_block), (blocks[&shown], (3, left)));
        assert_eq!(alice.block_left(at).unwrap().left, left, "a desk that stays open counts too");
    }
}

#[test]
fn without_an_assignment_again_there_are_no_blocks() {
    let mut team = Team::in_blocks(6, &in_blocks(3, 1));
    let mut open = team.desk("alice", ReviewQueue);
    let benchmark = team.store.the_benchmark(None).unwrap();
    team.store.end_assignment(&benchmark, "review", "lena").unwrap();
    assert_eq!(team.decide_rest(&mut open).len(), 6, "also at a desk that was open before");
    let mut bob = team.desk("bob", ReviewQueue);
    assert_eq!(bob.block_left(0), None);
    assert_eq!(team.decide_rest(&mut bob).len(), 6);
}

#[test]
fn whoever_comes_back_goes_on_in_the_block_they_began_though_another_would_come_first() {
    for has_decided in [true, false] {
        let mut team = Team::in_blocks(9, &in_blocks(3, 1));
        let blocks = team.blocks();
        let mut alice = team.desk("alice", ReviewQueue);
        // Somebody has a part of what would be her first block.
        let mut bob = team.desk("bob", ReviewQueue);
        let taken = bob.position_of(alice.items()[0].name()).unwrap();
        assert!(bob.hold(&mut team.store, taken).unwrap());
        let begun = if has_decided {
            let begun = team.decide_next(&mut alice, &keep()).unwrap();
            alice.release(&mut team.store).unwrap();
            begun
        } else {
            // A script ends without giving anything back.
            let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
            alice.items()[at].name().to_owned()
        };
        assert_ne!(blocks[&begun], blocks[alice.items()[0].name()]);
        bob.release(&mut team.store).unwrap();
        let mut alice = team.desk("alice", ReviewQueue);
        let rest = team.decide_rest(&mut alice);
        assert_eq!(stretches(&rest, &blocks).len(), 3, "{has_decided}: {rest:?}");
        assert_eq!(blocks[&rest[0]], blocks[&begun], "{has_decided}");
    }
}
