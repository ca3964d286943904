//! The indices of rows: which two are equal, which row an index names, and whether what looks like rows in a
//! cell are rows.
//!
//! When every index of a file is a whole number, `1`, `1.0` and `001` name the same row, because
//! pandas may write one for another when it reads and saves a file. Otherwise indices are texts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::columns::Columns;
use super::row::{SourceRow, keep_good};
use crate::bad_rows::{BadRows, in_field};
use crate::error::{FormatError, RowPosition, duplicate_index};
use crate::open_quote::Suspicion;
use assay_core::benchmark::QuestionKey;

/// The position of the row with an index.
#[derive(Debug)]
pub(super) struct Indices {
    whole_numbers: bool,
    positions: HashMap<String, usize>,
}

impl Indices {
    /// The indices of all rows. Rows that repeat an index are bad. `1.0` becomes `1` in the rows if
    /// all are whole numbers.
    pub fn new(rows: &mut Vec<SourceRow>, bad: &mut BadRows) -> Result<Self, FormatError> {
        let whole_numbers = rows.iter().all(|row| whole_number(row.index()).is_some());
        let mut indices = Indices { whole_numbers, positions: HashMap::new() };
        let mut kept: Vec<RowPosition> = Vec::with_capacity(rows.len());
        keep_good(rows, bad, |row| {
            let name = indices.name(row.index()).into_owned();
            if let Some(&first) = indices.positions.get(&name) {
                return Err(in_field("index", duplicate_index(kept[first])));
            }
            if whole_numbers
                && let Some((digits, _)) = row.index().split_once('.')
                && let Some(key) = QuestionKey::new(digits)
            {
                row.question.key = key;
            }
            indices.positions.insert(name, kept.len());
            kept.push(row.position);
            Ok(())
        })?;
        Ok(indices)
    }

    /// The same indices after rows were removed.
    pub fn renewed(mut self, rows: &[SourceRow]) -> Self {
        self.positions.clear();
        for (position, row) in rows.iter().enumerate() {
            let name = self.name(row.index()).into_owned();
            self.positions.insert(name, position);
        }
        self
    }

    /// The normalised form of an index, in which two that name the same row are equal.
    pub fn name<'a>(&self, index: &'a str) -> Cow<'a, str> {
        match whole_number(index) {
            Some(digits) if self.whole_numbers => Cow::Borrowed(digits),
            _ => Cow::Borrowed(index),
        }
    }

    /// The position of the row with this index.
    pub fn position(&self, index: &str) -> Option<usize> {
        self.positions.get(self.name(index).as_ref()).copied()
    }

    /// The index as a number, if it is one. If other indices are words, only plain digits are.
    pub fn number(&self, index: &str) -> Option<u64> {
        let digits = whole_number(index)?;
        (self.whole_numbers || digits == index).then(|| digits.parse().ok()).flatten()
    }
}

/// Refuses the rows whose cells contain other rows.
pub(super) fn refuse_suspects(
    rows: &mut Vec<SourceRow>,
    columns: &Columns,
    indices: &Indices,
    bad: &mut BadRows,
) -> Result<(), FormatError> {
    keep_good(rows, bad, |row| {
        let suspicion = row.suspicion.take().filter(|suspicion| !suspicion.is_refuted(indices));
        suspicion.map_or(Ok(()), |suspicion| Err(suspicion.refusal(columns)))
    })
}

impl Suspicion {
    /// Whether what looks like rows cannot be rows, because other rows have their indices.
    fn is_refuted(&self, indices: &Indices) -> bool {
        let mut seen = HashSet::new();
        self.indices.iter().any(|index| {
            indices.position(index).is_some() || !seen.insert(indices.name(index).into_owned())
        })
    }
}

/// The digits of a whole number without leading zeros and without a `.0` at the end.
fn whole_number(text: &str) -> Option<&str> {
    let digits = match text.split_once('.') {
        Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => digits,
        Some(_) => return None,
        None => text,
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let without_zeros = digits.trim_start_matches('0');
    Some(if without_zeros.is_empty() { "0" } else { without_zeros })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_pandas_writes_differently_are_the_same() {
        let forms = ["7", "7.0", "007", "07.00"];
        assert!(forms.iter().all(|form| whole_number(form) == Some("7")));
        assert_eq!(whole_number("0"), Some("0"));
        assert_eq!(whole_number("00.0"), Some("0"));
    }

    #[test]
    fn other_texts_are_no_whole_numbers() {
        for text in ["", ".", ".0", "1.", "1.5", "-1", "1e6", "VAL_1", "１"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
