//! The screen of the confusion matrix of one extractor. Every cell opens its texts. Below it are the cells off
//! the diagonal with the most texts.

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::confusion::{Confusion, NAMES_AND_SHARES, NARROWEST};
use super::data::{OneExtractor, Selection};
use super::details::{as_far_as_fits, own, together};
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
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::table::first_column;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::table::Table;

/// The matrix. The marked row and `column` are the cursor.
pub(super) struct Matrix {
    counts: Confusion,
    column: usize,
    /// The first visible column.
    first: usize,
    /// Cells of a column of counts.
    cells: usize,
}

/// Cells of the widest column of counts.
const WIDEST: usize = 11;
/// From this width on the description of a cell and the differences are beside each other.
const WIDE: usize = 96;
/// Rows of the longest description of a cell.
const LONGEST_DESCRIPTION: usize = 3;

impl Matrix {
    /// The screen of the matrix with the cursor on the most frequent error.
    pub fn screen(of: OneExtractor, session: &Session) -> ListScreen<Self> {
        let counts = Confusion { of };
        let mut matrix = Matrix { counts, column: 0, first: 0, cells: NARROWEST };
        // The first of equal ones, in reading order.
        let most = matrix
            .counts
            .errors()
            .rev()
            .max_by_key(|&(row, column)| matrix.counts.count(row, column));
        let (row, column) = most.unwrap_or_default();
        matrix.column = column;
        ListScreen::new(matrix, session).marking(row)
    }

    fn open_texts(&self, selection: Selection, session: &mut Session) -> Outcome {
        TextList::open(self.counts.of.clone(), selection, session)
    }
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
        let spare = usize::from(width).saturating_sub(NAMES_AND_SHARES);
        let spare = spare / (self.counts.last_column() + 1).max(1);
        self.cells = spare.saturating_sub(1).clamp(NARROWEST, WIDEST);
        let table_from = |first| self.counts.table_from(first, self.cells);
        self.first = first_column(self.column, width, Self::GAP, table_from);
        true
    }

    fn len(&self, _: &Session) -> usize {
        self.counts.last_row() + 1
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let people = (row < self.counts.last_row()).then_some(row);
        let read = (self.column < self.counts.last_column()).then_some(self.column);
        self.open_texts(Selection::Cell { people, read }, session)
    }

    fn act(&mut self, action: Action, _: usize, session: &mut Session) -> Option<Outcome> {
        match action {
            Action::Differences => return Some(self.open_texts(Selection::Differing, session)),
            Action::Pairs => {
                let pairs = Pairs::screen(self.counts.of.clone(), session);
                return Some(Outcome::Open(Box::new(pairs)));
            }
            Action::Left => self.column = self.column.saturating_sub(1),
            Action::Right => self.column = (self.column + 1).min(self.counts.last_column()),
            Action::First => self.column = 0,
            Action::Last => self.column = self.counts.last_column(),
            _ => return None,
        }
        Some(Outcome::Stay)
    }

    fn cursor(&self) -> Option<usize> {
        Some(self.column - self.first + 1)
    }

    fn point(&mut self, column: usize) {
        self.column = (self.first + column.saturating_sub(1)).min(self.counts.last_column());
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        self.counts.of.head(self.counts.of.name(), session)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        Ok(self.counts.table_from(self.first, self.cells))
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let (width, theme) = (usize::from(size.width), &session.theme);
        let is_wide = width >= WIDE;
        let column = if is_wide { (width - GAP_CELLS) / 2 } else { width };
        let describe = |words: String| styled_lines(&words, column, theme.text);
        let mut lines: Vec<Line<'static>> =
            self.counts.describe(marked, self.column).into_iter().flat_map(describe).collect();
        // Below the longest description, so that it does not move with the cursor.
        lines.resize(lines.len().max(LONGEST_DESCRIPTION) + 1, Line::default());
        let parts = parts(&self.counts.of, column, theme);
        let differences = self.counts.differences(column, theme);
        if is_wide {
            lines.extend(parts);
            let figures =
                [own(&self.counts.of, column, theme), together(&self.counts.of, column, theme)];
            let right = as_far_as_fits(differences, figures, size.height);
            return side_by_side(&[(lines, column), (right, column)], theme);
        }
        lines.extend([differences, parts].join(&Line::default()));
        lines
    }

    fn title(&self, _: &Session) -> String {
        text!("matrix-title", name = self.counts.of.name())
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let (people, read) = (self.counts.row_name(marked), self.counts.column_name(self.column));
        text!("matrix-title-cell", people, read)
    }
}
