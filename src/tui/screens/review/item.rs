//! One question on screen: what is known of it, and how it is looked at.

use ratatui::layout::Rect;

use super::layout::{self, Layout};
use super::pictures::PictureStrip;
use crate::benchmark::decision::BlindAnswer;
use crate::queue::OpenedQuestion;
use crate::store::{BlindQuestion, FlagKind, Reveal};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::evidence_text::EvidenceText;
use crate::tui::widgets::question_card::{Card, Marks};

/// One question on screen.
pub struct Item {
    pub question: BlindQuestion,
    pub answer: Option<BlindAnswer>,
    /// Known only after the annotator's own answer is committed.
    pub reveal: Option<Reveal>,
    pub strip: PictureStrip,
    pub scroll: usize,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// What the filters suspect; known only once the review is finished.
    flags: Vec<FlagKind>,
    /// The evidence against the question, below it; known only to a verifier who has answered.
    pub evidence: Option<EvidenceText>,
}

impl From<OpenedQuestion> for Item {
    fn from(opened: OpenedQuestion) -> Self {
        let OpenedQuestion { question, answer, reveal, flags, .. } = opened;
        let strip = PictureStrip::new(&question);
        let evidence = None;
        Item { question, answer, reveal, strip, scroll: 0, cursor: None, flags, evidence }
    }
}

impl Item {
    /// The question's key.
    pub fn key(&self) -> &str {
        self.question.key.as_str()
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
        let mut card = Card::lay_out(&self.question, marks, theme, layout.card.width);
        if let Some(evidence) = &self.evidence {
            card.append(evidence.lines(usize::from(layout.card.width), theme));
        }
        card
    }

    /// Moves the cursor over the choices.
    pub fn move_cursor(&mut self, by: isize) {
        let last = self.question.choices.len().saturating_sub(1);
        let cursor = self.cursor.unwrap_or(0).saturating_add_signed(by).min(last);
        self.cursor = Some(cursor);
    }

    /// Gives the focus to the choices, or takes it from them.
    pub fn toggle_focus(&mut self) {
        if self.reveal.is_none() && !self.question.choices.is_empty() {
            self.cursor = if self.cursor.is_some() { None } else { Some(0) };
        }
    }
}

/// The layout follows from the question alone, not from what is revealed, so that the picture does
/// not jump when the reference answer appears.
pub fn layout_of(question: &BlindQuestion, area: Rect, session: &Session) -> Layout {
    layout::lay_out(area, !question.pictures.is_empty(), |width, has_no_origin| {
        let marks = Marks { has_no_origin, ..Marks::default() };
        Card::lay_out(question, marks, &session.theme, width).height()
    })
}
