//! Finds a record and its cells in a buffer that holds the whole record, without copying a cell.
//!
//! This is the fast path of [`super::records`]. It leaves every record that is not plain to
//! `csv-core`: one that continues beyond the buffer, one with characters after a closing quote, one
//! that comes near a limit. So only one place decides what is an error. A property test in
//! `records` compares both with the csv crate.

use std::ops::Range;

use super::{MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROW_BYTES};

/// The limits of cells and records.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes in one cell.
    pub cell: usize,
    /// Bytes in one record.
    pub record: usize,
    /// Cells in one record.
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { cell: MAX_CELL_BYTES, record: MAX_ROW_BYTES, cells: MAX_COLUMNS }
    }
}

/// A record that was found at the beginning of a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned {
    /// The number of bytes of the record, without its line break.
    pub text: usize,
    /// The number of bytes with its line break.
    pub length: usize,
    /// The number of line feeds, including that of its line break.
    pub line_feeds: u64,
    /// Whether a cell has a line feed in it.
    pub has_line_feeds: bool,
    /// Whether a cell has doubled quotes, which [`unescape`] must turn into single ones.
    pub has_doubled_quotes: bool,
}

/// Finds the record that begins with the first byte of `input`, which is not a line break. The
/// ranges of its cells, without their quotes, replace the content of `cells`. `None` if the record
/// is not plain or not complete.
pub(super) fn scan(
    input: &[u8],
    delimiter: u8,
    limits: Limits,
    cells: &mut Vec<Range<usize>>,
) -> Option<Scanned> {
    cells.clear();
    let mut has_doubled_quotes = false;
    let mut start = 0;
    loop {
        let (cell, end) = if *input.get(start)? == b'"' {
            let (quote, is_doubled) = closing_quote(input, start + 1)?;
            has_doubled_quotes |= is_doubled;
            (start + 1..quote, quote + 1)
        } else {
            let end = start + find_any(&input[start..], [delimiter, b'\n', b'\r'])?;
            (start..end, end)
        };
        if cell.len() > limits.cell || end >= limits.record || cells.len() + 1 >= limits.cells {
            return None;
        }
        cells.push(cell);
        let length = match (*input.get(end)?, input.get(end + 1)) {
            (byte, _) if byte == delimiter => {
                start = end + 1;
                continue;
            }
            (b'\r', Some(b'\n')) => end + 2,
            (b'\r' | b'\n', _) => end + 1,
            _ => return None,
        };
        let inside = memchr::memchr_iter(b'\n', &input[..end]).count() as u64;
        return Some(Scanned {
            text: end,
            length,
            line_feeds: inside + u64::from(input[length - 1] == b'\n'),
            has_line_feeds: inside > 0,
            has_doubled_quotes,
        });
    }
}

/// Copies the cells of a scanned record to `text` with one quote for each two, and sets `cells` to
/// the ranges in the copy.
pub(super) fn unescape(input: &[u8], cells: &mut [Range<usize>], text: &mut Vec<u8>) {
    text.clear();
    for cell in cells {
        let start = text.len();
        // A quote in a cell without quotes around it is an ordinary character.
        let is_quoted = cell.start.checked_sub(1).is_some_and(|before| input[before] == b'"');
        let mut rest = &input[cell.clone()];
        while let Some(quote) = find_any(rest, [b'"']).filter(|_| is_quoted) {
            text.extend_from_slice(&rest[..=quote]);
            rest = rest.get(quote + 2..).unwrap_or_default();
        }
        text.extend_from_slice(rest);
        *cell = start..text.len();
    }
}

/// The quote that closes a cell, and whether the cell has doubled quotes. `None` if the buffer ends
/// before the character after that quote.
fn closing_quote(input: &[u8], from: usize) -> Option<(usize, bool)> {
    let mut at = from;
    loop {
        let quote = at + find_any(&input[at..], [b'"'])?;
        if *input.get(quote + 1)? != b'"' {
            return Some((quote, at != from));
        }
        at = quote + 2;
    }
}

/// The number of bytes that are searched by words of eight before `memchr` is called.
const LOOKED_AT: usize = 32;

/// The first position of one of the `wanted` bytes. Most cells have fewer than twenty bytes, which
/// takes less time by words of eight bytes than one call of `memchr`; pictures have a hundred
/// thousand.
#[inline]
fn find_any<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    let Some((words, rest)) = bytes.split_first_chunk::<LOOKED_AT>() else {
        return bytes.iter().position(|byte| wanted.contains(byte));
    };
    for (at, word) in words.as_chunks::<8>().0.iter().enumerate() {
        if let Some(found) = find_in_word(u64::from_le_bytes(*word), wanted) {
            return Some(8 * at + found);
        }
    }
    let found = match wanted[..] {
        [one] => memchr::memchr(one, rest),
        [one, two, three] => memchr::memchr3(one, two, three, rest),
        _ => rest.iter().position(|byte| wanted.contains(byte)),
    };
    found.map(|found| LOOKED_AT + found)
}

/// The index of the first wanted byte in a little-endian word. Subtracting one borrows out of the
/// bytes that are zero after the exclusive or; only bytes above the first such byte can be mistaken
/// for one (Warren, Hacker's Delight, 6-1).
#[inline]
fn find_in_word<const N: usize>(word: u64, wanted: [u8; N]) -> Option<usize> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let zeros = |byte: u8| {
        let word = word ^ (LOW * u64::from(byte));
        word.wrapping_sub(LOW) & !word & HIGH
    };
    let found = wanted.into_iter().fold(0, |found, byte| found | zeros(byte));
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMITS: Limits = Limits { cell: 100, record: 200, cells: 8 };

    fn scanned(input: &[u8]) -> Option<(usize, Vec<String>)> {
        let (mut cells, mut text) = (Vec::new(), Vec::new());
        let found = scan(input, b'\t', LIMITS, &mut cells)?;
        unescape(input, &mut cells, &mut text);
        let text = |cell: &Range<usize>| String::from_utf8_lossy(&text[cell.clone()]).into_owned();
        Some((found.length, cells.iter().map(text).collect()))
    }

    #[test]
    fn plain_records_are_found_and_others_are_left_to_the_careful_reader() {
        let cells = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(scanned(b"a\t\"b\tc\"\tp\"q\n"), Some((12, cells(&["a", "b\tc", "p\"q"]))));
        assert_eq!(scanned(b"\"x\"\"y\"\t\r\nnext"), Some((9, cells(&["x\"y", ""]))));
        assert_eq!(scanned(b"a\rnext"), Some((2, cells(&["a"]))));
        for left in ["", "a", "a\tb", "\"a\"", "\"a", "\"a\"b\n", "1\t2\t3\t4\t5\t6\t7\t8\n"] {
            assert_eq!(scanned(left.as_bytes()), None, "{left:?}");
        }
        assert_eq!(scanned(format!("{}\n", "x".repeat(101)).as_bytes()), None);
    }

    proptest! {
        #[test]
        fn the_first_wanted_byte_is_found(
            bytes in prop::collection::vec(prop::sample::select(b"\0\x01\"!#\x7f\x80\x81\t\xff\x22".to_vec()), 0..70),
            wanted in any::<u8>(),
        ) {
            let first = |wanted: &[u8]| bytes.iter().position(|byte| wanted.contains(byte));
            prop_assert_eq!(find_any(&bytes, [b'"']), first(b"\""));
            prop_assert_eq!(find_any(&bytes, [wanted]), first(&[wanted]));
            prop_assert_eq!(find_any(&bytes, [b'\t', 0x80, wanted]), first(&[b'\t', 0x80, wanted]));
        }
    }
}
