//! Tests of parsing a terminal's bytes as keys.

use crossterm::event::{MouseButton, MouseEventKind};
use proptest::prelude::*;

use super::*;
use crate::key::Key;

/// The inputs of bytes that are read at once and are complete.
fn read(bytes: &[u8]) -> Vec<Input> {
    let mut parser = Parser::default();
    let mut all = Vec::new();
    parser.take(bytes, |input| all.push(input));
    parser.give_up(|input| all.push(input));
    all
}

/// The names of keys.
fn keys(bytes: &[u8]) -> String {
    let name = |input: &Input| match input {
        Input::Key(key) => Key::from(*key).to_string(),
        other => format!("{other:?}"),
    };
    read(bytes).iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn keys_have_the_names_that_the_keymap_knows() {
    let typed = "a Z é 猫".replace(' ', "");
    assert_eq!(keys(typed.as_bytes()), "a Z é 猫");
    assert_eq!(keys(b"\r\t\x7f\x12\x03"), "Enter Tab Backspace Ctrl-r Ctrl-c");
    assert_eq!(keys(b"\x1b[A\x1b[B\x1bOC\x1b[D\x1b[H\x1b[F"), "↑ ↓ → ← Home End");
    assert_eq!(keys(b"\x1b[5~\x1b[6~\x1b[3~\x1b[1;5C\x1b[Z"), "PgUp PgDn Delete Ctrl-→ Backtab");
    assert_eq!(keys(b"\x1bOP\x1b[15~\x1b[24~\x1b[[A"), "F1 F5 F12 F1");
    assert_eq!(keys(b"\x1bx\x1b\r\x1b"), "Alt-x Alt-Enter Esc");
    assert_eq!(keys(b"\x1b[97;5u\x1b[13;3u"), "Ctrl-a Alt-Enter");
}

#[test]
fn half_of_a_sequence_is_given_up_after_a_silence() {
    for half in [
        "\x1b[",
        "\x1b[?",
        "\x1b[<0;1",
        "\x1b[?62;",
        "\x1b[M",
        "\x1b]11;rgb",
        "\x1bP>|x",
        "\u{732b}",
    ] {
        let mut parser = Parser::default();
        let bytes = &half.as_bytes()[..half.len().max(2) - usize::from(!half.is_ascii())];
        parser.take(bytes, |input| panic!("{input:?}"));
        assert_eq!(parser.unfinished(), Some(Unfinished::Sequence), "{half:?}");
        let mut given = Vec::new();
        parser.give_up(|input| given.push(input));
        assert_eq!(parser.unfinished(), None);
        parser.take(b"b", |input| given.push(input));
        assert_eq!(given.last(), Some(&Input::Key(KeyCode::Char('b').into())), "{half:?}");
    }
}

#[test]
fn answers_of_the_terminal_are_no_keys() {
    let answers: [&[u8]; 6] = [
        b"\x1b_Gi=31;OK\x1b\\",
        b"\x1bP>|XTerm(379)\x1b\\",
        b"\x1b]11;rgb:ffff/ffff/eeee\x1b\\",
        b"\x1b]11;rgb:ffff/ffff/eeee\x07",
        b"\x1b[6;18;9t",
        b"\x1b[?2;0;1000;1000S",
    ];
    for answer in answers {
        assert_eq!(keys(&[b"a", answer, b"b"].concat()), "a b", "{answer:?}");
    }
    assert_eq!(keys(b"a\x1b[?62;4;52cb"), "a LateAnswer b", "the last one says that it answers");
}

#[test]
fn a_paste_is_one_text_however_it_is_cut() {
    let bytes = "x\x1b[200~two\nlines \x1b[31m 猫\x1b[201~y".as_bytes();
    let key = |letter| Input::Key(KeyCode::Char(letter).into());
    let expected = [key('x'), Input::Paste("two\nlines \x1b[31m 猫".into()), key('y')];
    assert_eq!(read(bytes), expected);
    for at in 0..bytes.len() {
        let mut parser = Parser::default();
        let mut all = Vec::new();
        parser.take(&bytes[..at], |input| all.push(input));
        parser.take(&bytes[at..], |input| all.push(input));
        assert_eq!(all, expected, "cut at {at}");
    }
}

#[test]
fn a_paste_without_an_end_ends_with_a_silence() {
    assert_eq!(read(b"\x1b[200~half"), [Input::Paste("half".into())]);
}

#[test]
fn clicks_and_the_wheel_have_their_places() {
    let event =
        |kind, column, row, modifiers| Input::Mouse(MouseEvent { kind, column, row, modifiers });
    let none = KeyModifiers::NONE;
    assert_eq!(
        read(b"\x1b[<0;10;3M\x1b[<0;10;3m\x1b[<65;300;1M\x1b[<20;1;1M"),
        [
            event(MouseEventKind::Down(MouseButton::Left), 9, 2, none),
            event(MouseEventKind::Up(MouseButton::Left), 9, 2, none),
            event(MouseEventKind::ScrollDown, 299, 0, none),
            event(
                MouseEventKind::Down(MouseButton::Left),
                0,
                0,
                KeyModifiers::SHIFT | KeyModifiers::CONTROL
            ),
        ]
    );
}

proptest! {
    #[test]
    fn no_bytes_panic_and_the_next_key_after_a_silence_counts(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let mut parser = Parser::default();
        parser.take(&bytes, |_| ());
        parser.give_up(|_| ());
        prop_assert_eq!(parser.unfinished(), None);
        let mut given = Vec::new();
        parser.take(b"b", |input| given.push(input));
        prop_assert_eq!(given, [Input::Key(KeyCode::Char('b').into())]);
    }

    #[test]
    fn sequences_may_come_in_any_pieces(
        escapes in prop::collection::vec(0usize..8, 1..12), cut in 0usize..80,
    ) {
        let known: [&[u8]; 8] =
            [b"\x1b[A", b"\x1b[5~", b"x", b"\x1b[<0;1;1M", b"\xe7\x8c\xab", b"\x1bx", b"\x1b]1\x07", b"\x1b[1;5C"];
        let bytes: Vec<u8> = escapes.iter().flat_map(|&at| known[at].iter().copied()).collect();
        let cut = cut.min(bytes.len());
        let mut parser = Parser::default();
        let mut pieces = Vec::new();
        parser.take(&bytes[..cut], |input| pieces.push(input));
        parser.take(&bytes[cut..], |input| pieces.push(input));
        prop_assert_eq!(pieces, read(&bytes));
    }
}
