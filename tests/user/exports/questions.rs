//! `assay export questions`, plain and circular.

use std::fs;
use std::process::{Command, Stdio};

use calamine::{Data, DataType, Reader, Xlsx, open_workbook};

use super::{contents, demo, rows, shared_data};
use crate::harness::Workplace;

fn with(rows: &str) -> Workplace {
    let place = Workplace::new();
    place.write("b.tsv", rows);
    place.assay(&["import", "questions", "b.tsv"]).well();
    place
}

const THREE: &str = "index\tquestion\tA\tB\tC\tanswer\n\
    7\tWhich animal?\tcat\tdog\then\tB\n\
    8\tWhich of them?\tcat\tdog\tBoth A and B\tC\n\
    9\tHow many?\tone\ttwo\t\tA\n";

#[test]
fn every_sample_question_goes_out_and_comes_back_the_same() {
    let place = demo();
    for (benchmark, flags) in [("sample_en", &[][..]), ("sample_en", &["--circular"])] {
        let file = format!("{benchmark}{}.tsv", flags.len());
        let export = ["export", "questions", "--benchmark", benchmark, "--file", &file];
        place.assay(&[&export, flags].concat()).well();
        let other = format!("{}.db", flags.len());
        let import = ["--db", &other, "import", "questions", &file, "--benchmark", benchmark];
        place.assay(&import).well();
        let ours = contents(&place, "assay.db", benchmark);
        assert!(!ours.is_empty());
        assert_eq!(contents(&place, &other, benchmark), ours, "{flags:?}");
        let again =
            place.assay(&["import", "questions", &file, "--benchmark", benchmark, "-o", "json"]);
        let again = again.well().json();
        assert_eq!((&again["new"], &again["changed"]), (&0.into(), &0.into()), "{again}");
    }
}

#[test]
fn a_circular_file_is_what_vlmevalkits_tool_would_make() {
    let said = with(THREE).assay(&["export", "questions", "--circular"]).well();
    let printed: Vec<Vec<String>> = rows(&said.out)
        .iter()
        .map(|row| ["index", "A", "B", "C", "answer", "g_index"].map(|c| row[c].clone()).to_vec())
        .collect();
    let expected = [
        ["7", "cat", "dog", "hen", "B", "7"],
        ["8", "cat", "dog", "Both A and B", "C", "8"],
        ["9", "one", "two", "", "A", "9"],
        ["1000007", "dog", "hen", "cat", "A", "7"],
        ["1000009", "two", "one", "", "B", "9"],
        ["2000007", "hen", "cat", "dog", "C", "7"],
    ];
    assert_eq!(printed, expected);
    assert!(said.err.contains("question 8 stays single: choice C names other choices"), "{said:?}");
}

#[test]
fn real_questions_keep_the_passes_of_their_file() {
    let Some(file) = shared_data("mmbench_samples/MMBench_SAMPLES_EN.tsv") else { return };
    let place = Workplace::new();
    let file = file.to_str().unwrap();
    place.assay(&["import", "questions", file, "--benchmark", "s"]).well();
    let out = place.assay(&["export", "questions", "--circular", "-f", "c.tsv"]).well();
    assert!(out.err.contains("78 rows written to c.tsv"), "{out:?}");
    place.assay(&["--db", "2.db", "import", "questions", "c.tsv", "--benchmark", "s"]).well();
    assert_eq!(contents(&place, "2.db", "s"), contents(&place, "assay.db", "s"));
    for db in ["assay.db", "2.db"] {
        fs::remove_file(place.path("again.tsv")).ok();
        let export = ["--db", db, "export", "questions", "--circular", "-f", "again.tsv"];
        place.assay(&export).well();
        assert_eq!(
            fs::read(place.path("again.tsv")).unwrap(),
            fs::read(place.path("c.tsv")).unwrap()
        );
    }
    let plain = place.assay(&["export", "questions"]).well();
    assert_eq!(rows(&plain.out).len(), 20);
    assert!(plain.err.contains("--circular writes them"), "{}", plain.err);
}

/// Passes rotated to the right, with names that follow no rule.
const NAMED_PASSES: &str = "index\tquestion\tA\tB\tC\tanswer\tg_index\n\
    q\tWhich animal?\tcat\tdog\then\tB\tq\n\
    q_r1\tWhich animal?\then\tcat\tdog\tC\tq\n\
    q_r2\tWhich animal?\tdog\then\tcat\tA\tq\n";

#[test]
fn recorded_passes_keep_their_direction_and_their_names() {
    let place = with(NAMED_PASSES);
    let out = place.assay(&["export", "questions", "--circular"]).well().out;
    assert_eq!(out.replace('"', ""), NAMED_PASSES);
}

#[test]
fn passes_are_numbered_alike_where_some_have_to_be_numbered() {
    let numbered =
        NAMED_PASSES.replace("q_r", "3").replace("\nq\t", "\n3\t").replace("\tq\n", "\t3\n");
    let place = Workplace::new();
    place.write("b.tsv", &numbered);
    place.write("c.tsv", "index\tquestion\tA\tB\tC\tanswer\n7\tWho?\tx\ty\tz\tA\n");
    place.assay(&["import", "questions", "b.tsv", "c.tsv", "--benchmark", "both"]).well();
    let export = ["export", "questions", "--circular", "--benchmark", "both", "-f", "out.tsv"];
    let printed = place.assay(&export).well().err;
    assert!(printed.contains("the passes of question 3 have other indices"), "{printed}");
    place.assay(&["--db", "2.db", "import", "questions", "out.tsv", "--benchmark", "both"]).well();
    assert_eq!(contents(&place, "2.db", "both"), contents(&place, "assay.db", "both"));
    let text = fs::read_to_string(place.path("out.tsv")).unwrap();
    let printed: Vec<(String, String)> =
        rows(&text).iter().map(|row| (row["index"].clone(), row["A"].clone())).collect();
    let expected = [
        ("3", "cat"),
        ("7", "x"),
        ("1000003", "hen"),
        ("1000007", "y"),
        ("2000003", "dog"),
        ("2000007", "z"),
    ];
    assert_eq!(printed, expected.map(|(index, a)| (index.to_owned(), a.to_owned())));
}

#[test]
fn a_spreadsheet_of_questions_has_texts_and_says_that_pictures_are_missing() {
    let place = with("index\tquestion\tA\tB\tanswer\n1\t=1+1?\t007\thttps://x.y\tA\n");
    place.assay(&["export", "questions", "-f", "q.xlsx"]).well();
    let mut book: Xlsx<_> = open_workbook(place.path("q.xlsx")).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let cells: Vec<String> = sheet.rows().nth(1).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(cells, ["1", "=1+1?", "007", "https://x.y", "A"]);
    assert!(sheet.rows().nth(1).unwrap()[1..].iter().all(Data::is_string));
    let place = Workplace::with_questions(1);
    let printed = place.assay(&["export", "questions", "-f", "q.xlsx"]).well().err;
    assert!(printed.contains("pictures are longer than a cell"), "{printed}");
}

/// How many pictures lie in a spreadsheet.
fn pictures_in(path: &std::path::Path) -> usize {
    let archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let is_picture = |name: &str| name.starts_with("xl/media/");
    archive.file_names().filter(|name| name.as_deref().is_ok_and(is_picture)).count()
}

#[test]
fn a_spreadsheet_has_small_pictures_on_request() {
    let place = Workplace::with_questions(3);
    let export = ["export", "questions", "--with-pictures", "-f"];
    let printed = place.assay(&[&export[..], &["q.xlsx"]].concat()).well().err;
    assert!(!printed.contains("left out"), "{printed}");
    assert_eq!(pictures_in(&place.path("q.xlsx")), 3);
    let mut book: Xlsx<_> = open_workbook(place.path("q.xlsx")).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    assert_eq!(sheet.rows().next().unwrap().last().unwrap().to_string(), "picture");
    let printed = place.assay(&[&export[..], &["q.tsv"]].concat()).failing(2);
    assert!(printed.contains("--file FILE.xlsx"), "{printed}");

    let decide = ["decide", "review", "1", "--answer", "A", "--verdict", "keep", "--as", "alice"];
    place.assay(&decide).well();
    place.assay(&["export", "decisions", "--with-pictures", "-f", "d.xlsx"]).well();
    assert_eq!(pictures_in(&place.path("d.xlsx")), 1);
    place.assay(&["export", "decisions", "-f", "e.xlsx"]).well();
    assert_eq!(pictures_in(&place.path("e.xlsx")), 0);
}

#[test]
fn a_picture_that_several_rows_show_is_written_once() {
    let place = Workplace::with_questions(9);
    let text = place.assay(&["export", "questions", "--circular"]).well().out;
    let rows = rows(&text);
    let image =
        |index: &str| rows.iter().find(|row| row["index"] == index).unwrap()["image"].clone();
    assert_eq!(rows.len(), 27);
    assert!(image("1").len() > 64);
    // The pictures of the harness repeat after seven.
    assert_eq!(
        (image("8"), image("1000001"), image("2000008")),
        ("1".into(), "1".into(), "1".into())
    );
}

#[test]
fn large_indices_are_no_passes_on_the_way_back() {
    let place = with(
        "index\tquestion\tA\tB\tanswer\tg_index\n\
         5\tWhich?\tcat\tdog\tA\t5\n\
         1000005\tWhich?\tdog\tcat\tB\t1000005\n",
    );
    for flags in [&[][..], &["--circular"]] {
        let file = format!("{}.tsv", flags.len());
        place.assay(&[&["export", "questions", "-f", &file], flags].concat()).well();
        let printed =
            place.assay(&["import", "questions", &file, "--benchmark", "b", "-o", "json"]);
        assert_eq!(printed.well().json()["unchanged"], 2, "{flags:?}");
    }
    let text = fs::read_to_string(place.path("1.tsv")).unwrap();
    assert!(text.contains("\"10000005\"") && text.contains("\"11000005\""), "{text}");
}

#[test]
fn words_have_no_pass_index_and_are_named() {
    let place = with("index\tquestion\tA\tB\tanswer\nVAL_1\tWhich?\tcat\tdog\tA\n");
    let printed = place.assay(&["export", "questions", "--circular", "-f", "c.tsv"]).failing(1);
    assert!(printed.contains("question VAL_1") && printed.contains("whole numbers"), "{printed}");
    assert!(!place.path("c.tsv").exists());
    place.assay(&["export", "questions"]).well();
}

#[test]
fn what_the_layout_cannot_hold_is_reported_by_name() {
    let place =
        with("index\tquestion\tA\tB\tanswer\n7\tWhich?\tNone\tdog\tA\n8\tWho?\tNA\tcat\tA\n");
    let printed = place.assay(&["export", "questions"]).well().err;
    assert!(
        printed.contains("7 (A “None”), 8 (A “NA”)") && printed.contains("pandas"),
        "{printed}"
    );
    place.sql("INSERT INTO choice (question_id, label, text) VALUES (1, 'C', '')");
    let printed = place.assay(&["export", "questions"]).well().err;
    assert!(printed.contains("question 7: a choice has no text"), "{printed}");
}

#[test]
fn the_form_follows_the_name_or_the_flag() {
    let place = with(THREE);
    let jsonl = place.assay(&["export", "questions", "--format", "jsonl"]).well().out;
    let first: serde_json::Value = serde_json::from_str(jsonl.lines().next().unwrap()).unwrap();
    assert_eq!((&first["index"], &first["B"]), (&7.into(), &"dog".into()));
    place.assay(&["export", "questions", "-f", "b.csv"]).well();
    let printed = place.assay(&["import", "questions", "b.csv", "--benchmark", "b", "-o", "json"]);
    assert_eq!(printed.well().json()["unchanged"], 3);
    let printed = place.assay(&["export", "questions", "-f", "b.txt"]).failing(2);
    assert!(printed.contains("--format"), "{printed}");
    let printed = place.assay(&["export", "questions", "--format", "xlsx"]).failing(2);
    assert!(printed.contains("--file"), "{printed}");
}

#[test]
fn a_file_that_is_there_is_kept_unless_forced() {
    let place = with(THREE);
    let before = fs::read(place.path("b.tsv")).unwrap();
    let printed = place.assay(&["export", "questions", "-f", "b.tsv"]).failing(1);
    assert!(printed.contains("b.tsv") && printed.contains("--force"), "{printed}");
    assert_eq!(fs::read(place.path("b.tsv")).unwrap(), before);
    place.assay(&["export", "questions", "-f", "b.tsv", "--force"]).well();
    assert_ne!(fs::read(place.path("b.tsv")).unwrap(), before);
    let database = ["export", "questions", "-f", "assay.db", "--format", "tsv", "--force"];
    assert!(place.assay(&database).failing(1).contains("never overwritten"));
    place.assay(&["doctor"]).well();
    let printed = place.assay(&["export", "questions", "-f", "no/such/b.tsv"]).failing(1);
    assert!(printed.contains("no/such/b.tsv: cannot be written"), "{printed}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let place = with(THREE);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command(&["export", "questions"]).stdout(full).output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && printed.contains("cannot be written"), "{printed}");
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let place = Workplace::with_questions(400);
    for form in ["tsv", "jsonl"] {
        let mut child = place
            .command(&["export", "questions", "--circular", "--format", form])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{form}: {output:?}");
    }
}

#[test]
fn a_database_without_questions_is_reported() {
    let place = Workplace::new();
    place.assay(&["init"]).well();
    let printed = place.assay(&["export", "questions"]).failing(1);
    assert!(printed.contains("assay import questions"), "{printed}");
    let printed = place.assay(&["export", "questions", "--benchmark", "x"]).failing(1);
    assert!(printed.contains("assay import questions"), "{printed}");
}

/// Pandas is what the kit reads with; where it is installed it has the last word.
#[test]
fn pandas_reads_the_same_texts() {
    let place = with(THREE);
    place.assay(&["export", "questions", "--circular", "-f", "c.tsv"]).well();
    let script = "import pandas as p; d = p.read_csv('c.tsv', sep='\\t'); \
        print(list(d['index']), list(d['answer']), str(d['g_index'].dtype))";
    let output = Command::new("python3").args(["-c", script]).current_dir(place.path("")).output();
    let Ok(output) = output else { return };
    if !output.status.success() {
        eprintln!("skipped: there is no pandas here");
        return;
    }
    let printed = String::from_utf8(output.stdout).unwrap();
    let expected = "[7, 8, 9, 1000007, 1000009, 2000007] ['B', 'C', 'A', 'A', 'B', 'C'] int64\n";
    assert_eq!(printed, expected);
}
