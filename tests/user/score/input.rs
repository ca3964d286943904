//! Rows of real files: spaces, words that look empty, other file formats.

use std::fs;

use serde_json::{Value, json};

use super::{COLUMNS, Files, circular, lines, overall, score, warnings};

#[test]
fn each_trap_in_the_rows_has_its_warning() {
    let files = Files::new();
    let told = |rows: &[&[&str]]| warnings(&score(&files.table("p.tsv", rows), &[])).join("\n");
    let columns: &[&str] = &COLUMNS;
    let base: &[&str] = &["1", "Which?", "cat", "dog", "A", "A"];
    let cases: [(&[&[&str]], &str); 9] = [
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
            &[
                columns,
                &["1", "How many?", "20", "30", "A", "A"],
                &["2", "How many?", "007", "", "A", "A"],
            ],
            "the choices in column A, B are all numbers, 2 of which pandas prints otherwise",
        ),
        (
            &[columns, base, &["1000001", "Which?", "cat", "dog", "A", "A"]],
            "1 questions have passes that do not show the choices of the first row in rotated order (1)",
        ),
        (&[columns, &["1", "Which?", "cat", "dog", "A", ""]], "1 predictions are empty"),
        (
            &[
                &["index", "A", "B", "A", "answer", "prediction"],
                &["1", "cat", "dog", "hen", "A", "the hen"],
            ],
            "two columns are named “A”; the first one was read",
        ),
        (
            &[
                &["index", "A", "answer", "prediction", "error", "Error"],
                &["1", "cat", "A", "A", "", "late"],
            ],
            "two columns are named “Error”; the first one was read",
        ),
    ];
    for (rows, expected) in cases {
        let told = told(rows);
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(told(&[columns, base]), "");
}

#[test]
fn spaces_around_answers_count_by_vlmevalkit_and_not_by_our_rules() {
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
