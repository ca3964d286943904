//! The home screen: what is left, the next questions, what waits, the people, the last decisions, the menu.
//! Enter opens the marked entry, a click the one under it.

mod abilities;
mod columns;
mod digits;
mod entries;
mod figure;
mod figures;
mod lines;
mod menu;
mod parts;

use ratatui::layout::{Position, Rect};

use self::abilities::bars_by_ability;
use self::columns::Column;
use self::entries::{Entry, Opens, Section};
use self::figures::HomeFigures;
use self::menu::Menu;
use self::parts::{Parts, Wanted};
use super::background::Figures;
use super::bundled;
use super::list_chrome::Head;
use super::queues::QUEUE_SCREENS;
use super::thumbnails::{Glimpses, Strip};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::bars::Bar;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_action_bar;
use assay_store::{QUEUE_REVIEW, Store};
use assay_workflow::queue::{BenchmarkWork, OpenDesk};

/// The first screen. It loads its content before its first frame.
#[derive(Default)]
pub struct Home {
    /// What Enter opens; the figure if it is not on the screen.
    marked: Option<Entry>,
    bars: Vec<Bar>,
    /// The actions that open the queues which have something to decide, and the screens which have
    /// something to show.
    offered: Vec<Action>,
    /// Whether the counts are computed since the screen was last on top. The computation starts once
    /// the screen is painted, so that no frame is delayed.
    is_counted: bool,
    /// Whether the screen has loaded its immediate content; it may be opened below another one.
    is_fresh: bool,
    /// The last counts.
    figures: Figures<HomeFigures>,
    glimpses: Glimpses,
    /// The screen as it is laid out.
    parts: Parts,
    next: Strip<Opens>,
    columns: Vec<Column>,
    /// How many pages the columns are scrolled beyond the marked entry.
    pages: usize,
    last: Strip<Opens>,
    menu: Menu,
}

/// Rows of the columns that are kept for what is still being counted.
const COUNTED_LATER: u16 = 14;
/// The number of thumbnails that a strip has at most.
const MOST_THUMBNAILS: usize = 48;

impl Home {
    fn refresh(&mut self, session: &Session) {
        self.is_fresh = true;
        let is_review = session.bundle.is_none_or(|queue| queue == QUEUE_REVIEW);
        self.bars = if is_review { bars_by_ability(session) } else { Vec::new() };
        let benchmark = session.review().benchmark();
        let store = &session.store;
        let has_models =
            store.runs(benchmark).is_ok_and(|runs| runs.iter().any(|run| run.is_current));
        let readers = store.people_who_read(benchmark);
        let screens = [
            (Action::OpenModels, has_models),
            (Action::OpenAgreement, readers.is_ok_and(|people| !people.is_empty())),
            (Action::OpenJudges, store.has_judgments(benchmark).unwrap_or(false)),
            (Action::OpenAudit, store.has_audit(benchmark).unwrap_or(false)),
            (Action::OpenBenchmarks, store.benchmarks().is_ok_and(|all| all.len() > 1)),
        ];
        let screens = screens.into_iter().filter(|(_, is_offered)| *is_offered);
        let queues = QUEUE_SCREENS.iter().filter(|queue| (queue.is_offered)(session));
        let queues = queues.map(|queue| queue.action);
        self.offered = queues.chain(screens.map(|(action, _)| action)).collect();
        [self.next.thumbnails, self.last.thumbnails] = Self::thumbnails(session, MOST_THUMBNAILS);
    }

    /// The counts of the benchmark that is open.
    fn here(&self, session: &Session) -> Option<&BenchmarkWork> {
        let name = &session.review().benchmark().name;
        self.figures.ready()?.work.iter().find(|work| work.benchmark == *name)
    }

    /// The entries on the screen, row by row.
    fn rows(&self, session: &Session) -> Vec<Vec<Entry>> {
        let mut rows = vec![vec![Self::of_figure(session)]];
        rows.extend(in_rows(Section::Next, &self.next));
        let of_columns = self.columns.iter().flat_map(Column::entries);
        rows.extend(of_columns.map(|entry| vec![entry]));
        rows.extend(in_rows(Section::Decisions, &self.last));
        rows.extend(self.menu.entries());
        rows
    }

    fn marked(&self, session: &Session) -> Entry {
        self.marked.clone().unwrap_or_else(|| Self::of_figure(session))
    }

    /// Moves the mark to the neighbour in this direction, where there is one.
    fn go(&mut self, movement: Action, session: &Session) {
        let rows = self.rows(session);
        let marked = self.marked(session);
        let all: Vec<&Entry> = rows.iter().flatten().collect();
        let at = all.iter().position(|entry| **entry == marked).unwrap_or(0);
        let row = rows.iter().position(|row| row.contains(&marked)).unwrap_or(0);
        let column = rows[row].iter().position(|entry| *entry == marked).unwrap_or(0);
        let in_row = |row: Option<&Vec<Entry>>| {
            row.and_then(|row| row.get(column).or_else(|| row.last())).cloned()
        };
        let target = match movement {
            Action::Up => in_row(row.checked_sub(1).map(|row| &rows[row])),
            Action::Down => in_row(rows.get(row + 1)),
            Action::Left => at.checked_sub(1).map(|at| all[at].clone()),
            Action::Right => all.get(at + 1).map(|entry| (*entry).clone()),
            Action::First => all.first().map(|entry| (*entry).clone()),
            _ => all.last().map(|entry| (*entry).clone()),
        };
        self.marked = target.or(Some(marked));
    }
}

/// The entries of a strip, row by row.
fn in_rows(section: Section, strip: &Strip<Opens>) -> Vec<Vec<Entry>> {
    let entry = |opens: &Opens| Entry { section, opens: opens.clone() };
    strip.rows().into_iter().map(|row| row.into_iter().map(entry).collect()).collect()
}

impl Screen for Home {
    fn key_context(&self) -> KeyContext {
        KeyContext::Home
    }

    fn commands(&self, session: &Session) -> Vec<Action> {
        let others = [
            Action::Find,
            Action::Guideline,
            Action::Undo,
            Action::Palette,
            Action::Help,
            Action::Quit,
            Action::Up,
            Action::Down,
            Action::Left,
            Action::Right,
            Action::First,
            Action::Last,
            Action::PageUp,
            Action::PageDown,
            Action::ScrollUp,
            Action::ScrollDown,
        ];
        let others = others.into_iter().filter(|&action| bundled::is_possible(action, session));
        std::iter::once(Action::Confirm).chain(self.openings(session)).chain(others).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => return self.open(&self.marked(session).opens, session),
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::First
            | Action::Last => {
                self.pages = 0;
                self.go(action, session);
            }
            Action::PageDown | Action::ScrollDown => {
                self.pages += usize::from(self.columns.iter().any(Column::goes_on));
            }
            Action::PageUp | Action::ScrollUp => self.pages = self.pages.saturating_sub(1),
            _ => {}
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let figure = self.parts.figure.contains(at).then(|| Self::of_figure(session));
        let of = |section, strip: &Strip<Opens>| {
            strip.at(at).cloned().map(|opens| Entry { section, opens })
        };
        let clicked = figure
            .or_else(|| of(Section::Next, &self.next))
            .or_else(|| self.columns.iter().find_map(|column| column.entry_at(at)))
            .or_else(|| of(Section::Decisions, &self.last))
            .or_else(|| self.menu.entry_at(at));
        let Some(clicked) = clicked else { return Outcome::Stay };
        let outcome = self.open(&clicked.opens, session);
        self.marked = Some(clicked);
        outcome
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        self.is_counted = false;
        self.refresh(session);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        if !self.is_fresh {
            self.refresh(session);
        }
        self.figures.collect();
        self.glimpses.collect();
        self.menu = Menu::new(self.menu_items(session), area.width, &session.theme);
        self.columns = self.sections_in_columns(area, session);
        let rows = self.columns.iter().map(Column::rows).max().unwrap_or(0);
        // What is counted later takes room that is kept for it, so that the thumbnails stay.
        let is_counting = self.figures.notice("").is_some_and(|why| why.is_empty());
        let least = if is_counting { COUNTED_LATER } else { 0 };
        let wanted = Wanted {
            columns: cells(rows).max(least),
            menu: self.menu.rows(),
            has_next: !self.next.thumbnails.is_empty(),
            has_last: !self.last.thumbnails.is_empty(),
        };
        self.parts = Parts::new(area, wanted);
        self.menu.area = self.parts.menu;
        self.next.fit(self.parts.next);
        self.last.fit(self.parts.last);
        let marked = self.marked(session);
        let between = self.parts.columns;
        let width = between.width / cells(self.columns.len()).max(1);
        for (column, number) in self.columns.iter_mut().zip(0..) {
            let area = Rect { x: between.x + number * width, width, ..between };
            column.fit(area, &marked, self.pages);
        }
        self.marked = Some(marked).filter(|marked| self.rows(session).concat().contains(marked));
    }

    fn is_waiting(&self) -> bool {
        !self.is_counted || self.figures.is_running() || self.glimpses.is_running()
    }

    fn painted(&mut self, session: &Session) {
        if !std::mem::replace(&mut self.is_counted, true) {
            let annotator = session.review().annotator().clone();
            self.figures.start(session, Store::open, move |store, benchmark| {
                HomeFigures::load(store, benchmark, &annotator)
            });
        }
        let questions = self.next.questions().chain(self.last.questions()).collect();
        self.glimpses.want(questions, session);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let desk = session.review();
        let notice = session.notice_in_title();
        let queue = session.bundle.unwrap_or(QUEUE_REVIEW);
        let today = session.desks.named(queue).map(OpenDesk::today).unwrap_or_default();
        let each = today.seconds_each().map(|s| text!("home-seconds-each", s)).unwrap_or_default();
        let head = Head {
            name: format!("Assay · {}", desk.benchmark().name),
            rest: format!(" · {}{notice}", desk.annotator().name),
            right: text!("home-today", count = today.decided, each),
            basis: String::new(),
        };
        head.draw(canvas, session);
        let marked = self.marked(session);
        let in_strip = |section| (marked.section == section).then_some(&marked.opens);
        Self::draw_figure(self.parts.figure, marked.section == Section::Figure, canvas, session);
        let (next, last) = (text!("home-next"), text!("home-last-decisions"));
        self.next.draw(next, in_strip(Section::Next), &self.glimpses, canvas, session);
        self.last.draw(last, in_strip(Section::Decisions), &self.glimpses, canvas, session);
        for column in &self.columns {
            column.draw(&marked, canvas, theme);
        }
        self.menu.draw(&marked, canvas, theme);
        // What the menu shows with its keys is not repeated.
        let mut commands = self.commands(session);
        let openings = self.openings(session);
        commands.retain(|action| !openings.contains(action));
        draw_action_bar(&commands, KeyContext::Home, canvas.area, session, canvas.buffer);
    }
}
