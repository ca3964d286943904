//! The annotator's own decisions, the newest first: every row, including undone ones.

use std::ops::Range;

use ratatui::layout::Rect;

use super::browse::Preview;
use super::list_chrome::Head;
use super::list_screen::{ListScreen, Listing};
use super::review::Review;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::stems::Stems;
use crate::widgets::history_text::{act_in_words, local_time};
use assay_core::figures::table::{Meaning, Table};
use assay_store::{DecisionRow, QUEUE_REVIEW, Result};

/// The list of the annotator's rows, with the question of the marked one beside them. The desk has their
/// number and order; their content is only read for the visible rows.
pub(super) struct OwnHistory {
    stems: Stems,
    /// The question of the marked row.
    preview: Option<Preview>,
}

impl OwnHistory {
    /// The screen of the list, at its newest row.
    pub fn screen(session: &Session) -> Box<dyn Screen> {
        let history = OwnHistory { stems: Stems::load(session), preview: None };
        Box::new(ListScreen::new(history, session))
    }
}

/// The position of the question of a row, counted from the newest.
fn position(row: usize, session: &Session) -> Option<usize> {
    let desk = session.review();
    desk.position_of(&desk.history().rows().iter().rev().nth(row)?.item)
}

/// The rows at these positions, counted from the newest.
fn page(places: Range<usize>, session: &Session) -> Result<Vec<DecisionRow>> {
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
    const IS_LONG: bool = true;
    const BESIDE: Option<(u16, u16)> = Some((3, 10));

    fn len(&self, session: &Session) -> usize {
        session.review().history().rows().len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let rows = session.review().history().rows();
        let marked = rows.iter().rev().nth(row);
        let Some(item) = marked.map(|row| row.item.clone()) else { return Outcome::Stay };
        match session.review().position_of(&item) {
            Some(position) => Outcome::OpenItem(Box::new(Review::at(position, session))),
            None => {
                session.hint(text!("history-question-gone", item));
                Outcome::Stay
            }
        }
    }

    fn head(&self, marked: usize, session: &Session) -> Head {
        let desk = session.review();
        let count = desk.history().rows().len();
        let place = match count {
            0 => text!("history-nothing-yet").to_owned(),
            _ => text!("history-place", place = marked + 1, count),
        };
        Head {
            name: desk.benchmark().name.clone(),
            rest: text!("history-title", annotator = desk.annotator().name),
            right: place,
            basis: String::new(),
        }
    }

    fn notice(&self, session: &Session) -> Option<String> {
        (self.len(session) == 0).then(|| text!("history-empty").to_owned())
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        let history = session.review().history();
        let page = page(rows, session).map_err(|error| error.to_string())?;
        let is_taken_back = |row: &DecisionRow| history.is_taken_back(row.id);
        let meaning = |row| if is_taken_back(row) { Meaning::Dim } else { Meaning::Plain };
        let desk = session.review();
        let stem = |row: &DecisionRow| {
            let entry = &desk.items()[desk.position_of(&row.item)?];
            Some((Meaning::Dim, self.stems.stem(entry)))
        };
        Ok(Table::over(&page)
            .text(text!("history-head-when"), |row| (Meaning::Dim, local_time(&row.created)))
            .text(text!("models-head-key"), |row| (Meaning::Key, &row.item))
            .most(12)
            .text(text!("history-head-what"), |row| {
                let taken_back = if is_taken_back(row) { text!("history-taken-back") } else { "" };
                let act = act_in_words(&row.act, history);
                (meaning(row), format!("{taken_back}{act}"))
            })
            .text(text!("models-head-question"), stem)
            .least(10)
            .filling()
            .rank(1)
            .table())
    }

    fn title(&self, _: &Session) -> String {
        text!("history-list-title").to_owned()
    }

    fn look_at(&mut self, marked: usize, session: &Session) {
        let wanted = position(marked, session);
        let is_there = |preview: &Preview| Some(preview.position) == wanted;
        if !self.preview.as_ref().is_some_and(is_there) {
            self.preview = wanted.map(|position| Preview::load(position, session));
        }
    }

    fn draws_beside(&self) -> bool {
        self.preview.is_some()
    }

    fn draw_beside(&self, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
        if let Some(preview) = &self.preview {
            preview.draw(area, canvas, session);
        }
    }
}
