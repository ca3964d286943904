//! The cells of one row that is made, not read: kept for the next one, so that nothing is set aside anew.

use std::ops::Range;

use super::records::Record;

/// Cells, one behind the other.
#[derive(Default)]
pub(super) struct CellBuffer {
    bytes: Vec<u8>,
    places: Vec<Range<usize>>,
}

impl CellBuffer {
    /// Begins the next row.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
    }

    /// The row as readers of tables take it.
    pub fn record(&self) -> Record<'_> {
        Record::from_cells(&self.bytes, &self.places)
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: &[u8]) {
        self.push_with(|bytes| bytes.extend_from_slice(cell));
    }

    /// Adds a cell that is written behind the bytes that are there.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let begin = self.bytes.len();
        write(&mut self.bytes);
        self.places.push(begin..self.bytes.len());
    }
}
