//! A figure as a value: columns, and rows of cells. `report` prints it as text, Markdown and CSV; the
//! screens draw it, as far as there is space for its columns.

use std::fmt;

/// What a text means: its colour on a screen. Documents leave it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    #[default]
    Plain,
    Dim,
    Border,
    Heading,
    Key,
    Bar,
    Reference,
    Agree,
    Disagree,
    Warning,
    /// The letters that a search has found, or the words that decided a label.
    Matched,
    /// The cell under a cursor.
    Selected,
}

/// A part of a text with one meaning.
pub type Piece = (Meaning, String);

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Words(Vec<Piece>),
    /// A share as a bar.
    Bar {
        part: usize,
        whole: usize,
    },
    /// A text over this column and those after it: the long form if it fits, else the short one.
    Over {
        columns: usize,
        meaning: Meaning,
        long: String,
        short: String,
    },
}

/// The text of the cell; a bar does not have one.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Words(pieces) => pieces.iter().try_for_each(|(_, text)| f.write_str(text)),
            Cell::Bar { .. } => Ok(()),
            Cell::Over { long, .. } => f.write_str(long),
        }
    }
}

/// `None` is an empty cell.
impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Self {
        cell.map_or(Cell::Words(Vec::new()), C::into)
    }
}

impl From<Vec<Piece>> for Cell {
    fn from(pieces: Vec<Piece>) -> Self {
        Cell::Words(pieces)
    }
}

impl<T: fmt::Display> From<(Meaning, T)> for Cell {
    fn from((meaning, text): (Meaning, T)) -> Self {
        Cell::Words(vec![(meaning, text.to_string())])
    }
}

/// The values that print as they are displayed.
macro_rules! displayed {
    ($($value:ty),*) => {
        $(impl From<$value> for Cell {
            fn from(value: $value) -> Self {
                (Meaning::Plain, value).into()
            }
        })*
    };
}

displayed!(String, &str, &String, char, usize, u32, u64, i64, f64);

/// How the cells of a column are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Text.
    #[default]
    Left,
    /// Numbers.
    Right,
}

/// A column: its head, and how a screen makes it fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub head: String,
    pub align: Align,
    /// The widest that it may be, in terminal cells.
    pub most: usize,
    /// The width to which it may be narrowed, before columns are left out; `None` if it may not be.
    pub least: Option<usize>,
    /// Whether it may be left out: the column with the highest rank first, never one with 0.
    pub rank: u8,
    /// Whether it takes the space that others leave.
    pub fills: bool,
}

impl Column {
    fn new(head: &str, align: Align) -> Self {
        let head = head.to_owned();
        Column { head, align, most: usize::MAX, least: None, rank: 0, fills: false }
    }
}

/// Rows of cells under named columns. Cells are stored as they are in the data: they are made
/// visible (see [`crate::visible`]) when they are shown to people, and left alone in CSV.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub title: Option<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table with these columns of text.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let columns = names.into_iter().map(|name| Column::new(name, Align::Left)).collect();
        Table { columns, ..Table::default() }
    }

    /// A table with a row for each of `rows`; its columns are added one by one.
    pub fn over<R: Copy>(rows: impl IntoIterator<Item = R>) -> Columns<R> {
        let rows: Vec<R> = rows.into_iter().collect();
        let table = Table { rows: vec![Vec::new(); rows.len()], ..Table::default() };
        Columns { rows, table }
    }

    /// A table with two columns: names, and the values that are there.
    pub fn from_pairs<'a>(
        [name, value]: [&str; 2],
        pairs: impl IntoIterator<Item = (&'a str, Option<String>)>,
    ) -> Self {
        let there = pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let pairs: Vec<(&str, String)> = there.collect();
        Table::over(&pairs).text(name, |pair| pair.0).text(value, |pair| &pair.1).table()
    }

    /// The same table under a title, which CSV leaves out.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same table with a word before its title.
    #[must_use]
    pub fn with_title_prefix(mut self, prefix: &str) -> Self {
        self.title = Some(match &self.title {
            Some(title) => format!("{prefix}: {title}"),
            None => prefix.to_owned(),
        });
        self
    }

    /// Adds a row; missing cells are empty, cells beyond the columns are left out.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let mut cells: Vec<Cell> = cells.into_iter().map(C::into).collect();
        cells.resize(self.columns.len(), Cell::Words(Vec::new()));
        self.rows.push(cells);
    }
}

/// A table alone.
impl From<Table> for Vec<Table> {
    fn from(table: Table) -> Self {
        vec![table]
    }
}

impl<R: Copy> From<Columns<R>> for Vec<Table> {
    fn from(columns: Columns<R>) -> Self {
        vec![columns.table]
    }
}

/// A table over rows of a type that is filled column by column.
pub struct Columns<R> {
    rows: Vec<R>,
    table: Table,
}

impl<R: Copy> Columns<R> {
    /// Adds a column of text.
    #[must_use]
    pub fn text<C: Into<Cell>>(self, name: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(name, Align::Left, cell)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn number<C: Into<Cell>>(self, name: &str, cell: impl Fn(R) -> C) -> Self {
        self.column(name, Align::Right, cell)
    }

    /// Adds a column of bars of at most `most` cells, for the part and the whole of each row.
    #[must_use]
    pub fn bar(self, most: usize, share: impl Fn(R) -> (usize, usize)) -> Self {
        let cell = |row| {
            let (part, whole) = share(row);
            Cell::Bar { part, whole }
        };
        self.column("", Align::Left, cell).least(SHORTEST_BAR).most(most)
    }

    fn column<C: Into<Cell>>(mut self, name: &str, align: Align, cell: impl Fn(R) -> C) -> Self {
        self.table.columns.push(Column::new(name, align));
        for (row, cells) in self.rows.iter().zip(&mut self.table.rows) {
            cells.push(cell(*row).into());
        }
        self
    }

    fn last(mut self, change: impl FnOnce(&mut Column)) -> Self {
        self.table.columns.last_mut().map(change);
        self
    }

    /// The widest that the last column may be.
    #[must_use]
    pub fn most(self, cells: usize) -> Self {
        self.last(|column| column.most = cells)
    }

    /// How far the last column may be narrowed.
    #[must_use]
    pub fn least(self, cells: usize) -> Self {
        self.last(|column| column.least = Some(cells))
    }

    /// The last column may be left out, before those of a lower rank.
    #[must_use]
    pub fn rank(self, rank: u8) -> Self {
        self.last(|column| column.rank = rank)
    }

    /// The last column takes the space that others leave.
    #[must_use]
    pub fn filling(self) -> Self {
        self.last(|column| column.fills = true)
    }

    /// Adds the columns of each item.
    #[must_use]
    pub fn each<I>(
        self,
        items: impl IntoIterator<Item = I>,
        add: impl FnMut(Self, I) -> Self,
    ) -> Self {
        items.into_iter().fold(self, add)
    }

    /// Adds several columns.
    #[must_use]
    pub fn with(self, add: impl FnOnce(Self) -> Self) -> Self {
        add(self)
    }

    /// Adds columns that only some tables have.
    #[must_use]
    pub fn only_if(self, condition: bool, add: impl FnOnce(Self) -> Self) -> Self {
        if condition { add(self) } else { self }
    }

    /// The table.
    pub fn table(self) -> Table {
        self.table
    }

    /// The table under a title, which CSV leaves out.
    pub fn titled(self, title: impl Into<String>) -> Table {
        self.table.titled(title)
    }
}

/// A bar is not narrowed further than this.
const SHORTEST_BAR: usize = 4;
