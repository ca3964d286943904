//! A screen that is one list: a table of which one row is marked, its keys, clicks, scrolling and
//! layout, and what is below it. A [`Listing`] defines the rows and how one is opened.

use std::ops::Range;
use std::time::Duration;

use ratatui::layout::{Position, Rect, Size};
use ratatui::text::Line;

use super::list_chrome::{Head, draw_bar};
use super::list_layout::{Detail, ListParts, WIDE, Wanted, columns_of, lines_of, region};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::{draw_frame, draw_on_lower_edge};
use crate::widgets::list::List;
use crate::widgets::scroll::TextWindow;
use crate::widgets::table::{BESIDE_COLUMNS, TableLayout};
use crate::widgets::wrap::{cut, draw_line, draw_lines, styled_lines, wrapped};
use assay_core::figures::table::Table;

/// What a list shows.
pub(super) trait Listing {
    /// The keys that apply.
    const KEYS: KeyContext = KeyContext::List;

    /// The action that opens the list, if there is one.
    const OPENED_BY: Option<Action> = None;

    /// Whether the list may be so long that its table is made of the visible rows alone.
    const IS_LONG: bool = false;

    /// Whether the columns have heads.
    const HAS_HEADS: bool = true;

    /// Cells between two columns.
    const GAP: usize = 2;

    /// The part of wide screens, as a fraction, in which what belongs to the marked row is beside the list:
    /// for lists that are long and not wide.
    const BESIDE: Option<(u16, u16)> = None;

    /// Whether the keys for pages scroll what belongs to the marked row where it is longer than its area.
    const PAGES_BELOW: bool = false;

    /// The least number of rows below the list, with an edge; 0 if nothing is below it.
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

    /// The name of a row, by which the mark stays on it where rows come and go; `None` if they do not.
    fn name_of(&self, _row: usize) -> Option<String> {
        None
    }

    /// How many rows there are.
    fn len(&self, session: &Session) -> usize;

    /// Whether opening a row does something.
    fn is_openable(&self, _row: usize) -> bool {
        true
    }

    /// Whether the mark stops at a row: at those that open something, unless others say more as well.
    fn stops_at(&self, row: usize) -> bool {
        self.is_openable(row)
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

    /// What is listed, on the frame of the list.
    fn title(&self, _session: &Session) -> String {
        String::new()
    }

    /// What the codes of the table mean; `has_detail` if what belongs to the marked row is shown.
    fn legend(&self, _has_detail: bool, _session: &Session) -> Vec<String> {
        Vec::new()
    }

    /// A text in place of the table: why there is none.
    fn notice(&self, _session: &Session) -> Option<String> {
        None
    }

    /// The table of these rows. Rows beyond the last one are drawn below the list.
    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String>;

    /// Reads what belongs to the marked row.
    fn look_at(&mut self, _marked: usize, _session: &Session) {}

    /// The title of what belongs to the marked row, on its frame.
    fn title_below(&self, _marked: usize, _session: &Session) -> String {
        String::new()
    }

    /// Whether [`Self::draw_beside`] draws what belongs to the marked row, instead of lines.
    fn draws_beside(&self) -> bool {
        false
    }

    /// Draws it in this area.
    fn draw_beside(&self, _area: Rect, _canvas: &mut Canvas<'_>, _session: &Session) {}

    /// What belongs to the marked row, beside the list or below it, in an area of this size.
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
    parts: ListParts,
    legend: Vec<String>,
    below: Vec<Line<'static>>,
    /// The row that `below` is of; for another one it begins with its first line.
    below_is_of: usize,
    window: TextWindow,
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
            parts: ListParts::default(),
            legend: Vec::new(),
            below: Vec::new(),
            below_is_of: 0,
            window: TextWindow::default(),
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

    /// Marks the next row where the mark stops, skipping others. If that is further away than the
    /// visible rows it moves row by row, so that all can be read.
    fn step(&mut self, action: Action, session: &Session) {
        let (marked, rows) = (self.list.marked(), self.listing.len(session));
        let seen = self.list.visible();
        let stops = |row: &usize| self.listing.stops_at(*row);
        let (next, is_end_seen) = match action {
            Action::Up => ((0..marked).rev().find(stops), seen.start == 0),
            _ => ((marked + 1..rows).find(stops), seen.end == rows),
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

    fn place_of_detail(&self, area: Rect, session: &Session) -> Detail {
        let height = region(area).height;
        // Below a list of few rows it fills the screen better than beside it.
        let is_short = 2 * self.listing.len(session) + SHORT <= usize::from(height);
        let beside = L::BESIDE.filter(|_| area.width >= WIDE);
        match (beside, L::ROWS_BELOW) {
            (Some((part, of)), rows) if rows == 0 || !is_short => {
                Detail::Beside(share(area.width, part, of))
            }
            (_, 0) => Detail::Nowhere,
            (_, rows) if L::GIVES_WAY && height < 2 * rows + 3 => Detail::Nowhere,
            (_, rows) => Detail::Below(rows + 1),
        }
    }

    fn is_below_cut(&self) -> bool {
        L::PAGES_BELOW && self.window.how_far().is_some()
    }

    /// Lays out the list and what belongs to its marked row.
    fn arrange(&mut self, region: Rect, detail: Detail, session: &Session) {
        let rows = self.listing.len(session);
        let (width, mut beyond) = (width_of_rows(region, detail), 0);
        if !L::IS_LONG {
            self.make_table(0..rows, rows, width, session);
            let all = self.table.as_ref().map_or(0, |table| table.rows.len());
            beyond = cells(all.saturating_sub(rows));
        }
        let legend = self.listing.legend(detail != Detail::Nowhere, session).join(" · ");
        let room = usize::from(width.saturating_sub(BESIDE_COLUMNS));
        self.legend = if legend.is_empty() { Vec::new() } else { wrapped(&legend, room) };
        let most = if region.height >= TALL { LONGEST_LEGEND } else { 1 };
        if self.legend.len() > most {
            self.legend = vec![cut(&legend, room)];
        }
        let legend = cells(self.legend.len());
        let wanted = Wanted { rows, heads: u16::from(L::HAS_HEADS), beyond, legend };
        self.parts = ListParts::new(region, wanted, detail);
        self.list.lay_out(rows, self.parts.rows);
        if L::IS_LONG {
            self.make_table(self.list.visible(), rows, width, session);
        }
    }

    fn lay_out_below(&mut self, session: &Session) {
        let marked = self.list.marked();
        if std::mem::replace(&mut self.below_is_of, marked) != marked {
            self.window = TextWindow::default();
        }
        let area = lines_of(self.parts.detail);
        self.below = Vec::new();
        if !area.is_empty() && self.notice(session).is_none() {
            self.listing.look_at(marked, session);
            self.below = self.listing.below(marked, area.as_size(), session);
        }
        self.window.fit(self.below.len(), area.height);
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
        let beyond = table.rows.iter().skip(in_table.len());
        let beyond = beyond.map(|cells| self.layout.row(cells, table, None, theme));
        let below = area.bottom()..self.parts.list.bottom().saturating_sub(1);
        for (line, y) in beyond.zip(below) {
            let place = Rect { x: area.x + 2, y, height: 1, width: area.width - 2 };
            draw_line(&line, place, canvas.buffer);
        }
        let legend = self.legend.iter().map(|words| Line::styled(words.clone(), theme.dim));
        draw_lines(&legend.collect::<Vec<_>>(), self.parts.legend, canvas.buffer);
        let (seen, rows) = (self.list.visible(), self.listing.len(session));
        if seen.len() < rows {
            let words = text!("list-place", number = self.list.marked() + 1, count = rows);
            draw_on_lower_edge(&words, self.parts.list, theme.dim, canvas.buffer);
        }
    }

    fn draw_below(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let (frame, theme) = (self.parts.detail, &session.theme);
        if frame.is_empty() {
            return;
        }
        if self.listing.draws_beside() {
            return self.listing.draw_beside(frame, canvas, session);
        }
        let title = self.listing.title_below(self.list.marked(), session);
        draw_frame(&title, frame, theme.border, theme, canvas.buffer);
        let area = lines_of(frame);
        self.window.draw(&self.below, area, canvas.buffer);
        self.window.hint().draw(area, None, theme, canvas.buffer);
        if let Some(far) = self.window.how_far() {
            let [up, down] =
                [Action::PageUp, Action::PageDown].map(|action| session.key_of(L::KEYS, action));
            let left = self.below.len() - self.window.visible().end;
            let words = match L::PAGES_BELOW {
                true => text!("agreement-scroll", far, up, down),
                false => text!("list-more-lines", count: left),
            };
            draw_on_lower_edge(&words, frame, theme.dim, canvas.buffer);
        }
    }
}

fn width_of_rows(region: Rect, detail: Detail) -> u16 {
    let width = region.width.saturating_sub(detail.columns());
    columns_of(Rect { width, ..region }).width
}

/// Rows of the screen in addition to twice those of a list that is short.
const SHORT: usize = 4;
/// From this height of the lists on, a legend may have several rows.
const TALL: u16 = 28;
const LONGEST_LEGEND: usize = 5;

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
        let region = region(area);
        let named = self.listing.name_of(self.list.marked());
        let width = width_of_rows(region, self.place_of_detail(area, session));
        let is_changed = self.listing.refresh(width, session);
        let detail = self.place_of_detail(area, session);
        let (had_rows, rows) = (!self.list.is_empty(), self.listing.len(session));
        if is_changed {
            self.table_is_of = None;
            let there =
                (0..rows).find(|&row| named.is_some() && self.listing.name_of(row) == named);
            self.list.set_len(rows);
            self.list.mark(there.unwrap_or(self.list.marked()));
        }
        self.arrange(region, detail, session);
        // The first row where the mark stops is marked, not a heading.
        if !had_rows && rows > 0 {
            let first = (0..rows).find(|&row| self.listing.stops_at(row));
            self.list.mark(first.unwrap_or(0));
        }
        self.lay_out_below(session);
        let has_detail = self.listing.draws_beside() || !self.below.is_empty();
        if !has_detail && detail != Detail::Nowhere {
            self.arrange(region, Detail::Nowhere, session);
        }
    }

    fn is_waiting(&self) -> bool {
        self.listing.is_waiting()
    }

    fn until_tick(&self) -> Option<Duration> {
        self.listing.until_tick()
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.listing.head(self.list.marked(), session).draw(canvas, session);
        let (frame, theme) = (self.parts.list, &session.theme);
        draw_frame(&self.listing.title(session), frame, theme.border, theme, canvas.buffer);
        match (self.notice(session), &self.table) {
            (None, Ok(table)) => {
                self.draw_table(table, canvas, session);
                self.draw_below(canvas, session);
            }
            (notice, _) => {
                let area = lines_of(frame);
                let lines =
                    styled_lines(&notice.unwrap_or_default(), usize::from(area.width), theme.dim);
                draw_lines(&lines, area, canvas.buffer);
            }
        }
        draw_bar(self, canvas, session);
    }
}
