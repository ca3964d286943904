//! The confusion matrix of one extractor: a row for each label of the people, a column for each label
//! of the extractor, and sums. Every cell opens its texts. Below it are the cells off the diagonal with
//! the most texts.

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{OneExtractor, Selection};
use super::pairs::Pairs;
use super::parts::parts;
use super::text_list::TextList;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::share::{interval, percent};
use crate::widgets::table::{first_column, table_lines};
use crate::widgets::wrap::{right_aligned, styled_lines};
use assay_core::figures::table::{Cell, Meaning, Table};
use assay_core::statistics::Statistic;

/// The matrix; one row and one column more than there are labels: the sums. The marked row and `column`
/// are the cursor. People never give the label `nothing`.
pub(super) struct Matrix {
    of: OneExtractor,
    column: usize,
    /// The first visible column.
    first: usize,
    /// Cells of a column of counts.
    cells: usize,
}

/// Cells of the narrowest column of counts: 9,999 and a space; and of the widest.
const NARROWEST: usize = 5;
const WIDEST: usize = 11;
/// From this width on the description of a cell and the differences are beside each other.
const WIDE: usize = 96;
/// Rows of the longest description of a cell.
const LONGEST_DESCRIPTION: usize = 3;

impl Matrix {
    fn new(of: OneExtractor) -> Self {
        Matrix { of, column: 0, first: 0, cells: NARROWEST }
    }

    /// The screen of the matrix with the cursor on the most frequent error.
    pub fn screen(of: OneExtractor, session: &Session) -> ListScreen<Self> {
        let mut matrix = Matrix::new(of);
        // The first of equal ones, in reading order.
        let most = matrix.errors().rev().max_by_key(|&(row, column)| matrix.count(row, column));
        let (row, column) = most.unwrap_or_default();
        matrix.column = column;
        ListScreen::new(matrix, session).marking(row)
    }

    /// The column of the sums.
    fn last_column(&self) -> usize {
        self.of.data.labels().len()
    }

    /// The row of the sums.
    fn last_row(&self) -> usize {
        self.last_column().saturating_sub(1)
    }

    /// The cells off the diagonal, without sums.
    fn errors(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.last_row(), self.last_column());
        let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        all.filter(|(row, column)| row != column)
    }

    /// How many texts a cell has; sums in the last row and column.
    fn count(&self, row: usize, column: usize) -> usize {
        let confusion = &self.of.figures().confusion;
        let part = |at: usize, all: usize| if at < all { at..at + 1 } else { 0..all };
        let columns = part(column, self.last_column());
        let lines = confusion.get(part(row, self.last_row())).unwrap_or_default();
        let cells = lines.iter().flat_map(|line| line.get(columns.clone()).unwrap_or_default());
        cells.sum::<u32>() as usize
    }

    fn open_texts(&self, selection: Selection, session: &mut Session) -> Outcome {
        TextList::open(self.of.clone(), selection, session)
    }

    /// The name of a row or column; `sums` is its last one.
    fn name(&self, at: usize, sums: usize) -> &str {
        if at < sums { terms::label(&self.of.data.labels()[at]) } else { text!("matrix-sum") }
    }

    fn row_name(&self, row: usize) -> &str {
        self.name(row, self.last_row())
    }

    fn column_name(&self, column: usize) -> &str {
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
    fn table_from(&self, first: usize) -> Table {
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
                let name = right_aligned(self.column_name(column), self.cells);
                table.number(&name, |row| self.cell(row, column)).rank(1)
            })
            .number(text!("matrix-right"), |row| dim(right(row).map(|share| percent(&share))))
            .rank(2)
            .number("95 %", |row| dim(right(row).map(|share| interval(&share))))
            .rank(2)
            .table()
    }

    /// The most frequent cells off the diagonal, each with its share of all of them.
    fn differences(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
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

    /// Describes the cell under the cursor: its count and its shares.
    fn describe_cell(&self, row: usize) -> Vec<String> {
        let column = self.column;
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
}

/// The most frequent cells off the diagonal of an extractor's matrix.
pub(super) fn differences(of: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    Matrix::new(of.clone()).differences(width, theme)
}

impl Listing for Matrix {
    const ACTIONS: &'static [Action] = &[
        Action::Differences,
        Action::Pairs,
        Action::Back,
        Action::Palette,
        Action::Help,
        Action::Left,
        Action::Right,
    ];
    const KEYS: KeyContext = KeyContext::Agreement;
    const ROWS_BELOW: u16 = 5;
    const GAP: usize = 1;

    fn refresh(&mut self, width: u16, _: &Session) -> bool {
        // The row names, the percentages and their intervals have about 36 cells.
        let spare = usize::from(width).saturating_sub(36) / (self.last_column() + 1).max(1);
        self.cells = spare.saturating_sub(1).clamp(NARROWEST, WIDEST);
        let table_from = |first| self.table_from(first);
        self.first = first_column(self.column, width, Self::GAP, table_from);
        true
    }

    fn len(&self, _: &Session) -> usize {
        self.last_row() + 1
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let people = (row < self.last_row()).then_some(row);
        let read = (self.column < self.last_column()).then_some(self.column);
        self.open_texts(Selection::Cell { people, read }, session)
    }

    fn act(&mut self, action: Action, _: usize, session: &mut Session) -> Option<Outcome> {
        match action {
            Action::Differences => return Some(self.open_texts(Selection::Differing, session)),
            Action::Pairs => {
                let pairs = Pairs::screen(self.of.clone(), session);
                return Some(Outcome::Open(Box::new(pairs)));
            }
            Action::Left => self.column = self.column.saturating_sub(1),
            Action::Right => self.column = (self.column + 1).min(self.last_column()),
            Action::First => self.column = 0,
            Action::Last => self.column = self.last_column(),
            _ => return None,
        }
        Some(Outcome::Stay)
    }

    fn cursor(&self) -> Option<usize> {
        Some(self.column - self.first + 1)
    }

    fn point(&mut self, column: usize) {
        self.column = (self.first + column.saturating_sub(1)).min(self.last_column());
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.of.head(self.of.name(), session)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        Ok(self.table_from(self.first))
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let (width, theme) = (usize::from(size.width), &session.theme);
        let is_wide = width >= WIDE;
        let column = if is_wide { (width - GAP_CELLS) / 2 } else { width };
        let describe = |words: String| styled_lines(&words, column, theme.text);
        let mut lines: Vec<Line<'static>> =
            self.describe_cell(marked).into_iter().flat_map(describe).collect();
        // Below the longest description, so that it does not move with the cursor.
        lines.resize(lines.len().max(LONGEST_DESCRIPTION) + 1, Line::default());
        let parts = parts(&self.of, column, theme);
        let differences = self.differences(column, theme);
        if is_wide {
            lines.extend(parts);
            return side_by_side(&[(lines, column), (differences, column)], theme);
        }
        lines.extend([differences, parts].join(&Line::default()));
        lines
    }

    fn title(&self, _: &Session) -> String {
        text!("matrix-title", name = self.of.name())
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let (people, read) = (self.row_name(marked), self.column_name(self.column));
        text!("matrix-title-cell", people, read)
    }
}
