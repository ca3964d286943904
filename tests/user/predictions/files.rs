//! Plain JSON lines and tables: what their columns are taken for.

use crate::harness::Workplace;

fn desk() -> Workplace {
    Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B"), ("8", "one|two", "A")])
}

#[test]
fn the_usual_names_are_guessed_and_the_guess_is_shown() {
    let desk = desk();
    desk.write(
        "p.jsonl",
        "{\"question_id\": 7, \"response\": \"It is B.\", \"x\": [1]}\n{\"question_id\": 8, \"response\": \"B\"}\n",
    );
    let printed = desk.assay(&["import", "predictions", "p.jsonl", "--model", "m"]).well().err;
    assert!(printed.contains("“question_id” → index, “response” → prediction"), "{printed}");
    let eval = desk.json(&["eval", "--strategy", "first-pass"]);
    assert_eq!(eval["models"][0]["results"][0]["correct"], 1);
}

#[test]
fn columns_and_passes_can_be_named() {
    let desk = desk();
    desk.write("p.csv", "name,turn,said,o1,o2\n8,0,A,one,two\n8,1,B,two,one\n");
    let maps = ["name=index", "turn=pass", "said=prediction", "o1=A", "o2=B"];
    let maps: Vec<&str> = maps.iter().flat_map(|map| ["--map", *map]).collect();
    let import = [&["import", "predictions", "p.csv", "--model", "m"], maps.as_slice()].concat();
    let printed = desk.json(&import);
    assert_eq!((&printed["questions"], &printed["passes"]), (&1.into(), &2.into()));
    let groups = desk.json(&["eval"]);
    assert_eq!(groups["models"][0]["undecided"]["missing_passes"], 1, "question 7 has no row");
}

#[test]
fn lmms_evals_lines_are_read_by_the_data_sets_own_index() {
    let desk = desk();
    desk.write(
        "p.jsonl",
        "{\"doc_id\": 0, \"filtered_resps\": [\"B\"], \"submission\": {\"index\": 7, \"A\": \"nan\"}}\n\
         {\"doc_id\": 1, \"filtered_resps\": [\"A\"], \"submission\": {\"index\": 8}}\n",
    );
    desk.import("p.jsonl", "m");
    let eval = desk.json(&["eval", "--strategy", "first-pass"]);
    assert_eq!(eval["models"][0]["results"][0]["correct"], 2);
}

#[test]
fn several_responses_to_one_question_are_refused_until_one_is_named() {
    let desk = desk();
    desk.write("p.jsonl", "{\"index\": 7, \"filtered_resps\": [\"A\", \"B\"]}\n");
    let printed = desk.failure(&["import", "predictions", "p.jsonl", "--model", "m"]);
    assert!(printed.contains("record 1") && printed.contains("a list"), "{printed}");
    assert!(printed.contains("--map filtered_resps.0=prediction"), "{printed}");
    let second = ["import", "predictions", "p.jsonl", "--model", "m", "--map"];
    desk.json(&[&second[..], &["filtered_resps.1=prediction"]].concat());
    let out = desk.run(&["export", "predictions", "--format", "jsonl"]);
    assert!(out.contains("\"prediction\":\"B\""), "{out}");
}

#[test]
fn a_column_that_is_not_there_is_an_error_with_the_columns_that_are() {
    let desk = desk();
    desk.write("p.csv", "index,said\n7,B\n");
    let printed = desk.failure(&["import", "predictions", "p.csv", "--model", "m"]);
    assert!(printed.contains("--map COLUMN=prediction") && printed.contains("“said”"), "{printed}");
    let printed = desk.failure(&[
        "import",
        "predictions",
        "p.csv",
        "--model",
        "m",
        "--map",
        "text=prediction",
    ]);
    assert!(printed.contains("there is no column “text”"), "{printed}");
}

#[test]
fn a_data_set_is_no_file_of_predictions() {
    let desk = desk();
    let printed = desk.failure(&["import", "predictions", "q.tsv", "--model", "m"]);
    assert!(printed.contains("is this the data set itself?"), "{printed}");
    assert!(printed.contains("--map answer=prediction"), "{printed}");
}

#[test]
fn a_quote_that_swallowed_rows_is_an_error_that_names_the_row() {
    let desk = desk();
    let rows = "7\tcat\tdog\then\tfox\t\"B, I think\n\
                1000007\tdog\then\tfox\tcat\tA\n\
                2000007\then\tfox\tcat\tdog\tclosed\"\n\
                8\tone\ttwo\t\t\tA\n";
    desk.write("p.tsv", &format!("index\tA\tB\tC\tD\tprediction\n{rows}"));
    for command in [&["import", "predictions", "p.tsv", "--model", "m"][..], &["score", "p.tsv"]] {
        let printed = desk.failure(command);
        assert!(printed.contains("row 1 (line 2), column “prediction”"), "{printed}");
        assert!(printed.contains("swallowed about 2 more rows"), "{printed}");
        assert!(printed.contains("a quote is not closed"), "{printed}");
    }
    let several_lines = "7\tcat\tdog\then\tfox\t\"Prices:\n\t10\n20 of them. So B\"\n";
    desk.write("p.tsv", &format!("index\tA\tB\tC\tD\tprediction\n{several_lines}"));
    assert_eq!(desk.import("p.tsv", "m")["rows"], 1);
}
