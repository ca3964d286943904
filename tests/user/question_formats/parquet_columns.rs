//! Columns of Parquet files that a benchmark's layout does not have, and where its files lie.

use std::fs::{self, File};
use std::sync::Arc;

use parquet::data_type::{
    ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType, Int32Type, Int64Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::json;

use super::{base64, lines, pictures};
use crate::harness::{Workplace, picture};

type Group<'a> = SerializedRowGroupWriter<'a, File>;

/// Writes a file of one row group, whose columns `fill` writes in their order.
fn write(place: &Workplace, name: &str, columns: &str, fill: impl FnOnce(&mut Group<'_>)) {
    let path = place.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let schema = parse_message_type(&format!("message schema {{ {columns} }}")).unwrap();
    let properties = Arc::new(WriterProperties::builder().build());
    let out = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    fill(&mut group);
    group.close().unwrap();
    writer.close().unwrap();
}

fn integers(group: &mut Group<'_>, values: &[i64]) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(values, None, None).unwrap();
    column.close().unwrap();
}

/// Texts or bytes at these levels.
fn texts(group: &mut Group<'_>, values: &[&[u8]], levels: Option<&[i16]>, repeats: Option<&[i16]>) {
    let values: Vec<ByteArray> = values.iter().map(|value| value.to_vec().into()).collect();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<ByteArrayType>().write_batch(&values, levels, repeats).unwrap();
    column.close().unwrap();
}

/// A column in which these many rows are null.
fn nulls(group: &mut Group<'_>, rows: usize) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int32Type>().write_batch(&[], Some(&vec![0; rows]), None).unwrap();
    column.close().unwrap();
}

const QUESTION: &str = "required int64 index; required binary question (STRING); \
                        required binary A (STRING); required binary B (STRING);";

fn question(group: &mut Group<'_>, index: i64) {
    integers(group, &[index]);
    for text in [&b"Which?"[..], b"x", b"y"] {
        texts(group, &[text], None, None);
    }
}

#[test]
fn structs_and_lists_that_the_layout_does_not_have_are_kept_as_extra_fields() {
    let place = Workplace::new();
    let columns = format!(
        "{QUESTION} optional group meta {{ optional binary who (STRING); optional int64 year; }}
         optional group boxes (LIST) {{ repeated group list {{ optional group element (LIST) {{
             repeated group list {{ required int64 element; }} }} }} }}
         optional group sound {{ optional binary bytes; optional int64 rate; }}"
    );
    write(&place, "b.parquet", &columns, |group| {
        question(group, 1);
        texts(group, &[b"Ann"], Some(&[2]), None);
        let mut year = group.next_column().unwrap().unwrap();
        year.typed::<Int64Type>().write_batch(&[1999], Some(&[2]), None).unwrap();
        year.close().unwrap();
        let mut boxes = group.next_column().unwrap().unwrap();
        let (levels, repeats) = ([4, 4, 4], [0, 2, 1]);
        boxes.typed::<Int64Type>().write_batch(&[1, 2, 3], Some(&levels), Some(&repeats)).unwrap();
        boxes.close().unwrap();
        texts(group, &[&[0xFF]], Some(&[2]), None);
        let mut rate = group.next_column().unwrap().unwrap();
        rate.typed::<Int64Type>().write_batch(&[8000], Some(&[2]), None).unwrap();
        rate.close().unwrap();
    });
    let read = place.json(&["import", "questions", "b.parquet"]);
    let warnings = read["warnings"].to_string();
    assert!(warnings.contains("sound (struct{bytes: binary, rate: a number})"), "{warnings}");
    // A table's cells are texts.
    let extra = &lines(&place)[0]["extra"];
    assert_eq!(extra["meta"], r#"{"who":"Ann","year":1999}"#);
    assert_eq!(extra["boxes"], "[[1,2],[3]]");

    // Records keep them as they are.
    let columns = columns.replace(" index;", " id;").replace("binary A", "binary first");
    let columns = columns.replace("binary B", "binary second");
    write(
        &place,
        "c.parquet",
        &columns.replace("optional group sound", "optional group s"),
        |group| {
            question(group, 1);
            texts(group, &[b"Ann"], Some(&[2]), None);
            for (values, levels, repeats) in [
                (&[1999_i64][..], &[2_i16][..], None),
                (&[1, 2, 3], &[4, 4, 4], Some(&[0_i16, 2, 1][..])),
            ] {
                let mut column = group.next_column().unwrap().unwrap();
                column.typed::<Int64Type>().write_batch(values, Some(levels), repeats).unwrap();
                column.close().unwrap();
            }
            texts(group, &[], Some(&[0]), None);
            integers_missing(group);
        },
    );
    place.json(&["import", "questions", "c.parquet", "--benchmark", "c"]);
    let out = place.run(&["export", "questions", "--format", "jsonl", "--benchmark", "c"]);
    let line: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(line["extra"]["meta"], json!({"who": "Ann", "year": 1999}));
    assert_eq!(line["extra"]["boxes"], json!([[1, 2], [3]]));
}

fn integers_missing(group: &mut Group<'_>) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(&[], Some(&[0]), None).unwrap();
    column.close().unwrap();
}

#[test]
fn a_column_that_is_null_in_one_shard_and_has_texts_or_pictures_in_the_next_is_read() {
    let place = Workplace::new();
    let null = format!("{QUESTION} optional int32 hint (UNKNOWN); optional int32 image (UNKNOWN);");
    write(&place, "data/0.parquet", &null, |group| {
        question(group, 1);
        nulls(group, 1);
        nulls(group, 1);
    });
    let full = format!(
        "{QUESTION} optional binary hint (STRING);
         optional group image {{ optional binary bytes; optional binary path (STRING); }}"
    );
    write(&place, "data/1.parquet", &full, |group| {
        question(group, 2);
        texts(group, &[b"look"], Some(&[1]), None);
        texts(group, &[&picture(7)], Some(&[2]), None);
        texts(group, &[], Some(&[1]), None);
    });
    // Alone it has no pictures; with the other shard, its question lacks one.
    let alone = place.json(&["import", "questions", "data/0.parquet", "--benchmark", "a"]);
    assert_eq!((&alone["questions"], &alone["images"]), (&1.into(), &0.into()));
    let both = ["import", "questions", "data", "--benchmark", "b"];
    assert!(place.failure(&both).contains("the row has no picture"));
    place.json(&[&both[..], &["--skip-bad"]].concat());
    let out = place.run(&["export", "questions", "--format", "jsonl", "--benchmark", "b"]);
    let line: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!((&line["index"], &line["hint"]), (&2.into(), &"look".into()));
    assert_eq!(pictures(&line), [("stem".to_owned(), 7)]);
}

#[test]
fn pictures_in_a_column_of_any_name_may_begin_in_a_later_shard() {
    let place = Workplace::new();
    let question_with = |rest: &str| QUESTION.replace("index", "id") + rest;
    write(&place, "data/0.parquet", &question_with("optional int32 photo (UNKNOWN);"), |group| {
        question(group, 1);
        nulls(group, 1);
    });
    let photo = "optional group photo { optional binary bytes; optional binary path (STRING); }";
    write(&place, "data/1.parquet", &question_with(photo), |group| {
        question(group, 2);
        texts(group, &[&picture(7)], Some(&[2]), None);
        texts(group, &[], Some(&[1]), None);
    });
    place.json(&["import", "questions", "data"]);
    assert_eq!(pictures(&lines(&place)[1]), [("stem".to_owned(), 7)]);
}

#[test]
fn the_folder_of_a_repository_is_read_by_its_subsets() {
    let place = Workplace::new();
    for index in [1, 2] {
        let name = format!("set/data/test-{index}.parquet");
        write(&place, &name, QUESTION, |group| question(group, index));
    }
    place.write("set/README.md", "---\n---\n");
    // Some systems put such a file beside each one.
    place.write("set/data/._test-1.parquet", "no Parquet");
    let read = place.json(&["import", "questions", "set"]);
    assert_eq!((&read["questions"], &read["format"]), (&2.into(), &"huggingface".into()));
    write(&place, "set/cn/test-3.parquet", QUESTION, |group| question(group, 3));
    let complaint = place.failure(&["import", "questions", "set", "--benchmark", "b"]);
    assert!(complaint.contains("several subsets: cn, default; choose one"), "{complaint}");
    let read = ["import", "questions", "set", "--benchmark", "b", "--subset", "default"];
    assert_eq!(place.json(&read)["questions"], 2);
}

#[test]
fn an_index_that_is_a_decimal_number_is_a_whole_one_and_names_count_in_any_case() {
    let place = Workplace::new();
    let columns = "required fixed_len_byte_array(9) Index (DECIMAL(20, 0)); \
                   required binary Question (STRING); required binary A (STRING);";
    write(&place, "b.parquet", columns, |group| {
        let number: FixedLenByteArray = ByteArray::from(vec![0, 0, 0, 0, 0, 0, 0, 1, 2]).into();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<FixedLenByteArrayType>().write_batch(&[number], None, None).unwrap();
        column.close().unwrap();
        texts(group, &[b"Which?"], None, None);
        texts(group, &[b"x"], None, None);
    });
    place.run(&["import", "questions", "b.parquet"]);
    assert_eq!(lines(&place)[0]["index"], 258);
}

#[test]
fn base64_is_read_where_a_column_is_not_marked_as_text_and_inside_a_struct() {
    for (columns, levels) in [
        ("required binary image;", None),
        ("required group image { required binary bytes; optional binary path (STRING); }", Some(0)),
        (
            "required group image { required binary bytes (STRING); optional binary path (STRING); }",
            Some(0),
        ),
    ] {
        let place = Workplace::new();
        write(&place, "b.parquet", &format!("{QUESTION} {columns}"), |group| {
            question(group, 1);
            texts(group, &[base64(5).as_bytes()], None, None);
            if let Some(level) = levels {
                texts(group, &[], Some(&[level]), None);
            }
        });
        // Referenced first: what is copied once stays so.
        for more in [&["--pictures", "reference"][..], &["--pictures", "copy"]] {
            let import = ["import", "questions", "b.parquet", "--benchmark", more[1]];
            place.json(&[&import[..], more].concat());
            let export = ["export", "questions", "--format", "jsonl", "--benchmark", more[1]];
            let line = serde_json::from_str(place.run(&export).trim()).unwrap();
            assert_eq!(pictures(&line), [("stem".to_owned(), 5)], "{columns} {more:?}");
        }
    }
}

#[test]
fn pictures_may_be_a_list_of_binary_values_or_have_more_beside_their_bytes() {
    let place = Workplace::new();
    let list = "optional group image (LIST) { repeated group list { optional binary element; } }";
    write(&place, "list.parquet", &format!("{QUESTION} {list}"), |group| {
        question(group, 1);
        texts(group, &[&picture(1), &picture(2)], Some(&[3, 3]), Some(&[0, 1]));
    });
    place.json(&["import", "questions", "list.parquet"]);
    let numbers: Vec<u32> = pictures(&lines(&place)[0]).into_iter().map(|(_, one)| one).collect();
    assert_eq!(numbers, [1, 2]);

    let wide = "optional group image { optional binary bytes; optional binary path (STRING); \
                optional int64 width; optional binary kind (STRING); }";
    write(&place, "wide.parquet", &format!("{QUESTION} {wide}"), |group| {
        question(group, 2);
        texts(group, &[&picture(3)], Some(&[2]), None);
        texts(group, &[], Some(&[1]), None);
        let mut width = group.next_column().unwrap().unwrap();
        width.typed::<Int64Type>().write_batch(&[12], Some(&[2]), None).unwrap();
        width.close().unwrap();
        texts(group, &[b"photo"], Some(&[2]), None);
    });
    for mode in ["copy", "reference"] {
        let other = Workplace::new();
        fs::copy(place.path("wide.parquet"), other.path("wide.parquet")).unwrap();
        let read = other.json(&["import", "questions", "wide.parquet", "--pictures", mode]);
        let warnings = read["warnings"].to_string();
        assert!(warnings.contains("beside the pictures is not read: width, kind"), "{warnings}");
        assert!(other.run(&["show", "2"]).contains("Picture 1 of 1, 12x8"), "{mode}");
        other.assay(&["doctor"]).well();
    }
}
