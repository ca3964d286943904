//! Damaged prediction files: spreadsheets that lost text, and files that are broken or hostile, each of
//! which is refused with a message that says what to do.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;

use rust_xlsxwriter::{Workbook, Worksheet};

use super::{Files, overall, score, warnings};
use crate::extraction::assay;

fn refused(file: &Path) -> String {
    let output = assay(&["score", file.to_str().expect("a path"), "-o", "json"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(output.stdout.is_empty(), "{message}");
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let after = message.split_once(&format!("{name}: ")).map(|(_, after)| after.trim().to_owned());
    after.unwrap_or_else(|| panic!("the message does not name the file: {message}"))
}

fn refused_bytes(name: &str, bytes: &[u8]) -> String {
    let files = Files::new();
    refused(&files.bytes(name, bytes))
}

const COLUMNS: [&str; 6] = ["index", "question", "A", "B", "answer", "prediction"];

/// A workbook of the kit's layout; `fill` writes what is below the names of the columns.
fn workbook(fill: impl Fn(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in (0..).zip(COLUMNS) {
        sheet.write_string(0, column, name).expect("a cell");
    }
    fill(sheet);
    book.save_to_buffer().expect("a workbook")
}

fn question(sheet: &mut Worksheet, row: u32, prediction: &str) {
    sheet.write_number(row, 0, f64::from(row)).expect("a cell");
    for (column, text) in [(1, "Which?"), (2, "cat"), (3, "dog"), (4, "B"), (5, prediction)] {
        sheet.write_string(row, column, text).expect("a cell");
    }
}

fn rows(file: &Path, more: &[&str]) -> Vec<(String, String)> {
    let arguments = [&["score", file.to_str().expect("a path"), "--rows"], more].concat();
    let output = assay(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let row = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        (row["index"].to_string(), row["label"].to_string())
    };
    text.lines().map(row).collect()
}

#[test]
fn a_text_that_became_a_formula_is_taken_back() {
    let files = Files::new();
    let bytes = workbook(|sheet| {
        question(sheet, 1, "A");
        question(sheet, 2, "");
        sheet.write_formula(2, 5, "=> B").expect("a cell");
    });
    let file = files.bytes("p.xlsx", &bytes);
    let document = score(&file, &["--rules", "vlmevalkit-early"]);
    assert_eq!(overall(&document), (2, 1));
    let printed = warnings(&document);
    assert_eq!(printed.len(), 1);
    assert!(printed[0].starts_with("1 cells were stored as formulas"), "{printed:?}");

    let pandas = score(&file, &["--rules", "vlmevalkit-early", "--compat", "pandas"]);
    assert_eq!(overall(&pandas), (2, 0), "pandas reads the value beside the formula, a 0");
    let printed = warnings(&pandas);
    assert!(printed[0].starts_with("1 cells are formulas; pandas reads the value"), "{printed:?}");
    assert!(!printed.iter().any(|printed| printed.contains("taken back")), "{printed:?}");
}

#[test]
fn cut_and_empty_cells_are_reported() {
    let files = Files::new();
    let bytes = workbook(|sheet| {
        question(sheet, 1, &format!("B{}", " and so on".repeat(4_000))[..32_767]);
        question(sheet, 2, "B");
        // What xlsxwriter does to "https://.." of more than 2,079 characters: it writes no cell.
        sheet.write_number(3, 0, 3.0).expect("a cell");
        sheet.write_string(3, 4, "B").expect("a cell");
    });
    let printed = warnings(&score(&files.bytes("p.xlsx", &bytes), &[])).join("\n");
    assert!(printed.contains("1 cells have 32767 characters"), "{printed}");
    assert!(
        printed
            .contains("1 predictions are empty; a spreadsheet drops a text that begins with a URL")
    );
}

#[test]
fn numbers_truth_values_and_control_characters_read_as_vlmevalkit_prints_them() {
    let files = Files::new();
    let bytes = workbook(|sheet| {
        for (row, (option, prediction)) in
            [("", "20"), ("", "0.5"), ("", "True"), ("x\u{b}y", "x\u{b}y")].into_iter().enumerate()
        {
            question(sheet, row as u32 + 1, prediction);
            sheet.write_string(row as u32 + 1, 3, option).expect("a cell");
        }
        sheet.write_number(1, 3, 20.0).expect("a cell");
        sheet.write_number(2, 3, 0.5).expect("a cell");
        sheet.write_boolean(3, 3, true).expect("a cell");
    });
    let found = rows(&files.bytes("p.xlsx", &bytes), &["--rules", "vlmevalkit-late"]);
    let label = |index: &str| (index.to_owned(), "\"B\"".to_owned());
    assert_eq!(found, [label("1"), label("2"), label("3"), label("4")]);
}

#[test]
fn the_content_decides_the_format_and_not_the_name() {
    let files = Files::new();
    let bytes = workbook(|sheet| question(sheet, 1, "B"));
    for name in ["p.tsv", "p.json", "p", "p.csv"] {
        assert_eq!(overall(&score(&files.bytes(name, &bytes), &[])), (1, 1), "{name}");
    }
    let text = "index,question,A,B,answer,prediction\n1,Which?,cat,dog,B,B\n";
    for text in [text.to_owned(), text.replace(',', "\t"), format!("\u{feff}{text}")] {
        assert_eq!(overall(&score(&files.bytes("p.xlsx", text.as_bytes()), &[])), (1, 1));
    }
}

#[test]
fn files_that_are_no_predictions_are_named_for_what_they_are() {
    let header = "index\tquestion\tA\tB\tanswer\tprediction\n";
    let seen = [
        refused_bytes("empty.tsv", b""),
        refused_bytes("blank.tsv", b"\n \n"),
        refused_bytes("header.tsv", header.as_bytes()),
        refused_bytes("dataset.tsv", b"index\tA\tB\tanswer\n1\tcat\tdog\tA\n"),
        refused_bytes("unanswered.tsv", b"index\tA\tB\tprediction\n1\tcat\tdog\tA\n"),
        refused_bytes("words.tsv", b"some\ttext\nand\tmore\n"),
        refused_bytes(
            "no_index.tsv",
            format!("{header}1\tq\tx\ty\tA\tA\n\tq\tx\ty\tA\tA\n").as_bytes(),
        ),
        refused_bytes("short_row.tsv", format!("{header}1\tq\tx\n").as_bytes()),
        refused_bytes("open_quote.tsv", format!("{header}1\t\"q\tx\ty\tA\tA\n").as_bytes()),
        refused_bytes("latin1.tsv", &[header.as_bytes(), b"1\tq\tx\ty\tA\tcaf\xE9\n"].concat()),
        refused_bytes("utf16.tsv", b"\xFF\xFEi\0n\0"),
        refused_bytes("encrypted.xlsx", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1and so on"),
        refused_bytes("archive.tsv.gz", b"\x1F\x8B\x08"),
        refused_bytes("broken.json", b"[{\"index\": 1, \"prediction\": tru}]"),
        refused_bytes("cut.json", b"[{\"index\": 1, \"prediction\": \"A"),
        refused_bytes("number.json", b"{\"index\": 1}\n7\n"),
        refused_bytes("nested.json", b"[{\"index\": 1, \"prediction\": {\"text\": \"A\"}}]"),
        refused_bytes("columns.json", b"{\"index\": {\"0\": 1}, \"prediction\": {\"0\": \"A\"}}"),
        refused_bytes("nothing.json", b"[{\"index\": NaN, \"prediction\": \"A\"}]"),
    ];
    insta::assert_snapshot!(seen.join("\n"), @r#"
    the file is empty
    the file is empty
    there is no row below the names of the columns
    there is no column "prediction"; is this the data set itself?
    there are no reference answers in it; name the data set with --dataset
    there is no column "index"; the columns are “some”, “text”. Expected a file that VLMEvalKit wrote: index, question, A, B, .., answer, prediction
    row 2: the cell index is empty; every row needs the index of its question
    row 1 (line 2) has 3 cells, the first line names 6 columns; is a quote or a tab missing?
    row 1: the file ends inside a quoted cell of the record that begins on line 2; close the quote, or double it if it is a part of the text
    row 1 (line 2), column “prediction”: byte 4 is not UTF-8; save the file as UTF-8
    this is text in UTF-16, not a table of text; save it as UTF-8
    this is an old or encrypted Office file; save it as an xlsx without a password
    this is a gzip archive, not a table of text; unpack it first
    record 1 (line 1): is not a JSON object: expected ident at line 1 column 31
    the file ends inside the record that begins on line 1; was it cut off?
    line 2: expected a record, found '7'
    record 1 (line 1): field “prediction”: expected a text, a number, true, false or null, found an object
    record 1 (line 1): field “index”: expected a text, a number, true, false or null, found an object
    row 1: the cell index is empty; every row needs the index of its question
    "#);
    let folder = tempfile::tempdir().expect("a folder");
    let output = assay(&["score", folder.path().to_str().expect("a path")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("this is a folder"));
    let output = assay(&["score", "there/is/no/such/file.tsv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("file.tsv: cannot be read"));
}

#[test]
fn broken_workbooks_are_refused() {
    let good = workbook(|sheet| question(sheet, 1, "B"));
    assert!(refused_bytes("cut.xlsx", &good[..good.len() / 2]).contains("damaged or cut off"));
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 40].fill(0xFF);
    refused_bytes("flipped.xlsx", &flipped);
    let far = workbook(|sheet| {
        question(sheet, 1, "B");
        sheet.write_string(1_048_575, 16_383, "far").expect("a cell");
    });
    let message = refused_bytes("far.xlsx", &far);
    assert!(message.contains("a cell at row 1048576, column 16384 is beyond"), "{message}");
    let zip = archive(&[("readme.txt", b"hello")]);
    assert!(refused_bytes("archive.xlsx", &zip).contains("not an xlsx workbook"));
    let mut blank = Workbook::new();
    blank.add_worksheet();
    let blank = blank.save_to_buffer().expect("a workbook");
    assert!(refused_bytes("blank.xlsx", &blank).contains("the first sheet is empty"));
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a part");
        zip.write_all(bytes).expect("a part");
    }
    zip.finish().expect("an archive").into_inner()
}

/// The workbook with one of its parts changed.
fn with_part(bytes: &[u8], part: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    use std::io::Read;
    let mut parts = Vec::new();
    let mut archive_in = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    for position in 0..archive_in.len() {
        let mut entry = archive_in.by_index(position).expect("a part");
        let name = entry.name().expect("a name").to_string();
        let mut text = String::new();
        entry.read_to_string(&mut text).expect("text");
        let text = if name == part { change(text) } else { text };
        parts.push((name, text.into_bytes()));
    }
    let parts: Vec<(&str, &[u8])> =
        parts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    archive(&parts)
}

/// What the program says with no more than this much memory to its name.
#[cfg(target_os = "linux")]
fn refused_within(megabytes: usize, file: &Path) -> String {
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {} && exec \"$0\" score \"$1\"", megabytes * 1024)])
        .args([Path::new(env!("CARGO_BIN_EXE_assay")), file])
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    message
}

#[test]
#[cfg(target_os = "linux")]
fn a_cell_of_a_gigabyte_is_refused_while_it_is_read() {
    let files = Files::new();
    for (name, beginning, limit) in [
        (
            "p.tsv",
            "index\tA\tanswer\tprediction\n1\tcat\tA\t",
            "a cell of more than 100000000 bytes",
        ),
        ("p.json", "[{\"index\": 1, \"prediction\": \"", "more than 32000000 bytes"),
    ] {
        let path = files.path(name);
        let mut file = File::create(&path).expect("a file");
        file.write_all(beginning.as_bytes()).expect("written");
        file.set_len(1 << 30).expect("a hole of a gigabyte");
        let message = refused_within(500, &path);
        assert!(message.contains(limit), "{message}");
        fs::remove_file(path).expect("removed");
    }
    let good = workbook(|sheet| question(sheet, 1, "B"));
    let long = "x".repeat(100 << 20);
    let bomb = with_part(&good, "xl/sharedStrings.xml", |text| text.replace("Which?", &long));
    let message = refused_within(500, &files.bytes("bomb.xlsx", &bomb));
    assert!(message.contains("a cell of more than 1 MB"), "{message}");
}

#[test]
#[cfg(target_os = "linux")]
fn numbers_in_a_workbook_do_not_set_memory_aside() {
    let files = Files::new();
    let good = workbook(|sheet| {
        question(sheet, 1, "B");
        sheet.write_formula(1, 5, "=B").expect("a cell");
    });
    let sst = with_part(&good, "xl/sharedStrings.xml", |text| {
        text.replace("uniqueCount=\"", "uniqueCount=\"999999999")
    });
    let message = refused_within(500, &files.bytes("sst.xlsx", &sst));
    assert!(message.contains("no file has that many"), "{message}");
    let formula = with_part(&good, "xl/worksheets/sheet1.xml", |text| {
        text.replace("<f>", "<f t=\"shared\" ref=\"A1:A2\" si=\"99999999999\">")
    });
    let message = refused_within(500, &files.bytes("formula.xlsx", &formula));
    assert!(message.contains("no file has that many"), "{message}");
}

#[test]
fn escape_sequences_in_a_file_do_not_reach_the_terminal() {
    let files = Files::new();
    let rows: [&[&str]; 3] = [
        &["index", "question", "A", "B", "answer", "category", "prediction"],
        &["\u{1b}[2J1", "q", "x", "y", "A ", "\u{1b}]0;title\u{7}", "A"],
        &["\u{1b}[2J1", "q", "x", "y", "A", "\u{9b}31m", "A"],
    ];
    let file = files.table("p.tsv", &rows);
    for form in ["table", "markdown"] {
        let output = assay(&["score", file.to_str().expect("a path"), "-o", form]);
        let all = [output.stdout, output.stderr].concat();
        assert!(!all.contains(&0x1b) && !String::from_utf8_lossy(&all).contains('\u{9b}'));
    }
}
