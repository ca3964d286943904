//! `assay export submission`: what MMBench's evaluation server takes.

use calamine::{Data, DataType, Reader, Xlsx, open_workbook};

use super::{demo, shared_data};
use crate::harness::Workplace;

/// The cells of the first sheet.
fn cells(place: &Workplace, file: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = open_workbook(place.path(file)).unwrap();
    let sheet = book.sheet_names()[0].clone();
    assert!(book.worksheet_formula(&sheet).unwrap().is_empty(), "a formula");
    let range = book.worksheet_range(&sheet).unwrap();
    range.rows().map(<[Data]>::to_vec).collect()
}

fn names(row: &[Data]) -> Vec<&str> {
    row.iter().map(|cell| cell.get_string().unwrap()).collect()
}

const CIRCULAR: &str = "index\tquestion\tA\tB\tanswer\tcategory\tcomment\tsplit\tg_index\n\
    5\t=SUM(1)?\thttps://a.b\t12\tA\tocr\tour remark\ttest\t5\n\
    1000005\t=SUM(1)?\t12\thttps://a.b\tB\tocr\tour remark\ttest\t5\n";

fn with_predictions(rows: &str) -> Workplace {
    let place = Workplace::new();
    place.write("b.tsv", CIRCULAR);
    place.assay(&["import", "questions", "b.tsv"]).well();
    place.write("p.tsv", &format!("index\tprediction\n{rows}"));
    place.assay(&["import", "predictions", "p.tsv", "--model", "m"]).well();
    place
}

#[test]
fn the_spreadsheet_holds_what_the_server_asks_for_and_no_answers() {
    let place = with_predictions("1000005\t=B\n5\thttp://x A\n");
    place.assay(&["export", "submission", "--model", "m", "-f", "s.xlsx"]).well();
    let cells = cells(&place, "s.xlsx");
    let expected = ["index", "question", "A", "B", "C", "D", "category", "split", "prediction"];
    assert_eq!(names(&cells[0]), expected);
    let text = |text: &str| Data::String(text.to_owned());
    let row = |index: f64, a: &str, b: &str, prediction: &str| {
        vec![
            Data::Float(index),
            text("=SUM(1)?"),
            text(a),
            text(b),
            Data::Empty,
            Data::Empty,
            text("ocr"),
            text("test"),
            text(prediction),
        ]
    };
    assert_eq!(cells[1], row(5.0, "https://a.b", "12", "http://x A"));
    assert_eq!(cells[2], row(1_000_005.0, "12", "https://a.b", "=B"));
    assert_eq!(cells.len(), 3);
}

#[test]
fn gaps_and_failed_requests_are_refused_by_name_without_incomplete() {
    let place = with_predictions("5\tFailed to obtain answer via API.\n");
    let export = ["export", "submission", "--model", "m", "-f", "s.xlsx"];
    let printed = place.assay(&export).failing(1);
    assert!(
        printed.contains("2 of 2 rows have no prediction of m: 5 (question 5, pass 0), 1000005")
    );
    assert!(printed.contains("--incomplete") && !place.path("s.xlsx").exists(), "{printed}");
    let printed = place.assay(&[&export[..], &["--incomplete"]].concat()).well().err;
    assert!(printed.contains("2 of 2 rows"), "{printed}");
    let cells = cells(&place, "s.xlsx");
    assert_eq!((cells.len(), cells[1].last()), (3, Some(&Data::Empty)));
}

#[test]
fn a_row_shows_the_choices_as_the_benchmarks_file_does() {
    let place = with_predictions("5\tB\n");
    // The kit numbered these passes otherwise than the benchmark's file.
    place.write(
        "p.tsv",
        "index\tg_index\tpass\tA\tB\tprediction\n\
         1\t5\t0\thttps://a.b\t12\tzero\n2\t5\t1\t12\thttps://a.b\tone\n",
    );
    place.assay(&["import", "predictions", "p.tsv", "--model", "n"]).well();
    place.assay(&["export", "submission", "--model", "n", "-f", "s.xlsx"]).well();
    let cells = cells(&place, "s.xlsx");
    let printed =
        |row: &[Data]| (row[0].clone(), row[2].to_string(), row.last().unwrap().to_string());
    assert_eq!(printed(&cells[1]), (Data::Float(5.0), "https://a.b".into(), "zero".into()));
    assert_eq!(printed(&cells[2]), (Data::Float(1_000_005.0), "12".into(), "one".into()));
}

#[test]
fn the_sample_models_have_all_rows() {
    let place = demo();
    let printed =
        place.assay(&["export", "submission", "--model", "sim-strong", "-f", "s.xlsx"]).well().err;
    assert!(printed.contains("164 rows are passes that the benchmark's own file does not have"));
    let rows = cells(&place, "s.xlsx").len() - 1;
    let circular = place.assay(&["export", "questions", "--circular"]).well().out;
    assert_eq!(rows, super::rows(&circular).len());
    let score = ["score", "s.xlsx", "--dataset", "c.tsv", "-o", "json"];
    place.assay(&["export", "questions", "--circular", "-f", "c.tsv"]).well();
    let eval = place.assay(&["eval", "--model", "sim-strong", "-o", "json"]).well().json();
    let score = place.assay(&score).well().json();
    assert_eq!(score["results"], eval["models"][0]["results"]);
}

#[test]
fn real_rows_have_the_indices_of_their_file() {
    let Some(file) = shared_data("mmbench_samples/MMBench_SAMPLES_EN.tsv") else { return };
    let place = Workplace::new();
    place.assay(&["import", "questions", file.to_str().unwrap(), "--benchmark", "s"]).well();
    let mut indices: Vec<u64> = place
        .assay(&["export", "questions", "--circular"])
        .well()
        .out
        .lines()
        .filter_map(|line| line.strip_prefix('"')?.split('"').next()?.parse().ok())
        .collect();
    let lines: Vec<String> = indices.iter().map(|index| format!("{index},A\n")).collect();
    place.write("p.csv", &format!("index,prediction\n{}", lines.concat()));
    place.assay(&["import", "predictions", "p.csv", "--model", "m"]).well();
    place.assay(&["export", "submission", "--model", "m", "-f", "s.xlsx"]).well();
    let mut written: Vec<u64> = cells(&place, "s.xlsx")[1..]
        .iter()
        .map(|row| if let Data::Float(index) = row[0] { index as u64 } else { panic!("{row:?}") })
        .collect();
    indices.sort_unstable();
    written.sort_unstable();
    assert_eq!((written.len(), written), (78, indices));
}

#[test]
fn what_the_server_would_not_take_is_reported_before() {
    let place = with_predictions("5\tA\n1000005\tB\n");
    let printed = place.assay(&["export", "submission", "--model", "m", "-f", "s.tsv"]).failing(2);
    assert!(printed.contains("xlsx"), "{printed}");
    let printed = place.assay(&["export", "submission", "--model", "x", "-f", "s.xlsx"]).failing(1);
    assert!(printed.contains("there are: m"), "{printed}");
    let split = ["export", "submission", "--model", "m", "-f", "s.xlsx", "--split", "dev"];
    assert!(place.assay(&split).failing(1).contains("no question is of split dev"));
    place.write("w.tsv", "index\tquestion\tA\tB\tanswer\nVAL_1\tWhich?\tBoth A and B\tx\tA\n");
    place.assay(&["import", "questions", "w.tsv"]).well();
    place.write("p.tsv", "index\tprediction\nVAL_1\tA\n");
    place.assay(&["import", "predictions", "p.tsv", "--model", "m", "--benchmark", "w"]).well();
    let words = ["export", "submission", "--model", "m", "-f", "s.xlsx", "--benchmark", "w"];
    assert!(place.assay(&words).failing(1).contains("whole numbers"));
    assert!(!place.path("s.xlsx").exists());
}
