//! Strategies, groups, and passes that are missing.

use serde_json::json;

use super::{Files, circular, lines, overall, score, table_of, two_passes, warnings};
use crate::extraction::assay;

#[test]
fn each_strategy_counts_what_its_name_says() {
    let files = Files::new();
    let file = circular(&files, &[(1, ["A", "B"]), (2, ["A", "A"]), (3, ["B", "B"])]);
    let counts = |strategy| overall(&score(&file, &["--strategy", strategy]));
    assert_eq!(counts("circular"), (3, 1));
    assert_eq!(counts("first-pass"), (3, 2));
    assert_eq!(counts("every-pass"), (6, 4));
}

#[test]
fn groups_say_what_decided_them() {
    let files = Files::new();
    let file = circular(&files, &[(1, ["A", "B"]), (2, ["A", "A"]), (3, ["A", "well"])]);
    let groups = lines(&file, &["--groups"]);
    let told: Vec<&str> = groups.iter().map(|g| g["decided_by"].as_str().unwrap()).collect();
    assert_eq!(told, ["all passes right", "pass 1 wrong", "pass 1 not extracted"]);
    assert_eq!(
        groups[2]["passes"],
        json!([{"pass": 0, "label": "A", "answer": "A"}, {"pass": 1, "label": null, "answer": "B"}])
    );
    let rows = lines(&file, &["--rows"]);
    assert_eq!(rows[1], json!({"index": 1_000_001, "label": "B", "step": "letter"}));
    assert_eq!(rows[5], json!({"index": 1_000_003, "label": null, "step": "nothing"}));
}

#[test]
fn missing_passes_and_first_rows_are_reported_and_treated_as_asked() {
    let files = Files::new();
    let mut rows: Vec<Vec<String>> = [(1, ["A", "B"]), (2, ["A", "B"]), (3, ["A", "B"])]
        .iter()
        .flat_map(|&(index, answers)| two_passes(index, answers))
        .collect();
    rows.remove(4); // the first row of question 3
    rows.remove(3); // the second row of question 2
    let file = table_of(&files, &rows);
    let counts = |missing| overall(&score(&file, &["--missing", missing]));
    assert_eq!(counts("kit"), (2, 2));
    assert_eq!(counts("wrong"), (3, 1));
    assert_eq!(counts("exclude"), (1, 1));
    let document = score(&file, &[]);
    assert_eq!(document["undecided"], json!({"missing_passes": 2, "not_extracted": 0}));
    let told = warnings(&document);
    assert!(told.iter().any(|w| w.starts_with("1 questions lack their first row")), "{told:?}");
    let lacking = "1 questions lack passes, and count as not correct";
    assert!(told.iter().any(|w| w.starts_with(lacking)), "{told:?}");
    assert!(
        warnings(&score(&file, &["--missing", "kit"])).iter().any(|w| w.contains("not required"))
    );
    let first = warnings(&score(&file, &["--strategy", "first-pass"]));
    assert!(first.iter().all(|w| !w.contains("lack passes")), "{first:?}");
}

#[test]
fn questions_of_the_data_set_without_any_row_are_not_forgotten() {
    let files = Files::new();
    let dataset = files.table(
        "d.tsv",
        &[
            &["index", "question", "A", "B", "answer", "category", "split"],
            &["1", "Which?", "cat", "dog", "A", "ocr", "dev"],
            &["2", "Which?", "cat", "dog", "A", "ocr", "dev"],
            &["3", "Which?", "cat", "dog", "", "ocr", "test"],
        ],
    );
    let file = files.table("p.tsv", &[&["index", "prediction"], &["1", "A"]]);
    let with =
        |missing| score(&file, &["--dataset", dataset.to_str().unwrap(), "--missing", missing]);
    assert_eq!(overall(&with("wrong")), (2, 1), "question 3 has no answer to be missed");
    assert_eq!(overall(&with("exclude")), (1, 1));
    assert_eq!(overall(&with("kit")), (1, 1));
    let told = warnings(&with("wrong"));
    assert_eq!(
        told,
        ["1 questions of the data set have no prediction: they count as not correct (2)"]
    );
    let stranger = files.table("q.tsv", &[&["index", "prediction"], &["9", "A"]]);
    let output =
        assay(&["score", stranger.to_str().unwrap(), "--dataset", dataset.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("1 of its 1 indices are not in the data set (9)"), "{message}");
}
