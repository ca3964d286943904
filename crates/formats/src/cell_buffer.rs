//! The cells of one generated row. The buffer is reused for the next row, so that no memory is
//! allocated again.

use std::ops::Range;

use super::records::Record;

/// Cells, one after the other in one buffer.
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

    /// The row in the form that readers of tables use.
    pub fn record(&self) -> Record<'_> {
        Record::from_cells(&self.bytes, &self.places)
    }

    /// Adds a cell.
    pub fn push(&mut self, cell: &[u8]) {
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(cell);
        self.places.push(begin..self.bytes.len());
    }
}
