//! The second halves of rules: what a place, a mark or a count must not do besides.

use super::team::{assign_review, plan};
use super::*;
use crate::queue::RegisteredQueue;
use crate::queue::adjudicate::AdjudicateQueue;
use crate::queue::assign::assign;
use assay_core::benchmark::adjudication::AdjudicateDecision;
use assay_core::benchmark::decision::WrongReason;
use assay_store::{ShownAnswers, Together};

#[test]
fn what_has_enough_people_of_a_block_is_not_held_with_the_item_that_is_handed_out() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(2));
    let benchmark = team.store.the_benchmark(None).unwrap();
    let alice = team.desk("alice", ReviewQueue);
    let [bob, carol] = ["bob", "carol"].map(|name| team.store.annotator(name).unwrap());
    let positions = ["1", "2", "3"].map(|key| alice.position_of(key).unwrap());
    let requests = alice.queued_items(&positions).unwrap();
    assert!(team.store.lease(alice.annotator(), requests[1]).unwrap());
    team.wait(10);
    assert!(team.store.lease(&bob, requests[1]).unwrap());
    let held = team.store.lease_together(&carol, &requests, Together::First).unwrap();
    assert_eq!(held, [true, false, true]);
    let held = team.store.items_held(&carol, &benchmark, "review", false).unwrap();
    assert_eq!(held, ["1", "3"].map(str::to_owned).into());
    // Alice's lease has run out; bob and she are the two who are wanted.
    team.wait(6);
    let mut alice = team.desk("alice", ReviewQueue);
    alice.commit(&mut team.store, positions[1], keep(), &HERE).unwrap();
}

#[test]
fn what_another_expert_has_settled_does_not_wait_for_an_adjudicator() {
    let mut team = Team::new();
    let wrong = ReviewDecision::new(
        Some(BlindAnswer::CannotTell),
        ReviewVerdict::Wrong,
        vec![WrongReason::BadPicture],
    );
    for (name, act) in [("alice", keep()), ("bob", Act::Review(wrong))] {
        let mut desk = team.desk(name, ReviewQueue);
        for key in ["1", "2"] {
            let at = desk.position_of(key).unwrap();
            desk.commit(&mut team.store, at, act.clone(), &HERE).unwrap();
        }
    }
    let benchmark = team.store.the_benchmark(None).unwrap();
    let queue = RegisteredQueue::named("adjudicate").unwrap();
    assign(&mut team.store, &benchmark, queue, &plan(1), "lena").unwrap();
    let erin = team.desk("erin", AdjudicateQueue);
    assert_eq!(erin.waiting(&team.store).unwrap(), 2);
    let mut carol = team.desk("carol", AdjudicateQueue);
    let at = carol.position_of("1").unwrap();
    let settled = AdjudicateDecision {
        why: Some("the sign says so".into()),
        ..AdjudicateDecision::overriding(Some(BlindAnswer::CannotTell), ReviewVerdict::TextOnly)
    };
    carol.commit(&mut team.store, at, Act::Adjudicate(settled), &HERE).unwrap();
    let erin = team.desk("erin", AdjudicateQueue);
    assert_eq!((erin.waiting(&team.store).unwrap(), erin.waiting_after(None).count()), (1, 2));
}

#[test]
fn who_opened_a_question_in_models_has_seen_its_category() {
    let mut team = Team::new();
    let with_category = |key: &str| Question { category: Some("ocr".into()), ..question(key) };
    let questions = ["1", "2"].map(with_category);
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let asks = "confirm-category = true\n";
    team.store.set_checklists(&benchmark, Some(asks), "lena").unwrap();
    let mut desk = team.desk("alice", ReviewQueue);
    let [seen, unseen] = ["1", "2"].map(|key| desk.position_of(key).unwrap());
    let (alice, id) = (desk.annotator().clone(), desk.items()[seen].question_id());
    team.store.record_answer_exposures(&alice, &[id], ShownAnswers::MODELS).unwrap();
    let answer = Act::Answer { answer: BlindAnswer::CannotTell };
    let categories = [seen, unseen].map(|at| {
        desk.commit(&mut team.store, at, answer.clone(), &HERE).unwrap().exposure.category
    });
    assert_eq!(categories, [Some(true), Some(false)]);
}
