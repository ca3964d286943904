//! The desks that one annotator has open, found by their queue and by its name.

use super::super::{Desks, extract};
use super::*;
use crate::queue::correction::Correction;
use assay_store::ShownAnswers;

#[test]
fn a_desk_is_found_by_its_queue_and_by_its_name() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut desks = Desks::new(team.desk("alice", ReviewQueue));
    assert!(desks.get::<ReviewQueue>().is_some() && desks.get_mut::<ReviewQueue>().is_some());
    assert!(desks.get::<ExtractQueue>().is_none() && desks.get_mut::<ExtractQueue>().is_none());
    assert!(desks.named("extract").is_none() && desks.named_mut("extract").is_none());
    desks.open(team.desk("alice", queue));
    desks.open(team.desk("alice", SecondLook));

    assert_eq!(desks.get::<ExtractQueue>().unwrap().queue().sample.name, "A");
    assert_eq!(desks.get_mut::<SecondLook>().unwrap().items().len(), 3);
    for name in ["review", "extract", "second-look"] {
        assert_eq!(desks.named(name).map(OpenDesk::queue_name), Some(name));
        assert_eq!(desks.named_mut(name).map(|desk| desk.queue_name()), Some(name));
    }
    assert!(desks.named("vote").is_none() && desks.named_mut("vote").is_none());
}

#[test]
fn opening_a_queue_again_closes_its_desk_and_no_other() {
    let mut team = Team::new();
    let mut desks = Desks::new(team.desk("alice", ReviewQueue));
    desks.open(team.desk("alice", SecondLook));
    let old = team.extract_queue("A");
    desks.open(team.desk("alice", old));
    let new = team.extract_queue("B");
    desks.open(team.desk("alice", new));
    assert_eq!(desks.get::<ExtractQueue>().unwrap().queue().sample.name, "B");
    assert!(desks.get::<SecondLook>().is_some());
}

#[test]
fn every_open_desk_has_its_guideline_progress_history_undo_and_redo() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut desks = Desks::new(team.desk("alice", ReviewQueue));
    desks.open(team.desk("alice", queue));
    let store = &mut team.store;
    desks.get_mut::<ReviewQueue>().unwrap().commit(store, 2, keep(), &HERE).unwrap();
    let desk = desks.named("review").unwrap();
    assert_eq!(desk.progress().done, 1);
    assert_eq!(desk.guideline(), &Guideline::review());
    let desk = desks.named("extract").unwrap();
    assert_eq!(desk.progress().done, 0);
    assert_eq!((desk.progress().total, desk.guideline()), (3, &extract::guideline()));

    let desk = desks.named_mut("review").unwrap();
    assert_eq!(desk.correct(store, Correction::Undo, &HERE).unwrap(), Some(2));
    assert_eq!(
        (desk.correct(store, Correction::Undo, &HERE).unwrap(), desk.progress().done),
        (None, 0)
    );
    assert_eq!(desk.correct(store, Correction::Redo, &HERE).unwrap(), Some(2));
    assert_eq!(
        (desk.correct(store, Correction::Redo, &HERE).unwrap(), desk.progress().done),
        (None, 1)
    );
    assert_eq!(desks.review().progress().done, 1);
}

#[test]
fn a_decision_is_stored_with_what_the_annotator_had_seen() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", ReviewQueue);
    let context =
        DecisionContext { picture: Some("kitty".into()), cells: Some((40, 20)), ..HERE.clone() };
    let store = &mut team.store;
    let mut seen = |store: &mut Store, at, act| {
        let exposure = desk.commit(store, at, act, &context).unwrap().exposure;
        assert_eq!((exposure.screen.as_str(), exposure.cells), ("test", Some((40, 20))));
        assert_eq!(exposure.picture.as_deref(), Some("kitty"));
        (exposure.reference, exposure.predictions, exposure.peers)
    };
    assert_eq!(seen(store, 0, answer()), (false, false, false));
    assert_eq!(seen(store, 0, keep()), (true, false, false), "shown after the blind answer");
    let annotator = store.annotator("alice").unwrap();
    let ids: Vec<_> = desk.items().iter().map(|item| item.id).collect();
    let shown = |store: &mut Store, at: usize, shown| {
        store.record_answer_exposures(&annotator, &[ids[at]], shown).unwrap();
        store.shown_answers(&annotator, ids[at]).unwrap().unwrap()
    };
    assert_eq!(shown(store, 1, ShownAnswers::REFERENCE), ShownAnswers::REFERENCE);
    let exposure = desk.commit(store, 1, answer(), &context).unwrap().exposure;
    assert_eq!((exposure.reference, exposure.predictions, exposure.peers), (true, false, false));
    assert_eq!(store.shown_answers(&annotator, ids[2]).unwrap(), None, "another question");
    assert_eq!(shown(store, 2, ShownAnswers::MODELS), ShownAnswers::MODELS);
    assert_eq!(
        shown(store, 2, ShownAnswers::PEOPLE),
        ShownAnswers::ALL,
        "what was seen stays seen"
    );
    assert_eq!(shown(store, 2, ShownAnswers::REFERENCE), ShownAnswers::ALL);
    let exposure = desk.commit(store, 2, answer(), &context).unwrap().exposure;
    assert_eq!((exposure.reference, exposure.predictions, exposure.peers), (true, true, true));
}

#[test]
fn the_next_question_of_a_review_is_free_for_everybody() {
    let mut team = Team::new();
    let (alice, bob) = (team.desk("alice", ReviewQueue), team.desk("bob", ReviewQueue));
    for mut desk in [alice, bob] {
        assert_eq!(desk.next_after(&mut team.store, None).unwrap(), Some(0));
    }
}
