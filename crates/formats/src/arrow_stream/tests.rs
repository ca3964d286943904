use super::*;
use serde_json::{Value, json};

/// Two questions in BLINK's layout with further columns, written by `save_to_disk` of datasets 5.2.
const SAMPLE: &[u8] = include_bytes!("sample.arrow");

/// Three questions as polars 2.1 writes them (packed, with views and a dictionary), and as pyarrow 26 does
/// (`write_feather`, two batches).
const POLARS: &[u8] = include_bytes!("polars.arrow");
const FEATHER: &[u8] = include_bytes!("zstd.feather");

/// The rows of a file with these bytes.
fn rows(bytes: &[u8]) -> Result<Vec<Fields>, FormatError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.arrow");
    std::fs::write(&path, bytes).unwrap();
    let mut stream = ArrowStream::open(&path)?;
    let mut rows = Vec::new();
    while let Some(row) = stream.next_row()? {
        rows.push(row);
    }
    Ok(rows)
}

#[test]
fn texts_numbers_lists_structs_and_pictures_are_read() {
    let rows = rows(SAMPLE).unwrap();
    assert_eq!(rows.len(), 2);
    let fields = &rows[1];
    assert_eq!((&fields["idx"], &fields["answer"]), (&json!("val_1"), &json!("(B)")));
    assert_eq!((&fields["choices"], &fields["scores"]), (&json!(["1", "2"]), &json!([1.5, null])));
    assert_eq!((&fields["n"], &fields["box"]), (&json!(1), &json!({"x": 1, "ok": true})));
    let picture = fields["image_1"]["bytes"].as_str().unwrap();
    assert!(picture.starts_with("data:application/octet-stream;base64,iVBORw0KGgo"), "{picture}");
    assert_eq!(rows[0]["image_2"], Value::Null);
}

#[test]
fn packed_files_with_dictionaries_and_a_table_of_their_batches_are_read() {
    for bytes in [POLARS, FEATHER] {
        let rows = rows(bytes).unwrap();
        let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
        assert_eq!(column("id"), [7, 8, 9]);
        assert_eq!(
            column("question"),
            [json!("Which one of them is it?"), json!("Who?"), Value::Null]
        );
        assert_eq!(column("kind"), ["reading", "counting", "reading"]);
        assert_eq!(column("options")[2], json!(["yes", "a choice that is longer than a view"]));
        let picture = column("image")[1].as_str().unwrap().to_owned();
        assert!(
            picture.starts_with("data:application/octet-stream;base64,iVBORw0KGgo"),
            "{picture}"
        );
        assert_eq!(column("image")[2], Value::Null);
    }
}

#[test]
fn numbers_of_classes_are_read_as_their_names_except_where_choices_are_counted() {
    let rows = rows(include_bytes!("classes.arrow")).unwrap();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("kind"), [json!("reading"), json!("counting"), Value::Null]);
    assert_eq!(column("label"), [0, 1, 0]);
}

#[test]
fn a_file_that_was_cut_off_or_changed_is_an_error_or_other_values_and_never_a_panic() {
    for sample in [SAMPLE, POLARS, FEATHER] {
        for end in (0..sample.len()).step_by(7) {
            let read = rows(&sample[..end]);
            assert!(read.is_err() || read.is_ok_and(|rows| rows.len() < 3));
        }
        for at in (0..sample.len()).step_by(3) {
            for value in [0, 0x7F, 0xFF] {
                let mut bytes = sample.to_vec();
                bytes[at] = value;
                let _ = rows(&bytes);
            }
        }
    }
}

#[test]
fn a_damaged_file_is_answered_by_the_command_that_converts_it() {
    for sample in [SAMPLE, POLARS] {
        let problem = rows(&sample[..1_000]).unwrap_err().to_string();
        assert!(problem.contains("was it cut off?") && problem.contains("to_parquet"), "{problem}");
    }
}
