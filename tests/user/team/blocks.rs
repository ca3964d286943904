//! A queue that is assigned in blocks, by commands, apart and on the board.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{decide, next};
use crate::harness::Workplace;

fn in_blocks(questions: usize, size: &str, more: &[&str]) -> Workplace {
    let place = Workplace::with_questions(questions);
    let assign = ["assign", "review", "--per-item", "1", "--block-size", size];
    place.assay(&[&assign, more].concat()).well();
    place
}

/// The block of each question, as the database has it.
fn blocks(place: &Workplace, file: &str) -> BTreeMap<String, i64> {
    let database = rusqlite::Connection::open(place.path(file)).unwrap();
    let mut statement = database.prepare("SELECT item, block FROM assignment_block").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn scripts_that_ask_in_turn_take_whole_blocks() {
    let place = in_blocks(9, "3", &[]);
    let blocks = blocks(&place, "assay.db");
    let mut taken: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
    for round in 0..3 {
        for name in ["alice", "bob", "carol"] {
            let given = next(&place, name);
            assert_eq!(
                given["block"],
                serde_json::json!({"items": 3, "left": 3 - round}),
                "{given}"
            );
            let item = given["item"].as_str().unwrap();
            taken.entry(name).or_default().insert(blocks[item]);
            decide(&place, name, item);
        }
    }
    assert!(taken.values().all(|blocks| blocks.len() == 1), "{taken:?}");
    assert_eq!(taken.values().flatten().collect::<BTreeSet<_>>().len(), 3);
    assert_eq!(next(&place, "dora")["item"], Value::Null);
    place.assay(&["doctor"]).well();
}

#[test]
fn an_assignment_says_its_blocks_and_the_board_how_many_are_done() {
    let place = Workplace::with_questions(7);
    let assign = ["assign", "review", "--per-item", "1", "--block-size", "3"];
    let made = place.json(&assign);
    assert_eq!(made["blocks"], serde_json::json!({"size": 3, "blocks": 3}), "{made}");
    let said = place.run(&assign);
    assert!(said.contains("3 of at most 3 items"), "{said}");
    let board =
        |place: &Workplace| place.json(&["status"])["board"][0]["queues"][0]["blocks"].clone();
    for _ in 0..4 {
        let item = next(&place, "alice")["item"].as_str().unwrap().to_owned();
        decide(&place, "alice", &item);
    }
    let found = board(&place);
    assert_eq!(found["total"], 3);
    let (done, begun) = (found["done"].as_u64().unwrap(), found["begun"].as_u64().unwrap());
    // One block has a single question.
    assert!(done >= 1 && done + begun == 2, "{found}");
    let plain = place.run(&["annotate", "board", "--plain", "--as", "alice"]);
    assert!(plain.contains("of 3 blocks done"), "{plain}");
    assert!(place.run(&["status"]).contains("blocks done"));
    place.assay(&["assign", "review", "--per-item", "1"]).well();
    assert_eq!(board(&place), Value::Null);
}

#[test]
fn what_a_block_cannot_be_is_refused() {
    let place = Workplace::with_questions(3);
    let assign =
        |more: &[&str]| place.assay(&[&["assign", "review", "--per-item", "1"], more].concat());
    assert!(assign(&["--block-by", "category"]).failing(2).contains("--block-size"));
    assert!(assign(&["--block-size", "1"]).failing(2).contains("1 is not in 2"));
    let refused = assign(&["--block-size", "2", "--block-by", "model"]).failing(1);
    assert!(refused.contains("expected category, l2 or split"), "{refused}");
    place.write("ours.toml", "confirm-category = true\n");
    place.assay(&["checklist", "set", "ours.toml"]).well();
    let refused = assign(&["--block-size", "2", "--block-by", "category"]).failing(1);
    assert!(
        refused.contains("by category would show which questions have the same one"),
        "{refused}"
    );
    assign(&["--block-size", "2"]).well();
}

#[test]
fn a_bundle_has_whole_blocks_and_gives_nothing_away_of_gold() {
    let place = Workplace::with_questions(24);
    place.assay(&["gold", "add", "1", "2", "3", "4", "--verdict", "keep"]).well();
    let assign = ["assign", "review", "--per-item", "1", "--block-size", "5", "--gold", "0.2"];
    place.assay(&assign).well();
    let here = blocks(&place, "assay.db");
    assert_eq!(here.len(), 20);
    place.assay(&["pack", "--for", "alice", "--file", "alice.db", "--items", "14"]).well();
    let there = blocks(&place, "alice.db");
    let packed: Vec<&String> = there.keys().collect();
    let gold = packed.iter().filter(|key| ["1", "2", "3", "4"].contains(&key.as_str())).count();
    assert!(gold >= 1, "{there:?}");
    let whole: BTreeSet<i64> = packed.iter().filter_map(|key| here.get(*key)).copied().collect();
    assert_eq!(packed.len() - gold, whole.len() * 5, "whole blocks: {there:?}");
    // Every question there is in a block, gold among them; so nothing tells it from the others.
    let database = rusqlite::Connection::open(place.path("alice.db")).unwrap();
    let questions: i64 =
        database.query_row("SELECT count(*) FROM question", [], |row| row.get(0)).unwrap();
    assert_eq!(questions as usize, there.len());
    for (one, block) in &there {
        assert!(there.iter().any(|(other, of)| other != one && of == block), "{one} is alone");
        let of_same = |key: &&String| there[*key] == *block;
        if let Some(home) = here.get(one) {
            let others = packed.iter().copied().filter(of_same).filter_map(|key| here.get(key));
            assert!(others.copied().all(|other| other == *home));
        }
    }
    drop(database);
    // What is not in the bundle waits for others. Blocks are not counted where gold would show by it.
    for name in ["bob", "carol"] {
        let given = next(&place, name);
        assert!(given["item"].is_string() && given["block"].is_null(), "{given}");
    }
    let said = place.assay_with_input(
        &["--db", "alice.db", "annotate", "review", "--plain"],
        &"b\ny\n".repeat(20),
    );
    assert_eq!(said.well().out.matches("Saved: ").count(), 2 * there.len());
    let merged = place.json(&["merge", "alice.db"]);
    assert_eq!(merged["new"].as_u64(), Some(2 * there.len() as u64), "{merged}");
    place.assay(&["doctor"]).well();
    place.assay(&["--db", "alice.db", "doctor"]).well();
}

#[test]
fn plain_lines_say_where_a_block_begins() {
    let place = in_blocks(6, "3", &[]);
    let said = |lines: &str| place.plain("alice", lines).well().out;
    let first = said("b\ny\nq\n");
    let begins = "You are in a block of 3; 3 of them are left.";
    assert_eq!(first.matches("You are in a block").count(), 1, "{first}");
    let (block, question) = (first.find(begins), first.find("Question "));
    assert!(block.is_some() && block < question, "{first}");
    // In the next sitting what is left of it comes first, then the other block.
    let second = said("b\ny\nb\ny\nb\ny\nb\ny\nb\ny\n");
    let left = "You are in a block of 3; 2 of them are left.";
    assert_eq!(second.matches("You are in a block").count(), 2, "{second}");
    assert!(second.find(left) < second.find(begins), "{second}");
    assert!(second.contains(left), "{second}");
    let gold = Workplace::with_questions(6);
    gold.assay(&["gold", "add", "1", "2", "--verdict", "keep"]).well();
    let assign = ["assign", "review", "--per-item", "1", "--block-size", "2", "--gold", "0.3"];
    gold.assay(&assign).well();
    let hidden = gold.plain("alice", &"b\ny\n".repeat(6)).well().out;
    assert!(!hidden.contains("block"), "gold would show by it: {hidden}");
    let without = Workplace::with_questions(2);
    assert!(!without.plain("alice", "b\ny\nq\n").well().out.contains("block"));
}

#[test]
fn what_is_held_for_a_bundle_is_what_is_in_it_however_many_it_may_have() {
    let place = Workplace::with_questions(24);
    place.assay(&["gold", "add", "1", "2", "3", "4", "--verdict", "keep"]).well();
    let assign = ["assign", "review", "--per-item", "9", "--block-size", "4", "--gold", "0.3"];
    place.assay(&assign).well();
    let count = |file: &str, of: &str| -> i64 {
        let database = rusqlite::Connection::open(place.path(file)).unwrap();
        let sql = format!("SELECT count(*) FROM {of}");
        database.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    for most in 5..14 {
        let (name, file) = (format!("p{most}"), format!("p{most}.db"));
        let most = most.to_string();
        place.assay(&["pack", "--for", &name, "--items", &most, "--file", &file]).well();
        let held =
            format!("lease JOIN annotator ON annotator.id = annotator_id WHERE name = '{name}'");
        assert_eq!(count("assay.db", &held), count(&file, "question"), "{most}");
    }
}
