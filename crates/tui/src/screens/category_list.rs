//! The list from which a category is chosen: typed letters find it, Enter takes the first that fits.
//!
//! The review asks for one with the answer, the flag panel for the right one in place of the
//! data's. The list has the place of the flag panel, so that the choices stay visible.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::panel_place::{PanelPlace, draw_head};
use super::{Answer, Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::category_find::{FoundCategory, categories, matching};
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_prompt;
use crate::widgets::find_list::FindList;
use crate::widgets::wrap::{cut, draw_lines, wrapped};
use assay_core::benchmark::category_names::CategoryNames;
use assay_core::figures::table::{Meaning, Table};

/// The rows that the list wants, with its title.
const ROWS: usize = 14;
/// The rows of the box for the details of the marked one.
const DETAIL_ROWS: u16 = 2;
/// The minimum number of rows of a box with details.
const FEWEST_ROWS_WITH_DETAIL: u16 = 8;
/// The minimum width for a definition next to its category.
const NARROWEST_DEFINITION: usize = 24;
/// Cells of the widest title.
const WIDEST_TITLE: usize = 32;

/// The list of categories over a question.
pub struct CategoryList {
    title: String,
    categories: Vec<FoundCategory>,
    found: FindList,
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
        place.want(false, |_| ROWS);
        let mut list = CategoryList {
            title: title.into(),
            categories: categories(names, without),
            found: FindList::default(),
            place,
            reply,
        };
        list.find();
        list
    }

    fn find(&mut self) {
        self.found.show(matching(&self.categories, self.found.input.text()));
    }

    fn marked(&self) -> Option<&FoundCategory> {
        self.found.marked().map(|at| &self.categories[at])
    }

    fn choose(&self) -> Outcome {
        let Some(marked) = self.marked() else { return Outcome::Stay };
        (self.reply)(marked.name.clone());
        Outcome::Close
    }

    fn detail_rows(&self) -> u16 {
        if self.place.area().height >= FEWEST_ROWS_WITH_DETAIL { DETAIL_ROWS } else { 0 }
    }

    /// The definitions are left out where there is not enough space.
    fn table(&self) -> Table {
        let query = &self.found.query;
        let all = &self.categories;
        let widest = all.iter().map(|one| one.title.width()).max().unwrap_or(0).min(WIDEST_TITLE);
        let title = |one: &FoundCategory| {
            let space = " ".repeat(widest.saturating_sub(one.title.width()));
            let mut pieces = query.pieces(&one.title, Meaning::Plain);
            pieces.push((Meaning::Plain, space));
            pieces
        };
        Table::over(self.found.visible().iter().map(|&at| &all[at]))
            .text("", title)
            .most(widest)
            .text("", |one| query.pieces(&one.definition, Meaning::Dim))
            .least(NARROWEST_DEFINITION)
            .rank(1)
            .table()
    }

    /// The details of the marked one, below the list: its definition and its parents.
    fn detail(&self, width: usize) -> Vec<String> {
        let Some(one) = self.marked() else { return Vec::new() };
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
        self.found.list.commands(&[])
    }

    /// Letters are text; only other keys reach the keymap.
    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        if !input.type_into(&mut self.found.input) {
            return None;
        }
        session.status = None;
        self.find();
        Some(Outcome::Stay)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.choose();
        }
        self.found.list.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: ratatui::layout::Position, _: &mut Session) -> Outcome {
        if self.found.list.click(at) { self.choose() } else { Outcome::Stay }
    }

    fn prepare(&mut self, _: Rect, _: &Session) {
        let area = self.place.area();
        let rows = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(2 + self.detail_rows()),
            ..area
        };
        self.found.list.lay_out(self.found.count(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let inner = draw_head(&self.title, self.place.area(), theme, canvas.buffer);
        self.found.draw_field(&format!(" {}", text!("category-find")), inner, theme, canvas.buffer);
        let count = format!("{} / {} ", self.found.count(), self.categories.len());
        let count = Line::styled(count, theme.dim).right_aligned();
        let width = cells(count.width()).min(inner.width);
        let place = Rect { x: inner.right() - width, y: inner.y, width, height: 1 };
        count.render(place, canvas.buffer);
        let nothing = text!("category-nothing-fits");
        self.found.draw_rows(&self.table(), 2, nothing, theme, canvas.buffer);
        let width = inner.width.saturating_sub(2);
        let detail = self.detail(usize::from(width)).into_iter();
        let detail: Vec<Line<'_>> = detail.map(|line| Line::styled(line, theme.dim)).collect();
        let height = self.detail_rows().min(inner.height);
        let place = Rect { x: inner.x + 1, y: inner.bottom() - height, width, height };
        draw_lines(&detail, place, canvas.buffer);
        let prompt = Some(text!("category-prompt").to_owned());
        let hints =
            [(Action::Confirm, text!("category-choose")), (Action::Back, text!("panel-back"))];
        let (area, buffer) = (canvas.area, &mut *canvas.buffer);
        draw_prompt(prompt, &hints, KeyContext::List, area, session, buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
