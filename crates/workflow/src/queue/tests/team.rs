//! Assigned queues: exactly as many people as are wanted, authors left out, leases renewed and given
//! back.

use super::super::assign::{AssignmentPlan, assign};
use super::super::{NextItem, RegisteredQueue};
use super::*;
use crate::queue::correction::Correction;
use assay_core::benchmark::decision::WrongReason;
use assay_core::benchmark::team::{ItemPriority, Role};
use assay_store::{FlagKind, NewFlag};

pub(super) fn plan(per_item: usize) -> AssignmentPlan {
    AssignmentPlan {
        per_item,
        people: vec![],
        overlap_share: None,
        strata: vec![],
        seed: 1,
        order: None,
        lease_seconds: 900,
        disagreement_extra: 0,
        gate: None,
        agreed_share: None,
        random_share: None,
        gold_share: None,
        blocks: None,
    }
}

pub(super) fn assign_review(team: &mut Team, plan: &AssignmentPlan) {
    let benchmark = team.store.the_benchmark(None).unwrap();
    let queue = RegisteredQueue::named("review").unwrap();
    assign(&mut team.store, &benchmark, queue, plan, "lena").unwrap();
}

fn wrong() -> Act {
    Act::Review(ReviewDecision::new(
        Some(BlindAnswer::CannotTell),
        ReviewVerdict::Wrong,
        vec![WrongReason::BadPicture],
    ))
}

impl Team {
    /// The keys that an annotator is handed one after the other, deciding each.
    fn decide_all(&mut self, name: &str, act: &Act) -> Vec<String> {
        let mut desk = self.desk(name, ReviewQueue);
        let mut keys = Vec::new();
        while let Some(at) = desk.next_after(&mut self.store, None).unwrap() {
            desk.commit(&mut self.store, at, act.clone(), &HERE).unwrap();
            keys.push(desk.items()[at].name().to_owned());
        }
        keys.sort();
        keys
    }

    fn commit(&mut self, name: &str, key: &str, act: Act) -> Result<(), String> {
        let mut desk = self.desk(name, ReviewQueue);
        let at = desk.position_of(key).ok_or("not at the desk")?;
        desk.commit(&mut self.store, at, act, &HERE).map(drop).map_err(|error| error.to_string())
    }
}

#[test]
fn without_an_assignment_everybody_has_every_question() {
    let mut team = Team::new();
    for name in ["alice", "bob", "carol"] {
        assert_eq!(team.decide_all(name, &keep()), ["1", "2", "3"]);
    }
}

#[test]
fn an_assigned_question_is_decided_by_as_many_as_are_wanted_and_no_more() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(2));
    assert_eq!(team.decide_all("alice", &keep()).len(), 3);
    assert_eq!(team.decide_all("bob", &keep()).len(), 3);
    assert!(team.decide_all("carol", &keep()).is_empty());
    let error = team.commit("carol", "1", keep()).unwrap_err();
    assert!(error.contains("2 others have decided 1, and 2 are enough"), "{error}");
    let error = team.commit("carol", "1", answer()).unwrap_err();
    assert!(error.contains("2 are enough"), "a blind answer takes a place too: {error}");
    team.commit("alice", "1", wrong()).expect("to change one's own decision takes no place");
    team.commit("carol", "1", Act::Skip).unwrap();
}

#[test]
fn a_script_takes_no_place_that_somebody_has_open() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(1));
    let mut alice = team.desk("alice", ReviewQueue);
    let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let key = alice.items()[at].name().to_owned();
    let error = team.commit("bob", &key, keep()).unwrap_err();
    assert!(error.contains("all 1 places") && error.contains("1 open just now"), "{error}");
    alice.release(&mut team.store).unwrap();
    team.commit("bob", &key, keep()).unwrap();
}

#[test]
fn an_item_that_is_renewed_stays_held_and_one_that_is_left_goes_to_others() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(1));
    let mut alice = team.desk("alice", ReviewQueue);
    let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let key = alice.items()[at].name().to_owned();
    team.wait(10);
    alice.renew(&mut team.store, at).unwrap();
    team.wait(10);
    assert!(team.commit("bob", &key, keep()).is_err(), "it was renewed");
    team.wait(6);
    team.commit("bob", &key, keep()).unwrap();
    let error = team.commit("alice", &key, keep()).unwrap_err();
    assert!(error.contains("1 are enough"), "the late decision is not one too many: {error}");
}

#[test]
fn a_blind_answer_keeps_the_place_until_the_verdict() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(1));
    let mut alice = team.desk("alice", ReviewQueue);
    let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let key = alice.items()[at].name().to_owned();
    alice.commit(&mut team.store, at, answer(), &HERE).unwrap();
    assert!(team.commit("bob", &key, keep()).is_err());
    alice.commit(&mut team.store, at, keep(), &HERE).unwrap();
}

#[test]
fn a_decision_taken_back_opens_its_place_and_comes_back_only_while_it_is_free() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(1));
    let mut alice = team.desk("alice", ReviewQueue);
    let at = alice.next_after(&mut team.store, None).unwrap().unwrap();
    let key = alice.items()[at].name().to_owned();
    alice.commit(&mut team.store, at, keep(), &HERE).unwrap();
    alice.correct(&mut team.store, Correction::Undo, &HERE).unwrap();
    team.commit("bob", &key, keep()).unwrap();
    let error = alice.correct(&mut team.store, Correction::Redo, &HERE).unwrap_err().to_string();
    assert!(error.contains("1 are enough"), "{error}");
}

#[test]
fn one_more_person_is_asked_on_disagreement_until_most_agree() {
    let mut team = Team::new();
    assign_review(&mut team, &AssignmentPlan { disagreement_extra: 2, ..plan(2) });
    team.decide_all("alice", &keep());
    team.commit("bob", "1", wrong()).unwrap();
    team.commit("bob", "2", keep()).unwrap();
    team.commit("bob", "3", wrong()).unwrap();
    assert_eq!(team.decide_all("carol", &keep()), ["1", "3"], "most agree on 2 already");
    assert!(team.decide_all("dora", &keep()).is_empty(), "most agree now");
}

#[test]
fn the_author_of_a_question_never_decides_on_it() {
    let mut team = Team::new();
    let benchmark = team.store.the_benchmark(None).unwrap();
    team.store.name_author(&benchmark, &["2".into()], "alice", "lena").unwrap();
    let entry = team.store.question_id(&benchmark, "2").unwrap();
    assert_eq!(team.decide_all("alice", &keep()), ["1", "3"]);
    assert_eq!(team.decide_all("bob", &keep()), ["1", "2", "3"]);
    // The row itself is refused, whatever desk or script asks.
    let alice = team.store.annotator("alice").unwrap();
    let decision = assay_store::NewDecision {
        queue: ReviewQueue::NAME,
        question_id: entry,
        item: "2".into(),
        act: keep(),
        guideline: None,
        exposure: assay_store::Exposure::default(),
        active_ms: 0,
        hands_out_picture: false,
    };
    let error = team.store.decide(&alice, &decision).unwrap_err().to_string();
    assert!(error.contains("alice wrote question 2"), "{error}");
}

#[test]
fn the_author_that_the_data_names_does_not_review_the_question() {
    let mut team = Team::new();
    let mut written = question("4");
    written.extra.insert("author".into(), "dora".into());
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&[written]))
        .unwrap();
    assert_eq!(team.decide_all("dora", &keep()), ["1", "2", "3"]);
    assert_eq!(team.decide_all("bob", &keep()), ["1", "2", "3", "4"]);
    let people = team.store.people().unwrap();
    assert_eq!(people.iter().find(|person| person.name == "dora").unwrap().wrote, 1);
}

#[test]
fn a_queue_assigned_to_certain_people_is_refused_to_others() {
    let mut team = Team::new();
    let people = vec!["alice".to_owned(), "bob".to_owned()];
    assign_review(&mut team, &AssignmentPlan { people, ..plan(1) });
    assert!(team.decide_all("carol", &keep()).is_empty());
    let error = team.commit("carol", "1", keep()).unwrap_err();
    assert!(error.contains("not assigned to carol"), "{error}");
    assert_eq!(team.decide_all("bob", &keep()).len(), 3);
}

#[test]
fn an_overlap_share_gives_the_rest_to_one_person_each() {
    let mut team = Team::new();
    assign_review(&mut team, &AssignmentPlan { overlap_share: Some(0.34), ..plan(2) });
    assert_eq!(team.decide_all("alice", &keep()).len(), 3);
    assert_eq!(team.decide_all("bob", &keep()).len(), 1);
    assert!(team.decide_all("carol", &keep()).is_empty());
}

#[test]
fn too_few_people_for_an_item_are_refused() {
    let mut team = Team::new();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let queue = RegisteredQueue::named("review").unwrap();
    let plan = AssignmentPlan { people: vec!["alice".into()], ..plan(2) };
    let error = assign(&mut team.store, &benchmark, queue, &plan, "lena").unwrap_err().to_string();
    assert!(error.contains("at least 2 names"), "{error}");
}

#[test]
fn what_differs_comes_first_where_the_lead_wants_it() {
    let mut team = Team::new();
    let order = Some(ItemPriority::Disagreement);
    assign_review(&mut team, &AssignmentPlan { order, disagreement_extra: 1, ..plan(3) });
    for name in ["alice", "bob"] {
        team.commit(name, "1", keep()).unwrap();
        team.commit(name, "2", keep()).unwrap();
    }
    team.commit("alice", "3", keep()).unwrap();
    team.commit("bob", "3", wrong()).unwrap();
    for name in ["carol", "dora", "emil", "finn"] {
        let desk = team.desk(name, ReviewQueue);
        assert_eq!(desk.items()[0].name(), "3");
    }
}

impl Team {
    /// The question that comes first for six people where the review is assigned in this order.
    fn first_for_all(&mut self, order: ItemPriority) -> Vec<String> {
        assign_review(self, &AssignmentPlan { order: Some(order), ..plan(6) });
        ["alice", "bob", "carol", "dora", "emil", "finn"]
            .map(|name| self.desk(name, ReviewQueue).items()[0].name().to_owned())
            .into()
    }

    fn flag(&mut self, kind: FlagKind, keys: &[&str]) {
        let benchmark = self.store.the_benchmark(None).unwrap();
        let flag = |key: &&str| NewFlag {
            question_id: self.store.question_id(&benchmark, key).unwrap(),
            evidence: serde_json::json!([]),
            finding: None,
        };
        let flags: Vec<NewFlag> = keys.iter().map(flag).collect();
        self.store.keep_flags(kind, "a rule", &serde_json::json!({}), &flags, &[]).unwrap();
    }
}

#[test]
fn a_question_on_which_models_differ_comes_first_where_that_is_the_order() {
    let mut team = Team::new();
    team.answer_each("one", ["A", "A", "A"]);
    team.answer_each("two", ["A", "I cannot say.", "A"]);
    assert_eq!(team.first_for_all(ItemPriority::Uncertainty), ["2"; 6]);
    // Nobody is told; without the order everybody has one of their own.
    let own = team.first_for_all(ItemPriority::Random);
    assert!(own.iter().any(|first| first != "2"), "{own:?}");
}

#[test]
fn the_question_with_the_most_flags_comes_first_where_that_is_the_order() {
    let mut team = Team::new();
    team.flag(FlagKind::Wrong, &["1", "3"]);
    team.flag(FlagKind::TextOnly, &["3"]);
    assert_eq!(team.first_for_all(ItemPriority::Flagged), ["3"; 6]);
}

#[test]
fn the_most_suspected_question_comes_first_where_that_is_the_order() {
    let mut team = Team::new();
    team.flag(FlagKind::Wrong, &["1"]);
    team.flag(FlagKind::TextOnly, &["3"]);
    team.commit("gina", "1", wrong()).unwrap();
    // A machine and a person suspect 1, a machine alone suspects 3.
    assert_eq!(team.first_for_all(ItemPriority::Suspicion), ["1"; 6]);
}

#[test]
fn a_role_is_kept_and_the_last_one_counts() {
    let mut team = Team::new();
    team.store.set_role("carol", Some(Role::Annotator), "lena").unwrap();
    team.store.set_role("carol", Some(Role::Expert), "lena").unwrap();
    let people = team.store.people().unwrap();
    assert_eq!(people[0].role, Some(Role::Expert));
}

#[test]
fn a_script_is_handed_a_blind_item_and_the_same_one_until_it_decides() {
    let mut team = Team::new();
    assign_review(&mut team, &plan(1));
    let queue = RegisteredQueue::named("review").unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let next = |team: &mut Team, name: &str| {
        let annotator = team.store.annotator(name).unwrap();
        (queue.next)(&mut team.store, annotator, benchmark.clone()).unwrap()
    };
    let first = next(&mut team, "alice");
    let NextItem::Item { item, lease_expires, question, .. } = &first else { panic!("{first:?}") };
    assert_eq!(question.key.as_ref().unwrap().as_str(), item);
    assert_eq!(lease_expires.as_deref(), Some("2026-01-31T12:15:00.000Z"));
    let json = serde_json::to_value(&first).unwrap();
    assert!(json["question"].get("answer").is_none(), "{json}");
    assert_eq!(next(&mut team, "alice"), first);
    for name in ["bob", "carol"] {
        assert_ne!(next(&mut team, name), first);
    }
    let none = serde_json::to_value(next(&mut team, "dora")).unwrap();
    assert_eq!(none["item"], serde_json::Value::Null);
    assert_eq!((&none["waiting"], &none["leased"]), (&3.into(), &3.into()));
}
