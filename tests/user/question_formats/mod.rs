//! Questions in other formats than VLMEvalKit's: which reader takes a file, what it makes of it, and that
//! everything comes out again.

mod explained;
mod json_lines;
mod layouts;
mod mllm_bench;
mod parquet;
mod parquet_columns;
mod published;
mod seed_bench;
mod settings;
mod spreadsheet;

use std::fs;

use serde_json::Value;

use crate::harness::{Workplace, picture};

/// Writes a small PNG, different for every number.
fn write_picture(place: &Workplace, name: &str, number: u32) {
    let path = place.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, picture(number)).unwrap();
}

/// The picture in base64.
fn base64(number: u32) -> String {
    base64_simd::STANDARD.encode_to_string(picture(number))
}

/// The questions as our own JSON lines have them.
fn lines(place: &Workplace) -> Vec<Value> {
    let out = place.run(&["export", "questions", "--format", "jsonl"]);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The roles of a question's pictures, and which pictures they are by the numbers that made them.
fn pictures(line: &Value) -> Vec<(String, u32)> {
    let number = |value: &Value| {
        let text = value.as_str().unwrap().strip_prefix("data:image/png;base64,").unwrap();
        (0..200).find(|&number| base64(number) == text).unwrap()
    };
    match (&line["image"], &line["pictures"]) {
        (Value::Null, Value::Null) => Vec::new(),
        (Value::Null, pictures) => {
            let pictures = pictures.as_array().unwrap().iter();
            let role = |picture: &Value| picture["role"].as_str().unwrap().to_owned();
            pictures.map(|picture| (role(picture), number(&picture["image"]))).collect()
        }
        (image, _) => vec![("stem".into(), number(image))],
    }
}

/// Exports as JSON lines, imports into a new database, and exports again: the lines must be the same.
#[track_caller]
fn assert_comes_back(place: &Workplace) {
    place.run(&["export", "questions", "-f", "once.jsonl", "--force"]);
    let other = Workplace::new();
    let once = fs::read_to_string(place.path("once.jsonl")).unwrap();
    other.write("once.jsonl", &once);
    let read = other.json(&["import", "questions", "once.jsonl", "--image-root", "."]);
    assert_eq!((&read["format"], &read["skipped"]), (&"jsonl".into(), &Value::Array(vec![])));
    assert_eq!(other.run(&["export", "questions", "--format", "jsonl"]), once);
    let again = place.json(&["import", "questions", "once.jsonl", "--benchmark", "again"]);
    assert_eq!(again["new"], once.lines().count());
}

#[test]
fn each_file_is_recognised_by_its_content_and_the_format_is_named() {
    let place = Workplace::new();
    write_picture(&place, "1.png", 1);
    place.write("a.json", "index\tquestion\tA\tB\tanswer\n1\tWhich?\tx\ty\tA\n");
    place.write("b.tsv", r#"[{"id": 2, "question": "Which?", "choices": ["x", "y"]}]"#);
    let read = place.json(&["import", "questions", "a.json", "b.tsv"]);
    assert_eq!((&read["format"], &read["questions"]), (&"vlmevalkit, jsonl".into(), &2.into()));
    let complaint = place.failure(&[
        "import",
        "questions",
        "b.tsv",
        "--format",
        "vlmevalkit",
        "--benchmark",
        "c",
    ]);
    assert!(complaint.contains("this is JSON"), "{complaint}");
}

#[test]
fn columns_that_a_table_should_not_have_are_kept_and_come_out_again() {
    let place = Workplace::new();
    let table = "index\tquestion\tA\tB\tdifficulty\tnote\n1\tWhich?\tx\ty\thard\t\n2\tWho?\tx\ty\t0.5\tsee 1\n";
    place.write("b.tsv", table);
    let read = place.json(&["import", "questions", "b.tsv"]);
    assert_eq!(read["extra_fields"], serde_json::json!(["difficulty", "note"]));
    let lines = lines(&place);
    assert_eq!(lines[0]["extra"], serde_json::json!({"difficulty": "hard"}));
    assert_eq!(lines[1]["extra"], serde_json::json!({"difficulty": "0.5", "note": "see 1"}));
    let out = place.run(&["export", "questions"]);
    assert!(out.contains("\"difficulty\"\t\"note\"\n"), "{out}");
    assert!(out.contains("\"0.5\"\t\"see 1\"\n"), "{out}");
    assert_comes_back(&place);

    // Other ones are no new revision, so that no decision is lost.
    place.write("b.tsv", &table.replace("hard", "harder"));
    let read = place.json(&["import", "questions", "b.tsv", "--benchmark", "b"]);
    assert_eq!((&read["unchanged"], &read["changed"]), (&2.into(), &0.into()));
    let out = place.run(&["export", "questions", "--benchmark", "b"]);
    assert!(out.contains("harder"), "{out}");
}

#[test]
fn choices_that_pandas_printed_as_nan_are_absent_and_reported() {
    let place = Workplace::new();
    place.write(
        "b.tsv",
        "index\tquestion\tA\tB\tC\tD\tanswer\n1\tWhich?\tx\ty\tnan\tnan\tA\n\
         2\tWhat is 0/0?\tinf\tnan\t0\tnan\tB\n3\tWhich one?\tNone\tNA\tN/A\tnan\tA\n",
    );
    let read = place.json(&["import", "questions", "b.tsv"]);
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("2 rows have choices that read “nan”"), "{warnings}");
    assert!(warnings.contains("1 rows have a choice “nan” with other choices"), "{warnings}");
    let choices: Vec<String> = lines(&place)
        .iter()
        .map(|line| {
            "ABCD".chars().filter(|letter| line.get(letter.to_string()).is_some()).collect()
        })
        .collect();
    assert_eq!(choices, ["AB", "ABCD", "ABC"]);
}

#[test]
fn missing_pictures_of_a_table_are_listed_or_marked() {
    let place = Workplace::new();
    write_picture(&place, "pictures/1.png", 1);
    place.write(
        "b.tsv",
        "index\tquestion\tA\tB\timage_path\n1\tWhich?\tx\ty\t1.png\n2\tWho?\tx\ty\t2.png\n",
    );
    let import = ["import", "questions", "b.tsv", "--image-root", "pictures"];
    let complaint = place.failure(&import);
    assert!(complaint.contains("row 2: “2.png”"), "{complaint}");
    assert!(complaint.contains("--allow-missing-pictures"), "{complaint}");
    assert!(!place.path("assay.db").exists());
    place.json(&[&import[..], &["--allow-missing-pictures"]].concat());
    let lines = lines(&place);
    assert_eq!(pictures(&lines[0]), [("stem".to_owned(), 1)]);
    assert_eq!(lines[1]["extra"], serde_json::json!({"missing_pictures": ["2.png"]}));
    assert_eq!(pictures(&lines[1]), []);

    // With the picture there, the question is another one, and no longer marked.
    write_picture(&place, "pictures/2.png", 2);
    let read = place.json(&import);
    assert_eq!((&read["changed"], &read["unchanged"]), (&1.into(), &1.into()));
    assert!(!place.run(&["export", "questions", "--format", "jsonl"]).contains("missing_pictures"));
}
