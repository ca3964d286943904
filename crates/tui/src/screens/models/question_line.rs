//! A question in a list, as one model answered it: right or wrong, the question, and what
//! determined the verdict.

use std::sync::Arc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{ModelsData, sign};
use super::draw::tone;
use crate::session::Session;
use crate::stems::Stems;
use crate::widgets::list::Row;
use crate::widgets::wrap::{cut, padded};
use assay_core::score::Judgement;

/// The data for the lines of a model's questions.
pub(super) struct QuestionLines {
    pub data: Arc<ModelsData>,
    pub model: usize,
    stems: Stems,
}

impl QuestionLines {
    /// The lines of this model.
    pub fn load(data: Arc<ModelsData>, model: usize, session: &Session) -> Self {
        QuestionLines { data, model, stems: Stems::load(session) }
    }

    /// The verdict on a question; `None` if the model was not asked.
    pub fn judgement(&self, question: usize) -> Option<Judgement> {
        self.data.models[self.model].judgements[question]
    }

    /// The line of the question at this position of the data.
    pub fn line(
        &self,
        question: usize,
        row: Row,
        width: usize,
        session: &Session,
    ) -> Line<'static> {
        let theme = &session.theme;
        let style = row.style(theme.text, theme);
        let judgement = self.judgement(question);
        let key = self.data.compared.questions[question].key.as_str();
        let desk = session.review();
        let stem = desk.position_of(key).map_or("", |at| self.stems.stem(&desk.items()[at]));
        let decided = self.data.decided_by(self.model, question);
        let decided = cut(&decided, (width / 3).min(24));
        let key = padded(key, key.width().clamp(5, 10));
        let room = width.saturating_sub(2 + 2 + key.width() + 2 + decided.width() + 2);
        Line::from(vec![
            row.sign(theme),
            Span::styled(format!("{} ", sign(judgement)), tone(judgement, theme)),
            Span::styled(key + " ", theme.key),
            Span::styled(padded(stem, room) + " ", style),
            Span::styled(decided, theme.dim),
        ])
    }
}
