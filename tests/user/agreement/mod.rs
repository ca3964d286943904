//! Agreement between raters: `assay agree table` and `check-table`, and the laws of the statistics.

mod laws;
mod table;
