//! Bytes of a terminal as keys, pastes and mouse events; pure.
//!
//! crossterm's own parser waits for the end of a sequence for ever: half of one, from a broken
//! connection, swallows the keys after it. Here the caller reports a pause, and an unfinished
//! sequence is then given up. Late replies to queries of the terminal are not keys and are dropped,
//! except the last of them: it shows that the terminal answers.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};

use self::sequences::typed;
pub use self::sequences::{Found, first};

mod sequences;
#[cfg(test)]
mod tests;

const ESCAPE: u8 = 0x1B;
const PASTE_ENDS: &[u8] = b"\x1b[201~";
/// Pasted text is kept up to this many bytes; fields take less.
const LONGEST_PASTE: usize = 1 << 20;

/// An input: typed, pasted or clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(KeyEvent),
    /// Pasted text.
    Paste(String),
    Mouse(MouseEvent),
    /// The terminal's attributes: the last of its answers, which was late.
    LateAnswer,
}

/// The unfinished part of the bytes so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// An escape character alone, which is also a key.
    Escape,
    /// The beginning of a sequence or of a character.
    Sequence,
    /// A paste without its end.
    Paste,
}

/// A parser from bytes to inputs.
#[derive(Debug, Default)]
pub struct Parser {
    pending: Vec<u8>,
    /// The text of the paste that has begun.
    paste: Option<Vec<u8>>,
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
                // The last bytes may be the start of the end marker.
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

    /// The unfinished part, if any.
    pub fn unfinished(&self) -> Option<Unfinished> {
        match (&self.paste, self.pending.as_slice()) {
            (Some(_), _) => Some(Unfinished::Paste),
            (None, []) => None,
            (None, [ESCAPE]) => Some(Unfinished::Escape),
            (None, _) => Some(Unfinished::Sequence),
        }
    }

    /// Ends an unfinished sequence after a silence. A single escape character was the key, two were
    /// a key with Alt if such a sequence begins, any other incomplete one is dropped.
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
