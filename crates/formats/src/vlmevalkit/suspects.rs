//! Rows whose cells may contain other rows: checked once the indices of all rows are known.

use std::collections::HashSet;

use super::columns::Columns;
use super::index::Indices;
use super::row::{SourceRow, keep_good};
use crate::bad_rows::{BadRows, Refusal};
use crate::error::FormatError;
use crate::open_quote::Suspicion;

impl Suspicion {
    /// The problem of the cell, if the suspicion is not refuted.
    pub(super) fn refusal(&self, columns: &Columns) -> Refusal {
        columns.refusal(self.column, self.problem())
    }

    /// Whether what looks like rows cannot be rows, because other rows have their indices.
    fn is_refuted(&self, indices: &Indices) -> bool {
        let mut seen = HashSet::new();
        self.indices.iter().any(|index| {
            indices.position(index).is_some() || !seen.insert(indices.name(index).into_owned())
        })
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
