//! Agreement: how each extractor agrees with the people who read the same texts.
//!
//! The screens: the extractors ([`Agreement`], drawn by `table`); one extractor's confusion matrix
//! (`matrix`); the texts of a cell of it, or all whose label differs from the people's
//! (`text_list`); one text with all labels (`text_screen`, laid out by `text_detail`); and one
//! extractor compared with each other extractor (`pairs`). The figures are computed once, on a
//! background thread (`data`), so that keys are not delayed.
//!
//! Like the Models screens, these show the labels of others before the annotator has decided. The
//! store records who opened a list of texts here: see
//! [`assay_store::Store::record_answer_exposures`].

mod data;
mod frequent;
mod matrix;
mod pairs;
mod table;
mod text_detail;
mod text_list;
mod text_screen;

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use self::data::{AgreementData, Wanted};
use self::matrix::Matrix;
use self::pairs::Pairs;
use self::table::Details;
use self::text_list::TextList;
use super::background::Background;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::status::StatusMessage;
use crate::widgets::list::List;
use assay_core::benchmark::decision::QUEUE_EXTRACT;
use assay_workflow::queue::OpenDesk;

/// The table of extractors.
pub struct Agreement {
    state: Background<AgreementData>,
    list: List,
    /// The figures of the marked one.
    details: Details,
    has_warned: bool,
}

impl Agreement {
    /// The extractors against the majority of all people who read texts.
    pub fn new(session: &Session) -> Self {
        Agreement {
            state: Background::start(session, AgreementData::load),
            list: List::default(),
            details: Details::default(),
            has_warned: false,
        }
    }

    /// The figures, if there are any.
    fn data(&self) -> Option<&Arc<AgreementData>> {
        self.state.ready().filter(|data| !data.is_empty())
    }

    /// Opens the screen that `of` creates for the marked extractor.
    fn open(
        &mut self,
        session: &mut Session,
        of: impl FnOnce(Arc<AgreementData>, usize, &mut Session) -> Option<Box<dyn Screen>>,
    ) -> Outcome {
        let Some(data) = self.data() else { return Outcome::Stay };
        let (data, marked) = (Arc::clone(data), self.list.marked());
        self.warn(session);
        of(data, marked, session).map_or(Outcome::Stay, Outcome::Open)
    }

    /// Warns once, before texts are opened, an annotator who still has to read some.
    fn warn(&mut self, session: &mut Session) {
        let progress = session.desks.named(QUEUE_EXTRACT).map(OpenDesk::progress);
        if !self.has_warned && progress.is_some_and(|progress| progress.done < progress.total) {
            let words = text!("agreement-warning");
            session.status = Some(StatusMessage::hint(words));
        }
        self.has_warned = true;
    }
}

impl Screen for Agreement {
    fn key_context(&self) -> KeyContext {
        KeyContext::Agreement
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let opening = [Action::Differences, Action::Pairs];
        let opening = opening.into_iter().filter(|_| self.data().is_some());
        let others = [Action::Back, Action::Guideline, Action::Palette, Action::Help];
        self.list.commands(&opening.chain(others).collect::<Vec<_>>())
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenAgreement)
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::Confirm => self
                .open(session, |data, extractor, _| Some(Box::new(Matrix::new(data, extractor)))),
            Action::Differences => self.open(session, |data, extractor, session| {
                TextList::open(data, extractor, Wanted::Differing, session)
            }),
            Action::Pairs => self.open(session, |data, extractor, session| {
                Some(Box::new(Pairs::screen(data, extractor, session)))
            }),
            Action::PageUp | Action::PageDown if self.details.is_longer_than_its_area() => {
                self.details.act(action);
                Outcome::Stay
            }
            movement => {
                self.list.act(movement);
                Outcome::Stay
            }
        }
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.list.click(at) { self.update(Action::Confirm, session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.state.collect();
        let extractors = self.data().map_or(0, |data| data.extractors().len());
        self.list.lay_out(extractors, table::list_area(area, extractors));
        if let Some(data) = self.state.ready().filter(|data| !data.is_empty()) {
            self.details.lay_out(data, &self.list, area, &session.theme);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        table::draw(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.state.is_running()
    }
}
