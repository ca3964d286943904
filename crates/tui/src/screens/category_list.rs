//! The list from which a category is chosen: typed letters find it, Enter takes the first that fits.
//!
//! The review asks for one with the answer, the flag panel for the right one in place of the
//! data's. The list has the place of the flag panel, so that stem and choices stay visible.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::panel_place::PanelPlace;
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::category_find::FindableCategories;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, draw_prompt};
use crate::widgets::find::Query;
use crate::widgets::line_input::LineInput;
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::{cut, wrapped};
use assay_core::benchmark::category_names::CategoryNames;

/// The most rows of the list, with the border.
const ROWS: u16 = 16;
/// The rows of the box for the details of the marked one.
const DETAIL_ROWS: u16 = 2;
/// The minimum number of rows of a box with details.
const FEWEST_ROWS_WITH_DETAIL: u16 = 8;
/// The minimum width for a definition next to its category.
const NARROWEST_DEFINITION: usize = 24;
/// The widest title, in cells.
const WIDEST_TITLE: usize = 32;

/// The list of categories over a question.
pub struct CategoryList {
    title: String,
    categories: FindableCategories,
    input: LineInput,
    query: Query,
    /// The positions of those that fit, the best first.
    matching: Vec<usize>,
    list: List,
    place: PanelPlace,
    reply: Answer<String>,
}

impl CategoryList {
    /// All categories but one, such as that of the data. The name of the chosen one is sent to `reply`.
    pub fn new(
        title: impl Into<String>,
        names: &CategoryNames,
        without: Option<&str>,
        place: PanelPlace,
        reply: Answer<String>,
    ) -> Self {
        let mut list = CategoryList {
            title: title.into(),
            categories: FindableCategories::new(names, without),
            input: LineInput::default(),
            query: Query::default(),
            matching: Vec::new(),
            list: List::default(),
            place,
            reply,
        };
        list.find();
        list
    }

    fn find(&mut self) {
        (self.query, self.matching) = self.categories.matching(self.input.text());
        self.list.set_len(self.matching.len());
        self.list.mark(0);
    }

    fn choose(&self) -> Outcome {
        let Some(&at) = self.matching.get(self.list.marked()) else { return Outcome::Stay };
        (self.reply)(self.categories.all()[at].name.clone());
        Outcome::Close
    }

    fn area(&self) -> Rect {
        let room = self.place.area();
        let height = room.height.min(ROWS);
        Rect { y: room.bottom() - height, height, ..room }
    }

    fn detail_rows(&self) -> u16 {
        if self.area().height >= FEWEST_ROWS_WITH_DETAIL { DETAIL_ROWS } else { 0 }
    }

    /// Columns for the titles.
    fn title_width(&self) -> usize {
        let widest = self.categories.all().iter().map(|one| one.title.width()).max();
        let room = self.list.width().saturating_sub(3);
        widest.unwrap_or(0).min(WIDEST_TITLE).min(room)
    }

    fn line(&self, row: Row, theme: &Theme) -> Line<'static> {
        let one = &self.categories.all()[self.matching[row.index]];
        let (width, title_width) = (self.list.width(), self.title_width());
        let matched = theme.matched.into();
        let mut spans = vec![row.sign(theme)];
        let title =
            self.query.marked(&one.title, title_width, row.style(theme.text, theme), matched);
        let used: usize = title.iter().map(Span::width).sum();
        spans.extend(title);
        let room = width.saturating_sub(title_width + 5);
        if room >= NARROWEST_DEFINITION {
            spans.push(Span::raw(" ".repeat(title_width.saturating_sub(used) + 2)));
            spans.extend(self.query.marked(&one.definition, room, theme.dim.into(), matched));
        }
        Line::from(spans)
    }

    /// The details of the marked one, below the list: its definition and its parents.
    fn detail(&self, width: usize) -> Vec<String> {
        let Some(&at) = self.matching.get(self.list.marked()) else { return Vec::new() };
        let one = &self.categories.all()[at];
        let parts = [one.definition.as_str(), one.above.as_str()].into_iter();
        let parts: Vec<&str> = parts.filter(|text| !text.is_empty()).collect();
        let mut lines = wrapped(&parts.join(" · "), width);
        let rows = usize::from(self.detail_rows());
        if lines.len() > rows && rows > 0 {
            let rest = lines.split_off(rows - 1).join(" ");
            lines.push(cut(&rest, width));
        }
        lines
    }
}

impl Screen for CategoryList {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.list.commands(&[])
    }

    /// Letters are text; only other keys reach the keymap.
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Paste(text) => self.input.paste(text),
            Raw::Key(key) if !self.input.key(*key) => return None,
            Raw::Key(_) => {}
        }
        session.status = None;
        self.find();
        Some(Outcome::Stay)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.choose();
        }
        self.list.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: ratatui::layout::Position, _: &mut Session) -> Outcome {
        if self.list.click(at) { self.choose() } else { Outcome::Stay }
    }

    fn prepare(&mut self, _: Rect, _: &Session) {
        let area = self.area();
        let rows = Rect {
            x: area.x + 1,
            y: area.y + 2,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(3 + self.detail_rows()),
        };
        self.list.lay_out(self.matching.len(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let inner = draw_box(&self.title, self.area(), theme, canvas.buffer);
        let count = format!("{} / {}", self.matching.len(), self.categories.all().len());
        let field = Line::from(vec![
            Span::styled(format!(" {} ", text!("category-find")), theme.key),
            Span::styled(self.input.text().to_owned(), theme.text),
            Span::styled("▏", theme.focus),
        ]);
        field.render(Rect { height: 1, ..inner }, canvas.buffer);
        let column = inner.right().saturating_sub(cells(count.width() + 1));
        canvas.buffer.set_string(column, inner.y, count, theme.dim);
        if self.list.is_empty() {
            self.list.draw_empty(text!("category-nothing-fits"), theme, canvas.buffer);
        }
        self.list.draw(canvas.buffer, |row| self.line(row, theme));
        let detail = self.detail(usize::from(inner.width.saturating_sub(2)));
        let rows = inner.bottom().saturating_sub(self.detail_rows())..inner.bottom();
        for (line, y) in detail.iter().zip(rows) {
            canvas.buffer.set_string(inner.x + 1, y, line, theme.dim);
        }
        let prompt = StatusMessage::hint(text!("category-prompt"));
        let hints =
            [(Action::Confirm, text!("category-choose")), (Action::Back, text!("panel-back"))];
        let (area, buffer) = (canvas.area, &mut *canvas.buffer);
        draw_prompt(Some(&prompt), &hints, KeyContext::List, area, session, buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
