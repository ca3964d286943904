//! One's own decisions, the newest first: every row, also those taken back.

use std::ops::Range;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::review::Review;
use super::{Canvas, Outcome, Screen};
use crate::store::{DecisionRow, QUEUE_REVIEW, StoreError};
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::chrome::{draw_action_bar, draw_title};
use crate::tui::widgets::history_text::{act_in_words, local_time};
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};
use crate::tui::widgets::wrap::cut;

/// The list of one's own rows. The desk knows how many there are and their order; what is shown of
/// them is read for the rows in sight only.
#[derive(Default)]
pub struct OwnHistory {
    window: ListWindow,
    list: Rect,
    page: Vec<DecisionRow>,
    /// Which rows the page holds, and of how many.
    page_is_of: (Range<usize>, usize),
    failure: Option<String>,
}

impl OwnHistory {
    /// The list at its newest row.
    pub fn new() -> Self {
        OwnHistory::default()
    }

    fn read_page(&mut self, session: &Session) {
        let wanted = (self.window.in_sight(), session.review().history().rows().len());
        if self.page_is_of == wanted {
            return;
        }
        match page(wanted.0.clone(), session) {
            Ok(page) => (self.page, self.failure) = (page, None),
            Err(error) => (self.page, self.failure) = (Vec::new(), Some(error.to_string())),
        }
        self.page_is_of = wanted;
    }

    fn reopen(&self, session: &mut Session) -> Outcome {
        let rows = session.review().history().rows();
        let marked = rows.iter().rev().nth(self.window.marked());
        let Some(item) = marked.map(|row| row.item.clone()) else { return Outcome::Stay };
        match session.review().position_of(&item) {
            Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
            None => {
                let words = format!("question {item} is no longer in the benchmark");
                session.status = Some(StatusMessage::hint(words));
                Outcome::Stay
            }
        }
    }
}

/// The rows at these places, counted from the newest.
fn page(places: Range<usize>, session: &Session) -> Result<Vec<DecisionRow>, StoreError> {
    let desk = session.review();
    match desk.history().rows().iter().rev().nth(places.start) {
        Some(newest) => session.store.decisions_from(
            newest.id,
            desk.annotator(),
            QUEUE_REVIEW,
            desk.benchmark(),
            places.len(),
        ),
        None => Ok(Vec::new()),
    }
}

fn line(row: &DecisionRow, is_marked: bool, width: usize, session: &Session) -> Line<'static> {
    let theme = &session.theme;
    let history = session.review().history();
    let is_taken_back = history.is_taken_back(row.id);
    let style: Style = match (is_marked, is_taken_back) {
        (true, _) => theme.selected.into(),
        (false, true) => theme.dim.into(),
        (false, false) => theme.text.into(),
    };
    let sign = if is_marked { "▸ " } else { "  " };
    let taken_back = if is_taken_back { "taken back · " } else { "" };
    let words = format!(
        "{}  {:<8} {taken_back}{}",
        local_time(&row.created),
        format!("#{}", row.item),
        act_in_words(&row.act, history),
    );
    let words = cut(&words, width.saturating_sub(3));
    let rest = width.saturating_sub(words.width() + 3);
    Line::from(vec![
        Span::styled(sign, theme.key),
        Span::styled(format!("{words}{}", " ".repeat(rest)), style),
    ])
}

impl Screen for OwnHistory {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, session: &Session) -> Vec<Action> {
        let has_rows = !session.review().history().rows().is_empty();
        let marked = has_rows.then_some(Action::Confirm);
        let others = [
            Action::Undo,
            Action::Redo,
            Action::OpenBrowse,
            Action::Find,
            Action::Back,
            Action::Guideline,
            Action::Palette,
            Action::Help,
        ];
        marked.into_iter().chain(others).chain(LIST_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenHistory)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.reopen(session);
        }
        self.window.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.window.click(self.list, at) { self.reopen(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.list = Rect { y: area.y + 2, height: area.height.saturating_sub(4), ..area };
        self.window.fit(session.review().history().rows().len(), self.list.height);
        self.read_page(session);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let desk = session.review();
        let count = desk.history().rows().len();
        let rest = format!(" · history · {}", desk.annotator().name);
        let title = (&*desk.benchmark().name, &*rest);
        let far = match count {
            0 => "nothing yet".to_owned(),
            _ => format!("{} of {count}, newest first", self.window.marked() + 1),
        };
        draw_title(title, &far, Rect { height: 1, ..area }, theme, canvas.buffer);
        let sight = self.window.in_sight();
        for (place, row) in sight.clone().zip(&self.page) {
            let y = self.list.y + (place - sight.start) as u16;
            let is_marked = place == self.window.marked();
            let line = line(row, is_marked, usize::from(area.width), session);
            line.render(Rect { y, height: 1, ..area }, canvas.buffer);
        }
        let words = match &self.failure {
            Some(failure) => Some(failure.as_str()),
            None if count == 0 => Some("What you decide will be listed here."),
            None => None,
        };
        if let Some(words) = words {
            let shown = cut(words, usize::from(area.width.saturating_sub(4)));
            canvas.buffer.set_string(area.x + 2, self.list.y, shown, theme.dim);
        }
        let bar = Rect { y: area.bottom() - 1, height: 1, ..area };
        let commands = self.commands(session);
        let keys = (&session.keymap, KeyContext::List);
        draw_action_bar(session.status.as_ref(), &commands, keys, bar, theme, canvas.buffer);
    }
}
