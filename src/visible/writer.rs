//! A writer between untrusted text and a terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{json_escaped, visible};

/// Passes text on so that it cannot act on the terminal of whoever looks at it.
pub struct Harmless<W> {
    inner: W,
    made: fn(&str) -> Cow<'_, str>,
    /// The beginning of a character whose other bytes are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// Shows every character, as [`visible`] does: for data that keep them for scripts, when a
    /// person looks at them.
    pub fn text(inner: W) -> Self {
        Harmless { inner, made: visible, begun: Vec::new() }
    }

    /// Escapes within JSON what a terminal would act on or hide. The data stay what they are.
    pub fn json(inner: W) -> Self {
        Harmless { inner, made: json_escaped, begun: Vec::new() }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            // Up to three bytes may be the beginning of a character; more are none.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Ok(_) | Err(_) => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]);
        self.inner.write_all((self.made)(&text).as_bytes())?;
        self.begun.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_come_in_pieces_are_put_together_and_shown() {
        let mut out = Vec::new();
        let mut writer = Harmless::text(&mut out);
        for byte in "猫\u{1b}[2J\u{9b}\n".as_bytes() {
            writer.write_all(&[*byte]).unwrap();
        }
        writer.write_all(b"\xff!").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "猫^[[2J<9B>\n\u{fffd}!");
    }
}
