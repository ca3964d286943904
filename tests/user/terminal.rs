//! The real program in a terminal: it works, it fits, it minds its manners, and it gives the
//! terminal back whatever ends it.

use crate::harness::Workplace;
use crate::harness::pty::{Terminal, TerminalSession};

fn at_the_first_question(place: &Workplace) -> TerminalSession {
    let sitting = TerminalSession::review(place, Terminal::default());
    sitting.wait_for("Question number");
    sitting
}

/// What was decided: act and verdict of each row.
fn acts(place: &Workplace) -> Vec<String> {
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let rows = place.export();
    rows.iter().map(|row| word(&row["act"]) + &word(&row["verdict"])).collect()
}

#[test]
fn a_question_is_answered_kept_taken_back_and_the_program_left() {
    let place = Workplace::with_questions(3);
    let mut sitting = at_the_first_question(&place);
    let first = sitting.seen().text();
    assert!(!first.contains("reference"), "{first}");
    assert!(!sitting.is_given_back());
    sitting.keys("b");
    let answered = sitting.wait_for("saved b");
    assert!(answered.contains("reference"), "{answered}");
    sitting.keys("y");
    sitting.wait("the next question", |seen| {
        seen.text().contains("keep (") && !seen.text().contains("reference")
    });
    sitting.keys("u");
    sitting.wait("the first question again", |seen| {
        seen.text().contains("taken back") && seen.text().contains("reference")
    });
    sitting.keys("\u{12}");
    sitting.wait_for("brought back");
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back());
    assert_eq!(acts(&place), ["answer", "reviewkeep", "undo", "redo"]);
}

#[test]
fn the_screen_warns_of_a_name_that_somebody_has_in_other_letters() {
    let place = Workplace::with_questions(2);
    let decided = ["decide", "review", "1", "--as", "ALICE", "--answer", "B", "--verdict", "keep"];
    place.assay(&decided).well();
    let mut sitting = at_the_first_question(&place);
    sitting.wait_for("alice has decided nothing here, but ALICE has");
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
}

#[test]
fn a_signal_that_ends_the_program_gives_the_terminal_back() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let place = Workplace::with_questions(1);
        let mut sitting = at_the_first_question(&place);
        sitting.keys("b");
        sitting.wait_for("saved b");
        sitting.signal(signal);
        sitting.end();
        assert!(sitting.is_given_back(), "after SIG{signal}");
        assert_eq!(acts(&place), ["answer"], "after SIG{signal}");
    }
}

#[test]
fn the_program_stops_with_the_terminal_given_back_and_comes_back_as_it_was() {
    let place = Workplace::with_questions(2);
    let shell = Terminal { shell: true, ..Terminal::default() };
    let mut sitting = TerminalSession::review(&place, shell);
    sitting.wait_for("Question number");
    sitting.keys("b");
    sitting.wait_for("saved b");
    for stop in ["key", "signal"] {
        match stop {
            "key" => sitting.keys("\u{1a}"),
            _ => sitting.signal("TSTP"),
        }
        sitting.wait_for_state('T');
        sitting.wait("the normal screen", |seen| !seen.terminal.screen().alternate_screen());
        assert!(sitting.is_given_back(), "stopped by a {stop}");
        sitting.keys("\n");
        let back = sitting.wait("the question", |seen| {
            seen.terminal.screen().alternate_screen() && seen.text().contains("reference")
        });
        assert!(back.contains("Question number"), "{back}");
    }
    sitting.keys("y");
    sitting.wait_for("saved b · keep");
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back());
}

#[test]
fn without_a_shell_whoever_started_the_program_can_stop_and_continue_it() {
    let place = Workplace::with_questions(2);
    let sitting = at_the_first_question(&place);
    sitting.keys("\u{1a}");
    sitting.wait_for_state('T');
    sitting.wait("the normal screen", |seen| !seen.terminal.screen().alternate_screen());
    sitting.signal("CONT");
    sitting.wait("the question", |seen| {
        seen.terminal.screen().alternate_screen() && seen.text().contains("Question number")
    });
}

#[test]
fn what_others_did_to_the_screen_while_the_program_was_stopped_is_drawn_over() {
    let place = Workplace::with_questions(1);
    let sitting = at_the_first_question(&place);
    sitting.signal("STOP");
    sitting.wait_for_state('T');
    sitting.seen().terminal.process(b"\x1b[?1049l\x1b[?2004l\x1b[?25hgarbage");
    sitting.signal("CONT");
    sitting.wait("the question", |seen| {
        let screen = seen.terminal.screen();
        let is_ours = screen.alternate_screen() && screen.bracketed_paste();
        is_ours && screen.hide_cursor() && seen.text().contains("Question number")
    });
}

#[test]
fn a_picture_on_the_whole_screen_does_not_keep_the_program_from_ending() {
    let place = Workplace::with_questions(1);
    let mut sitting = at_the_first_question(&place);
    sitting.keys("v");
    sitting.wait_for("v back");
    sitting.signal("TERM");
    sitting.end();
    assert!(sitting.is_given_back());
}

#[test]
fn a_terminal_that_never_answers_is_used_all_the_same_and_no_key_is_lost() {
    let place = Workplace::with_questions(2);
    let silent = Terminal { answers: false, ..Terminal::default() };
    let sitting = TerminalSession::review(&place, silent);
    sitting.wait_for("Question number");
    sitting.keys("b");
    sitting.wait_for("saved b");
    sitting.keys("y");
    sitting.wait_for("saved b · keep");
}

#[test]
fn an_answer_of_the_terminal_that_comes_too_late_decides_nothing() {
    let place = Workplace::with_questions(2);
    let silent = Terminal { answers: false, ..Terminal::default() };
    let sitting = TerminalSession::review(&place, silent);
    sitting.wait_for("Question number");
    sitting.keys("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|abcxyt(1.2)\u{1b}\\\u{1b}[6;18;9t");
    sitting
        .keys("\u{1b}]11;rgb:bbbb/cccc/aaaa\u{1b}\\\u{1b}]11;rgb:bbbb/cccc/aaaa\u{7}\u{1b}[?62;4c");
    sitting.keys("n");
    sitting.wait_for("Note");
    sitting.keys("typed\r");
    sitting.wait_for("note saved");
    assert_eq!(acts(&place), ["note"]);
    assert_eq!(place.export()[0]["note"], "typed");
}

#[test]
fn a_terminal_that_answers_after_the_wait_gets_real_pixels_all_the_same() {
    let place = Workplace::with_questions(2);
    let silent = Terminal { answers: false, ..Terminal::default() };
    let sitting = TerminalSession::review(&place, silent);
    sitting.wait_for("256 colours");
    let asked = || {
        let questions = b"\x1b[16t";
        sitting.seen().bytes.windows(questions.len()).filter(|bytes| bytes == questions).count()
    };
    assert_eq!(asked(), 1);
    // As over a slow line: the answers to the first questions, then, asked again, those to the second.
    let answers = "\x1bP>|XTerm(379)\x1b\\\x1b[6;18;9t\x1b[?64;1;4c";
    sitting.keys(answers);
    sitting.wait("the second questions", |seen| {
        seen.bytes.windows(5).filter(|bytes| bytes == b"\x1b[16t").count() == 2
    });
    sitting.keys("b");
    sitting.keys(answers);
    sitting.wait("the largest sixel picture", |seen| {
        seen.bytes.windows(9).any(|bytes| bytes == b"\x1b[?2;4;0S")
    });
    sitting.keys("\x1b[?2;0;1000;1000S\x1b[?64;1;4c");
    sitting.wait_for("sixel");
    // What was typed while it was asked counts.
    sitting.wait_for("reference");
    assert_eq!(acts(&place), ["answer"]);
}

#[test]
fn keys_typed_ahead_of_a_new_question_do_not_decide_on_it() {
    let place = Workplace::with_questions(5);
    let sitting = at_the_first_question(&place);
    sitting.keys("b");
    sitting.wait_for("saved b");
    sitting.keys(&("y".to_owned() + &"by".repeat(40)));
    sitting.wait_for("1 of 5");
    sitting.keys("n");
    sitting.wait_for("Note");
    assert_eq!(acts(&place), ["answer", "reviewkeep"]);
}

#[test]
fn pasted_text_answers_nothing_and_is_text_in_a_note() {
    let place = Workplace::with_questions(2);
    let sitting = at_the_first_question(&place);
    sitting.keys("\u{1b}[200~byby\u{1b}[201~");
    sitting.wait_for("pasted text answers nothing");
    sitting.keys("n");
    sitting.wait_for("Note");
    sitting.keys("\u{1b}[200~pasted words\u{1b}[201~");
    sitting.wait_for("pasted words");
    sitting.keys("\r");
    sitting.wait_for("note saved");
    assert_eq!(acts(&place), ["note"]);
}

#[test]
fn every_size_has_a_layout_or_says_that_it_is_too_small() {
    let place = Workplace::with_questions(2);
    for (columns, rows) in [(200, 60), (120, 40), (80, 24), (60, 20), (50, 14), (40, 12)] {
        let sitting =
            TerminalSession::review(&place, Terminal { columns, rows, ..Terminal::default() });
        let screen = sitting.wait_for("Question number");
        assert!(screen.contains("a  first"), "{screen}");
        assert!(screen.contains("c  third") || screen.contains('↓'), "{screen}");
        sitting.keys("q");
    }
    for (columns, rows) in [(39, 11), (39, 30), (90, 11), (9, 2), (2, 1)] {
        let sitting =
            TerminalSession::review(&place, Terminal { columns, rows, ..Terminal::default() });
        let words = "Too small for a picture";
        let beginning = words.get(..usize::from(columns)).unwrap_or(words);
        sitting.wait(&format!("a word at {columns}x{rows}"), |seen| {
            seen.text().starts_with(beginning)
        });
    }
    assert!(acts(&place).is_empty());
}

#[test]
fn a_storm_of_sizes_ends_in_the_last_one() {
    let place = Workplace::with_questions(2);
    let sitting = at_the_first_question(&place);
    for step in 0..200u16 {
        sitting.resize(30 + step * 7 % 150, 8 + step * 5 % 50);
    }
    sitting.resize(90, 25);
    sitting.wait("a whole screen", |seen| {
        let rows: Vec<String> = seen.terminal.screen().rows(0, 90).collect();
        seen.text().contains("c  third") && rows[24].contains("help") | rows[24].contains('?')
    });
    sitting.keys("b");
    sitting.wait_for("saved b");
}

#[test]
fn without_colours_no_colour_is_sent() {
    let place = Workplace::with_questions(2);
    let plain = Terminal { variables: &[("NO_COLOR", "1")], ..Terminal::default() };
    let mut sitting = TerminalSession::review(&place, plain);
    sitting.wait_for("Question number");
    sitting.keys("b");
    sitting.wait_for("saved b");
    sitting.keys("w");
    sitting.wait_for("What is wrong?");
    sitting.keys("\u{3}");
    sitting.end();
    let seen = sitting.seen();
    let sent = String::from_utf8_lossy(&seen.bytes);
    let is_colour = |code: &str| {
        code.parse().is_ok_and(|code: u16| matches!(code, 30..=38 | 40..=48 | 90..=107))
    };
    for sequence in sent.split("\u{1b}[").skip(1) {
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        let is_colourful =
            sequence[end..].starts_with('m') && sequence[..end].split(';').any(is_colour);
        assert!(!is_colourful, "{:?}", &sequence[..=end]);
    }
}

#[test]
fn the_home_screen_opens_without_a_command_and_leads_to_the_review() {
    let place = Workplace::with_questions(2);
    let mut sitting = TerminalSession::start(&place, &["--as", "alice"], Terminal::default());
    sitting.wait_for("2 left of 2");
    sitting.keys("\r");
    sitting.wait_for("Question number");
    sitting.keys("q");
    sitting.wait_for("2 left of 2");
    sitting.keys("q");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back());
}

#[test]
fn a_question_is_shown_in_the_terminal_itself() {
    let place = Workplace::with_questions(2);
    let mut sitting = TerminalSession::start(&place, &["show", "2"], Terminal::default());
    assert_eq!(sitting.end(), 0);
    let screen = sitting.seen().text();
    assert!(screen.contains("▄") || screen.contains("▀"), "{screen}");
    assert!(screen.contains("c: third"), "{screen}");
    assert!(sitting.is_given_back());
}

/// Sends what a terminal sends for the mouse at these words of the screen: 0 is the left button, 64 the
/// wheel away from the hand.
fn mouse_at(sitting: &TerminalSession, button: u8, words: &str) {
    let seen = sitting.seen().text();
    let found = seen.lines().enumerate().find_map(|(row, line)| {
        line.find(words).map(|at| (row + 1, line[..at].chars().count() + 1))
    });
    let place = found.unwrap_or_else(|| panic!("{words:?} is not there: {seen}"));
    mouse(sitting, button, place);
}

/// The same at a row and a column, from 1.
fn mouse(sitting: &TerminalSession, button: u8, (row, column): (usize, usize)) {
    let press = format!("\u{1b}[<{button};{column};{row}M");
    let release = format!("\u{1b}[<{button};{column};{row}m");
    sitting.keys(&press);
    if button == 0 {
        sitting.keys(&release);
    }
}

#[test]
fn the_mouse_answers_by_the_action_bar_and_by_a_choice_and_opens_from_home() {
    let place = Workplace::with_questions(3);
    let mut sitting = at_the_first_question(&place);
    mouse_at(&sitting, 0, "x  can't tell");
    sitting.wait_for("saved cannot tell");
    // The answer differs from the reference, so the key is meant when it comes twice.
    mouse_at(&sitting, 0, "y  keep");
    sitting.wait_for("again keeps the question");
    mouse_at(&sitting, 0, "y  keep");
    sitting.wait_for("again keeps the question");
    mouse_at(&sitting, 0, "y  keep");
    sitting.wait("the next question", |seen| {
        seen.text().contains("keep (") && !seen.text().contains("reference")
    });
    sitting.keys("q");
    sitting.wait_for("Settings");
    mouse_at(&sitting, 0, "Settings");
    mouse_at(&sitting, 0, "Settings");
    sitting.wait_for("e  edit the file");
    mouse_at(&sitting, 0, "mono");
    sitting.wait_for("no colours: bold");
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert_eq!(acts(&place), ["answer", "reviewkeep"]);
}

#[test]
fn the_mouse_on_the_picture_zooms_and_moves_and_decides_nothing() {
    const CLOSER: u8 = 64;
    const FARTHER: u8 = 65;
    let place = Workplace::with_questions(2);
    let mut sitting = at_the_first_question(&place);
    let seen = sitting.wait("the picture", |seen| seen.text().contains('▀'));
    assert!(!seen.contains("0  fit"), "{seen}");
    let on_picture = |line: &str| line.chars().position(|sign| matches!(sign, '▀' | '▄' | '█'));
    let mut rows = (1..).zip(seen.lines().map(on_picture));
    let middle = rows.find_map(|(row, column)| Some((row, column? + 2))).expect("a picture");
    // The bar offers to show the whole picture as soon as it shows a part.
    mouse(&sitting, 0, middle);
    sitting.wait_for("0  fit");
    mouse(&sitting, FARTHER, middle);
    sitting.wait("the whole picture", |seen| !seen.text().contains("0  fit"));
    mouse(&sitting, CLOSER, middle);
    sitting.wait_for("0  fit");
    mouse(&sitting, FARTHER, middle);
    sitting.wait("the whole picture again", |seen| !seen.text().contains("0  fit"));
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert_eq!(acts(&place), Vec::<String>::new());
}

#[test]
fn a_terminal_that_is_too_large_is_said_and_left_again() {
    let place = Workplace::with_questions(2);
    let huge = Terminal { columns: u16::MAX, rows: u16::MAX, ..Terminal::default() };
    let sitting = TerminalSession::review(&place, huge);
    sitting.wait_for("The terminal is too large.");
    sitting.wait_for("65535x65535");
    sitting.resize(80, 24);
    sitting.wait_for("Question number");
    sitting.resize(u16::MAX, u16::MAX);
    sitting.wait_for("The terminal is too large.");
    sitting.resize(80, 24);
    sitting.wait_for("Question number");
}

#[test]
fn the_editor_gets_the_terminal_as_a_shell_has_it_and_the_screens_come_back() {
    let place = Workplace::with_questions(2);
    place.write("edit.sh", "stty -a | tr ' ' '\\n' | grep -x icanon && read -r name && echo \"annotator = \\\"$name\\\"\" > \"$1\"\n");
    let terminal = Terminal { variables: &[("VISUAL", "sh edit.sh")], ..Terminal::default() };
    let mut sitting = TerminalSession::review(&place, terminal);
    sitting.wait_for("Question number");
    sitting.keys("q");
    sitting.wait_for("Settings");
    sitting.keys("9");
    sitting.wait_for("e  edit the file");
    sitting.keys("e");
    sitting.wait("the editor", |seen| seen.text().contains("icanon"));
    assert!(sitting.is_given_back());
    sitting.keys("vera\r");
    sitting.wait_for("the configuration file is in force");
    assert!(!sitting.is_given_back());
    sitting.keys("\u{3}");
    assert_eq!(sitting.end(), 0);
    assert!(sitting.is_given_back());
    assert!(place.assay(&["config", "show"]).well().out.contains("annotator = \"vera\""));
}
