//! Rows in each form, read again.

use proptest::prelude::*;

use super::*;
use assay_core::keyword::Keyword;

fn written(form: RowForm, cells: &[Cell<'_>]) -> String {
    let mut out = Vec::new();
    let columns = (0..cells.len()).map(|at| format!("c{at}")).collect();
    let mut writer = RowWriter::new(form, columns, &mut out).unwrap();
    writer.row(cells).unwrap();
    writer.finish().unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn tables_quote_every_cell_and_json_leaves_empty_ones_out() {
    let cells = [Cell::Number(7), Cell::text("a \"b\"\tc"), Cell::Missing, Cell::Truth(true)];
    let table = "\"c0\"\t\"c1\"\t\"c2\"\t\"c3\"\n\"7\"\t\"a \"\"b\"\"\tc\"\t\"\"\t\"true\"\n";
    assert_eq!(written(RowForm::Tsv, &cells), table);
    let line = "{\"c0\":7,\"c1\":\"a \\\"b\\\"\\tc\",\"c3\":true}\n";
    assert_eq!(written(RowForm::Jsonl, &cells), line);
}

#[test]
fn an_index_is_a_number_only_where_its_digits_come_back() {
    assert_eq!(Cell::index("42"), Cell::Number(42));
    for text in ["007", "+7", "7.0", "VAL_1", "99999999999999999999"] {
        assert_eq!(Cell::index(text), Cell::text(text));
    }
}

#[test]
fn a_spreadsheet_refuses_what_it_would_cut_and_names_the_cell() {
    let mut out = Vec::new();
    let columns = vec!["index".to_owned(), "prediction".to_owned()];
    let mut writer = RowWriter::new(RowForm::Xlsx, columns, &mut out).unwrap();
    let fits = "猫".repeat(LONGEST_SHEET_CELL);
    writer.row(&[Cell::Number(1), Cell::text(&fits)]).unwrap();
    let long = fits + "x";
    let message = writer.row(&[Cell::Number(2), Cell::text(&long)]).unwrap_err().to_string();
    assert!(message.starts_with("row 2, column prediction: the text has 32768"), "{message}");
}

#[test]
fn a_carriage_return_in_a_spreadsheet_is_one_for_every_reader_of_xml() {
    let mut out = Vec::new();
    let mut writer = RowWriter::new(RowForm::Xlsx, vec!["a".to_owned()], &mut out).unwrap();
    for text in ["one\r\ntwo", "a literal _x000D_", "\u{1}"] {
        writer.row(&[Cell::text(text)]).unwrap();
    }
    writer.finish().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(out)).unwrap();
    let texts = archive.by_name("xl/sharedStrings.xml").unwrap();
    let texts = std::io::read_to_string(texts).unwrap();
    assert!(texts.contains("one&#13;\ntwo") && texts.contains("_x005F_x000D_"), "{texts}");
    assert!(texts.contains("_x0001_"), "{texts}");
}

#[test]
fn an_ending_names_its_form() {
    for form in [RowForm::Tsv, RowForm::Csv, RowForm::Jsonl, RowForm::Xlsx] {
        assert_eq!(RowForm::from_ending(&form.name().to_uppercase()), Some(form));
    }
    assert_eq!(RowForm::from_ending("txt"), None);
}

proptest! {
    #[test]
    fn every_line_of_json_reads_back(texts in prop::collection::vec(any::<String>(), 1..4)) {
        let cells: Vec<Cell<'_>> = texts.iter().map(|text| Cell::text(text)).collect();
        let read: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&written(RowForm::Jsonl, &cells)).unwrap();
        let read: Vec<&str> = read.values().map(|text| text.as_str().unwrap()).collect();
        prop_assert_eq!(read, texts);
    }
}
