//! Everything decided on one question, oldest first, as far as this annotator may see it.

use std::collections::HashMap;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::screens::review::Review;
use crate::screens::{Canvas, Outcome, Screen};
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::chrome::{draw_hints, draw_popup, popup_area};
use crate::widgets::history_text::{act_in_words, local_time};
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::wrap::{cut, styled_lines, wrapped};
use assay_core::benchmark::history::History;
use assay_store::{DecisionRow, QUEUE_REVIEW, QuestionEntry};

pub struct QuestionRows {
    position: usize,
    stem: String,
    rows: Result<Vec<DecisionRow>, String>,
    /// Each person's rows on this question, which determine the undone ones.
    histories: HashMap<String, History>,
    lines: Vec<Line<'static>>,
    window: TextWindow,
}

impl QuestionRows {
    /// Reads what this annotator may see of a question's rows.
    pub fn load(position: usize, session: &Session) -> Self {
        let (store, desk) = (&session.store, session.review());
        let entry = &desk.items()[position];
        let (key, benchmark) = (entry.key.as_str(), desk.benchmark());
        let rows = store.decisions_visible_to(desk.annotator(), QUEUE_REVIEW, benchmark, key);
        let stem = store
            .blind_question(entry.id)
            .map(|question| MarkedTexts::new(&question).stem.readable().into_owned());
        let mut histories: HashMap<String, History> = HashMap::new();
        for row in rows.as_deref().unwrap_or_default() {
            histories.entry(row.annotator.clone()).or_default().append(row.history_row());
        }
        QuestionRows {
            position,
            stem: stem.unwrap_or_default(),
            rows: rows.map_err(|error| error.to_string()),
            histories,
            lines: Vec::new(),
            window: TextWindow::default(),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let mut lines = vec![
            Line::styled(cut(&self.stem, width), Style::from(theme.text).bold()),
            Line::default(),
        ];
        match &self.rows {
            Err(failure) => lines.push(Line::styled(cut(failure, width), theme.error)),
            Ok(rows) => rows.iter().for_each(|row| self.push(row, width, session, &mut lines)),
        }
        if self.rows.as_ref().is_ok_and(Vec::is_empty) {
            lines.push(Line::styled(text!("rows-nothing-yet"), theme.dim));
        }
        if !session.review().state(self.position).is_decided() {
            lines.push(Line::default());
            let words = text!("rows-others-later");
            lines.extend(styled_lines(words, width, theme.dim));
        }
        lines
    }

    /// A row: time and name, with the event next to and below them.
    fn push(
        &self,
        row: &DecisionRow,
        width: usize,
        session: &Session,
        lines: &mut Vec<Line<'static>>,
    ) {
        let theme = &session.theme;
        let Some(history) = self.histories.get(&row.annotator) else { return };
        let is_taken_back = history.is_taken_back(row.id);
        let who = match row.annotator == session.review().annotator().name {
            true => text!("team-you").to_owned(),
            false => cut(&row.annotator, 16),
        };
        let before = format!("{}  {who}  ", local_time(&row.created));
        let mut words = act_in_words(&row.act, history);
        if is_taken_back {
            words.insert_str(0, text!("history-taken-back"));
        }
        if row.question_revision != self.entry(session).revision {
            words.push_str(&text!("rows-on-revision", revision = row.question_revision));
        }
        if row.active_ms >= 1000 {
            words.push_str(&text!("rows-seconds", seconds = row.active_ms / 1000));
        }
        let style = if is_taken_back { theme.dim } else { theme.text };
        let indent = before.width();
        let pieces = wrapped(&words, width.saturating_sub(indent));
        for (number, piece) in pieces.into_iter().enumerate() {
            let left = if number == 0 { before.clone() } else { " ".repeat(indent) };
            lines.push(Line::from(vec![Span::styled(left, theme.dim), Span::styled(piece, style)]));
        }
    }

    fn entry<'a>(&self, session: &'a Session) -> &'a QuestionEntry {
        &session.review().items()[self.position]
    }
}

fn width(area: Rect) -> u16 {
    area.width.saturating_sub(4).min(90)
}

/// As high as its text, if there is space.
fn size(lines: usize, area: Rect) -> (u16, u16) {
    (width(area), cells(lines).saturating_add(2).min(area.height.saturating_sub(3)))
}

impl Screen for QuestionRows {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        [Action::Confirm].into_iter().chain(TEXT_MOVES).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return Outcome::OpenItem(Box::new(Review::at(self.position, session)));
        }
        self.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.lines = self.lay_out(usize::from(width(area)).saturating_sub(4), session);
        let popup = popup_area(size(self.lines.len(), area), area);
        self.window.fit(self.lines.len(), popup.height.saturating_sub(2));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let key = cut(self.entry(session).key.as_str(), 12);
        let title = text!("rows-title", key = key);
        let area = canvas.area;
        let size = size(self.lines.len(), area);
        let inner = draw_popup(&title, size, area, &session.theme, canvas.buffer);
        let hints =
            [(Action::Confirm, text!("rows-review-it")), (Action::Back, text!("rows-back"))];
        draw_hints(&hints, KeyContext::Reader, area, session, canvas.buffer);
        let text = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        self.window.draw(&self.lines, text, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
