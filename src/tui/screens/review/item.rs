//! One question on the desk: what is known of it, and how far its review is.

use ratatui::layout::Rect;

use super::layout::{self, Layout};
use super::pictures::PictureStrip;
use crate::benchmark::Label;
use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::history::ItemState;
use crate::queue::{DecisionContext, OpenedQuestion};
use crate::store::{BlindQuestion, FlagKind, Reveal, StoreError};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::question_card::{Card, Marks};

/// One question on the desk.
pub(super) struct Item {
    pub position: usize,
    pub question: BlindQuestion,
    pub state: ItemState,
    pub answer: Option<BlindAnswer>,
    /// Known only after the own answer is committed.
    pub reveal: Option<Reveal>,
    pub strip: PictureStrip,
    pub scroll: usize,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// What the filters suspect; known only once the review is finished.
    pub flags: Vec<FlagKind>,
}

impl Item {
    /// Reads the question at a position of the annotator's order.
    pub fn load(position: usize, session: &Session) -> Result<Item, StoreError> {
        let Session { store, desk, .. } = session;
        let OpenedQuestion { question, state, answer, reveal, flags } =
            desk.open_question(store, position)?;
        let strip = PictureStrip::new(&question);
        Ok(Item {
            position,
            question,
            state,
            answer,
            reveal,
            strip,
            scroll: 0,
            cursor: None,
            flags,
        })
    }

    /// The question laid out, with what is known of it marked.
    pub fn card(&self, theme: &Theme, layout: &Layout) -> Card {
        let marks = Marks {
            answer: self.answer,
            reveal: self.reveal.as_ref(),
            cursor: self.cursor,
            flags: &self.flags,
            has_no_origin: layout.caption_tells_origin(),
        };
        Card::lay_out(&self.question, marks, theme, layout.card.width)
    }

    /// What surrounds a decision made now.
    pub fn context(&self, layout: &Layout, session: &mut Session) -> DecisionContext {
        let has_picture = !self.strip.is_empty();
        let mode = has_picture.then(|| session.surface.mode.to_string());
        let cells = has_picture.then_some((layout.picture.width, layout.picture.height));
        session.context("review", mode, cells)
    }

    /// Whether the question has this choice.
    pub fn has_choice(&self, label: Label) -> bool {
        self.question.choices.iter().any(|choice| choice.label == label)
    }
}

/// The layout follows from the question alone, not from what is revealed, so that the picture does
/// not jump when the reference answer appears.
pub(super) fn layout_of(question: &BlindQuestion, area: Rect, session: &Session) -> Layout {
    layout::lay_out(area, !question.pictures.is_empty(), |width, has_no_origin| {
        let marks = Marks { has_no_origin, ..Marks::default() };
        Card::lay_out(question, marks, &session.theme, width).height()
    })
}
