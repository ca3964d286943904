//! Predictions as Parquet.

use std::fs::{self, File};

use assay::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};

use crate::harness::Workplace;

const NAMES: [&str; 6] = ["index", "A", "B", "C", "answer", "prediction"];

/// Three questions in all their passes; the last has two choices, its third printed by pandas.
const ROWS: [(i64, &str, &str, &str, &str, &str); 8] = [
    (7, "cat", "dog", "hen", "B", "It is B."),
    (8, "one", "two", "three", "A", "A"),
    (9, "yes", "no", "nan", "A", "yes"),
    (1_000_007, "dog", "hen", "cat", "A", "(A) dog"),
    (1_000_008, "two", "three", "one", "C", "The answer is B"),
    (1_000_009, "no", "yes", "nan", "B", ""),
    (2_000_007, "hen", "cat", "dog", "C", "C"),
    (2_000_008, "three", "one", "two", "B", "B"),
];

/// The rows as a table of text and as Parquet, with a picture that nobody reads.
fn write(place: &Workplace) {
    let mut text = NAMES.join("\t") + "\n";
    let mut columns =
        vec![("index".to_owned(), ColumnKind::Integer), ("image".to_owned(), ColumnKind::Pictures)];
    columns.extend(NAMES[1..].iter().map(|&name| (name.to_owned(), ColumnKind::Text)));
    let file = File::create(place.path("p.parquet")).unwrap();
    let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
    for (index, a, b, c, answer, prediction) in ROWS {
        let cells = [a, b, c, answer, prediction];
        text.push_str(&format!("{index}\t{}\n", cells.join("\t")));
        let mut row = vec![
            ColumnValue::Text(index.to_string()),
            ColumnValue::List(vec![Some(vec![1, 2, 3])]),
        ];
        let cell = |cell: &str| match cell {
            "" => ColumnValue::Missing,
            text => ColumnValue::Text(text.into()),
        };
        row.extend(cells.map(cell));
        writer.row(row).unwrap();
    }
    writer.finish().unwrap();
    place.write("p.tsv", &text);
}

#[test]
fn a_parquet_file_scores_as_the_table_does() {
    let place = Workplace::new();
    write(&place);
    let score = |file: &str| {
        let mut score = place.json(&["score", file]);
        score.as_object_mut().unwrap().shift_remove("file");
        (score, place.run(&["score", file, "--rows"]), place.run(&["score", file, "--groups"]))
    };
    let (whole, rows, groups) = score("p.parquet");
    assert_eq!((whole.clone(), rows, groups), score("p.tsv"));
    assert_eq!(whole["results"][0]["questions"], 3);
    assert!(whole["warnings"].to_string().contains("“nan”"), "{whole}");
}

#[test]
fn a_parquet_file_is_imported_as_the_table_is_and_an_export_comes_back() {
    let rows = [("7", "cat|dog|hen", "B"), ("8", "one|two|three", "A"), ("9", "yes|no", "A")];
    let place = Workplace::with_choices(&rows);
    write(&place);
    let text = place.import("p.tsv", "text");
    let read = place.import("p.parquet", "parquet");
    for field in ["rows", "questions", "passes"] {
        assert_eq!(read[field], text[field], "{field}");
    }
    place.run(&["export", "predictions", "--model", "text", "-f", "out.parquet"]);
    place.import("out.parquet", "again");
    let eval = place.json(&["eval"]);
    let models = eval["models"].as_array().unwrap();
    assert_eq!(models.len(), 3);
    for model in models {
        assert_eq!(model["results"], models[0]["results"], "{}", model["model"]);
    }
    // Columns of any name can be mapped.
    let import = ["import", "predictions", "p.parquet", "--model", "mapped"];
    let read = place.json(&[&import[..], &["--map", "answer=prediction"]].concat());
    assert_eq!(read["rows"], ROWS.len());
    let eval = place.json(&["eval", "--model", "mapped"]);
    assert_eq!(eval["models"][0]["results"][0]["correct"], 3);
}

#[test]
fn a_parquet_file_without_an_index_or_damaged_is_refused() {
    let place = Workplace::new();
    write(&place);
    let good = fs::read(place.path("p.parquet")).unwrap();
    for length in [8, good.len() / 2, good.len() - 1] {
        fs::write(place.path("cut.parquet"), &good[..length]).unwrap();
        let complaint = place.failure(&["score", "cut.parquet"]);
        assert!(
            complaint.contains("cut.parquet: the file cannot be read as Parquet"),
            "{complaint}"
        );
    }
    let columns = [("text".to_owned(), ColumnKind::Text)];
    let file = File::create(place.path("other.parquet")).unwrap();
    let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
    writer.row(vec![ColumnValue::Text("B".into())]).unwrap();
    writer.finish().unwrap();
    let complaint = place.failure(&["score", "other.parquet"]);
    assert!(complaint.contains("there is no column \"index\"; the columns are"), "{complaint}");
}

#[test]
fn scores_of_the_choices_in_parquet_are_ranked_as_those_in_json_are() {
    let place = Workplace::new();
    let names = ["A", "B", "C", "answer", "log_likelihood"];
    let mut columns = vec![("index".to_owned(), ColumnKind::Integer)];
    columns.extend(names.map(|name| (name.to_owned(), ColumnKind::Text)));
    let rows = [
        (1, "B", Some("[-2.5, -1.5, -9]")),
        (2, "A", Some("[-2, -1, -3]")),
        (3, "C", Some("[-1, -1, -3]")),
        (4, "C", None),
    ];
    let write = |rows: &[(i64, &str, Option<&str>)]| {
        let file = File::create(place.path("p.parquet")).unwrap();
        let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
        let mut lines = String::new();
        for (index, answer, scores) in rows {
            let text = |text: &str| ColumnValue::Text(text.into());
            let mut row = vec![ColumnValue::Text(index.to_string())];
            row.extend(["cat", "dog", "hen", answer].map(text));
            row.push(scores.map_or(ColumnValue::Missing, text));
            writer.row(row).unwrap();
            let scores = scores.unwrap_or("null");
            lines.push_str(&format!(
                "{{\"index\": {index}, \"A\": \"cat\", \"B\": \"dog\", \"C\": \"hen\", \
                 \"answer\": \"{answer}\", \"log_likelihood\": {scores}}}\n"
            ));
        }
        writer.finish().unwrap();
        place.write("p.jsonl", &lines);
    };
    write(&rows);
    let score = |file: &str| {
        let command = ["score", file, "--rank-by", "sum"];
        let score = place.json(&command);
        let rows = place.run(&[&command[..], &["--rows"]].concat());
        (score["results"].clone(), score["warnings"].clone(), rows)
    };
    let of_parquet = score("p.parquet");
    assert_eq!(of_parquet, score("p.jsonl"));
    assert_eq!(of_parquet.0[0]["correct"], 1, "{of_parquet:?}");
    assert!(of_parquet.1.to_string().contains("scores"), "{of_parquet:?}");
    write(&[(1, "B", Some("[-2.5, -1.5]"))]);
    let complaint = place.failure(&["score", "p.parquet", "--rank-by", "sum"]);
    assert!(complaint.contains("the scores are for A, B"), "{complaint}");
}
