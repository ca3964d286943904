//! Tying a model's answers to questions, passes and the choices really shown.

use crate::harness::Workplace;

/// One question with its four CircularEval passes, rotated left.
const CIRCULAR: [(&str, &str, &str); 4] = [
    ("7", "cat|dog|hen|fox", "B"),
    ("1000007", "dog|hen|fox|cat", "A"),
    ("2000007", "hen|fox|cat|dog", "D"),
    ("3000007", "fox|cat|dog|hen", "C"),
];

fn overall(desk: &Workplace) -> f64 {
    let document = desk.json(&["eval"]);
    document["models"][0]["results"][0]["accuracy"].as_f64().expect("an accuracy")
}

#[test]
fn a_file_says_what_it_brought() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("p.tsv", &CIRCULAR);
    let printed = desk.import("p.tsv", "m");
    assert_eq!(printed["benchmark"], "b");
    assert_eq!((&printed["model"], &printed["input"]), (&"m".into(), &"image".into()));
    for (field, expected) in [("rows", 4), ("questions", 1), ("passes", 4), ("failed", 0)] {
        assert_eq!(printed[field], expected, "{field}");
    }
    assert_eq!((&printed["new"], &printed["replaced"]), (&true.into(), &serde_json::Value::Null));
}

#[test]
fn choices_may_be_rotated_in_either_direction() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("left.tsv", &CIRCULAR);
    let right = [
        ("7", "cat|dog|hen|fox", "B"),
        ("1000007", "fox|cat|dog|hen", "C"),
        ("2000007", "hen|fox|cat|dog", "D"),
        ("3000007", "dog|hen|fox|cat", "A"),
    ];
    desk.write_predictions("right.tsv", &right);
    for (file, replace) in [("left.tsv", false), ("right.tsv", true)] {
        let flag: &[&str] = if replace { &["--replace"] } else { &[] };
        desk.json(&[&["import", "predictions", file, "--model", "m"], flag].concat());
        assert!((overall(&desk) - 1.0).abs() < 1e-12, "{file}");
    }
}

#[test]
fn rows_without_choices_have_the_order_that_the_benchmark_recorded() {
    let desk = Workplace::with_choices(&CIRCULAR);
    desk.write("p.csv", "index,prediction\n7,B\n1000007,A\n2000007,D\n3000007,C\n");
    assert_eq!(desk.import("p.csv", "m")["passes"], 4);
    assert!((overall(&desk) - 1.0).abs() < 1e-12);
}

#[test]
fn an_order_that_the_file_does_not_give_is_not_guessed() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write("p.csv", "index,prediction\n7,B\n1000007,A\n");
    let printed = desk.failure(&["import", "predictions", "p.csv", "--model", "m"]);
    assert!(
        printed.contains("p.csv, row 2 (index “1000007”): the order of the choices in pass 1"),
        "{printed}"
    );
}

#[test]
fn other_choices_than_the_questions_are_an_error_that_names_file_and_row() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B"), ("8", "one|two", "A")]);
    for choices in ["cat|dog|hen|cow", "dog|dog|hen|fox", "cat|dog|hen", "cat|dog|hen|fox"] {
        desk.write_predictions("p.tsv", &[("8", "one|two", "A"), ("7", choices, "B")]);
        let said = desk.assay(&["import", "predictions", "p.tsv", "--model", "m", "--dry-run"]);
        let (printed, fits) = (&said.err, choices == "cat|dog|hen|fox");
        assert_eq!(said.code == 0, fits, "{choices}: {printed}");
        assert!(fits || printed.contains("p.tsv, row 2 (index “7”): the choices"), "{printed}");
    }
    assert_eq!(desk.json(&["models"])["models"].as_array().unwrap().len(), 0, "nothing half done");
}

#[test]
fn the_same_file_again_changes_nothing_and_another_needs_replace() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("p.tsv", &CIRCULAR);
    desk.write_predictions("other.tsv", &[("7", "cat|dog|hen|fox", "C")]);
    desk.import("p.tsv", "m");
    assert_eq!(desk.import("p.tsv", "m")["new"], false);
    let printed = desk.failure(&["import", "predictions", "other.tsv", "--model", "m"]);
    assert!(
        printed.contains("b already has predictions of m") && printed.contains("--replace"),
        "{printed}"
    );
    assert!((overall(&desk) - 1.0).abs() < 1e-12, "the first run still counts");

    let printed = desk.json(&["import", "predictions", "other.tsv", "--model", "m", "--replace"]);
    assert!(printed["new"] == true && printed["replaced"].is_string(), "{printed}");
    assert!(overall(&desk).abs() < 1e-12);
    let models = desk.json(&["models"]);
    let runs: Vec<(i64, bool)> = models["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| (run["rows"].as_i64().unwrap(), run["current"].as_bool().unwrap()))
        .collect();
    assert_eq!(runs, [(4, false), (1, true)], "the old run is kept");
}

#[test]
fn runs_with_and_without_pictures_stand_side_by_side() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("p.tsv", &CIRCULAR);
    desk.import("p.tsv", "m");
    desk.json(&["import", "predictions", "p.tsv", "--model", "m", "--input", "text"]);
    assert_eq!(desk.json(&["eval"])["models"].as_array().unwrap().len(), 2);
    let text = desk.json(&["eval", "--input", "text"]);
    assert_eq!(text["models"][0]["input"], "text");
}

#[test]
fn several_files_are_one_run_and_a_row_may_come_only_once() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("one.tsv", &CIRCULAR[..2]);
    desk.write_predictions("two.tsv", &CIRCULAR[2..]);
    let import = ["import", "predictions", "one.tsv", "two.tsv", "--model", "m"];
    assert_eq!(desk.json(&import)["rows"], 4);
    desk.write_predictions("two.tsv", &[("1000007", "dog|hen|fox|cat", "C")]);
    let printed = desk.failure(&import);
    assert!(
        printed.contains(
            "two.tsv, row 1 (index “1000007”): pass 1 of question 7 is already in row 2 of one.tsv"
        ),
        "{printed}"
    );
}

#[test]
fn rows_of_no_question_are_left_out_and_reported_and_a_file_of_them_is_refused() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    desk.write_predictions("p.tsv", &[("7", "cat|dog|hen|fox", "B"), ("9", "x|y", "A")]);
    let printed = desk.import("p.tsv", "m");
    let counts = [&printed["read"], &printed["rows"], &printed["unknown"]];
    assert_eq!(counts, [2, 1, 1], "only what is kept counts as rows");
    assert!(printed["warnings"][0].as_str().unwrap().contains("of no question"), "{printed}");
    desk.write_predictions("p.tsv", &[("9", "x|y", "A")]);
    let printed = desk.failure(&["import", "predictions", "p.tsv", "--model", "m"]);
    assert!(printed.contains("none of the 1 rows is of a question of b"), "{printed}");
}

#[test]
fn what_pandas_does_to_choices_is_recognised_and_reported() {
    let desk = Workplace::with_choices(&[("7", "20|30|None", "C")]);
    desk.write_predictions("p.tsv", &[("7", "20.0|30.0|", "30")]);
    let printed = desk.import("p.tsv", "m");
    let warnings = printed["warnings"].to_string();
    assert!(
        warnings.contains("lack a choice") && warnings.contains("write the number"),
        "{printed}"
    );
}

#[test]
fn failed_requests_are_counted() {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B")]);
    let text = "Failed to obtain answer via API.";
    desk.write_predictions("p.tsv", &[("7", "cat|dog|hen|fox", text)]);
    assert_eq!(desk.import("p.tsv", "m")["failed"], 1);
    let eval = desk.json(&["eval"]);
    assert_eq!(eval["models"][0]["extraction"]["failed"], 1);
}

#[test]
fn a_pass_beyond_the_choices_is_an_error() {
    let desk = Workplace::with_choices(&[("8", "one|two", "A")]);
    desk.write_predictions("p.tsv", &[("2000008", "one|two", "A")]);
    let printed = desk.failure(&["import", "predictions", "p.tsv", "--model", "m"]);
    assert!(
        printed.contains("this is pass 2 of question 8, which has only 2 choices"),
        "{printed}"
    );
}
