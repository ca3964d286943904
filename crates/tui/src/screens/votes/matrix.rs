//! The win rates of each pair of models: of the row over the column. A cell opens its questions. Below is
//! the marked model against each other one.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{Side, VotesData};
use super::items::Items;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::session::Session;
use crate::widgets::share::percent;
use crate::widgets::table::{first_column, table_lines};
use assay_core::figures::table::{Cell, Meaning, Table};

/// The matrix; the marked row and `column` are the cursor.
pub(super) struct Matrix {
    data: Arc<VotesData>,
    column: usize,
    /// The first visible column.
    first: usize,
}

impl Matrix {
    /// The matrix with the cursor on a model and the best of the others.
    pub fn screen(data: Arc<VotesData>, row: usize, session: &Session) -> ListScreen<Self> {
        let column = usize::from(row == 0 && data.models.len() > 1);
        ListScreen::new(Matrix { data, column, first: 0 }, session).marking(row)
    }

    fn last_column(&self) -> usize {
        self.data.models.len().saturating_sub(1)
    }

    fn name(&self, at: usize) -> &str {
        self.data.models.get(at).map_or("", |&model| self.data.name(model))
    }

    fn side(&self, row: usize, column: usize) -> Option<Side<'_>> {
        let [row, column] = [row, column].map(|at| self.data.models.get(at).copied());
        self.data.side(row?, column?)
    }

    /// The win rate with its n, and whether it is above or below a half beyond chance.
    fn cell(&self, row: usize, column: usize) -> Cell {
        let Some(Side { rate, .. }) = self.side(row, column) else {
            return (Meaning::Dim, "·").into();
        };
        let (meaning, sign) = match rate.ci95() {
            Some((low, _)) if low > 0.5 => (Meaning::Agree, '+'),
            Some((_, high)) if high < 0.5 => (Meaning::Disagree, '-'),
            _ => (Meaning::Plain, ' '),
        };
        vec![
            (meaning, format!("{}{sign}", percent(rate))),
            (Meaning::Dim, format!(" {}", rate.n())),
        ]
        .into()
    }

    /// The name of a model in the head of a column: without what all names begin with.
    fn short_name(&self, at: usize) -> String {
        let name = self.name(at);
        let names = || self.data.models.iter().map(|&model| self.data.name(model));
        let is_common = |end: usize| names().all(|other| other.get(..end) == name.get(..end));
        let mut ends =
            name.char_indices().filter(|(_, c)| "-/_. ".contains(*c)).map(|(at, _)| at + 1);
        match ends.rfind(|end| names().count() > 1 && is_common(*end)) {
            Some(end) => format!("…{}", &name[end..]),
            None => name.to_owned(),
        }
    }

    fn table_from(&self, first: usize) -> Table {
        Table::over(0..self.data.models.len())
            .text(text!("models-head-model"), |row| (Meaning::Heading, self.name(row)))
            .most(24)
            .least(8)
            .each(first..=self.last_column(), |table, column| {
                let column_of = |row| self.cell(row, column);
                table.number(&self.short_name(column), column_of).most(14).least(9).rank(1)
            })
            .table()
    }
}

impl Listing for Matrix {
    const ACTIONS: &'static [Action] =
        &[Action::Back, Action::Palette, Action::Help, Action::Left, Action::Right];
    const KEYS: KeyContext = KeyContext::Judges;
    const GAP: usize = 1;
    const ROWS_BELOW: u16 = 5;
    const PAGES_BELOW: bool = true;

    fn refresh(&mut self, width: u16, _: &Session) -> bool {
        let table_from = |first| self.table_from(first);
        self.first = first_column(self.column, width, Self::GAP, table_from);
        true
    }

    fn len(&self, _: &Session) -> usize {
        self.data.models.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let models = [self.data.models[row], self.data.models[self.column]];
        match self.side(row, self.column) {
            Some(_) => Items::open(Arc::clone(&self.data), models, session),
            None => {
                session.hint(text!("votes-not-compared"));
                Outcome::Stay
            }
        }
    }

    fn act(&mut self, action: Action, _: usize, _: &mut Session) -> Option<Outcome> {
        match action {
            Action::Left => self.column = self.column.saturating_sub(1),
            Action::Right => self.column = (self.column + 1).min(self.last_column()),
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
        Head::new(text!("votes-what"), Some(text!("votes-pairs")), self.data.describe(), session)
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        Ok(self.table_from(self.first))
    }

    fn title(&self, _: &Session) -> String {
        text!("votes-row-over").to_owned()
    }

    fn legend(&self, _: bool, _: &Session) -> Vec<String> {
        vec![text!("votes-cell-legend").to_owned()]
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        text!("votes-pairs-of", model = self.name(marked))
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let table = self.data.against_others(marked, Some(self.column));
        table_lines(&table, usize::from(size.width), &session.theme)
    }
}
