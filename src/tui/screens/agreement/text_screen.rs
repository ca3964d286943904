//! The screen of one text: the question and everybody's labels beside the model's text, or above and
//! below it where the screen is narrow.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::data::AgreementData;
use super::text_detail::TextDetail;
use crate::agreement::extraction::ComparedText;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::draw_head;
use crate::tui::screens::pager::{Pager, PagerOutcome};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::widgets::columns::{GAP_CELLS, side_by_side};

/// From this width on question and text are side by side.
const WIDE: usize = 96;

/// A text of a list, with keys for the next and the previous one.
pub(super) struct TextScreen {
    data: Arc<AgreementData>,
    extractor: usize,
    listed: Vec<ComparedText>,
    pager: Pager,
    detail: TextDetail,
    /// The width for which the lines are laid out.
    laid_out_for: Option<usize>,
}

impl TextScreen {
    /// Opens a text of the list; if that fails, the screen below shows the error.
    pub fn open(
        data: Arc<AgreementData>,
        extractor: usize,
        listed: Vec<ComparedText>,
        at: usize,
        session: &mut Session,
    ) -> Option<TextScreen> {
        match TextDetail::load(&data, extractor, listed.get(at)?, session) {
            Ok(detail) => {
                let pager = Pager::at(at, listed.len());
                Some(TextScreen { data, extractor, listed, pager, detail, laid_out_for: None })
            }
            Err(error) => {
                session.status = Some(StatusMessage::error(error.to_string()));
                None
            }
        }
    }

    /// Shows another text of the list.
    fn turn(&mut self, at: usize, session: &mut Session) {
        match TextDetail::load(&self.data, self.extractor, &self.listed[at], session) {
            Ok(detail) => {
                self.detail = detail;
                self.pager = Pager::at(at, self.listed.len());
                self.laid_out_for = None;
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let below = |parts: [Vec<Line<'static>>; 2]| parts.join(&Line::default());
        if width < WIDE {
            let text = below([self.detail.text(width, theme), self.detail.labels(width, theme)]);
            return below([self.detail.question(width, theme), text]);
        }
        let left = width * 2 / 5;
        let right = width - left - GAP_CELLS;
        let beside = below([self.detail.question(left, theme), self.detail.labels(left, theme)]);
        side_by_side(&[(beside, left), (self.detail.text(right, theme), right)], theme)
    }
}

impl Screen for TextScreen {
    fn key_context(&self) -> KeyContext {
        KeyContext::Passes
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        Pager::commands(self.detail.pictures().len())
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match self.pager.update(action, self.detail.pictures(), session) {
            PagerOutcome::To(at) => self.turn(at, session),
            PagerOutcome::Outcome(outcome) => return outcome,
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let width = usize::from(Pager::body(area).width);
        if self.laid_out_for != Some(width) {
            let lines = self.lay_out(width, session);
            self.pager.show(lines, area);
            self.laid_out_for = Some(width);
        }
        self.pager.fit(area);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let compared = &self.listed[self.pager.position()];
        let name = &self.data.extractors()[self.extractor].extractor;
        let what = format!("{name} · {}", self.data.text(compared.text).item);
        draw_head("agreement", Some(&what), Some(&self.data.basis()), canvas, session);
        let (sign, tone) = match compared.read == compared.reference {
            true => ("✓ as people", theme.agree),
            false => ("✗ differs", theme.disagree),
        };
        let labels =
            format!("people {}, {name} {}", compared.reference.name(), compared.read.name());
        let summary = vec![
            Span::styled(format!(" {sign}"), tone),
            Span::styled(format!("   {labels}"), theme.text),
        ];
        self.pager.draw(summary, self.detail.pictures().len() > 0, canvas, session);
    }
}
