//! Checks whether a printed table of scores is possible at all. The checks are exact and need only
//! the table and the number of questions.
//!
//! Each check reports the number of cells or rows that it examined, and a finding for each that no
//! data can produce. Rounding half up and half to even are both allowed everywhere.
//! Reading the file is `formats::published_table`.

mod attainable;
mod correlation;
mod decimal;
mod sums;

use serde::Serialize;
use thiserror::Error;

use crate::keyword::keywords;

pub use attainable::{hits_behind, numbers_of_questions_that_fit};
pub use decimal::Decimal;

/// A printed table: named rows of numbers under named columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedTable {
    /// Names of the columns of numbers.
    pub columns: Vec<String>,
    pub rows: Vec<PublishedRow>,
}

/// One printed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedRow {
    pub name: String,
    /// One cell for each column; `None` if it is blank or not a number.
    pub cells: Vec<Option<Decimal>>,
}

keywords! {
    /// The kind of the numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Kind {
        // Percentages of questions, 0 to 100.
        Percent = "percent",
        // Shares of questions, 0 to 1.
        Share = "share",
        // Numbers of questions.
        Count = "count",
        // Correlations between the things that name both rows and columns.
        Correlation = "correlation",
    }
}

/// What the user knows about the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The kind of the numbers; guessed if not given.
    pub kind: Option<Kind>,
    /// Number of questions of every column, or with `counts` of the overall column.
    pub n: Option<u64>,
    /// Number of questions of single columns.
    pub counts: Vec<(String, u64)>,
    /// The column that sums or averages the others; found by its usual names if not given.
    pub overall: Option<String>,
    /// Whether the columns are the parts of a whole (win, tie, lose), so that a row must give all.
    pub parts: bool,
}

keywords! {
    /// A check of the table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Check {
        // Every percentage is k of N.
        Attainable = "attainable as k of N",
        // The levels, weighted by their counts, give the overall.
        Overall = "levels give the overall",
        // The cells of a row give its total.
        RowSum = "rows sum",
        // Every number is in its range.
        Range = "in range",
        // The matrix is symmetric.
        Symmetry = "symmetric",
        // The correlations can belong to one set of data.
        CorrelationMatrix = "a correlation matrix can exist",
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub check: Check,
    /// The number of cells, rows or tables examined.
    pub checked: usize,
    /// The number of these that cannot be as printed.
    pub failed: usize,
}

/// Something that cannot be as printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The check that found it.
    pub check: Check,
    pub row: String,
    /// The column, if the finding is one cell.
    pub column: String,
    /// What is printed.
    pub printed: String,
    /// What is wrong with it.
    pub problem: String,
}

/// The result of all checks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableCheck {
    /// The assumed kind of the numbers.
    pub kind: Kind,
    /// The checks that could be made.
    pub checks: Vec<Outcome>,
    /// What cannot be as printed.
    pub findings: Vec<Finding>,
    /// What was assumed or could not be checked.
    pub notes: Vec<String>,
}

/// Information from the user that does not fit the table: what is wrong, and what to give.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DoesNotFit(String);

/// No number of questions to check against.
const NO_COUNTS: &str = "give the number of questions: --n, or --counts for each column";

/// Checks the table.
pub fn check(table: &PublishedTable, known: &Known) -> Result<TableCheck, DoesNotFit> {
    let layout = Layout::new(table, known)?;
    let kind = known.kind.unwrap_or_else(|| guess(table, &layout));
    let mut notes = Vec::new();
    if known.kind.is_none() {
        notes.push(format!("the numbers were taken for {}", kind.plural()));
    }
    let blank = table.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_none()).count();
    if blank > 0 && kind != Kind::Correlation {
        notes.push(format!("{blank} cells hold no number and were not checked"));
    }
    let result = TableCheck { kind, checks: Vec::new(), findings: Vec::new(), notes };
    let mut checker = Checker { table, layout: &layout, result };
    match kind {
        Kind::Correlation => checker.check_correlations()?,
        Kind::Count => checker.check_counts()?,
        Kind::Percent | Kind::Share => {
            checker.check_attainable()?;
            checker.check_overall();
            if known.parts {
                checker.check_parts();
            }
        }
    }
    Ok(checker.result)
}

/// A table that is being checked.
struct Checker<'t> {
    table: &'t PublishedTable,
    layout: &'t Layout,
    result: TableCheck,
}

impl Kind {
    /// The name of the numbers.
    fn plural(self) -> &'static str {
        match self {
            Kind::Percent => "percentages",
            Kind::Share => "shares between 0 and 1",
            Kind::Count => "counts",
            Kind::Correlation => "correlations",
        }
    }

    /// The number that represents all questions.
    fn whole(self) -> u64 {
        if self == Kind::Percent { 100 } else { 1 }
    }
}

impl TableCheck {
    /// Notes a value of this row that no data can produce.
    fn find(&mut self, check: Check, row: &PublishedRow, column: &str, found: [String; 2]) {
        let (row, column, [printed, problem]) = (row.name.clone(), column.to_owned(), found);
        self.findings.push(Finding { check, row, column, printed, problem });
    }

    fn outcome(&mut self, check: Check, checked: usize) {
        let failed = self.findings.iter().filter(|finding| finding.check == check).count();
        self.checks.push(Outcome { check, checked, failed });
    }
}

/// The role of each column, and its number of questions.
struct Layout {
    /// For each column.
    counts: Vec<Option<u64>>,
    /// Whether columns have separate counts; else all have the same, and no weights are known.
    own_counts: bool,
    overall: Option<usize>,
    n: Option<u64>,
}

/// Names that papers give to the column over all others.
const OVERALL_NAMES: [&str; 8] =
    ["overall", "total", "sum", "all", "average", "avg", "avg.", "mean"];
/// The largest number of questions accepted; keeps every product inside 128 bits.
const MOST_QUESTIONS: u64 = 1_000_000_000;

impl Layout {
    fn new(table: &PublishedTable, known: &Known) -> Result<Self, DoesNotFit> {
        let find = |wanted: &str| {
            let same = |name: &String| name.to_lowercase() == wanted.trim().to_lowercase();
            table.columns.iter().position(same).ok_or_else(|| {
                let columns = table.columns.join(", ");
                DoesNotFit(format!("the table has no column \"{wanted}\" (it has {columns})"))
            })
        };
        let overall = match &known.overall {
            Some(name) => Some(find(name)?),
            None => table
                .columns
                .iter()
                .position(|name| OVERALL_NAMES.contains(&name.to_lowercase().as_str())),
        };
        let given = known.counts.iter().map(|&(_, n)| n).chain(known.n);
        if given.into_iter().any(|n| n == 0 || n > MOST_QUESTIONS) {
            let problem = "a number of questions must be between 1 and 1,000,000,000";
            return Err(DoesNotFit(problem.to_owned()));
        }
        let mut counts = vec![None; table.columns.len()];
        for (name, count) in &known.counts {
            counts[find(name)?] = Some(*count);
        }
        if known.counts.is_empty() {
            counts.fill(known.n);
        } else if let Some(overall) = overall {
            let levels: u64 = known.counts.iter().map(|&(_, n)| n).sum();
            counts[overall] = counts[overall].or(known.n).or(Some(levels));
        }
        Ok(Layout { counts, own_counts: !known.counts.is_empty(), overall, n: known.n })
    }

    /// The columns other than the overall one.
    fn levels(&self) -> impl Iterator<Item = usize> {
        (0..self.counts.len()).filter(|&column| Some(column) != self.overall)
    }
}

fn guess(table: &PublishedTable, layout: &Layout) -> Kind {
    let numbers = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    if correlation::names_match(table) && numbers().all(|number| number.value().abs() <= 1.0) {
        return Kind::Correlation;
    }
    let whole = numbers().all(|number| number.whole().is_some() && !number.has_percent_sign());
    let beyond = numbers().any(|number| number.value() > 100.0);
    if whole && (beyond || layout.overall.is_some()) {
        return Kind::Count;
    }
    let small = numbers().all(|number| number.value() <= 1.0 && !number.has_percent_sign());
    if small { Kind::Share } else { Kind::Percent }
}

#[cfg(test)]
mod tests;
