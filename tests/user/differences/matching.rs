//! `assay diff`: which question is which, and what is no change.

use image::ImageFormat;
use serde_json::json;

use super::{hills, line, lines};
use crate::harness::Workplace;

const ANIMALS: [&str; 3] = ["cat", "dog", "hen"];

#[test]
fn other_keys_another_order_of_choices_and_pictures_encoded_again_are_recognised_together() {
    let place = Workplace::new();
    // All ask the same: only the pictures tell them apart.
    let asked = |key: String, choices: [&str; 3], answer: &str, seed: u32, side, format| {
        let picture = hills(seed, side, format);
        line(&key, "Which animal is it?", choices, answer, Some(&picture))
    };
    let before = (1..=5).map(|seed| {
        let answer = if seed == 4 { "B" } else { "A" };
        asked(seed.to_string(), ANIMALS, answer, seed, 240, ImageFormat::Png)
    });
    let after = (1..=5).rev().map(|seed| {
        let key = (5 * seed % 7).to_string();
        asked(key, ["hen", "dog", "cat"], "C", seed, 120, ImageFormat::Jpeg)
    });
    place.write("old.jsonl", &lines(&before.collect::<Vec<_>>()));
    place.write("new.jsonl", &lines(&after.collect::<Vec<_>>()));
    let found = place.json(&["diff", "old.jsonl", "new.jsonl"]);
    let changed = |key: &str, new_key: &str, what: &[&str]| json!({"key": key, "new_key": new_key, "what": what});
    let again = ["order", "re-encoded"];
    let expected = json!([
        changed("1", "5", &again),
        changed("2", "3", &again),
        changed("3", "1", &again),
        changed("4", "6", &["answer", "order", "re-encoded"]),
        changed("5", "4", &again),
    ]);
    assert_eq!(found["changed"], expected);
    assert_eq!((&found["added"], &found["removed"]), (&json!([]), &json!([])));
}

#[test]
fn other_spaces_and_another_form_of_accents_are_no_change_and_swapped_keys_are_seen() {
    let place = Workplace::new();
    let two = |one: (&str, &str), other: (&str, &str)| {
        let both = [one, other];
        lines(&both.map(|(key, stem)| line(key, stem, ANIMALS, "A", None)))
    };
    place.write("old.jsonl", &two(("1", "Which café is it?"), ("2", "Who?")));
    place.write("spaced.jsonl", &two(("1", "Which  cafe\u{301}\nis it? "), ("2", "Who?")));
    place.write("swapped.jsonl", &two(("2", "Which café is it?"), ("1", "Who?")));
    let found = place.json(&["diff", "old.jsonl", "spaced.jsonl"]);
    assert_eq!((&found["unchanged"], &found["changed"]), (&2.into(), &json!([])));
    let found = place.json(&["diff", "old.jsonl", "swapped.jsonl"]);
    assert_eq!(found["renamed"], json!([{"old": "1", "new": "2"}, {"old": "2", "new": "1"}]));
    assert_eq!(found["unchanged"], 2);
}

#[test]
fn a_corrected_file_and_its_circular_twin_with_the_old_answers_are_told_apart() {
    let place = Workplace::new();
    let corrected = "index\tquestion\tA\tB\tanswer\n1\tWhich?\tcat\tdog\tB\n2\tWho?\the\tshe\tA\n";
    let old = "index\tquestion\tA\tB\tanswer\n1\tWhich?\tcat\tdog\tA\n1000001\tWhich?\tdog\tcat\tB\n\
               2\tWho?\the\tshe\tA\n1000002\tWho?\tshe\the\tB\n";
    place.write("dev.tsv", corrected);
    place.write("dev_circular.tsv", old);
    for pair in [["dev.tsv", "dev_circular.tsv"], ["dev_circular.tsv", "dev.tsv"]] {
        let found = place.json(&["diff", pair[0], pair[1]]);
        assert_eq!(found["changed"], json!([{"key": "1", "what": ["answer"]}]), "{pair:?}");
        assert_eq!(found["unchanged"], 1);
    }
}

#[test]
fn another_rule_or_unit_of_a_short_answer_is_rescored_and_is_not_another_answer() {
    let place = Workplace::new();
    let short = |rule: &str, answer: &str, unit: &str| {
        let short = json!({"rule": rule, "answers": [answer], "unit": unit});
        lines(&[
            json!({"index": "1", "question": "How long?", "short_answer": short}),
            json!({"index": "2", "question": "How wide?",
                "short_answer": {"rule": "numeric", "answers": ["7"]}}),
        ])
    };
    place.write("old.jsonl", &short("exact", "4", "cm"));
    place.write("new.jsonl", &short("numeric", "4", "mm"));
    place.write("other.jsonl", &short("exact", "5", "cm"));
    place.write(
        "one.jsonl",
        "{\"index\": 1, \"prediction\": \"4.0\"}\n{\"index\": 2, \"prediction\": \"7\"}\n",
    );
    let command = ["diff", "old.jsonl", "new.jsonl", "--predictions", "one.jsonl"];
    let found = place.json(&command);
    assert_eq!(found["changed"], json!([{"key": "1", "what": ["rule"]}]));
    let row = &found["restated"][0];
    assert_eq!((&row["before"], &row["after"]), (&0.5.into(), &1.0.into()), "{found}");
    assert_eq!(row["ask_again"], json!([]));
    let printed = place.run(&command);
    assert!(printed.contains("How a short answer is compared"), "{printed}");
    let printed = place.run(&["diff", "old.jsonl", "other.jsonl"]);
    assert!(printed.contains("Another answer is right"), "{printed}");
}
