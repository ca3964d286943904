//! Items of edited questions, items that are gone, and what was seen before a label.

use super::*;
use crate::queue::correction::Correction;

/// The questions of [`Team::new`] in another wording.
fn edit(team: &mut Team) {
    let questions = ["1", "2", "3"].map(|key| {
        let stem = format!("What is in picture {key}?");
        Question { stem, ..question(key) }
    });
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
}

fn label(desk: &ExtractDesk, at: usize) -> Act {
    label_act(desk, at, HandLabel::Choice(Label::A))
}

#[test]
fn a_review_counts_for_the_revision_that_was_on_screen() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    desk.commit(&mut team.store, 0, keep(), &HERE).unwrap();
    edit(&mut team);
    let mut desk = team.desk("alice", ReviewQueue);
    assert_eq!((desk.items()[0].revision(), desk.progress().done), (2, 0));
    desk.commit(&mut team.store, 0, keep(), &HERE).unwrap();
    assert_eq!(desk.state(0), ItemState::Decided(keep()));
    assert_eq!(team.desk("alice", ReviewQueue).progress().done, 1);
}

#[test]
fn a_text_about_an_edited_question_is_labelled_under_its_revision() {
    let mut team = Team::new();
    edit(&mut team);
    let queue = team.extract_queue("A");
    let mut desk = team.desk("alice", queue.clone());
    let act = label(&desk, 1);
    desk.commit(&mut team.store, 1, act.clone(), &HERE).unwrap();
    assert_eq!((desk.items()[1].revision(), desk.state(1)), (2, ItemState::Decided(act)));
    assert_eq!(team.desk("alice", queue).progress().done, 1);
}

#[test]
fn a_label_is_stored_with_whether_the_reference_answer_was_known() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut extract = team.desk("alice", queue);
    let mut review = team.desk("alice", ReviewQueue);
    review.commit(&mut team.store, 0, answer(), &HERE).unwrap();
    let known = review.items()[0].id;
    for at in 0..3 {
        let act = label(&extract, at);
        let row = extract.commit(&mut team.store, at, act, &HERE).unwrap();
        assert_eq!(row.exposure.reference, extract.items()[at].question_id() == known);
    }
}

#[test]
fn a_decision_on_an_item_that_is_gone_is_not_taken_back_unseen() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut desk = team.desk("alice", queue);
    for at in 0..3 {
        let act = label(&desk, at);
        desk.commit(&mut team.store, at, act, &HERE).unwrap();
    }
    let benchmark = team.store.the_benchmark(None).unwrap();
    let (name, per_item, pool) = ("few".into(), Some(1), Pool::default());
    let new = NewSample { name, rate: 0.34, seed: 1, per_item, ..NewSample::default() };
    let few = draw_sample(&mut team.store, &benchmark, &pool, &[], new).unwrap().sample;
    let mut desk = team.desk("alice", ExtractQueue { sample: few });
    assert_eq!(desk.items().len(), 1);
    let error = loop {
        match desk.correct(&mut team.store, Correction::Undo, &HERE) {
            Ok(undone) => assert!(undone.is_some()),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("which is not in sample few"), "{error}");
    assert_eq!(ReviewQueue.why_absent("7"), "question 7 is no longer in the benchmark");
}

#[test]
fn a_question_is_opened_with_what_its_annotator_may_see() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    let own = Some(BlindAnswer::CannotTell);
    let mut open = |act: Option<Act>| {
        if let Some(act) = act {
            desk.commit(store, 0, act, &HERE).unwrap();
        }
        let opened = desk.open_item(store, 0).unwrap();
        assert_eq!(opened.state, desk.state(0));
        assert_eq!(opened.reveal.is_some(), opened.answer.is_some());
        opened.answer
    };
    assert_eq!(open(None), None);
    assert_eq!(open(Some(answer())), own);
    assert_eq!(open(Some(Act::Later)), own);
    assert_eq!(open(Some(keep())), own);
    assert_eq!(open(Some(Act::Skip)), None, "a skipped question is blind again");
}

#[test]
fn no_more_people_than_are_wanted_label_a_text() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut alice = team.desk("alice", queue.clone());
    let mut bob = team.desk("bob", queue);
    let act = label(&alice, 0);
    alice.commit(&mut team.store, 0, act.clone(), &HERE).unwrap();
    alice.commit(&mut team.store, 0, act.clone(), &HERE).unwrap();
    let same = bob.position_of(alice.items()[0].name()).unwrap();
    let error = bob.commit(&mut team.store, same, act, &HERE).unwrap_err().to_string();
    assert!(error.contains("1 others have read") && error.contains("1 are enough"), "{error}");
    bob.commit(&mut team.store, same, Act::Skip, &HERE).unwrap();
}

#[test]
fn what_was_taken_back_is_not_brought_back_once_enough_others_have_read_the_text() {
    for steps_back in ["redo", "undo of a skip"] {
        let mut team = Team::new();
        let queue = team.extract_queue("A");
        let mut alice = team.desk("alice", queue.clone());
        let act = label(&alice, 0);
        alice.commit(&mut team.store, 0, act.clone(), &HERE).unwrap();
        match steps_back {
            "redo" => {
                assert!(alice.correct(&mut team.store, Correction::Undo, &HERE).unwrap().is_some());
            }
            _ => drop(alice.commit(&mut team.store, 0, Act::Skip, &HERE).unwrap()),
        }
        let mut bob = team.desk("bob", queue);
        let same = bob.position_of(alice.items()[0].name()).unwrap();
        bob.commit(&mut team.store, same, act, &HERE).unwrap();
        let tried = match steps_back {
            "redo" => alice.correct(&mut team.store, Correction::Redo, &HERE),
            _ => alice.correct(&mut team.store, Correction::Undo, &HERE),
        };
        let error = tried.unwrap_err().to_string();
        assert!(error.contains("1 others have read"), "{steps_back}: {error}");
        assert!(!alice.state(0).is_decided(), "{steps_back}");
        bob.correct(&mut team.store, Correction::Undo, &HERE).unwrap();
        let again = match steps_back {
            "redo" => alice.correct(&mut team.store, Correction::Redo, &HERE),
            _ => alice.correct(&mut team.store, Correction::Undo, &HERE),
        };
        assert!(again.unwrap().is_some() && alice.state(0).is_decided(), "{steps_back}");
    }
}
