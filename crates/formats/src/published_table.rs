//! Tables copied from papers as CSV: names in the first column, numbers in the others.
//!
//! A row named `n`, `N`, `#`, `count` or `questions` holds the number of questions of each column.

use std::io::Read;

use super::error::ReadError;
use super::separated::read_header;
use assay_core::agreement::published_table::{Decimal, PublishedRow, PublishedTable};

/// Names of the row of counts.
const COUNT_ROWS: [&str; 5] = ["n", "#", "count", "counts", "questions"];

/// A table and the counts that it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedFile {
    /// The table without its row of counts.
    pub table: PublishedTable,
    /// The number of questions of each column that gives it.
    pub counts: Vec<(String, u64)>,
}

/// Reads a published table; cells that are not numbers stay blank.
pub fn read_published_table(input: impl Read) -> Result<PublishedFile, ReadError> {
    let mut file = read_header(input)?;
    let columns: Vec<String> = file.header.iter().skip(1).cloned().collect();
    let mut counts = Vec::new();
    let mut rows = Vec::new();
    file.for_each_row(|row| {
        let name = row.field(0).trim().to_owned();
        let cells: Vec<_> = row.fields().skip(1).map(Decimal::parse).collect();
        if COUNT_ROWS.contains(&name.to_lowercase().as_str()) {
            let count = |cell: &Option<Decimal>| u64::try_from(cell.as_ref()?.whole()?).ok();
            let counted = columns.iter().zip(&cells);
            counts.extend(counted.filter_map(|(name, cell)| Some((name.clone(), count(cell)?))));
        } else {
            rows.push(PublishedRow { name, cells });
        }
        Ok(())
    })?;
    Ok(PublishedFile { table: PublishedTable { columns, rows }, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_counts_is_not_a_row_of_results() {
        let text = "model,CP,LR,Overall\nN,362,124,\nours,**81.5**,-,70.1%\n";
        let file = read_published_table(text.as_bytes()).unwrap();
        assert_eq!(file.counts, [("CP".to_owned(), 362), ("LR".to_owned(), 124)]);
        assert_eq!(file.table.rows.len(), 1);
        let cells = &file.table.rows[0].cells;
        assert_eq!(cells[0].as_ref().map(Decimal::value), Some(81.5));
        assert_eq!(cells[1], None);
        assert!(cells[2].as_ref().unwrap().has_percent_sign());
    }
}
