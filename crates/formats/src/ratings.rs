//! Tables of ratings as CSV: long (one row per rating) or wide (one row per item, one column per
//! rater).
//!
//! The only changes to the text: spaces around names and labels are trimmed, with a warning; an
//! empty label is a missing rating. Item names stay text, so `007` and `7` are two items.

use std::collections::HashMap;
use std::io::Read;

use super::error::ReadError;
use super::separated::{Row, read_header};
use assay_core::agreement::{Categories, RatingTable, RatingTableBuilder, TableError};

/// More ratings than this are refused before they fill the memory.
const MOST_RATINGS: usize = 20_000_000;

/// The arrangement of ratings in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One row per rating: the columns of the item, the rater and the label (compared without case); further
    /// columns are ignored.
    Long { item: String, rater: String, label: String },
    /// One row per item: the first column names it, every other column is a rater.
    Wide,
}

impl Default for Layout {
    fn default() -> Self {
        Layout::Long { item: "item".into(), rater: "rater".into(), label: "label".into() }
    }
}

/// A table and the changes made while reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratings {
    pub table: RatingTable,
    /// Warnings about the file for readers of the figures.
    pub warnings: Vec<String>,
}

/// Reads a table of ratings.
pub fn read_ratings(
    input: impl Read,
    layout: &Layout,
    categories: Categories,
) -> Result<Ratings, ReadError> {
    let mut file = read_header(input)?;
    let mut taken = Taken::default();
    match layout {
        Layout::Long { item, rater, label } => {
            let find = |wanted: &String| column(&file.header, wanted);
            let columns = [find(item)?, find(rater)?, find(label)?];
            file.for_each_row(|row| taken.long_row(row, columns))?;
        }
        Layout::Wide => {
            let raters = wide_raters(&file.header)?.to_vec();
            file.for_each_row(|row| taken.wide_row(row, &raters))?;
        }
    }
    taken.finish(categories)
}

fn column(header: &[String], wanted: &str) -> Result<usize, ReadError> {
    let is_wanted = |name: &String| name.to_lowercase() == wanted.trim().to_lowercase();
    let mut found = header.iter().enumerate().filter(|(_, name)| is_wanted(name));
    match (found.next(), found.next()) {
        (Some((position, _)), None) => Ok(position),
        (Some(_), Some(_)) => Err(column_twice(wanted)),
        (None, _) => Err(format!(
            "no column \"{wanted}\" in the header ({}); name the columns, or use --wide for a table \
             with one column per rater",
            header.join(", ")
        )
        .into()),
    }
}

fn column_twice(name: &str) -> ReadError {
    format!("column \"{name}\" is there twice").into()
}

fn wide_raters(header: &[String]) -> Result<&[String], ReadError> {
    let raters = header.get(1..).unwrap_or_default();
    if raters.is_empty() {
        return Err("a wide table needs a column for the item and one for each rater".into());
    }
    let mut seen = HashMap::new();
    for (position, rater) in raters.iter().enumerate() {
        if rater.is_empty() {
            let column = position + 2;
            return Err(format!(
                "column {column} has no name; in a wide table the header names the raters"
            )
            .into());
        }
        if seen.insert(rater, position).is_some() {
            return Err(column_twice(rater));
        }
    }
    Ok(raters)
}

/// The ratings read so far.
#[derive(Default)]
struct Taken {
    builder: RatingTableBuilder,
    /// The line of each rating, in the order they were added.
    lines: Vec<u64>,
    trimmed: usize,
    first_trimmed: Option<u64>,
    /// Empty labels.
    empty: usize,
}

impl Taken {
    fn long_row(&mut self, row: Row, columns: [usize; 3]) -> Result<(), ReadError> {
        let [item, rater, label] = columns.map(|column| self.trim(row, column));
        if rater.is_empty() {
            return Err(format!("line {}: no rater", row.line).into());
        }
        self.add(row.line, item, rater, label)
    }

    fn wide_row(&mut self, row: Row, raters: &[String]) -> Result<(), ReadError> {
        let item = self.trim(row, 0);
        for (position, rater) in raters.iter().enumerate() {
            let label = self.trim(row, position + 1);
            self.add(row.line, item, rater, label)?;
        }
        Ok(())
    }

    fn add(&mut self, line: u64, item: &str, rater: &str, label: &str) -> Result<(), ReadError> {
        if item.is_empty() {
            return Err(format!("line {line}: no item").into());
        }
        if self.lines.len() == MOST_RATINGS {
            return Err("more than 20,000,000 ratings are too many for one table".into());
        }
        self.empty += usize::from(label.is_empty());
        self.builder.add(item, rater, (!label.is_empty()).then_some(label));
        self.lines.push(line);
        Ok(())
    }

    fn trim<'r>(&mut self, row: Row<'r>, column: usize) -> &'r str {
        let field = row.field(column);
        let trimmed = field.trim();
        // Spaces alone are an empty label, which is counted as such.
        if trimmed.len() < field.len() && !trimmed.is_empty() {
            self.trimmed += 1;
            self.first_trimmed.get_or_insert(row.line);
        }
        trimmed
    }

    fn finish(self, categories: Categories) -> Result<Ratings, ReadError> {
        let mut warnings = Vec::new();
        if let Some(line) = self.first_trimmed {
            let count = self.trimmed;
            warnings
                .push(format!("spaces around {count} values were removed, first in line {line}"));
        }
        if self.empty > 0 {
            warnings.push(format!("{} empty labels count as missing ratings", self.empty));
        }
        let line = |position: usize| self.lines.get(position).copied().unwrap_or(0);
        let table = self.builder.finish(categories).map_err(|error| match error {
            TableError::Twice { item, rater, first, second } => format!(
                "line {}: \"{rater}\" rated \"{item}\" already in line {}; keep one of the two",
                line(second),
                line(first)
            ),
            TableError::NotDeclared { label, declared, position } => format!(
                "line {}: label \"{label}\" is not among the declared categories ({}); correct the \
                 row or declare the label",
                line(position),
                declared.join(", ")
            ),
            other => other.to_string(),
        })?;
        Ok(Ratings { table, warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(text: &str) -> Result<Ratings, ReadError> {
        read_ratings(text.as_bytes(), &Layout::default(), Categories::Observed)
    }

    fn message(result: Result<Ratings, ReadError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn long_and_wide_give_the_same_table() {
        let long = long("item,rater,label\n007,ann,A\n007,bob,B\n7,ann,B\n7,bob,\n").unwrap();
        let text = "item;ann;bob\n007;A;B\n7;B;\n";
        let wide = read_ratings(text.as_bytes(), &Layout::Wide, Categories::Observed).unwrap();
        assert_eq!(long, wide);
        assert_eq!(long.table.items, ["007", "7"]);
        assert_eq!(long.table.missing_count(), 1);
        assert_eq!(long.warnings, ["1 empty labels count as missing ratings"]);
    }

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let ratings = long("Label, note ,RATER,item\nA,x,ann,q1\nA,,bob,q1\n").unwrap();
        assert_eq!(ratings.table.raters, ["ann", "bob"]);
        let layout =
            Layout::Long { item: "question".into(), rater: "who".into(), label: "choice".into() };
        let text = "question,who,choice\nq1,ann,A\n";
        assert!(read_ratings(text.as_bytes(), &layout, Categories::Observed).is_ok());
    }

    #[test]
    fn a_missing_column_is_reported_with_those_that_are_there() {
        let said = message(long("item,who,label\nq1,ann,A\n"));
        assert!(
            said.contains("no column \"rater\"") && said.contains("item, who, label"),
            "{said}"
        );
        assert!(said.contains("--wide"), "{said}");
        assert!(message(long("item,rater,label,Item\n")).contains("twice"));
    }

    #[test]
    fn a_second_rating_names_both_lines_even_where_one_is_empty() {
        let said = message(long("item,rater,label\nq1,ann,A\nq2,ann,A\n\nq1,ann,\n"));
        assert!(said.contains("line 5") && said.contains("already in line 2"), "{said}");
    }

    #[test]
    fn spaces_are_removed_and_said() {
        let ratings = long("item,rater,label\nq1, ann,A\nq1,bob,A \nq2,ann,  \n").unwrap();
        assert_eq!(ratings.table.categories, ["A"]);
        assert_eq!(ratings.table.raters, ["ann", "bob"]);
        assert_eq!(ratings.warnings[0], "spaces around 2 values were removed, first in line 2");
    }

    #[test]
    fn a_label_of_nobody_is_an_error() {
        assert_eq!(message(long("item,rater,label\nq1,,A\n")), "line 2: no rater");
        assert_eq!(message(long("item,rater,label\nq1,ann,A\n,ann,A\n")), "line 3: no item");
    }

    #[test]
    fn an_undeclared_label_names_its_line() {
        let declared = Categories::Declared(vec!["A".into(), "B".into()]);
        let text = "item,rater,label\nq1,ann,A\nq1,bob,a\n";
        let said = message(read_ratings(text.as_bytes(), &Layout::default(), declared));
        assert!(
            said.contains("line 3") && said.contains("\"a\"") && said.contains("A, B"),
            "{said}"
        );
    }

    #[test]
    fn a_wide_table_must_name_its_raters() {
        let wide = |text: &str| {
            message(read_ratings(text.as_bytes(), &Layout::Wide, Categories::Observed))
        };
        assert!(wide("item\nq1\n").contains("one for each rater"));
        assert!(wide("item,ann,,bob\n").contains("column 3 has no name"));
        assert!(wide("item,ann,ann\n").contains("\"ann\" is there twice"));
        assert!(wide("item,ann\nq1,A\nq1,B\n").contains("already in line 2"));
    }

    #[test]
    fn a_header_alone_is_an_empty_table() {
        assert!(long("item,rater,label\n").unwrap().table.items.is_empty());
    }
}
