//! The home screen: the screens to open, the outstanding work, the progress of each annotator and
//! ability, the last decisions, the other benchmarks. Enter opens the marked entry.

mod abilities;
mod columns;
mod entries;
mod figures;
mod lines;

use std::collections::BTreeSet;

use ratatui::layout::{Position, Rect};

use self::abilities::bars_by_ability;
use self::columns::Column;
use self::entries::Entry;
use self::figures::HomeFigures;
use super::background::Figures;
use super::bundled;
use super::list_chrome::{Head, draw_bar};
use super::queues::QUEUE_SCREENS;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use assay_store::{DecisionRow, QUEUE_REVIEW, Store};
use assay_workflow::queue::{BenchmarkWork, OpenDesk};

use crate::widgets::bars::Bar;
use crate::widgets::scroll_hint::MARGIN;

/// The first screen. It loads its content before its first frame.
#[derive(Default)]
pub struct Home {
    /// What Enter opens, in the order of the screen.
    entries: Vec<Entry>,
    marked: usize,
    bars: Vec<Bar>,
    last: Vec<DecisionRow>,
    /// How many models have answered.
    models: usize,
    /// How many people have extracted labels by hand.
    readers: usize,
    /// Whether answers to this benchmark were judged.
    is_judged: bool,
    /// How many benchmarks there are.
    benchmarks: usize,
    /// The actions that open the queues which have something to decide.
    queues: Vec<Action>,
    /// Whether the counts are computed since the screen was last on top. The computation starts once
    /// the screen is painted, so that no frame is delayed.
    is_counted: bool,
    /// Whether the screen has loaded its immediate content; it may be opened below another one.
    is_fresh: bool,
    /// The last counts.
    figures: Figures<HomeFigures>,
    /// The columns as they are laid out.
    columns: Vec<Column>,
}

/// Rows of the history that are shown.
const LAST: usize = 10;

impl Home {
    fn refresh(&mut self, session: &Session) {
        self.is_fresh = true;
        self.bars = bars_by_ability(session);
        let desk = session.review();
        let (annotator, benchmark) = (desk.annotator(), desk.benchmark());
        let newest = session.store.newest_decisions(annotator, QUEUE_REVIEW, benchmark, None, LAST);
        self.last = newest.unwrap_or_default();
        if session.bundle.is_some_and(|queue| queue != QUEUE_REVIEW) {
            // These belong to the review.
            self.bars.clear();
            self.last.clear();
        }
        let runs = session.store.runs(benchmark).unwrap_or_default();
        let current = runs.iter().filter(|run| run.is_current);
        let names: BTreeSet<&str> = current.map(|run| run.model.as_str()).collect();
        self.models = names.len();
        let people = session.store.people_who_read(benchmark);
        self.readers = people.map_or(0, |people| people.len());
        self.is_judged = session.store.has_judgments(benchmark).unwrap_or(false);
        self.benchmarks = session.store.benchmarks().map_or(0, |all| all.len());
        let offered = QUEUE_SCREENS.iter().filter(|queue| (queue.is_offered)(session));
        self.queues = offered.map(|queue| queue.action).collect();
        self.list_entries(session);
    }

    /// The counts of the benchmark that is open.
    fn here(&self, session: &Session) -> Option<&BenchmarkWork> {
        let name = &session.review().benchmark().name;
        self.figures.ready()?.work.iter().find(|work| work.benchmark == *name)
    }
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
            Action::First,
            Action::Last,
        ];
        let opening = self.screens(session).into_iter().map(|(action, _)| action);
        let others = others.into_iter().filter(|&action| bundled::is_possible(action, session));
        std::iter::once(Action::Confirm).chain(opening).chain(others).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        let last = self.entries.len().saturating_sub(1);
        match action {
            Action::Confirm => {
                let marked = self.entries.get(self.marked).map(|entry| entry.opens.clone());
                return marked.map_or(Outcome::Stay, |opens| self.open(opens, session));
            }
            Action::Up => self.marked = self.marked.saturating_sub(1),
            Action::Down => self.marked = (self.marked + 1).min(last),
            Action::First => self.marked = 0,
            Action::Last => self.marked = last,
            _ => {}
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let entry = self.columns.iter().find_map(|column| column.entry_at(at));
        let Some(at) = entry else { return Outcome::Stay };
        if at == self.marked {
            return self.update(Action::Confirm, session);
        }
        self.marked = at;
        Outcome::Stay
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
        self.list_entries(session);
        self.columns = self.lay_out(area, session);
        let marked = self.marked;
        self.columns.iter_mut().for_each(|column| column.show(marked));
    }

    fn is_waiting(&self) -> bool {
        !self.is_counted || self.figures.is_running()
    }

    fn painted(&mut self, session: &Session) {
        if !std::mem::replace(&mut self.is_counted, true) {
            let annotator = session.review().annotator().clone();
            self.figures.start(session, Store::open, move |store, benchmark| {
                HomeFigures::load(store, benchmark, &annotator)
            });
        }
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
        for Column { lines, area, window, .. } in &self.columns {
            window.draw(lines, *area, canvas.buffer);
            let text = Rect { width: area.width.saturating_sub(MARGIN), ..*area };
            window.hint().draw(text, None, theme, canvas.buffer);
        }
        draw_bar(self, canvas, session);
    }
}
