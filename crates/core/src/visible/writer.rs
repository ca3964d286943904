//! A writer between untrusted text and a terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{json_escaped, visible};

/// A writer that replaces or escapes every character that could act on a terminal.
pub struct Harmless<W> {
    inner: W,
    convert: fn(&str) -> Cow<'_, str>,
    /// The first bytes of a character whose other bytes have not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    /// Replaces characters as [`visible`] does: for CSV that a person reads on a terminal.
    pub fn text(inner: W) -> Self {
        Harmless { inner, convert: visible, begun: Vec::new() }
    }

    /// Escapes characters inside JSON strings. The data is unchanged.
    pub fn json(inner: W) -> Self {
        Harmless { inner, convert: json_escaped, begun: Vec::new() }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            // The last one to three bytes may be the beginning of a character.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Ok(_) | Err(_) => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]);
        self.inner.write_all((self.convert)(&text).as_bytes())?;
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
    fn a_character_written_in_pieces_is_shown_whole() {
        let mut out = Vec::new();
        let mut writer = Harmless::text(&mut out);
        for byte in "猫\u{1b}[2J\u{9b}\n".as_bytes() {
            writer.write_all(&[*byte]).unwrap();
        }
        writer.write_all(b"\xff!").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "猫^[[2J<9B>\n\u{fffd}!");
    }

    #[test]
    fn flushing_reaches_the_writer_beneath() {
        struct Flushed(bool);
        impl Write for Flushed {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0 = true;
                Ok(())
            }
        }
        let mut flushed = Flushed(false);
        Harmless::json(&mut flushed).flush().unwrap();
        assert!(flushed.0);
    }
}
