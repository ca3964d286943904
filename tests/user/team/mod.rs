//! A team at one file, and apart: people, assignments, items handed to scripts, bundles, merging,
//! backups.

mod administration;
mod apart;
mod arriving;
mod blind;
mod blocks;
mod board;
mod bundles;
mod checklists;
mod forged;
mod forged_bundles;
mod gate;
mod gold;
mod guide;
mod guidelines;
mod newcomers;
mod packing;
mod tampered;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::harness::{Workplace, questions};

fn next(place: &Workplace, name: &str) -> Value {
    place.json(&["next", "review", "--as", name])
}

fn decide(place: &Workplace, name: &str, key: &str) {
    let arguments = ["decide", "review", key, "--as", name, "--answer", "B", "--verdict", "keep"];
    place.assay(&arguments).well();
}

#[test]
fn whoever_makes_a_database_with_a_umask_for_groups_lets_the_group_write_it_and_its_backup() {
    let place = Workplace::new();
    place.write("q.tsv", &questions(2));
    for (umask, mode) in [("007", 0o660), ("077", 0o600)] {
        let (database, backup) = (format!("{umask}.db"), format!("{umask}.backup.db"));
        let script = "umask $1; $0 --db $2 import questions q.tsv && $0 --db $2 backup $3";
        let done = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_assay"), umask, &database, &backup])
            .current_dir(place.path("."))
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        for name in [&database, &backup] {
            let found = place.path(name).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(found, mode, "{name}: {found:o}");
        }
    }
}

#[test]
fn people_are_listed_with_their_roles() {
    let place = Workplace::with_questions(2);
    place.assay(&["people", "add", "alice"]).well();
    place.assay(&["people", "add", "carol", "--role", "expert"]).well();
    place.assay(&["people", "author", "alice", "1"]).well();
    let people = place.json(&["people"]);
    let alice = &people["people"][0];
    assert_eq!((&alice["name"], &alice["role"]), (&"alice".into(), &"annotator".into()));
    assert_eq!(alice["wrote"], 1);
    assert_eq!(people["people"][1]["role"], "expert");
    let complaint = place.failure(&["people", "author", "alice", "99"]);
    assert!(complaint.contains("no question with the key 99"), "{complaint}");
}

#[test]
fn scripts_that_ask_and_decide_in_turn_leave_every_question_with_exactly_two_decisions() {
    let place = Workplace::with_questions(4);
    place.assay(&["people", "author", "dora", "2"]).well();
    let made = place.json(&["assign", "review", "--per-item", "2", "--lease", "600"]);
    assert_eq!((&made["items"], &made["decisions_wanted"]), (&4.into(), &8.into()));
    let mut rows = 0;
    for name in ["alice", "bob", "carol", "dora"] {
        loop {
            let given = next(&place, name);
            let Some(item) = given["item"].as_str() else { break };
            assert!(given["lease_expires"].is_string(), "{given}");
            assert_eq!(given["question"]["choices"].as_object().unwrap().len(), 3, "{given}");
            assert!(given["question"].get("answer").is_none(), "{given}");
            assert!(name != "dora" || item != "2", "dora wrote it");
            decide(&place, name, item);
            rows += 1;
        }
    }
    assert_eq!(rows, 8);
    let none = next(&place, "erik");
    assert_eq!((&none["waiting"], &none["leased"]), (&0.into(), &0.into()), "{none}");
    let complaint = place.failure(&[
        "decide",
        "review",
        "1",
        "--as",
        "erik",
        "--answer",
        "B",
        "--verdict",
        "keep",
    ]);
    assert!(complaint.contains("2 are enough"), "{complaint}");
    place.assay(&["assign", "review", "--end"]).well();
    decide(&place, "erik", "1");
    place.assay(&["doctor"]).well();
}

#[test]
fn an_item_left_on_the_screen_by_quitting_is_free_at_once() {
    let place = Workplace::with_questions(1);
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    place.plain("alice", "q\n").well();
    assert_eq!(next(&place, "bob")["item"], "1");
    let said = place.plain("alice", "b\ny\n").well();
    assert!(!said.out.contains("Saved:"), "bob holds it: {}", said.out);
}

#[test]
fn a_queue_that_does_not_exist_is_named_with_those_that_do() {
    let place = Workplace::with_questions(1);
    let complaint = place.failure(&["next", "reviews", "--as", "alice"]);
    assert!(
        complaint.contains("there is no queue reviews; there is: review, extract"),
        "{complaint}"
    );
}

#[test]
fn a_name_that_nobody_had_before_is_pointed_out_where_it_is_assigned() {
    let place = Workplace::with_questions(1);
    place.assay(&["people", "add", "alice"]).well();
    let assign = ["assign", "review", "--per-item", "1", "--people", "alice,bbo"];
    let made = place.json(&assign);
    let warning = made["warnings"][0].as_str().unwrap();
    assert!(warning.contains("no one was known by these names before: bbo"), "{warning}");
    assert_eq!(place.json(&assign)["warnings"].as_array().unwrap().len(), 0, "known by now");
}
