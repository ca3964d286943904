//! What a screen keeps beside the question that it shows: its layout, the questions that come next, where
//! panels lie and what the panel of reasons leaves.
//!
//! The screen of each queue of questions has one.

use ratatui::layout::Rect;

use super::draw;
use super::item::{Item, Neighbour};
use super::layout::Layout;
use crate::keymap::KeyContext;
use crate::screens::choice_entry::ChoiceEntry;
use crate::screens::flag_panel::{FlagPanel, WrongBecause};
use crate::screens::panel_place::PanelPlace;
use crate::screens::{Canvas, Reply};
use crate::session::Session;
use assay_core::benchmark::Label;
use assay_store::BlindQuestion;
use assay_workflow::queue::steps::{Input, Verdict};
use assay_workflow::queue::{Desk, Queue};

/// The surroundings of a question on the screen.
pub struct QuestionFrame {
    pub layout: Layout,
    /// Questions that may come next, for preparing their pictures.
    neighbours: Vec<Neighbour>,
    place: PanelPlace,
    reasons: Reply<Vec<Input>>,
    typed: Reply<Label>,
}

impl Default for QuestionFrame {
    fn default() -> Self {
        QuestionFrame {
            layout: Layout::EMPTY,
            neighbours: Vec::new(),
            place: PanelPlace::default(),
            reasons: Reply::default(),
            typed: Reply::default(),
        }
    }
}

impl QuestionFrame {
    /// Reads the questions whose pictures may be wanted next: two after, one before.
    pub fn look_ahead<Q: Queue<Content = BlindQuestion>>(
        &mut self,
        desk: &Desk<Q>,
        here: Option<usize>,
        before: Option<usize>,
        session: &Session,
    ) {
        self.neighbours = neighbours(desk, here, before, session);
    }

    /// The panel that asks what is wrong with the question; [`Self::take_reasons`] has what it leaves.
    pub fn flag_panel(
        &self,
        item: &Item,
        verdict: Verdict,
        queue: &'static str,
        session: &Session,
    ) -> FlagPanel {
        let (place, reply) = (self.place.clone(), self.reasons.handle());
        FlagPanel::about(item.said(), verdict, queue, session, place, reply)
    }

    /// The same with the cursor in the note, where that is the only note on the question.
    pub fn note_of_flag(
        &self,
        item: &Item,
        verdict: Verdict,
        queue: &'static str,
        session: &Session,
    ) -> Option<FlagPanel> {
        let flag = item.opened.decision().map(WrongBecause::from_act);
        let has_note = flag.is_some_and(|flag| flag.note.is_some()) && item.note.is_none();
        has_note.then(|| self.flag_panel(item, verdict, queue, session).in_note())
    }

    /// What the panel of reasons has left since it was asked.
    pub fn take_reasons(&mut self) -> Option<Vec<Input>> {
        self.reasons.take()
    }

    /// The popup in which a choice without a key is typed; [`Self::take_typed`] has what it leaves.
    pub fn choice_entry(&self, item: &Item, session: &mut Session) -> ChoiceEntry {
        ChoiceEntry::new(&item.opened.question.choices, self.typed.handle())
            .opened_by(session.typed_choice.take())
    }

    /// The choice that was typed since it was asked for.
    pub fn take_typed(&mut self) -> Option<Label> {
        self.typed.take()
    }

    /// Lays out the question, with room for a panel where one is open, and those that may come next.
    pub fn prepare(&mut self, item: &mut Item, area: Rect, session: &Session) {
        self.layout = item.lay_out(area, self.place.is_taken(), session);
        if self.place.is_taken() {
            let (layout, room) =
                self.layout.with_panel(area, |width| item.rows_of_choices(width, session));
            self.layout = layout;
            self.place.assign(room);
        }
        for neighbour in &mut self.neighbours {
            neighbour.lay_out(area, session);
        }
    }

    /// Where panels lie.
    pub fn place(&self) -> PanelPlace {
        self.place.clone()
    }

    /// Draws the question, and prepares the pictures of those that may come next.
    pub fn draw(
        &self,
        item: &Item,
        context: KeyContext,
        canvas: &mut Canvas<'_>,
        session: &Session,
    ) {
        draw::draw(item, &self.layout, context, canvas, session);
        draw::prepare_neighbours(&self.neighbours, canvas, session);
    }
}

/// The questions whose pictures may be wanted next: two after, one before.
fn neighbours<Q: Queue<Content = BlindQuestion>>(
    desk: &Desk<Q>,
    here: Option<usize>,
    before: Option<usize>,
    session: &Session,
) -> Vec<Neighbour> {
    let positions = desk.waiting_after(here).take(2).chain(before);
    let questions = positions.filter_map(|position| desk.load(&session.store, position).ok());
    questions.map(|question| Neighbour::new(question, &session.store)).collect()
}
