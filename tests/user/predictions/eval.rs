//! Scores from the database: the same as of the files, for many models at once.

use serde_json::{Value, json};

use super::{sample, sample_file};
use crate::extraction::{assay, shared_data};
use crate::harness::Workplace;

fn row_key(row: &Value) -> String {
    let fields = ["split", "level", "name", "questions", "correct"];
    fields.map(|field| row[field].to_string()).join(" ")
}

fn sorted(rows: &Value) -> Vec<String> {
    let mut keys: Vec<String> = rows.as_array().expect("rows").iter().map(row_key).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_peers_figures_come_out_of_the_database() {
    let Some(folder) = shared_data("circular") else { return };
    let expected = std::fs::read_to_string(folder.join("expected.json")).expect("the figures");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let desk = Workplace::new();
    let file = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    desk.json(&["import", "questions", &file("circular.tsv")]);
    let names = ["predictions_model_a.xlsx", "predictions_model_b.tsv"];
    for name in names {
        desk.import(&file(name), name);
    }
    for version in ["early", "late"] {
        let rules = format!("vlmevalkit-{version}");
        let eval = desk.json(&["eval", "--rules", &rules, "--missing", "kit"]);
        for (model, name) in eval["models"].as_array().expect("models").iter().zip(names) {
            let mut found: Vec<&Value> =
                model["results"].as_array().expect("rows").iter().collect();
            found.retain(|row| row["level"] != "l1");
            let found = Value::Array(found.into_iter().cloned().collect());
            let wanted = &expected[name]["circular"][version];
            let wanted: Vec<Value> = wanted
                .as_array()
                .expect("rows")
                .iter()
                .filter(|r| r["level"] != "l1")
                .cloned()
                .collect();
            assert_eq!(sorted(&found), sorted(&Value::Array(wanted)), "{name}, {version}");
        }
    }
}

#[test]
fn eval_equals_score_for_every_sample_model_rule_set_and_strategy() {
    let desk = sample();
    for rules in ["vlmevalkit-early", "vlmevalkit-late", "assay"] {
        for strategy in ["circular", "first-pass", "every-pass"] {
            for missing in ["kit", "wrong", "exclude"] {
                let options = ["--rules", rules, "--strategy", strategy, "--missing", missing];
                let eval = desk.json(&[&["eval"], options.as_slice()].concat());
                for model in eval["models"].as_array().expect("models") {
                    let name = model["model"].as_str().expect("a name");
                    let file = sample_file(&format!("predictions/{name}.tsv"));
                    let file = file.to_str().expect("a path");
                    let output =
                        assay(&[&["score", file, "-o", "json"], options.as_slice()].concat());
                    let score: Value = serde_json::from_slice(&output.stdout).expect("JSON");
                    for field in ["rows", "questions", "results", "extraction", "undecided"] {
                        assert_eq!(model[field], score[field], "{name} {options:?} {field}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_model_that_left_questions_out_does_not_gain_by_it() {
    let desk = Workplace::with_choices(&[("7", "cat|dog", "B"), ("8", "one|two", "A")]);
    desk.write_predictions("p.tsv", &[("7", "cat|dog", "B"), ("1000007", "dog|cat", "A")]);
    desk.import("p.tsv", "m");
    let accuracy = |missing: &str| {
        let eval = desk.json(&["eval", "--missing", missing]);
        let model = eval["models"][0].clone();
        (model["results"][0]["correct"].clone(), model["results"][0]["questions"].clone())
    };
    assert_eq!(accuracy("wrong"), (1.into(), 2.into()));
    assert_eq!(accuracy("exclude"), (1.into(), 1.into()));
    assert_eq!(accuracy("kit"), (1.into(), 1.into()));
}

#[test]
fn a_corrected_reference_answer_counts_at_once_and_changed_choices_make_answers_void() {
    let desk = Workplace::with_choices(&[("7", "cat|dog", "B")]);
    desk.write_predictions("p.tsv", &[("7", "cat|dog", "A"), ("1000007", "dog|cat", "B")]);
    desk.import("p.tsv", "m");
    let correct = || desk.json(&["eval"])["models"][0]["results"][0]["correct"].clone();
    assert_eq!(correct(), 0);
    let question = "index\tquestion\tA\tB\tanswer\n7\tWhat is in picture 7?\t";
    desk.write("q.tsv", &format!("{question}cat\tdog\tA\n"));
    desk.json(&["import", "questions", "q.tsv", "--benchmark", "b"]);
    assert_eq!(correct(), 1);
    desk.write("q.tsv", &format!("{question}cat\thorse\tA\n"));
    desk.json(&["import", "questions", "q.tsv", "--benchmark", "b"]);
    let eval = desk.json(&["eval"]);
    let warnings = eval["models"][0]["warnings"].to_string();
    assert!(warnings.contains("2 predictions were made on an earlier revision"), "{warnings}");
}

#[test]
fn first_passes_alone_cannot_be_scored_circularly_and_the_way_out_is_reported() {
    let desk = Workplace::with_choices(&[("7", "cat|dog", "B")]);
    desk.write("p.csv", "index,prediction\n7,B\n");
    desk.import("p.csv", "m");
    let eval = desk.json(&["eval", "--strategy", "circular"]);
    assert_eq!(eval["models"][0]["results"][0]["correct"], 0);
    assert!(eval["models"][0]["warnings"].to_string().contains("--strategy first-pass"), "{eval}");
    let eval = desk.json(&["eval"]);
    assert_eq!(
        (&eval["strategy"], &eval["models"][0]["results"][0]["correct"]),
        (&json!("first-pass"), &json!(1))
    );
}

#[test]
fn the_table_has_a_row_a_model_and_the_papers_columns() {
    let desk = sample();
    let text = desk.run(&["eval", "--model", "sim-strong,sim-weak", "-o", "markdown"]);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    let columns = "| model | input | questions | overall | CP | FP-S | FP-C | AR | LR | RR | match rate | \
                   undecided |";
    assert_eq!(lines[0], columns);
    assert_eq!(lines.len(), 4);
    assert!(lines[2].starts_with("| sim-strong | image |"), "{text}");
}

#[test]
fn unknown_models_and_extractors_are_named_with_those_that_exist() {
    let desk = sample();
    let printed = desk.failure(&["eval", "--model", "gpt"]);
    assert!(printed.contains("gpt") && printed.contains("sim-strong"), "{printed}");
    let printed = desk.failure(&["eval", "--extractor", "llm"]);
    assert!(printed.contains("no extraction by llm"), "{printed}");
}
