//! Pictures that stay where they lie: a file below the folder of pictures, or a row of a Parquet file.

use std::fs;

use assay::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};
use serde_json::{Value, json};

use crate::harness::{Workplace, picture};
use crate::support::fault_server::{FaultServer, answer};

/// A table whose three questions name files below `pictures`.
fn with_files() -> Workplace {
    let place = Workplace::new();
    fs::create_dir(place.path("pictures")).unwrap();
    let mut table = "index\tquestion\tA\tB\tanswer\timage_path\n".to_owned();
    for number in 1..=3 {
        fs::write(place.path(&format!("pictures/{number}.png")), picture(number)).unwrap();
        table.push_str(&format!("{number}\tQuestion {number}?\tx\ty\tB\t{number}.png\n"));
    }
    place.write("b.tsv", &table);
    place
}

const FILES: [&str; 5] = ["import", "questions", "b.tsv", "--image-root", "pictures"];

/// A Parquet file whose questions have one picture each; the index is a number, as MMBench's, or a text in
/// a column `id`, as other people's.
fn write_parquet(place: &Workplace, is_table: bool, changed: bool) {
    let key = if is_table { "index" } else { "id" };
    let columns = [
        (key.to_owned(), ColumnKind::Integer),
        ("question".to_owned(), ColumnKind::Text),
        ("A".to_owned(), ColumnKind::Text),
        ("B".to_owned(), ColumnKind::Text),
        ("image".to_owned(), ColumnKind::Pictures),
    ];
    let file = fs::File::create(place.path("b.parquet")).unwrap();
    let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
    for number in 1..=40_u32 {
        let text = |text: &str| ColumnValue::Text(text.into());
        let shown = if changed && number == 7 { 90 } else { number };
        writer
            .row(vec![
                ColumnValue::Text(number.to_string()),
                text(&format!("Question {number}?")),
                text("x"),
                text("y"),
                ColumnValue::List(vec![Some(picture(shown)), Some(picture(number + 50))]),
            ])
            .unwrap();
    }
    writer.finish().unwrap();
}

/// How large the bytes of all pictures in the database are.
fn copied_bytes(place: &Workplace) -> i64 {
    let database = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    database.query_row("SELECT sum(length(bytes)) FROM image", [], |row| row.get(0)).unwrap()
}

fn exported(place: &Workplace) -> String {
    place.run(&["export", "questions", "--format", "jsonl"])
}

fn references(place: &Workplace) -> Vec<String> {
    let said = place.assay(&["doctor", "-o", "json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let of_references = findings.filter(|one| one["check"] == "referenced pictures are there");
    of_references.map(|one| one["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_referenced_picture_file_gives_what_a_copied_one_gives_and_the_import_says_which_it_is() {
    let place = with_files();
    let read = place.json(&FILES);
    let kept = &read["pictures"];
    assert_eq!((&kept["copied"], &kept["referenced"]["pictures"]), (&3.into(), &0.into()));
    assert_eq!(kept["reason"], "not more than 1 GB, or within a text");
    let copied = exported(&place);

    let other = with_files();
    let read = other.json(&[&FILES[..], &["--pictures", "reference"]].concat());
    let bytes: usize = (1..=3).map(|number| picture(number).len()).sum();
    assert_eq!(
        read["pictures"],
        json!({"copied": 0, "referenced": {"pictures": 3, "bytes": bytes}, "reason": "as asked for"})
    );
    assert_eq!(copied_bytes(&other), 0);
    assert_eq!(exported(&other), copied);
    let table = other.run(&["export", "questions"]);
    assert_eq!(table, place.run(&["export", "questions"]));
    assert!(other.run(&["show", "2"]).contains("12x8"), "the size is known");
    let described = other.json(&["describe"]);
    assert_eq!(described["pictures"], place.json(&["describe"])["pictures"]);
    other.run(&["doctor"]);
    assert!(other.run(&FILES).contains("referenced"), "what was left stays so by default");
    let read = other.json(&[&FILES[..], &["--pictures", "copy"]].concat());
    assert_eq!(read["pictures"]["referenced"]["pictures"], 0);
    assert_eq!(copied_bytes(&other), bytes as i64);
}

#[test]
fn an_empty_picture_in_a_list_does_not_shift_those_behind_it() {
    let place = Workplace::new();
    let columns = [
        ("id".to_owned(), ColumnKind::Integer),
        ("question".to_owned(), ColumnKind::Text),
        ("image".to_owned(), ColumnKind::Pictures),
    ];
    let file = fs::File::create(place.path("b.parquet")).unwrap();
    let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
    let list = vec![Some(Vec::new()), Some(picture(1)), Some(picture(2))];
    let question = ColumnValue::Text("Which?".into());
    writer.row(vec![ColumnValue::Text("1".into()), question, ColumnValue::List(list)]).unwrap();
    writer.finish().unwrap();
    let import = ["import", "questions", "b.parquet", "--pictures", "reference"];
    let read = place.json(&import);
    assert_eq!(read["pictures"]["referenced"]["pictures"], 2, "{}", read["pictures"]);
    place.run(&["doctor"]);
    let referenced = exported(&place);
    place.run(&["import", "questions", "b.parquet", "--pictures", "copy"]);
    assert_eq!(referenced, exported(&place));
}

#[test]
fn pictures_in_rows_of_parquet_can_stay_there() {
    for is_table in [true, false] {
        let place = Workplace::new();
        write_parquet(&place, is_table, false);
        place.run(&["import", "questions", "b.parquet"]);
        let copied = exported(&place);
        let other = Workplace::new();
        write_parquet(&other, is_table, false);
        let import = ["import", "questions", "b.parquet", "--pictures", "reference"];
        let read = other.json(&import);
        assert_eq!(read["pictures"]["referenced"]["pictures"], 80, "{}", read["pictures"]);
        assert_eq!(copied_bytes(&other), 0);
        assert_eq!(exported(&other), copied);
        other.run(&["doctor"]);

        write_parquet(&other, is_table, true);
        let broken = references(&other);
        assert_eq!(broken.len(), 1, "{broken:?}");
        assert!(broken[0].contains("question 7: "), "{broken:?}");
        let expected = "b.parquet, row 7, column image: the file has changed since the import";
        assert!(broken[0].contains(expected), "{broken:?}");
        fs::remove_file(other.path("b.parquet")).unwrap();
        let broken = references(&other);
        assert_eq!(broken.len(), 1, "{broken:?}");
        assert!(broken[0].contains("80 pictures, the first of question 1: "), "{broken:?}");
        // What is there again is found again, wherever it is by now.
        fs::create_dir(other.path("moved")).unwrap();
        write_parquet(&other, is_table, false);
        fs::rename(other.path("b.parquet"), other.path("moved/b.parquet")).unwrap();
        assert_eq!(references(&other).len(), 1);
        let again = ["moved/b.parquet", "--benchmark", "b", "--pictures", "reference"];
        other.run(&[&["import", "questions"], &again[..]].concat());
        assert_eq!(references(&other), [""; 0]);
    }
}

#[test]
fn a_picture_that_is_gone_or_changed_is_named_with_what_to_do() {
    let place = with_files();
    place.run(&[&FILES[..], &["--pictures", "reference"]].concat());
    fs::remove_file(place.path("pictures/1.png")).unwrap();
    fs::write(place.path("pictures/2.png"), picture(9)).unwrap();
    let broken = references(&place);
    assert_eq!(broken.len(), 2, "{broken:?}");
    let expected = "pictures/1.png: the file is not there any more";
    assert!(broken[0].contains(expected) && broken[0].contains("question 1"), "{broken:?}");
    let expected = "pictures/2.png: the file has changed since the import";
    assert!(broken[1].contains(expected), "{broken:?}");
    assert_eq!(place.assay(&["doctor"]).code, 1);

    let complaint = place.failure(&["export", "questions", "--format", "jsonl"]);
    assert!(complaint.contains("pictures/1.png: the file is not there any more"), "{complaint}");
    assert!(complaint.contains("import the questions again"), "{complaint}");
    let shown = place.assay(&["show", "2"]);
    assert_eq!(shown.code, 1);
    assert!(
        shown.out.contains("It cannot be shown: ") && shown.out.contains("Question 2?"),
        "{shown:?}"
    );
    place.run(&["show", "3"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_folder_later_is_not_followed() {
    let place = with_files();
    place.run(&[&FILES[..], &["--pictures", "reference"]].concat());
    fs::rename(place.path("pictures/1.png"), place.path("outside.png")).unwrap();
    std::os::unix::fs::symlink(place.path("outside.png"), place.path("pictures/1.png")).unwrap();
    let broken = references(&place);
    assert!(broken.len() == 1 && broken[0].contains("it leads out of"), "{broken:?}");
}

#[test]
fn a_bundle_carries_the_bytes_and_a_backup_says_that_it_does_not() {
    let place = with_files();
    place.run(&[&FILES[..], &["--pictures", "reference"]].concat());
    let said = place.assay(&["backup", "copy.db"]).well();
    assert!(said.err.contains("a copy without 3 pictures"), "{said:?}");
    place.run(&["pack", "--for", "alice", "--file", "alice.db"]);
    fs::remove_dir_all(place.path("pictures")).unwrap();
    place.run(&["--db", "alice.db", "doctor"]);
    assert!(place.run(&["--db", "alice.db", "show", "3"]).contains("12x8"));
    let complaint = place.failure(&["pack", "--for", "bob", "--file", "bob.db"]);
    assert!(complaint.contains("not there any more"), "{complaint}");
    assert!(!place.path("bob.db").exists());
}

#[test]
fn pictures_within_a_text_are_copied_and_that_is_said() {
    let place = Workplace::new();
    place.write("b.tsv", &crate::harness::questions(2));
    let read = place.json(&["import", "questions", "b.tsv", "--pictures", "reference"]);
    assert_eq!(read["pictures"]["copied"], 2);
    assert!(read["warnings"].to_string().contains("2 pictures are copied"), "{}", read["warnings"]);
}

/// A run of inference over the table with its pictures left in their folder.
fn infer(place: &Workplace, server: &FaultServer) -> (i32, String) {
    let url = server.url();
    let said = place.assay(&["infer", "--model", "m", "--url", &url, "--strategy", "first-pass"]);
    (said.code, said.err)
}

fn referenced() -> Workplace {
    let place = with_files();
    place.run(&[&FILES[..], &["--pictures", "reference"]].concat());
    place
}

#[test]
fn a_model_is_not_asked_anything_while_the_file_of_a_picture_is_gone() {
    let (place, server) = (referenced(), FaultServer::always(answer("B")));
    for number in [2, 3] {
        fs::remove_file(place.path(&format!("pictures/{number}.png"))).unwrap();
    }
    let (code, complaint) = infer(&place, &server);
    assert_eq!(code, 1, "{complaint}");
    assert!(complaint.contains("nothing was asked: question 2: "), "{complaint}");
    assert!(complaint.contains("pictures/2.png: the file is not there any more"), "{complaint}");
    assert!(complaint.contains("and of one more question"), "{complaint}");
    assert_eq!(server.seen().len(), 0);
    let complaint = place.failure(&["batch", "write", "--model", "m", "--dir", "out"]);
    assert!(complaint.contains("nothing was asked: question 2: "), "{complaint}");
    assert!(!place.path("out").exists());
    assert!(!place.run(&["models"]).contains("open"), "no run was begun");

    for number in [2, 3] {
        fs::write(place.path(&format!("pictures/{number}.png")), picture(number)).unwrap();
    }
    assert_eq!(infer(&place, &server).0, 0);
    assert_eq!(server.seen().len(), 3);
}

#[test]
fn a_model_never_sees_another_picture_and_what_it_answered_before_is_kept() {
    let (place, server) = (referenced(), FaultServer::always(answer("B")));
    fs::write(place.path("pictures/3.png"), picture(9)).unwrap();
    let (code, complaint) = infer(&place, &server);
    assert_eq!(code, 1, "{complaint}");
    assert!(complaint.contains("question 3: "), "{complaint}");
    assert!(complaint.contains("the file has changed since the import"), "{complaint}");
    let asked = server.seen().len();
    assert!(asked <= 2, "only of the others");
    fs::write(place.path("pictures/3.png"), picture(3)).unwrap();
    assert_eq!(infer(&place, &server).0, 0);
    assert_eq!(server.seen().len(), 3, "nothing is asked twice");
    place.run(&["doctor"]);
}

#[test]
fn a_description_leaves_broken_pictures_out_and_says_which_they_are() {
    let place = referenced();
    fs::write(place.path("pictures/2.png"), picture(9)).unwrap();
    let said = place.assay(&["describe", "-o", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for words in ["1 of 3 pictures", "pictures/2.png: the file has changed", "`assay doctor`"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    let described: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(described["questions"], 3);
    assert_eq!(described["pictures"]["pictures"], 3);
    assert_eq!(described["pictures"]["width"]["n"], 2, "sizes leave it out");
    assert_eq!(described["broken_pictures"].as_array().unwrap().len(), 1);
    assert!(described["duplicates"]["near_picture"].is_object());
    // Whether a file is another one, only reading it finds.
    let unread = place.json(&["describe", "--no-near-pictures"]);
    assert_eq!(unread["pictures"]["width"]["n"], 3);
}

#[test]
fn a_description_of_a_benchmark_whose_pictures_are_all_gone_names_the_first_ones() {
    let place = Workplace::new();
    fs::create_dir(place.path("pictures")).unwrap();
    let mut table = "index\tquestion\tA\tB\tanswer\timage_path\n".to_owned();
    for number in 1..=5 {
        fs::write(place.path(&format!("pictures/{number}.png")), picture(number)).unwrap();
        table.push_str(&format!("{number}\tQuestion {number}?\tx\ty\tB\t{number}.png\n"));
    }
    place.write("b.tsv", &table);
    place.run(&[&FILES[..], &["--pictures", "reference"]].concat());
    fs::remove_dir_all(place.path("pictures")).unwrap();
    for unread in [&[][..], &["--no-near-pictures"]] {
        let said = place.assay(&[&["describe"], unread].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.err.contains("5 of 5 pictures"), "{}", said.err);
        assert!(said.err.contains("pictures/3.png"), "{}", said.err);
        assert!(!said.err.contains("pictures/4.png"), "only the first ones: {}", said.err);
        assert!(said.err.contains("and 2 more"), "{}", said.err);
        assert!(said.out.contains("5 not as imported"), "{}", said.out);
        assert!(!said.out.contains("width of a picture"), "{}", said.out);
    }
}
