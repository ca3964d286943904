//! The confusion matrix of one extractor: a row for each label of the people, a column for each label of the
//! extractor, and sums; and its most frequent differences.

use ratatui::text::Line;

use super::data::OneExtractor;
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::share::{interval, percent};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::right_aligned;
use assay_core::figures::table::{Cell, Meaning, Table};
use assay_core::statistics::Statistic;

/// Cells of the narrowest column of counts: 9,999 and a space.
pub(super) const NARROWEST: usize = 5;
/// Cells of the row names, the percentages and their intervals, about.
pub(super) const NAMES_AND_SHARES: usize = 36;

/// The matrix; one row and one column more than there are labels: the sums. People never give the label
/// `nothing`.
pub(super) struct Confusion {
    pub of: OneExtractor,
}

impl Confusion {
    /// The column of the sums.
    pub fn last_column(&self) -> usize {
        self.of.data.labels().len()
    }

    /// The row of the sums.
    pub fn last_row(&self) -> usize {
        self.last_column().saturating_sub(1)
    }

    /// The cells off the diagonal, without sums.
    pub fn errors(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.last_row(), self.last_column());
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        all.filter(|(row, column)| row != column)
    }

    /// How many texts a cell has; sums in the last row and column.
    pub fn count(&self, row: usize, column: usize) -> usize {
        let confusion = &self.of.figures().confusion;
        let part = |at: usize, all: usize| if at < all { at..at + 1 } else { 0..all };
        let columns = part(column, self.last_column());
        let lines = confusion.get(part(row, self.last_row())).unwrap_or_default();
        let cells = lines.iter().flat_map(|line| line.get(columns.clone()).unwrap_or_default());
        cells.sum::<u32>() as usize
    }

    /// The name of a row or column; `sums` is its last one.
    fn name(&self, at: usize, sums: usize) -> &str {
        if at < sums { terms::label(&self.of.data.labels()[at]) } else { text!("matrix-sum") }
    }

    pub fn row_name(&self, row: usize) -> &str {
        self.name(row, self.last_row())
    }

    pub fn column_name(&self, column: usize) -> &str {
        self.name(column, self.last_column())
    }

    fn cell(&self, row: usize, column: usize) -> Cell {
        let count = self.count(row, column);
        let is_sum = row == self.last_row() || column == self.last_column();
        let meaning = match (count, is_sum, row == column) {
            (0, ..) => Meaning::Dim,
            (_, true, _) => Meaning::Plain,
            (_, false, true) => Meaning::Agree,
            (_, false, false) => Meaning::Disagree,
        };
        let words = if count == 0 { " ·".to_owned() } else { format!(" {count}") };
        (meaning, words).into()
    }

    /// The table from a column on. Right of each row is the percentage that the extractor labels as
    /// people do; it is left out first.
    pub fn table_from(&self, first: usize, cells: usize) -> Table {
        let right = |row: usize| {
            let (right, all) = (self.count(row, row), self.count(row, self.last_column()));
            let share = Statistic::share(right, all, text!("matrix-never-read"));
            (row < self.last_row()).then_some(share)
        };
        let name = self.of.name();
        let dim = |words: Option<String>| words.map(|words| (Meaning::Dim, words));
        Table::over(0..=self.last_row())
            .text(&format!("{} {name} →", text!("matrix-people")), |row| {
                (Meaning::Heading, self.row_name(row))
            })
            .least(9)
            .each(first..=self.last_column(), |table, column| {
                let name = right_aligned(self.column_name(column), cells);
                table.number(&name, |row| self.cell(row, column)).rank(1)
            })
            .number(text!("matrix-right"), |row| dim(right(row).map(|share| percent(&share))))
            .rank(2)
            .number("95 %", |row| dim(right(row).map(|share| interval(&share))))
            .rank(2)
            .table()
    }

    /// The most frequent cells off the diagonal, each with its share of all of them.
    pub fn differences(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let counted = self.errors().map(|(row, column)| (self.count(row, column), row, column));
        let mut differences: Vec<_> = counted.filter(|(count, ..)| *count > 0).collect();
        if differences.is_empty() {
            return Vec::new();
        }
        differences.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
        let all = differences.iter().map(|(count, ..)| count).sum();
        let share = |count| percent(&Statistic::share(count, all, ""));
        let table = Table::over(differences)
            .text("", |(_, row, column)| {
                let (people, read) = (self.row_name(row), self.column_name(column));
                text!("matrix-difference", people, read)
            })
            .least(12)
            .number("", |(count, ..)| format!("  {count}"))
            .number("", |(count, ..)| (Meaning::Dim, share(count)))
            .bar(30, |(count, ..)| (count, all))
            .titled(text!("matrix-most-frequent", count = all));
        table_lines(&table, width, theme)
    }

    /// Describes a cell: its count and its shares.
    pub fn describe(&self, row: usize, column: usize) -> Vec<String> {
        let name = self.of.name();
        let count = self.count(row, column);
        let texts = text!("matrix-texts", count: count);
        let (people, read) = (self.row_name(row), self.column_name(column));
        let (is_row, is_column) = (row < self.last_row(), column < self.last_column());
        let mut lines = vec![match (is_row, is_column) {
            (true, true) => {
                text!("matrix-cell", people, name, read, texts)
            }
            (true, false) => text!("matrix-row", people, texts),
            (false, true) => text!("matrix-column", name, read, texts),
            (false, false) => text!("matrix-all", count),
        }];
        let of_row = (self.count(row, self.last_column()), text!("matrix-of-row", people));
        let of_column = text!("matrix-of-column", name, read);
        let of_column = (self.count(self.last_row(), column), of_column);
        let all = self.count(self.last_row(), self.last_column());
        let shares = match (is_row, is_column) {
            (true, true) => vec![of_row, of_column],
            (false, false) => Vec::new(),
            _ => vec![(all, text!("matrix-of-all").to_owned())],
        };
        for (of, words) in shares.into_iter().filter(|(of, _)| *of > 0) {
            let share = Statistic::share(count, of, "");
            let (value, interval) = (percent(&share), interval(&share));
            let share = text!("matrix-share", value, interval, of, words);
            lines.push(share);
        }
        lines
    }

    /// The whole matrix in lines; empty if it is wider than the room.
    pub fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let needed = NAMES_AND_SHARES + (self.last_column() + 1) * (NARROWEST + 1);
        match needed <= width {
            true => table_lines(&self.table_from(0, NARROWEST), width, theme),
            false => Vec::new(),
        }
    }
}
