//! Rows that come twice, as after a run that was started again, and files that are no answers at all.

use crate::extraction::shared_data;
use crate::harness::Workplace;

const QUESTIONS: [(&str, &str, &str); 2] = [("7", "cat|dog|hen|fox", "B"), ("8", "one|two", "A")];

fn correct(desk: &Workplace) -> i64 {
    let eval = desk.json(&["eval", "--strategy", "first-pass"]);
    eval["models"][0]["results"][0]["correct"].as_i64().expect("a count")
}

#[test]
fn a_row_that_repeats_another_word_for_word_is_taken_once_and_reported() {
    let desk = Workplace::with_choices(&QUESTIONS);
    let line = |doc: u32, index: u32, text: &str| {
        format!(
            "{{\"doc_id\": {doc}, \"filtered_resps\": [\"{text}\"], \"submission\": {{\"index\": {index}}}}}\n"
        )
    };
    let run = [line(0, 7, "B"), line(1, 8, "A")].concat();
    desk.write("p.jsonl", &format!("{run}{run}"));
    let printed = desk.import("p.jsonl", "m");
    assert_eq!((&printed["read"], &printed["rows"]), (&4.into(), &2.into()));
    assert!(printed["warnings"].to_string().contains("2 rows repeat an earlier row"), "{printed}");
    assert_eq!(correct(&desk), 2);
}

#[test]
fn rows_that_differ_need_a_word_on_which_counts() {
    let desk = Workplace::with_choices(&QUESTIONS);
    desk.write("p.csv", "index,prediction\n7,B\n8,B\n8,A\n");
    let import = ["import", "predictions", "p.csv", "--model", "m"];
    let printed = desk.failure(&import);
    assert!(
        printed.contains("p.csv, row 3 (index “8”)") && printed.contains("row 2 of p.csv"),
        "{printed}"
    );
    assert!(printed.contains("--duplicates first or last"), "{printed}");
    for (which, right) in [("first", 1), ("last", 2)] {
        let printed = desk.json(&[&import[..], &["--duplicates", which, "--replace"]].concat());
        assert!(printed["warnings"].to_string().contains("1 rows"), "{printed}");
        assert_eq!((&printed["rows"], correct(&desk)), (&2.into(), right), "{which}");
    }
}

#[test]
fn the_data_set_itself_is_no_models_answers() {
    let desk = Workplace::with_choices(&QUESTIONS);
    for format in ["auto", "csv", "vlmevalkit"] {
        let printed = desk.failure(&[
            "import",
            "predictions",
            "q.tsv",
            "--model",
            "gold",
            "--format",
            format,
        ]);
        assert!(printed.contains("is this the data set itself?"), "{format}: {printed}");
    }
    let Some(dataset) = shared_data("circular/circular.tsv") else { return };
    let dataset = dataset.to_str().expect("a path");
    let printed = desk.failure(&["import", "predictions", dataset, "--model", "gold"]);
    assert!(printed.contains("is this the data set itself?"), "{printed}");
}

#[test]
fn an_empty_choice_in_json_is_no_choice_and_semicolons_part_cells() {
    let desk = Workplace::with_choices(&QUESTIONS);
    let row = r#"[{"index": 8, "A": "one", "B": "two", "C": "", "D": "", "prediction": "A"}]"#;
    desk.write("p.json", row);
    assert_eq!(desk.import("p.json", "json")["rows"], 1);
    desk.write("p.csv", "id;output\n7;B, I think\n8;A\n");
    assert_eq!(desk.import("p.csv", "semicolons")["rows"], 2);
}
