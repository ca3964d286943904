//! The palette: every action that applies now, found by typing a few of its letters.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::{Canvas, Outcome, Raw, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_hints, draw_popup, popup_area};
use crate::widgets::find::{Query, folded};
use crate::widgets::line_input::LineInput;
use crate::widgets::list::{List, Row};

/// The palette over a screen.
pub struct Palette {
    entries: Vec<Entry>,
    input: LineInput,
    query: Query,
    /// The entries that match, the best first.
    matching: Vec<usize>,
    list: List,
}

struct Entry {
    action: Action,
    keys: String,
    folded: String,
}

/// Columns for the names before the sentences.
const NAME_WIDTH: usize = 19;

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
        let mut palette = Palette {
            entries,
            input: LineInput::default(),
            query: Query::default(),
            matching: Vec::new(),
            list: List::default(),
        };
        palette.find();
        palette
    }

    /// If no words match, letters in order are enough: `fs` for `full-screen`.
    fn find(&mut self) {
        let typed = self.input.text();
        for query in [Query::new(typed), Query::loose(typed)] {
            let scored = self.entries.iter().enumerate().filter_map(|(at, entry)| {
                query.score(&entry.folded).map(|score| (std::cmp::Reverse(score), at))
            });
            let mut scored: Vec<_> = scored.collect();
            scored.sort_unstable();
            self.matching = scored.into_iter().map(|(_, at)| at).collect();
            self.query = query;
            if !self.matching.is_empty() {
                break;
            }
        }
        self.list.set_len(self.matching.len());
        self.list.mark(0);
    }

    fn chosen(&self) -> Option<Action> {
        self.matching.get(self.list.marked()).map(|&at| self.entries[at].action)
    }

    /// High enough for all entries, so that its height does not change while typing.
    fn size(&self, area: Rect) -> (u16, u16) {
        let height = cells(self.entries.len() + 4).min(area.height.saturating_sub(3)).min(26);
        (area.width.saturating_sub(4).min(84), height)
    }

    fn line(&self, row: Row, theme: &Theme) -> Line<'static> {
        let (entry, width) = (&self.entries[self.matching[row.index]], self.list.width());
        let keys_width = entry.keys.width();
        let name = entry.action.title();
        let mut spans = vec![row.sign(theme)];
        let matched = theme.matched.into();
        spans.extend(self.query.marked(name, NAME_WIDTH, row.style(theme.text, theme), matched));
        spans.push(Span::raw(" ".repeat(NAME_WIDTH.saturating_sub(name.width()) + 1)));
        let room = width.saturating_sub(NAME_WIDTH + keys_width + 5);
        let sentence = entry.action.sentence();
        spans.extend(self.query.marked(sentence, room, row.style(theme.dim, theme), matched));
        let used: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat(width.saturating_sub(used + keys_width))));
        spans.push(Span::styled(entry.keys.clone(), theme.key));
        Line::from(spans)
    }
}

/// The text of an action that is searched: the name in the keymap too, in every language.
fn searched_text(action: Action) -> String {
    let (name, title) = (action.name(), action.title());
    let title = if title == name { String::new() } else { format!(" {title}") };
    format!("{name}{title} {}", action.sentence())
}

impl Screen for Palette {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        self.list.commands(&[])
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Palette)
    }

    /// Letters are text; only other keys reach the keymap.
    fn raw(&mut self, input: &Raw, _: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Paste(text) => self.input.paste(text),
            Raw::Key(key)
                if key.code == KeyCode::Char('p') && key.modifiers == KeyModifiers::CONTROL =>
            {
                return Some(Outcome::Close);
            }
            Raw::Key(key) if !self.input.key(*key) => return None,
            Raw::Key(_) => {}
        }
        self.find();
        Some(Outcome::Stay)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.chosen().map_or(Outcome::Stay, Outcome::CloseThen);
        }
        self.list.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, _: &Session) {
        let popup = popup_area(self.size(area), area);
        let rows = Rect {
            x: popup.x + 1,
            y: popup.y + 3,
            width: popup.width.saturating_sub(2),
            height: popup.height.saturating_sub(4),
        };
        self.list.lay_out(self.matching.len(), rows);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (title, size) = (text!("palette-title"), self.size(canvas.area));
        let inner = draw_popup(title, size, canvas.area, theme, canvas.buffer);
        let hints =
            [(Action::Confirm, text!("palette-do")), (Action::Back, text!("palette-close"))];
        draw_hints(&hints, KeyContext::List, canvas.area, session, canvas.buffer);
        let field = Line::from(vec![
            Span::styled(": ", theme.key),
            Span::styled(self.input.text().to_owned(), theme.text),
            Span::styled("▏", theme.focus),
        ]);
        field.render(Rect { height: 1, ..inner }, canvas.buffer);
        if self.list.is_empty() {
            let words = text!("palette-nothing");
            self.list.draw_empty(words, theme, canvas.buffer);
        }
        self.list.draw(canvas.buffer, |row| self.line(row, theme));
    }

    fn is_popup(&self) -> bool {
        true
    }
}
