//! Bytes of a terminal as keys, pastes and mouse events; pure.
//!
//! crossterm's own parser waits for the end of a sequence for ever: half of one, from a broken
//! connection, swallows the keys after it. Here whoever reads says when there was silence, and what is
//! unfinished then is given up. Answers to questions that were asked of the terminal and came late are
//! no keys and are left out.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

const ESCAPE: u8 = 0x1B;
const PASTE_ENDS: &[u8] = b"\x1b[201~";
/// A sequence or a string of a terminal longer than this is none.
const LONGEST_SEQUENCE: usize = 4096;
/// Pasted text is kept up to this many bytes; no field takes as much.
const LONGEST_PASTE: usize = 1 << 20;

/// Something that was typed, pasted or clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// Pasted text.
    Paste(String),
    /// The mouse.
    Mouse(MouseEvent),
}

/// What the bytes so far leave unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// An escape character alone, which is also a key.
    Escape,
    /// The beginning of a sequence or of a character.
    Sequence,
    /// A paste without its end.
    Paste,
}

/// Takes bytes, gives what they mean.
#[derive(Debug, Default)]
pub struct Parser {
    pending: Vec<u8>,
    /// The text of the paste that has begun.
    paste: Option<Vec<u8>>,
}

/// What stands at the beginning of some bytes.
enum Found {
    /// So many bytes that mean this, or nothing.
    Bytes(usize, Option<Input>),
    PasteBegins(usize),
    /// More bytes are needed.
    Unfinished,
}

impl Parser {
    /// Takes the next bytes.
    pub fn take(&mut self, bytes: &[u8], mut give: impl FnMut(Input)) {
        self.pending.extend_from_slice(bytes);
        let mut at = 0;
        loop {
            let rest = &self.pending[at..];
            if let Some(text) = &mut self.paste {
                let end = rest.windows(PASTE_ENDS.len()).position(|six| six == PASTE_ENDS);
                // The last bytes may be the beginning of the end.
                let taken = end.unwrap_or(rest.len().saturating_sub(PASTE_ENDS.len() - 1));
                let room = LONGEST_PASTE.saturating_sub(text.len());
                text.extend_from_slice(&rest[..taken.min(room)]);
                at += taken;
                if end.is_none() {
                    break;
                }
                at += PASTE_ENDS.len();
                give(self.end_of_paste());
                continue;
            }
            match first(rest) {
                Found::Bytes(length, input) => {
                    at += length;
                    input.into_iter().for_each(&mut give);
                }
                Found::PasteBegins(length) => {
                    at += length;
                    self.paste = Some(Vec::new());
                }
                Found::Unfinished => break,
            }
        }
        self.pending.drain(..at);
    }

    /// What is unfinished, if anything.
    pub fn unfinished(&self) -> Option<Unfinished> {
        match (&self.paste, self.pending.as_slice()) {
            (Some(_), _) => Some(Unfinished::Paste),
            (None, []) => None,
            (None, [ESCAPE]) => Some(Unfinished::Escape),
            (None, _) => Some(Unfinished::Sequence),
        }
    }

    /// After a silence: what is unfinished will not be finished. An escape character alone was the key, two
    /// were a key with Alt where such a sequence begins, the half of anything else is dropped.
    pub fn give_up(&mut self, mut give: impl FnMut(Input)) {
        let pending = std::mem::take(&mut self.pending);
        if let Some(text) = &mut self.paste {
            text.extend_from_slice(&pending);
            return give(self.end_of_paste());
        }
        match pending.as_slice() {
            [ESCAPE] => give(Input::Key(KeyCode::Esc.into())),
            &[ESCAPE, letter] if letter.is_ascii_graphic() => {
                give(Input::Key(typed(char::from(letter), KeyModifiers::ALT)));
            }
            _ => {}
        }
    }

    fn end_of_paste(&mut self) -> Input {
        let text = self.paste.take().unwrap_or_default();
        Input::Paste(String::from_utf8_lossy(&text).into_owned())
    }
}

fn first(bytes: &[u8]) -> Found {
    let key = |length, code, modifiers| {
        Found::Bytes(length, Some(Input::Key(KeyEvent::new(code, modifiers))))
    };
    match bytes {
        [] | [ESCAPE] => Found::Unfinished,
        [ESCAPE, ESCAPE, ..] => key(1, KeyCode::Esc, KeyModifiers::NONE),
        [ESCAPE, b'[', rest @ ..] => control_sequence(rest),
        [ESCAPE, b'O', rest @ ..] => match rest {
            [] => Found::Unfinished,
            &[letter, ..] => {
                let input = by_letter(letter).map(|code| Input::Key(code.into()));
                Found::Bytes(3, input)
            }
        },
        [ESCAPE, kind @ (b']' | b'P' | b'_' | b'^'), rest @ ..] => string(*kind, rest),
        [ESCAPE, rest @ ..] => match first(rest) {
            Found::Bytes(length, Some(Input::Key(mut key))) => {
                key.modifiers |= KeyModifiers::ALT;
                Found::Bytes(length + 1, Some(Input::Key(key)))
            }
            Found::Bytes(length, _) => Found::Bytes(length + 1, None),
            other => other,
        },
        [b'\r', ..] => key(1, KeyCode::Enter, KeyModifiers::NONE),
        [b'\t', ..] => key(1, KeyCode::Tab, KeyModifiers::NONE),
        [0x7F, ..] => key(1, KeyCode::Backspace, KeyModifiers::NONE),
        [0, ..] => key(1, KeyCode::Char(' '), KeyModifiers::CONTROL),
        &[code @ 0x01..=0x1A, ..] => {
            key(1, KeyCode::Char(char::from(code - 1 + b'a')), KeyModifiers::CONTROL)
        }
        &[code @ 0x1C..=0x1F, ..] => {
            key(1, KeyCode::Char(char::from(code - 0x1C + b'4')), KeyModifiers::CONTROL)
        }
        _ => character(bytes),
    }
}

/// A character of one to four bytes. What is no UTF-8 means nothing.
fn character(bytes: &[u8]) -> Found {
    let longest = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(longest) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => {
            std::str::from_utf8(&longest[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(error) => {
            return match error.error_len() {
                Some(length) => Found::Bytes(length, None),
                None => Found::Unfinished,
            };
        }
    };
    match valid.chars().next() {
        Some(letter) => {
            let key = typed(letter, KeyModifiers::NONE);
            Found::Bytes(letter.len_utf8(), Some(Input::Key(key)))
        }
        None => Found::Bytes(1, None),
    }
}

fn typed(letter: char, modifiers: KeyModifiers) -> KeyEvent {
    let shift = if letter.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    KeyEvent::new(KeyCode::Char(letter), modifiers | shift)
}

/// A string of the terminal, to its end; it means nothing here.
fn string(kind: u8, body: &[u8]) -> Found {
    let end = body.windows(2).position(|two| two == b"\x1b\\").map(|at| at + 2);
    let bell = body.iter().position(|&byte| kind == b']' && byte == 0x07).map(|at| at + 1);
    match end.into_iter().chain(bell).min() {
        Some(length) => Found::Bytes(2 + length, None),
        None if body.len() > LONGEST_SEQUENCE => Found::Bytes(2 + body.len(), None),
        None => Found::Unfinished,
    }
}

/// What follows `ESC [`.
fn control_sequence(body: &[u8]) -> Found {
    match body {
        // The function keys of the Linux console, and the mouse in the coding that was not asked for.
        [b'['] => return Found::Unfinished,
        &[b'[', letter, ..] => {
            let number = letter.checked_sub(b'A').filter(|number| *number < 5);
            let input = number.map(|number| Input::Key(KeyCode::F(number + 1).into()));
            return Found::Bytes(4, input);
        }
        [b'M', rest @ ..] if rest.len() < 3 => return Found::Unfinished,
        [b'M', ..] => return Found::Bytes(6, None),
        _ => {}
    }
    let is_middle = |byte: &&u8| (0x20..=0x3F).contains(*byte);
    let length = body.iter().take_while(is_middle).count();
    let Some(&last) = body.get(length) else {
        return match length > LONGEST_SEQUENCE {
            true => Found::Bytes(2 + length, None),
            false => Found::Unfinished,
        };
    };
    if !(0x40..=0x7E).contains(&last) {
        // Something else has begun in the middle.
        return Found::Bytes(2 + length, None);
    }
    let parameters = &body[..length];
    if parameters == b"200" && last == b'~' {
        return Found::PasteBegins(3 + length);
    }
    Found::Bytes(3 + length, sequence(parameters, last))
}

/// A whole control sequence.
fn sequence(parameters: &[u8], last: u8) -> Option<Input> {
    let text = std::str::from_utf8(parameters).ok()?;
    if let Some(mouse) = text.strip_prefix('<') {
        return self::mouse(mouse, last).map(Input::Mouse);
    }
    if text.starts_with(['?', '>', '=']) {
        // An answer of the terminal.
        return None;
    }
    let mut numbers = text.split(';').map(|number| number.split(':').next().unwrap_or(""));
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok());
    let first = number(numbers.next());
    let modifiers = modifiers(number(numbers.next()).unwrap_or(1));
    let code = match last {
        b'~' => by_number(first?)?,
        b'u' => return Some(Input::Key(unicode_key(char::from_u32(first?)?, modifiers))),
        b'Z' => return Some(Input::Key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT))),
        letter => by_letter(letter)?,
    };
    Some(Input::Key(KeyEvent::new(code, modifiers)))
}

fn unicode_key(letter: char, modifiers: KeyModifiers) -> KeyEvent {
    match letter {
        '\r' => KeyEvent::new(KeyCode::Enter, modifiers),
        '\t' => KeyEvent::new(KeyCode::Tab, modifiers),
        '\u{1b}' => KeyEvent::new(KeyCode::Esc, modifiers),
        '\u{7f}' => KeyEvent::new(KeyCode::Backspace, modifiers),
        letter => typed(letter, modifiers),
    }
}

fn modifiers(number: u32) -> KeyModifiers {
    let held = number.saturating_sub(1);
    let all = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL, KeyModifiers::SUPER];
    let held = all.into_iter().enumerate().filter(|(bit, _)| held >> bit & 1 == 1);
    held.fold(KeyModifiers::NONE, |sum, (_, modifier)| sum | modifier)
}

fn by_letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        b'M' => KeyCode::Enter,
        _ => return None,
    })
}

fn by_number(number: u32) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23 | 24 => KeyCode::F(number as u8 - 12),
        _ => return None,
    })
}

/// The mouse in the coding without a limit of columns: `button;column;row`, then `M` or `m`.
fn mouse(parameters: &str, last: u8) -> Option<MouseEvent> {
    let mut numbers = parameters.split(';').map(str::parse::<u16>);
    let (Some(Ok(code)), Some(Ok(column)), Some(Ok(row))) =
        (numbers.next(), numbers.next(), numbers.next())
    else {
        return None;
    };
    let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
    let button = buttons.get(usize::from(code & 3)).copied();
    let moves = code & 32 != 0;
    let kind = match (code & 0b1100_0000, button, last) {
        (0, Some(button), b'm') => MouseEventKind::Up(button),
        (0, Some(button), b'M') if moves => MouseEventKind::Drag(button),
        (0, Some(button), b'M') => MouseEventKind::Down(button),
        (0, None, b'M') => MouseEventKind::Moved,
        (64, _, b'M') => [
            MouseEventKind::ScrollUp,
            MouseEventKind::ScrollDown,
            MouseEventKind::ScrollLeft,
            MouseEventKind::ScrollRight,
        ][usize::from(code & 3)],
        _ => return None,
    };
    let held = u32::from(code >> 2 & 7) + 1;
    let (column, row) = (column.saturating_sub(1), row.saturating_sub(1));
    Some(MouseEvent { kind, column, row, modifiers: modifiers(held) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::key::Key;

    /// What bytes mean that are read at once, and are all there is.
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
        assert_eq!(
            keys(b"\x1b[5~\x1b[6~\x1b[3~\x1b[1;5C\x1b[Z"),
            "PgUp PgDn Delete Ctrl-→ Backtab"
        );
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
        let answers: [&[u8]; 7] = [
            b"\x1b_Gi=31;OK\x1b\\",
            b"\x1bP>|XTerm(379)\x1b\\",
            b"\x1b]11;rgb:ffff/ffff/eeee\x1b\\",
            b"\x1b]11;rgb:ffff/ffff/eeee\x07",
            b"\x1b[?62;4;52c",
            b"\x1b[6;18;9t",
            b"\x1b[?2;0;1000;1000S",
        ];
        for answer in answers {
            assert_eq!(keys(&[b"a", answer, b"b"].concat()), "a b", "{answer:?}");
        }
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
        let event = |kind, column, row, modifiers| {
            Input::Mouse(MouseEvent { kind, column, row, modifiers })
        };
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
}
