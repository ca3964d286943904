//! Gold mixed into an assigned review: at the share that was asked for, beside the places of others.

use std::collections::BTreeMap;

use super::super::assign::AssignmentPlan;
use super::super::order::Progress;
use super::super::pack::{PackRequest, pack};
use super::team::{assign_review, plan};
use super::*;

const GOLD: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Sixty questions, eight of them gold, two people for each of the others.
fn team_with_gold() -> Team {
    let mut team = Team::new();
    let questions: Vec<Question> = (1..=60).map(|number| question(&number.to_string())).collect();
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let lead = team.store.annotator("lena").unwrap();
    let keys = GOLD.map(str::to_owned);
    team.store.add_gold(&lead, &benchmark, &keys, ReviewVerdict::Keep, None).unwrap();
    assign_review(&mut team, &AssignmentPlan { gold_share: Some(0.2), ..plan(2) });
    team
}

/// Everybody decides one item after the other in turn until nothing is handed out; the keys by person.
fn decide_in_turn(team: &mut Team, names: &[&str]) -> BTreeMap<String, Vec<String>> {
    let mut desks: Vec<_> = names.iter().map(|name| team.desk(name, ReviewQueue)).collect();
    let mut decided: BTreeMap<String, Vec<String>> = BTreeMap::new();
    loop {
        let before = decided.values().map(Vec::len).sum::<usize>();
        for desk in &mut desks {
            let Some(at) = desk.next_after(&mut team.store, None).unwrap() else { continue };
            desk.commit(&mut team.store, at, keep(), &HERE).unwrap();
            let key = desk.items()[at].name().to_owned();
            decided.entry(desk.annotator().name.clone()).or_default().push(key);
        }
        if decided.values().map(Vec::len).sum::<usize>() == before {
            return decided;
        }
    }
}

#[test]
fn everybody_gets_gold_at_the_share_and_the_other_questions_have_exactly_as_many_people() {
    let mut team = team_with_gold();
    let decided = decide_in_turn(&mut team, &["alice", "bob", "carol", "dora"]);
    let is_gold = |key: &&String| GOLD.contains(&key.as_str());
    let mut people: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, keys) in &decided {
        let gold = keys.iter().filter(is_gold).count();
        let expected = keys.len() as f64 * 0.2;
        assert!((gold as f64 - expected).abs() <= 1.0, "{name}: {gold} of {}", keys.len());
        for key in keys {
            *people.entry(key).or_default() += 1;
        }
    }
    let others = people.iter().filter(|(key, _)| !GOLD.contains(key));
    assert_eq!(others.clone().count(), 52);
    assert!(others.into_iter().all(|(_, count)| *count == 2), "{people:?}");
    let most = GOLD.iter().filter_map(|key| people.get(key)).max();
    assert!(most > Some(&2), "gold takes no place: {people:?}");
    let places = |name: &str| -> Vec<usize> {
        let keys = &decided[name];
        (0..keys.len()).filter(|&at| is_gold(&&keys[at])).collect()
    };
    assert_ne!(places("alice"), places("bob"), "each has an order of their own");
}

#[test]
fn a_skipped_item_takes_its_place_among_those_between_which_gold_comes() {
    let mut team = team_with_gold();
    let mut desk = team.desk("alice", ReviewQueue);
    let is_gold: Vec<bool> = (0..40)
        .map(|number| {
            let at = desk.next_after(&mut team.store, None).unwrap().unwrap();
            let act = if number % 3 == 0 { Act::Skip } else { keep() };
            desk.commit(&mut team.store, at, act, &HERE).unwrap();
            GOLD.contains(&desk.items()[at].name())
        })
        .collect();
    let in_stretches: Vec<usize> =
        is_gold.chunks(5).map(|five| five.iter().filter(|gold| **gold).count()).collect();
    assert_eq!(in_stretches, [1; 8], "{is_gold:?}");
}

#[test]
fn the_desk_shows_gold_as_any_other_item_and_counts_it_so() {
    let mut team = team_with_gold();
    let desk = team.desk("alice", ReviewQueue);
    assert_eq!(desk.progress(), Progress { total: 60, ..Progress::default() });
    let mut shown = desk.waiting_after(None).take(50).collect::<Vec<_>>();
    let gold = shown.iter().filter(|at| GOLD.contains(&desk.items()[**at].name())).count();
    assert!((7..=8).contains(&gold), "{gold}");
    let count = shown.len();
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown.len(), count, "none comes twice");
}

#[test]
fn a_bundle_has_gold_at_the_same_share_and_says_nothing_of_it() {
    let mut team = team_with_gold();
    decide_in_turn(&mut team, &["bob", "carol"]);
    team.wait(1);
    assign_review(&mut team, &AssignmentPlan { gold_share: Some(0.2), ..plan(3) });
    let alice = team.store.annotator("alice").unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let path = team.store.path().with_file_name("alice.db");
    let progress = |_: usize, _: usize| true;
    let request = PackRequest { most: Some(30), days: 1, path: &path, progress: &progress };
    let packed = pack::<ReviewQueue>(&mut team.store, &alice, &benchmark, request).unwrap();
    assert_eq!(packed, 30);
    let bundle = Store::open(&path).unwrap();
    let entries = bundle.question_entries(&bundle.the_benchmark(None).unwrap()).unwrap();
    let gold = entries.iter().filter(|entry| GOLD.contains(&entry.key.as_str())).count();
    assert_eq!(gold, 6, "a fifth of thirty");
    assert!(bundle.given_gold(&bundle.the_benchmark(None).unwrap()).unwrap().is_empty());
}

#[test]
fn a_question_that_is_changed_is_gold_no_more_and_has_places_again() {
    let mut team = team_with_gold();
    let changed = crate::small_questions::small_question("1", "Another question?");
    team.store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&[changed]))
        .unwrap();
    let benchmark = team.store.the_benchmark(None).unwrap();
    let gold = team.store.given_gold(&benchmark).unwrap();
    assert!(gold.iter().all(|gold| gold.key != "1") && gold.len() == 7);
    let decided = decide_in_turn(&mut team, &["alice", "bob", "carol"]);
    let people = decided.values().flatten().filter(|key| *key == "1").count();
    assert_eq!(people, 2);
}
