//! People who are new here: a refused command makes nobody, and a name that looks like another is warned of.

use serde_json::Value;

use crate::harness::Workplace;
use crate::team::decide;

fn names(place: &Workplace) -> Vec<String> {
    let people = place.json(&["people"]);
    let people = people["people"].as_array().unwrap().iter();
    people.map(|person| person["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_command_that_is_refused_makes_nobody() {
    let place = Workplace::with_questions(2);
    decide(&place, "alice", "1");
    place.json(&["assign", "review", "--per-item", "1", "--people", "alice"]);
    let refused: [&[&str]; 8] = [
        &["decide", "review", "1", "--as", "bob", "--answer", "B", "--verdict", "keep"],
        &["decide", "review", "9", "--as", "bob", "--answer", "B", "--verdict", "keep"],
        &["decide", "verify", "1", "--as", "bob", "--verdict", "keep"],
        &["next", "extract", "--as", "bob"],
        &["pack", "--for", "bob", "--file", "bob.db"],
        &["people", "author", "bob", "99"],
        &["gold", "add", "99", "--verdict", "keep", "--as", "bob"],
        &["assign", "review", "--per-item", "3", "--people", "bob,carol"],
    ];
    for command in refused {
        place.failure(command);
        assert_eq!(names(&place), ["alice"], "{command:?}");
    }
    assert_eq!(place.json(&["next", "review", "--as", "bob"])["item"], Value::Null);
    assert_eq!(names(&place), ["alice"], "who was handed out nothing");
    place.json(&["assign", "review", "--per-item", "2"]);
    assert_eq!(
        place.json(&["next", "review", "--as", "bob"])["item"].as_str().map(str::len),
        Some(1)
    );
    assert_eq!(names(&place), ["alice", "bob"]);
    decide(&place, "bob", "1");
    place.assay(&["doctor"]).well();
}

#[test]
fn a_new_name_that_looks_like_a_known_one_is_warned_of() {
    let place = Workplace::with_questions(2);
    decide(&place, "alice", "1");
    for twin in ["Alice", "alíce", "аlice", "ali ce", "alice\u{200b}"] {
        for command in [
            vec!["people", "add", twin],
            vec!["pack", "--for", twin, "--file", "x.db"],
            vec!["assign", "review", "--per-item", "1", "--people", twin],
            vec!["next", "review", "--as", twin],
        ] {
            let fresh = place.path("fresh.db");
            std::fs::copy(place.path("assay.db"), &fresh).unwrap();
            let _ = std::fs::remove_file(place.path("x.db"));
            let said = place.assay(&[&["--db", "fresh.db"], &command[..]].concat()).well();
            let warned = said.err.contains("looks like");
            assert!(warned && said.err.contains("alice"), "{command:?}: {}", said.err);
            for end in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(place.path(&format!("fresh.db{end}")));
            }
        }
    }
    let said = place.assay(&["people", "add", "alicia"]).well();
    assert!(!said.err.contains("looks like"), "{}", said.err);
}

#[test]
fn assigning_says_how_many_items_have_enough_decisions_already() {
    let place = Workplace::with_questions(2);
    decide(&place, "alice", "1");
    let made = place.json(&["assign", "review", "--per-item", "1"]);
    assert_eq!(
        (&made["items"], &made["enough"], made["warnings"].as_array().map(Vec::len)),
        (&2.into(), &1.into(), Some(0))
    );
    decide(&place, "bob", "2");
    let made = place.json(&["assign", "review", "--per-item", "1"]);
    assert_eq!(made["enough"], 2);
    assert!(made["warnings"][0].as_str().unwrap().contains("as many decisions as are wanted"));
    assert_eq!(place.json(&["assign", "review", "--per-item", "2"])["enough"], 0);
}
