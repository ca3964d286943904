//! Reading what is typed, one line at a time, within bounds.

use crate::messages::text;
use std::io::{self, BufRead, Read};

/// A longer line is neither an act nor a note; reading it whole could exhaust memory.
const LONGEST: u64 = 64 * 1024;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// A line that cannot be taken, and why.
    Unusable(&'static str),
    /// Nothing more will come.
    End,
}

/// Waits for the next line.
///
/// # Errors
/// When the input cannot be read.
pub fn next(input: &mut dyn BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Line::Unusable(text!("plain-line-too-long")));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim_end_matches(['\r', '\n']).to_owned()),
        Err(_) => Line::Unusable(text!("plain-line-not-text")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        while lines.last() != Some(&Line::End) {
            lines.push(next(&mut input).unwrap());
        }
        lines
    }

    #[test]
    fn the_last_line_needs_no_end_and_a_carriage_return_is_no_text() {
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(lines(b"b\r\n\ny"), [text("b"), text(""), text("y"), Line::End]);
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_is_left_out_and_the_next_one_counts() {
        let mut input = vec![b'a'; 200_000];
        input.extend(b"\n\xff\xfe\nb\n");
        let read = lines(&input);
        assert!(matches!(read[0], Line::Unusable(_)) && matches!(read[1], Line::Unusable(_)));
        assert_eq!(read[2..], [Line::Text("b".into()), Line::End]);
    }
}
