//! `assay agree table` and `assay agree check-table`, as a script sees them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn assay(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments ends without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn json(arguments: &[&str], input: &str) -> Value {
    let output = assay(&[arguments, &["-o", "json"]].concat(), input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refusal(arguments: &[&str], input: &str) -> String {
    let output = assay(arguments, input);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

const TABLE: &[&str] = &["agree", "table", "-"];

/// The tables and values that were made for development, where they are at hand.
fn expected_tables() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/agreement");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} is not there", folder.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// A number must be there and equal to 1e-9, null must be undefined with a reason.
#[track_caller]
fn assert_statistic(found: &Value, expected: &Value, what: &str) {
    if let Some(expected) = expected.as_f64() {
        let value = found["value"].as_f64().unwrap_or_else(|| panic!("{what}: {found}"));
        assert!((value - expected).abs() < 1e-9, "{what}: {value} for {expected}");
    } else {
        let said = found["undefined"].as_str();
        assert!(said.is_some_and(|why| !why.is_empty()), "{what}: {found}");
    }
}

#[track_caller]
fn assert_number(found: &Value, expected: &Value, tolerance: f64, what: &str) {
    match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => {
            assert!((found - expected).abs() < tolerance, "{what}: {found} for {expected}");
        }
        _ => assert!(found.is_null() && expected.is_null(), "{what}: {found} for {expected}"),
    }
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn every_value_equals_the_tools_of_the_field() {
    for path in expected_tables() {
        let case: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let csv = path.with_extension("csv");
        let categories = names(&case["categories"]).join(",");
        let reference = case["raters"][0].as_str().unwrap();
        let mut arguments = vec!["agree", "table", csv.to_str().unwrap()];
        arguments.extend(["--categories", &categories, "--reference", reference, "--dawid-skene"]);
        if case["ordered"] == true {
            arguments.push("--ordered");
        }
        let found = json(&arguments, "");
        let id = case["id"].as_str().unwrap();
        let expected = &case["expected"];
        for count in ["items", "ratings", "missing"] {
            assert_eq!(found[count], expected["counts"][count], "{id}: {count}");
        }
        assert_eq!(names(&found["raters"]), names(&case["raters"]), "{id}");
        assert_eq!(found["categories"], case["categories"], "{id}");
        check_pairs(&found, expected, id);
        check_overall(&found, expected, id);
        check_against(&found, expected, id);
        check_dawid_skene(&found, expected, id);
    }
}

fn check_pairs(found: &Value, expected: &Value, id: &str) {
    let pairs = found["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), expected["pairwise"].as_array().unwrap().len(), "{id}");
    for (found, expected) in pairs.iter().zip(expected["pairwise"].as_array().unwrap()) {
        let id = format!("{id}: {} and {}", expected["a"], expected["b"]);
        for field in ["a", "b", "n", "agree", "confusion"] {
            assert_eq!(found[field], expected[field], "{id}: {field}");
        }
        assert_statistic(&found["raw"], &expected["raw"], &id);
        for end in [0, 1] {
            assert_number(&found["raw"]["ci95"][end], &expected["wilson95"][end], 1e-9, &id);
            assert_number(&found["kappa"]["ci95"][end], &expected["kappa_ci95"][end], 1e-9, &id);
        }
        assert_number(&found["kappa"]["se"], &expected["kappa_se"], 1e-9, &id);
        for kappa in ["kappa", "kappa_linear", "kappa_quadratic"] {
            match expected.get(kappa) {
                Some(expected) => {
                    assert_statistic(&found[kappa], expected, &format!("{id}: {kappa}"));
                }
                None => assert!(found.get(kappa).is_none(), "{id}: {kappa}"),
            }
        }
    }
}

fn check_overall(found: &Value, expected: &Value, id: &str) {
    let (found_overall, multi) = (&found["overall"], &expected["multi"]);
    for (ours, theirs) in [
        ("percent_agreement", "percent_agreement"),
        ("fleiss_kappa", "fleiss_kappa_general"),
        ("gwet_ac1", "gwet_ac1_declared"),
        ("gwet_ac2_linear", "gwet_ac2_linear"),
        ("gwet_ac2_quadratic", "gwet_ac2_quadratic"),
        ("alpha_nominal", "alpha_nominal"),
        ("alpha_ordinal", "alpha_ordinal"),
        ("alpha_interval", "alpha_interval"),
        ("leave_one_out_agreement", "leave_one_out_agreement"),
    ] {
        if let Some(expected) = multi.get(theirs) {
            assert_statistic(&found_overall[ours], expected, &format!("{id}: {ours}"));
        }
    }
    assert_number(&found_overall["fleiss_kappa"]["se"], &multi["fleiss_se"], 1e-9, id);
    assert_number(&found_overall["gwet_ac1"]["se"], &multi["gwet_ac1_declared_se"], 1e-9, id);
    let majority = &expected["majority"];
    for count in ["decided", "tied", "unrated", "strict_majority"] {
        assert_eq!(found["majority"][count], majority[count], "{id}: majority {count}");
    }
    for (position, category) in names(&found["categories"]).iter().enumerate() {
        let by_label = &majority["by_label"][category];
        assert_eq!(&found["majority"]["by_category"][position], by_label, "{id}: {category}");
        for marginal in found["marginals"].as_array().unwrap() {
            let rater = marginal["rater"].as_str().unwrap();
            let count = &expected["marginals"][rater][category];
            assert_eq!(&marginal["counts"][position], count, "{id}: {rater} {category}");
        }
    }
}

fn check_against(found: &Value, expected: &Value, id: &str) {
    let candidates = found["against"]["candidates"].as_array().unwrap().iter();
    for (found, expected) in candidates.zip(expected["against_first_rater"].as_array().unwrap()) {
        let id = format!("{id}: {} against the first", expected["candidate"]);
        assert_eq!(found["rater"], expected["candidate"], "{id}");
        assert_eq!(found["n"], expected["n"], "{id}");
        assert_statistic(&found["accuracy"], &expected["accuracy"], &id);
        for scores in found["per_category"].as_array().unwrap() {
            let theirs = &expected["per_class"][scores["category"].as_str().unwrap()];
            for field in ["precision", "recall", "f1", "support"] {
                assert_number(&scores[field], &theirs[field], 1e-9, &format!("{id}: {field}"));
            }
        }
        for mean in ["macro_declared", "macro_observed"] {
            for field in ["precision", "recall", "f1"] {
                assert_number(&found[mean][field], &expected[mean][field], 1e-9, &id);
            }
        }
    }
}

fn check_dawid_skene(found: &Value, expected: &Value, id: &str) {
    let Some(expected) = expected.get("dawid_skene") else { return };
    let found = &found["dawid_skene"];
    assert_eq!(found["converged"], true, "{id}");
    for of in ["prior", "rater_accuracy"] {
        for (name, value) in expected[of].as_object().unwrap() {
            assert_number(&found[of][name], value, 1e-5, &format!("{id}: {of} {name}"));
        }
    }
    assert_number(&found["log_likelihood"], &expected["log_likelihood"], 1e-4, id);
    if expected["items_with_a_close_call"] == 0 {
        assert_eq!(found["label_counts"], expected["label_counts"], "{id}");
    }
}

#[test]
fn a_wide_file_from_a_spreadsheet_reads_like_the_long_one() {
    let long = "item,rater,label\n007,ann,A\n007,bob,B\n7,ann,B\n7,bob,B\n";
    let wide = "\u{feff}item;ann;bob\r\n007;A;B\r\n7;B;B\r\n";
    assert_eq!(json(TABLE, long), json(&["agree", "table", "-", "--wide"], wide));
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let twice = refusal(TABLE, "item,rater,label\nq1,ann,A\nq2,ann,A\nq1,ann,B\n");
    assert!(twice.contains("line 4") && twice.contains("line 2"), "{twice}");
    let column = refusal(TABLE, "item,label\nq1,A\n");
    assert!(column.contains("\"rater\"") && column.contains("item, label"), "{column}");
    let undeclared = refusal(
        &[TABLE, &["--categories", "A,B"]].concat(),
        "item,rater,label\nq1,ann,A\nq1,bob,C\n",
    );
    assert!(undeclared.contains("line 3") && undeclared.contains("\"C\""), "{undeclared}");
    let reference =
        refusal(&[TABLE, &["--reference", "eve"]].concat(), "item,rater,label\nq1,ann,A\n");
    assert!(reference.contains("eve") && reference.contains("ann"), "{reference}");
}

#[test]
fn escape_sequences_in_labels_never_reach_the_terminal() {
    let file = "item,rater,label\nq1,a\u{1b}[2J,A\u{1b}]0;x\u{7}\nq1,bob,B\nq1,a\u{1b}[2J,A\n";
    let output = assay(TABLE, file);
    assert!(!output.stderr.contains(&0x1b), "an error");
    let output = assay(&[TABLE, &["--confusion"]].concat(), &file.replace("q1,a\u{1b}[2J,A\n", ""));
    assert!(output.status.success());
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
}

#[test]
fn undefined_is_said_and_never_a_number() {
    let file = "item,rater,label\nq1,ann,A\nq1,bob,A\nq2,ann,A\nq2,bob,A\n";
    let found = json(TABLE, file);
    for statistic in ["fleiss_kappa", "gwet_ac1", "alpha_nominal"] {
        assert!(found["overall"][statistic]["undefined"].is_string(), "{statistic}");
    }
    assert!(found["pairs"][0]["kappa"]["undefined"].is_string());
    assert_eq!(found["pairs"][0]["raw"]["value"], 1.0);
    let one = json(TABLE, "item,rater,label\nq1,ann,A\nq2,ann,B\n");
    assert!(one["warnings"][0].as_str().unwrap().contains("only one rater"));
    let nothing = json(TABLE, "item,rater,label\n");
    assert!(nothing["overall"]["percent_agreement"]["undefined"].is_string());
}

#[test]
fn csv_is_one_tidy_table() {
    let file = "item,rater,label\nq1,ann,A\nq1,bob,B\nq2,ann,A\nq2,bob,A\n";
    let output = assay(&[TABLE, &["-o", "csv"]].concat(), file);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("statistic,a,b,n,value,se,low95,high95,undefined\n"), "{text}");
    assert!(text.contains("\nraw,ann,bob,2,0.5,,"), "{text}");
    assert!(text.contains("\nkappa,ann,bob,2,0,0,0,0,\n"), "{text}");
}

#[test]
fn two_extractors_are_compared_against_a_person() {
    let mut file = String::from("item,rater,label\n");
    for item in 0..60 {
        let right = if item % 2 == 0 { "A" } else { "B" };
        let wrong = if item % 2 == 0 { "B" } else { "A" };
        let good = if item % 12 == 0 { wrong } else { right };
        let bad = if item % 3 == 0 { wrong } else { right };
        file.push_str(&format!("{item},person,{right}\n{item},good,{good}\n{item},bad,{bad}\n"));
    }
    let arguments = [TABLE, &["--reference", "person", "--compare", "--seed", "3"]].concat();
    let comparison = &json(&arguments, &file)["against"]["comparisons"][0];
    assert_eq!((&comparison["n"], &comparison["seed"]), (&60.into(), &3.into()));
    assert_eq!(comparison["mcnemar"]["only_a"], 15);
    assert_eq!(comparison["mcnemar"]["only_b"], 0);
    assert!((comparison["difference"]["value"].as_f64().unwrap() - 0.25).abs() < 1e-12);
    assert!(comparison["difference"]["ci95"][0].as_f64().unwrap() > 0.1);
    assert_eq!(comparison["interval"], "bca");
}

#[test]
fn a_percentage_that_no_count_gives_is_found() {
    let table = "model,A,B\nours,91.5,91.4\n";
    let found = json(&["agree", "check-table", "-", "--n", "420"], table);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1);
    assert_eq!(found["findings"][0]["column"], "A");
    assert!(found["findings"][0]["problem"].as_str().unwrap().contains("414 or 422"));
    assert_eq!(found["checks"][0]["checked"], 2);
}

#[test]
fn an_impossible_correlation_matrix_is_found() {
    let table = ",x,y,z\nx,1,,\ny,.98,1,\nz,.20,.60,1\n";
    let found = json(&["agree", "check-table", "-"], table);
    assert_eq!(found["kind"], "correlation");
    assert_eq!(found["findings"][0]["check"], "correlation-matrix");
}

#[test]
fn a_table_without_a_number_of_questions_asks_for_it() {
    assert!(refusal(&["agree", "check-table", "-"], "m,A\nx,91.5\n").contains("--n"));
}
