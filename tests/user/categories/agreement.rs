//! How far reviewers agree about the category, with each other and with the data.

use super::{confirm, instead, review};
use crate::harness::Workplace;

#[test]
fn agree_review_compares_the_categories_that_were_chosen_and_says_nothing_where_none_was() {
    let place = Workplace::with_questions(4);
    for name in ["alice", "bob"] {
        review(&place, "4", name, &["keep"]).well();
    }
    let none = place.json(&["agree", "review"]);
    assert_eq!(none.get("category"), None);
    confirm(&place);
    for (key, alice, bob) in [("1", "ocr", "ocr"), ("2", "image_style", "ocr"), ("3", "ocr", "ocr")]
    {
        review(&place, key, "alice", &["keep", "--category", alice]).well();
        review(&place, key, "bob", &["keep", "--category", bob]).well();
    }
    let said = place.json(&["agree", "review"]);
    let category = &said["category"];
    assert_eq!((&category["questions"], &category["shared"]), (&3.into(), &3.into()));
    let raw = category["between"]["pairs"][0]["raw"]["value"].as_f64().unwrap();
    assert!((raw - 2.0 / 3.0).abs() < 1e-12, "{raw}");
    assert!(category["between"]["overall"]["gwet_ac1"]["value"].is_f64(), "{category}");
    let with_data = |at: usize| category["against_data"][at]["agreement"]["value"].as_f64();
    assert_eq!(category["against_data"][0]["reviewer"], "alice");
    assert!((with_data(0).unwrap() - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(with_data(1), Some(1.0));
    let differ = &said["disagreements"][0];
    assert_eq!((&differ["question"], &differ["differ_in"][0]), (&"2".into(), &"category".into()));
    let table = place.run(&["agree", "review"]);
    for words in ["Categories chosen for 3 questions against the data", "category: AC1"] {
        assert!(table.contains(words), "{words} is not in\n{table}");
    }
    let tidy = place.run(&["agree", "review", "-o", "csv"]);
    assert!(tidy.contains("category: as the data"), "{tidy}");
}

#[test]
fn a_category_that_is_only_corrected_is_no_measure_of_the_data() {
    let place = Workplace::with_questions(1);
    review(&place, "1", "alice", &instead("image_style")).well();
    let said = place.json(&["agree", "review"]);
    let alice = &said["category"]["against_data"][0];
    assert_eq!(alice["agreement"]["value"], serde_json::Value::Null, "{alice}");
    assert_eq!(alice["corrections"], 1);
}
