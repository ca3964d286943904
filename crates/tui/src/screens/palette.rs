//! The palette: every action that applies now, found by typing a few of its letters.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::{Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_box, draw_prompt, popup_area};
use crate::widgets::find::{Query, best_first, folded};
use crate::widgets::find_list::FindList;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;

/// The palette over a screen.
pub struct Palette {
    entries: Vec<Entry>,
    found: FindList,
}

struct Entry {
    action: Action,
    keys: String,
    folded: String,
}

impl Palette {
    /// The palette of the current actions of a screen and of the program.
    pub fn over(screen: &dyn Screen, session: &Session) -> Self {
        let offered = screen.commands(session);
        let wide = Action::all().filter(|action| action.is_program_wide());
        let mut entries: Vec<Entry> = Vec::new();
        for action in offered.into_iter().chain(wide) {
            let is_new = entries.iter().all(|entry| entry.action != action);
            if is_new && action != Action::Palette && !action.is_movement() {
                let keys = session.keymap.keys_for(screen.key_context(), action);
                entries.push(Entry {
                    action,
                    keys: keys.map(|key| key.to_string()).collect::<Vec<_>>().join(" "),
                    folded: folded(&searched_text(action)),
                });
            }
        }
        let mut palette = Palette { entries, found: FindList::default() };
        palette.find();
        palette
    }

    /// If no words match, letters in order are enough: `fs` for `full-screen`.
    fn find(&mut self) {
        let typed = self.found.input.text();
        let found = |query: Query| {
            let matching = best_first(&self.entries, |entry| query.score(&entry.folded));
            (query, matching)
        };
        let strict = found(Query::new(typed));
        let loosely = strict.1.is_empty().then(|| found(Query::loose(typed)));
        self.found.show(loosely.unwrap_or(strict));
    }

    /// Does the marked action.
    fn choose(&self) -> Outcome {
        let chosen = self.found.marked().map(|at| self.entries[at].action);
        chosen.map_or(Outcome::Stay, Outcome::CloseThen)
    }

    /// High enough for all entries, so that its height does not change while typing.
    fn size(&self, area: Rect) -> (u16, u16) {
        let height = cells(self.entries.len() + 4).min(area.height.saturating_sub(3)).min(26);
        (area.width.saturating_sub(4).min(72), height)
    }

    fn table(&self) -> Table {
        let query = &self.found.query;
        let visible = self.found.visible().iter().map(|&at| &self.entries[at]);
        Table::over(visible)
            .text("", |entry| query.pieces(entry.action.sentence(), Meaning::Plain))
            .least(8)
            .filling()
            .number("", |entry| (Meaning::Key, &entry.keys))
            .table()
    }
}

/// The text of an action that is searched: its name in the keymap, in every language, its word on the
/// bar, and what is shown.
fn searched_text(action: Action) -> String {
    format!("{} {} {}", action.name(), action.short(), action.sentence())
}

impl Screen for Palette {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.found.list.commands(&[])
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Palette)
    }

    /// Letters are text; only other keys reach the keymap.
    fn raw(&mut self, input: &Raw, _: &mut Session) -> Option<Outcome> {
        let is_ctrl_p = |key: &KeyEvent| {
            key.code == KeyCode::Char('p') && key.modifiers == KeyModifiers::CONTROL
        };
        if matches!(input, Raw::Key(key) if is_ctrl_p(key)) {
            return Some(Outcome::Close);
        }
        if !input.type_into(&mut self.found.input) {
            return None;
        }
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

    fn click(&mut self, at: Position, _: &mut Session) -> Outcome {
        if self.found.list.click(at) { self.choose() } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        let popup = popup_area(self.size(area), area);
        let rows = Rect {
            x: popup.x + 1,
            y: popup.y + 3,
            width: popup.width.saturating_sub(2),
            height: popup.height.saturating_sub(4),
        };
        self.found.list.lay_out(self.found.count(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (title, size) = (text!("palette-title"), self.size(canvas.area));
        let inner = draw_box(title, popup_area(size, canvas.area), theme, canvas.buffer);
        let hints =
            [(Action::Confirm, text!("palette-do")), (Action::Back, text!("palette-close"))];
        draw_prompt(None, &hints, KeyContext::List, canvas.area, session, canvas.buffer);
        self.found.draw_field(":", inner, theme, canvas.buffer);
        let nothing = text!("palette-nothing");
        self.found.draw_rows(&self.table(), 1, nothing, theme, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }

    fn dims_below(&self) -> bool {
        true
    }
}
