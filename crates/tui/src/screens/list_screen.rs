//! A screen that is one list: its keys, clicks and layout. A [`Listing`] defines the rows and how
//! one is opened.

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use super::list_chrome::{body, draw_bar};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::session::Session;
use crate::widgets::list::List;

/// What a list shows.
pub(super) trait Listing {
    /// The actions in addition to moving and opening a row.
    const ACTIONS: &'static [Action] = &[Action::Back, Action::Palette, Action::Help];

    /// The action that opens the list, if there is one.
    const OPENED_BY: Option<Action> = None;

    /// Computes the rows, before they are laid out.
    fn refresh(&mut self, area: Rect, session: &Session) {
        let _ = (area, session);
    }

    /// How many rows there are.
    fn len(&self, session: &Session) -> usize;

    /// Whether opening a row does something.
    fn is_openable(&self, row: usize) -> bool {
        let _ = row;
        true
    }

    /// Opens a row.
    fn open(&self, row: usize, session: &mut Session) -> Outcome;

    /// Where the rows are.
    fn area(&self, area: Rect) -> Rect {
        body(area)
    }

    /// Loads the data of the visible rows.
    fn load(&mut self, list: &List, session: &Session) {
        let _ = (list, session);
    }

    /// See [`Screen::is_waiting`].
    fn is_waiting(&self) -> bool {
        false
    }

    /// See [`Screen::until_tick`].
    fn until_tick(&self) -> Option<Duration> {
        None
    }

    /// Draws everything except the keys.
    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session);
}

pub(super) struct ListScreen<L> {
    listing: L,
    list: List,
}

impl<L: Listing> ListScreen<L> {
    /// The list with its first row marked.
    pub fn new(listing: L, session: &Session) -> Self {
        let list = List::new(listing.len(session));
        ListScreen { listing, list }
    }

    /// The list with another row marked.
    pub fn marking(mut self, row: usize) -> Self {
        self.list.mark(row);
        self
    }

    fn opens_marked(&self) -> bool {
        !self.list.is_empty() && self.listing.is_openable(self.list.marked())
    }

    /// Marks the next row that can be opened, skipping others. If that is further away than the
    /// visible rows it moves row by row, so that all can be read.
    fn step(&mut self, action: Action, session: &Session) {
        let (marked, rows) = (self.list.marked(), self.listing.len(session));
        let seen = self.list.visible();
        let is_openable = |row: &usize| self.listing.is_openable(*row);
        let (next, is_end_seen) = match action {
            Action::Up => ((0..marked).rev().find(is_openable), seen.start == 0),
            _ => ((marked + 1..rows).find(is_openable), seen.end == rows),
        };
        match next.filter(|next| next.abs_diff(marked) <= seen.len()) {
            Some(next) => self.list.mark(next),
            None if is_end_seen => {}
            None => self.list.act(action),
        }
    }

    fn open_marked(&self, session: &mut Session) -> Outcome {
        match self.opens_marked() {
            true => self.listing.open(self.list.marked(), session),
            false => Outcome::Stay,
        }
    }
}

impl<L: Listing> Screen for ListScreen<L> {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let mut commands = self.list.commands(L::ACTIONS);
        commands.retain(|action| *action != Action::Confirm || self.opens_marked());
        commands
    }

    fn opened_by(&self) -> Option<Action> {
        L::OPENED_BY
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked(session);
        }
        match action {
            Action::Up | Action::Down => self.step(action, session),
            _ => self.list.act(action),
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.click(at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.listing.refresh(area, session);
        let (had_rows, rows) = (!self.list.is_empty(), self.listing.len(session));
        self.list.lay_out(rows, self.listing.area(area));
        // The first row that can be opened is marked, not a heading.
        if !had_rows && rows > 0 && !self.opens_marked() {
            let first = (0..rows).find(|&row| self.listing.is_openable(row));
            self.list.mark(first.unwrap_or(0));
        }
        self.listing.load(&self.list, session);
    }

    fn is_waiting(&self) -> bool {
        self.listing.is_waiting()
    }

    fn until_tick(&self) -> Option<Duration> {
        self.listing.until_tick()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.listing.draw(&self.list, canvas, session);
        draw_bar(self, canvas, session);
    }
}
