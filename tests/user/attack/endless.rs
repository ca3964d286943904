//! Input without an end, and input that asks for more memory than there is.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::harness::{Said, Workplace};

/// The program in at most so many MB of memory; it must end within a while.
fn bounded(place: &Workplace, megabytes: usize, arguments: &[&str]) -> Said {
    let program = env!("CARGO_BIN_EXE_assay");
    let limit = format!("ulimit -v {}; exec \"$@\"", megabytes * 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &limit, "sh", program]).args(arguments);
    command.current_dir(place.path("")).env_clear().envs(place.environment());
    // Into files: a pipe that nobody reads would stop a program that prints much.
    let file = |name| std::fs::File::create(place.path(name)).unwrap();
    command.stdin(Stdio::null()).stdout(file("out.txt")).stderr(file("err.txt"));
    let mut child = command.spawn().unwrap();
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > Duration::from_secs(40) {
            child.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let read = |name| std::fs::read_to_string(place.path(name)).unwrap();
    Said { code: status.code().unwrap_or(-1), out: read("out.txt"), err: read("err.txt") }
}

#[test]
fn a_device_without_an_end_is_given_up_with_a_message() {
    let place = Workplace::with_questions(2);
    let readers: [&[&str]; 7] = [
        &["import", "predictions", "--model", "m"],
        &["import", "labels", "--extractor", "x"],
        &["import", "questions"],
        &["import", "decisions"],
        &["import", "guideline"],
        &["score"],
        &["agree", "table"],
    ];
    for device in ["/dev/urandom", "/dev/zero"] {
        for reader in readers {
            let said = bounded(&place, 3_000, &[reader, &[device]].concat());
            assert!(matches!(said.code, 1 | 2), "{reader:?} {device}: {said:?}");
            assert!(said.err.starts_with("assay: ") || said.code == 2, "{reader:?}: {said:?}");
            assert!(said.err.len() < 2_000, "{reader:?} {device}: {} bytes", said.err.len());
        }
    }
}

#[test]
fn a_pipe_that_nobody_writes_to_is_refused_where_a_file_is_wanted() {
    let place = Workplace::with_questions(2);
    place.run(&["batch", "write", "--model", "m", "--dir", "out"]);
    let made = Command::new("mkfifo").arg(place.path("pipe")).status();
    assert!(made.unwrap().success());
    for reader in [&["batch", "read"][..], &["import", "predictions", "--model", "n"], &["score"]] {
        let said = bounded(&place, 3_000, &[reader, &["pipe"]].concat()).failing(1);
        assert!(
            said.contains("this is a device or a pipe; write it to a file"),
            "{reader:?}: {said}"
        );
    }
}

#[test]
fn a_small_file_of_parquet_or_a_spreadsheet_that_becomes_gigabytes_is_refused() {
    use parquet::data_type::{ByteArray, ByteArrayType};
    use parquet::file::writer::SerializedFileWriter;
    let place = Workplace::new();
    // A text of 500 kB once in the dictionary, and 400 times in the rows: 200 MB.
    let names = ["index", "question", "A", "B", "answer", "prediction"];
    let columns: String = names.map(|name| format!("REQUIRED BINARY {name} (UTF8); ")).concat();
    let schema = format!("message rows {{ {columns} }}");
    let schema = parquet::schema::parser::parse_message_type(&schema).unwrap();
    let file = std::fs::File::create(place.path("b.parquet")).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema.into(), Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let text = "x".repeat(500_000);
    for name in names {
        let mut column = group.next_column().unwrap().unwrap();
        let cell = |row: usize| match name {
            "index" => ByteArray::from(row.to_string().as_str()),
            "question" => ByteArray::from(text.as_str()),
            _ => ByteArray::from("A"),
        };
        let cells: Vec<ByteArray> = (0..400).map(cell).collect();
        column.typed::<ByteArrayType>().write_batch(&cells, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
    // A shared text of 32,000 characters in 6,000 cells: 192 MB.
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    let text = "x".repeat(32_000);
    for (at, name) in names.iter().enumerate() {
        sheet.write_string(0, at as u16, *name).unwrap();
    }
    for row in 1..=6_000 {
        sheet.write_number(row, 0, row).unwrap();
        sheet.write_string(row, 1, &text).unwrap();
        sheet.write_string(row, 5, "A").unwrap();
    }
    book.save(place.path("b.xlsx")).unwrap();
    for command in [&["score", "b.parquet"][..], &["import", "questions", "b.xlsx"]] {
        let size = std::fs::metadata(place.path(command[command.len() - 1])).unwrap().len();
        assert!(size < 2_000_000, "{command:?}: {size} bytes");
        let said = bounded(&place, 1_200, command).failing(1);
        assert!(said.contains("unpacks to more than"), "{command:?}: {said}");
    }
}

#[test]
fn a_table_with_swapped_columns_asks_whether_they_are() {
    let place = Workplace::new();
    let mut table = "item,rater,label\n".to_owned();
    for row in 0..6_000 {
        // Two people rated 3,000 things; who and what are in each other's column.
        table += &format!("{},thing{},{}\n", ["ann", "bob"][row % 2], row / 2, ["A", "B"][row % 2]);
    }
    place.write("swapped.csv", &table);
    let said = bounded(&place, 600, &["agree", "table", "swapped.csv"]).well();
    assert!(said.err.contains("swapped"), "{}", said.err);
    let said = bounded(&place, 600, &["agree", "table", "swapped.csv", "-o", "json"]).well();
    assert!(said.out.len() < 20_000_000, "{} bytes", said.out.len());
    let right = "--item=rater --rater=item";
    let arguments: Vec<&str> = right.split(' ').collect();
    let said = bounded(&place, 600, &[&["agree", "table", "swapped.csv"], &arguments[..]].concat());
    assert!(!said.well().err.contains("swapped"));
}
