//! The annotator's own decisions, the newest first: every row, including undone ones.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::list_screen::{ListScreen, Listing};
use super::review::Review;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::chrome::draw_title;
use crate::widgets::history_text::{act_in_words, local_time};
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::cut;
use assay_store::{DecisionRow, QUEUE_REVIEW, StoreError};

/// The list of the annotator's rows. The desk has their number and order; their content is only
/// read for the visible rows.
#[derive(Default)]
pub struct OwnHistory {
    page: Vec<DecisionRow>,
    /// Which rows the page holds, and of how many.
    page_is_of: (Range<usize>, usize),
    failure: Option<String>,
}

impl OwnHistory {
    /// The screen of the list, at its newest row.
    pub fn screen(session: &Session) -> Box<dyn Screen> {
        Box::new(ListScreen::new(OwnHistory::default(), session))
    }
}

/// The rows at these positions, counted from the newest.
fn page(places: Range<usize>, session: &Session) -> Result<Vec<DecisionRow>, StoreError> {
    let desk = session.review();
    match desk.history().rows().iter().rev().nth(places.start) {
        Some(newest) => session.store.newest_decisions(
            desk.annotator(),
            QUEUE_REVIEW,
            desk.benchmark(),
            Some(newest.id),
            places.len(),
        ),
        None => Ok(Vec::new()),
    }
}

fn line(place: Row, row: &DecisionRow, width: usize, session: &Session) -> Line<'static> {
    let theme = &session.theme;
    let history = session.review().history();
    let is_taken_back = history.is_taken_back(row.id);
    let style: Style = place.style(if is_taken_back { theme.dim } else { theme.text }, theme);
    let taken_back = if is_taken_back { text!("history-taken-back") } else { "" };
    let words = format!(
        "{}  {:<8} {taken_back}{}",
        local_time(&row.created),
        format!("#{}", row.item),
        act_in_words(&row.act, history),
    );
    let words = cut(&words, width.saturating_sub(3));
    let rest = width.saturating_sub(words.width() + 3);
    Line::from(vec![place.sign(theme), Span::styled(format!("{words}{}", " ".repeat(rest)), style)])
}

impl Listing for OwnHistory {
    const ACTIONS: &'static [Action] = &[
        Action::Undo,
        Action::Redo,
        Action::OpenBrowse,
        Action::Find,
        Action::Back,
        Action::Guideline,
        Action::Palette,
        Action::Help,
    ];

    const OPENED_BY: Option<Action> = Some(Action::OpenHistory);

    fn len(&self, session: &Session) -> usize {
        session.review().history().rows().len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let rows = session.review().history().rows();
        let marked = rows.iter().rev().nth(row);
        let Some(item) = marked.map(|row| row.item.clone()) else { return Outcome::Stay };
        match session.review().position_of(&item) {
            Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
            None => {
                let words = text!("history-question-gone", item = item);
                session.status = Some(StatusMessage::hint(words));
                Outcome::Stay
            }
        }
    }

    fn area(&self, area: Rect) -> Rect {
        Rect { y: area.y + 2, height: area.height.saturating_sub(4), ..area }
    }

    fn load(&mut self, list: &List, session: &Session) {
        let wanted = (list.visible(), self.len(session));
        if self.page_is_of == wanted {
            return;
        }
        match page(wanted.0.clone(), session) {
            Ok(page) => (self.page, self.failure) = (page, None),
            Err(error) => (self.page, self.failure) = (Vec::new(), Some(error.to_string())),
        }
        self.page_is_of = wanted;
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let desk = session.review();
        let count = desk.history().rows().len();
        let rest = text!("history-title", annotator = desk.annotator().name);
        let title = (&*desk.benchmark().name, &*rest);
        let far = match count {
            0 => text!("history-nothing-yet").to_owned(),
            _ => text!("history-place", place = list.marked() + 1, count = count),
        };
        draw_title(title, &far, Rect { height: 1, ..area }, theme, canvas.buffer);
        let first = self.page_is_of.0.start;
        list.draw(canvas.buffer, |place| {
            let row = place.index.checked_sub(first).and_then(|position| self.page.get(position));
            row.map_or_else(Line::default, |row| line(place, row, list.width(), session))
        });
        let words = match &self.failure {
            Some(failure) => Some(failure.as_str()),
            None if count == 0 => Some(text!("history-empty")),
            None => None,
        };
        if let Some(words) = words {
            list.draw_empty(words, theme, canvas.buffer);
        }
    }
}
