//! In lines: a part of the name is enough, and nothing is saved that was not meant.

use serde_json::json;

use super::{instead, review};
use crate::harness::Workplace;

#[test]
fn a_wrong_category_asks_for_the_right_one_in_lines() {
    let place = Workplace::with_questions(3);
    let said = place.plain("alice", "b\nw 9\nlist\nimage\nocr\nzzz\nsty\n").well().out;
    for line in [
        "Which category is right? Type its name or a part of it",
        "The categories: image_style, image_scene",
        "Several categories fit: image_style, image_scene",
        "The question has this category already: ocr.",
        "No category fits this.",
        "Saved: wrong (wrong category, right category is image_style), question ",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    assert_eq!(place.export()[1]["category"], "image_style");
    // It may be left open, and comes with other reasons.
    let said = place.plain("alice", "b\nw 9 0 odd\n\nu\nw\n8 9\nstyle\n").well().out;
    assert!(said.contains("Saved: wrong (wrong category, other), question "), "{said}");
    let rows = place.export();
    let last = rows.last().unwrap();
    assert_eq!(last["category"], "image_style");
    assert_eq!(last["reasons"], serde_json::json!(["bad-picture", "wrong-category"]));
}

#[test]
fn a_letter_is_an_act_and_no_part_of_a_category() {
    let place = Workplace::with_questions(3);
    // `q` is a part of one name alone: image_quality.
    let said = place.plain("alice", "b\nw 9\nq\n").well().out;
    assert!(!said.contains("Saved: wrong"), "{said}");
    let said = place.plain("alice", "w 9\ns\n").well().out;
    assert!(!said.contains("No category fits") && !said.contains("Saved: wrong"), "{said}");
    for name in ["bob", "dave"] {
        let said = instead("image_quality");
        review(&place, "1", name, if name == "bob" { &said } else { &["keep"] }).well();
    }
    let talk = ["annotate", "adjudicate", "--plain", "--as", "carol"];
    place.assay_with_input(&talk, "b w 9\nq\n").well();
    let rows = place.export();
    assert!(rows.iter().all(|row| row["queue"] != "adjudicate"), "{rows:?}");
}

#[test]
fn an_adjudicator_names_the_right_category_in_plain_lines_or_leaves_it_to_one_reviewer() {
    let place = Workplace::with_questions(2);
    for key in ["1", "2"] {
        review(&place, key, "alice", &instead("image_style")).well();
        review(&place, key, "bob", &instead("image_scene")).well();
    }
    let talk = ["annotate", "adjudicate", "--plain", "--as", "carol"];
    let said =
        place.assay_with_input(&talk, "b w 9\nnonsense\nimage topic\nb w 9\n\nq\n").well().out;
    assert!(said.contains("reviewers 1, 2 say this and differ in category"), "{said}");
    let rows = place.export();
    let settled: Vec<_> = rows.iter().filter(|row| row["queue"] == "adjudicate").collect();
    assert_eq!(settled.len(), 1, "{said}");
    assert_eq!(
        (&settled[0]["category"], &settled[0]["adopted"]),
        (&json!("image_topic"), &json!(null))
    );
}

#[test]
fn an_adjudicators_example_has_the_digits_of_the_checklist() {
    let place = Workplace::with_questions(2);
    let own = "[choice]\nfurther = [\"bad-picture\", \"wrong-reference-answer\", \"other\"]\n";
    place.write("ours.toml", own);
    place.run(&["checklist", "set", "ours.toml"]);
    review(&place, "1", "alice", &["keep"]).well();
    review(&place, "1", "bob", &["wrong", "--reason", "bad-picture"]).well();
    let talk = ["annotate", "adjudicate", "--plain", "--as", "carol"];
    let said = place.assay_with_input(&talk, "b w 2=a it is on the left\nq\n").well().out;
    assert!(said.contains("b w 2=b WHY"), "{said}");
    let rows = place.export();
    let settled = rows.iter().find(|row| row["queue"] == "adjudicate").unwrap();
    assert_eq!(
        (&settled["reasons"], &settled["corrected"]),
        (&json!(["wrong-reference-answer"]), &json!("A"))
    );
}
