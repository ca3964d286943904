//! The confusion matrix of one extractor: a row for each label of the people, a column for each label
//! of the extractor, and sums. Every cell opens its texts.

use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::data::{AgreementData, Wanted};
use super::frequent::{self, Difference};
use super::pairs::Pairs;
use super::table::{percent, percent_interval};
use super::text_list::TextList;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::list_chrome::{draw_bar, draw_head};
use crate::screens::{Canvas, Outcome, Screen};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::wrap::{cut, padded, right_aligned, wrapped};
use assay_core::statistics::Statistic;

/// A cell holds 99,999 and a space; a longer name above it makes its column wider.
const NARROWEST: u16 = 6;
const WIDEST: u16 = 8;

/// The matrix with its cursor; one row and one column more than there are labels: the sums.
pub(super) struct Matrix {
    data: Arc<AgreementData>,
    extractor: usize,
    /// Rows without the sums: people never give the label `nothing`.
    rows: usize,
    columns: usize,
    cursor: (usize, usize),
    /// The first visible row and column.
    from: (usize, usize),
    /// The number of visible rows and columns, including sums.
    in_sight: (usize, usize),
    cells: Rect,
    cell: u16,
    has_shares: bool,
}

/// Rows of the longest description of a cell.
const LONGEST_DESCRIPTION: u16 = 3;

const HEAD: u16 = 10;
/// Right of each row: the percentage that the extractor labels as people do.
const SHARE: u16 = 21;

impl Matrix {
    /// The matrix with its cursor on the most frequent error.
    pub fn new(data: Arc<AgreementData>, extractor: usize) -> Self {
        let columns = data.labels().len();
        let rows = columns.saturating_sub(1);
        let mut matrix = Matrix {
            data,
            extractor,
            rows,
            columns,
            cursor: (0, 0),
            from: (0, 0),
            in_sight: (1, 1),
            cells: Rect::default(),
            cell: NARROWEST,
            has_shares: false,
        };
        let errors = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let errors = errors.filter(|(row, column)| row != column);
        // The first of equal ones, in reading order.
        let most = errors.rev().max_by_key(|&(row, column)| matrix.count(row, column));
        matrix.cursor = most.unwrap_or_default();
        matrix
    }

    /// How many texts a cell has; sums beyond the last row and column.
    fn count(&self, row: usize, column: usize) -> u32 {
        let confusion = &self.data.extractors()[self.extractor].confusion;
        let rows = if row < self.rows { row..row + 1 } else { 0..self.rows };
        let columns = if column < self.columns { column..column + 1 } else { 0..self.columns };
        let lines = confusion.get(rows).unwrap_or_default();
        lines.iter().flat_map(|line| line.get(columns.clone()).unwrap_or_default()).sum()
    }

    fn wanted(&self) -> Wanted {
        let (row, column) = self.cursor;
        Wanted::Cell {
            people: (row < self.rows).then_some(row),
            read: (column < self.columns).then_some(column),
        }
    }

    fn open_cell(&self, wanted: Wanted, session: &mut Session) -> Outcome {
        TextList::open(Arc::clone(&self.data), self.extractor, wanted, session)
            .map_or(Outcome::Stay, Outcome::Open)
    }

    fn row_name(&self, row: usize) -> &str {
        if row < self.rows { terms::label(&self.data.labels()[row]) } else { text!("matrix-sum") }
    }

    fn column_name(&self, column: usize) -> &str {
        if column < self.columns {
            terms::label(&self.data.labels()[column])
        } else {
            text!("matrix-sum")
        }
    }

    fn rows_in_sight(&self) -> std::ops::Range<usize> {
        self.from.0..(self.from.0 + self.in_sight.0).min(self.rows + 1)
    }

    fn columns_in_sight(&self) -> std::ops::Range<usize> {
        self.from.1..(self.from.1 + self.in_sight.1).min(self.columns + 1)
    }

    fn column_width(&self, column: usize, cell: usize) -> usize {
        cell.max(self.column_name(column).width() + 1)
    }

    /// The widest cell with which all columns fit into `room`, sums included.
    fn widest_cell(&self, room: u16) -> Option<u16> {
        let width = |cell: u16| {
            let columns = 0..=self.columns;
            columns.map(|column| self.column_width(column, usize::from(cell))).sum::<usize>()
        };
        (NARROWEST..=WIDEST).rev().find(|&cell| width(cell) <= usize::from(room))
    }

    /// The number of visible columns from this one on; at least one.
    fn columns_from(&self, first: usize) -> usize {
        let mut used = 0;
        let columns = (first..=self.columns).take_while(|&column| {
            used += self.column_width(column, usize::from(self.cell));
            used <= usize::from(self.cells.width)
        });
        columns.count().max(1)
    }

    fn heads(&self, cell: usize, theme: &Theme) -> Line<'static> {
        let mut heads = format!("  {}", padded(text!("matrix-people"), usize::from(HEAD) - 2));
        for column in self.columns_in_sight() {
            let width = self.column_width(column, cell);
            heads.push_str(&right_aligned(self.column_name(column), width));
        }
        if self.has_shares {
            heads.push_str(&right_aligned(text!("matrix-right"), 8));
            heads.push_str(&right_aligned("95 %", 13));
        }
        Line::styled(heads, theme.heading)
    }

    fn line(&self, row: usize, cell: usize, theme: &Theme) -> Line<'static> {
        let is_marked = row == self.cursor.0;
        let name = padded(self.row_name(row), usize::from(HEAD) - 3);
        let mut spans = vec![
            Span::styled(if is_marked { "▸ " } else { "  " }, theme.key),
            Span::styled(name + " ", theme.heading),
        ];
        for column in self.columns_in_sight() {
            let count = self.count(row, column);
            let is_sum = row == self.rows || column == self.columns;
            let style: Style = match (count, is_sum, row == column) {
                _ if (row, column) == self.cursor => theme.selected.into(),
                (0, ..) => theme.dim.into(),
                (_, true, _) => theme.text.into(),
                (_, false, true) => theme.agree.into(),
                (_, false, false) => theme.disagree.into(),
            };
            let words = if count == 0 { "·".to_owned() } else { count.to_string() };
            let width = self.column_width(column, cell);
            spans.push(Span::raw(" ".repeat(width.saturating_sub(words.width() + 1))));
            spans.push(Span::styled(format!(" {words}"), style));
        }
        if row < self.rows && self.has_shares {
            let right = self.count(row, row) as usize;
            let of = self.count(row, self.columns) as usize;
            let share = Statistic::share(right, of, text!("matrix-never-read"));
            let words = format!("{:>8}{:>13}", percent(&share), percent_interval(&share));
            spans.push(Span::styled(words, theme.dim));
        }
        Line::from(spans)
    }

    fn differences(&self) -> Vec<Difference> {
        let cells =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let differences = cells.filter(|(row, column)| row != column);
        let differences = differences.map(|(row, column)| Difference {
            people: self.row_name(row).to_owned(),
            read: self.column_name(column).to_owned(),
            texts: self.count(row, column) as usize,
        });
        differences.collect()
    }

    /// Describes the cell under the cursor: its count and its shares.
    fn describe_cell(&self) -> Vec<String> {
        let (row, column) = self.cursor;
        let name = &self.data.extractors()[self.extractor].extractor;
        let count = self.count(row, column) as usize;
        let texts = if count == 1 {
            text!("matrix-one-text").to_owned()
        } else {
            text!("matrix-texts", count = count)
        };
        let mut lines = Vec::new();
        let (people, read) = (self.row_name(row), self.column_name(column));
        lines.push(match (row < self.rows, column < self.columns) {
            (true, true) => {
                text!("matrix-cell", people = people, name = name, read = read, texts = texts)
            }
            (true, false) => text!("matrix-row", people = people, texts = texts),
            (false, true) => text!("matrix-column", name = name, read = read, texts = texts),
            (false, false) => text!("matrix-all", count = count),
        });
        let mut share = |of: u32, words: String| {
            let share = Statistic::share(count, of as usize, "");
            if share.value().is_some() {
                let (value, interval) = (percent(&share), percent_interval(&share));
                lines.push(text!(
                    "matrix-share",
                    value = value,
                    interval = interval,
                    of = of,
                    words = words
                ));
            }
        };
        if row < self.rows && column < self.columns {
            share(self.count(row, self.columns), text!("matrix-of-row", people = people));
            share(
                self.count(self.rows, column),
                text!("matrix-of-column", name = name, read = read),
            );
        } else if row < self.rows || column < self.columns {
            share(self.count(self.rows, self.columns), text!("matrix-of-all").into());
        }
        lines
    }
}

impl Screen for Matrix {
    fn key_context(&self) -> KeyContext {
        KeyContext::Agreement
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let mut commands = vec![
            Action::Confirm,
            Action::Differences,
            Action::Pairs,
            Action::Back,
            Action::Palette,
            Action::Help,
        ];
        commands.extend([Action::Left, Action::Right, Action::Up, Action::Down]);
        commands.extend([Action::First, Action::Last]);
        commands
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        let (row, column) = self.cursor;
        self.cursor = match action {
            Action::Confirm => return self.open_cell(self.wanted(), session),
            Action::Differences => return self.open_cell(Wanted::Differing, session),
            Action::Pairs => {
                let data = Arc::clone(&self.data);
                return Outcome::Open(Box::new(Pairs::screen(data, self.extractor, session)));
            }
            Action::Left => (row, column.saturating_sub(1)),
            Action::Right => (row, (column + 1).min(self.columns)),
            Action::Up => (row.saturating_sub(1), column),
            Action::Down => ((row + 1).min(self.rows), column),
            Action::First => (row, 0),
            Action::Last => (row, self.columns),
            _ => (row, column),
        };
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if !self.cells.contains(at) {
            return Outcome::Stay;
        }
        let row = self.from.0 + usize::from(at.y - self.cells.y);
        let mut end = usize::from(self.cells.x);
        let column = self.columns_in_sight().find(|&column| {
            end += self.column_width(column, usize::from(self.cell));
            usize::from(at.x) < end
        });
        let Some(column) = column.filter(|_| row <= self.rows) else { return Outcome::Stay };
        if (row, column) == self.cursor {
            return self.open_cell(self.wanted(), session);
        }
        self.cursor = (row, column);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        let height = area.height.saturating_sub(10).max(2);
        let width = area.width.saturating_sub(HEAD);
        self.cells = Rect { x: area.x + HEAD, y: area.y + 4, width, height };
        // Narrower cells are preferred to leaving out the shares.
        let with_shares = self.widest_cell(width.saturating_sub(SHARE));
        self.has_shares = with_shares.is_some();
        self.cell = with_shares.or_else(|| self.widest_cell(width)).unwrap_or(NARROWEST);
        let (row, column) = self.cursor;
        let rows = usize::from(height);
        let top = self.from.0.clamp((row + 1).saturating_sub(rows), row);
        let mut left = self.from.1.min(column);
        while left < column && left + self.columns_from(left) <= column {
            left += 1;
        }
        while left > 0 && left - 1 + self.columns_from(left - 1) > self.columns {
            left -= 1;
        }
        self.from = (top.min((self.rows + 1).saturating_sub(rows)), left);
        self.in_sight = (rows, self.columns_from(left));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let name = self.data.extractors()[self.extractor].extractor.clone();
        draw_head(text!("agreement-what"), Some(&name), Some(&self.data.basis()), canvas, session);
        let x = area.x + HEAD;
        let over = cut(&format!("{name} →"), usize::from(area.width - HEAD));
        canvas.buffer.set_string(x + 2, area.y + 2, over, theme.heading);
        let cell = usize::from(self.cell);
        let row = |y: u16| Rect { y, height: 1, ..area };
        self.heads(cell, theme).render(row(area.y + 3), canvas.buffer);
        let shown = self.rows_in_sight();
        let below = self.cells.y + shown.len() as u16 + 1;
        for (at, y) in shown.zip(self.cells.y..) {
            self.line(at, cell, theme).render(row(y), canvas.buffer);
        }
        let width = usize::from(area.width.saturating_sub(4));
        let lines = self.describe_cell().into_iter().flat_map(|words| wrapped(&words, width));
        let mut y = below;
        for words in lines.take(usize::from((area.bottom() - 1).saturating_sub(below))) {
            canvas.buffer.set_string(area.x + 2, y, words, theme.text);
            y += 1;
        }
        // Below the longest description, so that it does not move with the cursor.
        let y = y.max(below + LONGEST_DESCRIPTION) + 1;
        let height = area.bottom().saturating_sub(y + 2);
        let left = Rect { x: area.x + 2, y, width: area.width.saturating_sub(4), height };
        frequent::draw(self.differences(), left, canvas, theme);
        draw_bar(self, canvas, session);
    }
}
