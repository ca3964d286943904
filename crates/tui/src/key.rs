//! Keys as they are written in the keymap: `a`, `G`, `?`, `ctrl-p`, `enter`, `pageup`.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use assay_core::keyword::UnexpectedText;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    alt: bool,
}

const NAMED: [(&str, KeyCode); 16] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("space", KeyCode::Char(' ')),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
];

/// Examples of keys, for the message about a text that is not a key.
const EXAMPLES: &str = "a key, for instance a, G, ?, ctrl-p, enter, pageup or f5";

impl From<KeyEvent> for Key {
    /// The key of an event. Shift counts only through the character it makes.
    fn from(event: KeyEvent) -> Self {
        Key {
            code: event.code,
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
            alt: event.modifiers.contains(KeyModifiers::ALT),
        }
    }
}

impl Key {
    /// The key as it is written in a keymap.
    pub fn written(self) -> String {
        let ctrl = if self.ctrl { "ctrl-" } else { "" };
        let alt = if self.alt { "alt-" } else { "" };
        let named = NAMED.iter().find(|(_, code)| *code == self.code);
        let code = match (self.code, named) {
            (_, Some((name, _))) => (*name).to_owned(),
            (KeyCode::F(number), _) => format!("f{number}"),
            (KeyCode::Char(letter), _) => letter.to_string(),
            (code, _) => format!("{code:?}"),
        };
        format!("{ctrl}{alt}{code}")
    }

    /// The key as an event: what a terminal would have sent.
    pub fn event(self) -> KeyEvent {
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::CONTROL, self.ctrl);
        modifiers.set(KeyModifiers::ALT, self.alt);
        KeyEvent::new(self.code, modifiers)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if self.alt {
            f.write_str("Alt-")?;
        }
        match self.code {
            KeyCode::Left => f.write_str("←"),
            KeyCode::Right => f.write_str("→"),
            KeyCode::Up => f.write_str("↑"),
            KeyCode::Down => f.write_str("↓"),
            KeyCode::PageUp => f.write_str("PgUp"),
            KeyCode::PageDown => f.write_str("PgDn"),
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(letter) => write!(f, "{letter}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            code => match NAMED.iter().find(|(_, named)| *named == code) {
                Some((name, _)) => {
                    let (first, rest) = name.split_at(1);
                    write!(f, "{}{rest}", first.to_uppercase())
                }
                None => write!(f, "{code:?}"),
            },
        }
    }
}

impl FromStr for Key {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rest = text;
        let mut key = Key { code: KeyCode::Null, ctrl: false, alt: false };
        loop {
            let lower = rest.to_ascii_lowercase();
            if let Some(after) = lower.strip_prefix("ctrl-").filter(|after| !after.is_empty()) {
                key.ctrl = true;
                rest = &rest[rest.len() - after.len()..];
            } else if let Some(after) = lower.strip_prefix("alt-").filter(|after| !after.is_empty())
            {
                key.alt = true;
                rest = &rest[rest.len() - after.len()..];
            } else {
                break;
            }
        }
        key.code = code(rest).ok_or_else(|| UnexpectedText::new(EXAMPLES, text))?;
        if key.ctrl
            && let KeyCode::Char(letter) = key.code
        {
            key.code = KeyCode::Char(letter.to_ascii_lowercase());
        }
        Ok(key)
    }
}

fn code(text: &str) -> Option<KeyCode> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control()).then_some(KeyCode::Char(letter));
    }
    let lower = text.to_ascii_lowercase();
    let function = lower.strip_prefix('f').and_then(|number| number.parse().ok());
    if let Some(number @ 1..=24) = function {
        return Some(KeyCode::F(number));
    }
    NAMED.iter().find(|(name, _)| *name == lower).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_as_they_are_written() {
        for (text, shown) in [
            ("a", "a"),
            ("G", "G"),
            ("ctrl-P", "Ctrl-p"),
            ("Enter", "Enter"),
            ("pageup", "PgUp"),
            ("left", "←"),
            ("space", "Space"),
            ("-", "-"),
            ("ctrl--", "Ctrl--"),
            ("f5", "F5"),
            ("f", "f"),
        ] {
            let key: Key = text.parse().unwrap();
            assert_eq!(key.to_string(), shown);
            assert_eq!(key.written().parse(), Ok(key));
        }
    }

    #[test]
    fn nonsense_is_no_key() {
        for text in ["", "ab", "ctrl-", "hyper-x", "f25"] {
            assert!(text.parse::<Key>().is_err(), "{text:?}");
        }
    }
}
