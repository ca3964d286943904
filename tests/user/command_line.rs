//! The command line as scripts know it: forms of output, exit codes, pipes that break.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::harness::{Said, Workplace};

#[test]
fn who_has_no_name_in_the_environment_has_that_of_the_account() {
    let place = Workplace::with_questions(1);
    let mut command =
        place.command(&["decide", "review", "1", "--answer", "A", "--verdict", "keep"]);
    let said = Said::from_output(&command.env_remove("USER").output().unwrap()).well();
    let account = Command::new("id").arg("-un").output().unwrap();
    let name = String::from_utf8(account.stdout).unwrap();
    assert!(said.out.contains(&format!("\"annotator\":\"{}\"", name.trim())), "{said:?}");
    let shown =
        Said::from_output(&place.command(&["config", "show"]).env_remove("USER").output().unwrap());
    assert!(shown.well().out.contains("from the account"));
}

#[test]
fn init_makes_a_database_once_and_leaves_it_alone_afterwards() {
    let place = Workplace::new();
    let said = place.assay(&["init", "--name", "Ours"]).well();
    assert!(said.out.is_empty() && said.err.contains("made"), "{said:?}");
    let again = place.assay(&["init"]).well();
    assert!(again.err.contains("is there already"), "{again:?}");
    let renamed = place.assay(&["init", "--name", "Theirs"]).failing(1);
    assert!(renamed.contains("is called Ours; --name Theirs changed nothing"), "{renamed}");
    assert_eq!(place.assay(&["status", "-o", "json"]).well().json()["name"], "Ours");
}

#[test]
fn several_tables_in_csv_are_parted_by_an_empty_line() {
    let place = Workplace::with_questions(2);
    place.plain("alice", "b\n").well();
    let status = place.assay(&["status", "-o", "csv"]).well().out;
    let tables: Vec<Vec<csv::StringRecord>> = status
        .split("\n\n")
        .map(|table| {
            csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).collect()
        })
        .collect();
    assert_eq!(tables.len(), 3, "{status}");
    assert_eq!((&tables[0][0][0], &tables[1][0][0]), ("b", "alice"));
    let help = place.assay(&["status", "--help"]).well().out;
    assert!(help.contains("each table under its own header"), "{help}");
}

#[test]
fn without_a_database_every_command_says_how_to_make_one() {
    let place = Workplace::new();
    for command in [
        &["status"][..],
        &["doctor"],
        &["show", "1"],
        &["export", "decisions"],
        &["annotate", "review", "--plain"],
        &["decide", "review", "1", "--answer", "A", "--verdict", "keep"],
    ] {
        let complaint = place.assay(command).failing(1);
        assert!(complaint.contains("assay.db") && complaint.contains("assay init"), "{complaint}");
    }
    assert!(!place.path("assay.db").exists());
}

#[test]
fn a_database_without_questions_says_what_comes_next() {
    let place = Workplace::new();
    place.assay(&["init"]).well();
    let complaint = place.plain("alice", "").failing(1);
    assert!(complaint.contains("assay import questions"), "{complaint}");
    place.assay(&["doctor"]).well();
    assert_eq!(place.export(), Vec::<serde_json::Value>::new());
}

#[test]
fn status_comes_in_every_form() {
    let place = Workplace::with_questions(3);
    place.plain("alice", "b\ny\n").well();
    let status = |form: &str| place.assay(&["status", "-o", form]).well();
    let document = status("json").json();
    assert_eq!(document["benchmarks"][0]["name"], "b");
    assert_eq!(document["benchmarks"][0]["with_answer"], 3);
    assert_eq!(document["annotators"][0]["decisions"], 2);
    assert!(status("csv").out.starts_with("benchmark,questions,with answer,"));
    assert!(status("markdown").out.starts_with("| benchmark | questions |"));
    assert_eq!(place.assay(&["status"]).well().out, status("table").out);
}

#[test]
fn wrong_usage_is_distinguished_from_failed_work() {
    let place = Workplace::with_questions(1);
    for arguments in [
        &["nonsense"][..],
        &["status", "-o", "xml"],
        &["import", "questions"],
        &["show", "1", "--width", "0"],
        &["--plain", "status"],
        &["decide", "review", "1", "--answer", "B", "--verdict", "fine"],
    ] {
        place.assay(arguments).failing(2);
    }
    place.assay(&["show", "99"]).failing(1);
    assert!(place.assay(&["--help"]).well().out.contains("Usage"));
    assert!(place.assay(&["--version"]).well().out.starts_with("assay "));
}

#[test]
fn a_newer_database_is_refused_and_left_alone() {
    let place = Workplace::with_questions(1);
    place.sql("PRAGMA user_version = 99");
    for arguments in [&["status"][..], &["doctor"], &["init"], &["import", "questions", "b.tsv"]] {
        let complaint = place.assay(arguments).failing(1);
        assert!(complaint.contains("version 99") && complaint.contains("newer"), "{complaint}");
    }
}

#[test]
fn what_is_no_database_is_reported_by_its_name() {
    let place = Workplace::new();
    place.write("notes.txt", "A text that is long enough to have the size of a header.");
    std::fs::create_dir(place.path("folder")).unwrap();
    for name in ["notes.txt", "folder"] {
        let complaint = place.assay(&["--db", name, "status"]).failing(1);
        assert!(complaint.contains(name), "{complaint}");
    }
}

#[test]
fn whoever_stops_reading_early_is_no_failure() {
    let place = Workplace::with_questions(60);
    let lines = "b\ny\n".repeat(60);
    place.plain("alice", &lines).well();
    place.write("lines.txt", &lines);
    for arguments in [
        &["export", "decisions"][..],
        &["status"],
        &["status", "-o", "json"],
        &["status", "-o", "csv"],
        &["doctor"],
        &["show", "1"],
        &["annotate", "review", "--plain", "--as", "bob"],
        &["decide", "review", "1", "--as", "eve", "--answer", "B", "--verdict", "keep"],
        &["--help"],
    ] {
        let input = std::fs::File::open(place.path("lines.txt")).unwrap();
        let mut child = place
            .command(arguments)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn nobody_listening_to_complaints_is_no_panic() {
    let place = Workplace::new();
    for (arguments, code) in [(&["status"][..], 1), (&["nonsense"], 2), (&["init"], 0)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = place.command(arguments).stderr(writer).stdout(Stdio::null()).status();
        assert_eq!(status.unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_question_is_shown_in_a_pipe_without_its_answer() {
    let place = Workplace::with_questions(2);
    let show = |more: &[&str]| -> Said {
        let mut command = place.command(&[&["show", "2"], more].concat());
        command.env("NO_COLOR", "1");
        Said::from_output(&command.output().unwrap()).well()
    };
    let said = show(&["--width", "10", "--pictures"]).out;
    assert!(said.starts_with("b, question 2\nPicture 1 of 1, 12x8\n"), "{said}");
    assert!(
        said.contains("Question: Question number 2?\na: first\nb: second\nc: third\n"),
        "{said}"
    );
    assert!(!said.contains("Reference") && !said.contains('\u{1b}'), "{said}");
    let rows: Vec<&str> =
        said.lines().skip(2).take_while(|line| !line.starts_with("Ability: ")).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.chars().count() <= 10), "{said}");
    assert!(show(&["--answer"]).out.ends_with("Reference answer: b, second\n"));
}

#[test]
fn a_picture_that_cannot_be_shown_says_so_and_the_question_is_shown() {
    let place = Workplace::new();
    let cell = base64_simd::STANDARD
        .encode_to_string(b"\x89PNG\r\n\x1a\nand then nothing more of it, though long enough");
    place.write(
        "b.tsv",
        &format!("index\tquestion\tA\tB\tanswer\timage\n1\tWhich?\tx\ty\tA\t{cell}\n"),
    );
    place.assay(&["import", "questions", "b.tsv"]).well();
    let said = place.assay(&["show", "1"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("cannot be shown") && said.out.contains("Question: Which?"),
        "{said:?}"
    );
}

#[test]
fn options_before_a_command_count_as_those_behind_it() {
    let place = Workplace::with_questions(1);
    let said =
        place.assay_with_input(&["--plain", "--as", "bob", "annotate", "review"], "b\ny\n").well();
    assert!(said.out.contains("Review of b as bob"), "{said:?}");
    assert_eq!(place.export()[0]["annotator"], "bob");
    let said = place.assay(&["--plain", "status"]).failing(2);
    assert!(said.contains("unexpected argument '--plain'"), "{said}");
}

#[test]
fn mistyped_names_are_answered_with_the_one_that_was_meant() {
    let place = Workplace::new();
    place.assay(&["demo", "--no-tui", "--dir", "."]).well();
    for (arguments, meant) in [
        (&["eval", "--benchmark", "sample_ne"][..], "did you mean sample_en?"),
        (&["eval", "--model", "sim-storng"], "did you mean sim-strong?"),
        (&["eval", "--extractor", "lexcial"], "did you mean lexical?"),
        (&["show", "188"], "has no question with the key 188; did you mean 18?"),
    ] {
        let said = place.assay(arguments).failing(1);
        assert!(said.contains(meant), "{said}");
    }
    let said = place.assay(&["eval", "--model", "gpt-4"]).failing(1);
    assert!(!said.contains("did you mean"), "{said}");
}

#[test]
fn shells_complete_commands_and_man_has_a_page_for_each() {
    let place = Workplace::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.run(&["completions", shell]);
        assert!(script.contains("text-only") && script.contains("circular"), "{shell}");
    }
    let page = place.run(&["man"]);
    assert!(page.starts_with(".ie") || page.contains(".TH assay"), "{page}");
    place.assay(&["man", "--dir", "pages"]).well();
    let page = std::fs::read_to_string(place.path("pages/assay-filter-wrong.1")).unwrap();
    assert!(page.contains("assay filter wrong \\-\\-models gpt,qwen"), "{page}");
}

#[test]
fn help_ends_with_examples() {
    let help = Workplace::new().assay(&["export", "questions", "--help"]).well().out;
    let examples = help.split("Examples:").nth(1).unwrap();
    assert_eq!(examples.matches("assay export questions").count(), 2, "{help}");
}

#[test]
fn show_in_a_pipe_writes_no_colours_unless_pictures_are_asked_for() {
    let place = Workplace::with_questions(1);
    let captions = place.run(&["show", "1"]);
    assert!(captions.contains("Picture 1 of 1") && !captions.contains('\x1b'), "{captions:?}");
    assert!(captions.lines().count() < 20, "{captions}");
    let painted = place.run(&["show", "1", "--pictures", "--width", "20"]);
    assert!(painted.contains("\x1b["), "{painted:?}");
}

#[test]
fn config_show_lists_only_the_keys_that_the_file_changes() {
    let place = Workplace::with_questions(1);
    let lines = |more: &[&str]| place.run(&[&["config", "show"], more].concat()).lines().count();
    assert!(lines(&[]) < 15 && lines(&["--all"]) > 200);
}
