//! By commands: what is stored and refused, and what comes of it.

use serde_json::json;

use super::{instead, review};
use crate::adjudicate::adjudicate;
use crate::harness::Workplace;
use crate::verify::exported;

#[test]
fn the_category_that_is_right_is_stored_exported_and_goes_into_other_copies() {
    let place = Workplace::with_questions(2);
    let row = review(&place, "1", "alice", &instead("Image-Style")).well().json();
    assert_eq!(row["category"], "image_style", "as the taxonomy spells it");
    let plain = review(&place, "2", "alice", &["keep"]).well().json();
    assert_eq!(plain.get("category"), None, "rows without it are as they were");

    let lines = place.run(&["export", "decisions"]);
    place.assay(&["export", "decisions", "--format", "tsv", "--file", "d.tsv"]).well();
    let table = std::fs::read_to_string(place.path("d.tsv")).unwrap();
    let columns: Vec<&str> =
        table.lines().next().unwrap().split('\t').map(|name| name.trim_matches('"')).collect();
    let last = ["category", "corrected", "corrected_category"];
    assert_eq!(columns[columns.len() - 3..], last, "{columns:?}");
    assert!(table.contains("\t\"wrong category\"\t"), "{table}");
    assert!(table.contains("\t\"image_style\"\t\"\"\t\"image_style\"\n"), "{table}");

    let copy = Workplace::with_questions(2);
    copy.write("d.jsonl", &lines);
    copy.assay(&["import", "decisions", "d.jsonl"]).well();
    assert_eq!(copy.export()[0]["category"], "image_style");
    copy.plain("alice", "u\n").well();
    let said = copy.plain("alice", "u\n").well().out;
    assert!(said.contains("wrong category, right category is image_style"), "{said}");
    let said = copy.plain("alice", "r\n").well().out;
    assert!(said.contains("brought back"), "{said}");
    let in_force = copy.run(&["export", "decisions", "--in-force"]);
    assert!(in_force.contains(r#""category":"image_style""#), "{in_force}");
}

#[test]
fn a_category_of_no_taxonomy_and_no_question_is_refused_with_the_nearest() {
    let place = Workplace::with_questions(1);
    let refused = review(&place, "1", "alice", &instead("image_stile")).failing(2);
    assert!(refused.contains("image_stile; did you mean image_style?"), "{refused}");
    let refused = review(&place, "1", "alice", &instead("farming in Norway")).failing(2);
    assert!(refused.contains("has the category farming in Norway"), "{refused}");
    assert!(place.export().is_empty());
    // A category that questions alone have may be chosen.
    let table = std::fs::read_to_string(place.path("b.tsv")).unwrap();
    place.write("b.tsv", &table.replace("\tocr\t", "\tour own\t"));
    place.assay(&["import", "questions", "b.tsv"]).well();
    let row = review(&place, "1", "alice", &["keep", "--category", "our own"]).well().json();
    assert_eq!(row["category"], "our own");
}

#[test]
fn reviewers_who_choose_different_categories_differ_and_an_expert_settles_it() {
    let place = Workplace::with_questions(2);
    review(&place, "1", "alice", &instead("image_style")).well();
    review(&place, "1", "bob", &instead("image_scene")).well();
    review(&place, "2", "alice", &instead("image_style")).well();
    review(&place, "2", "bob", &instead("image_style")).well();
    let next = place.json(&["next", "adjudicate", "--as", "carol"]);
    assert_eq!(next["item"], "1", "on the other question they agree");
    let said = place.assay_with_input(&["annotate", "adjudicate", "--plain", "--as", "carol"], "");
    let said = said.well().out;
    assert!(said.contains("right category is Image style"), "{said}");
    assert!(said.contains("right category is Image scene"), "{said}");

    let row = adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well().json();
    assert_eq!(row["category"], "image_scene");
    let clean = exported(&place, "1").unwrap();
    assert_eq!(clean["category"], "image_scene");
    assert_eq!(clean["l2-category"], "coarse_perception", "the L-2 ability follows");
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    let verdict = ["--answer", "B", "--verdict", "wrong", "--reason", "wrong-category"];
    let row =
        adjudicate(&place, "1", "carol", &[&verdict[..], &["--category", "image_topic"]].concat());
    assert_eq!(row.well().json()["adopted"], json!(null), "no reviewer says the same");
    assert_eq!(exported(&place, "1").unwrap()["category"], "image_topic");
    let report = place.json(&["report", "cleaning"]);
    let abilities = report["abilities"].as_array().unwrap();
    let of = |name: &str| {
        let row = abilities.iter().find(|row| row["name"] == name).unwrap();
        ["imported", "removed", "moved_out", "moved_in", "clean"].map(|field| row[field].clone())
    };
    let before = ["ocr", "finegrained_perception"];
    for (name, counts) in [
        (before[0], [2, 0, 1, 0, 1]),
        (before[1], [2, 0, 1, 0, 1]),
        ("image_topic", [0, 0, 0, 1, 1]),
        ("coarse_perception", [0, 0, 0, 1, 1]),
    ] {
        assert_eq!(of(name), counts.map(|count| json!(count)), "{name} as the clean export has it");
    }
    assert_eq!((&report["imported"], &report["clean"]), (&json!(2), &json!(2)));
    // With something else wrong besides, the category is no cure.
    place.assay(&["decide", "undo", "--as", "carol"]).well();
    let more = ["--reason", "bad-picture", "--category", "image_topic"];
    adjudicate(&place, "1", "carol", &[&verdict[..], &more].concat()).well();
    assert!(exported(&place, "1").is_none());
}

#[test]
fn an_expert_who_says_what_one_reviewer_says_has_their_category_too() {
    let place = Workplace::with_questions(1);
    review(&place, "1", "alice", &instead("image_style")).well();
    review(&place, "1", "bob", &["keep"]).well();
    let verdict = ["--answer", "B", "--verdict", "wrong", "--reason", "wrong-category"];
    let row = adjudicate(&place, "1", "carol", &verdict).well().json();
    assert!(row["adopted"].is_string(), "{row}");
    assert_eq!(row["category"], "image_style");
}

#[test]
fn a_fix_begins_with_the_category_that_most_reviewers_chose_and_the_evidence_says_who() {
    let place = Workplace::with_questions(1);
    review(&place, "1", "alice", &instead("image_style")).well();
    review(&place, "1", "bob", &instead("image_style")).well();
    review(&place, "1", "dave", &instead("image_scene")).well();
    let lines = "b\nF\nsave\nsave\n";
    let command = ["annotate", "verify", "--plain", "--as", "vera"];
    let said = place.assay_with_input(&command, lines).well().out;
    assert!(
        said.contains("alice answered B, wrong: wrong category, right category is image_style"),
        "{said}"
    );
    assert!(said.contains("The category begins with what reviewers chose: image_style."), "{said}");
    let clean = exported(&place, "1").unwrap();
    assert_eq!(clean["category"], "image_style", "{said}");
    assert_eq!(clean["l2-category"], "coarse_perception");

    let split = Workplace::with_questions(1);
    review(&split, "1", "alice", &instead("image_style")).well();
    review(&split, "1", "bob", &instead("image_scene")).well();
    let said = split.assay_with_input(&command, "b\nF\n").well().out;
    assert!(said.contains("Type the fields that change"), "{said}");
    assert!(!said.contains("The category begins with"), "{said}");
}
