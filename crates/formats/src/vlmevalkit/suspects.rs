//! Rows whose cells may contain other rows: checked once the indices of all rows are known.

use std::collections::HashSet;

use super::columns::Columns;
use super::index::Indices;
use super::row::SourceRow;
use crate::bad_rows::{BadRows, Fault};
use crate::error::FormatError;
use crate::open_quote::Suspicion;

impl Suspicion {
    /// The fault of the cell, if the suspicion is not refuted.
    pub(super) fn into_fault(self) -> Fault {
        Fault::in_column(self.column, self.into_problem())
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
    let mut kept = Vec::with_capacity(rows.len());
    for mut row in rows.drain(..) {
        match row.suspicion.take().filter(|suspicion| !suspicion.is_refuted(indices)) {
            Some(suspicion) => {
                let fault = suspicion.into_fault().named(|at| columns.name(at));
                bad.refuse(row.row, row.line, Some(row.index), fault)?;
            }
            None => kept.push(row),
        }
    }
    *rows = kept;
    Ok(())
}
