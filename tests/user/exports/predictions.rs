//! `assay export predictions` and `assay export results`: runs as files, questions as they were judged.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;

use super::{demo, rows};
use crate::harness::Workplace;

const FORMS: [&str; 4] = ["tsv", "csv", "jsonl", "xlsx"];

fn models(place: &Workplace) -> Vec<(String, String)> {
    let printed = place.assay(&["models", "-o", "json"]).well().json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let models = printed["models"].as_array().unwrap().iter();
    models.map(|model| (text(&model["model"]), text(&model["input"]))).collect()
}

#[test]
fn every_run_goes_out_in_every_form_and_comes_back_the_same() {
    let place = demo();
    for (model, input) in models(&place) {
        for form in FORMS {
            let file = format!("{model}.{form}");
            let run = ["--model", &model, "--input", &input];
            place.assay(&[&["export", "predictions", "-f", &file][..], &run].concat()).well();
            let import = [&["import", "predictions", &file, "-o", "json"][..], &run].concat();
            let printed = place.assay(&import).well().json();
            assert_eq!(printed["new"], false, "{file}: {printed}");
            assert_eq!(printed["warnings"].as_array().unwrap().len(), 0, "{file}: {printed}");
        }
    }
}

#[test]
fn the_exported_file_scores_as_the_run_does() {
    let place = demo();
    for (model, input) in models(&place) {
        for form in FORMS {
            let file = format!("{model}.{form}");
            let run = ["--model", &model, "--input", &input];
            place.assay(&[&["export", "predictions", "-f", &file][..], &run].concat()).well();
            for options in [["--strategy", "circular"], ["--missing", "kit"], ["--rules", "assay"]]
            {
                let eval = [&["eval", "-o", "json"][..], &run, &options].concat();
                let eval = place.assay(&eval).well().json()["models"][0].clone();
                let score = [&["score", &file, "-o", "json"][..], &options].concat();
                let score = place.assay(&score).well().json();
                for field in ["rows", "questions", "results", "extraction", "undecided"] {
                    assert_eq!(eval[field], score[field], "{file} {options:?} {field}");
                }
            }
        }
    }
}

#[test]
fn texts_that_spreadsheets_spoil_stay_texts() {
    let place = Workplace::with_questions(5);
    let texts = ["=1+1", "https://x.y/z is A", "None", " B ", "\u{1}\u{b}_x0041_ A\r\nB"];
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["index", "prediction"]).unwrap();
    for (at, text) in texts.iter().enumerate() {
        table.write_record([(at + 1).to_string().as_str(), text]).unwrap();
    }
    place.write("p.csv", &String::from_utf8(table.into_inner().unwrap()).unwrap());
    place.assay(&["import", "predictions", "p.csv", "--model", "m"]).well();
    for form in FORMS {
        let file = format!("out.{form}");
        place.assay(&["export", "predictions", "-f", &file]).well();
        let import = ["import", "predictions", &file, "--model", "m", "-o", "json"];
        let printed = place.assay(&import).well().json();
        assert_eq!(printed["new"], false, "{file}");
    }
    place.write("p.csv", &format!("index,prediction\n1,{}\n", "x".repeat(32_768)));
    place.assay(&["import", "predictions", "p.csv", "--model", "long"]).well();
    let printed =
        place.assay(&["export", "predictions", "--model", "long", "-f", "long.xlsx"]).failing(1);
    assert!(printed.contains("row 1, column prediction") && printed.contains("tsv"), "{printed}");
    assert!(!place.path("long.xlsx").exists());
}

#[test]
fn passes_of_questions_with_words_for_keys_are_named_in_a_column() {
    let place = Workplace::new();
    place.write("b.tsv", "index\tquestion\tA\tB\tanswer\nVAL_1\tWhich?\tcat\tdog\tA\n");
    place.assay(&["import", "questions", "b.tsv"]).well();
    place.write(
        "p.tsv",
        "index\tpass\tA\tB\tprediction\nVAL_1\t0\tcat\tdog\tA\nVAL_1\t1\tdog\tcat\tB\n",
    );
    place.assay(&["import", "predictions", "p.tsv", "--model", "m"]).well();
    place.assay(&["export", "predictions", "-f", "out.tsv"]).well();
    let printed = place.assay(&["import", "predictions", "out.tsv", "--model", "m", "-o", "json"]);
    assert_eq!(printed.well().json()["new"], false);
    let score = place.assay(&["score", "out.tsv", "-o", "json"]).well().json();
    assert_eq!((&score["questions"], &score["results"][0]["correct"]), (&1.into(), &1.into()));
}

#[test]
fn large_keys_are_no_passes_in_a_file_of_predictions() {
    let place = Workplace::new();
    place.write(
        "b.tsv",
        "index\tquestion\tA\tB\tanswer\n5\tWhich?\tcat\tdog\tA\n1000005\tWho?\tx\ty\tB\n",
    );
    place.assay(&["import", "questions", "b.tsv"]).well();
    place.write(
        "p.tsv",
        "index\tpass\tA\tB\tprediction\n5\t0\tcat\tdog\tA\n5\t1\tdog\tcat\tB\n\
         1000005\t0\tx\ty\tB\n1000005\t1\ty\tx\tB\n",
    );
    place.assay(&["import", "predictions", "p.tsv", "--model", "m"]).well();
    place.assay(&["export", "predictions", "-f", "out.tsv"]).well();
    let printed = place.assay(&["import", "predictions", "out.tsv", "--model", "m", "-o", "json"]);
    assert_eq!(printed.well().json()["new"], false);
    let text = fs::read_to_string(place.path("out.tsv")).unwrap();
    let indices: Vec<String> = rows(&text).iter().map(|row| row["index"].clone()).collect();
    assert_eq!(indices, ["5", "1000005", "10000005", "11000005"]);
    let score = place.assay(&["score", "out.tsv", "-o", "json"]).well().json();
    assert_eq!((&score["questions"], &score["results"][0]["correct"]), (&2.into(), &1.into()));
}

#[test]
fn a_folder_takes_a_file_of_each_model() {
    let place = demo();
    let printed = place.assay(&["export", "predictions"]).failing(2);
    assert!(printed.contains("--dir") && printed.contains("sim-strong"), "{printed}");
    place.assay(&["export", "predictions", "--dir", "out", "--format", "xlsx"]).well();
    let files = fs::read_dir(place.path("out")).unwrap().count();
    let seeing = models(&place).iter().filter(|(_, input)| input == "image").count();
    assert_eq!(files, seeing);
    assert!(place.path("out/sim-strong_sample_en.xlsx").exists());
}

#[test]
fn what_is_not_there_is_named_with_what_is() {
    let place = demo();
    for what in ["predictions", "results"] {
        let printed = place.assay(&["export", what, "--model", "gpt"]).failing(1);
        assert!(printed.contains("gpt") && printed.contains("sim-strong"), "{what}: {printed}");
    }
    let empty = Workplace::with_questions(1);
    for what in ["predictions", "results"] {
        let printed = empty.assay(&["export", what]).failing(1);
        assert!(printed.contains("assay import predictions"), "{what}: {printed}");
    }
}

#[test]
fn results_add_up_to_what_eval_says() {
    let place = demo();
    for options in
        [["--strategy", "circular"], ["--strategy", "first-pass"], ["--missing", "exclude"]]
    {
        let results = place.assay(&[&["export", "results"][..], &options].concat()).well().out;
        let mut sums: HashMap<(String, String), (i64, i64)> = HashMap::new();
        for row in rows(&results) {
            let sum = sums.entry((row["model"].clone(), row["input"].clone())).or_default();
            sum.0 += i64::from(row["counted"] == "true");
            sum.1 += i64::from(row["counted"] == "true" && row["correct"] == "true");
        }
        let eval = place.assay(&[&["eval", "-o", "json"][..], &options].concat()).well().json();
        for model in eval["models"].as_array().unwrap() {
            let text = |field: &str| model[field].as_str().unwrap().to_owned();
            let overall = &model["results"][0];
            let expected =
                (overall["questions"].as_i64().unwrap(), overall["correct"].as_i64().unwrap());
            assert_eq!(sums[&(text("model"), text("input"))], expected, "{options:?} {model}");
        }
    }
}

#[test]
fn a_result_has_every_pass() {
    let place = Workplace::with_questions(2);
    place.write(
        "p.tsv",
        "index\tA\tB\tC\tprediction\n1\tfirst\tsecond\tthird\tB\n\
         1000001\tsecond\tthird\tfirst\thm\n2\tfirst\tsecond\tthird\tC\n",
    );
    place.assay(&["import", "predictions", "p.tsv", "--model", "m"]).well();
    let out = place.assay(&["export", "results", "--format", "jsonl"]).well().out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let printed = |line: &Value| {
        ["labels", "answers", "decided_by"].map(|field| line[field].as_str().unwrap().to_owned())
    };
    assert_eq!(printed(&lines[0]), ["B?-", "BA-", "pass 1 not extracted"]);
    assert_eq!(printed(&lines[1]), ["C--", "B--", "pass 0 wrong"]);
    assert_eq!((&lines[1]["correct"], &lines[1]["counted"]), (&false.into(), &true.into()));
}

#[test]
fn predictions_follow_a_corrected_answer_and_not_a_changed_question() {
    let place = Workplace::with_questions(2);
    let table = fs::read_to_string(place.path("b.tsv")).unwrap();
    place.write("p.csv", "index,prediction\n1,first of all\n2,B\n");
    place.assay(&["import", "predictions", "p.csv", "--model", "m"]).well();
    let corrected = table.replacen("third\tB", "third\tC", 1);
    place.write("b.tsv", &corrected);
    place.assay(&["import", "questions", "b.tsv"]).well();
    let said = place.assay(&["export", "predictions"]).well();
    let printed: Vec<[String; 2]> =
        rows(&said.out).iter().map(|r| ["answer", "prediction"].map(|c| r[c].clone())).collect();
    assert_eq!(printed, [["C", "first of all"], ["B", "B"]].map(|row| row.map(str::to_owned)));
    place.write("b.tsv", &corrected.replacen("first", "last", 1));
    place.assay(&["import", "questions", "b.tsv"]).well();
    let said = place.assay(&["export", "predictions"]).well();
    assert_eq!(rows(&said.out).len(), 1);
    assert!(said.err.contains("m: 1 predictions were made on an earlier revision"), "{}", said.err);
}
