use std::io::BufReader;

use super::*;
use proptest::prelude::*;

const SMALL: Limits = Limits { cell: 8, record: 20, cells: 4 };

/// A buffer of three bytes cuts every cell, so that `csv-core` reads all records.
const SPLIT: usize = 3;
/// A buffer that holds whole records, which are scanned there.
const WHOLE: usize = 4096;

fn reader(text: &[u8], limits: Limits) -> RecordReader<BufReader<&[u8]>> {
    reader_with_buffer(text, limits, SPLIT)
}

fn reader_with_buffer(
    text: &[u8],
    limits: Limits,
    buffer: usize,
) -> RecordReader<BufReader<&[u8]>> {
    RecordReader::new(BufReader::with_capacity(buffer, text), b'\t', limits)
}

/// Everything that a reader finds in a text: the records with their lines, and all errors.
fn findings(text: &[u8], limits: Limits, buffer: usize) -> Vec<String> {
    let mut reader = reader_with_buffer(text, limits, buffer);
    let mut found = Vec::new();
    loop {
        match reader.next_record() {
            Ok(None) => return found,
            Ok(Some(record)) => {
                let cells: Vec<_> = record.cells().map(<[u8]>::escape_ascii).collect();
                let text = record.text_cells();
                for (at, cell) in record.cells().enumerate() {
                    let checked = text.as_ref().and_then(|cell| cell(at));
                    assert!(checked.is_none_or(|checked| checked.as_bytes() == cell));
                }
                let has_line_feeds = record.cells().any(|cell| cell.contains(&b'\n'));
                assert_eq!(record.has_line_feeds, has_line_feeds);
                let line = record.line;
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                found.push(format!("{line} {cells:?}"));
            }
            Err(error) => {
                found.push(error.to_string());
                if reader.skip_rest_of_record().is_err() {
                    return found;
                }
            }
        }
    }
}

/// All records: the line each begins on, and its cells; the same whatever the buffer holds.
fn read(text: &[u8]) -> Vec<(u64, Vec<String>)> {
    let [split, whole] = [SPLIT, WHOLE].map(|buffer| read_with_buffer(text, buffer));
    assert_eq!(split, whole);
    whole
}

fn read_with_buffer(text: &[u8], buffer: usize) -> Vec<(u64, Vec<String>)> {
    let mut reader = reader_with_buffer(text, Limits::default(), buffer);
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let cells = record.cells().map(|cell| String::from_utf8_lossy(cell).into_owned());
        records.push((record.line, cells.collect()));
    }
    records
}

fn record(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
    (line, cells.iter().map(ToString::to_string).collect())
}

#[test]
fn quotes_hold_tabs_and_line_breaks_and_lines_stay_right() {
    let text = b"a\tb\n\"1\n2\"\t\"x\ty\"\n\n3\t\"he said \"\"no\"\"\"\n4\tp\"q\"r";
    let expected = [
        record(1, &["a", "b"]),
        record(2, &["1\n2", "x\ty"]),
        record(5, &["3", "he said \"no\""]),
        record(6, &["4", "p\"q\"r"]),
    ];
    assert_eq!(read(text), expected);
}

#[test]
fn crlf_counts_as_one_line_break() {
    let expected = [record(1, &["a", "b"]), record(2, &["1\r\n2", ""]), record(4, &["3", "4"])];
    assert_eq!(read(b"a\tb\r\n\"1\r\n2\"\t\r\n3\t4\r\n"), expected);
}

#[test]
fn a_quote_left_open_is_an_error_that_names_where_the_record_began() {
    let mut reader = reader(b"a\tb\n1\t\"open\n2\tx\n", Limits::default());
    reader.next_record().unwrap();
    let error = reader.next_record().unwrap_err();
    assert!(matches!(error, RecordError::OpenQuote { line: 2, cell: Some(1) }), "{error:?}");
}

#[test]
fn a_quote_closed_by_the_last_character_is_not_open() {
    assert_eq!(read(b"\"a\""), [record(1, &["a"])]);
    assert_eq!(read(b"\"a\n\""), [record(1, &["a\n"])]);
}

#[test]
fn what_is_too_long_is_refused_and_the_next_record_is_still_read() {
    for (long, wanted) in [
        ("123456789\tx", "has a cell of more than 8 bytes"),
        ("12345678\t12345678\t12345678", "has more than 20 bytes"),
        ("1\t2\t3\t4\t5\t6", "has more than 4 cells"),
    ] {
        let text = format!("{long}\nnext\n");
        let mut reader = reader(text.as_bytes(), SMALL);
        let error = reader.next_record().unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
        reader.skip_rest_of_record().unwrap();
        let next = reader.next_record().unwrap().unwrap();
        assert_eq!((next.line, next.cell(0)), (2, &b"next"[..]), "{long}");
    }
}

#[test]
fn a_cell_that_never_ends_does_not_fill_the_memory() {
    let endless = std::io::BufReader::new(std::io::repeat(b'A'));
    let limits = Limits { cell: 100_000, record: 150_000, cells: 4 };
    let mut reader = RecordReader::new(endless, b'\t', limits);
    assert!(matches!(reader.next_record(), Err(RecordError::CellTooLong { line: 1, .. })));
    assert!(reader.text.len() <= limits.record);
    assert!(reader.bytes_read < 300_000);
}

/// Bytes of which many have a meaning for the reader.
fn table_bytes() -> impl Strategy<Value = Vec<u8>> {
    let meaning = prop::sample::select(b"ab\"\"\t\t\n\r,\0\xC3\xA9".to_vec());
    prop::collection::vec(prop_oneof![9 => meaning, 1 => any::<u8>()], 0..90)
}

proptest! {
    #[test]
    fn the_cells_are_those_that_the_csv_crate_reads(
        bytes in table_bytes(),
        buffer in prop::sample::select(vec![SPLIT, 20, WHOLE]),
    ) {
        let mut csv = csv::ReaderBuilder::new();
        csv.delimiter(b'\t').has_headers(false).flexible(true);
        let expected: Vec<Vec<Vec<u8>>> = csv
            .from_reader(&bytes[..])
            .byte_records()
            .map(|record| record.unwrap().iter().map(<[u8]>::to_vec).collect())
            .collect();
        let mut reader = reader_with_buffer(&bytes, Limits::default(), buffer);
        let mut found: Vec<Vec<Vec<u8>>> = Vec::new();
        loop {
            match reader.next_record() {
                Ok(Some(record)) => found.push(record.cells().map(<[u8]>::to_vec).collect()),
                Ok(None) => break prop_assert_eq!(found, expected),
                Err(RecordError::OpenQuote { .. }) => {
                    break prop_assert_eq!(&found[..], &expected[..expected.len() - 1]);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn scanned_records_their_lines_and_all_errors_are_those_of_csv_core(
        bytes in table_bytes(),
        limits in prop::sample::select(vec![SMALL, Limits::default()]),
    ) {
        let expected = findings(&bytes, limits, SPLIT);
        prop_assert_eq!(&findings(&bytes, limits, 20), &expected);
        prop_assert_eq!(&findings(&bytes, limits, WHOLE), &expected);
    }

    #[test]
    fn what_the_csv_crate_writes_is_read_back(
        rows in prop::collection::vec(prop::collection::vec(any::<String>(), 3), 1..6),
        always in any::<bool>(),
        crlf in any::<bool>(),
    ) {
        let mut writer = csv::WriterBuilder::new();
        writer.delimiter(b'\t');
        if always {
            writer.quote_style(csv::QuoteStyle::Always);
        }
        if crlf {
            writer.terminator(csv::Terminator::CRLF);
        }
        let mut writer = writer.from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let found: Vec<Vec<String>> =
            read(&writer.into_inner().unwrap()).into_iter().map(|(_, cells)| cells).collect();
        prop_assert_eq!(found, rows);
    }
}
