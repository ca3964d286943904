//! Browse: every question of the benchmark in a list, found as one types, narrowed by filters, with
//! the marked one next to it on wide screens.
//!
//! It hides what the review hides: the reference answer and the decisions of others are shown after
//! this annotator has decided.

mod draw;
mod filter;
mod grid;
mod list;
pub(super) mod others;
mod preview;
mod rows;
mod state;

use std::collections::BTreeSet;

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

pub use self::filter::Criterion;
use self::filter::{Filter, FilterPicker};
use self::grid::Grid;
use self::list::QuestionList;
use self::others::OthersByKey;
pub(super) use self::preview::Preview;
use self::rows::QuestionRows;
use super::background::Figures;
use super::list_layout::columns_of;
use super::review::Review;
use super::{Canvas, Outcome, Raw, Reply, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::session::Session;
use crate::widgets::cells::share;
use crate::widgets::line_input::LineInput;
use crate::widgets::list::List;

/// The list of questions.
pub struct Browse {
    questions: QuestionList,
    list: List,
    /// The questions as pictures, if that view is chosen.
    grid: Option<Grid>,
    find: LineInput,
    /// Whether letters are typed into the find field.
    is_finding: bool,
    parts: Parts,
    /// On wide screens the marked question and its neighbours.
    previews: Vec<Preview>,
    /// The decisions of others, while they are being read.
    others: Figures<OthersByKey>,
    /// The filter that its popup leaves.
    new_filter: Reply<Filter>,
}

/// The areas of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parts {
    find: Rect,
    /// The frame around list and legend.
    frame: Rect,
    list: Rect,
    legend: Rect,
    /// The frame of the marked question.
    preview: Option<Rect>,
}

/// From this width on there is room for a preview.
const WIDE: u16 = 100;
/// From this height on there is room for a second line of the legend, and for the heads of columns.
const TALL: u16 = 20;
const TALL_WITH_HEADS: u16 = 30;

impl Parts {
    fn new(area: Rect, is_grid: bool) -> Parts {
        let body = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        let is_wide = area.width >= WIDE && !is_grid;
        // The question has the columns that its picture needs, the list the rest for the stems.
        let beside = if is_wide { share(body.width, 7, 20) } else { 0 };
        let left = Rect { width: body.width - beside, ..body };
        let frame = Rect { y: left.y + 1, height: left.height.saturating_sub(1), ..left };
        // All signs and their words may need two lines.
        let legend = if body.height >= TALL && !is_grid { 2 } else { 1 };
        let heads = u16::from(body.height >= TALL_WITH_HEADS && !is_grid);
        let inside = columns_of(frame);
        let rows = frame.height.saturating_sub(2 + heads + legend);
        let list = Rect { y: frame.y + 1 + heads, height: rows, ..inside };
        Parts {
            find: Rect { height: 1, ..left },
            frame,
            list,
            legend: Rect { y: list.bottom(), height: legend, ..inside }.intersection(frame),
            preview: is_wide.then(|| Rect { x: left.right(), width: beside, ..body }),
        }
    }
}

impl Parts {
    /// Whether the columns of the list have heads.
    fn has_heads(&self) -> bool {
        self.list.y > self.frame.y + 1
    }
}

impl Browse {
    /// All questions, the first one marked.
    pub fn new(session: &Session) -> Self {
        let questions = QuestionList::new(session);
        Browse {
            list: List::new(questions.len()),
            questions,
            grid: None,
            find: LineInput::default(),
            is_finding: false,
            parts: Parts::default(),
            previews: Vec::new(),
            others: others::read(session),
            new_filter: Reply::default(),
        }
    }

    /// The questions that meet a criterion.
    pub fn filtered(criterion: Criterion, session: &Session) -> Self {
        let mut browse = Browse::new(session);
        browse.questions.set_filter(Filter(BTreeSet::from([criterion])), session.review());
        browse.list.set_len(browse.questions.len());
        browse
    }

    fn marked(&self) -> Option<usize> {
        self.questions.at(self.list.marked()).map(|listed| listed.position)
    }

    /// Reads the marked question and its neighbours, if there is space to show them.
    fn look_around(&mut self, session: &Session) {
        let row = self.list.marked();
        let rows = [Some(row), Some(row + 1), row.checked_sub(1)];
        let is_wide = self.parts.preview.is_some();
        let wanted = rows.into_iter().flatten().filter(|_| is_wide);
        let wanted = wanted.filter_map(|row| self.questions.at(row)).map(|listed| listed.position);
        let mut known = std::mem::take(&mut self.previews);
        let mut preview_of =
            |position: usize| match known.iter().position(|preview| preview.position == position) {
                Some(at) => known.swap_remove(at),
                None => Preview::load(position, session),
            };
        self.previews = wanted.map(&mut preview_of).collect();
    }

    fn open_marked(&self, session: &mut Session) -> Outcome {
        match self.marked() {
            Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
            None => Outcome::Stay,
        }
    }

    fn find(&mut self, session: &Session) {
        self.questions.find(self.find.text(), session.review());
        self.list.set_len(self.questions.len());
        self.list.mark(0);
    }

    /// Whether a search is active: Esc then shows all questions again.
    fn is_narrowed(&self) -> bool {
        self.is_finding || !self.find.text().is_empty()
    }

    fn leave_field(&mut self, session: &Session) {
        let marked = self.marked();
        self.is_finding = false;
        self.find.clear();
        self.questions.find("", session.review());
        self.mark_again(marked);
    }

    /// Keeps a question marked while the list around it changes; if it is gone, the one in its
    /// row.
    fn mark_again(&mut self, position: Option<usize>) {
        let row = position.and_then(|position| self.questions.row_of(position));
        self.list.set_len(self.questions.len());
        self.list.mark(row.unwrap_or(self.list.marked()));
    }
}

impl Screen for Browse {
    fn key_context(&self) -> KeyContext {
        if self.grid.is_some() { KeyContext::Grid } else { KeyContext::List }
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let of_marked = (!self.list.is_empty()).then_some(Action::Details);
        let others = [
            Action::Find,
            Action::Filter,
            Action::Grid,
            Action::Focus,
            Action::Back,
            Action::Undo,
            Action::OpenHistory,
            Action::Guideline,
            Action::Palette,
            Action::Help,
        ];
        let sideways = self.grid.is_some().then_some([Action::Left, Action::Right]);
        let own = of_marked.into_iter().chain(others).chain(sideways.into_iter().flatten());
        self.list.commands(&own.collect::<Vec<_>>())
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenBrowse)
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        let is_esc = matches!(input, Raw::Key(key) if key.code == KeyCode::Esc);
        if is_esc && self.is_narrowed() {
            self.leave_field(session);
            return Some(Outcome::Stay);
        }
        if !self.is_finding || !input.type_into(&mut self.find) {
            return None;
        }
        self.find(session);
        Some(Outcome::Stay)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => return self.open_marked(session),
            Action::Find => {
                self.leave_field(session);
                self.is_finding = true;
            }
            Action::Focus => self.is_finding = !self.is_finding,
            Action::Grid => self.grid = self.grid.is_none().then(Grid::default),
            Action::Filter => {
                let filter = self.questions.filter.clone();
                let reply = self.new_filter.handle();
                let picker =
                    FilterPicker::new(filter, &self.questions.all, session.review(), reply);
                return Outcome::Open(Box::new(picker));
            }
            Action::Details => {
                let rows = self.marked().map(|position| QuestionRows::load(position, session));
                return rows.map_or(Outcome::Stay, |rows| Outcome::Open(Box::new(rows)));
            }
            movement => match &self.grid {
                Some(grid) => self.list.mark(grid.after(movement, self.list.marked())),
                None => self.list.act(movement),
            },
        }
        Outcome::Stay
    }

    fn resume(&mut self, session: &mut Session) -> Outcome {
        let marked = self.marked();
        if let Some(filter) = self.new_filter.take() {
            self.questions.set_filter(filter, session.review());
        } else {
            // Decisions may have been made meanwhile.
            self.is_finding = false;
            self.previews.clear();
            self.questions.refresh(session);
            self.others = others::read(session);
        }
        self.mark_again(marked);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        let Some(grid) = &self.grid else {
            return if self.list.click(at) { self.open_marked(session) } else { Outcome::Stay };
        };
        match grid.at(at) {
            Some(row) => {
                self.list.mark(row);
                self.open_marked(session)
            }
            None => Outcome::Stay,
        }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.parts = Parts::new(area, self.grid.is_some());
        if self.others.collect()
            && let Some(others) = self.others.ready()
        {
            let marked = self.marked();
            self.questions.set_others(others, session.review());
            self.mark_again(marked);
        }
        self.list.lay_out(self.questions.len(), self.parts.list);
        if let Some(grid) = &mut self.grid {
            grid.lay_out(self.parts.list, &self.questions, self.list.marked());
            grid.load(&self.questions, session);
        }
        self.look_around(session);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        draw::draw(self, canvas, session);
    }

    fn painted(&mut self, session: &Session) {
        self.questions.make_ready(session.review());
    }

    fn is_waiting(&self) -> bool {
        self.others.is_running()
    }
}
