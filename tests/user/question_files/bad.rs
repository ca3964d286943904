//! Hostile and broken files of questions: each is refused with a message that says what to do, or
//! the bad rows are listed.

use std::fs;
use std::path::Path;

use assay::benchmark::ImageHash;
use assay::formats::{ReadOptions, read_questions, read_questions_from};

use super::{cell, read, read_skipping_bad, read_with, table};

fn refused(text: impl AsRef<[u8]>) -> String {
    match read(text) {
        Ok(file) => panic!("{} questions were read", file.questions.len()),
        Err(error) => error.to_string(),
    }
}

/// One row below these columns.
fn refused_row(columns: &[&str], row: &[&str]) -> String {
    refused(table(&[columns, row]))
}

const CIRCULAR: [&str; 6] = ["index", "question", "A", "B", "C", "answer"];
const BASE: [&str; 6] = ["1", "one?", "x", "y", "z", "B"];

/// A question and what should be its second pass.
fn refused_pass(pass: &[&str]) -> String {
    refused(table(&[&CIRCULAR, &BASE, pass]))
}

#[test]
fn files_that_are_no_tables_of_questions_are_named_for_what_they_are() {
    let mut seen = String::new();
    let cases: [&[u8]; 8] = [
        b"",
        b"PK\x03\x04",
        b"{\"questions\": []}",
        b"index\tquestion\n",
        b"\xEF\xBB\xBFname\ttext\n1\t2\n",
        b"index\tA\n1\t2\n",
        b"\"index\tquestion\n1\tone?\n",
        b"ind\xE9x\tquestion\n1\tone?\n",
    ];
    for case in cases {
        seen += &(refused(case) + "\n");
    }
    insta::assert_snapshot!(seen, @r#"
    q.tsv: the file is empty; expected a table whose first line names the columns
    q.tsv: this is a spreadsheet (xlsx) or a zip archive, not a table of text; save the sheet as tab-separated text in UTF-8
    q.tsv: this is JSON, not a table of text; leave --format out, or name its own format
    q.tsv: there is no row below the names of the columns
    q.tsv: there is no column "index"; the columns are “name”, “text”. Expected the layout of VLMEvalKit: index, question, A, B, .., answer, image
    q.tsv: there is no column "question"; the columns are “index”, “A”. Expected the layout of VLMEvalKit: index, question, A, B, .., answer, image
    q.tsv: the first line cannot be read as the names of columns: the file ends inside a quoted cell of the record that begins on line 1
    q.tsv: the first line cannot be read as the names of columns: it is not UTF-8; save the file as UTF-8
    "#);
}

#[test]
fn a_missing_file_and_a_folder_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let read = |path: &Path| {
        let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
        read_questions(path, &ReadOptions::default(), &mut keep, &mut |_| ()).unwrap_err()
    };
    assert!(read(folder.path()).to_string().ends_with("this is a folder; name the file in it"));
    assert!(read(&folder.path().join("no.tsv")).to_string().ends_with("no.tsv cannot be read"));
}

#[test]
fn bad_rows_are_named_with_row_line_column_and_what_to_do() {
    let picture = cell(1);
    let cut = &picture[..70];
    let mut seen = String::new();
    let mut note = |message: String| seen += &(message + "\n");

    let columns = ["index", "question", "A", "B", "answer", "image"];
    note(refused_row(&columns, &["", "one?", "x", "y", "A", &picture]));
    note(refused_row(&columns, &["\"1\n2\"", "one?", "x", "y", "A", &picture]));
    note(refused_row(&columns, &["1", " ", "x", "y", "A", &picture]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "E", &picture]));
    note(refused_row(&columns, &["1", "one?", "x", "", "B", &picture]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "\u{1b}[2J", &picture]));
    note(refused_row(&columns, &["1", "one?", "x", "y"]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", &picture, "more"]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", cut]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", &format!("{picture}?")]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", "1"]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", "pictures/1.png"]));
    note(refused_row(&columns, &["1", "one?", "x", "y", "A", "['a' 'b']"]));
    note(refused_row(&["index", "question", "image_path"], &["1", "one?", "1.png"]));
    note(refused_row(
        &["index", "question", "image", "image_path"],
        &["1", "one?", &picture, "['1.png', '2.png']"],
    ));
    note(refused(b"index\tquestion\tA\n1\tone?\t\"x\ny\xE9z\"\n"));
    insta::assert_snapshot!(seen, @r"
    q.tsv, row 1 (line 2), column index: the cell is empty; every row needs a name of its own, such as a number
    q.tsv, row 1 (line 2), column index: found “1⏎2”; expected a number or a name on one line, of at most 256 bytes
    q.tsv, row 1 (line 2, index 1), column question: the question is empty
    q.tsv, row 1 (line 2, index 1), column answer: found “E”, which is not among the choices A, B; correct it, or leave the cell empty
    q.tsv, row 1 (line 2, index 1), column answer: found “B”, which is not among the choices A; correct it, or leave the cell empty
    q.tsv, row 1 (line 2, index 1), column answer: found “^[[2J”, which is not among the choices A, B; correct it, or leave the cell empty
    q.tsv, row 1 (line 2, index 1): the row has 4 cells, but the first line names 6 columns; quote cells that hold tabs or line breaks, and close every quote
    q.tsv, row 1 (line 2, index 1): the row has 7 cells, but the first line names 6 columns; quote cells that hold tabs or line breaks, and close every quote
    q.tsv, row 1 (line 2, index 1), column image: found “iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAIAAABChommAAAAd0lEQVR4Ae3A…”: the base64 is cut off or wrongly padded (70 characters); expected a picture in base64, so export it again
    q.tsv, row 1 (line 2, index 1), column image: found “iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAIAAABChommAAAAd0lEQVR4Ae3A…”: base64 has no '?' (character 241); expected a picture in base64, so export it again
    q.tsv, row 1 (line 2, index 1), column image: found “1”, the row's own index; expected a picture or the index of another row
    q.tsv, row 1 (line 2, index 1), column image: found “pictures/1.png”, which is neither a picture in base64 nor the index of another row; paths of picture files belong in a column image_path
    q.tsv, row 1 (line 2, index 1), column image: found “['a' 'b']”: expected a comma or a closing bracket at character 6; expected a list such as ['..', '..']
    q.tsv, row 1 (line 2, index 1), column image_path: found “1.png”, but no folder of pictures was named; say where they are with --image-root DIR
    q.tsv, row 1 (line 2, index 1), column image_path: image holds 1 pictures, image_path names 2; they go together by position
    q.tsv, row 1 (line 2, index 1), column A: byte 0xE9 on line 3 is not UTF-8 (at byte 4 of the cell); save the file as UTF-8
    ");
}

#[test]
fn rows_that_contradict_each_other_are_named() {
    let columns = ["index", "question", "image"];
    let picture = cell(1);
    let mut seen = String::new();
    for rows in [
        [["1", "one?", &picture], ["1", "two?", &picture]],
        [["1", "one?", &picture], ["01.0", "two?", &picture]],
        [["1", "one?", &picture], ["2", "two?", ""]],
        [["1", "one?", "2"], ["2", "two?", "1"]],
        [["1", "one?", &picture], ["2", "two?", "3"]],
    ] {
        seen += &(refused(table(&[&columns, &rows[0], &rows[1]])) + "\n");
    }
    insta::assert_snapshot!(seen, @r"
    q.tsv, row 2 (line 3, index 1), column index: the index is already that of row 1 (line 2); give each row its own
    q.tsv, row 2 (line 3, index 01.0), column index: the index is already that of row 1 (line 2); give each row its own
    q.tsv, row 2 (line 3, index 2), column image: the row has no picture, but other rows have one (VLMEvalKit drops such rows); fill the cell, or take the row out
    q.tsv, row 1 (line 2, index 1), column image: found “2”, but that row (row 2) has no picture of its own; point at the row that has it
    q.tsv, row 2 (line 3, index 2), column image: found “3”, which is neither a picture in base64 nor the index of another row; paths of picture files belong in a column image_path
    ");
}

#[test]
fn passes_that_do_not_repeat_their_question_are_named() {
    let mut seen = String::new();
    for pass in [
        ["1000001", "one?", "y", "x", "z", "A"],
        ["1000001", "one?", "x", "y", "z", "B"],
        ["1000001", "one?", "y", "z", "x", "B"],
        ["1000001", "one?", "y", "z", "x", ""],
        ["3000001", "one?", "y", "z", "x", "A"],
        ["1000001", "one?", "y", "z", "", "A"],
    ] {
        // A third row that is a good pass shows that the file is a circular one.
        let good = ["2000001", "one?", "z", "x", "y", "C"];
        seen += &(refused(table(&[&CIRCULAR, &BASE, &pass, &good])) + "\n");
    }
    insta::assert_snapshot!(seen, @r"
    q.tsv, row 2 (line 3, index 1000001): the choices “A y, B x, C z” are not those of question “1” in rotated order (“A x, B y, C z”); correct them
    q.tsv, row 2 (line 3, index 1000001): the choices stand in the same order as in pass 0 (row 1); each pass needs its own
    q.tsv, row 2 (line 3, index 1000001), column answer: found B, which is not the choice that is right in question “1” (there B); correct one of the two
    q.tsv, row 2 (line 3, index 1000001), column answer: found no answer, which is not the choice that is right in question “1” (there B); correct one of the two
    q.tsv, row 2 (line 3, index 3000001): this is pass 3 of question “1”, which has only 3 choices and as many passes
    q.tsv, row 2 (line 3, index 1000001): the choices “A y, B z” are not those of question “1” in rotated order (“A x, B y, C z”); correct them
    ");
    assert!(refused_pass(&["1000001", "one?", "y", "x", "z", "A"]).contains("in rotated order"));
}

#[test]
fn a_pass_with_another_stem_hint_or_picture_is_named() {
    let columns = ["index", "question", "hint", "A", "B", "image", "g_index"];
    let (one, two) = (cell(1), cell(2));
    let base = ["1", "one?", "h", "x", "y", &one, "1"];
    let mut seen = String::new();
    for pass in [
        ["1000001", "two?", "h", "y", "x", "1", "1"],
        ["1000001", "one?", "i", "y", "x", "1", "1"],
        ["1000001", "one?", "h", "y", "x", &two, "1"],
    ] {
        seen += &(refused(table(&[&columns, &base, &pass])) + "\n");
    }
    insta::assert_snapshot!(seen, @r"
    q.tsv, row 2 (line 3, index 1000001), column question: found “two?”; as a pass of question “1” it must be the same as there: “one?”
    q.tsv, row 2 (line 3, index 1000001), column hint: found “i”; as a pass of question “1” it must be the same as there: “h”
    q.tsv, row 2 (line 3, index 1000001), column image: as a pass of question “1” the row must have the same pictures; point at its row
    ");
}

#[test]
fn passes_without_their_question_are_errors() {
    let first = ["1000001", "one?", "y", "z", "x", "A"];
    let second = ["2000001", "one?", "z", "x", "y", "C"];
    let message = refused(table(&[&CIRCULAR, &first, &second]));
    assert!(message.contains("pass 1 of question “1”, but there is no row"), "{message}");
}

#[test]
fn one_index_in_words_does_not_hide_that_the_others_are_passes() {
    let text = table(&[
        &CIRCULAR,
        &BASE,
        &["1000001", "one?", "y", "z", "x", "A"],
        &["two", "two?", "x", "y", "z", "B"],
        &["1000002", "two?", "y", "z", "x", "A"],
    ]);
    assert!(refused(text).contains("pass 1 of question “2”, but there is no row"));
}

#[test]
fn a_quote_closed_in_another_row_is_found_out() {
    let text = "index\tquestion\tA\tB\n1\t\"open\tx\ty\n2\ttwo?\tx\ty\n3\t\"a word\" said\tx\ty\n";
    insta::assert_snapshot!(refused(text), @r"q.tsv, row 1 (line 2, index 1), column question: the cell swallowed about 2 more rows, from “2    two?    x    y” on: a quote is not closed. Close it, or double it if it is a part of the text");
}

#[test]
fn a_quote_that_is_never_closed_names_the_line_where_its_row_began() {
    let text = "index\tquestion\tA\n1\tone?\tx\n2\ttwo?\t\"open\n3\tthree?\tx\n4\tfour?\tx\n";
    insta::assert_snapshot!(refused(text), @r"q.tsv: a quote opened in row 2 (which begins on line 3), column “A”, is never closed: the rest of the file was swallowed. Close the quote, or double it if it is a part of the text");
    let skipping = ReadOptions { skip_bad: true, ..ReadOptions::default() };
    assert!(read_with(text, &skipping).is_err(), "half of the file would be lost unseen");
}

#[test]
fn a_cell_of_more_than_a_hundred_megabytes_is_refused_while_reading() {
    use std::io::Read;
    let head = &b"index\tquestion\timage\n1\tone?\t"[..];
    let source = head.chain(std::io::repeat(b'A').take(1 << 40));
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    let mut read = 0;
    let name = Path::new("q.tsv");
    let error =
        read_questions_from(source, name, &ReadOptions::default(), &mut keep, &mut |at| read = at)
            .unwrap_err();
    assert_eq!(
        error.to_string(),
        "q.tsv, row 1 (line 2), column image: the cell has more than 100 MB; shrink the picture, or \
         close a quote that was left open"
    );
}

#[test]
fn bad_rows_can_be_skipped_and_are_listed_with_their_reason() {
    let picture = cell(1);
    let text = table(&[
        &["index", "question", "A", "B", "answer", "image"],
        &["1", "one?", "x", "y", "E", &picture],
        &["2", "two?", "x", "y", "A", &picture],
        &["3", "three?", "x", "y", "A", "1"],
        &["1000001", "one?", "y", "x", "B", "2"],
        &["1000002", "two?", "x", "y", "A", "2"],
        &["4", "four?", "x"],
    ]);
    let file = read_skipping_bad(text);
    let keys: Vec<&str> = file.questions.iter().map(|question| question.key.as_str()).collect();
    assert_eq!((keys, file.rows), (vec!["2"], 6));
    let skipped: Vec<String> = file
        .skipped
        .iter()
        .map(|s| format!("{} {} {:?} {}", s.row, s.line, s.index, s.reason))
        .collect();
    insta::assert_snapshot!(skipped.join("\n"), @r#"
    1 2 Some("1") column answer: found “E”, which is not among the choices A, B; correct it, or leave the cell empty
    3 4 Some("3") column image: found “1”, but that row was skipped
    4 5 Some("1000001") this is a pass of question “1”, whose first row (row 1) was skipped
    5 6 Some("1000002") the choices stand in the same order as in pass 0 (row 2); each pass needs its own
    6 7 Some("4") the row has 3 cells, but the first line names 6 columns; quote cells that hold tabs or line breaks, and close every quote
    "#);
}

#[test]
fn a_missing_picture_file_is_named_with_its_row() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    let options =
        ReadOptions { image_root: Some(folder.path().to_owned()), ..ReadOptions::default() };
    let refused = |path: &str| {
        let text = table(&[&["index", "question", "image_path"], &["5", "one?", path]]);
        read_with(text, &options).unwrap_err().to_string()
    };
    let absent = refused("['1.png', 'absent.png']");
    let listed = "q.tsv: missing picture files: 1, which 1 rows name:\n  row 1: “absent.png”\n";
    assert!(absent.starts_with(listed), "{absent}");
    assert!(refused("../1.png").contains("it leads out of "));
    #[cfg(unix)]
    assert!(refused("/etc/hosts").contains("it leads out of "));
}

#[test]
fn a_keeper_that_fails_ends_the_reading() {
    let text = table(&[&["index", "question", "image"], &["1", "one?", &cell(1)]]);
    let mut keep = |_: &[u8], _: Option<&_>| Err("the disk is full".into());
    let options = ReadOptions { skip_bad: true, ..ReadOptions::default() };
    let error =
        read_questions_from(text.as_bytes(), Path::new("q.tsv"), &options, &mut keep, &mut |_| ())
            .unwrap_err();
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "the disk is full");
}

#[test]
fn a_table_of_numbers_in_a_question_is_no_open_quote() {
    let quoted = |stem: &str| {
        format!("index\tquestion\tA\tB\tanswer\n1\t\"{stem}\"\ta\tb\tA\n2\tQ\ta\tb\tB\n")
    };
    for stem in [
        "Table:\n1\t2\t3\t4\t5\n2\t3\t4\t5\t6\nWhat?",
        "Table:\n10\t2\t3\t4\t5\n20\t3\t4\t5\t6\nWhat?",
        // Begins and ends as an open quote would make it, but row 2 is elsewhere.
        "Table\t1\t2\t3\n1\t2\t3\t4\t5\n2\t3",
    ] {
        let file = read_with(quoted(stem), &ReadOptions::default()).unwrap();
        assert_eq!(file.questions.len(), 2, "{stem}");
        assert_eq!(file.questions[0].stem, stem);
    }
}

#[test]
fn rows_swallowed_by_an_open_quote_are_found_wherever_it_opens_and_closes() {
    for rows in [
        "1\t\"Q one\ta\tb\tA\n2\tQ two\"\ta\tb\tB\n3\tQ\ta\tb\tA\n",
        "1\tQ1\ta\tb\t\"A\n2\tQ2\ta\tb\tB\"\n3\tQ3\ta\tb\tA\n",
        "1\tQ1\t\"5 inch\tb\tA\n2\tQ2\t6 inch\"\tb\tA\n3\tQ3\ta\tb\tA\n",
        "1\t\"Q1\ta\tb\tA\n2\t\"Q2\"\ta\tb\tA\n3\tQ3\ta\tb\tA\n",
        "1\t\"Open\ta\tb\tA\n2\tSecond\tc\td\tB\n3\tThird\"\te\tf\tA\n4\tOK\tx\ty\tB\n",
        "1\tQ\ta\tb\tA\n2\t\"Q\ta\tb\tA\n3\tQ\ta\tb\tA\n4\tHe said \"hi\"\ta\tb\tA\n5\tQ\ta\tb\tA\n",
        "1\t\"Q\ta\tb\tA\n2\tQ\ta\tb\tA\n3\tQ\ta\tb\tA\n4\tQ\t\"a\"\tb\tA\n",
    ] {
        let complaint = refused(format!("index\tquestion\tA\tB\tanswer\n{rows}"));
        assert!(complaint.contains("swallowed"), "{rows}: {complaint}");
    }
}

#[test]
fn a_file_without_a_good_row_is_an_error_even_when_bad_rows_are_skipped() {
    let skipping = ReadOptions { skip_bad: true, ..ReadOptions::default() };
    let text = "index\tquestion\tA\n1\t\tx\n2\t\tx\n";
    insta::assert_snapshot!(read_with(text, &skipping).unwrap_err(), @"q.tsv: no row is good; the first one, row 1 (line 2), is bad: column question: the question is empty. Is this the right file?");
}
