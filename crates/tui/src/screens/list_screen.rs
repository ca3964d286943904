//! A screen that is one list: a table of which one row is marked, its keys, clicks, scrolling and
//! layout, and what is below it. A [`Listing`] defines the rows and how one is opened.

use std::ops::Range;
use std::time::Duration;

use ratatui::layout::{Position, Rect, Size};
use ratatui::text::Line;

use super::list_chrome::{Head, body, draw_bar, draw_notice, frame, has_frame};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_frame;
use crate::widgets::list::List;
use crate::widgets::scroll::TextWindow;
use crate::widgets::table::{BESIDE_COLUMNS, TableLayout};
use crate::widgets::wrap::{cut, draw_line};
use assay_core::figures::table::Table;

/// What a list shows.
pub(super) trait Listing {
    /// The keys that apply.
    const KEYS: KeyContext = KeyContext::List;

    /// The action that opens the list, if there is one.
    const OPENED_BY: Option<Action> = None;

    /// Whether the list may be so long that its table is made of the visible rows alone.
    const IS_LONG: bool = false;

    /// Cells between two columns.
    const GAP: usize = 2;

    /// Whether the keys for pages scroll what is below the list where it is longer than its area.
    const PAGES_BELOW: bool = false;

    /// The least number of rows below the list, with an empty one; 0 if nothing is below it.
    const ROWS_BELOW: u16 = 0;

    /// Whether these rows are left out where they would be more than half of all.
    const GIVES_WAY: bool = false;

    /// The actions in addition to moving and opening a row.
    const ACTIONS: &'static [Action] = &[Action::Back, Action::Palette, Action::Help];

    /// Those of them that do something now.
    fn actions(&self) -> &'static [Action] {
        Self::ACTIONS
    }

    /// Computes the rows, before they are laid out, for lines of `width` cells. Returns whether they
    /// have changed.
    fn refresh(&mut self, _width: u16, _session: &Session) -> bool {
        false
    }

    /// How many rows there are.
    fn len(&self, session: &Session) -> usize;

    /// Whether opening a row does something.
    fn is_openable(&self, _row: usize) -> bool {
        true
    }

    /// Opens a row.
    fn open(&mut self, row: usize, session: &mut Session) -> Outcome;

    /// Does an action of [`Self::actions`]; `None` if it moves the mark.
    fn act(&mut self, _: Action, _marked: usize, _: &mut Session) -> Option<Outcome> {
        None
    }

    /// The marked column, if not whole rows are marked.
    fn cursor(&self) -> Option<usize> {
        None
    }

    /// Marks the column that was clicked.
    fn point(&mut self, _column: usize) {}

    /// See [`Screen::is_waiting`].
    fn is_waiting(&self) -> bool {
        false
    }

    /// See [`Screen::until_tick`].
    fn until_tick(&self) -> Option<Duration> {
        None
    }

    /// The lines above the table.
    fn head(&self, marked: usize, session: &Session) -> Head;

    /// A text in place of the table: why there is none.
    fn notice(&self, _session: &Session) -> Option<String> {
        None
    }

    /// The table of these rows. Rows beyond the last one are drawn below the list.
    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String>;

    /// The titles of the frames around the list and around what is below it.
    fn titles(&self, _marked: usize, _session: &Session) -> [String; 2] {
        Default::default()
    }

    /// What the signs and codes in the table mean; empty if it has none.
    fn legend(&self, _session: &Session) -> String {
        String::new()
    }

    /// What is below the list, for the marked row, in an area of this size.
    fn below(&self, _marked: usize, _size: Size, _session: &Session) -> Vec<Line<'static>> {
        Vec::new()
    }
}

pub(super) struct ListScreen<L> {
    listing: L,
    list: List,
    table: Result<Table, String>,
    /// The rows in the table, and of how many.
    table_is_of: Option<(Range<usize>, usize)>,
    layout: TableLayout,
    below: Vec<Line<'static>>,
    /// The row that `below` is of; for another one it begins with its first line.
    below_is_of: usize,
    area_below: Rect,
    window: TextWindow,
    /// The frames of the list and of what is below it, if there is space for them.
    frames: Option<(Rect, Option<Rect>)>,
    legend: String,
    /// Whether the columns have heads, once that is known.
    has_heads: Option<bool>,
}

impl<L: Listing> ListScreen<L> {
    /// The list with its first row marked.
    pub fn new(listing: L, session: &Session) -> Self {
        let list = List::new(listing.len(session));
        ListScreen {
            listing,
            list,
            table: Ok(Table::default()),
            table_is_of: None,
            layout: TableLayout::default(),
            below: Vec::new(),
            below_is_of: 0,
            area_below: Rect::default(),
            window: TextWindow::default(),
            frames: None,
            legend: String::new(),
            has_heads: None,
        }
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

    fn open_marked(&mut self, session: &mut Session) -> Outcome {
        match self.opens_marked() {
            true => self.listing.open(self.list.marked(), session),
            false => Outcome::Stay,
        }
    }

    /// Makes the table of these rows if it is not there, and lays it out.
    fn make_table(&mut self, rows: Range<usize>, len: usize, width: u16, session: &Session) {
        let made = Some((rows.clone(), len));
        if self.table_is_of != made {
            self.table = self.listing.table(rows, session);
            self.table_is_of = made;
        }
        if let Ok(table) = &self.table {
            let width = usize::from(width.saturating_sub(BESIDE_COLUMNS));
            self.layout = TableLayout::new(table, width, L::GAP);
        }
    }

    fn is_below_cut(&self) -> bool {
        L::PAGES_BELOW && self.window.how_far().is_some()
    }

    /// Lays out what is below `y`, where the list ends.
    fn lay_out_below(&mut self, y: u16, area: Rect, session: &Session) {
        let bottom = (area.bottom() - 1).saturating_sub(u16::from(self.frames.is_some()));
        // An empty line, or the lower edge of the frame above and the upper one of this.
        let y = y + if self.frames.is_some() { 2 } else { 1 };
        let height = bottom.saturating_sub(y);
        let width = area.width.saturating_sub(4);
        self.area_below = Rect { x: area.x + 2, y, width, height };
        let marked = self.list.marked();
        if std::mem::replace(&mut self.below_is_of, marked) != marked {
            self.window = TextWindow::default();
        }
        self.below = match self.notice(session) {
            None => self.listing.below(marked, self.area_below.as_size(), session),
            Some(_) => Vec::new(),
        };
        let is_cut = L::PAGES_BELOW && self.below.len() > usize::from(height);
        self.window.fit(self.below.len(), height.saturating_sub(u16::from(is_cut)));
        if let Some((list, below)) = &mut self.frames
            && !self.below.is_empty()
            && height > 0
        {
            *below = Some(Rect { y: y - 1, height: height + 2, ..*list });
            list.height = y - 1 - list.y;
        }
    }

    fn draw_frames(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let Some((list, below)) = self.frames else { return };
        let (marked, theme) = (self.list.marked(), &session.theme);
        let [of_list, of_below] = self.listing.titles(marked, session);
        draw_frame(&of_list, list, theme.border, theme, canvas.buffer);
        if let Some(below) = below {
            draw_frame(&of_below, below, theme.border, theme, canvas.buffer);
        }
    }

    fn notice(&self, session: &Session) -> Option<String> {
        self.listing.notice(session).or_else(|| self.table.as_ref().err().cloned())
    }

    fn draw_table(&self, table: &Table, canvas: &mut Canvas<'_>, session: &Session) {
        let (area, theme) = (self.list.area(), &session.theme);
        let in_table = self.table_is_of.as_ref().map_or(0..0, |(rows, _)| rows.clone());
        let cursor = self.listing.cursor();
        let drawn = (table, &self.layout);
        self.list.draw_table(drawn, in_table.start, cursor, theme, canvas.buffer);
        let below_list = |rows: u16| Rect { y: area.bottom() + rows, height: 1, ..area };
        if !self.legend.is_empty() {
            let words = cut(&self.legend, usize::from(area.width.saturating_sub(2)));
            let place = below_list(cells(table.rows.len().saturating_sub(in_table.len())));
            draw_line(&Line::styled(format!("  {words}"), theme.faint), place, canvas.buffer);
        }
        let beyond = table.rows.iter().skip(in_table.len());
        let beyond = beyond.map(|cells| self.layout.row(cells, table, None, theme));
        for (line, row) in beyond.zip(0..canvas.area.bottom() - 1 - area.bottom()) {
            let place = below_list(row);
            let place = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..place };
            draw_line(&line, place, canvas.buffer);
        }
    }

    fn draw_below(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = self.area_below;
        let rows = area.height.saturating_sub(u16::from(self.is_below_cut()));
        let text = Rect { height: rows, ..area };
        self.window.draw(&self.below, text, canvas.buffer);
        if self.frames.is_some() {
            self.window.hint().draw(text, None, &session.theme, canvas.buffer);
        }
        if let Some(far) = self.window.how_far().filter(|_| L::PAGES_BELOW && area.height > 0) {
            let [up, down] =
                [Action::PageUp, Action::PageDown].map(|action| session.key_of(L::KEYS, action));
            let words = text!("agreement-scroll", far, up, down);
            let words = cut(&words, usize::from(area.width));
            let place = Rect { y: area.bottom() - 1, height: 1, ..area };
            draw_line(&Line::styled(words, session.theme.dim), place, canvas.buffer);
        }
    }
}

impl<L: Listing> Screen for ListScreen<L> {
    fn key_context(&self) -> KeyContext {
        L::KEYS
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let mut commands = self.list.commands(self.listing.actions());
        commands.retain(|action| *action != Action::Confirm || self.opens_marked());
        commands
    }

    fn opened_by(&self) -> Option<Action> {
        L::OPENED_BY
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if let Some(outcome) = self.listing.act(action, self.list.marked(), session) {
            return outcome;
        }
        match action {
            Action::Confirm => return self.open_marked(session),
            Action::PageUp | Action::PageDown if self.is_below_cut() => self.window.act(action),
            Action::Up | Action::Down => self.step(action, session),
            movement => self.list.act(movement),
        }
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if !self.list.click(at) {
            return Outcome::Stay;
        }
        let from_left = at.x.saturating_sub(self.list.area().x + 2);
        if let Some(column) = self.layout.column_at(usize::from(from_left)) {
            self.listing.point(column);
        }
        self.open_marked(session)
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let mut body = body(area);
        let is_changed = self.listing.refresh(body.width, session);
        let (had_rows, rows) = (!self.list.is_empty(), self.listing.len(session));
        if is_changed {
            self.table_is_of = None;
        }
        let has_frame = has_frame(area);
        self.frames = has_frame.then(|| (frame(area), None));
        self.legend = self.listing.legend(session);
        body.height = body.height.saturating_sub(u16::from(!self.legend.is_empty()));
        if is_changed || self.has_heads.is_none() {
            let table = self.listing.table(0..0, session);
            let has_heads = |table: &Table| table.columns.iter().any(|one| !one.head.is_empty());
            self.has_heads = Some(table.as_ref().map_or(true, has_heads));
        }
        let without_heads = u16::from(has_frame && self.has_heads == Some(false));
        (body.y, body.height) = (body.y - without_heads, body.height + without_heads);
        let mut beyond = 0;
        if !L::IS_LONG {
            self.make_table(0..rows, rows, body.width, session);
            let all = self.table.as_ref().map_or(0, |table| table.rows.len());
            beyond = cells(all.saturating_sub(rows));
        }
        let gives_way = L::GIVES_WAY && body.height < 2 * L::ROWS_BELOW;
        let has_below = L::ROWS_BELOW > 0 && !gives_way;
        let below = if has_below { L::ROWS_BELOW + u16::from(has_frame) } else { 0 };
        let room = body.height.saturating_sub(beyond + below).max(body.height / 2);
        let height = if below > 0 { room.min(cells(rows)) } else { body.height };
        self.list.lay_out(rows, Rect { height, ..body });
        if L::IS_LONG {
            self.make_table(self.list.visible(), rows, body.width, session);
        }
        // The first row that can be opened is marked, not a heading.
        if !had_rows && rows > 0 && !self.opens_marked() {
            let first = (0..rows).find(|&row| self.listing.is_openable(row));
            self.list.mark(first.unwrap_or(0));
        }
        let legend = u16::from(!self.legend.is_empty());
        self.lay_out_below(self.list.area().bottom() + beyond + legend, area, session);
    }

    fn is_waiting(&self) -> bool {
        self.listing.is_waiting()
    }

    fn until_tick(&self) -> Option<Duration> {
        self.listing.until_tick()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.listing.head(self.list.marked(), session).draw(canvas, session);
        match (self.notice(session), &self.table) {
            (None, Ok(table)) => {
                self.draw_frames(canvas, session);
                self.draw_table(table, canvas, session);
                self.draw_below(canvas, session);
            }
            (notice, _) => draw_notice(&notice.unwrap_or_default(), canvas, session),
        }
        draw_bar(self, canvas, session);
    }
}
