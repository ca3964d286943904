//! Parquet in and out: MMBench's and SEED-Bench's rows, our own export, shards, damage.

use std::fs::{self, File};
use std::sync::Arc;

use assay::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use serde_json::json;

use super::{base64, lines, pictures, write_picture};
use crate::harness::{Workplace, picture};

type Row = Vec<ColumnValue>;

fn write(place: &Workplace, name: &str, columns: &[(&str, ColumnKind)], rows: Vec<Row>) {
    let path = place.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let columns: Vec<_> = columns.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
    let mut writer = ParquetWriter::new(&columns, &[], File::create(path).unwrap()).unwrap();
    for row in rows {
        writer.row(row).unwrap();
    }
    writer.finish().unwrap();
}

fn text(text: &str) -> ColumnValue {
    ColumnValue::Text(text.into())
}

/// Five questions with predictions, three in the first row group and two in the second.
fn write_two_groups(place: &Workplace, name: &str) {
    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::writer::SerializedFileWriter;
    let names = ["index", "question", "A", "B", "answer", "prediction"];
    let columns: String = names.map(|name| format!("REQUIRED BINARY {name} (UTF8); ")).concat();
    let schema = format!("message rows {{ {columns} }}");
    let schema = parquet::schema::parser::parse_message_type(&schema).unwrap();
    let file = File::create(place.path(name)).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema.into(), Arc::default()).unwrap();
    for rows in [&[1, 2, 3][..], &[4, 5]] {
        let mut group = writer.next_row_group().unwrap();
        for name in names {
            let cell = |row: &u32| match name {
                "index" => row.to_string(),
                "question" => format!("Question {row}?"),
                "prediction" => format!("The answer is {}.", ["A", "B"][*row as usize % 2]),
                "answer" => "A".to_owned(),
                choice => format!("{choice} of {row}"),
            };
            let cells: Vec<ByteArray> =
                rows.iter().map(|row| ByteArray::from(cell(row).as_str())).collect();
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&cells, None, None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn every_row_of_every_row_group_is_read_in_order() {
    let place = Workplace::new();
    write_two_groups(&place, "b.parquet");
    place.run(&["import", "questions", "b.parquet", "--benchmark", "b"]);
    let stems: Vec<_> = lines(&place).iter().map(|line| line["question"].clone()).collect();
    let expected: Vec<_> = (1..=5).map(|row| json!(format!("Question {row}?"))).collect();
    assert_eq!(stems, expected);
    let read = place.json(&["import", "predictions", "b.parquet", "--model", "m"]);
    assert_eq!((&read["rows"], &read["questions"]), (&5.into(), &5.into()));
    let texts = place.run(&["score", "b.parquet", "--rows"]);
    let texts: Vec<serde_json::Value> =
        texts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let labels: Vec<_> = texts.iter().map(|row| row["label"].clone()).collect();
    assert_eq!(labels, ["B", "A", "B", "A", "B"], "{texts:?}");
}

const MMBENCH: [(&str, ColumnKind); 9] = [
    ("index", ColumnKind::Integer),
    ("question", ColumnKind::Text),
    ("hint", ColumnKind::Text),
    ("A", ColumnKind::Text),
    ("B", ColumnKind::Text),
    ("C", ColumnKind::Text),
    ("answer", ColumnKind::Text),
    ("L2-category", ColumnKind::Text),
    ("image", ColumnKind::Pictures),
];

/// CircularEval's rows of five questions with two choices, the absent one printed by pandas.
fn mmbench_rows() -> Vec<Row> {
    let row = |index: i64| {
        let (pass, number) = (index / 1_000_000, (index % 1_000_000) as u32);
        let choices = if pass == 0 { ["x", "y"] } else { ["y", "x"] };
        vec![
            ColumnValue::Text(index.to_string()),
            text(&format!("Question {number}?")),
            if number == 1 { text("look") } else { text("nan") },
            text(choices[0]),
            text(choices[1]),
            text("nan"),
            text(if pass == 0 { "A" } else { "B" }),
            text("coarse_perception"),
            ColumnValue::List(vec![Some(picture(number))]),
        ]
    };
    (1..=5).chain(1_000_001..=1_000_005).map(row).collect()
}

#[test]
fn mmbenchs_rows_become_questions_with_passes_from_one_file_and_from_shards() {
    let place = Workplace::new();
    write(&place, "one.parquet", &MMBENCH, mmbench_rows());
    let read = place.json(&["import", "questions", "one.parquet", "--benchmark", "b"]);
    assert_eq!(
        (&read["format"], &read["questions"], &read["rows"], &read["images"]),
        (&"huggingface".into(), &5.into(), &10.into(), &5.into())
    );
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("10 rows have choices that read “nan”"), "{warnings}");
    let whole = lines(&place);
    assert_eq!(whole[0]["hint"], "look");
    assert_eq!((whole[1].get("hint"), whole[1].get("C")), (None, None));
    assert_eq!(whole[1]["l2-category"], "coarse_perception");
    assert_eq!(whole[1]["passes"][1], json!({"pass": 1, "index": "1000002", "order": "BA"}));
    assert_eq!(pictures(&whole[4]), [("stem".to_owned(), 5)]);

    let mut rows = mmbench_rows();
    for shard in ["c", "b", "a"] {
        let rest = rows.split_off(rows.len().saturating_sub(4));
        write(&place, &format!("data/test-{shard}.parquet"), &MMBENCH, rest);
    }
    let read = place.json(&["import", "questions", "data", "--benchmark", "b"]);
    assert_eq!((&read["unchanged"], &read["rows"]), (&5.into(), &10.into()));
}

#[test]
fn our_own_export_comes_back_the_same() {
    let place = Workplace::new();
    let line = json!({
        "index": "x7", "question": "Which?", "hint": "h", "A": "x", "C": "", "answer": "C", "category": "c",
        "comment": "o", "passes": [{"pass": 0, "index": "x7", "order": "AC"}, {"pass": 1, "index": "y", "order": "CA"}],
        "extra": {"a": [1, 2.5, null], "b": "c"},
        "pictures": [{"role": "stem", "image": base64(1)}, {"role": "choice A", "image": base64(2)}],
    });
    let open = json!({"index": 8, "question": "Open?", "image": base64(3)});
    place.write("b.jsonl", &format!("{line}\n{open}\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    place.run(&["export", "questions", "-f", "b.parquet"]);
    let before = place.run(&["export", "questions", "--format", "jsonl"]);
    let other = Workplace::new();
    fs::copy(place.path("b.parquet"), other.path("b.parquet")).unwrap();
    other.run(&["import", "questions", "b.parquet"]);
    assert_eq!(other.run(&["export", "questions", "--format", "jsonl"]), before);
}

#[test]
fn seed_bench_has_choices_and_frames_as_pictures() {
    let place = Workplace::new();
    let names = [
        "question_id",
        "question",
        "choice_a",
        "choice_b",
        "answer",
        "data_type",
        "level",
        "subpart",
    ];
    let mut columns: Vec<(&str, ColumnKind)> =
        names.iter().map(|&name| (name, ColumnKind::Text)).collect();
    columns.push(("data_id", ColumnKind::Texts));
    columns.push(("question_type_id", ColumnKind::Integer));
    columns.push(("image", ColumnKind::Pictures));
    let row = |id: &str, data_type: &str, dimension: i64, count: u32| {
        let mut row: Row =
            [id, "Which?", "one", "two", " B", data_type, "L3", "Part"].map(text).to_vec();
        row.push(ColumnValue::List(
            (0..count).map(|at| Some(format!("{at}.png").into())).collect(),
        ));
        row.push(ColumnValue::Text(dimension.to_string()));
        row.push(ColumnValue::List((0..count).map(|at| Some(picture(at))).collect()));
        row
    };
    let rows = vec![row("20_1", "Video", 20, 3), row("26_1", "Image Generation", 26, 5)];
    write(&place, "s.parquet", &columns, rows);
    place.run(&["import", "questions", "s.parquet"]);
    let lines = lines(&place);
    let frames: Vec<_> = (0..3).map(|at| ("frame".to_owned(), at)).collect();
    assert_eq!(pictures(&lines[0]), frames);
    let roles: Vec<String> = pictures(&lines[1]).into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, ["stem", "stem", "stem", "choice A", "choice B"]);
    assert_eq!(
        (&lines[0]["category"], &lines[0]["answer"]),
        (&"Action Recognition".into(), &"B".into())
    );
    assert_eq!(lines[0]["extra"]["data_id"], json!(["0.png", "1.png", "2.png"]));
}

#[test]
fn columns_of_the_wrong_type_are_named_with_what_was_expected() {
    let place = Workplace::new();
    let swapped = |name: &str, kind: ColumnKind, value: ColumnValue| {
        let at = MMBENCH.iter().position(|(known, _)| *known == name).unwrap();
        let mut columns = MMBENCH;
        columns[at].1 = kind;
        let mut rows = mmbench_rows();
        for row in &mut rows {
            row[at] = value.clone();
        }
        write(&place, "wrong.parquet", &columns, rows);
        place.failure(&["import", "questions", "wrong.parquet"])
    };
    let texts = ColumnValue::List(vec![Some("a".into())]);
    let complaint = swapped("image", ColumnKind::Texts, texts.clone());
    assert!(
        complaint.contains(
            "column image: found a list of texts or numbers; expected struct{bytes, path}"
        ),
        "{complaint}"
    );
    let complaint = swapped("question", ColumnKind::Texts, texts);
    assert!(complaint.contains("column question: found a list of"), "{complaint}");
    let complaint = swapped("A", ColumnKind::Pictures, ColumnValue::List(vec![Some(picture(1))]));
    assert!(complaint.contains("column A: found a list of struct{bytes, path}"), "{complaint}");
    assert!(!place.path("assay.db").exists());
}

#[test]
fn damaged_files_are_errors_and_nothing_is_half_imported() {
    let place = Workplace::new();
    write(&place, "good.parquet", &MMBENCH, mmbench_rows());
    let good = fs::read(place.path("good.parquet")).unwrap();
    let import = ["import", "questions", "bad.parquet"];
    for length in [8, 100, good.len() / 2, good.len() - 1] {
        fs::write(place.path("bad.parquet"), &good[..length]).unwrap();
        let complaint = place.failure(&import);
        assert!(complaint.contains("cannot be read as Parquet"), "{complaint}");
    }
    for at in (4..good.len()).step_by(good.len() / 40) {
        let mut bad = good.clone();
        bad[at] ^= 0xFF;
        fs::write(place.path("bad.parquet"), bad).unwrap();
        let said = place.assay(&import);
        assert!(!said.err.contains("panicked"), "byte {at}: {}", said.err);
        assert!(matches!(said.code, 0 | 1), "byte {at}: {said:?}");
        if said.code == 1 {
            assert!(!place.path("assay.db").exists(), "byte {at}");
        } else {
            fs::remove_file(place.path("assay.db")).unwrap();
        }
    }
}

#[test]
fn pictures_may_lie_beside_the_file() {
    let place = Workplace::new();
    write_picture(&place, "set/images/1.png", 1);
    let columns = [
        ("index", ColumnKind::Integer),
        ("question", ColumnKind::Text),
        ("A", ColumnKind::Text),
        ("image_path", ColumnKind::Text),
    ];
    let row =
        |path: &str| vec![ColumnValue::Text("1".into()), text("Which?"), text("x"), text(path)];
    write(&place, "set/q.parquet", &columns, vec![row("images/1.png")]);
    place.run(&["import", "questions", "set/q.parquet"]);
    assert_eq!(pictures(&lines(&place)[0]), [("stem".to_owned(), 1)]);
    write(&place, "set/q.parquet", &columns, vec![row("../secret.png")]);
    let complaint = place.failure(&["import", "questions", "set/q.parquet"]);
    assert!(complaint.contains("it leads out of"), "{complaint}");
}

#[test]
fn a_text_may_hold_a_list_of_pictures_as_vlmevalkits_table_has_it() {
    let place = Workplace::new();
    let columns = [
        ("index", ColumnKind::Integer),
        ("question", ColumnKind::Text),
        ("A", ColumnKind::Text),
        ("image", ColumnKind::Text),
    ];
    let row = |index: i64, image: &str| {
        vec![ColumnValue::Text(index.to_string()), text("Which?"), text("x"), text(image)]
    };
    let rows = vec![
        row(1, &format!("['{}', '{}']", base64(1), base64(2))),
        row(2, &base64(3)),
        row(3, "2"),
    ];
    write(&place, "q.parquet", &columns, rows);
    place.run(&["import", "questions", "q.parquet"]);
    let stems =
        |numbers: &[u32]| numbers.iter().map(|&n| ("stem".to_owned(), n)).collect::<Vec<_>>();
    let found: Vec<_> = lines(&place).iter().map(pictures).collect();
    assert_eq!(found, [stems(&[1, 2]), stems(&[3]), stems(&[3])]);
}

#[test]
fn rows_of_circular_eval_go_out_with_their_pictures_and_come_back_the_same() {
    let place = Workplace::new();
    write(&place, "one.parquet", &MMBENCH, mmbench_rows());
    place.json(&["import", "questions", "one.parquet", "--benchmark", "b"]);
    place.run(&["export", "questions", "--circular", "-f", "c.parquet"]);
    let before = place.run(&["export", "questions", "--format", "jsonl"]);
    let other = Workplace::new();
    fs::copy(place.path("c.parquet"), other.path("c.parquet")).unwrap();
    let read = other.json(&["import", "questions", "c.parquet", "--benchmark", "b"]);
    assert_eq!((&read["rows"], &read["questions"]), (&10.into(), &5.into()));
    assert_eq!(other.run(&["export", "questions", "--format", "jsonl"]), before);
    // Older versions of Hugging Face's datasets do not know the name List.
    let file = fs::read(place.path("c.parquet")).unwrap();
    let file = String::from_utf8_lossy(&file);
    let features = r#""image":{"_type":"Sequence","feature":{"_type":"Image"}}"#;
    let other_order = r#""image":{"feature":{"_type":"Image"},"_type":"Sequence"}"#;
    assert!(file.contains(features) || file.contains(other_order));
}
