//! Scoring prediction files: `assay score`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::extraction::{assay, shared_data};

/// A folder for the files of one test.
pub struct Files(tempfile::TempDir);

impl Files {
    pub fn new() -> Self {
        Files(tempfile::tempdir().expect("a folder"))
    }

    /// Writes a table with tabs between cells.
    pub fn table(&self, name: &str, rows: &[&[&str]]) -> PathBuf {
        let text: String = rows.iter().map(|row| row.join("\t") + "\n").collect();
        self.bytes(name, text.as_bytes())
    }

    pub fn bytes(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn printed(file: &Path, more: &[&str]) -> String {
    let arguments = [&["score", file.to_str().expect("a path")], more].concat();
    let output = assay(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The JSON document of a score.
pub fn score(file: &Path, more: &[&str]) -> Value {
    serde_json::from_str(&printed(file, &[more, &["-o", "json"]].concat())).expect("JSON")
}

fn lines(file: &Path, more: &[&str]) -> Vec<Value> {
    let text = printed(file, more);
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Questions and right ones over everything.
pub fn overall(document: &Value) -> (u64, u64) {
    let rows = document["results"].as_array().expect("result rows");
    let row = rows.iter().find(|row| row["split"] == "all" && row["level"] == "overall");
    row.map_or((0, 0), |row| {
        (row["questions"].as_u64().expect("a count"), row["correct"].as_u64().expect("a count"))
    })
}

pub fn warnings(document: &Value) -> Vec<String> {
    let warnings = document["warnings"].as_array().expect("warnings");
    warnings.iter().map(|warning| warning.as_str().expect("a sentence").to_owned()).collect()
}

const COLUMNS: [&str; 6] = ["index", "question", "A", "B", "answer", "prediction"];

/// A question with both passes, answered by these letters.
fn two_passes(index: u32, answers: [&str; 2]) -> Vec<Vec<String>> {
    let row = |index: u32, a: &str, b: &str, answer: &str, prediction: &str| {
        [index.to_string().as_str(), "Which?", a, b, answer, prediction].map(str::to_owned).to_vec()
    };
    vec![
        row(index, "cat", "dog", "A", answers[0]),
        row(index + 1_000_000, "dog", "cat", "B", answers[1]),
    ]
}

fn circular(files: &Files, questions: &[(u32, [&str; 2])]) -> PathBuf {
    let rows: Vec<Vec<String>> =
        questions.iter().flat_map(|&(index, answers)| two_passes(index, answers)).collect();
    table_of(files, &rows)
}

fn table_of(files: &Files, rows: &[Vec<String>]) -> PathBuf {
    let rows: Vec<Vec<&str>> =
        rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> =
        std::iter::once(&COLUMNS[..]).chain(rows.iter().map(Vec::as_slice)).collect();
    files.table("p.tsv", &rows)
}

#[test]
fn rows_hits_and_every_level_equal_those_of_the_fields_tool() {
    let Some(expected) = shared_data("circular/expected.json") else { return };
    let dataset = expected.with_file_name("circular.tsv");
    let dataset = ["--dataset", dataset.to_str().expect("a path")];
    let files: Value =
        serde_json::from_slice(&fs::read(&expected).expect("expectations")).expect("JSON");
    for (name, expectation) in files.as_object().expect("files") {
        let file = expected.with_file_name(name);
        for (version, column) in [("early", 1), ("late", 2)] {
            let rules = format!("vlmevalkit-{version}");
            for dataset in [&[][..], &dataset] {
                let like_the_kit = [&["--rules", &rules, "--missing", "kit"], dataset].concat();
                check_levels(&score(&file, &like_the_kit), &expectation["circular"][version]);
                for group in lines(&file, &[&like_the_kit[..], &["--groups"]].concat()) {
                    let key = group["question"].as_str().expect("a key");
                    let hit = expectation["hits"][key][version] == 1;
                    assert_eq!(group["correct"], hit, "{name} {version} question {key}");
                }
                let rows = lines(&file, &[&like_the_kit[..], &["--rows"]].concat());
                check_rows(&rows, &expectation["rows"], column);
            }
        }
    }
}

fn check_levels(document: &Value, expected: &Value) {
    let key = |row: &Value| {
        let text = |field: &str| row[field].as_str().expect("a name").to_owned();
        (text("split"), text("level"), text("name"))
    };
    let counts = |row: &Value| (row["questions"].clone(), row["correct"].clone());
    let found: HashMap<_, _> = document["results"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (key(row), counts(row)))
        .collect();
    let expected = expected.as_array().expect("rows");
    assert!(expected.len() > 20);
    for row in expected {
        assert_eq!(found.get(&key(row)), Some(&counts(row)), "{row}");
    }
    // L-1 is ours alone; nothing else may be there besides what is expected.
    let own = found.keys().filter(|(_, level, _)| level != "l1").count();
    assert_eq!(own, expected.len());
}

fn check_rows(found: &[Value], expected: &Value, column: usize) {
    let expected = expected.as_array().expect("rows");
    assert_eq!(found.len(), expected.len());
    let labels: HashMap<String, &Value> =
        found.iter().map(|row| (row["index"].to_string(), &row["label"])).collect();
    for row in expected {
        let label = if row[column] == false { &Value::Null } else { &row[column] };
        assert_eq!(labels[&row[0].to_string()], label, "{row}");
    }
}

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
fn missing_passes_and_first_rows_are_told_and_treated_as_asked() {
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
    assert!(told.iter().any(|w| w.starts_with("2 questions lack passes")), "{told:?}");
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
        ["1 questions of the data set have no row in the file: they count as not correct (2)"]
    );
    let stranger = files.table("q.tsv", &[&["index", "prediction"], &["9", "A"]]);
    let output =
        assay(&["score", stranger.to_str().unwrap(), "--dataset", dataset.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("1 of its 1 indices are not in the data set (9)"), "{message}");
}

#[test]
fn each_trap_in_the_rows_has_its_warning() {
    let files = Files::new();
    let told = |rows: &[&[&str]]| warnings(&score(&files.table("p.tsv", rows), &[])).join("\n");
    let columns: &[&str] = &COLUMNS;
    let base: &[&str] = &["1", "Which?", "cat", "dog", "A", "A"];
    let cases: [(&[&[&str]], &str); 7] = [
        (&[columns, base, base], "1 questions have rows with the same index"),
        (
            &[columns, &["1", "Which?", "cat", "dog", "A ", "A"]],
            "1 reference answers have spaces around them: by VLMEvalKit's rules such a row is never right",
        ),
        (
            &[columns, base, &["2", "Which?", "cat", "dog", "cat", "A"]],
            "1 rows have no single capital letter",
        ),
        (
            &[&["index", "a", "b", "answer", "prediction"], &["1", "cat", "dog", "A", "A"]],
            "columns a, b are lower-case letters",
        ),
        (
            &[columns, &["1", "How many?", "20", "30", "A", "A"]],
            "1 questions have numbers as choices",
        ),
        (
            &[columns, base, &["1000001", "Which?", "cat", "dog", "A", "A"]],
            "1 questions have passes that do not show the choices of the first row in rotated order (1)",
        ),
        (&[columns, &["1", "Which?", "cat", "dog", "A", ""]], "1 predictions are empty"),
    ];
    for (rows, expected) in cases {
        let told = told(rows);
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(told(&[columns, base]), "");
}

#[test]
fn spaces_around_answers_count_by_the_kit_and_not_by_our_rules() {
    let files = Files::new();
    let rows: [&[&str]; 2] = [&COLUMNS, &["1", "Which?", "cat", "dog", " A", "A"]];
    let file = files.table("p.tsv", &rows);
    assert_eq!(overall(&score(&file, &["--rules", "vlmevalkit-early"])), (1, 0));
    assert_eq!(overall(&score(&file, &["--rules", "assay"])), (1, 1));
}

#[test]
fn text_is_kept_as_it_is_written_unless_pandas_is_asked_for() {
    let files = Files::new();
    let file = files.table(
        "p.tsv",
        &[
            &["index", "question", "A", "B", "C", "answer", "prediction"],
            &["1", "Which?", "None", "dog", "20", "A", "There are none"],
            &["2", "Which?", "cat", "dog", "", "A", "NA"],
            &["3", "How many?", "one", "two", "30", "C", "There are 30"],
        ],
    );
    let labels = |more: &[&str]| -> Vec<Value> {
        let rows = lines(&file, &[more, &["--rows", "--rules", "vlmevalkit-early"]].concat());
        rows.into_iter().map(|row| row["label"].clone()).collect()
    };
    assert_eq!(labels(&[]), [json!("A"), json!(null), json!("C")]);
    // The option "None" is gone, "NA" reads "nan", and 30 is 30.0 because a cell of the column is empty.
    assert_eq!(labels(&["--compat", "pandas"]), [json!(null), json!(null), json!(null)]);
}

#[test]
fn json_and_json_lines_give_the_score_of_the_table() {
    let files = Files::new();
    let table = circular(&files, &[(1, ["A", "B"]), (2, ["B", "B"])]);
    let text = fs::read_to_string(&table).unwrap();
    let records: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells = COLUMNS.iter().zip(line.split('\t'));
            let fields: serde_json::Map<String, Value> = cells
                .map(|(&name, cell)| {
                    let value = match name {
                        "index" => json!(cell.parse::<u64>().unwrap()),
                        _ => json!(cell),
                    };
                    (name.to_owned(), value)
                })
                .collect();
            // As Python writes a missing cell and a float index.
            let record = Value::Object(fields).to_string();
            record.replace("{\"index\":1,", "{\"index\":1.0,\"hint\":NaN,")
        })
        .collect();
    let expected = score(&table, &[])["results"].clone();
    for (name, text) in [
        ("p.json", format!("[{}]", records.join(",\n"))),
        ("p.jsonl", records.join("\n")),
        ("misnamed.xlsx", records.join("\n")),
    ] {
        let file = files.bytes(name, text.as_bytes());
        assert_eq!(score(&file, &[])["results"], expected, "{name}");
    }
}

#[test]
fn the_forms_of_output_tell_the_same() {
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

/// Runs the program a few dozen times: a process per case is slow.
fn with_cases<S: Strategy>(strategy: S, test: impl Fn(S::Value))
where
    S::Value: Clone,
{
    let mut runner =
        TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
    runner
        .run(&strategy, |value| {
            test(value);
            Ok(())
        })
        .unwrap();
}

#[test]
fn the_score_does_not_depend_on_the_order_of_rows() {
    let answers = prop::collection::vec(prop::sample::select(vec!["A", "B", "well", "Z"]), 8);
    let order = Just((0..8usize).collect::<Vec<_>>()).prop_shuffle();
    with_cases((answers, order), |(answers, order)| {
        let files = Files::new();
        let rows: Vec<Vec<String>> = (0..4)
            .flat_map(|n| two_passes(n as u32 + 1, [answers[2 * n], answers[2 * n + 1]]))
            .collect();
        let shuffled: Vec<Vec<String>> = order.iter().map(|&at| rows[at].clone()).collect();
        let in_order = score(&table_of(&files, &rows), &[]);
        let out_of_order = score(&table_of(&files, &shuffled), &[]);
        assert_eq!(in_order, out_of_order);
    });
}

#[test]
fn a_model_that_answers_by_position_scores_nothing_under_circular() {
    with_cases((2usize..7, 0usize..7, 0usize..7), |(count, always, right)| {
        let (always, right) = (always % count, right % count);
        let letter = |at: usize| char::from(b'A' + at as u8).to_string();
        let names: Vec<String> = (0..count).map(letter).collect();
        let mut columns = vec!["index".to_owned()];
        columns.extend(names.clone());
        columns.extend(["answer".to_owned(), "prediction".to_owned()]);
        let mut rows = vec![columns];
        for pass in 0..count {
            let mut row = vec![(pass * 1_000_000 + 5).to_string()];
            row.extend((0..count).map(|at| format!("choice {}", (at + pass) % count)));
            row.extend([letter((right + count - pass) % count), letter(always)]);
            rows.push(row);
        }
        let files = Files::new();
        let rows: Vec<Vec<&str>> =
            rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let document = score(&files.table("p.tsv", &rows), &[]);
        assert_eq!(overall(&document), (1, 0));
        assert_eq!(warnings(&document), Vec::<String>::new());
    });
}
