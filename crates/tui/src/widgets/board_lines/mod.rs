//! The board as rows of one table: sections below each other, whose columns stand in one line, and what
//! is known of a row in full. For the screen, and without bars for the plain form.

mod abilities;
mod agreement;
mod audit;
mod discovery;
mod people;
mod queues;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::action::Action;
use crate::messages::text;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::{Cell, Meaning, Table};
use assay_workflow::queue::{Board, DAYS};

/// A row of the board.
#[derive(Default)]
pub struct BoardRow {
    /// Its name; empty for a row that only parts two sections.
    pub name: (Meaning, String),
    /// What is done of what.
    bar: Option<(usize, usize)>,
    /// Figures, at most [`FIGURES`], whose heads are in the row of the section.
    figures: Vec<Cell>,
    /// Whether the name goes over the columns of the figures.
    is_wide: bool,
    /// What is known of it in full.
    pub details: Vec<(Meaning, String)>,
    /// What is drawn below it.
    pub chart: Option<Chart>,
    /// What a click on it opens; `None` if it opens nothing.
    pub opens: Option<Opens>,
}

/// The chart of a row.
pub enum Chart {
    /// What was decided on each of the last days, today last.
    Days([usize; DAYS]),
    /// What it shows, and two shares after each question reviewed.
    Shares(&'static str, Vec<(f64, f64)>),
}

/// The target of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A screen.
    Screen(Action),
    /// The questions of a category.
    Category(String),
    /// Some questions: which, in words, and their keys; whether the list itself reveals decisions of others.
    Questions { words: String, keys: Arc<BTreeSet<String>>, shows_decisions: bool },
}

/// The board in rows.
pub struct BoardRows {
    pub rows: Vec<BoardRow>,
    /// What holds for all rows.
    pub notes: Vec<String>,
}

/// The columns of figures.
pub const FIGURES: usize = 5;

impl BoardRows {
    pub fn new(board: &Board, taxonomy: &Taxonomy) -> Self {
        let mut page = BoardRows { rows: Vec::new(), notes: notes(board) };
        page.people(board);
        page.waiting(board);
        page.queues(board);
        page.audit(board);
        page.discovery(board);
        page.agreement(board);
        page.abilities(board, taxonomy);
        page
    }

    /// The table, with bars on a screen.
    pub fn table(&self, has_bars: bool) -> Table {
        let name = |row: &BoardRow| match row.is_wide {
            true => Cell::Over {
                columns: 2 + FIGURES,
                meaning: row.name.0,
                long: row.name.1.clone(),
                short: row.name.1.clone(),
            },
            false => row.name.clone().into(),
        };
        let bar = |row: &BoardRow| {
            row.bar.map_or(Cell::Words(Vec::new()), |(part, whole)| Cell::Bar { part, whole })
        };
        Table::over(&self.rows)
            .text("", name)
            .least(19)
            .filling()
            .only_if(has_bars, |table| table.text("", bar).least(4).most(110))
            .each(0..FIGURES, |table, at| {
                let rank = if at == FIGURES - 1 { 2 } else { 0 };
                table.number("", |row| row.figures.get(at).cloned()).rank(rank)
            })
            .text("", |row| row.opens.as_ref().map(|_| (Meaning::Key, "›")))
            .table()
    }

    fn words(&mut self, meaning: Meaning, words: String, opens: Option<Opens>) {
        self.rows.push(BoardRow {
            name: (meaning, words),
            is_wide: true,
            opens,
            ..BoardRow::default()
        });
    }

    /// A heading, with the heads of the columns below it.
    fn section(&mut self, heading: &str, heads: &[&str]) {
        if !self.rows.is_empty() {
            self.words(Meaning::Plain, String::new(), None);
        }
        self.rows.push(BoardRow {
            name: (Meaning::Heading, heading.to_owned()),
            figures: heads.iter().map(|head| (Meaning::Dim, head).into()).collect(),
            is_wide: heads.is_empty(),
            ..BoardRow::default()
        });
    }
}

/// What holds for all figures of people.
fn notes(board: &Board) -> Vec<String> {
    match &board.for_leads {
        None => vec![text!("board-for-leads").to_owned()],
        Some(leads) => {
            let gold = leads.gold_items.map(|count| text!("board-gold-items", count: count));
            gold.into_iter().chain([text!("board-signs").to_owned()]).collect()
        }
    }
}

fn of(decided: usize, total: usize) -> Cell {
    text!("progress-of", decided, total).into()
}

fn questions(words: String, keys: &[String], shows_decisions: bool) -> Opens {
    Opens::Questions { words, keys: Arc::new(keys.iter().cloned().collect()), shows_decisions }
}
