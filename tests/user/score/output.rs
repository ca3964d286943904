//! The content of a score and its output formats.

use serde_json::{Value, json};

use super::{Files, circular, overall, printed, score, table_of};

#[test]
fn the_document_has_the_promised_fields() {
    let files = Files::new();
    let file = circular(&files, &[(1, ["A", "B"]), (2, ["A", "A"]), (3, ["A", "well"])]);
    let document = score(&file, &[]);
    let fields: Vec<&String> = document.as_object().expect("an object").keys().collect();
    for field in [
        "file",
        "rules",
        "strategy",
        "missing",
        "rows",
        "questions",
        "results",
        "extraction",
        "warnings",
    ] {
        assert!(fields.iter().any(|found| *found == field), "{field}");
    }
    assert_eq!(document["rules"], "vlmevalkit-late");
    assert_eq!(
        (&document["strategy"], &document["missing"]),
        (&json!("circular"), &json!("wrong"))
    );
    assert_eq!((&document["rows"], &document["questions"]), (&json!(6), &json!(3)));
    let first = &document["results"][0];
    assert_eq!(
        first,
        &json!({
            "split": "all", "level": "overall", "name": "overall", "questions": 3, "correct": 1,
            "accuracy": 1.0 / 3.0,
            "wilson95": [first["wilson95"][0], first["wilson95"][1]],
        })
    );
    // Wilson's interval of 1 in 3, from its formula.
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(near(&first["wilson95"][0], 0.061_491_944_720_396_2), "{first}");
    assert!(near(&first["wilson95"][1], 0.792_340_399_197_952_2), "{first}");
    let expected = json!({
        "matched": 5, "unmatched": 1, "none": 0, "refused": 0, "failed": 0, "match_rate": 5.0 / 6.0
    });
    assert_eq!(document["extraction"], expected);
}

#[test]
fn what_a_model_did_is_counted_apart() {
    let files = Files::new();
    let rows: Vec<Vec<String>> = [
        "A",
        "Z",
        "Sorry, I can't help with images of people yet.",
        "Failed to obtain answer via API.",
        "who knows",
    ]
    .iter()
    .enumerate()
    .map(|(index, text)| {
        [&index.to_string(), "Which?", "cat", "dog", "A", text].map(str::to_owned).to_vec()
    })
    .collect();
    let document = score(&table_of(&files, &rows), &[]);
    let expected = json!({
        "matched": 1, "unmatched": 1, "none": 1, "refused": 1, "failed": 1, "match_rate": 0.6
    });
    assert_eq!(document["extraction"], expected);
    assert_eq!((document["strategy"].as_str(), overall(&document)), (Some("first-pass"), (5, 1)));
}

#[test]
fn all_output_formats_have_the_same_figures() {
    let files = Files::new();
    let file = circular(&files, &[(1, ["A", "B"]), (2, ["A", "A"])]);
    let table = printed(&file, &[]);
    assert!(table.contains("rules vlmevalkit-late · strategy circular · missing wrong"), "{table}");
    assert!(table.contains("all    overall  overall          2        1    50.0 %"), "{table}");
    let csv = printed(&file, &["-o", "csv"]);
    assert!(csv.contains("all,overall,overall,2,1,0.5,"), "{csv}");
    let markdown = printed(&file, &["-o", "markdown"]);
    assert!(markdown.contains("| all | overall | overall | 2 | 1 | 50.0 % |"), "{markdown}");
}
