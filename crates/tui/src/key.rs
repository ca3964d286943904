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

/// The keys that do not type a visible character: as a keymap and as the screens name them.
const NAMED: [(KeyCode, &str, &str); 16] = [
    (KeyCode::Enter, "enter", "Enter"),
    (KeyCode::Esc, "esc", "Esc"),
    (KeyCode::Tab, "tab", "Tab"),
    (KeyCode::BackTab, "backtab", "Backtab"),
    (KeyCode::Backspace, "backspace", "Backspace"),
    (KeyCode::Char(' '), "space", "Space"),
    (KeyCode::Left, "left", "←"),
    (KeyCode::Right, "right", "→"),
    (KeyCode::Up, "up", "↑"),
    (KeyCode::Down, "down", "↓"),
    (KeyCode::PageUp, "pageup", "PgUp"),
    (KeyCode::PageDown, "pagedown", "PgDn"),
    (KeyCode::Home, "home", "Home"),
    (KeyCode::End, "end", "End"),
    (KeyCode::Delete, "delete", "Delete"),
    (KeyCode::Insert, "insert", "Insert"),
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
        self.spelled(["ctrl-", "alt-"], 'f', |(_, written, _)| written)
    }

    fn spelled(
        self,
        [ctrl, alt]: [&str; 2],
        function: char,
        name: fn((KeyCode, &'static str, &'static str)) -> &'static str,
    ) -> String {
        let ctrl = if self.ctrl { ctrl } else { "" };
        let alt = if self.alt { alt } else { "" };
        let code = match (NAMED.into_iter().find(|(code, ..)| *code == self.code), self.code) {
            (Some(named), _) => name(named).to_owned(),
            (None, KeyCode::F(number)) => format!("{function}{number}"),
            (None, KeyCode::Char(letter)) => letter.to_string(),
            (None, code) => format!("{code:?}"),
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
        f.write_str(&self.spelled(["Ctrl-", "Alt-"], 'F', |(.., shown)| shown))
    }
}

impl FromStr for Key {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rest = text;
        let mut key = Key { code: KeyCode::Null, ctrl: false, alt: false };
        while let Some((modifier, after)) = rest.split_once('-')
            && !after.is_empty()
        {
            match modifier.to_ascii_lowercase().as_str() {
                "ctrl" => key.ctrl = true,
                "alt" => key.alt = true,
                _ => break,
            }
            rest = after;
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
    NAMED.iter().find(|(_, name, _)| *name == lower).map(|(code, ..)| *code)
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
