//! The same files give the same figures and warnings through `score --dataset` and through `import` and
//! `eval`.

use serde_json::Value;

use super::texts;
use crate::harness::Workplace;

const HEADER: &str = "index\tg_index\tquestion\tA\tB\tC\tD\tanswer";

/// Two questions of four choices, of which the data set lists passes 0 and 2 alone.
fn desk_with_two_of_four_passes() -> Workplace {
    let desk = Workplace::new();
    let rows = [
        "1\t1\tWhich is red?\tp\tq\tr\ts\tA\tA",
        "2000001\t1\tWhich is red?\tr\ts\tp\tq\tC\tC",
        "2\t2\tWhich is blue?\tp\tq\tr\ts\tB\tB",
        "2000002\t2\tWhich is blue?\tr\ts\tp\tq\tD\tD",
    ];
    let without_prediction: Vec<&str> =
        rows.iter().map(|row| row.rsplit_once('\t').expect("cells").0).collect();
    desk.write("d.tsv", &format!("{HEADER}\n{}\n", without_prediction.join("\n")));
    desk.write("p.tsv", &format!("{HEADER}\tprediction\n{}\n", rows.join("\n")));
    desk
}

fn overall(results: &Value) -> (i64, i64) {
    let count = |field: &str| results[0][field].as_i64().expect("a count");
    (count("correct"), count("questions"))
}

#[test]
fn passes_that_the_data_set_does_not_list_are_not_required_and_a_warning_says_so() {
    let desk = desk_with_two_of_four_passes();
    let score = desk.json(&["score", "p.tsv", "--dataset", "d.tsv"]);
    desk.json(&["import", "questions", "d.tsv", "--benchmark", "b"]);
    desk.import("p.tsv", "m");
    let eval = desk.json(&["eval"])["models"][0].clone();
    let warning = "2 questions have fewer passes in the data set than choices: only the passes that it \
                   lists are required (1, 2)";
    for scored in [&score, &eval] {
        assert_eq!(overall(&scored["results"]), (2, 2));
        assert_eq!(texts(&scored["warnings"]), [warning]);
    }
}

#[test]
fn a_file_alone_requires_one_pass_for_each_choice() {
    let desk = desk_with_two_of_four_passes();
    let score = desk.json(&["score", "p.tsv"]);
    assert_eq!(overall(&score["results"]), (0, 2));
    assert!(score["warnings"].to_string().contains("2 questions lack passes"), "{score}");
}
