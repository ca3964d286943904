//! `assay reconcile`: each cause planted alone and together with each other, in every form of file.

use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::harness::Workplace;

const COLUMNS: [&str; 7] = ["index", "question", "A", "B", "C", "answer", "prediction"];
const CAUSES: [&str; 6] = ["questions", "reference", "rules", "passes", "strategy", "answers"];
/// VLMEvalKit's late rules read C, ours the cat.
const SENTENCE: &str = "The correct answer is cat, as one sees by its whiskers and its ears.";

type Row = [String; 7];

/// Six questions with their three passes, right but for the third pass of question 6 and the sentence.
fn rows(planted: &[&str]) -> Vec<Row> {
    let has = |cause: &str| planted.contains(&cause);
    let questions = if has("questions") { 1..=5 } else { 1..=6 };
    let passes = questions.flat_map(|question: u32| (0..3_u32).map(move |pass| (question, pass)));
    let row = |(question, pass): (u32, u32)| -> Row {
        let mut choices = ["cat", "dog", "hen"];
        choices.rotate_left(pass as usize);
        let letter = |text: &str| {
            let at = choices.iter().position(|choice| *choice == text).unwrap();
            ["A", "B", "C"][at]
        };
        let right = if has("reference") && question == 2 { "dog" } else { "cat" };
        let said = match (question, pass) {
            (1, 0) => SENTENCE,
            (3, 1) if has("passes") => "Failed to obtain answer via API.",
            (5, 1) if has("answers") => letter("hen"),
            (6, 2) => letter("hen"),
            _ => letter("cat"),
        };
        let index = (question + 1_000_000 * pass).to_string();
        let stem = format!("Which animal is in picture {question}?");
        let [a, b, c] = choices.map(str::to_owned);
        [index, stem, a, b, c, letter(right).to_owned(), said.to_owned()]
    };
    let is_there = |&(question, pass): &(u32, u32)| !(has("passes") && (question, pass) == (4, 2));
    passes.filter(is_there).map(row).collect()
}

/// Writes the rows and returns the name of the file.
fn write(place: &Workplace, name: &str, form: &str, rows: &[Row]) -> String {
    let file = format!("{name}.{form}");
    let separated = |separator: &str| {
        let head = COLUMNS.join(separator);
        let quoted = |row: &Row| row.each_ref().map(|cell| format!("\"{cell}\"")).join(separator);
        std::iter::once(head).chain(rows.iter().map(quoted)).collect::<Vec<_>>().join("\n")
    };
    match form {
        "tsv" => _ = place.write(&file, &separated("\t")),
        "csv" => _ = place.write(&file, &separated(",")),
        "jsonl" => {
            let object = |row: &Row| {
                let cells = COLUMNS.into_iter().zip(row);
                let cells = cells.map(|(name, cell)| (name.to_owned(), json!(cell)));
                Value::Object(cells.collect()).to_string() + "\n"
            };
            place.write(&file, &rows.iter().map(object).collect::<String>());
        }
        // What lmms-eval logs: the texts alone, by the index of the data set.
        "samples" => {
            let sample = |(at, row): (usize, &Row)| {
                let index: u32 = row[0].parse().unwrap();
                json!({"doc_id": at, "filtered_resps": [row[6]], "submission": {"index": index}})
                    .to_string()
                    + "\n"
            };
            let file = format!("{name}.samples.jsonl");
            place.write(&file, &rows.iter().enumerate().map(sample).collect::<String>());
            return file;
        }
        _ => {
            let mut book = Workbook::new();
            let sheet = book.add_worksheet();
            let cells = std::iter::once(COLUMNS.map(str::to_owned)).chain(rows.iter().cloned());
            for (row, cells) in (0..).zip(cells) {
                for (column, cell) in (0..).zip(cells) {
                    sheet.write(row, column, cell).unwrap();
                }
            }
            book.save(place.path(&file)).unwrap();
        }
    }
    file
}

/// The settings of B under which the rules and the strategy are the planted causes.
fn settings(planted: &[&str]) -> Vec<&'static str> {
    let of = |cause: &str| match cause {
        "rules" => vec!["--rules-b", "assay"],
        "strategy" => vec!["--strategy-b", "first-pass"],
        _ => Vec::new(),
    };
    planted.iter().flat_map(|cause| of(cause)).collect()
}

/// Each cause alone, and every two.
fn plants() -> Vec<Vec<&'static str>> {
    let alone = CAUSES.map(|cause| vec![cause]);
    let two = CAUSES
        .iter()
        .enumerate()
        .flat_map(|(at, one)| CAUSES[at + 1..].iter().map(move |other| vec![*one, *other]));
    alone.into_iter().chain(two).collect()
}

/// The causes that have points or questions, after the parts were summed.
#[track_caller]
fn named(found: &Value) -> Vec<&str> {
    let parts = found["parts"].as_array().unwrap();
    let points = |part: &Value| part["points"].as_f64().unwrap();
    let sum: f64 = parts.iter().map(points).sum();
    assert!((sum - found["difference"].as_f64().unwrap()).abs() < 1e-12, "{found}");
    let moves = |part: &&Value| points(part) != 0.0 || part["questions"] != json!([]);
    parts.iter().filter(moves).map(|part| part["cause"].as_str().unwrap()).collect()
}

#[test]
fn each_cause_and_every_two_are_named_and_no_other_in_every_form_of_file() {
    let place = Workplace::new();
    for (planted, form) in plants().into_iter().zip(["csv", "jsonl", "xlsx"].into_iter().cycle()) {
        let parts = |form: &str| {
            let a = write(&place, "a", form, &rows(&[]));
            let b = write(&place, "b", form, &rows(&planted));
            let found = place.json(&[&["reconcile", &a, &b], &settings(&planted)[..]].concat());
            assert_eq!(named(&found), planted, "{form}");
            found["parts"].clone()
        };
        assert_eq!(parts("tsv"), parts(form), "{form}");
    }
}

#[test]
fn the_same_causes_are_named_for_samples_of_lmms_eval_and_for_models_of_the_database() {
    let place = Workplace::new();
    let questions = write(&place, "questions", "tsv", &rows(&[]));
    place.run(&["import", "questions", &questions, "--benchmark", "b"]);
    place.run(&["import", "predictions", &questions, "--model", "base"]);
    let a = write(&place, "a", "samples", &rows(&[]));
    let is_of_runs = |planted: &Vec<&str>| {
        planted.iter().all(|cause| !["questions", "reference"].contains(cause))
    };
    for planted in plants().into_iter().filter(is_of_runs) {
        let (settings, all) = (settings(&planted), rows(&planted));
        let b = write(&place, "b", "samples", &all);
        let files = ["reconcile", &a, &b, "--dataset", &questions];
        let of_samples = place.json(&[&files, &settings[..]].concat());
        assert_eq!(named(&of_samples), planted);
        let file = write(&place, "model", "tsv", &all);
        let model = planted.join("-");
        place.run(&["import", "predictions", &file, "--model", &model]);
        let models =
            ["reconcile", "--model-a", "base", "--model-b", &model, "--rules-a", "vlmevalkit-late"];
        let models = if planted.contains(&"rules") {
            models.to_vec()
        } else {
            [&models[..], &["--rules-b", "vlmevalkit-late"]].concat()
        };
        let of_models = place.json(&[&models[..], &settings[..]].concat());
        assert_eq!(named(&of_models), planted);
        assert_eq!(of_models["difference"], of_samples["difference"], "{planted:?}");
    }
}

#[test]
fn each_cause_opens_the_questions_that_were_planted() {
    let place = Workplace::new();
    let a = write(&place, "a", "tsv", &rows(&[]));
    let planted = [
        ("questions", vec!["6"]),
        ("reference", vec!["2"]),
        ("rules", vec!["1"]),
        ("passes", vec!["3", "4"]),
        ("strategy", vec!["6"]),
        ("answers", vec!["5"]),
    ];
    for (cause, expected) in planted {
        let b = write(&place, "b", "tsv", &rows(&[cause]));
        let command = [&["reconcile", &a, &b, "--open", cause], &settings(&[cause])[..]].concat();
        let found = place.json(&command);
        let opened = found["opened"].as_array().unwrap().iter();
        let keys: Vec<&str> = opened.map(|one| one["question"].as_str().unwrap()).collect();
        assert_eq!(keys, expected, "{cause}");
        let printed = place.run(&command);
        assert!(printed.contains(&format!("The questions of {cause}")), "{printed}");
    }
}
