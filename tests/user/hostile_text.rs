//! Text that would drive the terminal: shown for people to see, never obeyed, in every output.

use std::os::unix::ffi::OsStrExt;

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Said, Workplace, picture};

/// Clears the screen, sets the title, colours, and turns the direction of writing around.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{200b}y";

/// Every field that a file can fill, filled with it.
fn hostile_table() -> String {
    let cell = base64_simd::STANDARD.encode_to_string(picture(1));
    let columns =
        "index\tquestion\thint\tA\tB\tanswer\tcategory\tl2-category\tsplit\tsource\tcomment\timage";
    let h = HOSTILE;
    let row =
        |key: &str| format!("{key}\t{h}\t{h}\t{h}\t{h}\tA\t{h}\t{h}\t{h}\t{h}\t{h}\t{cell}\n");
    format!(
        "{columns}\t{h}\n{}{}",
        row(&format!("1{h}")).replace('\n', "\tz\n"),
        row("2").replace('\n', "\tz\n")
    )
}

fn workplace() -> Workplace {
    let place = Workplace::new();
    place.write("b.tsv", &hostile_table());
    place
}

#[track_caller]
fn harmless(said: &Said) {
    for text in [&said.out, &said.err] {
        let found: Vec<char> = text
            .chars()
            .filter(|&c| c.is_control() && c != '\n' || matches!(c, '\u{200b}' | '\u{202e}'))
            .collect();
        assert!(found.is_empty(), "{found:?} in {text:?}");
    }
}

/// The program in a place where pictures have no colours, so that no escape byte is its own.
fn assay(place: &Workplace, arguments: &[&str]) -> Said {
    Said::from_output(&place.command(arguments).env("NO_COLOR", "1").output().unwrap())
}

#[test]
fn hostile_questions_are_harmless_in_every_output_for_people() {
    let place = workplace();
    let key = format!("1{HOSTILE}");
    let benchmark = format!("b{HOSTILE}");
    for form in ["table", "markdown"] {
        let import = ["import", "questions", "b.tsv", "--benchmark", &benchmark, "-o", form];
        harmless(&assay(&place, &import).well());
    }
    let annotator = format!("alice{HOSTILE}");
    let note = HOSTILE;
    let said = assay(
        &place,
        &[
            "decide",
            "review",
            &key,
            "--as",
            &annotator,
            "--answer",
            "A",
            "--verdict",
            "wrong",
            "--reason",
            "other",
            "--note",
            note,
        ],
    )
    .well();
    assert!(!said.out.contains('\u{1b}'));
    for arguments in [
        &["status"][..],
        &["status", "-o", "markdown"],
        &["doctor"],
        &["doctor", "-o", "markdown"],
        &["show", &key, "--answer"],
        &["show", "2"],
        &["--db", "named.db", "init", "--name", HOSTILE],
        &["--db", "named.db", "status"],
    ] {
        harmless(&assay(&place, arguments).well());
    }
    harmless(&assay(&place, &["doctor", "-o", "json"]).well());
    for arguments in [&["status", "-o", "json"][..], &["export", "decisions"]] {
        let said = assay(&place, arguments).well();
        harmless(&said);
        assert!(said.out.contains("\\u001b") && said.out.contains("\\u009b31m\\u202e"), "{said:?}");
    }
    let lines = format!("p\nn {HOSTILE}\na\nw 0 {HOSTILE}\nb\ny\nu\nr\n{HOSTILE}\n?\ng\n");
    let said = place.plain(&annotator, &lines).well();
    assert!(said.out.contains("Saved: ") && said.out.contains("^[[2J"), "{said:?}");
    harmless(&said);
}

#[test]
fn csv_keeps_the_data_for_scripts_and_is_harmless_on_a_terminal() {
    let place = workplace();
    assay(&place, &["import", "questions", "b.tsv", "--benchmark", HOSTILE]).well();
    for arguments in [&["status", "-o", "csv"][..], &["export", "questions", "--format", "csv"]] {
        assert!(assay(&place, arguments).well().out.contains(HOSTILE), "{arguments:?}");
        let mut sitting = TerminalSession::start(&place, arguments, Terminal::default());
        assert_eq!(sitting.end(), 0);
        let seen = sitting.seen();
        let sent = String::from_utf8_lossy(&seen.bytes);
        assert!(sent.contains("^[[2J") && !sent.contains(['\u{1b}', '\u{9b}']), "{sent:?}");
    }
}

#[test]
fn complaints_about_hostile_things_are_harmless() {
    let place = workplace();
    assay(&place, &["import", "questions", "b.tsv"]).well();
    place.sql(&format!("UPDATE question SET stem = 'other', category = '{HOSTILE}'"));
    place.write("rows.jsonl", &format!("{HOSTILE}\n"));
    place.write("bad.tsv", &hostile_table().replace("\tA\t", &format!("\t{HOSTILE}\t")));
    place.write("worse.tsv", &format!("index\t{HOSTILE}\n{HOSTILE}\n"));
    for (arguments, code) in [
        (&["doctor"][..], 1),
        (&["show", HOSTILE], 1),
        (&["show", "2", "--benchmark", HOSTILE], 1),
        (&["show", "2", "--width", HOSTILE], 2),
        (&[HOSTILE], 2),
        (&["--db", HOSTILE, "status"], 1),
        (&["decide", "review", "2", "--as", "a", "--answer", HOSTILE, "--verdict", "keep"], 2),
        (&["decide", "review", "2", "--as", "a", "--answer", "A", "--verdict", HOSTILE], 2),
        (&["import", "questions", HOSTILE], 1),
        (&["import", "questions", "b.tsv", "--taxonomy", HOSTILE], 1),
        (&["import", "questions", "bad.tsv", "--benchmark", "other"], 1),
        (&["import", "questions", "bad.tsv", "--benchmark", "other", "--skip-bad"], 1),
        (&["import", "questions", "worse.tsv", "--benchmark", "other"], 1),
        (&["import", "decisions", "rows.jsonl"], 1),
        (&["import", "decisions", HOSTILE], 1),
    ] {
        let said = assay(&place, arguments);
        assert_eq!(said.code, code, "{arguments:?}: {said:?}");
        harmless(&said);
    }
}

#[test]
fn a_hostile_file_name_becomes_a_harmless_benchmark() {
    let place = workplace();
    let name = std::ffi::OsStr::from_bytes(b"q\x1b[2J\xff.tsv");
    std::fs::rename(place.path("b.tsv"), place.path("").join(name)).unwrap();
    let mut command = place.command(&["import", "questions"]);
    let said = Said::from_output(&command.arg(name).output().unwrap()).well();
    harmless(&said);
    harmless(&assay(&place, &["status"]).well());
}

#[test]
fn hostile_questions_are_harmless_on_the_screens() {
    let place = workplace();
    let import = ["import", "questions", "b.tsv", "--benchmark", HOSTILE];
    assay(&place, &import).well();
    let mut sitting = TerminalSession::start(&place, &["--as", HOSTILE], Terminal::default());
    sitting.wait_for("Review");
    sitting.keys("1");
    sitting.wait_for("Hint");
    sitting.keys("a");
    sitting.wait_for("saved a");
    sitting.keys("g");
    sitting.wait("the guideline", |seen| {
        seen.text().contains("guideline") || seen.text().contains("Reviewing")
    });
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    let seen = sitting.seen();
    let sent = String::from_utf8_lossy(&seen.bytes);
    for hostile in ["\u{1b}]0;", "\u{7}", "\u{9b}", "\u{202e}", "\u{200b}"] {
        assert!(!sent.contains(hostile), "{hostile:?} was sent");
    }
    assert!(sent.contains("owned"), "the text itself is shown");
}
