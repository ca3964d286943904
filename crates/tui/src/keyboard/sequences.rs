//! One sequence of a terminal's bytes: a key, a click, an ignored string; pure.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{ESCAPE, Input};

/// The longest sequence or string of a terminal.
const LONGEST_SEQUENCE: usize = 4096;

/// The first item of some bytes.
pub enum Found {
    /// The number of bytes of an input, which is `None` if they are ignored.
    Bytes(usize, Option<Input>),
    PasteBegins(usize),
    /// More bytes are needed.
    Unfinished,
}

/// Parses the first input of these bytes.
pub fn first(bytes: &[u8]) -> Found {
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

/// A character of one to four bytes. Invalid UTF-8 is ignored.
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

/// A letter as a key; a capital has Shift.
pub(super) fn typed(letter: char, modifiers: KeyModifiers) -> KeyEvent {
    let shift = if letter.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    KeyEvent::new(KeyCode::Char(letter), modifiers | shift)
}

/// A string of the terminal, to its end, which is ignored.
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
        // The function keys of the Linux console, and the mouse in an encoding that was not
        // requested.
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
        // Another sequence has begun in the middle.
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
        return (text.starts_with('?') && last == b'c').then_some(Input::LateAnswer);
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

/// The mouse in the encoding without a limit of columns: `button;column;row`, then `M` or `m`.
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
